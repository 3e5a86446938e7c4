// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "core/cuda_resources.h"
#include "core/error.h"
#include "core/stream.h"
#include "tests/cpp/cuda/fresh_process.h"

namespace tenorite::cuda {
namespace {

constexpr Device kCuda0{DeviceType::kCuda, 0};
constexpr CudaChannels kFloats{32, 0, 0, 0, cudaChannelFormatKindFloat};

TEST(Resources, HandlesOfOtherProcessesHaveTheirBytes) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    int there = 0;
    const std::string handle = calls.memory_handle(kCuda0, &there);
    EXPECT_EQ(handle.size(), 64u);
    EXPECT_EQ(calls.open_memory(kCuda0, handle, 1), &there);
    calls.close_memory(kCuda0, &there);
    const std::string event = calls.event_handle(kCuda0, &there);
    EXPECT_EQ(event.size(), 64u);
    EXPECT_EQ(calls.open_event(kCuda0, event), &there);
    EXPECT_THROW(calls.open_memory(kCuda0, "short", 1), ValueError);
    EXPECT_THROW(calls.open_event(kCuda0, ""), ValueError);
  });
}

TEST(Resources, PoolsOfTheDriverGiveMemoryAndCounts) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    const uintptr_t pool = calls.memory_pool(kCuda0, true);
    EXPECT_NE(pool, 0u);
    for (uintptr_t from : {uintptr_t{0}, pool}) {
      void* p = calls.malloc_async(kCuda0, 100, kDefaultStream, from);
      EXPECT_NE(p, nullptr);
      calls.free_async(kCuda0, p, kDefaultStream);
    }
    const uint64_t many = uint64_t{1} << 40;
    calls.set_pool_attribute(kCuda0, pool, cudaMemPoolAttrReleaseThreshold,
                             many);
    EXPECT_EQ(
        calls.pool_attribute(kCuda0, pool, cudaMemPoolAttrReleaseThreshold),
        many);
    // A switch is an int: the word beside it stays as it is.
    const int reuse = cudaMemPoolReuseAllowOpportunistic;
    calls.set_pool_attribute(kCuda0, pool, reuse, 7);
    EXPECT_EQ(calls.pool_attribute(kCuda0, pool, reuse), 1u);
    calls.trim_pool(kCuda0, pool, 0);
  });
}

TEST(Resources, ArraysHoldWhatIsCopiedToThem) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    const size_t extents[][3] = {{5, 0, 0}, {5, 3, 0}, {5, 3, 2}};
    for (const auto& [width, height, depth] : extents) {
      const uintptr_t array =
          calls.make_array(kCuda0, kFloats, width, height, depth, 0);
      std::vector<float> from(5 * 3 * 2), to(from.size(), -1);
      std::iota(from.begin(), from.end(), 1.0f);
      const size_t pitch = width * sizeof(float);
      calls.copy_to_array(kCuda0, array,
                          {from.data(), pitch, width, height, depth},
                          kDefaultStream);
      calls.copy_from_array(kCuda0, array,
                            {to.data(), pitch, width, height, depth},
                            kDefaultStream);
      const size_t items =
          width * std::max<size_t>(height, 1) * std::max<size_t>(depth, 1);
      from.resize(items);
      EXPECT_TRUE(std::equal(from.begin(), from.end(), to.begin()));
      EXPECT_TRUE(items == to.size() || to[items] == -1);
      calls.free_array(kCuda0, array);
    }
  });
}

TEST(Resources, TexturesAreOfWhatTheDescriptorSays) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    const CudaSampling sampling = {};
    CudaResource resource = {};
    for (cudaResourceType kind : {cudaResourceTypeArray, cudaResourceTypeLinear,
                                  cudaResourceTypePitch2D}) {
      resource.kind = kind;
      const uint64_t texture = calls.make_texture(kCuda0, resource, sampling);
      EXPECT_EQ(texture, 100u + static_cast<unsigned>(kind));
      calls.free_texture(kCuda0, texture);
    }
    resource.kind = cudaResourceTypeMipmappedArray;
    EXPECT_THROW(calls.make_texture(kCuda0, resource, sampling), ValueError);
    const uint64_t surface = calls.make_surface(kCuda0, 0);
    EXPECT_EQ(surface, 200u);
    calls.free_surface(kCuda0, surface);
  });
}

TEST(Resources, PoolsAreMadeAndGo) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    const uintptr_t pool =
        calls.make_pool({cudaMemAllocationTypePinned, cudaMemHandleTypeNone,
                         cudaMemLocationTypeDevice, 0});
    calls.set_memory_pool(kCuda0, pool);
    calls.trim_pool(kCuda0, pool, 0);
    calls.free_pool(pool);
    EXPECT_THROW(calls.free_pool(pool), CudaError);
    EXPECT_THROW(calls.trim_pool(kCuda0, pool, 0), CudaError);
    EXPECT_THROW(calls.set_memory_pool(kCuda0, 8), CudaError);
    EXPECT_THROW(calls.pool_attribute(kCuda0, pool + 1, 1), CudaError);
    EXPECT_THROW(calls.malloc_async(kCuda0, 1, kDefaultStream, pool),
                 CudaError);
    // A handle of another kind.
    const uintptr_t array = calls.make_array(kCuda0, kFloats, 4, 0, 0, 0);
    EXPECT_THROW(calls.free_pool(array), CudaError);
    calls.free_array(kCuda0, array);
    EXPECT_THROW(calls.free_array(kCuda0, array), CudaError);
  });
}

TEST(Resources, LimitsAndAdviceReachTheDevice) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    calls.set_limit(kCuda0, cudaLimitStackSize, 4096);
    EXPECT_EQ(calls.limit(kCuda0, cudaLimitStackSize), 4096u);
    const uintptr_t pool = calls.memory_pool(kCuda0, false);
    int memory = 0;
    for (int target : {0, 3, -1}) {
      calls.prefetch(kCuda0, &memory, 4, target, kDefaultStream);
      calls.advise(kCuda0, &memory, 4, cudaMemAdviseSetReadMostly, target);
      const auto wanted = static_cast<uint64_t>(int64_t{target});
      EXPECT_EQ(calls.pool_attribute(kCuda0, pool, 2000), wanted);
      EXPECT_EQ(calls.pool_attribute(kCuda0, pool, 2001), wanted);
    }
  });
}

TEST(Resources, RowsAreCopied) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    char from[24], to[24] = {};
    std::iota(std::begin(from), std::end(from), char{1});
    const int kind = cudaMemcpyDefault;
    calls.copy_rows(kCuda0, {to, 8}, {from, 6}, 3, 4, kind, kDefaultStream);
    EXPECT_EQ(to[8], 7);
    EXPECT_EQ(to[10], 9);
    EXPECT_EQ(to[11], 0);
    EXPECT_THROW(
        calls.copy_rows(kCuda0, {to, 2}, {from, 6}, 3, 4, kind, kDefaultStream),
        CudaError);
    const uintptr_t array = calls.make_array(
        kCuda0, {8, 0, 0, 0, cudaChannelFormatKindUnsigned}, 6, 4, 0, 0);
    calls.copy_rows_to_array(kCuda0, array, {0, 0}, {from, 6}, 6, 4, kind,
                             kDefaultStream);
    calls.copy_rows_from_array(kCuda0, {to, 2}, array, {1, 2}, 2, 2, kind,
                               kDefaultStream);
    EXPECT_EQ(to[0], from[13]);
    EXPECT_EQ(to[3], from[20]);
    calls.free_array(kCuda0, array);
    EXPECT_THROW(calls.copy_rows_from_array(kCuda0, {to, 2}, array, {1, 2}, 2,
                                            2, kind, kDefaultStream),
                 CudaError);
  });
}

TEST(Resources, StructsAreReadWhereThereIsMemory) {
  in_fresh_process([] {
    fake::reset(1);
    const CudaResources& calls = cuda_resources();
    auto at = [](const void* p) { return reinterpret_cast<uintptr_t>(p); };
    const cudaChannelFormatDesc channels = {8, 16, 0, 0,
                                            cudaChannelFormatKindSigned};
    EXPECT_EQ(calls.channels_at(at(&channels)).y, 16);
    EXPECT_THROW(calls.channels_at(8), CudaError);
    EXPECT_THROW(calls.copy_3d(kCuda0, 8, kDefaultStream), CudaError);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = reinterpret_cast<cudaArray_t>(uintptr_t{8});
    EXPECT_THROW(calls.copy_3d(kCuda0, at(&copy), kDefaultStream), CudaError);
    cudaResourceDesc resource = {};
    const cudaTextureDesc sampling = {};
    resource.resType = cudaResourceTypeLinear;
    const uint64_t texture =
        calls.texture_of(kCuda0, at(&resource), at(&sampling));
    EXPECT_EQ(texture, 100u + cudaResourceTypeLinear);
    calls.free_texture(kCuda0, texture);
    EXPECT_THROW(calls.free_texture(kCuda0, texture), CudaError);
    EXPECT_THROW(calls.texture_of(kCuda0, at(&resource), 8), CudaError);
    EXPECT_THROW(calls.free_surface(kCuda0, texture), CudaError);
    resource.resType = cudaResourceTypeMipmappedArray;
    EXPECT_THROW(calls.texture_of(kCuda0, at(&resource), at(&sampling)),
                 CudaError);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = reinterpret_cast<cudaArray_t>(uintptr_t{8});
    EXPECT_THROW(calls.surface_of(kCuda0, at(&resource)), CudaError);
  });
}

}  // namespace
}  // namespace tenorite::cuda
