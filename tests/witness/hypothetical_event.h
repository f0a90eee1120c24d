// An event that did not happen, at the end of a game: refused by another program, or planted. It brings the
// names that the game does not have yet, and is judged as `ask --act` judges.
#pragma once

#include <capnp/message.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"

namespace docket::witness {

class HypotheticalEvent {
 public:
  /// The state must outlive it.
  explicit HypotheticalEvent(const State& state) : state_(state), event_(message_.initRoot<schema::Event>()) {}

  /// The event, to be filled in.
  [[nodiscard]] schema::Event::Builder event() { return event_; }
  /// The number of a name; 0 for none.
  [[nodiscard]] NameNumber name(std::string_view text) {
    if (text.empty()) return 0;
    if (const NameNumber known = state_.vocabulary->names.find(text); known != 0) return known;
    fresh_.emplace_back(text);
    return static_cast<NameNumber>(state_.vocabulary->names.size() + fresh_.size());
  }
  /// The complete event; call it when every field is set.
  [[nodiscard]] schema::Event::Reader whole() {
    if (fresh_.empty()) return event_.asReader();
    auto names = event_.getContext().initNames(static_cast<unsigned>(fresh_.size()));
    for (unsigned i = 0; i < fresh_.size(); ++i) names.set(i, fresh_[i]);
    return event_.asReader();
  }
  /// The findings against it.
  [[nodiscard]] std::vector<Finding> judged(const Rules& rules) {
    return judgeHypothetical(pendingEvent(state_, rules, state_.event + 1, whole()));
  }

 private:
  const State& state_;
  capnp::MallocMessageBuilder message_;
  schema::Event::Builder event_;
  std::vector<std::string> fresh_;  ///< names that it brings
};

}  // namespace docket::witness
