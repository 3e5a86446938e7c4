// SPDX-License-Identifier: Apache-2.0
//
// NCCL's functions over threads of one process and memory of the host: what
// queues work there does it here, in order, and returns when it is done. Options
// are variables of the environment, read at each call:
//   FAKE_NCCL_FAIL=ncclAllReduce   that function returns an error
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace {

enum Result { kSuccess = 0, kInternal = 3, kArgument = 4, kRemote = 6 };
enum Kind { kAllReduce, kReduce, kBroadcast, kAllGather, kReduceScatter, kSend, kRecv };
constexpr size_t kSizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};

struct Comm;
struct Op {
  Kind kind;
  const char* from;
  char* to;
  size_t count;
  int type, op, peer;  // the root, of collectives
  Comm* comm;
  bool done = false;
};

struct World {
  int size;
  std::vector<Comm*> comms;
  int arrived = 0, left = 0;
  // Per rank: what was called and is not done yet, in order.
  std::vector<std::vector<Op*>> waiting;
};
struct Comm {
  std::shared_ptr<World> world;
  int rank;
  bool aborted = false;
};

// Never destroyed: threads may wait until the process ends.
std::mutex& g_mutex = *new std::mutex;
std::condition_variable& g_changed = *new std::condition_variable;
auto& g_worlds = *new std::map<std::string, std::shared_ptr<World>>;
int g_ids = 0;
thread_local int t_depth = 0;
thread_local std::vector<Op> t_group;

bool fails(const char* name) {
  const char* asked = std::getenv("FAKE_NCCL_FAIL");
  return asked && std::strcmp(asked, name) == 0;
}

template <class T>
T apply(T a, T b, int op) {
  switch (op) {
    case 0:
      return static_cast<T>(a + b);
    case 1:
      return static_cast<T>(a * b);
    case 2:
      return b > a ? b : a;
    default:
      return b < a ? b : a;
  }
}

template <class T>
void fold(const std::vector<Op*>& ops, size_t from, size_t n, char* to) {
  std::vector<T> total(n);
  for (size_t i = 0; i < n; ++i) {
    T value = reinterpret_cast<const T*>(ops[0]->from)[from + i];
    for (size_t r = 1; r < ops.size(); ++r)
      value = apply(value, reinterpret_cast<const T*>(ops[r]->from)[from + i],
                    ops[0]->op);
    total[i] = value;
  }
  std::memcpy(to, total.data(), n * sizeof(T));
}

void fold_any(const std::vector<Op*>& ops, size_t from, size_t n, char* to) {
  switch (ops[0]->type) {
    case 0:
      return fold<int8_t>(ops, from, n, to);
    case 1:
      return fold<uint8_t>(ops, from, n, to);
    case 2:
      return fold<int32_t>(ops, from, n, to);
    case 3:
      return fold<uint32_t>(ops, from, n, to);
    case 4:
      return fold<int64_t>(ops, from, n, to);
    case 5:
      return fold<uint64_t>(ops, from, n, to);
    case 6:
      return fold<_Float16>(ops, from, n, to);
    case 7:
      return fold<float>(ops, from, n, to);
    case 8:
      return fold<double>(ops, from, n, to);
  }
}

void collective(const std::vector<Op*>& ops) {
  const Op& first = *ops[0];
  const size_t bytes = first.count * kSizes[first.type];
  std::vector<std::vector<char>> results(ops.size());
  for (size_t r = 0; r < ops.size(); ++r) {
    std::vector<char>& result = results[r];
    switch (first.kind) {
      case kAllReduce:
      case kReduce:
        result.resize(bytes);
        fold_any(ops, 0, first.count, result.data());
        break;
      case kReduceScatter:
        result.resize(bytes);
        fold_any(ops, r * first.count, first.count, result.data());
        break;
      case kBroadcast:
        result.assign(ops[first.peer]->from, ops[first.peer]->from + bytes);
        break;
      default:
        for (const Op* op : ops)
          result.insert(result.end(), op->from, op->from + bytes);
    }
  }
  for (size_t r = 0; r < ops.size(); ++r) {
    ops[r]->done = true;
    if (first.kind != kReduce || static_cast<int>(r) == first.peer)
      std::memcpy(ops[r]->to, results[r].data(), results[r].size());
  }
}

bool is_message(const Op* op) { return op->kind >= kSend; }

// Does what can be done; under the mutex.
void progress(World& world) {
  auto remove_done = [](std::vector<Op*>& ops) {
    std::erase_if(ops, [](Op* op) { return op->done; });
  };
  for (bool again = true; again;) {
    again = false;
    // Messages in front of the first collective operation of their rank.
    for (int r = 0; r < world.size; ++r)
      for (Op* send : world.waiting[r]) {
        if (!is_message(send)) break;
        if (send->kind != kSend || send->done) continue;
        for (Op* recv : world.waiting[send->peer]) {
          if (!is_message(recv)) break;
          if (recv->kind != kRecv || recv->done || recv->peer != r) continue;
          std::memcpy(recv->to, send->from, send->count * kSizes[send->type]);
          send->done = recv->done = again = true;
          break;
        }
      }
    for (auto& ops : world.waiting) remove_done(ops);
    std::vector<Op*> heads;
    for (auto& ops : world.waiting)
      if (!ops.empty() && !is_message(ops[0])) heads.push_back(ops[0]);
    if (static_cast<int>(heads.size()) == world.size) {
      collective(heads);
      for (auto& ops : world.waiting) remove_done(ops);
      again = true;
    }
  }
}

int run(std::vector<Op>& ops) {
  std::unique_lock lock(g_mutex);
  for (Op& op : ops)
    op.comm->world->waiting[op.comm->rank].push_back(&op);
  for (Op& op : ops) progress(*op.comm->world);
  g_changed.notify_all();
  int status = kSuccess;
  for (Op& op : ops) {
    g_changed.wait(lock, [&] { return op.done || op.comm->aborted; });
    if (op.done) continue;
    status = kInternal;
    std::erase(op.comm->world->waiting[op.comm->rank], &op);
  }
  return status;
}

int add(Op op, const char* name) {
  if (fails(name)) return kInternal;
  if (op.comm->aborted) return kArgument;
  if (t_depth > 0) {
    t_group.push_back(op);
    return kSuccess;
  }
  std::vector<Op> one{op};
  return run(one);
}

int stop(Comm* comm) {
  std::lock_guard lock(g_mutex);
  comm->aborted = true;
  g_changed.notify_all();
  return kSuccess;
}

}  // namespace

extern "C" {

struct ncclUniqueId {
  char bytes[128];
};
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};

int ncclGetVersion(int* version) {
  *version = 22900;
  return kSuccess;
}
const char* ncclGetErrorString(int status) {
  return status == kSuccess ? "no error" : "a fake error";
}
const char* ncclGetLastError(Comm*) { return "as it was told"; }
int ncclGetUniqueId(ncclUniqueId* id) {
  std::lock_guard lock(g_mutex);
  std::memset(id->bytes, 'x', sizeof(id->bytes));
  std::strcpy(id->bytes, ("id" + std::to_string(++g_ids)).c_str());
  return fails("ncclGetUniqueId") ? kInternal : kSuccess;
}

// Inside of a group it does not wait for the others, as if it had threads.
int ncclCommInitRankConfig(Comm** comm, int size, ncclUniqueId id, int rank,
                           Config* config) {
  if (config->magic != 0xcafebeef || config->size < sizeof(Config) ||
      config->version < 21400 || config->blocking != 1)
    return kArgument;
  if (fails("ncclCommInitRankConfig")) return kInternal;
  std::unique_lock lock(g_mutex);
  auto& world = g_worlds[std::string(id.bytes, sizeof(id.bytes))];
  if (!world) {
    world = std::make_shared<World>();
    world->size = size;
    world->waiting.resize(static_cast<size_t>(size));
  }
  auto mine = world;
  *comm = new Comm{mine, rank};
  ++mine->arrived;
  g_changed.notify_all();
  if (t_depth == 0)
    g_changed.wait(lock, [&] { return mine->arrived == mine->size; });
  return kSuccess;
}
// As NCCL does on one host, it waits until all ranks come to it.
int ncclCommDestroy(Comm* comm) {
  std::unique_lock lock(g_mutex);
  ++comm->world->left;
  g_changed.notify_all();
  g_changed.wait(lock, [&] { return comm->world->left == comm->world->size; });
  delete comm;
  return kSuccess;
}
int ncclCommAbort(Comm* comm) { return stop(comm); }
int ncclCommRevoke(Comm* comm, int) { return stop(comm); }
int ncclCommGetAsyncError(Comm* comm, int* status) {
  *status = fails("async") ? kRemote : kSuccess;
  return comm ? kSuccess : kArgument;
}
int ncclGroupStart() {
  ++t_depth;
  return kSuccess;
}
int ncclGroupEnd() {
  if (--t_depth > 0) return kSuccess;
  std::vector<Op> all;
  all.swap(t_group);
  return all.empty() ? kSuccess : run(all);
}

int ncclAllReduce(const char* from, char* to, size_t count, int type, int op,
                  Comm* comm, void*) {
  return add({kAllReduce, from, to, count, type, op, 0, comm}, "ncclAllReduce");
}
int ncclReduce(const char* from, char* to, size_t count, int type, int op,
               int root, Comm* comm, void*) {
  return add({kReduce, from, to, count, type, op, root, comm}, "ncclReduce");
}
int ncclBroadcast(const char* from, char* to, size_t count, int type, int root,
                  Comm* comm, void*) {
  return add({kBroadcast, from, to, count, type, 0, root, comm},
             "ncclBroadcast");
}
int ncclAllGather(const char* from, char* to, size_t count, int type,
                  Comm* comm, void*) {
  return add({kAllGather, from, to, count, type, 0, 0, comm}, "ncclAllGather");
}
int ncclReduceScatter(const char* from, char* to, size_t count, int type,
                      int op, Comm* comm, void*) {
  return add({kReduceScatter, from, to, count, type, op, 0, comm},
             "ncclReduceScatter");
}
int ncclSend(const char* from, size_t count, int type, int peer, Comm* comm,
             void*) {
  return add({kSend, from, nullptr, count, type, 0, peer, comm}, "ncclSend");
}
int ncclRecv(char* to, size_t count, int type, int peer, Comm* comm, void*) {
  return add({kRecv, nullptr, to, count, type, 0, peer, comm}, "ncclRecv");
}
}
