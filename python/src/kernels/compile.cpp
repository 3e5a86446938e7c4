// SPDX-License-Identifier: Apache-2.0
#include "python/src/kernels/compile.h"

#include <pybind11/stl.h>

#include "jit/compile/backends.h"
#include "jit/compile/compile_error.h"
#include "jit/compile/embedded.h"
#include "jit/compile/kernel_cache.h"
#include "jit/emulator/host_rewriter.h"
#include "python/src/array/init.h"
#include "python/src/array/object.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

// Both live as long as the process.
std::string* g_package_folder;
PyObject* g_locate;

// Text that may not be UTF-8, as compilers quote what they were given.
py::object to_text(const std::string& bytes) {
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

std::optional<jit::Place> locate(const std::string& text,
                                 const jit::Place& place,
                                 const jit::Origin& origin) {
  py::gil_scoped_acquire gil;
  try {
    py::object found = py::reinterpret_borrow<py::object>(g_locate)(
        to_text(text), to_text(place.file), place.line, place.column,
        to_text(origin.file), origin.line);
    auto [file, line, column] = found.cast<std::tuple<std::string, int, int>>();
    return jit::Place{file, line, column};
  } catch (const std::exception&) {  // a better place is not worth an error
    PyErr_Clear();
    return {};
  }
}

PyObject* g_watch;

// Calls what was registered; a program goes on whatever becomes of it.
void watch_compilation(const char* kernel, bool begins) {
  if (!Py_IsInitialized() || is_finalizing()) return;
  py::gil_scoped_acquire gil;
  const py::error_scope pending;  // of an interrupt, say
  try {
    py::reinterpret_borrow<py::object>(g_watch)(to_text(kernel), begins);
  } catch (const std::exception&) {
    PyErr_Clear();
  }
}

// None: nobody watches any more.
void set_compile_watch(const py::object& watch) {
  jit::set_compile_watch(nullptr);
  if (watch.is_none()) return;
  g_watch = py::object(watch).release().ptr();  // a call may be under way
  jit::set_compile_watch(watch_compilation);
}

void set_up(const std::string& package_folder, const std::string& python,
            const std::string& version, const std::vector<std::string>& nvcc,
            const py::object& locator) {
  g_package_folder = new std::string(package_folder + "/");
  g_locate = py::object(locator).release().ptr();
  jit::set_nvcc_paths(nvcc);
  jit::set_python_program(python);
  jit::set_library_version(version);
  jit::set_text_locator(locate);
}

// A text with kernels is CUDA's dialect, as RawKernel takes it; any other is
// for the compiler alone.
jit::KernelSource in_dialect(const jit::KernelSource& source,
                             const jit::Target& target) {
  if (source.text.find("__global__") == source.text.npos) return source;
  if (target.type == DeviceType::kCpu)
    return jit::raw_host_source(source, source.names, false);
  if (source.backend == jit::Backend::kNvcc) return source;
  return jit::raw_cuda_source(source);
}

jit::KernelSource to_source(const std::string& name, const std::string& text,
                            const std::vector<std::string>& options,
                            const std::vector<std::string>& names,
                            const jit::Target& target, bool ptx, bool nvcc) {
  jit::KernelSource source;
  source.name = name;
  source.text = text;
  source.options = options;
  source.names = names;
  if (ptx) source.output = jit::Output::kPtx;
  if (nvcc) source.backend = jit::Backend::kNvcc;
  source.origin = caller_origin();
  source.files[name] = text;
  return in_dialect(source, target);
}

py::dict compile(const std::string& name, const py::bytes& text,
                 const std::string& target,
                 const std::vector<std::string>& options,
                 const std::vector<std::string>& names, bool ptx, bool nvcc) {
  static constexpr const char* kKinds[] = {"cubin", "ptx", "so"};
  jit::Target parsed = jit::parse_target(target);
  jit::KernelSource source =
      to_source(name, text, options, names, parsed, ptx, nvcc);
  jit::ArtifactPtr artifact;
  {
    WithoutGil without_gil(true);
    artifact = jit::compile(source, parsed);
  }
  py::dict result;
  result["kind"] = kKinds[static_cast<int>(artifact->kind)];
  result["code"] = py::bytes(artifact->code);
  result["symbols"] = artifact->symbols;
  result["log"] = to_text(artifact->log);
  return result;
}

// What the compiler would be given.
py::object expand(const std::string& name, const py::bytes& text,
                  const std::string& target,
                  const std::vector<std::string>& names, bool nvcc) {
  jit::KernelSource source =
      to_source(name, text, {}, names, jit::parse_target(target), false, nvcc);
  return to_text(jit::paste_embedded(source.text, source.name));
}

py::dict cache_info() {
  jit::DiskCache::Info disk;
  jit::CompileCounts counts;
  {
    WithoutGil without_gil(true);
    disk = jit::disk_cache().info();
    counts = jit::compile_counts();
  }
  static constexpr const char* kModes[] = {"off", "ro", "on"};
  py::dict result;
  result["dir"] = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeFSDefault(disk.folder.c_str()));
  result["mode"] = kModes[static_cast<int>(disk.mode)];
  result["trouble"] = to_text(disk.trouble);
  result["entries"] = disk.entries;
  result["bytes"] = disk.bytes;
  result["limit"] = disk.limit_bytes;
  result["memory_entries"] = counts.entries;
  result["memory_bytes"] = counts.bytes;
  result["memory_hits"] = counts.memory_hits;
  result["disk_hits"] = counts.disk_hits;
  result["compiled"] = counts.compiled;
  result["rejected"] = disk.rejected;
  return result;
}

// Of this process, without a look at the disk.
py::dict cache_counts() {
  const jit::CompileCounts counts = jit::compile_counts();
  py::dict result;
  result["disk_hits"] = counts.disk_hits;
  result["compiled"] = counts.compiled;
  return result;
}

void clear_cache() {
  WithoutGil without_gil(true);
  jit::clear_compiled();
  jit::disk_cache().clear();
}

}  // namespace

jit::Origin caller_origin() {
  PyFrameObject* frame = PyEval_GetFrame();
  Py_XINCREF(frame);
  jit::Origin origin;
  while (frame) {
    Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
    const char* file = PyUnicode_AsUTF8(
        reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
    if (!file) PyErr_Clear();
    bool ours = file && g_package_folder &&
                std::string_view(file).starts_with(*g_package_folder);
    if (!ours) {
      origin.file = file ? file : "";
      origin.line = PyFrame_GetLineNumber(frame);
      Py_DECREF(frame);
      break;
    }
    PyFrameObject* back = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    frame = back;
  }
  return origin;
}

TENORITE_BINDINGS(compile, m) {
  m.def("set_up_compilers", set_up, py::kw_only(), py::arg("package_folder"),
        py::arg("python"), py::arg("version"), py::arg("nvcc"),
        py::arg("locate"));
  m.def("set_compile_watch", set_compile_watch);
  m.def("compile_kernel", compile);
  m.def("expand_kernel", expand);
  m.def("nvrtc_version", [] {
    jit::NvrtcInfo info;
    {
      WithoutGil without_gil(true);
      info = jit::nvrtc_info();
    }
    return py::make_tuple(info.major, info.minor, info.archs);
  });
  m.def("target_of", [](const py::object& device) {
    return jit::to_string(jit::target_of(to_device(device.ptr())));
  });
  m.def("kernel_cache_info", cache_info);
  m.def("kernel_cache_counts", cache_counts);
  m.def("kernel_cache_clear", clear_cache);
  // That in memory alone: the next compilation looks at the disk.
  m.def("kernel_cache_forget", jit::clear_compiled);
}

}  // namespace tenorite::python
