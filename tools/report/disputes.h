// The disputed points of a game: rulings and findings, each with the table that it is about and the cards that it
// names. A page opens on the first one that counts.
// Invariant: replaced and taken-back disputes are listed, but a page opens on one only if nothing else stands.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/claim_words.h"
#include "tools/game/game_loader.h"
#include "tools/verdict/verdict.h"

namespace docket::report {

struct Dispute {
  /// It is about the table after this event. For a ruling about its own event that names an act, this is the event of
  /// that act.
  EventNumber at = 0;
  EventNumber event = 0;                  ///< the event of the ruling, or the illegal event; 0: a ruling in a file
  bool stands = true;                     ///< neither replaced nor taken back
  const RulingVerdict* ruling = nullptr;  ///< one of the two
  const ReportedFinding* finding = nullptr;
  std::set<CardIndex> cards{};     ///< the cards that it names, otherwise those of the event `at`
  ActWords acts{};                 ///< the acts whose legality the ruling is about
  std::string claim{};             ///< the claim of a ruling, in words
  std::vector<ClaimPart> gives{};  ///< the values of the claim's parts under the rules
  /// The changes that the stats in a ruling rest on: "minimum 4, while its source is in play, from Old Keep #1", and
  /// the event that began it; the oldest first.
  std::vector<std::pair<std::string, EventNumber>> changes{};
};

class Disputes {
 public:
  /// Those of a verdict on that game, which must outlive them: the rulings in the verdict's order, then the findings.
  Disputes(const OpenGame& game, const Verdict& verdict);

  /// The events whose tables visit() needs, in order; it ignores others.
  [[nodiscard]] std::set<EventNumber> wanted() const;
  /// Adds the table after event `number`, which `words` is about; called in the order of the events. Disputes about
  /// that table get their words.
  void visit(const Words& words, EventNumber number, schema::Event::Reader event);

  [[nodiscard]] const std::vector<Dispute>& all() const { return all_; }
  /// The ruling that was given with an event; null if none was.
  [[nodiscard]] const Dispute* rulingAt(EventNumber event) const;
  /// The ruling that stands and was given last, else the first finding that stands, a certain one before others, else
  /// the last ruling; null if nothing is in dispute.
  [[nodiscard]] const Dispute* opening() const;
  /// The member "disputes", a list [at, event, stands (0, 1), [cards...]] each.
  void write(JsonWriter& json) const;

 private:
  void addWords(Dispute& dispute, const expression::Expression& claim, const Words& words) const;

  std::vector<Dispute> all_;
  std::vector<std::optional<expression::Expression>> claims_;  // of each ruling; empty if it cannot be parsed
  std::multimap<EventNumber, std::size_t> at_;       // places in `all_`, by the table that the words are about
  std::multimap<EventNumber, std::size_t> of_acts_;  // likewise, for those whose Dispute::at is another event
  std::set<EventNumber> named_;                      // acts that claims name
  ActWords acts_;                                    // those of them that were seen
};

}  // namespace docket::report
