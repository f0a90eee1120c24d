// True if a shared object has exactly one owner, which may then change it or reuse its memory.
#pragma once

#include <atomic>
#include <memory>

namespace docket {

/// Synchronises with former owners in other threads: their reads have finished. False for null.
template <class Held>
[[nodiscard]] bool isHeldOnce(const std::shared_ptr<Held>& held) {
  if (held.use_count() != 1) return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
}

}  // namespace docket
