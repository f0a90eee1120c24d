// The parts of a ruleset and a catalogue that the generator needs, as plain lists read from the documents. It uses no
// engine code, so that generator and judge decide legality independently.
// Invariant: expressions are not read. What a document says in one, a play script says in events.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket::generate {

inline constexpr std::size_t kNowhere = SIZE_MAX;

struct ZoneKind {
  std::string name, location;  ///< zones with the same location are one
  bool in_play = false, pile = false, hidden = false;
  bool open = false;  ///< everyone sees its cards, whichever side is up
  bool shared = false;
  bool slots = false;  ///< numbered places that hold one card each
};

struct PeriodKind {
  std::string name, clause;
  std::size_t within = kNowhere;
  std::vector<std::string> names;
  bool forward = false, chain = false;
};

using LimitCounted = schema::Limit::Counted;
using LimitKey = schema::Limit::Key;

struct LimitKind {
  std::string name, clause, designator;
  LimitCounted counted{};
  std::vector<LimitKey> keys;
  std::size_t period = kNowhere;  ///< kNowhere: the whole game, or as long as nothing gives it back
  std::int32_t max = 1;
  std::vector<schema::Limit::GivenBack::When> given_back;
  bool every_ability = false, every_card = false;
  std::string of_keyword, of_type, of_zone;                 ///< for every_card: of those that have it
  std::vector<std::pair<std::string, std::string>> judged;  ///< payloads with their clauses; empty: all payloads
  std::string raised_for;                                   ///< a keyword of hosts that have another maximum
  std::int32_t raised_max = 1;
  /// True if the condition of the limit and its maximum are understood here. Otherwise the generator assumes that it
  /// holds for every card and allows none: it makes no act that might exceed the limit, and plants none.
  bool readable = true, max_readable = true;
  bool lifted = false;  ///< it can be named and does not hold
  std::string format;   ///< of copies in a deck: only in decks of this format

  [[nodiscard]] bool keyed(LimitKey key) const;
  /// True if exceeding it certainly breaks it.
  [[nodiscard]] bool certain() const { return readable && max_readable; }
  /// The clause under which an act is judged; empty if it is not.
  [[nodiscard]] std::optional<std::string> clauseAt(std::string_view act) const;
};

struct LimitOfCard {
  std::size_t limit = 0;
  std::int32_t max = 1;
  std::string group, title;
};

struct AbilityKind {
  std::string designator;
  std::vector<std::string> zones;
  std::vector<LimitOfCard> limits;
  bool plain = false;  ///< an ability with only a kind, zones and limits
};

struct CardKind {
  std::string key, title, version;
  std::vector<std::string> types, keywords;
  std::vector<AbilityKind> abilities;
  std::vector<LimitOfCard> limits;
  bool triggered = false;   ///< it has traits that must happen when something else does
  bool continuous = false;  ///< it has traits that apply by themselves
  /// Some traits do more than change stats, define a win, or are doubtful.
  bool speaks = false;
};

/// A deadline: an event of that payload, with that name.
struct Deadline {
  std::string act, named;
};

/// The rules on acts of a kind, apart from limits. Conditions are texts as in the document.
struct RequirementKind {
  std::string act;  ///< a payload
  schema::Act::Requirement::What what{};
  std::string named, that, if_that, clause;
  bool after = false;
};

struct GrantKind {
  std::string to, clause;
  schema::Permission::Grant::Says says{};
};

struct PermissionKind {
  std::string on, named, if_that, clause;
  schema::Permission::By by{};
  bool forbidden = false, lifted = false;
  std::vector<GrantKind> grants;
};

struct NumberKind {
  std::string what, clause, unless;
  std::int64_t least = 0, most = 0;
};

struct WinKind {
  std::string on, named, if_that, winner, clause;
  bool by_terms = false;  ///< cards say how
};

struct DeckKind {
  std::string format, that, clause;
};

struct RulesSummary {
  std::string ruleset, version, catalogue;
  std::vector<ZoneKind> zones;
  std::vector<PeriodKind> periods;
  std::vector<LimitKind> limits;
  std::vector<std::string> orientations, clauses, values;
  std::vector<std::string> void_acts;  ///< illegal ones of these do not happen
  std::vector<Deadline> deadlines;
  std::vector<RequirementKind> requirements;
  std::vector<PermissionKind> permissions;
  std::vector<NumberKind> numbers;
  std::vector<WinKind> wins;
  std::vector<DeckKind> decks;
  std::vector<CardKind> cards;
  std::map<std::string, std::size_t, std::less<>> place_of_key;  ///< in cards
  bool traits_must = false;                                      ///< a triggered trait that is left out breaks a rule
  bool attached_share_fate = false, detach_on_face_down = false;
  std::size_t fate_zone = kNowhere;

  /// The index of the element with that name in a list of the summary; kNowhere if there is none.
  [[nodiscard]] std::size_t zone(std::string_view name) const;
  [[nodiscard]] std::size_t period(std::string_view name) const;
  [[nodiscard]] std::size_t limit(std::string_view name) const;
  [[nodiscard]] std::size_t card(std::string_view key) const;
};

/// `ruleset` is spelled out (engine/rules/spelled_out.h): conditions are read by their words. Throws BadInput if a card
/// names a limit that it does not have.
[[nodiscard]] RulesSummary readRulesSummary(schema::Ruleset::Reader ruleset, schema::Catalogue::Reader catalogue);

}  // namespace docket::generate
