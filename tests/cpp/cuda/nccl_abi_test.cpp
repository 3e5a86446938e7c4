// SPDX-License-Identifier: Apache-2.0
//
// What collectives/nccl.h declares of NCCL, beside NVIDIA's header where that
// is found.
#if __has_include(<nccl.h>)
#include <nccl.h>

#include <cstddef>

#include "collectives/nccl.h"
#include "core/cuda/abi_check.h"

namespace tenorite::collectives {
namespace {

using cuda::SameCall;

// A struct that is passed by value, which both sides have of their own.
template <class T>
struct SameStruct {
  using type = T;
};
template <>
struct SameStruct<ncclUniqueId> {
  using type = NcclId;
};
template <class F>
struct WithOurId;
template <class R, class... A>
struct WithOurId<R (*)(A...)> {
  using type = R (*)(typename SameStruct<A>::type...);
};

#define TENORITE_NCCL_SAME(ours, theirs)       \
  static_assert(SameCall<decltype(Nccl::ours), \
                         WithOurId<decltype(&::theirs)>::type>::value)
TENORITE_NCCL_SAME(get_version, ncclGetVersion);
TENORITE_NCCL_SAME(get_unique_id, ncclGetUniqueId);
TENORITE_NCCL_SAME(comm_init, ncclCommInitRankConfig);
TENORITE_NCCL_SAME(comm_destroy, ncclCommDestroy);
TENORITE_NCCL_SAME(comm_abort, ncclCommAbort);
TENORITE_NCCL_SAME(error_string, ncclGetErrorString);
TENORITE_NCCL_SAME(last_error, ncclGetLastError);
TENORITE_NCCL_SAME(group_start, ncclGroupStart);
TENORITE_NCCL_SAME(group_end, ncclGroupEnd);
TENORITE_NCCL_SAME(all_reduce, ncclAllReduce);
TENORITE_NCCL_SAME(reduce, ncclReduce);
TENORITE_NCCL_SAME(broadcast, ncclBroadcast);
TENORITE_NCCL_SAME(all_gather, ncclAllGather);
TENORITE_NCCL_SAME(reduce_scatter, ncclReduceScatter);
TENORITE_NCCL_SAME(send, ncclSend);
TENORITE_NCCL_SAME(receive, ncclRecv);
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 29, 0)
TENORITE_NCCL_SAME(comm_revoke, ncclCommRevoke);
#endif
#undef TENORITE_NCCL_SAME

// The status comes through a pointer to an enumeration.
static_assert(sizeof(ncclResult_t) == sizeof(int));
static_assert(sizeof(ncclUniqueId) == sizeof(NcclId));
static_assert(offsetof(ncclConfig_t, magic) == offsetof(NcclConfig, magic));
static_assert(offsetof(ncclConfig_t, version) == offsetof(NcclConfig, version));
static_assert(offsetof(ncclConfig_t, blocking) ==
              offsetof(NcclConfig, blocking));
static_assert(sizeof(NcclConfig) <= sizeof(ncclConfig_t));
static_assert(NcclConfig().version == NCCL_VERSION(2, 14, 0));

static_assert(static_cast<int>(NcclResult::kSuccess) == ncclSuccess);
static_assert(static_cast<int>(NcclResult::kInProgress) == ncclInProgress);
static_assert(static_cast<int>(NcclOp::kSum) == ncclSum);
static_assert(static_cast<int>(NcclOp::kProd) == ncclProd);
static_assert(static_cast<int>(NcclOp::kMax) == ncclMax);
static_assert(static_cast<int>(NcclOp::kMin) == ncclMin);
static_assert(static_cast<int>(NcclType::kInt8) == ncclInt8);
static_assert(static_cast<int>(NcclType::kUint8) == ncclUint8);
static_assert(static_cast<int>(NcclType::kInt32) == ncclInt32);
static_assert(static_cast<int>(NcclType::kUint32) == ncclUint32);
static_assert(static_cast<int>(NcclType::kInt64) == ncclInt64);
static_assert(static_cast<int>(NcclType::kUint64) == ncclUint64);
static_assert(static_cast<int>(NcclType::kFloat16) == ncclFloat16);
static_assert(static_cast<int>(NcclType::kFloat32) == ncclFloat32);
static_assert(static_cast<int>(NcclType::kFloat64) == ncclFloat64);

}  // namespace
}  // namespace tenorite::collectives
#endif
