// The points of a game that are in dispute: what was ruled and what was found, each with the table that it is about and
// the cards that it speaks of. A page opens on the first that counts.
// Invariant: what was superseded or taken back is told, but never what a page opens on while something else stands.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "events/json_writer.h"
#include "tools/game/game_loader.h"
#include "tools/game/verdict.h"

namespace docket::report {

struct Dispute {
  EventNumber at = 0;    ///< the table that it is about is the one after this event
  EventNumber told = 0;  ///< the event that the ruling was given with, or that is illegal; 0: in a file
  bool stands = true;    ///< neither superseded nor taken back
  const RulingVerdict* ruling = nullptr;  ///< one of the two
  const FoundIllegal* finding = nullptr;
  std::set<CardIndex> cards{};   ///< that it speaks of; else those that the event at `at` names
  std::set<EventNumber> acts{};  ///< of which a ruling says whether they were legal
  std::string claim{};           ///< of a ruling: what was claimed, in words
  /// What its parts come to by the rules: "Personal Honor of Unbowed Champion #2", "4".
  std::vector<std::pair<std::string, std::string>> gives{};
};

class Disputes {
 public:
  /// Those of a verdict on that game, which must outlive them: the rulings as they were given, then the findings.
  Disputes(const OpenGame& game, const Verdict& verdict);

  /// Takes in the table after event `number`, about which `words` is: what was in dispute there is told in its words.
  void see(const Words& words, EventNumber number, schema::Event::Reader event);

  [[nodiscard]] const std::vector<Dispute>& all() const { return all_; }
  /// The ruling that stands and was given last, else the first finding that stands, a certain one before others, else
  /// the last ruling; null where nothing is in dispute.
  [[nodiscard]] const Dispute* opening() const;
  /// The member "disputes", a list [at, told, stands (0, 1), [cards...]] each.
  void write(JsonWriter& json) const;

 private:
  const OpenGame& game_;
  std::vector<Dispute> all_;
  std::multimap<EventNumber, std::size_t> at_;  // of each its place in `all_`, by Dispute::at
};

}  // namespace docket::report
