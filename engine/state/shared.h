// A copy-on-write value, shared by the copies of a state: names and definitions, which are many and rarely change.
// Copying it only increments a counter.
// Invariant: a change through one copy is never visible through another.
#pragma once

#include <memory>

#include "events/sole_owner.h"

namespace docket {

template <class Value>
class Shared {
 public:
  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }

  /// The value for modification: in place if this is the only owner, else in a fresh copy.
  Value& edit() {
    if (!hasOneOwner(value_)) value_ = std::make_shared<Value>(*value_);
    return *value_;
  }

 private:
  /// The default value, shared by all copies that have not been modified.
  static const std::shared_ptr<Value>& unchanged() {
    static const auto kOne = std::make_shared<Value>();
    return kOne;
  }

  std::shared_ptr<Value> value_ = unchanged();
};

}  // namespace docket
