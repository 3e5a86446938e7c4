// SPDX-License-Identifier: Apache-2.0
#include "ops/table/op.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "ops/table/reduce_op.h"

namespace tenorite {
namespace {

std::string expand(const char* text, int operands) {
  std::string all;
  for (int i = 0; i < count_loops(text); ++i) {
    if (i) all += ' ';
    all.append(loop_letters(text, i, operands).operand, operands);
  }
  return all;
}

TEST(LoopTextTest, Expansion) {
  struct Row {
    const char* text;
    int operands;
    const char* loops;
  };
  const Row rows[] = {
      {"", 2, ""},
      {"d", 1, "d"},
      {"fd", 3, "fff ddd"},
      {"fd F", 2, "ff dd FF"},
      {"d FD:TR", 2, "dd Ff Dd"},
      {"bl:TTd fD", 3, "bbd lld fff DDD"},
      {"ef:TiT d:TlT", 3, "eie fif dld"},
      {"?L:TT? l:lL? L:Ll?", 3, "??? LL? lL? Ll?"},
      {"?D:?TTT", 4, "???? ?DDD"},
      {"efd:RR", 2, "ee ff dd"},
      {"d:?????", 5, "?????"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(expand(row.text, row.operands), row.loops) << row.text;
}

static_assert(count_loops("?bB hH:TT? D") == 6);
static_assert(loop_letters("?bB hH:TR? D", 4, 3).operand[2] == '?');
static_assert(loop_letters("d FD:TR", 2, 2).operand[1] == 'd');

std::string signature(Op op, const LoopTypes& types) {
  std::string text;
  for (int k = 0; k < info(op).nin; ++k) text += letter(types.in[k]);
  text += "->";
  for (int k = 0; k < info(op).nout; ++k) text += letter(types.out[k]);
  return text;
}

std::string signatures(Op op) {
  std::string text;
  for (const LoopTypes& types : info(op).loops)
    text += (text.empty() ? "" : " ") + signature(op, types);
  return text;
}

// numpy.<op>.types without the types that do not exist here.
TEST(OpTableTest, LoopsAreNumPys) {
  const std::pair<Op, const char*> rows[] = {
      {Op::exp, "e->e f->f d->d F->F D->D"},
      {Op::frexp, "e->ei f->fi d->di"},
      {Op::modf, "e->ee f->ff d->dd"},
      {Op::ldexp, "ei->e fi->f el->e fl->f di->d dl->d"},
      {Op::float_power, "dd->d DD->D"},
      {Op::gcd, "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L"},
      {Op::bitwise_count, "b->B B->B h->B H->B i->B I->B l->B L->B"},
      {Op::absolute,
       "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e f->f d->d F->f D->d"},
      {Op::less,
       "?\?->? bb->? BB->? hh->? HH->? ii->? II->? ll->? LL->? lL->? Ll->? "
       "ee->? ff->? dd->? FF->? DD->?"},
      {Op::signbit, "e->? f->? d->?"},
  };
  for (auto [op, loops] : rows) EXPECT_EQ(signatures(op), loops);
}

TEST(OpTableTest, EveryRowIsConsistent) {
  std::set<std::string> names;
  for (int i = 0; i < kNumOps; ++i) {
    auto op = static_cast<Op>(i);
    const OpInfo& row = info(op);
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_TRUE(row.nin >= 1 && row.nin <= kMaxInputs);
    EXPECT_TRUE(row.nout >= 1 && row.nout <= kMaxOutputs);
    EXPECT_GE(row.ulp, 0);
    ASSERT_GT(std::strlen(row.doc), 0u);
    EXPECT_EQ(row.doc[std::strlen(row.doc) - 1], '.');
    EXPECT_EQ(row.loops.size(),
              static_cast<size_t>(count_loops(row.loop_text)));
    ASSERT_FALSE(row.loops.empty());
    if (row.identity != Identity::None) {
      EXPECT_TRUE(row.nin == 2 && row.nout == 1);
    }
    // The first match wins: a loop of the same inputs is never reached, nor
    // is one whose inputs an earlier loop takes already.
    for (size_t later = 0; later < row.loops.size(); ++later) {
      const LoopTypes& types = row.loops[later];
      for (int k = 0; k < row.nin; ++k) EXPECT_TRUE(is_valid(types.in[k]));
      for (int k = 0; k < row.nout; ++k) EXPECT_TRUE(is_valid(types.out[k]));
      for (size_t earlier = 0; earlier < later; ++earlier) {
        bool shadowed = true;
        for (int k = 0; k < row.nin; ++k)
          shadowed = shadowed && can_cast(types.in[k], row.loops[earlier].in[k],
                                          Casting::kSafe);
        EXPECT_FALSE(shadowed) << signature(op, types);
      }
    }
  }
}

TEST(OpTableTest, EnumAndRowsAgree) {
  EXPECT_STREQ(info(Op::add).name, "add");
  EXPECT_STREQ(info(Op::divmod).name, "divmod");
  EXPECT_STREQ(info(Op::select).name, "select");
  EXPECT_EQ(info(Op::divmod).nout, 2);
  EXPECT_EQ(info(Op::clip).nin, 3);
  EXPECT_EQ(info(Op::clip).home, Home::Internal);
  EXPECT_EQ(info(Op::fmin).home, Home::Top);
  EXPECT_EQ(info(Op::erf).home, Home::Special);
  EXPECT_EQ(info(Op::multiply).identity, Identity::One);
  EXPECT_EQ(info(Op::logaddexp).identity, Identity::NegInf);
}

// The ufunc of a name, or kCount.
Op find(const std::string& name) {
  for (int i = 0; i < kNumOps; ++i)
    if (info(static_cast<Op>(i)).name == name) return static_cast<Op>(i);
  return Op::kCount;
}

TEST(ReduceTableTest, RowsAreConsistent) {
  std::set<std::string> ufuncs;
  for (int i = 0; i < kNumReduceOps; ++i) {
    auto op = static_cast<ReduceOp>(i);
    const ReduceInfo& row = info(op);
    SCOPED_TRACE(row.name);
    EXPECT_STREQ(row.loop_text, reduce_loop_text(op));
    ASSERT_GT(std::strlen(row.doc), 0u);
    for (int d = 0; d < kNumDTypes; ++d) {
      auto compute = static_cast<DType>(d);
      char result = '\0';
      for (int loop = 0; loop < count_loops(row.loop_text); ++loop) {
        LoopLetters letters = loop_letters(row.loop_text, loop, 2);
        if (letters.operand[0] == letter(compute)) result = letters.operand[1];
      }
      EXPECT_EQ(result_dtype(op, compute), dtype_of_letter(result));
      // The fold of another row stands in only where its result fits.
      if (result == '\0' || fold_row(op, compute) == op) continue;
      EXPECT_EQ(result_dtype(fold_row(op, compute), compute),
                dtype_of_letter(result));
    }
    if (!*row.ufunc) continue;
    EXPECT_TRUE(ufuncs.insert(row.ufunc).second);
    Op ufunc = find(row.ufunc);
    ASSERT_NE(ufunc, Op::kCount);
    EXPECT_NE(info(ufunc).identity, Identity::None);
  }
}

}  // namespace
}  // namespace tenorite
