#include "engine/derived/derived_values.h"

namespace docket {

Derived::Derived() noexcept = default;
Derived::Derived(const Derived& other)
    : values_(other.values_ == nullptr ? nullptr : std::make_unique<Values>(*other.values_)) {}
Derived::Derived(Derived&& other) noexcept = default;
Derived& Derived::operator=(const Derived& other) {
  if (this != &other) *this = Derived(other);
  return *this;
}
Derived& Derived::operator=(Derived&& other) noexcept = default;
Derived::~Derived() = default;

Derived::Values& Derived::values() {
  if (values_ == nullptr) values_ = std::make_unique<Values>();
  return *values_;
}

const Derived::Values& Derived::values() const {
  static const Values kNothing;
  return values_ == nullptr ? kNothing : *values_;
}

}  // namespace docket
