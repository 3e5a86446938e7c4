// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "collectives/channels.h"

namespace tenorite::python {

// A call of a communicator's member: its time (Call), name, and seconds to
// wait.
struct CallNumber {
  uint64_t time;
  std::string operation;
  double seconds;
};
// Of a tuple of the three.
CallNumber to_call(const pybind11::tuple& call);

// Notes that ranks of this process make a call, at the program's line.
collectives::Waiting begin_call(const collectives::Place& place,
                                const std::vector<int>& ranks,
                                const CallNumber& call);

}  // namespace tenorite::python
