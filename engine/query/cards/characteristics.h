// Characteristics: a card's keywords, types and title. Computed from what is printed and from the ledger; entries apply
// in the order in which they began, so later ones prevail.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

enum class Characteristic : std::uint8_t { keyword, type, subtype, supertype };

/// A keyword or type that a card has or had, and why.
struct CharacteristicLine {
  std::string_view name;  ///< valid as long as the state is; may contain a line break between words
  /// The entry that gave it; kNone: printed (or it was printed, if the card is unidentified).
  EntryIndex granted = kNone;
  EntryIndex removed = kNone;  ///< the entry that removed it; kNone: the card has it
  bool of_ability = false;     ///< the card has it only through one of its abilities
  bool base = true;            ///< printed, or given to a created card by its creation
  [[nodiscard]] bool holds() const { return removed == kNone; }
};

struct CharacteristicReading {
  bool known = true;                      ///< false: the printed lines are unknown; the others are given
  std::vector<CharacteristicLine> lines;  ///< as printed, then in the order of the ledger
};

/// True if an entity has exactly what is printed on it: all changes are about its stats and control only.
bool isAsPrinted(const State& state, Entity subject);

/// The keywords or types of a card. For another entity (a player), the keywords that it was given.
CharacteristicReading readCharacteristics(const State& state, const Rules& rules, Entity subject, Characteristic which);

/// Whether an entity has a keyword or a type. Unknown if the card is unidentified and the ledger does not decide. A
/// name can match more than the keyword of that name (keywords.h).
struct HasReading {
  bool known = true;
  bool has = false;
  bool printed = false;      ///< true if it is printed on the card, even if it was removed
  EntryIndex entry = kNone;  ///< the deciding entry, which granted or removed it; kNone: what is printed
  CardIndex unread = kNone;  ///< a card with an unread text that may change the result; kNone: certain
};
HasReading hasCharacteristic(const State& state, const Rules& rules, Entity subject, Characteristic which,
                             std::string_view name);

/// Whether an entity has a base keyword: one that is printed, or that a created card has by its creation.
HasReading hasBaseKeyword(const State& state, const Rules& rules, Entity subject, std::string_view name);

/// The names in a reading that apply.
[[nodiscard]] std::vector<std::string_view> namesThatHold(const CharacteristicReading& reading);

/// The title of a card: the latest that the ledger gives it, else the printed one, if any.
struct TitleReading {
  bool known = true;
  std::string_view title{};  ///< empty: it has none (a created card)
  EntryIndex entry = kNone;  ///< the entry that gave it; kNone: it is printed
};
/// A number for a card's current title: Definition::title_number if a card of the game has that title printed.
std::uint32_t titleNumber(const State& state, const Ruleset& ruleset, CardIndex card);
TitleReading readTitle(const State& state, const Ruleset& ruleset, CardIndex card);

/// True if a card counts as created: an effect created it during the game, or the rules treat it as a proxy of such a
/// card.
bool isCreated(const State& state, const Ruleset& ruleset, const Card& card);

}  // namespace docket
