// SPDX-License-Identifier: Apache-2.0
// The binary interface of DLPack (github.com/dmlc/dlpack), as libraries agree
// on it: version 1 and its C functions, and the unversioned tensor before it.
#pragma once

#include <cstdint>

namespace tenorite::dlpack {

struct Version {
  uint32_t major, minor;
};
inline constexpr Version kVersion{1, 1};     // of tensors
inline constexpr Version kApiVersion{1, 3};  // of ExchangeApi

enum DeviceCode : int32_t {
  kHost = 1,
  kCuda = 2,
  kPinnedHost = 3,
  kManaged = 13,
};
struct TensorDevice {
  int32_t type;  // a DeviceCode, or one of devices that we do not know
  int32_t id;
};

enum TypeCode : uint8_t {
  kInt = 0,
  kUint = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBool = 6,
};
struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Tensor {
  void* data;
  TensorDevice device;
  int32_t ndim;
  DataType dtype;
  int64_t* shape;
  int64_t* strides;  // in items; null for C order
  uint64_t byte_offset;
};

struct LegacyTensor {
  Tensor tensor;
  void* context;
  void (*deleter)(LegacyTensor*);
};

inline constexpr uint64_t kReadOnly = 1, kIsCopied = 2;  // flags
struct ManagedTensor {
  Version version;
  void* context;
  void (*deleter)(ManagedTensor*);
  uint64_t flags;
  Tensor tensor;
};

// Capsules of the two, and what they are called once somebody has them.
inline constexpr char kLegacyName[] = "dltensor";
inline constexpr char kName[] = "dltensor_versioned";
inline constexpr char kUsedLegacyName[] = "used_dltensor";
inline constexpr char kUsedName[] = "used_dltensor_versioned";

// A type's functions, in a capsule that is its attribute. None waits for a
// stream; 0 is success, else a Python exception is set.
inline constexpr char kApiAttribute[] = "__dlpack_c_exchange_api__";
inline constexpr char kApiName[] = "dlpack_exchange_api";
struct ExchangeApi {
  Version version;
  const ExchangeApi* previous;  // of an older major version
  int (*allocate)(Tensor* prototype, ManagedTensor** out, void* error_context,
                  void (*set_error)(void* error_context, const char* kind,
                                    const char* message));
  int (*from_object)(void* object, ManagedTensor** out);
  int (*to_object)(ManagedTensor* tensor, void** out);
  int (*view_object)(void* object, Tensor* out);  // may be null
  int (*current_stream)(int32_t device_type, int32_t device_id, void** out);
};

}  // namespace tenorite::dlpack
