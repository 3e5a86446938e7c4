// SPDX-License-Identifier: Apache-2.0
#include "core/stream.h"

#include <atomic>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/cuda_part.h"
#include "core/error.h"

namespace tenorite {
namespace {

thread_local std::vector<Device> t_devices;
thread_local std::optional<Device> t_used_device;

const DeviceProvider kCpuProvider{
    [] { return 1; }, [] { return std::string(); }, [](Device, StreamId) {},
    [](Device) {}, nullptr};
const DeviceProvider* g_providers[kNumDeviceTypes] = {&kCpuProvider, nullptr};

// Packed as type << 16 | index; -1 while nobody has asked.
std::atomic<int> g_default{-1};

int pack(Device d) { return static_cast<int>(d.type) << 16 | d.index; }

Device initial_default() {
  const char* text = std::getenv("TENORITE_DEVICE");
  if (text && *text) {
    try {
      Device device = parse_device(text);
      check_device(device);
      return device;
    } catch (const ValueError& e) {
      throw ValueError(std::string("TENORITE_DEVICE: ") + e.what());
    } catch (const RuntimeError& e) {
      throw RuntimeError(std::string("TENORITE_DEVICE: ") + e.what());
    }
  }
  if (device_count(DeviceType::kCuda) > 0) return {DeviceType::kCuda, 0};
  return kCpu;
}

}  // namespace

Device default_device() {
  if (!t_devices.empty()) return t_devices.back();
  if (t_used_device) return *t_used_device;
  int packed = g_default.load(std::memory_order_acquire);
  if (packed < 0) {
    packed = pack(initial_default());
    int expected = -1;
    if (!g_default.compare_exchange_strong(expected, packed)) packed = expected;
  }
  return {static_cast<DeviceType>(packed >> 16),
          static_cast<int16_t>(packed & 0xffff)};
}

void set_default_device(Device device) {
  check_device(device);
  g_default.store(pack(device), std::memory_order_release);
}

void use_device(Device device) {
  check_device(device);
  if (t_devices.empty())
    t_used_device = device;
  else
    t_devices.back() = device;
}

void push_device(Device device) {
  check_device(device);
  t_devices.push_back(device);
}

void pop_device() {
  TENORITE_CHECK(!t_devices.empty(), RuntimeError,
                 "device context exited more often than entered");
  t_devices.pop_back();
}

void check_device(Device device) {
  int count = device_count(device.type);
  if (device.index >= 0 && device.index < count && device.index < kMaxDevices)
    return;
  if (count == 0) {
    if (device.is_cuda()) open_cuda_part();
    const DeviceProvider* provider = device_provider(device.type);
    constexpr int kNoDevice = 100;  // cudaErrorNoDevice
    throw CudaError(kNoDevice,
                    to_string(device) + " is not available: " +
                        (provider ? provider->why_none() : why_no_cuda_part()));
  }
  throw ValueError(
      format("%s does not exist: this machine has %d CUDA device%s",
             to_string(device).c_str(), count, count == 1 ? "" : "s"));
}

void register_device_provider(DeviceType type, const DeviceProvider* provider) {
  g_providers[static_cast<int>(type)] = provider;
}

const DeviceProvider* device_provider(DeviceType type) {
  return g_providers[static_cast<int>(type)];
}

int device_count(DeviceType type) {
  if (type == DeviceType::kCuda && !device_provider(type) && has_cuda_driver())
    open_cuda_part();
  const DeviceProvider* provider = device_provider(type);
  return provider ? provider->count() : 0;
}

void synchronize(Device device, StreamId stream) {
  device_provider(device.type)->synchronize(device, stream);
}

}  // namespace tenorite
