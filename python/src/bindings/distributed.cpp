// SPDX-License-Identifier: Apache-2.0
//
// Jobs, channels and NCCL's communicators: tenorite._core.distributed.
#include "python/src/bindings/distributed.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "collectives/channels.h"
#include "collectives/store_job.h"
#include "ops/api/ops.h"
#include "ops/api/sum_order.h"
#include "ops/record/log.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"
#include "python/src/array/user_frame.h"

namespace py = pybind11;

namespace tenorite::python {

using namespace tenorite::collectives;

Waiting begin_call(const Place& place, const std::vector<int>& ranks,
                   const CallNumber& call) {
  const UserFrame user = user_frame();
  Waiting waiting{ranks[0], {call.time, call.operation}, call.seconds};
  if (!user.file.empty())
    waiting.call.text += " at " + user.file + ":" + std::to_string(user.line);
  for (int rank : ranks)
    place.job->begin(place.communicator, rank, waiting.call);
  return waiting;
}

CallNumber to_call(const py::tuple& call) {
  return {call[0].cast<uint64_t>(), call[1].cast<std::string>(),
          call[2].cast<double>()};
}

namespace {

// Rank, peer, array, text, whether it is sent.
using TransferTuple = std::tuple<int, int, ndarray, std::string, bool>;

class BoundChannels {
 public:
  BoundChannels(std::shared_ptr<Job> job, std::string communicator,
                std::vector<int> ranks, std::vector<int> members,
                std::shared_ptr<SharedMemory> memory)
      : members_(std::move(members)),
        channels_({std::move(job), std::move(communicator), std::move(ranks)},
                  std::move(memory)) {}

  void transfer(const std::vector<TransferTuple>& tuples,
                const py::tuple& call) {
    std::vector<Transfer> transfers;
    transfers.reserve(tuples.size());
    for (const auto& [rank, peer, array, text, sends] : tuples) {
      const FlushReason reason("collective");
      transfers.push_back({rank, peer, array.data(),
                           static_cast<size_t>(array.nbytes()), text, sends});
    }
    channels_.transfer(std::move(transfers), begin(call));
  }
  // A text for every other rank, from each member; those of all ranks.
  std::vector<py::bytes> exchange(const std::vector<py::bytes>& texts,
                                  const std::string& what,
                                  const py::tuple& call) {
    const int size = channels_.place().size();
    std::vector<std::array<char, kTextBytes>> all(static_cast<size_t>(size));
    std::vector<std::array<char, kTextBytes>> spare(members_.size());
    std::vector<Transfer> transfers;
    for (size_t i = 0; i < members_.size(); ++i) {
      std::array<char, kTextBytes>& mine =
          all[static_cast<size_t>(members_[i])];
      std::string_view(texts[i]).copy(mine.data(), kTextBytes - 1);
      for (int peer = 0; peer < size; ++peer) {
        if (peer == members_[i]) continue;
        transfers.push_back(
            {members_[i], peer, mine.data(), kTextBytes, what, true});
        const bool is_member = std::ranges::count(members_, peer) > 0;
        char* to = i == 0 && !is_member ? all[static_cast<size_t>(peer)].data()
                                        : spare[i].data();
        transfers.push_back({members_[i], peer, to, kTextBytes, what, false});
      }
    }
    channels_.transfer(std::move(transfers), begin(call));
    std::vector<py::bytes> found;
    for (const auto& text : all) found.emplace_back(text.data());
    return found;
  }

 private:
  static constexpr size_t kTextBytes = 512;
  Waiting begin(const py::tuple& call) const {
    return begin_call(channels_.place(), members_, to_call(call));
  }

  const std::vector<int> members_;
  Channels channels_;
};

}  // namespace

TENORITE_BINDINGS(distributed, m) {
  py::module_ d = m.def_submodule("distributed");

  d.def("plan_results", &ops::plan_results);
  d.def("wants_blocks_of_products", [](const std::string& device) {
    return ops::wants_blocks_of_products(parse_device(device));
  });
  // Starts what is recorded and concerns the arrays, without waiting for it.
  d.def("execute", [](const std::vector<ndarray>& arrays) {
    const FlushReason reason("a move between devices");
    const OwnWorkAlone alone(StorageUse::kReads);
    const py::gil_scoped_release released;
    for (const ndarray& x : arrays) x.data();
  });
  // A copy on another device; what does not concern the array stays recorded.
  d.def("copied_to", [](const ndarray& x, const std::string& device) {
    const Device target = parse_device(device);
    const FlushReason reason("a move between devices");
    const OwnWorkAlone alone(StorageUse::kReads);
    const py::gil_scoped_release released;
    return ops::to_device(x, target);
  });
  d.def("user_line", [] {
    const UserFrame user = user_frame();
    return user.file + ":" + std::to_string(user.line);
  });
  py::class_<Job, std::shared_ptr<Job>>(d, "Job")
      .def("meet",
           [](Job& job, const std::string& key, int index, int count,
              const py::bytes& value, double seconds, const std::string& who) {
             std::vector<py::bytes> found;
             for (const std::string& each :
                  job.meet(key, index, count, value, seconds, who))
               found.emplace_back(each);
             return found;
           })
      .def("leave",
           [](Job& job, const std::vector<int>& ranks) { job.leave(ranks); })
      .def("fail", [](Job& job, const std::string& text) { job.fail(text); })
      .def_property_readonly("failure",
                             [](const Job& job) -> std::optional<std::string> {
                               if (!job.failed()) return {};
                               return job.failure();
                             })
      .def("check", &Job::check);
  py::class_<LocalJob, Job, std::shared_ptr<LocalJob>>(d, "LocalJob")
      .def(py::init());
  // Its threads are awaited without the interpreter's lock.
  struct Unlocking {
    void operator()(StoreJob* job) const {
      without_outer_lock([job] { delete job; });
    }
  };
  py::class_<StoreJob, Job, std::shared_ptr<StoreJob>>(d, "StoreJob")
      .def(py::init([](const std::string& host, int port, int ports,
                       const std::string& name, const std::vector<int>& ranks,
                       int size, double seconds, double beat, double silence) {
        return std::shared_ptr<StoreJob>(
            new StoreJob({host, port, ports, name}, ranks, size, seconds,
                         {beat, silence}),
            Unlocking());
      }));

  py::class_<SharedMemory, std::shared_ptr<SharedMemory>>(d, "SharedMemory")
      .def(py::init<size_t>())
      .def_static("create",
                  [](const std::string& name, size_t nbytes) {
                    return std::make_shared<SharedMemory>(
                        SharedMemory::create(name, nbytes));
                  })
      .def_static("open",
                  [](const std::string& name, size_t nbytes) {
                    return std::make_shared<SharedMemory>(
                        SharedMemory::open(name, nbytes));
                  })
      .def_static("remove", &SharedMemory::remove);
  py::class_<BoundChannels>(d, "Channels")
      .def(py::init<std::shared_ptr<Job>, std::string, std::vector<int>,
                    std::vector<int>, std::shared_ptr<SharedMemory>>())
      .def_static("bytes", &Channels::bytes)
      .def("transfer", &BoundChannels::transfer)
      .def("exchange", &BoundChannels::exchange);
}

}  // namespace tenorite::python
