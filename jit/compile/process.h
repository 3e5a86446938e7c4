// SPDX-License-Identifier: Apache-2.0
// Compilers as child processes: no shell, no files left, no dead-locks.
#pragma once

#include <string>
#include <vector>

namespace tenorite::jit {

struct ProcessLimits {
  double seconds = 120;                   // of wall clock
  size_t memory_bytes = size_t{8} << 30;  // address space of each process
  size_t output_bytes = size_t{8} << 20;  // what is kept of stdout and stderr
};

struct ProcessResult {
  int status = -1;      // exit code; -1 when a signal or a limit ended it
  std::string output;   // stdout and stderr as they came
  std::string failure;  // why it did not exit by itself: "signal 11", "..."
  bool started = true;  // false: `failure` says why there was no process
  int error = 0;        // the same as errno has it
};

// Whether another attempt may do: descriptors, processes or memory ran out,
// which says nothing about the program.
bool is_shortage(int error);

// A line for the log of a compiler that did not start, or not end by itself;
// else nothing.
std::string failure_of_compiler(const ProcessResult& result);

// Runs argv[0] (looked up in PATH) in `folder`, with `input` as its standard
// input. Messages are in English. Waits; a signal for Python ends the process
// and its children, and throws Interrupted.
ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::string& input, const std::string& folder,
                          const ProcessLimits& limits = {});

// Starts a program that serves requests on a socket, its standard input, and
// has no other input or output. It must hand the work to a child of its own
// and end at once: it is waited for here. 0, or why it could not be started.
int spawn_server(const std::string& program, int* socket);

}  // namespace tenorite::jit
