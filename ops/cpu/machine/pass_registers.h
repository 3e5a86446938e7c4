// SPDX-License-Identifier: Apache-2.0
// Where the values of a pass are while its code is written: which register
// holds which value, what is in memory, and how wide a bool's mask is.
//
// A bool is a mask as wide as the elements that it was made of with AVX2, and a
// register of masks with AVX-512.
#pragma once

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "ops/cpu/machine/instructions.h"
#include "ops/cpu/machine/pass.h"

namespace tenorite::cpu {

namespace in = instruction;

inline constexpr int kMostVectorBytes = 64;
// Of values; further ones hold inputs of one element throughout.
inline constexpr int kFewestRegisters = 6;
// Vectors, then masks: the first one of these cannot choose elements, the last
// two are for what one step needs on its way.
inline constexpr int kFirstMask = 32, kRegisters = 40;
inline constexpr int kTemporaryMask = 6, kOtherMask = 7;

inline int vector_bytes(VectorSet set) {
  return set == VectorSet::kAvx512 ? 64 : 32;
}
// All but two, which are for what one step needs on its way.
inline int registers_of_values(VectorSet set) {
  return set == VectorSet::kAvx512 ? 30 : 14;
}

// Of the loop: the pointers, the number of elements, where the last vector
// begins, where this one does, and a pointer that has no register.
inline constexpr int kPointers = kRdi, kCount = kRsi, kLast = kRdx, kAt = kRcx,
                     kSpare = kRax;
inline constexpr int kBases[] = {kR8,  kR9,  kR10, kR11, kRbx,
                                 kRbp, kR12, kR13, kR14, kR15};
// Of these, those that are the caller's begin here.
inline constexpr int kFirstSaved = 4;

inline int log2_size(DType dtype) {
  return __builtin_ctz(static_cast<unsigned>(itemsize(dtype)));
}

class PassRegisters {
 public:
  // Of values from `second` on, the next vector's elements.
  PassRegisters(const Pass& pass, VectorSet set, int held, int second)
      : pass_(pass),
        second_(second),
        vector_bytes_(cpu::vector_bytes(set)),
        has_masks_(set == VectorSet::kAvx512),
        temporary_(registers_of_values(set)),
        other_(temporary_ + 1),
        code_(set) {
    size_t widest = 1;
    for (const PassValue& value : pass.values)
      widest = std::max(widest, itemsize(value.dtype));
    width_ = vector_bytes_ / static_cast<int>(widest);
    // An index is multiplied by 8 at most.
    units_ = widest > 8 ? 2 : 1;
    const bool is_twice = second < static_cast<int>(pass.values.size());
    advance_ = is_twice ? 2 * width_ : width_;
    find_uses();
    choose_held(held);
    choose_bases();
  }
  virtual ~PassRegisters() = default;
  PassRegisters(const PassRegisters&) = delete;
  PassRegisters& operator=(const PassRegisters&) = delete;

  int width() const { return advance_; }
  // Instructions of the loop.
  int length() const { return length_; }
  // Whether a value had to leave its register for another one.
  bool is_crowded() const { return crowded_; }

 protected:
  struct State {
    std::vector<int> uses;  // steps that read it, in order
    size_t next = 0;        // of those
    int reg = -1;
    bool in_memory = false;
    bool held = false;
    int lane = 0;  // of a bool in a register: bytes of each element's mask
  };

  const PassValue& value(int v) const {
    return pass_.values[static_cast<size_t>(v)];
  }
  State& state(int v) { return states_[static_cast<size_t>(v)]; }
  DType dtype(int v) const { return value(v).dtype; }
  bool is_bool(int v) const { return dtype(v) == DType::kBool; }
  // Whether its parts are.
  bool is_double(int v) const {
    return dtype(v) == DType::kFloat64 || dtype(v) == DType::kComplex128;
  }
  bool is_complex(int v) const { return kind(dtype(v)) == 'c'; }
  int size(int v) const { return static_cast<int>(itemsize(dtype(v))); }
  // Of the vectors of elements of such a size.
  int extent(int bytes) const { return std::max(16, width_ * bytes); }

  // ---- what is known beforehand ----

  void find_uses() {
    states_.resize(pass_.values.size());
    for (size_t v = 0; v < states_.size(); ++v)
      states_[v].in_memory = pass_.values[v].is_input;
    for (size_t s = 0; s < pass_.steps.size(); ++s)
      for (int k = 0; k < pass_.steps[s].nin; ++k) {
        std::vector<int>& uses = state(pass_.steps[s].in[k]).uses;
        if (uses.empty() || uses.back() != static_cast<int>(s))
          uses.push_back(static_cast<int>(s));
      }
  }

  // Inputs of one element that are used most often.
  void choose_held(int count) {
    for (size_t v = 0; v < states_.size(); ++v)
      if (pass_.values[v].is_single && !states_[v].uses.empty() &&
          !is_bool(static_cast<int>(v)))
        held_.push_back(static_cast<int>(v));
    std::stable_sort(held_.begin(), held_.end(), [&](int a, int b) {
      return state(a).uses.size() > state(b).uses.size();
    });
    held_.resize(std::min(held_.size(), static_cast<size_t>(count)));
    registers_ = temporary_ - static_cast<int>(held_.size());
    for (size_t k = 0; k < held_.size(); ++k) {
      state(held_[k]).reg = registers_ + static_cast<int>(k);
      state(held_[k]).held = true;
    }
    std::fill(owner_, owner_ + kRegisters, -1);
  }

  void choose_bases() {
    for (const PassValue& v : pass_.values) {
      if (!v.is_input && !v.is_stored) continue;
      if (bases_.size() == std::size(kBases)) break;
      if (std::find(bases_.begin(), bases_.end(), v.place) == bases_.end())
        bases_.push_back(v.place);
    }
  }

  // ---- instructions ----

  void emit(VectorInstruction op, int dst, int a, int b, VectorForm form,
            int immediate = -1);
  void emit(VectorInstruction op, int dst, int a, const MachineMemory& b,
            VectorForm form, int immediate = -1) {
    code_.vector(op, dst, a, b, form, immediate);
    ++length_;
  }

  MachineMemory address(int v) {
    MachineMemory memory;
    const auto at = std::find(bases_.begin(), bases_.end(), value(v).place);
    if (at != bases_.end()) {
      memory.base = kBases[at - bases_.begin()];
    } else {
      code_.load_pointer(kSpare, kPointers, 8 * value(v).place);
      memory.base = kSpare;
    }
    if (!value(v).is_single) {
      memory.index = kAt;
      memory.scale = size(v) / units_;
      if (v >= second_) memory.offset = static_cast<int8_t>(width_ * size(v));
    }
    return memory;
  }

  // The same bytes for every element.
  MachineMemory constant(const void* element, int bytes) {
    char all[kMostVectorBytes];
    for (int at = 0; at < vector_bytes_; at += bytes)
      std::memcpy(all + at, element, static_cast<size_t>(bytes));
    MachineMemory memory;
    memory.constant = code_.constant(all);
    return memory;
  }
  template <class T>
  MachineMemory constant(T element) {
    return constant(&element, sizeof(element));
  }
  MachineMemory zeros() { return constant(int64_t{0}); }
  MachineMemory ones() { return constant(int64_t{-1}); }
  // 1 of the dtype.
  MachineMemory one_of(DType dtype) {
    if (dtype == DType::kFloat32) return constant(1.0f);
    if (dtype == DType::kFloat64) return constant(1.0);
    const int64_t one = 1;  // little-endian
    return constant(&one, static_cast<int>(itemsize(dtype)));
  }
  MachineMemory sign_of(int bytes) {
    const uint64_t sign = uint64_t{1} << (8 * bytes - 1);
    return constant(&sign, bytes);
  }

  // ---- between memory and registers ----

  void load(int v, int reg) {
    if (!is_bool(v)) return load_bytes(v, reg);
    const int bytes = has_masks_ ? temporary_ : reg;
    load_bytes(v, bytes);
    make_mask(v, reg, bytes);
  }
  void store(int v, int reg, int lane) {
    store_bytes(v, is_bool(v) ? bytes_of_mask(reg, lane) : reg);
  }
  // Of bools: any byte but 0 is true; and a register of bytes 0 and 1.
  virtual void make_mask(int v, int reg, int bytes) = 0;
  virtual int bytes_of_mask(int reg, int lane) = 0;
  // Makes it so wide, where masks have widths.
  virtual void set_lane(int v, int lane) = 0;

  void load_bytes(int v, int reg) {
    const MachineMemory from = address(v);
    const int bytes = width_ * size(v);
    if (value(v).is_single)
      emit(in::kBroadcast[log2_size(dtype(v))], reg, -1, from, extent(size(v)));
    else if (bytes >= 16)
      emit(in::kLoad, reg, -1, from, bytes);
    else
      emit(bytes == 8 ? in::kLoad8 : in::kLoad4, reg, -1, from, 16);
  }
  void store_bytes(int v, int reg) {
    const MachineMemory to = address(v);
    const int bytes = width_ * size(v);
    if (bytes >= 16)
      emit(in::kStore, reg, -1, to, bytes);
    else
      emit(bytes == 8 ? in::kStore8 : in::kStore4, reg, -1, to, 16);
  }

  // ---- registers ----

  int next_use(int v) {
    State& s = state(v);
    while (s.next < s.uses.size() && s.uses[s.next] < step_) ++s.next;
    return s.next < s.uses.size() ? s.uses[s.next] : INT32_MAX;
  }
  bool is_used_after(int v) {
    const int use = next_use(v);
    if (use != step_) return use != INT32_MAX;
    return state(v).next + 1 < state(v).uses.size();
  }

  // One for the value that is free, or whose value is needed last.
  int free_register(int v);
  void take(int v, int reg) {
    owner_[reg] = v;
    state(v).reg = reg;
    pinned_ |= bit(reg);
  }
  static uint64_t bit(int reg) { return uint64_t{1} << reg; }

  // The register in which an operand of the step is; lane: of a bool.
  int read(int v, int lane = 0) {
    State& s = state(v);
    if (s.reg < 0) {
      take(v, free_register(v));
      load(v, s.reg);
    } else if (!s.held) {
      pinned_ |= bit(s.reg);
    }
    if (is_bool(v) && lane) set_lane(v, lane);
    return s.reg;
  }
  int lane_of(int v) {
    read(v);
    return state(v).lane;
  }

  // Whether the operand may be taken from memory: it is wanted only here.
  bool is_for_memory(const PassStep& step, int k) {
    const int v = step.in[k];
    return value(v).is_input && !value(v).is_single && state(v).reg < 0 &&
           !is_bool(v) && width_ * size(v) >= 16 && !is_used_after(v) &&
           (step.nin < 2 || step.in[0] != step.in[1]);
  }

  // Of the result: one whose value ends here, if the step reads its operands
  // before it writes.
  int result(const PassStep& step, bool reuse = true) {
    if (reuse)
      for (int k = 0; k < step.nin; ++k) release(step.in[k]);
    const int reg = free_register(step.out);
    take(step.out, reg);
    return reg;
  }
  void release(int v) {
    State& s = state(v);
    if (s.reg < 0 || s.held || is_used_after(v)) return;
    pinned_ &= ~bit(s.reg);
    owner_[s.reg] = -1;
    s.reg = -1;
  }

  const Pass& pass_;
  const int second_;
  const int vector_bytes_;
  const bool has_masks_;
  const int temporary_, other_;  // for what one step needs on its way
  int width_;                    // elements of a vector
  int advance_;                  // of a turn of the loop
  int units_;                    // of an index, for each element
  Assembler code_;
  std::vector<State> states_;
  std::vector<int> held_;   // values
  std::vector<int> bases_;  // places whose pointers have registers
  int registers_ = 0;       // of vectors that may change their values
  int owner_[kRegisters];   // values
  uint64_t pinned_ = 0;     // registers that the step at hand needs
  int step_ = 0;
  int length_ = 0;
  bool crowded_ = false;
};

}  // namespace tenorite::cpu
