// A pool of objects for several threads, each used by one at a time: as many are made as threads are at work.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace docket {

template <class T>
class LendingPool {
 public:
  explicit LendingPool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  /// An idle object, which is idle again once the pointer to it is gone.
  [[nodiscard]] auto take() {
    const auto give_back = [this](T* object) {
      const std::lock_guard lock(taking_);
      idle_.emplace_back(object);
    };
    std::unique_ptr<T> object = takeIdle();
    if (!object) object = make_();
    return std::unique_ptr<T, decltype(give_back)>(object.release(), give_back);
  }

 private:
  std::unique_ptr<T> takeIdle() {
    const std::lock_guard lock(taking_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<T> object = std::move(idle_.back());
    idle_.pop_back();
    return object;
  }

  const std::function<std::unique_ptr<T>()> make_;
  std::mutex taking_;  // guards idle_
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace docket
