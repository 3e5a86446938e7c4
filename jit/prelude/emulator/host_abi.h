// SPDX-License-Identifier: Apache-2.0
// What the code of raw kernels and the engine that runs it say to each other.
// Both sides include this text.
#pragma once

namespace tenorite::host {

struct Index {
  unsigned x, y, z;
};

// Lanes of a warp as they met: the value of each, and who was there.
struct Lanes {
  const unsigned long long* values;  // until the caller's next call
  unsigned arrived;
  unsigned lane;  // of the caller
};

// What a block's threads said at a barrier.
struct Votes {
  unsigned yes, arrived;
};

// How a memory access reads: for the checks of debug mode.
enum AccessKind : unsigned char { kRead, kWrite, kAtomic };

// What kernels call. `site` tells calls of different places apart; it is an
// address of code.
struct Runtime {
  Votes (*barrier)(bool vote, const void* site);
  Lanes (*meet)(unsigned mask, unsigned long long value, const void* site);
  unsigned (*active_mask)(const void* site);
  void (*grid_barrier)(const void* site);
  // Lets other threads of the block run.
  void (*yield)();
  // Ends the launch; does not return.
  void (*fail)(const char* message);
  void (*failed_assertion)(const char* text, const char* file, unsigned line,
                           const char* function);
  void (*access)(const void* address, unsigned long size, AccessKind kind,
                 const void* site);
};

// Variables of one OS thread that the engine sets.
struct ThreadVariables {
  Index *thread_index, *block_index, *block_size, *grid_size;
  void** dynamic_shared;
};

struct Launch {
  Index grid, block;
  void* const* arguments;
};

enum ParameterKind : unsigned char {
  kPlain,    // holds no address that the checks know
  kPointer,  // to what holds no addresses itself
  kOpaque,   // may hold addresses of anything
};

struct Parameter {
  unsigned size;
  ParameterKind kind;
};

enum KernelFlag : unsigned {
  kPrints = 1,
  // Reads the indices through ThreadVariables, not just its own parameters.
  kNeedsVariables = 2,
  // One call can stand for neighbouring threads (ThreadIndex::run).
  kTakesRuns = 4,
};

struct Kernel {
  const char* name;
  // All threads of the blocks [first, last): of kernels whose threads never
  // wait for each other. Null for others, and in debug mode.
  void (*blocks)(const Launch* launch, unsigned long first, unsigned long last);
  // One thread.
  void (*thread)(const Launch* launch, Index thread, Index block);
  const Parameter* parameters;
  unsigned num_parameters;
  unsigned flags;
  unsigned max_threads;  // of a block; 0 for no limit of its own
};

struct Variable {
  const char* name;
  void* address;
  unsigned long size;
};

// The one thing that a shared object of kernels exports, as
// `tenorite_host_module`.
struct Module {
  const Runtime** runtime;
  ThreadVariables (*variables)();
  const Kernel* kernels;
  unsigned num_kernels;
  const Variable* variables_by_name;
  unsigned num_variables;
  bool checked;  // debug mode
};

}  // namespace tenorite::host
