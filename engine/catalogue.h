// A catalogue, compiled: what is printed on cards, as the reducer and the judge read it.
// Invariant: a Definition never moves once it is made; the state keeps pointers to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ruleset.h"
#include "schemas/card.capnp.h"

namespace docket {

/// A stat as it is printed. `absent`: the card has no such stat; `asterisk`: base value zero, the rest from elsewhere.
struct PrintedStat {
  std::int32_t amount = 0;
  schema::PrintedStat::Kind kind = schema::PrintedStat::Kind::ABSENT;
};

/// One limit on one ability: which of the ruleset's limits, how many, and what it is shared with.
struct LimitOf {
  LimitIndex limit;
  std::int32_t max;
  std::string group;    ///< abilities of the same title with the same group share it; empty: this ability alone
  std::uint32_t title;  ///< the title under which it is counted (Catalogue's number of it)
};

struct Ability {
  std::string name, designator, event;
  std::vector<std::string> zones;
  std::vector<LimitOf> limits{};
  std::int32_t description;
};

struct Definition {
  std::string key, title, version;
  std::vector<std::string> types, subtypes, supertypes, keywords;
  std::vector<PrintedStat> stats;  ///< by StatIndex of the ruleset
  std::vector<Ability> abilities;  ///< ability n of an event is abilities[n - 1]
  std::uint32_t title_number = 0;  ///< equal for equal titles
  std::uint32_t chain = 0;         ///< equal for titles that can be counted together
  bool doubtful = false;
  bool outlasts = false;  ///< a limit of one of its abilities counts uses longer than a period
};

class Catalogue {
 public:
  std::string name, version;
  bool outlasts = false;  ///< one of its definitions outlasts

  /// The definition of that key, or null.
  [[nodiscard]] const Definition* find(std::string_view key) const;
  [[nodiscard]] const std::vector<std::unique_ptr<const Definition>>& definitions() const { return definitions_; }

 private:
  friend Catalogue compile(schema::Catalogue::Reader, const Ruleset&, const std::string&);
  std::vector<std::unique_ptr<const Definition>> definitions_;
  std::map<std::string_view, const Definition*> by_key_;
};

/// Compiles a catalogue against the ruleset whose vocabulary it uses. Throws BadInput for an unknown stat or limit
/// (with the nearest known one), a key that occurs twice, or a card without a key.
Catalogue compile(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file);

/// What is printed on a card that no catalogue has (a created card, a record without a catalogue).
Definition printedDefinition(schema::Printed::Reader printed, std::string_view key, const Ruleset& ruleset);

/// The rules of a game: what a fold needs beside the events. Both must outlive the states folded with them.
struct Rules {
  const Ruleset& ruleset;
  const Catalogue& catalogue;
};

}  // namespace docket
