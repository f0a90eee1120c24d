// The functions of the expression language: one table of names, arguments and results. Documented in
// docs/expressions.md; a test keeps the two in step.
// To add one, see "An expression function" in docs/contributing.md.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/rules/expression/value.h"
#include "engine/rules/matters.h"

namespace docket::expression {

enum class Function : std::uint8_t {
  stat,
  stat_called,
  base,
  printed,
  printed_type,
  printed_subtype,
  value,
  counters,
  controller,
  owner,
  zone,
  title,
  orientation,
  face_up,
  sees,
  knows,
  told,
  told_player,
  in_play,
  attached_to,
  attached,
  keyword,
  type,
  subtype,
  supertype,
  base_keyword,
  same_keyword,
  different_keyword,
  all_different,
  count_different,
  characteristic,
  same_characteristics,
  attribute,
  attributes,
  parts,
  part,
  says,
  grants_keyword,
  has,
  count,
  any,
  cards,
  sum,
  card,
  created,
  shown,
  text_read,
  trait,
  delta,
  last_known,
  change,
  legal,
  clause,
  broke,
  actor,
  before,
  after,
  used,
  max_uses,
  open_obligations,
  obligation,
  follow_up,
  triggers,
  ability_keyword,
  act_keyword,
  designator,
  effect_keyword,
  minimum,
  maximum,
  turn,
  phase,
  turn_player,
  during,
  period_name,
  period_number,
  periods_ended,
  period_player,
  period_place,
  period_began,
  over,
  winner,
  won,
  lost,
  absent,
  known,
  may,
  must,
  tally,
  latest_card,
  latest_that,
  chosen,
  chosen_at,
  thrown,
  shuffled,
  player,
  opponent,
  arrived,
  from_bottom,
  side,
  place_of,
  amount,
  together,
  own_act,
  caused,
  called,
  how,
  from_zone,
  slot,
  link,
  every_player,
  player_with_most,
  deck_legal,
  deck_broke,
};

/// The subject of a function. The functions of a family are evaluated in one place, by the same rules.
enum class Family : std::uint8_t {
  card,           ///< recorded facts of a card: its zone, its controller
  type,           ///< types, subtypes and supertypes of a card
  keyword,        ///< keywords of a card or a player
  feature,        ///< other features of a card: attributes, text box, whether two are alike
  titled,         ///< the card with a title
  trait,          ///< whether an entity has the trait of a name
  sight,          ///< who sees a card, knows it or was told something about it
  stat,           ///< stats as they count now
  printed,        ///< stats and types as they are printed
  value,          ///< values of cards and players
  counters,       ///< counters on them
  delta,          ///< the size of a change after everything that raises, lowers or limits such changes
  last_known,     ///< an expression about a card, evaluated just before it ceased to exist
  selection,      ///< a question about many cards
  limit,          ///< uses and their limits
  ability,        ///< abilities, obligations, designators
  event,          ///< an event of the record
  period,         ///< turns, phases and other periods
  end,            ///< whether the game is over, and who won
  permission,     ///< what may or must be done
  tally,          ///< counts of events
  choice,         ///< what was chosen, thrown or shuffled
  player,         ///< a player by number, the other one
  players,        ///< a condition or a number asked of each player
  place,          ///< where a card is: when it arrived, its position in the pile, its side, its place
  event_at_hand,  ///< the event being judged
  deck,           ///< whether a deck is legal
  extreme,        ///< the smaller or the larger number
  presence,       ///< whether there is a value, whether it is known
};

/// The type an argument must have. The names are in quotes and are looked up when the expression is typed.
enum class Argument : std::uint8_t {
  none,
  number,
  text,
  card,
  entity,
  player,
  event,     ///< the number of an event
  cards,     ///< a set of cards
  anything,  ///< of any type
  condition,
  selection,  ///< `in ZONE [of PLAYER]`
  filters,    ///< any number of conditions about `it`, to the end of the call
  stat_name,
  value_name,
  changed_name,  ///< a stat or a value
  limit_name,
  period_name,
  clause_name,
  kind_name,            ///< a kind of keywords
  characteristic_name,  ///< one of the ruleset's, or a state
  attribute_name,
  part_name,  ///< a kind of parts of a text box
  act_name,   ///< an act of the ruleset's permissions
  zone_name,
  follow_up_name,  ///< a line of the ruleset's `follows`
  tally_name,
  free_name,  ///< a quoted text that no document declares: a counter, a keyword
};

inline constexpr std::size_t kMaxArguments = 4;

struct Signature {
  std::string_view name;
  Function function;
  Family family;  ///< the same for all signatures of a function
  Type result;    ///< for before, after and lastKnown, the type of their last argument
  std::array<Argument, kMaxArguments> arguments;
  std::uint8_t required;  ///< how many arguments are required
};

/// The kinds of parts that a text box has, as `parts` and `part` name them.
inline constexpr std::array<std::string_view, 10> kTextParts{
    "keyword",    "trait",       "ability", "flavor text",   "ability keyword",
    "designator", "constraints", "effects", "reminder text", "quoted text"};
/// Every signature. A name can have several, which differ in the number or the types of their arguments.
[[nodiscard]] std::span<const Signature> signatures();
/// The signatures of a name, in that order; empty for an unknown name.
using Signatures = boost::container::small_vector<const Signature*, 4>;
[[nodiscard]] Signatures signaturesOf(std::string_view name);

/// True if argument `argument`, from 0, is the number of an event.
bool takesEvent(Function function, std::size_t argument);

/// True if argument `argument`, from 0, is evaluated for each card that the function looks at, as filters are.
bool isAboutEach(Function function, std::size_t argument);

/// The family of a function.
Family familyOf(Function function);

/// The kinds of unread card text that could change this function's result. Decided per family, by changedBy() in
/// functions.cpp.
[[nodiscard]] Matters mattersOf(Function function);

/// How a function is called: "deckLegal(player, "name")", for each of its signatures.
std::string usageOf(std::string_view name);

}  // namespace docket::expression
