// SPDX-License-Identifier: Apache-2.0
#include "collectives/nccl.h"

#include "core/library.h"

namespace tenorite::collectives {
namespace {

bool load(const DynamicLibrary& library, Nccl& f) {
  library.find(f.comm_revoke, "ncclCommRevoke");
  return library.find(f.get_version, "ncclGetVersion") &&
         library.find(f.get_unique_id, "ncclGetUniqueId") &&
         library.find(f.comm_init, "ncclCommInitRankConfig") &&
         library.find(f.comm_destroy, "ncclCommDestroy") &&
         library.find(f.comm_abort, "ncclCommAbort") &&
         library.find(f.async_error, "ncclCommGetAsyncError") &&
         library.find(f.error_string, "ncclGetErrorString") &&
         library.find(f.last_error, "ncclGetLastError") &&
         library.find(f.group_start, "ncclGroupStart") &&
         library.find(f.group_end, "ncclGroupEnd") &&
         library.find(f.all_reduce, "ncclAllReduce") &&
         library.find(f.reduce, "ncclReduce") &&
         library.find(f.broadcast, "ncclBroadcast") &&
         library.find(f.all_gather, "ncclAllGather") &&
         library.find(f.reduce_scatter, "ncclReduceScatter") &&
         library.find(f.send, "ncclSend") &&
         library.find(f.receive, "ncclRecv");
}

// Both lines of CUDA have files of one name.
constexpr CudaLibrary kNccl = {
    .name = "nccl",
    .title = "NCCL",
    .symbol = "ncclCommInitRankConfig",
    .majors = {2, 2},
    .package = "nccl-cu13",
};

const OpenedLibrary<Nccl>& library() {
  static const OpenedLibrary<Nccl> opened(kNccl, load);
  return opened;
}

}  // namespace

const Nccl& nccl() {
  TENORITE_CHECK(library().found(), RuntimeError,
                 "NCCL was not found; install it with `pip install "
                 "nvidia-nccl-cu13` (CUDA 13) or `pip install "
                 "nvidia-nccl-cu12` (CUDA 12)");
  return library().functions();
}

std::string nccl_file() {
  return library().found() ? library().file().path() : std::string();
}

int nccl_version() {
  int version = 0;
  TENORITE_NCCL_TRY(nccl().get_version(&version));
  return version;
}

void check_nccl(int status, const char* call, NcclComm comm) {
  if (status == static_cast<int>(NcclResult::kSuccess)) [[likely]]
    return;
  const char* detail = nccl().last_error(comm);
  throw NcclError(format("NCCL: %s (%d, %s)%s%s", nccl().error_string(status),
                         status, call, detail && *detail ? ": " : "",
                         detail ? detail : ""));
}

}  // namespace tenorite::collectives
