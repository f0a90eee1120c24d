// A value that the copies of a state share until one of them changes it: names and definitions, which are many and
// change rarely. Copying a state so costs a count.
// Invariant: a change through one copy is never seen through another.
#pragma once

#include <atomic>
#include <memory>

namespace docket {

template <class Value>
class Shared {
 public:
  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }

  /// The value, to be changed: in place where no copy shares it, else in a copy of its own.
  Value& edit() {
    if (value_.use_count() != 1) {
      value_ = std::make_shared<Value>(*value_);
    } else {
      std::atomic_thread_fence(std::memory_order_acquire);  // what the last other owner read in its thread, it has read
    }
    return *value_;
  }

 private:
  /// What all that nobody has changed yet share.
  static const std::shared_ptr<Value>& unchanged() {
    static const auto kOne = std::make_shared<Value>();
    return kOne;
  }

  std::shared_ptr<Value> value_ = unchanged();
};

}  // namespace docket
