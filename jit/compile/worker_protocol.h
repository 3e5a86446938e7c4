// SPDX-License-Identifier: Apache-2.0
// What goes between this process and the one in which NVRTC runs: a length of
// 8 bytes, then that many bytes. The first message is the worker's process id.
#pragma once

#include "jit/compile/nvrtc_library.h"
#include "jit/compile/packing.h"

namespace tenorite::jit {

// Of address space; a compilation takes a tenth of that.
inline constexpr uint64_t kWorkerMemoryBytes = uint64_t{8} << 30;

struct WorkerRequest {
  std::string library;  // a file, or a name for the loader
  bool compile = false;
  NvrtcJob job;
};

struct WorkerReply {
  bool found = false;  // the library
  std::string path;
  uint64_t major = 0, minor = 0;
  std::vector<std::string> archs;
  NvrtcResult result;
};

inline std::string pack(const WorkerRequest& r) {
  return Packer()
      .put(std::string_view(r.library))
      .put(uint64_t{r.compile})
      .put(std::string_view(r.job.name))
      .put(std::string_view(r.job.text))
      .put(r.job.options)
      .put(r.job.names)
      .put(uint64_t{r.job.ptx})
      .bytes;
}

inline bool unpack(std::string_view bytes, WorkerRequest* r) {
  Unpacker from(bytes);
  uint64_t compile, ptx;
  bool ok = from.take(&r->library) && from.take(&compile) &&
            from.take(&r->job.name) && from.take(&r->job.text) &&
            from.take(&r->job.options) && from.take(&r->job.names) &&
            from.take(&ptx) && from.done();
  if (!ok) return false;
  r->compile = compile;
  r->job.ptx = ptx;
  return true;
}

inline std::string pack(const WorkerReply& r) {
  return Packer()
      .put(uint64_t{r.found})
      .put(std::string_view(r.path))
      .put(r.major)
      .put(r.minor)
      .put(r.archs)
      .put(uint64_t{r.result.ok})
      .put(std::string_view(r.result.log))
      .put(std::string_view(r.result.code))
      .put(r.result.symbols)
      .bytes;
}

inline bool unpack(std::string_view bytes, WorkerReply* r) {
  Unpacker from(bytes);
  uint64_t found, ok;
  bool complete = from.take(&found) && from.take(&r->path) &&
                  from.take(&r->major) && from.take(&r->minor) &&
                  from.take(&r->archs) && from.take(&ok) &&
                  from.take(&r->result.log) && from.take(&r->result.code) &&
                  from.take(&r->result.symbols) && from.done();
  if (!complete) return false;
  r->found = found;
  r->result.ok = ok;
  return true;
}

}  // namespace tenorite::jit
