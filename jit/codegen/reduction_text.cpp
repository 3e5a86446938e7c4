// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen/reduction_text.h"

#include "core/error.h"

namespace tenorite::jit {
namespace {

constexpr const char* kIn = "tenorite::kernel::";

class ReductionText {
 public:
  ReductionText(const ReductionDefinition& definition,
                const ReductionVariant& variant)
      : d_(definition),
        v_(variant),
        to_(definition.name),
        nin_(static_cast<int>(definition.parameters.in.size())),
        cuda_(variant.target == DeviceType::kCuda),
        heavy_(is_heavy(definition.map) || is_heavy(definition.reduce)),
        positions_(definition.uses_position()) {
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (is_array(k)) {
        slot_[k] = arrays_++;
        if (k < nin_) ++inputs_;
      }
  }

  KernelSource source() {
    const std::string preamble = include_prelude(
        to_, v_.target, d_.all_text(), d_.preamble, d_.parameters, v_.operand,
        uses("_in_ind") || uses("_out_ind"));
    if (cuda_) to_.line("#include \"jit/prelude/kernels/vectors.h\"");
    to_.line("#include \"jit/prelude/kernels/reduction.h\"");
    define_placeholders(to_, d_.parameters, v_.operand);
    if (!preamble.empty()) to_.user(preamble, "preamble");
    to_.line("typedef " + d_.reduce_type + " _type_reduce;");
    to_.line(std::string("typedef ") + kIn + "Folded<_type_reduce, " +
             (d_.identity.empty() ? "false" : "true") + "> _Part;");
    to_.line(std::string("typedef ") + kIn + "Reduce<" +
             std::to_string(inputs_) + ", " +
             std::to_string(arrays_ - inputs_) + ", " +
             std::to_string(v_.kept) + ", " + std::to_string(v_.reduced) +
             "> _Arguments;");
    to_.line(std::string("extern \"C\" ") + (cuda_ ? "__device__ " : "") +
             "int " + d_.name + "_size = sizeof(_Part);");
    if (cuda_) {
      write_device();
    } else {
      write_host();
    }
    KernelSource source = make_source(d_.name, to_, d_.options, d_.origin);
    if (!cuda_) refuse_exceptions(source);
    return source;
  }

 private:
  bool uses(const char* word) const { return has_word(d_.all_text(), word); }
  bool is_array(int k) const {
    return v_.operand[k].access != Access::kValue &&
           v_.operand[k].access != Access::kRaw;
  }
  bool is_input(int k) const { return k < nin_; }
  const std::string& name(int k) const { return d_.parameters.at(k).name; }
  std::string type(int k) const { return d_.parameters.at(k).type(); }
  std::string slot(int k) const { return std::to_string(slot_[k]); }
  const char* wide() const { return v_.wide ? "true" : "false"; }
  template <class F>
  void for_each_input(F f) {
    for (int k = 0; k < nin_; ++k)
      if (is_array(k)) f(k);
  }
  template <class F>
  void for_each_output(F f) {
    for (int k = nin_; k < d_.parameters.count(); ++k)
      if (is_array(k)) f(k);
  }

  void write_expression(const std::string& text, const char* what) {
    to_.user(text, what);
  }

  // What a user wrote, as functions.
  void write_functions(bool maps) {
    to_.line(
        "  const auto _combine = [&](const _type_reduce& a, const "
        "_type_reduce& b) -> _type_reduce {");
    to_.line("    return (");
    write_expression(d_.reduce, "reduce_expr");
    to_.line("    ); };");
    if (maps) {
      std::string parameters;
      for_each_input([&](int k) {
        parameters += "const " + type(k) + "& " + name(k) + ", ";
      });
      to_.line("  const auto _map = [&](" + parameters +
               "const ptrdiff_t _J) -> _type_reduce {");
      to_.line("    return static_cast<_type_reduce>(");
      write_expression(d_.map, "map_expr");
      to_.line("    ); };");
    }
    to_.line("  const auto _start = [&]() -> _Part {");
    to_.line("    return {_type_reduce(");
    if (!d_.identity.empty()) write_expression(d_.identity, "identity");
    to_.line(d_.identity.empty() ? "    ), false}; };" : "    )}; };");
    to_.line("  const auto _post = [&](_type_reduce a, const long* _at) {");
    for_each_output([&](int k) {
      to_.line("    " + type(k) + "& " + name(k) + " = *(" + type(k) +
               "*)(_r.data[" + slot(k) + "] + _at[" + slot(k) + "]);");
    });
    const std::string index = std::to_string(arrays_);
    if (d_.uses_output()) {
      to_.line("    const ptrdiff_t _i = _at[" + index + "];");
      if (uses("_out_ind")) to_.line("    _out_ind.set(_i);");
    }
    if (!d_.post_map.empty()) write_expression(d_.post_map, "post_map_expr");
    to_.line("    ; };");
    to_.line("  long _at[" + std::to_string(arrays_ + 1) + "];");
  }

  // Parameters after the first one, with a comma before each.
  template <class F>
  void for_each_value(F f) const {
    for (int k = 0; k < d_.parameters.count(); ++k)
      if (!is_array(k))
        f(declaration(d_.parameters.at(k), v_.operand[k], k < nin_), name(k));
    if (uses("_in_ind"))
      f("CIndexer<" + std::to_string(v_.in_ndim) + "> _in_ind",
        std::string("_in_ind"));
    if (uses("_out_ind"))
      f("CIndexer<" + std::to_string(v_.out_ndim) + "> _out_ind",
        std::string("_out_ind"));
  }

  // A call of the map for element `element`.
  std::string map_call(const std::string& element,
                       const std::string& position) {
    std::string text = "_map(";
    for_each_input([&](int k) { text += name(k) + "[" + element + "], "; });
    return text + position + ")";
  }

  // ---- CUDA ----

  void begin_kernel(const std::string& symbol) {
    to_.line("extern \"C\" __global__ void __launch_bounds__(256) " + symbol +
             "(");
    std::string parameters = "    const __grid_constant__ _Arguments _r";
    for_each_value([&](const std::string& text, const std::string&) {
      parameters += ", " + text;
    });
    to_.line(parameters + ") {");
  }

  void write_device() {
    begin_kernel(d_.name);
    write_functions(true);
    to_.line("  constexpr int _V = " + std::to_string(v_.vector) +
             ", _K = " + std::to_string(v_.loads) + ", _E = _V * _K;");
    to_.line("  const long _begin = blockIdx.y * _r.chunk;");
    to_.line("  const long _end = min(_begin + _r.chunk, _r.units);");
    to_.line("  const int _lanes = 1 << (int)_r.lanes_log2;");
    to_.line("  const int _slots = 256 >> (int)_r.lanes_log2;");
    if (v_.kind == FoldKind::kRows)
      write_rows();
    else
      write_columns();
    to_.line("}");
    begin_kernel(d_.name + "_merge");
    write_functions(false);
    write_merge();
    to_.line("}");
  }

  // Loads one unit, element `first` on; `some` are the bits of what exists.
  void write_loads(const std::string& first, const std::string& some,
                   const char* steps) {
    for_each_input([&](int k) {
      const Access access = v_.operand[k].access;
      const std::string p = "_r.data[" + slot(k) + "] + _at[" + slot(k) +
                            "] + _off[" + slot(k) + "]";
      if (access == Access::kOne) {
        to_.line(std::string("        ") + kIn + "load_one<_V>(" + p + ", " +
                 some + ", " + name(k) + " + " + first + ");");
        return;
      }
      const bool unit = access == Access::kVector || access == Access::kUnit;
      to_.line(std::string("        ") + kIn + "load_some<_V, " +
               (access == Access::kVector ? "true" : "false") + ">(" + p +
               ", " +
               (unit ? "sizeof(" + type(k) + ")"
                     : std::string("(int)_r.") + steps + "[" + slot(k) + "][" +
                           last(steps) + "]") +
               ", " + some + ", " + name(k) + " + " + first + ");");
    });
  }
  std::string last(const char* steps) const {
    return std::to_string((steps[0] == 'k' ? v_.kept : v_.reduced) - 1);
  }
  void declare_elements() {
    for_each_input(
        [&](int k) { to_.line("      " + type(k) + " " + name(k) + "[_E];"); });
  }
  void rotate(const std::string& what) {
    to_.line(std::string("        ") + kIn + "rotate<_S>(" + what + ");");
  }

  void write_rows() {
    const std::string inputs = std::to_string(inputs_);
    to_.line("  const int _lane = threadIdx.x & (_lanes - 1);");
    to_.line(
        "  const long _group = (long)blockIdx.x * _slots + "
        "(threadIdx.x >> (int)_r.lanes_log2);");
    to_.line("  _Part _s = _start();");
    to_.line("  if (_group < _r.groups) {");
    to_.line(std::string("    ") + kIn + "place_output<" + wide() +
             ">(_r, _group, _at);");
    to_.line("#pragma unroll 1");
    to_.line(
        "    for (long _u = _begin + _lane; _u < _end; _u += _K * _lanes) {");
    declare_elements();
    if (positions_) to_.line("      ptrdiff_t _j[_E];");
    to_.line("      unsigned _valid = 0;");
    to_.line("#pragma unroll");
    to_.line("      for (int _k = 0; _k < _K; ++_k) {");
    to_.line("        long _off[" + std::to_string(inputs_ + 1) + "];");
    to_.line("        const long _unit = _u + _k * _lanes;");
    to_.line("        unsigned _some = 0;");
    to_.line(std::string("        if (_unit < _end) _some = ") + kIn +
             "place_unit<_V, " + wide() + ">(_r, _unit, _off);");
    to_.line("        _valid |= _some << (_k * _V);");
    write_loads("_k * _V", "_some", "reduced");
    if (positions_) {
      to_.line("#pragma unroll");
      to_.line(
          "        for (int _v = 0; _v < _V; ++_v) _j[_k * _V + _v] = _off[" +
          inputs + "] + _v * _r.reduced[" + inputs + "][" + last("reduced") +
          "];");
    }
    to_.line("      }");
    to_.line(std::string("      constexpr int _S = ") +
             (heavy_ ? "_E < 2 ? _E : 2;" : "_E;"));
    to_.line(heavy_ ? "#pragma unroll 1" : "#pragma unroll");
    to_.line("      for (int _e = 0; _e < _E; _e += _S) {");
    to_.line("#pragma unroll");
    to_.line("        for (int _x = 0; _x < _S; ++_x)");
    to_.line("          if (_valid >> (_e + _x) & 1) _s.take(" +
             map_call("_x", positions_ ? "_j[_x]" : "0") + ", _combine);");
    for_each_input([&](int k) { rotate(name(k)); });
    if (positions_) rotate("_j");
    to_.line("      }");
    to_.line("    }");
    to_.line("  }");
    to_.line(std::string("  ") + kIn + "combine_lanes(_s, _lanes, _combine);");
    to_.line("  if (_lane != 0 || _group >= _r.groups) return;");
    to_.line("  if (_r.splits == 1)");
    to_.line("    _post(_s.value, _at);");
    to_.line("  else");
    to_.line(
        "    ((_Part*)_r.partials)[_group * _r.splits + blockIdx.y] = _s;");
  }

  void write_columns() {
    to_.line("  const int _slot = threadIdx.x & (_slots - 1);");
    to_.line("  const int _lane = threadIdx.x >> (8 - (int)_r.lanes_log2);");
    to_.line("  const long _first = (long)blockIdx.x * _slots;");
    to_.line("  _Part _s[_V];");
    to_.line("#pragma unroll");
    to_.line("  for (int _v = 0; _v < _V; ++_v) _s[_v] = _start();");
    to_.line("  long _output;");
    to_.line("  if (_first + _slot < _r.groups) {");
    to_.line(std::string("    const int _width = ") + kIn +
             "place_outputs<_V, " + wide() +
             ">(_r, _first + _slot, _at, _output);");
    to_.line("#pragma unroll 1");
    to_.line(
        "    for (long _u = _begin + _lane; _u < _end; _u += _K * _lanes) {");
    declare_elements();
    to_.line("      ptrdiff_t _j[_K];");
    to_.line("#pragma unroll");
    to_.line("      for (int _k = 0; _k < _K; ++_k) {");
    to_.line("        long _off[" + std::to_string(inputs_ + 1) + "];");
    to_.line("        const long _unit = _u + _k * _lanes;");
    to_.line("        unsigned _some = 0;");
    to_.line("        if (_unit < _end) {");
    to_.line(std::string("          ") + kIn + "place_position<" + wide() +
             ">(_r, _unit, _off);");
    to_.line("          _some = ~0u >> (32 - _width);");
    to_.line("        }");
    write_loads("_k * _V", "_some", "kept");
    to_.line("        _j[_k] = _off[" + std::to_string(inputs_) + "];");
    to_.line("      }");
    to_.line("#pragma unroll");
    to_.line("      for (int _k = 0; _k < _K; ++_k)");
    to_.line("        if (_u + _k * _lanes < _end)");
    to_.line("#pragma unroll");
    to_.line("          for (int _v = 0; _v < _V; ++_v)");
    to_.line("            if (_v < _width) _s[_v].take(" +
             map_call("_k * _V + _v", "_j[_k]") + ", _combine);");
    to_.line("    }");
    to_.line("  }");
    to_.line(
        "  alignas(16) __shared__ unsigned char _bytes[256 * _V * "
        "sizeof(_Part)];");
    to_.line("  _Part* _stage = (_Part*)_bytes;");
    to_.line("#pragma unroll");
    to_.line("  for (int _v = 0; _v < _V; ++_v)");
    to_.line("    _stage[(int)threadIdx.x * _V + _v] = _s[_v];");
    to_.line(std::string("  ") + kIn +
             "combine_parts(_stage, _slots * _V, _lanes, _combine);");
    to_.line("#pragma unroll 1");
    to_.line("  for (int _o = threadIdx.x; _o < _slots * _V; _o += 256) {");
    to_.line("    if (_first + _o / _V >= _r.groups) break;");
    to_.line(std::string("    const int _width = ") + kIn +
             "place_outputs<_V, " + wide() +
             ">(_r, _first + _o / _V, _at, _output);");
    to_.line("    const int _v = _o % _V;");
    to_.line("    if (_v >= _width) continue;");
    to_.line("    for (int _k = " + std::to_string(inputs_) +
             "; _k <= " + std::to_string(arrays_) +
             "; ++_k) _at[_k] += _v * _r.kept[_k][" + last("kept") + "];");
    to_.line("    if (_r.splits == 1)");
    to_.line("      _post(_stage[_o].value, _at);");
    to_.line("    else");
    to_.line(
        "      ((_Part*)_r.partials)[(_output + _v) * _r.splits + blockIdx.y] "
        "= _stage[_o];");
    to_.line("  }");
  }

  void write_merge() {
    to_.line("  const int _lanes = 1 << (int)_r.lanes_log2;");
    to_.line("  const int _lane = threadIdx.x & (_lanes - 1);");
    to_.line(
        "  const long _output = (long)blockIdx.x * (256 >> "
        "(int)_r.lanes_log2) + (threadIdx.x >> (int)_r.lanes_log2);");
    to_.line("  _Part _s = _start();");
    to_.line("  if (_output < _r.outputs)");
    to_.line("#pragma unroll 1");
    to_.line("    for (long _u = _lane; _u < _r.splits; _u += _lanes)");
    to_.line(
        "      _s.merge(((const _Part*)_r.partials)[_output * _r.splits + _u], "
        "_combine);");
    to_.line(std::string("  ") + kIn + "combine_lanes(_s, _lanes, _combine);");
    to_.line("  if (_lane != 0 || _output >= _r.outputs) return;");
    to_.line(std::string("  ") + kIn + "place_output<" + wide() +
             ">(_r, _output, _at);");
    to_.line("  _post(_s.value, _at);");
  }

  // ---- CPU ----

  void begin_host(const std::string& symbol) {
    to_.line("extern \"C\" void " + symbol +
             "(void* const* _arguments, long _begin, long _end) {");
    to_.line("  const _Arguments& _r = *(const _Arguments*)_arguments[0];");
    int argument = 1;
    for_each_value([&](const std::string& text, const std::string& named) {
      const std::string t = text.substr(0, text.size() - named.size() - 1);
      to_.line("  " + text + " = *(" + t + "*)_arguments[" +
               std::to_string(argument++) + "];");
    });
  }

  // An input's element `j` steps after _p_NAME.
  std::string host_element(int k, const char* steps) const {
    const Access access = v_.operand[k].access;
    if (access == Access::kUnit)
      return "((const " + type(k) + "*)_p_" + name(k) + ")[_j]";
    if (access == Access::kOne) return "*(const " + type(k) + "*)_p_" + name(k);
    return "*(const " + type(k) + "*)(_p_" + name(k) + " + _j * _r." + steps +
           "[" + slot(k) + "][" + last(steps) + "])";
  }
  std::string host_map(const char* steps, const std::string& position) {
    std::string text = "_map(";
    for_each_input([&](int k) { text += host_element(k, steps) + ", "; });
    return text + position + ")";
  }
  void host_pointers() {
    for_each_input([&](int k) {
      to_.line("      const char* const _p_" + name(k) + " = _r.data[" +
               slot(k) + "] + _at[" + slot(k) + "] + _off[" + slot(k) + "];");
    });
  }
  void host_emit(const std::string& part, const std::string& output) {
    to_.line("    if (_r.splits == 1)");
    to_.line("      _post(" + part + ".value, _at);");
    to_.line("    else");
    to_.line("      ((_Part*)_r.partials)[(" + output +
             ") * _r.splits + _split] = " + part + ";");
  }

  // Tasks are groups times splits.
  void write_host() {
    const std::string inputs = std::to_string(inputs_);
    begin_host("tenorite_" + d_.name);
    write_functions(true);
    to_.line("  for (long _task = _begin; _task < _end; ++_task) {");
    to_.line(
        "    const long _group = _task / _r.splits, _split = _task % "
        "_r.splits;");
    to_.line("    long _u = _split * _r.chunk;");
    to_.line(
        "    const long _last = _u + _r.chunk < _r.units ? _u + _r.chunk : "
        "_r.units;");
    to_.line("    long _off[" + std::to_string(inputs_ + 1) + "];");
    if (v_.kind == FoldKind::kRows) {
      to_.line(std::string("    ") + kIn +
               "place_output<true>(_r, _group, _at);");
      to_.line(std::string("    ") + kIn + "FoldedRow<_type_reduce, " +
               (d_.identity.empty() ? "false" : "true") + "> _row;");
      to_.line("    for (auto& _lane : _row.lane) _lane = _start();");
      to_.line("    while (_u < _last) {");
      to_.line(std::string("      ") + kIn +
               "place_position<true>(_r, _u, _off);");
      to_.line("      const long _left = _r.run - _u % _r.run;");
      to_.line(
          "      const long _n = _left < _last - _u ? _left : _last - _u;");
      host_pointers();
      to_.line("      const ptrdiff_t _first = _off[" + inputs + "];");
      to_.line("      _row.take(_n, [&](long _j) {");
      to_.line("        return " +
               host_map("reduced", "_first + _j * _r.reduced[" + inputs + "][" +
                                       last("reduced") + "]") +
               ";");
      to_.line("      }, _combine);");
      to_.line("      _u += _n;");
      to_.line("    }");
      to_.line("    const _Part _s = _row.result(_combine);");
      host_emit("_s", "_group");
    } else {
      to_.line("    constexpr int _V = " + std::to_string(v_.vector) + ";");
      to_.line("    long _output;");
      to_.line(std::string("    const int _width = ") + kIn +
               "place_outputs<_V, true>(_r, _group, _at, _output);");
      to_.line("    _Part _s[_V];");
      to_.line("    for (int _j = 0; _j < _width; ++_j) _s[_j] = _start();");
      if (d_.identity.empty()) {
        to_.line("    if (_u < _last) {");
        to_.line(std::string("      ") + kIn +
                 "place_position<true>(_r, _u++, _off);");
        host_pointers();
        to_.line("      for (int _j = 0; _j < _width; ++_j)");
        to_.line("        _s[_j] = {" +
                 host_map("kept", "_off[" + inputs + "]") + ", true};");
        to_.line("    }");
      }
      to_.line("    for (; _u < _last; ++_u) {");
      to_.line(std::string("      ") + kIn +
               "place_position<true>(_r, _u, _off);");
      host_pointers();
      to_.line("#pragma GCC ivdep");
      to_.line("      for (int _j = 0; _j < _width; ++_j)");
      to_.line("        _s[_j].value = _combine(_s[_j].value, " +
               host_map("kept", "_off[" + inputs + "]") + ");");
      to_.line("    }");
      to_.line("    for (int _j = 0; _j < _width; ++_j) {");
      host_emit("_s[_j]", "_output + _j");
      to_.line("    for (int _k = " + inputs +
               "; _k <= " + std::to_string(arrays_) +
               "; ++_k) _at[_k] += _r.kept[_k][" + last("kept") + "];");
      to_.line("    }");
    }
    to_.line("  }");
    to_.line("}");
    begin_host("tenorite_" + d_.name + "_merge");
    write_functions(false);
    to_.line("  for (long _output = _begin; _output < _end; ++_output) {");
    to_.line(
        "    const _Part* _parts = (const _Part*)_r.partials + _output * "
        "_r.splits;");
    to_.line("    _Part _s = _parts[0];");
    to_.line(
        "    for (long _u = 1; _u < _r.splits; ++_u) _s.merge(_parts[_u], "
        "_combine);");
    to_.line(std::string("    ") + kIn +
             "place_output<true>(_r, _output, _at);");
    to_.line("    _post(_s.value, _at);");
    to_.line("  }");
    to_.line("}");
  }

  const ReductionDefinition& d_;
  const ReductionVariant& v_;
  TextBuilder to_;
  const int nin_;
  const bool cuda_, heavy_, positions_;
  int arrays_ = 0, inputs_ = 0;
  int slot_[kMaxParameters] = {};
};

}  // namespace

std::string ReductionDefinition::all_text() const {
  return map + " " + reduce + " " + post_map + " " + identity + " " + preamble +
         " " + reduce_type;
}

bool ReductionDefinition::uses_position() const { return has_word(map, "_J"); }

bool ReductionDefinition::uses_output() const {
  return has_word(post_map, "_i") ||
         (has_word(post_map, "_out_ind") && has_word(post_map, "get"));
}

KernelSource reduction_source(const ReductionDefinition& definition,
                              const ReductionVariant& variant) {
  return ReductionText(definition, variant).source();
}

}  // namespace tenorite::jit
