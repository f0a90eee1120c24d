// A game for the rules lab: its events, from an archive or from a recording in memory, without rules.
// Invariant: a view, which its source must outlive. Used by one thread.
#pragma once

#include <memory>
#include <string_view>

#include "engine/fold/history.h"
#include "engine/fold/record_on_path.h"
#include "engine/state/state.h"
#include "events/recording.h"
#include "tools/game/open_game_record.h"

namespace docket::lab {

class LabGame : public EventSource {
 public:
  explicit LabGame(const Game& game) : record_(std::make_unique<const StoredRecord>(game)) {}
  explicit LabGame(const Recording& game)
      : record_(
            std::make_unique<const RecordInMemory>(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &game))) {}

  [[nodiscard]] schema::Header::Reader header() const { return record_->header(); }
  /// The number of the last event.
  [[nodiscard]] EventNumber last() const { return record_->last(); }
  /// The names of the whole game. The first call reads it.
  [[nodiscard]] const Names& names() const;
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    record_->forEach(first, last, visit);
  }
  /// Event `number`, from 1 to last().
  [[nodiscard]] HeldEvent event(EventNumber number) const { return record_->event(number); }
  /// Its events in effect. The first call reads them.
  [[nodiscard]] const History& history() const;
  /// The table after an event, folded from the first one.
  [[nodiscard]] State stateAt(const Rules& rules, EventNumber at) const {
    return stateAlong(rules, history().pathTo(at));
  }
  /// The table at the end of a path of its history, folded in the same way.
  [[nodiscard]] State stateAlong(const Rules& rules, const Path& path) const;

 private:
  std::unique_ptr<const RecordSource> record_;
  mutable std::unique_ptr<Names> names_;
  mutable std::unique_ptr<History> history_;
};

/// A game's record, as expressions ask for it after an event. Folds only what they ask for.
class LabRecord : public RecordOnPath {
 public:
  LabRecord(const LabGame& game, const Rules& rules, EventNumber at)
      : RecordOnPath(game.history(), game, rules, game.last(), at), game_(game) {}

 protected:
  [[nodiscard]] std::shared_ptr<const State> at(const Path& path) const override {
    return std::make_shared<const State>(game_.stateAlong(rules(), path));
  }

 private:
  const LabGame& game_;
};

}  // namespace docket::lab
