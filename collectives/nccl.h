// SPDX-License-Identifier: Apache-2.0
// NCCL, opened at run time. Declares the little of it that is used, so that
// building needs none of its headers; no CUDA header is needed either, since
// streams are pointers here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "collectives/job.h"

namespace tenorite::collectives {

using NcclComm = void*;
using NcclStream = void*;

struct NcclId {
  char bytes[128];
};

// Of ncclConfig_t what every version since 2.14 has: the library takes `size`
// and `version` to tell which fields it was given, and its defaults for others.
struct NcclConfig {
  size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef;
  unsigned version = 21400;
  int blocking = 1;
};

enum class NcclResult : int { kSuccess = 0, kInProgress = 7 };
enum class NcclType : int {
  kInt8 = 0,
  kUint8 = 1,
  kInt32 = 2,
  kUint32 = 3,
  kInt64 = 4,
  kUint64 = 5,
  kFloat16 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
};
enum class NcclOp : int { kSum = 0, kProd = 1, kMax = 2, kMin = 3 };

struct Nccl {
  int (*get_version)(int* version);
  int (*get_unique_id)(NcclId* id);
  int (*comm_init)(NcclComm* comm, int size, NcclId id, int rank,
                   NcclConfig* config);
  int (*comm_destroy)(NcclComm comm);
  int (*comm_abort)(NcclComm comm);
  int (*comm_revoke)(NcclComm comm, int flags);  // null before 2.29
  int (*async_error)(NcclComm comm, int* status);
  const char* (*error_string)(int status);
  const char* (*last_error)(NcclComm comm);
  int (*group_start)();
  int (*group_end)();
  int (*all_reduce)(const void* from, void* to, size_t count, int type, int op,
                    NcclComm comm, NcclStream stream);
  int (*reduce)(const void* from, void* to, size_t count, int type, int op,
                int root, NcclComm comm, NcclStream stream);
  int (*broadcast)(const void* from, void* to, size_t count, int type, int root,
                   NcclComm comm, NcclStream stream);
  int (*all_gather)(const void* from, void* to, size_t count, int type,
                    NcclComm comm, NcclStream stream);
  int (*reduce_scatter)(const void* from, void* to, size_t count, int type,
                        int op, NcclComm comm, NcclStream stream);
  int (*send)(const void* from, size_t count, int type, int peer, NcclComm comm,
              NcclStream stream);
  int (*receive)(void* to, size_t count, int type, int peer, NcclComm comm,
                 NcclStream stream);
};

// Opens the library at the first call; RuntimeError that says what to install
// if there is none.
const Nccl& nccl();
// Its file and version, such as 22703.
std::string nccl_file();
int nccl_version();

// A call of the library failed.
struct NcclError : CommunicatorError {
  using CommunicatorError::CommunicatorError;
};
// NcclError unless the status is success.
void check_nccl(int status, const char* call, NcclComm comm = nullptr);
#define TENORITE_NCCL_TRY(call) \
  ::tenorite::collectives::check_nccl((call), #call)

}  // namespace tenorite::collectives
