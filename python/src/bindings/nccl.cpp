// SPDX-License-Identifier: Apache-2.0
//
// NCCL's communicators: tenorite._core.nccl.
#include "collectives/nccl.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "collectives/nccl_group.h"
#include "python/src/array/caster.h"
#include "python/src/array/init.h"
#include "python/src/bindings/distributed.h"

namespace py = pybind11;

namespace tenorite::python {
namespace {

using namespace tenorite::collectives;

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

// By Collective.
constexpr const char* kNames[] = {"all_reduce", "reduce", "broadcast",
                                  "all_gather", "reduce_scatter"};

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
    const std::optional<Native> native =
        native_reduction(to_dtype(dtype.ptr()), op);
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

  // An ordinary call: an array in C order on the only member's device, into
  // another such one or a new one. NotImplemented for all other calls, which
  // Python's path knows.
  py::object quick(Collective kind, const py::handle& x, const py::handle& op,
                   int root, const py::handle& out, uint64_t time,
                   double seconds) {
    const py::object other =
        py::reinterpret_borrow<py::object>(Py_NotImplemented);
    if (members_.size() != 1 || !is_array(x.ptr())) return other;
    const ndarray& a = array_of(x.ptr());
    const Device device = group_->members()[0].device;
    if (a.device() != device || !a.is_c_contiguous() || a.size() == 0)
      return other;
    Native native{NcclType::kUint8, NcclOp::kSum,
                  static_cast<int>(a.itemsize())};
    if (!op.is_none()) {
      const std::optional<Native> found =
          native_reduction(a.dtype(), text_of(op.ptr(), "op"));
      if (!found || (found->rounds && in_rank_order_ && size_ > 2))
        return other;
      native = *found;
    }
    const std::optional<Dims> shape = result_shape(kind, a.shape());
    if (!shape || root < 0 || root >= size_) return other;
    const bool receives = kind != Collective::kReduce || root == members_[0];
    py::object result = py::reinterpret_borrow<py::object>(out);
    if (receives && out.is_none())
      result = py::reinterpret_steal<py::object>(
          wrap(ndarray::empty(*shape, a.dtype(), device)));
    else if (receives && !takes_result(kind, a, *shape, out.ptr()))
      return other;
    if (!receives) result = py::none();
    const Waiting waiting =
        begin_call(group_->place(), members_,
                   {time, kNames[static_cast<int>(kind)], seconds});
    const auto parts = kind == Collective::kReduceScatter ? size_ : 1;
    group_->collective(kind, {a}, {receives ? array_of(result.ptr()) : a},
                       static_cast<size_t>(a.size() / parts) *
                           static_cast<size_t>(native.width),
                       native.type, native.op, root, waiting);
    return result;
  }

  // Member's index, peer, array in C order, whether it is sent.
  void transfer(const std::vector<std::tuple<size_t, int, ndarray, bool>>& all,
                const py::tuple& call) {
    std::vector<NcclGroup::Message> messages;
    for (const auto& [member, peer, array, sends] : all)
      messages.push_back({member, peer, array, sends});
    // A group's calls are made, and noted, at its end.
    group_->transfer(messages, in_group_ ? Waiting{} : begin(call));
  }

  void begin_group() {
    group_->begin_group();
    in_group_ = true;
  }
  void end_group(const py::tuple& call) {
    in_group_ = false;
    group_->end_group(begin(call));
  }
  void drop_group() {
    in_group_ = false;
    group_->drop_group();
  }
  void close(const py::tuple& call) { group_->close(begin(call)); }
  void destroy(const py::tuple& call) { group_->destroy(begin(call)); }
  void abandon() { group_->abandon(); }

 private:
  // Of what comes out of an array of that shape; none where there is none.
  std::optional<Dims> result_shape(Collective kind, const Dims& shape) const {
    if (kind == Collective::kAllGather) {
      Dims all(shape.size() + 1, size_);
      std::copy(shape.begin(), shape.end(), all.begin() + 1);
      return all;
    }
    if (kind != Collective::kReduceScatter) return shape;
    if (shape.empty() || shape[0] != size_) return {};
    return Dims(shape.begin() + 1, shape.size() - 1);
  }
  // Whether NCCL can write a result there.
  static bool takes_result(Collective kind, const ndarray& a, const Dims& shape,
                           PyObject* out) {
    if (!is_array(out) || is_scalar(out)) return false;
    const ndarray& to = array_of(out);
    if (to.device() != a.device() || to.dtype() != a.dtype() ||
        to.shape() != shape || !to.is_c_contiguous() || !to.writeable())
      return false;
    if (kind == Collective::kAllGather || kind == Collective::kReduceScatter)
      return !may_share_memory(a, to);
    return overlap(a, to) != Overlap::kPartial;
  }

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
  bool in_group_ = false;
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
      .def("quick", &BoundNccl::quick)
      .def("transfer", &BoundNccl::transfer)
      .def("begin_group", &BoundNccl::begin_group)
      .def("end_group", &BoundNccl::end_group)
      .def("drop_group", &BoundNccl::drop_group)
      .def("close", &BoundNccl::close)
      .def("destroy", &BoundNccl::destroy)
      .def("abandon", &BoundNccl::abandon);
}

}  // namespace tenorite::python
