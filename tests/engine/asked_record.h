// A recording as a GameRecord at a point; states are folded again for each query.
#pragma once

#include <memory>

#include "engine/fold/record_on_path.h"
#include "engine/fold/reduce.h"
#include "events/recording.h"

namespace docket {

class AskedRecord : public RecordOnPath {
 public:
  /// All must outlive it.
  AskedRecord(const Recording& game, const History& history, const EventSource& events, const Rules& by, EventNumber at)
      : RecordOnPath(history, events, by, game.size(), at), game_(game), events_(events) {}

 protected:
  [[nodiscard]] std::shared_ptr<const State> at(const Path& path) const override {
    auto state = std::make_shared<State>(initialState(game_.header(), rules()));
    foldAlong(*state, rules(), events_, path);
    return state;
  }

 private:
  const Recording& game_;
  const EventSource& events_;
};

}  // namespace docket
