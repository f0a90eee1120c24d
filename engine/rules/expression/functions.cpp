#include "engine/rules/expression/functions.h"

#include <fmt/core.h>

#include <algorithm>
#include <range/v3/algorithm/equal_range.hpp>

namespace docket::expression {
namespace {

using A = Argument;
using F = Function;

constexpr std::array kSignatures = {
    // of cards and other entities
    Signature{"stat", F::stat, Family::stat, Type::number, {A::entity, A::stat_name}, 2},
    Signature{"stat", F::stat_called, Family::stat, Type::number, {A::entity, A::text}, 2},
    Signature{"base", F::base, Family::stat, Type::number, {A::entity, A::stat_name}, 2},
    Signature{"printed", F::printed, Family::printed, Type::number, {A::card, A::stat_name}, 2},
    Signature{"printedType", F::printed_type, Family::printed, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"printedSubtype", F::printed_subtype, Family::printed, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"value", F::value, Family::value, Type::number, {A::entity, A::value_name}, 2},
    Signature{"counters", F::counters, Family::counters, Type::number, {A::entity, A::free_name}, 2},
    Signature{"controller", F::controller, Family::card, Type::player, {A::card}, 1},
    Signature{"owner", F::owner, Family::card, Type::player, {A::card}, 1},
    Signature{"zone", F::zone, Family::card, Type::text, {A::card}, 1},
    Signature{"title", F::title, Family::card, Type::text, {A::card}, 1},
    Signature{"orientation", F::orientation, Family::card, Type::text, {A::card}, 1},
    Signature{"attachedTo", F::attached_to, Family::card, Type::entity, {A::card}, 1},
    // the same as conditions: `controller P1` is controller(it, P1)
    Signature{"controller", F::controller, Family::card, Type::boolean, {A::card, A::player}, 2},
    Signature{"owner", F::owner, Family::card, Type::boolean, {A::card, A::player}, 2},
    Signature{"zone", F::zone, Family::card, Type::boolean, {A::card, A::text}, 2},
    Signature{"title", F::title, Family::card, Type::boolean, {A::card, A::text}, 2},
    Signature{"orientation", F::orientation, Family::card, Type::boolean, {A::card, A::text}, 2},
    Signature{"attachedTo", F::attached_to, Family::card, Type::boolean, {A::card, A::entity}, 2},
    Signature{"faceUp", F::face_up, Family::card, Type::boolean, {A::card}, 1},
    Signature{"sees", F::sees, Family::sight, Type::boolean, {A::player, A::card}, 2},
    Signature{"knows", F::knows, Family::sight, Type::boolean, {A::player, A::card}, 2},
    Signature{"told", F::told, Family::sight, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"told", F::told_player, Family::sight, Type::boolean, {A::player, A::card, A::free_name}, 3},
    Signature{"inPlay", F::in_play, Family::card, Type::boolean, {A::card}, 1},
    Signature{"attached", F::attached, Family::card, Type::cards, {A::card}, 1},
    Signature{"keyword", F::keyword, Family::keyword, Type::boolean, {A::entity, A::free_name}, 2},
    Signature{"baseKeyword", F::base_keyword, Family::keyword, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"type", F::type, Family::type, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"subtype", F::subtype, Family::type, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"supertype", F::supertype, Family::type, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"sameKeyword", F::same_keyword, Family::feature, Type::boolean, {A::entity, A::entity, A::kind_name}, 2},
    Signature{"differentKeyword",
              F::different_keyword,
              Family::feature,
              Type::boolean,
              {A::entity, A::entity, A::kind_name},
              2},
    Signature{"characteristic", F::characteristic, Family::feature, Type::text, {A::card, A::characteristic_name}, 2},
    Signature{"sameCharacteristics", F::same_characteristics, Family::feature, Type::boolean, {A::card, A::card}, 2},
    Signature{"attribute", F::attribute, Family::feature, Type::text, {A::card, A::attribute_name}, 2},
    Signature{"attributes", F::attributes, Family::feature, Type::number, {A::card, A::attribute_name}, 2},
    // of its text box
    Signature{"parts", F::parts, Family::feature, Type::number, {A::card, A::part_name, A::number}, 2},
    Signature{"part", F::part, Family::feature, Type::text, {A::card, A::part_name, A::number, A::number}, 3},
    Signature{"says", F::says, Family::feature, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"grantsKeyword", F::grants_keyword, Family::feature, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"has", F::has, Family::card, Type::boolean, {A::card, A::filters}, 2},
    Signature{"card", F::card, Family::titled, Type::card, {A::free_name}, 1},
    Signature{"created", F::created, Family::card, Type::boolean, {A::card}, 1},
    Signature{"shown", F::shown, Family::card, Type::boolean, {A::card}, 1},
    Signature{"textRead", F::text_read, Family::card, Type::boolean, {A::card}, 1},
    Signature{"trait", F::trait, Family::trait, Type::boolean, {A::entity, A::free_name}, 2},
    Signature{"delta", F::delta, Family::delta, Type::number, {A::number, A::entity, A::stat_name}, 3},
    Signature{"lastKnown", F::last_known, Family::last_known, Type::number, {A::card, A::anything}, 2},
    // of many cards
    Signature{"count", F::count, Family::selection, Type::number, {A::selection, A::filters}, 1},
    Signature{"any", F::any, Family::selection, Type::boolean, {A::selection, A::filters}, 1},
    Signature{"cards", F::cards, Family::selection, Type::cards, {A::selection, A::filters}, 1},
    Signature{"allDifferent", F::all_different, Family::feature, Type::boolean, {A::cards, A::kind_name}, 1},
    Signature{"countDifferent", F::count_different, Family::feature, Type::number, {A::cards, A::kind_name}, 1},
    Signature{"sum", F::sum, Family::selection, Type::number, {A::number, A::selection, A::filters}, 2},
    // of events and other points of the record
    Signature{"legal", F::legal, Family::event, Type::boolean, {A::event}, 1},
    Signature{"clause", F::clause, Family::event, Type::text, {A::event}, 1},
    Signature{"broke", F::broke, Family::event, Type::boolean, {A::event, A::clause_name}, 2},
    Signature{"actor", F::actor, Family::event, Type::player, {A::event}, 1},
    Signature{"change", F::change, Family::event, Type::text, {A::event, A::entity, A::changed_name}, 3},
    Signature{"before", F::before, Family::event, Type::number, {A::event, A::anything}, 2},
    Signature{"after", F::after, Family::event, Type::number, {A::event, A::anything}, 2},
    // of limits
    Signature{"used", F::used, Family::limit, Type::number, {A::card, A::number, A::limit_name, A::player}, 3},
    Signature{"used", F::used, Family::limit, Type::number, {A::entity, A::free_name, A::limit_name}, 3},
    Signature{"max", F::max_uses, Family::limit, Type::number, {A::card, A::number, A::limit_name, A::player}, 3},
    Signature{"max", F::max_uses, Family::limit, Type::number, {A::entity, A::free_name, A::limit_name}, 3},
    // of abilities and traits
    Signature{"open", F::open_obligations, Family::ability, Type::number, {A::card, A::number}, 2},
    Signature{"obligation", F::obligation, Family::ability, Type::text, {A::event, A::card, A::number}, 3},
    Signature{"open", F::open_obligations, Family::ability, Type::number, {A::card, A::free_name}, 2},
    Signature{"obligation", F::obligation, Family::ability, Type::text, {A::event, A::card, A::free_name}, 3},
    Signature{"obligation", F::follow_up, Family::ability, Type::text, {A::event, A::follow_up_name}, 2},
    Signature{"triggers", F::triggers, Family::ability, Type::boolean, {A::card, A::number}, 2},
    Signature{
        "abilityKeyword", F::ability_keyword, Family::ability, Type::boolean, {A::card, A::number, A::free_name}, 3},
    Signature{"abilityKeyword",
              F::ability_keyword,
              Family::ability,
              Type::boolean,
              {A::entity, A::free_name, A::free_name},
              3},
    Signature{"actKeyword", F::act_keyword, Family::ability, Type::boolean, {A::free_name}, 1},
    Signature{"designator", F::designator, Family::ability, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"designator", F::designator, Family::ability, Type::boolean, {A::card, A::number, A::free_name}, 3},
    Signature{"designator", F::designator, Family::ability, Type::boolean, {A::entity, A::free_name, A::free_name}, 3},
    Signature{"effectKeyword", F::effect_keyword, Family::event, Type::boolean, {A::event, A::free_name}, 2},
    // of numbers
    Signature{"min", F::minimum, Family::extreme, Type::number, {A::number, A::number}, 2},
    Signature{"max", F::maximum, Family::extreme, Type::number, {A::number, A::number}, 2},
    // of the game
    Signature{"turn", F::turn, Family::period, Type::number, {}, 0},
    Signature{"phase", F::phase, Family::period, Type::text, {}, 0},
    Signature{"turnPlayer", F::turn_player, Family::period, Type::player, {}, 0},
    Signature{"during", F::during, Family::period, Type::boolean, {A::period_name}, 1},
    Signature{"periodName", F::period_name, Family::period, Type::text, {A::period_name}, 1},
    Signature{"periodNumber", F::period_number, Family::period, Type::number, {A::period_name}, 1},
    Signature{"periodsEnded", F::periods_ended, Family::period, Type::number, {A::period_name}, 1},
    Signature{"periodPlayer", F::period_player, Family::period, Type::player, {A::period_name}, 1},
    Signature{"periodPlace", F::period_place, Family::period, Type::entity, {A::period_name}, 1},
    Signature{"periodBegan", F::period_began, Family::period, Type::number, {A::period_name}, 1},
    Signature{"over", F::over, Family::end, Type::boolean, {}, 0},
    Signature{"winner", F::winner, Family::end, Type::player, {}, 0},
    Signature{"won", F::won, Family::end, Type::boolean, {A::player}, 1},
    Signature{"lost", F::lost, Family::end, Type::boolean, {A::player}, 1},
    // of the rules of play
    Signature{"may", F::may, Family::permission, Type::boolean, {A::entity, A::act_name, A::entity}, 2},
    Signature{"must", F::must, Family::permission, Type::boolean, {A::entity, A::act_name, A::entity}, 2},
    Signature{"tally", F::tally, Family::tally, Type::number, {A::tally_name, A::entity}, 1},
    Signature{"latestCard", F::latest_card, Family::tally, Type::card, {A::tally_name, A::entity}, 1},
    Signature{"latestThat", F::latest_that, Family::tally, Type::entity, {A::tally_name, A::entity}, 1},
    Signature{"chosen", F::chosen, Family::choice, Type::number, {A::free_name}, 1},
    Signature{"chosen", F::chosen, Family::choice, Type::number, {A::player, A::free_name}, 2},
    Signature{"chosenAt", F::chosen_at, Family::choice, Type::number, {A::free_name}, 1},
    Signature{"chosenAt", F::chosen_at, Family::choice, Type::number, {A::player, A::free_name}, 2},
    Signature{"thrown", F::thrown, Family::choice, Type::number, {A::player, A::free_name}, 2},
    Signature{"shuffled", F::shuffled, Family::choice, Type::boolean, {A::player, A::zone_name}, 2},
    Signature{"player", F::player, Family::player, Type::player, {A::number}, 1},
    Signature{"opponent", F::opponent, Family::player, Type::player, {A::player}, 1},
    Signature{"arrived", F::arrived, Family::place, Type::number, {A::card}, 1},
    Signature{"fromBottom", F::from_bottom, Family::place, Type::number, {A::card}, 1},
    Signature{"side", F::side, Family::place, Type::player, {A::card}, 1},
    Signature{"placeOf", F::place_of, Family::place, Type::entity, {A::card}, 1},
    Signature{"amount", F::amount, Family::event_at_hand, Type::number, {}, 0},
    Signature{"together", F::together, Family::event_at_hand, Type::boolean, {}, 0},
    Signature{"ownAct", F::own_act, Family::event_at_hand, Type::boolean, {}, 0},
    Signature{"caused", F::caused, Family::event_at_hand, Type::boolean, {}, 0},
    Signature{"called", F::called, Family::event_at_hand, Type::boolean, {A::free_name}, 1},
    Signature{"how", F::how, Family::event_at_hand, Type::text, {}, 0},
    Signature{"from", F::from_zone, Family::event_at_hand, Type::text, {}, 0},
    Signature{"slot", F::slot, Family::event_at_hand, Type::number, {}, 0},
    Signature{"link", F::link, Family::event_at_hand, Type::number, {}, 0},
    Signature{"everyPlayer", F::every_player, Family::players, Type::boolean, {A::condition}, 1},
    Signature{"playerWithMost", F::player_with_most, Family::players, Type::player, {A::number}, 1},
    Signature{"deckLegal", F::deck_legal, Family::deck, Type::boolean, {A::player, A::free_name}, 2},
    Signature{"deckBroke", F::deck_broke, Family::deck, Type::boolean, {A::player, A::free_name, A::clause_name}, 3},
    // of what is known
    Signature{"absent", F::absent, Family::presence, Type::boolean, {A::anything}, 1},
    Signature{"known", F::known, Family::presence, Type::boolean, {A::anything}, 1},
};

/// The family of each function.
constexpr auto kFamilies = [] {
  std::array<Family, static_cast<std::size_t>(F::deck_broke) + 1> families{};
  for (const Signature& one : kSignatures) families[static_cast<std::size_t>(one.function)] = one.family;
  return families;
}();

/// The result of mattersOf(). Leaving out a family is a compile error.
constexpr Matters changedBy(Family family, Function function) {
  using M = schema::Matter;
  switch (family) {
    case Family::stat:
    case Family::delta:
      return Matters::of({M::STATS});
    case Family::type:
    case Family::keyword:
    case Family::trait:
      return Matters::of({M::WORDS});
    case Family::feature: {
      const bool is_printed = function == F::characteristic || function == F::parts || function == F::part ||
                              function == F::says || function == F::grants_keyword;
      if (is_printed) return {};
      const Matters read = Matters::of({M::WORDS, M::STATS});
      return function == F::same_characteristics ? read | Matters::of({M::CONTROL}) : read;
    }
    case Family::limit:  // the number of uses is recorded
      return function == F::max_uses ? Matters::of({M::WORDS}) | kPermissions : Matters{};
    case Family::ability:
      return function == F::follow_up ? Matters{} : Matters::of({M::WORDS}) | kPermissions;
    case Family::permission:
      return kPermissions;
    case Family::event:
      return function == F::effect_keyword ? Matters::of({M::WORDS}) : Matters{};
    case Family::card:  // controllerOf() carries the doubt about who controls a card in play
      return function == F::title ? Matters::of({M::WORDS}) : Matters{};
    case Family::titled:
      return Matters::of({M::WORDS});
    // Recorded and printed facts, which no other card's text changes, and functions whose arguments carry the doubt.
    case Family::sight:
    case Family::printed:
    case Family::value:
    case Family::counters:
    case Family::last_known:
    case Family::selection:
    case Family::period:
    case Family::end:
    case Family::tally:
    case Family::choice:
    case Family::player:
    case Family::players:
    case Family::place:
    case Family::event_at_hand:
    case Family::deck:
    case Family::extreme:
    case Family::presence:
      return {};
  }
  return Matters::all();
}

constexpr auto kMatters = [] {
  std::array<Matters, kFamilies.size()> matters;
  for (std::size_t i = 0; i < matters.size(); ++i) {
    matters[i] = changedBy(kFamilies[i], static_cast<Function>(i));
  }
  return matters;
}();

/// The word for an argument in a usage; names are in quotation marks, as they are written.
std::string_view wordFor(Argument argument) {
  constexpr std::array<std::string_view, 27> kWords = {"",
                                                       "number",
                                                       "text",
                                                       "card",
                                                       "card, player or other entity",
                                                       "player",
                                                       "event",
                                                       "cards",
                                                       "anything",
                                                       "condition",
                                                       "in ZONE",
                                                       "conditions",
                                                       "\"stat\"",
                                                       "\"value\"",
                                                       "\"stat or value\"",
                                                       "\"limit\"",
                                                       "\"period\"",
                                                       "\"clause\"",
                                                       "\"kind\"",
                                                       "\"characteristic\"",
                                                       "\"attribute\"",
                                                       "\"part\"",
                                                       "\"act\"",
                                                       "\"zone\"",
                                                       "\"line\"",
                                                       "\"tally\"",
                                                       "\"name\""};
  return kWords[static_cast<std::size_t>(argument)];
}

}  // namespace

std::span<const Signature> signatures() { return kSignatures; }

namespace {

/// The indices of the signatures sorted by name; those of one name keep their order.
constexpr auto kByName = [] {
  std::array<std::uint16_t, kSignatures.size()> places{};
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint16_t>(i);
  std::sort(places.begin(), places.end(), [](std::uint16_t one, std::uint16_t other) {
    const auto order = kSignatures[one].name.compare(kSignatures[other].name);
    return order != 0 ? order < 0 : one < other;
  });
  return places;
}();

}  // namespace

Signatures signaturesOf(std::string_view name) {
  const auto name_at = [](std::uint16_t place) { return kSignatures[place].name; };
  const auto [first, last] = ranges::equal_range(kByName, name, {}, name_at);
  Signatures found;
  for (auto place = first; place != last; ++place) found.push_back(&kSignatures[*place]);
  return found;
}

Matters mattersOf(Function function) { return kMatters[static_cast<std::size_t>(function)]; }

bool takesEvent(Function function, std::size_t argument) {
  return argument < kMaxArguments && std::any_of(kSignatures.begin(), kSignatures.end(), [&](const Signature& one) {
           return one.function == function && one.arguments[argument] == A::event;
         });
}

Family familyOf(Function function) { return kFamilies[static_cast<std::size_t>(function)]; }

namespace {

/// For each function, the index of its first filter; beyond all arguments if it has none.
constexpr auto kFirstFilter = [] {
  std::array<std::size_t, kFamilies.size()> first{};
  first.fill(static_cast<std::size_t>(-1));
  for (const Signature& one : kSignatures) {
    for (std::size_t i = 0; i < one.arguments.size(); ++i) {
      auto& first_place = first[static_cast<std::size_t>(one.function)];
      if (one.arguments[i] == A::filters && i < first_place) first_place = i;
    }
  }
  return first;
}();

}  // namespace

bool isAboutEach(Function function, std::size_t argument) {
  if (function == Function::sum && argument == 0) return true;  // what it adds up
  return argument >= kFirstFilter[static_cast<std::size_t>(function)];
}

std::string usageOf(std::string_view name) {
  std::string usage;
  for (const Signature& signature : kSignatures) {
    if (signature.name != name) continue;
    usage += fmt::format("{}{}(", usage.empty() ? "" : " or ", name);
    for (std::size_t i = 0; i < signature.arguments.size() && signature.arguments[i] != A::none; ++i) {
      const std::string_view optional = i >= signature.required ? "?" : "";
      usage += fmt::format("{}{}{}", i == 0 ? "" : ", ", wordFor(signature.arguments[i]), optional);
    }
    usage += ')';
  }
  return usage;
}

}  // namespace docket::expression
