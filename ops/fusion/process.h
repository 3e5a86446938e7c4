// SPDX-License-Identifier: Apache-2.0
// Compilers as child processes: no shell, no files left, no dead-locks.
#pragma once

#include <string>
#include <vector>

namespace tenorite::fusion {

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
};

// Runs argv[0] (looked up in PATH) in `folder`, with `input` as its standard
// input. Messages are in English. Waits; a signal for Python ends the process
// and its children, and throws Interrupted.
ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::string& input, const std::string& folder,
                          const ProcessLimits& limits = {});

// A directory of our own (0700), removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();  // RuntimeError where none can be made
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The whole file; false when it cannot be read.
bool read_file(const std::string& path, std::string* bytes);

}  // namespace tenorite::fusion
