// Whether a thing that several can hold is held once, so that its holder may change it or use its room again.
#pragma once

#include <atomic>
#include <memory>

namespace docket {

/// What the last of the others read of it in another thread, it has read. False where nothing is held.
template <class Held>
[[nodiscard]] bool isHeldOnce(const std::shared_ptr<Held>& held) {
  if (held.use_count() != 1) return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  return true;
}

}  // namespace docket
