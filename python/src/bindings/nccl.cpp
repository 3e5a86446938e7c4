// SPDX-License-Identifier: Apache-2.0
//
// NCCL's communicators: tenorite._core.nccl.
#include "distributed/nccl.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "distributed/nccl_group.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"
#include "python/src/bindings/distributed.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using namespace tenorite::distributed;

// How NCCL reduces a dtype, so that values are NumPy's: `width` of its items
// are one of ours. NCCL has no integers of two bytes and no complex numbers,
// its max and min of floats lose NaNs, and its order of more than two ranks is
// its own.
struct Native {
  NcclType type;
  NcclOp op;
  int width = 1;
  bool rounds = false;  // so that the order of ranks matters
};
std::optional<Native> native_reduction(DType dtype, const std::string& op) {
  const bool sum = op == "sum", product = op == "prod";
  const bool most = op == "max", least = op == "min";
  if (!sum && !product && !most && !least) return {};
  auto with = [&](NcclType type) {
    return Native{type, sum       ? NcclOp::kSum
                        : product ? NcclOp::kProd
                        : most    ? NcclOp::kMax
                                  : NcclOp::kMin};
  };
  auto rounded = [&](NcclType type, int width) -> std::optional<Native> {
    if (most || least || (product && width > 1)) return {};
    return Native{type, sum ? NcclOp::kSum : NcclOp::kProd, width, true};
  };
  switch (dtype) {
    case DType::kBool:  // a sum is "or", a product "and"
      return Native{NcclType::kUint8,
                    sum || most ? NcclOp::kMax : NcclOp::kMin};
    case DType::kInt8:
      return with(NcclType::kInt8);
    case DType::kUint8:
      return with(NcclType::kUint8);
    case DType::kInt32:
      return with(NcclType::kInt32);
    case DType::kUint32:
      return with(NcclType::kUint32);
    case DType::kInt64:
      return with(NcclType::kInt64);
    case DType::kUint64:
      return with(NcclType::kUint64);
    case DType::kFloat16:
      return rounded(NcclType::kFloat16, 1);
    case DType::kFloat32:
      return rounded(NcclType::kFloat32, 1);
    case DType::kFloat64:
      return rounded(NcclType::kFloat64, 1);
    case DType::kComplex64:
      return rounded(NcclType::kFloat32, 2);
    case DType::kComplex128:
      return rounded(NcclType::kFloat64, 2);
    default:
      return {};
  }
}

class BoundNccl {
 public:
  BoundNccl(std::shared_ptr<Job> job, std::string communicator,
            std::vector<int> ranks, const std::vector<int>& members,
            const std::vector<std::string>& devices, const py::bytes& id,
            bool in_rank_order, const py::tuple& call)
      : members_(members),
        size_(static_cast<int>(ranks.size())),
        in_rank_order_(in_rank_order) {
    Place place{std::move(job), std::move(communicator), std::move(ranks)};
    std::vector<NcclGroup::Member> all;
    for (size_t i = 0; i < members.size(); ++i)
      all.push_back({members[i], parse_device(devices[i])});
    NcclId nccl_id{};
    std::string(id).copy(nccl_id.bytes, sizeof(nccl_id.bytes));
    const Waiting waiting = begin_call(place, members, to_call(call));
    group_ = std::make_unique<NcclGroup>(std::move(place), std::move(all),
                                         nccl_id, waiting);
  }
  ~BoundNccl() {
    without_outer_lock([&] { group_.reset(); });
  }

  bool reduces(const py::object& dtype, const std::string& op) const {
    const std::optional<Native> native = native_reduction(to_dtype(dtype.ptr()), op);
    return native && !(native->rounds && in_rank_order_ && size_ > 2);
  }

  // As NCCL does it, where reduces() says so.
  void reduce(Collective kind, const std::vector<ndarray>& from,
              const std::vector<ndarray>& to, const std::string& op, int root,
              const py::tuple& call) {
    const Native native = *native_reduction(from[0].dtype(), op);
    const auto parts =
        kind == Collective::kReduceScatter ? static_cast<size_t>(size_) : 1;
    run(kind, from, to,
        static_cast<size_t>(from[0].size()) / parts *
            static_cast<size_t>(native.width),
        native.type, native.op, root, call);
  }
  // Bytes alone.
  void move(Collective kind, const std::vector<ndarray>& from,
            const std::vector<ndarray>& to, int root, const py::tuple& call) {
    run(kind, from, to, static_cast<size_t>(from[0].nbytes()), NcclType::kUint8,
        NcclOp::kSum, root, call);
  }

  // all_reduce of an ordinary call: one array in C order on the only member's
  // device, into another or a new one. None for all other calls.
  py::object quick_all_reduce(const py::handle& x, const std::string& op,
                              const py::handle& out, uint64_t time,
                              double seconds) {
    if (members_.size() != 1 || !is_array(x.ptr())) return py::none();
    const ndarray& a = array_of(x.ptr());
    const Device device = group_->members()[0].device;
    const std::optional<Native> native = native_reduction(a.dtype(), op);
    if (!native || (native->rounds && in_rank_order_ && size_ > 2) ||
        a.device() != device || !a.is_c_contiguous() || a.size() == 0)
      return py::none();
    py::object result = py::reinterpret_borrow<py::object>(out);
    if (out.is_none()) {
      result = py::reinterpret_steal<py::object>(
          wrap(ndarray::empty(a.shape(), a.dtype(), device)));
    } else {
      if (!is_array(out.ptr()) || is_scalar(out.ptr())) return py::none();
      const ndarray& to = array_of(out.ptr());
      if (to.device() != device || to.dtype() != a.dtype() ||
          to.shape() != a.shape() || !to.is_c_contiguous() || !to.writeable() ||
          overlap(a, to) == Overlap::kPartial)
        return py::none();
    }
    const Waiting waiting = begin_call(group_->place(), members_,
                                       {time, "all_reduce", seconds});
    group_->collective(Collective::kAllReduce, {a}, {array_of(result.ptr())},
                       static_cast<size_t>(a.size()) *
                           static_cast<size_t>(native->width),
                       native->type, native->op, 0, waiting);
    return result;
  }

  // Member's index, peer, array in C order, whether it is sent.
  void transfer(const std::vector<std::tuple<size_t, int, ndarray, bool>>& all,
                const py::tuple& call) {
    std::vector<NcclGroup::Message> messages;
    for (const auto& [member, peer, array, sends] : all)
      messages.push_back({member, peer, array, sends});
    group_->transfer(messages, begin(call));
  }

  void begin_group() { group_->begin_group(); }
  void end_group(const py::tuple& call) { group_->end_group(begin(call)); }
  void drop_group() { group_->drop_group(); }
  void close(const py::tuple& call) { group_->close(begin(call)); }

 private:
  Waiting begin(const py::tuple& call) const {
    return begin_call(group_->place(), members_, to_call(call));
  }
  void run(Collective kind, const std::vector<ndarray>& from,
           const std::vector<ndarray>& to, size_t count, NcclType type,
           NcclOp op, int root, const py::tuple& call) {
    group_->collective(kind, from, to, count, type, op, root, begin(call));
  }

  const std::vector<int> members_;
  const int size_;
  const bool in_rank_order_;
  std::unique_ptr<NcclGroup> group_;
};

}  // namespace

TENORITE_BINDINGS(nccl, m) {
  py::module_ n = m.def_submodule("nccl");
  n.def("version", nccl_version);
  n.def("file", nccl_file);
  n.def("unique_id", [] {
    NcclId id{};
    TENORITE_NCCL_TRY(nccl().get_unique_id(&id));
    return py::bytes(id.bytes, sizeof(id.bytes));
  });
  py::enum_<Collective>(n, "Collective")
      .value("ALL_REDUCE", Collective::kAllReduce)
      .value("REDUCE", Collective::kReduce)
      .value("BROADCAST", Collective::kBroadcast)
      .value("ALL_GATHER", Collective::kAllGather)
      .value("REDUCE_SCATTER", Collective::kReduceScatter);
  py::class_<BoundNccl>(n, "Group")
      .def(py::init<std::shared_ptr<Job>, std::string, std::vector<int>,
                    const std::vector<int>&, const std::vector<std::string>&,
                    const py::bytes&, bool, const py::tuple&>())
      .def("reduces", &BoundNccl::reduces)
      .def("reduce", &BoundNccl::reduce)
      .def("move", &BoundNccl::move)
      .def("quick_all_reduce", &BoundNccl::quick_all_reduce)
      .def("transfer", &BoundNccl::transfer)
      .def("begin_group", &BoundNccl::begin_group)
      .def("end_group", &BoundNccl::end_group)
      .def("drop_group", &BoundNccl::drop_group)
      .def("close", &BoundNccl::close);
}

}  // namespace tenorite::python
