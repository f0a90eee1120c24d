// Characteristics: what keywords and types a card has, and its title. A reading of what is printed and of the ledger;
// entries count in the order in which they began, so what came later decides.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

enum class Characteristic : std::uint8_t { keyword, type, subtype, supertype };

/// A keyword or type that a card has or had, and why.
struct CharacteristicLine {
  std::string_view name;       ///< lives as long as the state does; a line break can stand between its words
  EntryIndex granted = kNone;  ///< the entry that gave it; kNone: it is printed (or was, where the card is not known)
  EntryIndex removed = kNone;  ///< the entry that took it away; kNone: the card has it
  bool of_ability = false;     ///< the card has it only through one of its abilities
  bool base = true;            ///< printed, or given to a created card by what created it
  [[nodiscard]] bool holds() const { return removed == kNone; }
};

struct CharacteristicReading {
  bool known = true;                      ///< false: it is not known what is printed on the card; the rest is given
  std::vector<CharacteristicLine> lines;  ///< as printed, then in the order of the ledger
};

/// Whether an entity has what is printed on it and nothing else: no change is about more than its stats and control.
bool isAsPrinted(const State& state, Entity subject);

/// The keywords or types of a card. Of another entity (a player) the keywords that it was given.
CharacteristicReading readCharacteristics(const State& state, const Rules& rules, Entity subject, Characteristic which);

/// Whether an entity has a keyword or a type. Nothing where it is not known what the card is and the ledger does not
/// say. A name can refer to more than the keyword of that name (keywords.h).
struct HasReading {
  bool known = true;
  bool has = false;
  bool printed = false;       ///< it is printed on the card, removed since or not
  EntryIndex entry = kNone;   ///< the entry that decided: that granted or removed it; kNone: what is printed
  CardIndex unheard = kNone;  ///< a card whose text nobody read, by which it can be otherwise; kNone: it is certain
};
HasReading hasCharacteristic(const State& state, const Rules& rules, Entity subject, Characteristic which,
                             std::string_view name);

/// The same of its base keywords: those that are printed, or that a created card got from what created it.
HasReading hasBaseKeyword(const State& state, const Rules& rules, Entity subject, std::string_view name);

/// The names that hold of a reading.
[[nodiscard]] std::vector<std::string_view> namesThatHold(const CharacteristicReading& reading);

/// The title of a card: the latest that the ledger gives it, else the printed one, if it has one.
struct TitleReading {
  bool known = true;
  std::string_view title{};  ///< empty: it has none (a created card)
  EntryIndex entry = kNone;  ///< the entry that gave it; kNone: it is printed
};
/// A number for the title that a card has now: Definition::title_number where a card of the game is printed so.
std::uint32_t titleNumber(const State& state, const Ruleset& ruleset, CardIndex card);
TitleReading readTitle(const State& state, const Ruleset& ruleset, CardIndex card);

/// Whether a card counts as created: it came into being during the game, or the rules take it for a proxy of such.
bool isCreated(const State& state, const Ruleset& ruleset, const Card& card);

}  // namespace docket
