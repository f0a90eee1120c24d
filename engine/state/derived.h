// The cache of data derived from the facts of a state, so that only changed parts are recomputed. It belongs to
// one state and is copied with it. derived/derived_values.h defines what it holds.
// Invariant: the cache decides what is computed again, never the result. It is in no fingerprint and no keyframe.
#pragma once

#include <memory>

namespace docket {

class Derived {
 public:
  struct Values;

  Derived() noexcept;
  Derived(const Derived& other);
  Derived(Derived&& other) noexcept;
  Derived& operator=(const Derived& other);
  Derived& operator=(Derived&& other) noexcept;
  ~Derived();

  [[nodiscard]] Values& values();
  [[nodiscard]] const Values& values() const;

 private:
  std::unique_ptr<Values> values_;  // null: nothing was derived yet
};

}  // namespace docket
