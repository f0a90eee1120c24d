// A record in memory that is in no archive; a game can be judged from it alone.
#pragma once

#include <memory>
#include <utility>

#include "events/recording.h"
#include "tools/game/held_record.h"

namespace docket {

class RecordInMemory : public HeldRecord {
 public:
  explicit RecordInMemory(std::shared_ptr<const Recording> recording) : recording_(std::move(recording)) {}

  [[nodiscard]] schema::Header::Reader header() const override { return recording_->header(); }
  [[nodiscard]] EventNumber last() const override { return recording_->size(); }
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return recording_->event(number); }
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    recording_->forEach(first, last, visit);
  }

 private:
  std::shared_ptr<const Recording> recording_;
};

}  // namespace docket
