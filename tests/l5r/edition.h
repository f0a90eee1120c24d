// The rules under which engine 1's games are folded: the document of its edition with what counters give
// (counters.json), and the catalogue: the facts of its cards (cards.jsonl) with the texts that definitions.json has of
// them.
#pragma once

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "schemas/event.capnp.h"
#include "tests/witness/lines.h"

namespace docket::l5r {

/// The trait of cards with counters: it gives the bonuses of the counters.
inline constexpr const char* kCounters = "counters count";

class Edition {
 public:
  static const Edition& get();
  /// The edition in which every ability can be used once a turn, as in the Celestial rules.
  static const Edition& onceATurn();

  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset_, .catalogue = catalogue_}; }

 private:
  explicit Edition(bool once_a_turn);
  Ruleset ruleset_;
  Catalogue catalogue_;
};

/// The rules of engine 2's games: l5r-battles.json, and the facts of battle_cards.jsonl, which have no texts.
class Battles {
 public:
  static const Battles& get();
  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset_, .catalogue = catalogue_}; }

 private:
  Battles();
  Ruleset ruleset_;
  Catalogue catalogue_;
};

/// Adds the printed data in a line to the list in which a record or a catalogue has a card's printed data. What an
/// attachment gives to its Personality, and a Sensei to the Stronghold, is printed with a sign: it is a modifier.
void printStats(const witness::Object& printed,
                const std::function<capnp::List<schema::PrintedStat>::Builder(unsigned)>& make);
/// A list of texts in a line.
std::vector<std::string> textsOf(const witness::Object& line, std::string_view field);

#define SKIP_WITHOUT_L5R()                                                                      \
  if (!std::filesystem::exists(docket::witness::gamesFolder("l5r") / "FORMAT.md")) {            \
    GTEST_SKIP() << "NOT TESTED: the games are not at " << docket::witness::gamesFolder("l5r"); \
  }

}  // namespace docket::l5r
