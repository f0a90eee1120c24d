// The functions of the expression language: one table of names, arguments and results. docs/expressions.md tells them
// to people; a test holds the page to this table.
// Adding one: its name here, a line of the table in functions.cpp, an answer where its family is answered
// (engine/query/evaluation/families.cpp), an example on the page.
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
  following,
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
  over,
  winner,
  won,
  lost,
  absent,
  known,
  may,
  must,
  chosen,
  chosen_at,
  thrown,
  shuffled,
  player,
  opponent,
  arrived,
  from_bottom,
  place_of,
  amount,
  together,
  own_act,
  every_player,
  player_with_most,
  deck_legal,
  deck_broke,
};

/// What unread words of a card in play must be about to change what a function gives. Its own switch lists each
/// function, so that a new one cannot be written without an answer.
[[nodiscard]] Matters mattersOf(Function function);

/// What a function asks about. One place answers a family, and what holds for one of its functions holds for all.
enum class Family : std::uint8_t {
  card,           ///< what is literally so of a card: its zone, its controller
  type,           ///< types, subtypes and supertypes of a card
  keyword,        ///< keywords of a card or a player
  feature,        ///< what else a card is: alike or not, its attributes, its text box
  titled,         ///< the card of a title
  trait,          ///< continuous traits
  sight,          ///< who sees a card, knows it, was told something of it
  stat,           ///< stats as they count now
  printed,        ///< stats as they are printed
  value,          ///< values of cards and players
  counters,       ///< counters on them
  delta,          ///< how much a stat changed in a window
  last_known,     ///< what was last so
  selection,      ///< of many cards
  limit,          ///< uses and their limits
  ability,        ///< abilities, obligations, designators
  event,          ///< an event of the record
  period,         ///< turns, phases and other periods
  end,            ///< whether the game is over, and who won
  permission,     ///< what may or must be done
  choice,         ///< what was chosen, thrown or shuffled
  player,         ///< a player by number, the other one
  players,        ///< a condition or a number asked of each player
  place,          ///< the place of a card in the record and in its pile
  event_at_hand,  ///< the event that is judged
  deck,           ///< whether a deck is legal
  extreme,        ///< the smaller or the larger number
  presence,       ///< whether there is a value, whether it is known
};

/// What an argument has to be. The names are in quotes and are looked up when the expression is typed.
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
  act_name,   ///< of the ruleset's permissions
  zone_name,
  following_name,  ///< a line of the ruleset's `follows`
  free_name,       ///< a text in quotes that no document lists: a counter, a keyword
};

inline constexpr std::size_t kMostArguments = 4;

struct Signature {
  std::string_view name;
  Function function;
  Family family;  ///< the same for all signatures of a function
  Type result;    ///< for before, after and lastKnown: that of their last argument
  std::array<Argument, kMostArguments> arguments;
  std::uint8_t required;  ///< how many of them must be there
};

/// The kinds of parts that a text box has, as `parts` and `part` name them.
inline constexpr std::array<std::string_view, 10> kTextParts{
    "keyword",    "trait",       "ability", "flavor text",   "ability keyword",
    "designator", "constraints", "effects", "reminder text", "quoted text"};
/// Every signature. A name can have several; they differ in the number or the type of their arguments.
[[nodiscard]] std::span<const Signature> signatures();
/// Those of a name, in that order; none where nothing is called so.
using Signatures = boost::container::small_vector<const Signature*, 4>;
[[nodiscard]] Signatures signaturesOf(std::string_view name);

/// Whether an argument of a function, from 0, is the number of an event.
bool takesEvent(Function function, std::size_t argument);

/// Whether an argument of a function, from 0, is asked of each card that the function looks at, as filters are.
bool isAboutEach(Function function, std::size_t argument);

/// What a function asks about.
Family familyOf(Function function);

/// What unread words of a card in play are about that can change what a function gives. The evaluation doubts what a
/// function gives by this alone: no function asks for itself.
[[nodiscard]] Matters mattersOf(Function function);

/// How a function is called: "deckLegal(player, "name")"; of several signatures each.
std::string usageOf(std::string_view name);

}  // namespace docket::expression
