// A compiled catalogue: the printed cards, as the reducer and the judge read them.
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
#include "engine/rules/payload_set.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/text_box.h"
#include "events/key_index.h"
#include "schemas/card.capnp.h"

namespace docket {

/// A printed stat. `absent`: the card has no such stat; `asterisk`: its base value is zero, and the rest comes from
/// elsewhere.
struct PrintedStat {
  std::int32_t amount = 0;
  schema::PrintedStat::Kind kind = schema::PrintedStat::Kind::ABSENT;
  bool specified = false;  ///< true: it is printed; false: the card has it because of its type
  bool unsaid = false;     ///< the catalogue does not know what is printed here
};

struct Printing {
  std::string set, date;
  std::vector<std::string> keywords, small;  ///< the small print: number, rarity, artist, credits
};

/// The number of a ruleset's types, from the first, that have sets of cards.
inline constexpr std::size_t kMaxTypesOfSets = 64;

struct Definition {
  std::string key, title, version;
  std::vector<std::string> types, subtypes, supertypes, keywords;
  std::uint64_t type_set = 0;      ///< its types among those of the ruleset, a bit each by TypeIndex
  std::vector<PrintedStat> stats;  ///< by StatIndex of the ruleset
  std::vector<Ability> abilities;  ///< ability n of an event is abilities[n - 1]
  std::uint32_t title_number = 0;  ///< equal for equal titles
  std::uint32_t use_list = 0;      ///< equal for titles whose uses can be counted together
  std::vector<LimitOf> limits;     ///< on the card itself: copies in a deck, in play, attached; plays
  std::vector<std::pair<std::string, std::string>> characteristics;  ///< of those that the ruleset lists
  std::vector<std::string> unsaid_characteristics;  ///< the listed characteristics that its catalogue does not know
  std::vector<WinRule> wins;                        ///< for a mission: how it is won
  std::string text;                                 ///< its text box as written
  TextBox box;                                      ///< the text box, parsed
  std::vector<Printing> printings;                  ///< oldest first
  bool doubtful = false;                            ///< the card itself may have limits that are not in `limits`
  Matters unread;          ///< the matters that unread text, or unread words in it, can be about
  bool of_record = false;  ///< no catalogue has it: it has only what a record gives as printed, and no abilities
  bool proxy = false;      ///< stands for a created card
  const Definition* stand_in = nullptr;  ///< for a created card, its stand-in, if a record gives it too
  bool outlasts = false;                 ///< a limit on one of its abilities counts uses for longer than a period
  bool continuous = false;               ///< it has a continuous trait
  PayloadSet triggers = 0;               ///< the payloads that a triggered trait (or an ability that must answer its
                                         ///< trigger) of it answers
  std::uint64_t triggers_in = 0;         ///< the zones in which one of them can be triggered, a bit each (zone mod 64)
  std::vector<std::string> ability_keywords;   ///< the keywords that its abilities give it
  std::shared_ptr<const Consulted> consulted;  ///< the rules consulted to read it; null: footprints are not recorded
};

class Catalogue {
 public:
  std::string name, version;
  DeclaredWords declared;          ///< the words that only its cards use
  bool outlasts = false;           ///< one of its definitions outlasts
  bool continuous = false;         ///< one of its definitions has a continuous trait
  bool works_face_down = false;    ///< a text of one of its definitions works while its card is face-down in play
  bool modifiers = false;          ///< one of its definitions has a stat printed as a modifier
  PayloadSet triggers = 0;         ///< the payloads that a triggered trait of one of them answers
  PayloadSet triggers_before = 0;  ///< those of them that a trait answers before they happen
  PayloadSet triggers_after = 0;   ///< those of them that a trait answers after they happened
  PayloadSet referred_to = 0;      ///< the payloads that a cost or a reaction of one of them refers back to
  PayloadSet reacted_to = 0;       ///< those of `triggers` and `referred_to`, and the acts whose texts it has

  /// The definition with a key, or null.
  [[nodiscard]] const Definition* find(std::string_view key) const;
  [[nodiscard]] const std::vector<std::unique_ptr<const Definition>>& definitions() const { return definitions_; }
  /// The trait with a name on the first card that has one, or null: the text of a granted trait.
  [[nodiscard]] const Ability* trait(std::string_view named) const;
  /// The names of these traits, sorted, by index; traitCount() if no trait has the name.
  [[nodiscard]] std::size_t traitCount() const { return traits_.size(); }
  [[nodiscard]] std::size_t indexOfTrait(std::string_view named) const;
  [[nodiscard]] std::string_view traitName(std::size_t index) const;
  /// The ability with a name on the first card that has one, or null: the text of a granted ability.
  [[nodiscard]] const Ability* ability(std::string_view named) const;

 private:
  friend Catalogue compileCards(schema::Catalogue::Reader, const Ruleset&);
  std::vector<std::unique_ptr<const Definition>> definitions_;
  KeyIndex by_key_;  // numbers are indices into definitions_
  std::map<std::string_view, const Ability*> traits_, abilities_;
};

/// Compiles a catalogue against the ruleset whose vocabulary it uses. Throws BadInput for an unknown stat or limit
/// (with the nearest known one), a key that occurs twice, or a card without a key; it is a BadDocument, which gives the
/// place.
Catalogue compile(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file);

/// The printed data of a card that no catalogue has (a created card, a record without a catalogue).
Definition printedDefinition(schema::Printed::Reader printed, std::string_view key, const Ruleset& ruleset);

/// The rules of a game: everything that a fold needs besides the events. Both must outlive the states folded with them.
struct Rules {
  const Ruleset& ruleset;
  const Catalogue& catalogue;

  /// True if a text of the game concerns events with that payload.
  [[nodiscard]] bool hasReactionTo(schema::Event::Which which) const {
    return hasPayload(catalogue.reacted_to | ruleset.reacted_to, which);
  }
  /// True if a text refers back to such events.
  [[nodiscard]] bool refersTo(schema::Event::Which which) const {
    return hasPayload(catalogue.referred_to | ruleset.referred_to, which);
  }
};

}  // namespace docket
