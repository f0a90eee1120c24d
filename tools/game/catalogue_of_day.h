// The wording of a day: what the cards of a catalogue said when a game was played.
// Invariant: a catalogue of which no card ever said something else is the same on each day.
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

  /// The catalogue in which each card says what it said on a day (YYYY-MM-DD; empty: the latest). It has a version of
  /// its own where that is not the latest.
  [[nodiscard]] std::shared_ptr<const HeldDocument> on(std::string_view day);

 private:
  std::shared_ptr<const HeldDocument> latest_;
  std::vector<std::string> changes_;  // the days on which a card came to say something else, in their order
  std::map<std::size_t, std::shared_ptr<const HeldDocument>> made_;  // by how many of these have been
};

}  // namespace docket
