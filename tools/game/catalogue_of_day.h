// The card wordings of a day: what the cards of a catalogue said when a game was played.
// Invariant: a catalogue whose cards never changed is the same on each day.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/game/documents.h"

namespace docket {

class CatalogueByDay {
 public:
  explicit CatalogueByDay(std::shared_ptr<const HeldDocument> catalogue);

  /// The catalogue with each card's wording on `day` (YYYY-MM-DD; empty: the latest). It has its own version if that is
  /// not the latest wording.
  [[nodiscard]] std::shared_ptr<const HeldDocument> on(std::string_view day);

 private:
  std::shared_ptr<const HeldDocument> latest_;
  std::vector<std::string> changes_;  // the days on which a card's wording changed, in ascending order
  std::map<std::size_t, std::shared_ptr<const HeldDocument>> made_;  // by the number of changes up to the day
};

}  // namespace docket
