// True if a shared object has exactly one owner, which may then change it or reuse its memory.
#pragma once

#include <atomic>
#include <memory>

namespace docket {

/// Synchronises with former owners in other threads: their reads have finished. False for null.
template <class Object>
[[nodiscard]] bool hasOneOwner(const std::shared_ptr<Object>& object) {
  if (object.use_count() != 1) return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
}

}  // namespace docket
