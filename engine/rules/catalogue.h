// A catalogue, compiled: what is printed on cards, as the reducer and the judge read it.
// Invariant: a Definition never moves once it is made; the state keeps pointers to it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ability.h"
#include "engine/rules/matters.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/text_box.h"
#include "events/key_index.h"
#include "schemas/card.capnp.h"

namespace docket {

/// A stat as it is printed. `absent`: the card has no such stat; `asterisk`: base value zero, the rest from elsewhere.
struct PrintedStat {
  std::int32_t amount = 0;
  schema::PrintedStat::Kind kind = schema::PrintedStat::Kind::ABSENT;
  bool specified = false;  ///< it is printed; else it is there because the card's type has it
  bool unsaid = false;     ///< the catalogue says that it does not know what is printed here
};

struct Printing {
  std::string set, date;
  std::vector<std::string> keywords, small;  ///< the small print: number, rarity, artist, credits
};

/// How many of a ruleset's types there are sets of cards for, from the first.
inline constexpr std::size_t kMostTypesOfSets = 64;

struct Definition {
  std::string key, title, version;
  std::vector<std::string> types, subtypes, supertypes, keywords;
  std::uint64_t type_set = 0;      ///< of these types those that the ruleset has, a bit each by TypeIndex
  std::vector<PrintedStat> stats;  ///< by StatIndex of the ruleset
  std::vector<Ability> abilities;  ///< ability n of an event is abilities[n - 1]
  std::uint32_t title_number = 0;  ///< equal for equal titles
  std::uint32_t chain = 0;         ///< equal for titles that can be counted together
  std::vector<LimitOf> limits;     ///< on the card itself: copies in a deck, in play, attached; plays
  std::vector<std::pair<std::string, std::string>> characteristics;  ///< of those that the ruleset lists
  std::vector<std::string> unsaid_characteristics;                   ///< of those, which its catalogue does not know
  std::vector<WinRule> wins;                                         ///< of a mission: how it is won
  std::string text;                                                  ///< its text box as it is written
  TextBox box;                                                       ///< and taken apart
  std::vector<Printing> printings;                                   ///< the oldest first
  bool doubtful = false;   ///< the card itself may have limits that are not among `limits`
  Matters unread;          ///< what a text, or words of it, that nobody read can be about: what is not here
  bool of_record = false;  ///< no catalogue has it: it is what a record says is printed, and no abilities
  bool proxy = false;      ///< stands for a created card
  const Definition* stand_in = nullptr;  ///< of a created card: what stands for it, where a record says that too
  bool outlasts = false;                 ///< a limit of one of its abilities counts uses longer than a period
  bool continuous = false;               ///< it has a continuous trait
  std::uint64_t triggers = 0;            ///< the payloads that a triggered trait (or an ability that must answer its
                                         ///< trigger) of it answers, a bit each
  std::uint64_t triggers_in = 0;         ///< the zones in which one of them can be triggered, a bit each (zone mod 64)
  std::vector<std::string> ability_keywords;   ///< those that it has from its abilities
  std::shared_ptr<const Consulted> consulted;  ///< by what of the rules it was read; null: no footprints are taken
};

class Catalogue {
 public:
  std::string name, version;
  DeclaredWords declared;             ///< what only its cards speak of
  bool outlasts = false;              ///< one of its definitions outlasts
  bool continuous = false;            ///< one of its definitions has a continuous trait
  bool works_face_down = false;       ///< a text of one of its definitions works while its card lies face-down in play
  bool modifiers = false;             ///< one of its definitions has a stat that is printed as a modifier
  std::uint64_t triggers = 0;         ///< the payloads that a triggered trait of one of them answers, a bit each
  std::uint64_t triggers_before = 0;  ///< of these, those that one answers before they happen
  std::uint64_t triggers_after = 0;   ///< of these, those that one answers when they have happened
  std::uint64_t refers = 0;           ///< the payloads that a cost or a reaction of one of them refers back to
  std::uint64_t listens = 0;          ///< both, and the acts whose texts it has

  /// The definition of that key, or null.
  [[nodiscard]] const Definition* find(std::string_view key) const;
  [[nodiscard]] const std::vector<std::unique_ptr<const Definition>>& definitions() const { return definitions_; }
  /// The trait of that name on the first card that has one, or null: what a granted trait says.
  [[nodiscard]] const Ability* trait(std::string_view named) const;
  /// The same of abilities: what a granted ability says.
  [[nodiscard]] const Ability* ability(std::string_view named) const;

 private:
  friend Catalogue compileCards(schema::Catalogue::Reader, const Ruleset&);
  std::vector<std::unique_ptr<const Definition>> definitions_;
  KeyIndex by_key_;  // numbers are places in definitions_
  std::map<std::string_view, const Ability*> traits_, abilities_;
};

/// Compiles a catalogue against the ruleset whose vocabulary it uses. Throws BadInput for an unknown stat or limit
/// (with the nearest known one), a key that occurs twice, or a card without a key: a BadDocument that says where.
Catalogue compile(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file);

/// What is printed on a card that no catalogue has (a created card, a record without a catalogue).
Definition printedDefinition(schema::Printed::Reader printed, std::string_view key, const Ruleset& ruleset);

/// The rules of a game: what a fold needs beside the events. Both must outlive the states folded with them.
struct Rules {
  const Ruleset& ruleset;
  const Catalogue& catalogue;

  /// Whether a text of the game has to do with events of that payload.
  [[nodiscard]] bool listensTo(schema::Event::Which which) const {
    return ((catalogue.listens | ruleset.listens) >> static_cast<unsigned>(which) & 1U) != 0;
  }
  /// Whether one refers back to such events.
  [[nodiscard]] bool referTo(schema::Event::Which which) const {
    return ((catalogue.refers | ruleset.refers) >> static_cast<unsigned>(which) & 1U) != 0;
  }
};

}  // namespace docket
