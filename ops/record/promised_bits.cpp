// SPDX-License-Identifier: Apache-2.0
#include "ops/record/promised_bits.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "core/stream.h"
#include "memory/transfer.h"
#include "ops/plan/registry.h"
#include "ops/record/submit.h"

namespace tenorite {
namespace {

// `infinity`: the bits of the positive one.
template <class Bits>
void unify_nans(void* bytes, size_t n, Bits infinity) {
  constexpr Bits kMagnitude = std::numeric_limits<Bits>::max() / 2;
  for (size_t at = 0; at + sizeof(Bits) <= n; at += sizeof(Bits)) {
    char* place = static_cast<char*>(bytes) + at;
    Bits bits;
    std::memcpy(&bits, place, sizeof bits);
    if ((bits & kMagnitude) > infinity)
      std::memcpy(place, &kMagnitude, sizeof kMagnitude);
  }
}

// In C order, in host memory.
std::string promised_bits(const ndarray& x) {
  const ndarray dense = ndarray::empty(x.shape(), x.dtype(), x.device());
  Instruction copy;
  copy.kind = Instruction::Kind::kCopy;
  copy.nin = copy.nout = 1;
  copy.out[0] = &dense;
  copy.in[0].array = &x;
  execute(copy);
  std::string result(static_cast<size_t>(x.nbytes()), '\0');
  if (x.device().is_cpu()) {
    std::memcpy(result.data(), dense.data(), result.size());
  } else {
    const StreamId stream = current_stream(x.device());
    if (auto* raise = device_ops(x.device()).raise_pending)
      raise(x.device(), stream);
    memory::copy_to_host(x.device(), stream, result.data(), dense.data(),
                         result.size());
  }
  unify_open_bits(result.data(), result.size(), x.dtype());
  return result;
}

}  // namespace

void unify_open_bits(void* bytes, size_t n, DType dtype) {
  if (kind(dtype) == 'b') {
    auto* truths = static_cast<uint8_t*>(bytes);
    for (size_t i = 0; i < n; ++i) truths[i] = truths[i] != 0;
  }
  if (kind(dtype) != 'f' && kind(dtype) != 'c') return;
  switch (itemsize(dtype) / (kind(dtype) == 'c' ? 2 : 1)) {
    case 2:
      return unify_nans<uint16_t>(bytes, n, 0x7c00);
    case 4:
      return unify_nans<uint32_t>(bytes, n, 0x7f800000);
    case 8:
      return unify_nans<uint64_t>(bytes, n, 0x7ff0000000000000);
  }
}

bool same_promised_bits(const ndarray& a, const ndarray& b) {
  return promised_bits(a) == promised_bits(b);
}

}  // namespace tenorite
