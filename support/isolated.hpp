// Work that may hang or crash, in a process of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace nsdbench::support {

// How that ended: by the return of `work`, by the end of patience, or otherwise.
enum class IsolatedEnd { complete, timed_out, crashed };

// Forks; the child calls `work(send)`, which sends records of `record_size` bytes, and exits. The parent passes each to
// `receive` and waits for the next for at most `patience` seconds, then kills the child. The child may use
// `memory_limit` bytes; std::bad_alloc there counts as a crash unless `work` catches it. Throws std::system_error if
// there can be no child.
using Send = std::function<void(const void*)>;
IsolatedEnd run_isolated(const std::function<void(const Send&)>& work, std::size_t record_size,
                         const std::function<void(const void*)>& receive, double patience, std::size_t memory_limit);

}  // namespace nsdbench::support
