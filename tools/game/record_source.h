// The sources that a game is opened from: its stored record, a redacted view of it (record_view.h), or a record in
// memory that is in no archive.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/fold/history.h"
#include "engine/rules/ids.h"
#include "events/held_event.h"
#include "events/recording.h"
#include "schemas/event.capnp.h"
#include "store/game.h"

namespace docket {

class RecordSource : public EventSource {
 public:
  [[nodiscard]] virtual schema::Header::Reader header() const = 0;
  /// The number of the last event; 0 if there is none.
  [[nodiscard]] virtual EventNumber last() const = 0;
  /// Event `number`, from 1 to last().
  [[nodiscard]] virtual HeldEvent event(EventNumber number) const = 0;
};

class StoredRecord : public RecordSource {
 public:
  /// The game must outlive it.
  explicit StoredRecord(const Game& game) : game_(game) {}

  [[nodiscard]] schema::Header::Reader header() const override { return game_.header(); }
  [[nodiscard]] EventNumber last() const override { return game_.count(); }
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return game_.event(number); }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    game_.forEach(first, last, visit);
  }

 private:
  const Game& game_;
};

class RecordInMemory : public RecordSource {
 public:
  explicit RecordInMemory(std::shared_ptr<const Recording> recording) : recording_(std::move(recording)) {}

  [[nodiscard]] schema::Header::Reader header() const override { return recording_->header(); }
  [[nodiscard]] EventNumber last() const override { return recording_->size(); }
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return recording_->event(number); }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    recording_->forEach(std::max<EventNumber>(first, 1), std::min(last, recording_->size()), visit);
  }

 private:
  std::shared_ptr<const Recording> recording_;
};

}  // namespace docket
