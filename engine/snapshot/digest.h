// The running digest: two folds of the same record must agree in it, event by event. It covers each event's
// fingerprint, the readings of what the event changed, and the findings. The fingerprints of two folds can differ and
// become equal again; digests stay different, so bisection finds the first divergence.
#pragma once

#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"

namespace docket {

class RunningDigest {
 public:
  RunningDigest() = default;
  explicit RunningDigest(Fingerprint from) : value_(from) {}

  /// Adds an event: `state` is the state after it, `findings` are the judge's findings on it.
  void add(const State& state, const Rules& rules, const Step& step, const std::vector<Finding>& findings);
  [[nodiscard]] Fingerprint value() const { return value_; }

 private:
  Fingerprint value_;
};

}  // namespace docket
