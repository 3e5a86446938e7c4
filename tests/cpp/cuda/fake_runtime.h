// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>

// A CUDA runtime in host memory, so that what stands on the real one is tested
// without a GPU. Copies and fills happen at once; queued work only takes time.
namespace fake {

// Forgets everything, and then has so many devices and this driver version.
void reset(int devices, int driver_version = CUDART_VERSION);
// What cudaGetDeviceCount returns instead of success.
void set_probe_error(cudaError_t status);

// Queues work on a stream (of the current device, for the null stream) that
// takes so long.
void queue(cudaStream_t stream, std::chrono::milliseconds time);
// The next call of the function fails so. It is sticky where every later call
// has to fail as well.
void fail_next(const char* function, cudaError_t status, bool sticky = false);
// How often a function was called, or any with an empty name.
int calls(const char* function = "");

// Called with the name of each function when it is called; null for none.
void watch(void (*watcher)(const char* function));

// Streams, events and allocations that were made and not given back.
int live_streams();
int live_events();
int live_allocations();
// Devices on which a context was made.
int contexts();
// What was captured and what is made of it; launches of these on a stream.
int live_graphs();
int launches(cudaStream_t stream);

// The driver's function of a name (fake_driver.cpp), or null.
void* driver_function(const char* name);
// What the last kernel was launched with: blocks, threads, its argument.
struct Launch {
  unsigned blocks, threads;
  int argument;
  bool cooperative;
};
Launch last_launch();

}  // namespace fake
