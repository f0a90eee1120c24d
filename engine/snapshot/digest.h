// The running digest of a run: what two folds of the same record must agree in, event by event. It takes in each
// event's fingerprint, the readings of what the event changed, and the findings; unlike fingerprints, which can differ
// and meet again, once two runs differ in it they differ ever after, so the first divergence is found by bisection.
#pragma once

#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"

namespace docket {

class RunningDigest {
 public:
  RunningDigest() = default;
  explicit RunningDigest(Fingerprint from) : value_(from) {}

  /// Takes in the event that `state` stands after; `findings` are those that the judge had against it.
  void add(const State& state, const Rules& rules, const Step& step, const std::vector<Finding>& findings);
  [[nodiscard]] Fingerprint value() const { return value_; }

 private:
  Fingerprint value_;
};

}  // namespace docket
