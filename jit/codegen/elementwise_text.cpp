// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/elementwise_text.h"

#include "jit/emulator/host_rewriter.h"

namespace tenorite::jit {
namespace {

constexpr const char* kIn = "tenorite::kernel::";

// Names that only mean something where threads run.
constexpr const char* kThreadWords[] = {
    "threadIdx",         "blockIdx",         "blockDim",
    "gridDim",           "__syncthreads",    "__syncthreads_count",
    "__syncthreads_and", "__syncthreads_or", "__syncwarp",
    "__activemask",      "__ballot_sync",    "__shfl_sync",
    "__shfl_up_sync",    "__shfl_down_sync", "__shfl_xor_sync",
    "__any_sync",        "__all_sync",       "__match_any_sync",
    "__match_all_sync",  "__shared__",       "cooperative_groups",
    "warpSize",
};

// Elements that a thread may keep to be computed again.
constexpr int kMostKept = 32;

class ElementwiseText {
 public:
  ElementwiseText(const ElementwiseDefinition& definition,
                  const ElementwiseVariant& variant)
      : d_(definition),
        v_(variant),
        to_(definition.name),
        heavy_(definition.heavy.value_or(is_heavy(definition.operation))),
        indexed_(definition.uses_index() || definition.sets_indexer()) {
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (is_array(k)) slot_[k] = arrays_++;
  }

  KernelSource source() {
    const bool cuda = v_.target == DeviceType::kCuda;
    const bool threads = v_.kind == LoopKind::kThreads;
    std::string preamble = d_.preamble;
    if (!d_.of_device)
      preamble = include_prelude(to_, v_.target,
                                 d_.operation + " " + d_.preamble + " " +
                                     d_.loop_prep + " " + d_.after_loop,
                                 d_.preamble, d_.parameters, v_.operand,
                                 threads || d_.uses_indexer());
    if (!threads)
      to_.line(cuda ? "#include \"jit/prelude/kernels/vectors.h\""
                    : "#include \"jit/prelude/emulator/host_loops.h\"");
    define_placeholders(to_, d_.parameters, v_.operand);
    if (!preamble.empty()) to_.user(preamble, "preamble");
    if (threads)
      write_threads();
    else if (cuda)
      write_device();
    else
      write_host();
    KernelSource source = make_source(d_.name, to_, d_.options, d_.origin);
    // Threads of a block are the raw kernels' engine's on the CPU.
    if (threads && !cuda) return raw_host_source(source, {d_.name}, false);
    if (!cuda) refuse_exceptions(source);
    return source;
  }

 private:
  bool is_array(int k) const {
    return v_.operand[k].access != Access::kValue &&
           v_.operand[k].access != Access::kRaw;
  }
  // Whether the body may see what an operand holds.
  bool is_read(int k) const {
    return !is_output(k) || !assigns_first(d_.operation, name(k));
  }
  bool is_output(int k) const {
    return k >= static_cast<int>(d_.parameters.in.size());
  }
  const std::string& name(int k) const { return d_.parameters.at(k).name; }
  std::string type(int k) const {
    return d_.of_device ? device_type(v_.operand[k].dtype)
                        : d_.parameters.at(k).type();
  }
  std::string slot(int k) const { return std::to_string(slot_[k]); }
  template <class F>
  void for_each_array(F f) const {
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (is_array(k)) f(k);
  }
  // Parameters after the first one, with a comma before each.
  std::string value_parameters() const {
    std::string text;
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (!is_array(k))
        text += ", " +
                declaration(d_.parameters.at(k), v_.operand[k], !is_output(k));
    if (d_.uses_indexer())
      text += ", CIndexer<" + std::to_string(v_.index_ndim) + "> _ind";
    if (!d_.constants.empty()) text += ", " + d_.constants;
    return text;
  }

  // The body, as something that is called with one element of each operand:
  // `continue` ends one element, and so does `return`. `i` is a copy, which the
  // body may change.
  void write_operation() {
    std::string parameters = d_.may_miss ? "auto&& _missed" : "";
    for_each_array([&](int k) {
      parameters += std::string(parameters.empty() ? "" : ", ") +
                    (is_output(k) ? "" : "const ") + type(k) + "& " + name(k);
    });
    if (indexed_)
      parameters += std::string(parameters.empty() ? "" : ", ") + "ptrdiff_t i";
    to_.line("  const auto _operation = [&](" + parameters + ") {");
    if (d_.sets_indexer()) to_.line("    _ind.set(i);");
    to_.line("    do {");
    to_.user(d_.operation, "operation");
    to_.line("    ;} while (false);");
    to_.line("  };");
  }
  // A call of it; `argument` spells an operand's element.
  template <class F>
  std::string call(F argument, const std::string& index,
                   const char* missed = "tenorite::AtOnce()") {
    std::string text = d_.may_miss ? missed : "";
    for_each_array(
        [&](int k) { text += (text.empty() ? "" : ", ") + argument(k); });
    if (indexed_) text += (text.empty() ? "" : ", ") + index;
    return "_operation(" + text + ");";
  }
  void write_user(const std::string& part, const char* what) {
    if (part.empty()) return;
    to_.user(part, what);
    to_.line("  ;");
  }

  // ---- CUDA ----

  void write_device() {
    std::string launch;
    const std::string arrays = std::to_string(arrays_);
    const std::string offsets = std::to_string(arrays_ + indexed_);
    if (v_.kind == LoopKind::kContiguous)
      launch = "Contiguous<" + arrays + ">";
    else if (v_.kind == LoopKind::kBoxes)
      launch = "Boxes<" + arrays + ", " + std::to_string(v_.ndim) + ", " +
               std::to_string(v_.boxes) + ">";
    else
      launch = std::string(v_.kind == LoopKind::kRows ? "Rows<" : "Tiles<") +
               arrays + ", " + offsets + ", " + std::to_string(v_.ndim) + ">";
    to_.line("extern \"C\" __global__ void __launch_bounds__(" +
             (kIn + ("kThreads) " + d_.name)) + "(");
    to_.line(std::string("    const __grid_constant__ ") + kIn + launch +
             " _loop" + value_parameters() + ") {");
    write_user(d_.loop_prep, "loop_prep");
    write_operation();
    if (v_.kind == LoopKind::kContiguous || v_.kind == LoopKind::kRows)
      write_rounds();
    else if (v_.kind == LoopKind::kBoxes)
      write_boxes();
    else
      write_tiles();
    write_user(d_.after_loop, "after_loop");
    to_.line("}");
  }

  void write_rounds() {
    if (v_.rounds > 1) {
      const std::string rounds = std::to_string(v_.rounds);
      to_.line("#pragma unroll 1");
      to_.line("  for (int _round = 0; _round < " + rounds + "; ++_round) {");
      to_.line("  const unsigned _block = blockIdx.x * " + rounds +
               " + _round;");
    } else {
      to_.line("  const unsigned _block = blockIdx.x;");
    }
    if (v_.kind == LoopKind::kContiguous)
      write_contiguous();
    else
      write_rows();
    if (v_.rounds > 1) to_.line("  }");
  }

  void declare_elements() {
    for_each_array([&](int k) {
      to_.line("  " + type(k) + " " + name(k) +
               (d_.pure ? "[_E] = {};" : "[_E];"));
    });
  }

  // Whether the body may note that it has to be run again, for a thread's
  // elements: operands stay in registers to the end then.
  // Tiles, which all threads of a block load together, load none again.
  bool may_run_again(int elements) const {
    return d_.may_miss && d_.pure && arrays_ * elements <= kMostKept &&
           (v_.kind != LoopKind::kTiles || !changes_any());
  }

  // Operands of which the body reads the former elements: once it has run they
  // are the results, which are not in memory yet.
  bool is_changed(int k) const { return is_output(k) && is_read(k); }
  bool changes_any() const {
    bool any = false;
    for_each_array([&](int k) { any = any || is_changed(k); });
    return any;
  }
  template <class F>
  void load_changed(F load) const {
    for_each_array([&](int k) {
      if (is_changed(k)) load(k);
    });
  }

  // Calls the body for the elements of a thread whose bits are set in _valid;
  // a pure one for all, which saves branches.
  // `index` spells the index of element _e; load(k) writes that an operand is
  // read again.
  template <class F>
  void write_compute(const std::string& index, F load) {
    // Of heavy bodies there are few copies: values come to the front in turn.
    const std::string most = std::to_string(d_.heavy_elements);
    to_.line("  constexpr int _S = " +
             (heavy_ ? "_E < " + most + " ? _E : " + most + ";" : "_E;"));
    if (indexed_) {
      to_.line("  ptrdiff_t _i[_E];");
      to_.line("#pragma unroll");
      to_.line("  for (int _e = 0; _e < _E; ++_e) _i[_e] = " + index + ";");
    }
    const bool again = may_run_again(v_.vector * v_.unroll);
    if (again) to_.line("  bool _again = false;");
    to_.line(heavy_ ? "#pragma unroll 1" : "#pragma unroll");
    to_.line("  for (int _e = 0; _e < _E; _e += _S) {");
    to_.line("#pragma unroll");
    to_.line("    for (int _s = 0; _s < _S; ++_s)");
    if (!d_.pure) to_.line("      if (_valid >> (_e + _s) & 1)");
    to_.line("        " + call([&](int k) { return name(k) + "[_s]"; },
                               "_i[_s]",
                               again ? "_again" : "tenorite::AtOnce()"));
    rotate("_S");
    to_.line("  }");
    if (!again) return;
    to_.line("  if (_again) {");
    load_changed(load);
    to_.line("#pragma unroll 1");
    to_.line("    for (int _e = 0; _e < _E; ++_e) {");
    to_.line("      " + call([&](int k) { return name(k) + "[0]"; }, "_i[0]"));
    rotate("1");
    to_.line("    }");
    to_.line("  }");
  }
  void rotate(const std::string& by) {
    for_each_array([&](int k) {
      to_.line(std::string("    ") + kIn + "rotate<" + by + ">(" + name(k) +
               ");");
    });
    if (indexed_)
      to_.line(std::string("    ") + kIn + "rotate<" + by + ">(_i);");
  }

  void write_contiguous() {
    to_.line("  constexpr int _V = " + std::to_string(v_.vector) +
             ", _U = " + std::to_string(v_.unroll) + ", _E = _V * _U;");
    to_.line(std::string("  constexpr int _B = ") + kIn + "kThreads * _E;");
    to_.line("  const long _start = _block * (long)_B - _loop.shift;");
    to_.line("  const bool _full = _start >= 0 && _start + _B <= _loop.n;");
    const std::string at =
        std::string("_first + _e / _V * (") + kIn + "kThreads * _V) + _e % _V";
    if (!heavy_) {
      to_.line("  if (!_full) {");
      to_.line("#pragma unroll 1");
      to_.line(std::string("    for (int _e = threadIdx.x; _e < _B; _e += ") +
               kIn + "kThreads) {");
      to_.line("      const long _at = _start + _e;");
      to_.line("      if (_at >= 0 && _at < _loop.n)");
      to_.line("        " +
               call(
                   [&](int k) {
                     return "((" + type(k) + "*)_loop.data[" + slot(k) + "])" +
                            (v_.operand[k].access == Access::kOne ? "[0]"
                                                                  : "[_at]");
                   },
                   "_at"));
      to_.line("    }");
      to_.line("  } else {");
    }
    to_.line("  const long _first = _start + threadIdx.x * _V;");
    to_.line("  unsigned _valid = ~0u;");
    if (heavy_) {
      to_.line("  if (!_full) {");
      to_.line("    _valid = 0;");
      to_.line("#pragma unroll");
      to_.line("    for (int _e = 0; _e < _E; ++_e) {");
      to_.line("      const long _at = " + at + ";");
      to_.line("      if (_at >= 0 && _at < _loop.n) _valid |= 1u << _e;");
      to_.line("    }");
      to_.line("  }");
    }
    declare_elements();
    auto move = [&](const char* what, int k) {
      to_.line(std::string("  ") + kIn + what + "_vectors<_V, _U, " +
               (v_.operand[k].access == Access::kVector ? "true" : "false") +
               ">(_loop.data[" + slot(k) + "], _first, _full, _valid, " +
               name(k) + ");");
    };
    auto load = [&](int k) {
      if (v_.operand[k].access == Access::kOne)
        to_.line(std::string("  ") + kIn + "load_one<_E>(_loop.data[" +
                 slot(k) + "], 1, " + name(k) + ");");
      else
        move("load", k);
    };
    for_each_array([&](int k) {
      if (is_read(k)) load(k);
    });
    write_compute(at, load);
    for_each_array([&](int k) {
      if (is_output(k)) move("store", k);
    });
    if (!heavy_) to_.line("  }");
  }

  std::string place(const std::string& which) const {
    return indexed_ || arrays_ > 0 ? which : "0";
  }

  void write_rows() {
    const std::string last = std::to_string(v_.ndim - 1);
    const std::string index = std::to_string(arrays_);
    to_.line("  constexpr int _V = " + std::to_string(v_.vector) +
             ", _U = " + std::to_string(v_.unroll) + ", _E = _V * _U;");
    to_.line("  int _offset[_U][" +
             std::to_string(std::max(1, arrays_ + indexed_)) + "];");
    to_.line("  unsigned _valid = 0;");
    to_.line("#pragma unroll");
    to_.line("  for (int _u = 0; _u < _U; ++_u)");
    to_.line(std::string("    _valid |= ") + kIn +
             "place_vector<_V>(_loop, (_block * _U + _u) * " + kIn +
             "kThreads + threadIdx.x, _offset[_u]) << (_u * _V);");
    declare_elements();
    auto move = [&](const char* what, int k) {
      const Access access = v_.operand[k].access;
      to_.line("#pragma unroll");
      to_.line("  for (int _u = 0; _u < _U; ++_u)");
      const std::string p = "_loop.data[" + slot(k) + "] + _offset[_u][" +
                            std::to_string(v_.operand[k].alike) + "]";
      const std::string valid = "_valid >> (_u * _V) & (~0u >> (32 - _V))";
      if (access == Access::kOne && !is_output(k)) {
        to_.line(std::string("    ") + kIn + "load_one<_V>(" + p + ", " +
                 valid + ", " + name(k) + " + _u * _V);");
        return;
      }
      const bool unit = access == Access::kVector || access == Access::kUnit;
      to_.line(std::string("    ") + kIn + what + "_some<_V, " +
               (access == Access::kVector ? "true" : "false") + ">(" + p +
               ", " +
               (unit ? "sizeof(" + type(k) + ")"
                     : "_loop.strides[" + slot(k) + "][" + last + "]") +
               ", " + valid + ", " + name(k) + " + _u * _V);");
    };
    for_each_array([&](int k) {
      if (is_read(k)) move("load", k);
    });
    write_compute("_loop.index + _offset[_e / _V][" + index +
                      "] + _e % _V * _loop.strides[" + index + "][" + last +
                      "]",
                  [&](int k) { move("load", k); });
    for_each_array([&](int k) {
      if (is_output(k)) move("store", k);
    });
  }

  void write_boxes() {
    to_.line("  unsigned _first;");
    to_.line(std::string("  const auto& _box = ") + kIn +
             "find_box(_loop, _first);");
    to_.line(std::string("  const unsigned _at = (blockIdx.x - _first) * ") +
             kIn + "kThreads + threadIdx.x;");
    to_.line("  if (_at >= _box.size) return;");
    to_.line("  int _offset[" + std::to_string(arrays_) + "];");
    to_.line(std::string("  ") + kIn +
             "place_element(_at, _box.shape, _box.strides, _offset);");
    auto move = [&](const char* what, int k) {
      to_.line(std::string("  ") + kIn + what + "_some<1, false>(_box.data[" +
               slot(k) + "] + _offset[" + slot(k) + "], 0, 1, &" + name(k) +
               ");");
    };
    for_each_array(
        [&](int k) { to_.line("  " + type(k) + " " + name(k) + ";"); });
    for_each_array([&](int k) {
      if (is_read(k)) move("load", k);
    });
    const auto element = [&](int k) { return name(k); };
    if (may_run_again(1)) {
      to_.line("  bool _again = false;");
      to_.line("  " + call(element, "", "_again"));
      to_.line("  if (_again) {");
      load_changed([&](int k) { move("load", k); });
      to_.line("  " + call(element, ""));
      to_.line("  }");
    } else {
      to_.line("  " + call(element, ""));
    }
    for_each_array([&](int k) {
      if (is_output(k)) move("store", k);
    });
  }

  void write_tiles() {
    const std::string x = std::to_string(v_.ndim - 1);
    const std::string y = std::to_string(v_.ndim - 2);
    const std::string index = std::to_string(arrays_);
    to_.line(std::string("  using _Tile = ") + kIn + "Tile<" +
             std::to_string(v_.tile_x) + ", " + std::to_string(v_.tile_y) +
             ">;");
    to_.line("  constexpr int _E = _Tile::E;");
    to_.line("  int _offset[" + std::to_string(arrays_ + indexed_) + "];");
    to_.line("  const _Tile _tile(_loop, _offset);");
    to_.line("  const unsigned _valid = _tile.valid(false);");
    to_.line("  const unsigned _valid_staged = _tile.valid(true);");
    declare_elements();
    int widest = 1;
    auto steps = [&](const std::string& k) {
      return "_loop.strides[" + k + "][" + x + "], _loop.strides[" + k + "][" +
             y + "]";
    };
    for_each_array([&](int k) {
      if (!is_read(k)) return;
      const bool staged = v_.operand[k].access == Access::kStaged;
      if (staged)
        widest = std::max<int>(widest,
                               static_cast<int>(itemsize(v_.operand[k].dtype)));
      to_.line(std::string("  _tile.load<") + (staged ? "true" : "false") +
               ">(_loop.data[" + slot(k) + "] + _offset[" + slot(k) + "], " +
               steps(slot(k)) + ", " + (staged ? "_valid_staged" : "_valid") +
               ", " + name(k) + ");");
    });
    to_.line("  __shared__ uint4 _shared[" +
             std::to_string((v_.tile_x * (v_.tile_y + 4) * widest + 15) / 16) +
             "];");
    for_each_array([&](int k) {
      if (v_.operand[k].access == Access::kStaged)
        to_.line("  _tile.turn(_shared, " + name(k) + ");");
    });
    const std::string step = "_loop.strides[" + index + "][";
    write_compute("_loop.index + _offset[" + index + "] + _Tile::x(_e) * " +
                      step + x + "] + _Tile::y(_e) * " + step + y + "]",
                  [](int) {});
    for_each_array([&](int k) {
      if (is_output(k))
        to_.line("  _tile.store(_loop.data[" + slot(k) + "] + _offset[" +
                 slot(k) + "], " + steps(slot(k)) + ", _valid, " + name(k) +
                 ");");
    });
  }

  // ---- one thread per element ----

  void write_threads() {
    std::string parameters = "const ptrdiff_t _size";
    for (int k = 0; k < d_.parameters.count(); ++k) {
      if (!is_array(k)) continue;
      OperandVariant array = v_.operand[k];
      array.access = Access::kRaw;
      KernelParameter p = d_.parameters.at(k);
      p.name = "_raw_" + p.name;
      parameters += ", " + declaration(p, array, !is_output(k));
    }
    to_.line("extern \"C\" __global__ void " + d_.name + "(" + parameters +
             value_parameters() + ") {");
    write_user(d_.loop_prep, "loop_prep");
    to_.line("  const ptrdiff_t _step = (ptrdiff_t)gridDim.x * blockDim.x;");
    to_.line("#pragma unroll 1");
    to_.line(
        "  for (ptrdiff_t _at = (ptrdiff_t)blockIdx.x * blockDim.x + "
        "threadIdx.x; _at < _size; _at += _step) {");
    // A copy, which the body may change.
    to_.line("    [[maybe_unused]] ptrdiff_t i = _at;");
    if (d_.sets_indexer()) to_.line("    _ind.set(i);");
    for_each_array([&](int k) {
      to_.line(std::string("    ") + (is_output(k) ? "" : "const ") + type(k) +
               "& " + name(k) + " = _raw_" + name(k) + "[i];");
    });
    to_.user(d_.operation, "operation");
    to_.line("    ;");
    to_.line("  }");
    write_user(d_.after_loop, "after_loop");
    to_.line("}");
  }

  // ---- CPU ----

  void write_host() {
    const std::string arrays = std::to_string(arrays_);
    to_.line("extern \"C\" void " + elementwise_symbol(d_, v_) +
             "(void* const* _arguments, long _begin, long _end) {");
    to_.line(std::string("  const ") + kIn + "HostLoop<" + arrays +
             ">& _loop = *(const " + kIn + "HostLoop<" + arrays +
             ">*)_arguments[0];");
    int argument = 1;
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (!is_array(k)) {
        const std::string p =
            declaration(d_.parameters.at(k), v_.operand[k], !is_output(k));
        const std::string t = p.substr(0, p.size() - name(k).size() - 1);
        to_.line("  " + p + " = *(" + t + "*)_arguments[" +
                 std::to_string(argument++) + "];");
      }
    if (d_.uses_indexer()) {
      const std::string t = "CIndexer<" + std::to_string(v_.index_ndim) + ">";
      to_.line("  " + t + " _ind = *(" + t + "*)_arguments[" +
               std::to_string(argument++) + "];");
    }
    write_user(d_.loop_prep, "loop_prep");
    write_operation();
    to_.line(
        "  _loop.run(_begin, _end, [&](char* const* _p, ptrdiff_t _at, "
        "long _n) {");
    for_each_array([&](int k) {
      to_.line("    char* const _p_" + name(k) + " = _p[" + slot(k) + "];");
    });
    // What raw parameters reach may be what other elements write.
    bool raw_output = false;
    for (int k = 0; k < d_.parameters.count(); ++k)
      raw_output = raw_output || (is_output(k) && !is_array(k));
    if (!raw_output && !heavy_) to_.line("#pragma GCC ivdep");
    to_.line("    for (long _j = 0; _j < _n; ++_j)");
    to_.line("      " + call(
                            [&](int k) {
                              const Access access = v_.operand[k].access;
                              std::string p = "_p_" + name(k);
                              if (access == Access::kUnit ||
                                  access == Access::kVector)
                                return "((" + type(k) + "*)" + p + ")[_j]";
                              if (access != Access::kOne)
                                p += " + _j * _loop.inner[" + slot(k) + "]";
                              return "*(" + type(k) + "*)(" + p + ")";
                            },
                            "_at + _j * _loop.inner_index"));
    to_.line("  });");
    write_user(d_.after_loop, "after_loop");
    to_.line("}");
  }

  const ElementwiseDefinition& d_;
  const ElementwiseVariant& v_;
  TextBuilder to_;
  const bool heavy_;
  const bool indexed_;
  int arrays_ = 0;
  int slot_[kMaxParameters] = {};
};

bool any_has_word(const ElementwiseDefinition& d, const char* word) {
  return has_word(d.operation, word) || has_word(d.loop_prep, word) ||
         has_word(d.after_loop, word);
}

}  // namespace

bool ElementwiseDefinition::uses_index() const {
  return has_word(operation, "i");
}

bool ElementwiseDefinition::uses_indexer() const {
  return any_has_word(*this, "_ind");
}

bool ElementwiseDefinition::sets_indexer() const {
  return uses_indexer() && has_word(operation, "get");
}

bool ElementwiseDefinition::needs_threads() const {
  for (const char* word : kThreadWords)
    if (any_has_word(*this, word) || has_word(preamble, word)) return true;
  for (int k = 0; k < parameters.count(); ++k)
    if (!parameters.at(k).raw &&
        takes_address(operation, parameters.at(k).name))
      return true;
  return false;
}

std::string elementwise_symbol(const ElementwiseDefinition& definition,
                               const ElementwiseVariant& variant) {
  const bool loop =
      variant.target == DeviceType::kCpu && variant.kind != LoopKind::kThreads;
  return loop ? "tenorite_" + definition.name : definition.name;
}

KernelSource elementwise_source(const ElementwiseDefinition& definition,
                                const ElementwiseVariant& variant) {
  return ElementwiseText(definition, variant).source();
}

}  // namespace tenorite::jit
