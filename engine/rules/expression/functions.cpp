#include "engine/rules/expression/functions.h"

#include <fmt/core.h>

#include <algorithm>

namespace docket::expression {
namespace {

using A = Argument;
using F = Function;

constexpr std::array kSignatures = {
    // of cards and other entities
    Signature{"stat", F::stat, Type::number, {A::entity, A::stat_name}, 2},
    Signature{"stat", F::stat_called, Type::number, {A::entity, A::text}, 2},
    Signature{"base", F::base, Type::number, {A::entity, A::stat_name}, 2},
    Signature{"printed", F::printed, Type::number, {A::card, A::stat_name}, 2},
    Signature{"value", F::value, Type::number, {A::entity, A::value_name}, 2},
    Signature{"counters", F::counters, Type::number, {A::entity, A::free_name}, 2},
    Signature{"controller", F::controller, Type::player, {A::card}, 1},
    Signature{"owner", F::owner, Type::player, {A::card}, 1},
    Signature{"zone", F::zone, Type::text, {A::card}, 1},
    Signature{"title", F::title, Type::text, {A::card}, 1},
    Signature{"orientation", F::orientation, Type::text, {A::card}, 1},
    Signature{"attachedTo", F::attached_to, Type::entity, {A::card}, 1},
    // the same as conditions: `controller P1` is controller(it, P1)
    Signature{"controller", F::controller, Type::boolean, {A::card, A::player}, 2},
    Signature{"owner", F::owner, Type::boolean, {A::card, A::player}, 2},
    Signature{"zone", F::zone, Type::boolean, {A::card, A::text}, 2},
    Signature{"title", F::title, Type::boolean, {A::card, A::text}, 2},
    Signature{"orientation", F::orientation, Type::boolean, {A::card, A::text}, 2},
    Signature{"attachedTo", F::attached_to, Type::boolean, {A::card, A::entity}, 2},
    Signature{"faceUp", F::face_up, Type::boolean, {A::card}, 1},
    Signature{"sees", F::sees, Type::boolean, {A::player, A::card}, 2},
    Signature{"knows", F::knows, Type::boolean, {A::player, A::card}, 2},
    Signature{"told", F::told, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"told", F::told_player, Type::boolean, {A::player, A::card, A::free_name}, 3},
    Signature{"inPlay", F::in_play, Type::boolean, {A::card}, 1},
    Signature{"attached", F::attached, Type::cards, {A::card}, 1},
    Signature{"keyword", F::keyword, Type::boolean, {A::entity, A::free_name}, 2},
    Signature{"baseKeyword", F::base_keyword, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"type", F::type, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"subtype", F::subtype, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"supertype", F::supertype, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"sameKeyword", F::same_keyword, Type::boolean, {A::card, A::card, A::kind_name}, 2},
    Signature{"differentKeyword", F::different_keyword, Type::boolean, {A::card, A::card, A::kind_name}, 2},
    Signature{"characteristic", F::characteristic, Type::text, {A::card, A::characteristic_name}, 2},
    Signature{"sameCharacteristics", F::same_characteristics, Type::boolean, {A::card, A::card}, 2},
    Signature{"attribute", F::attribute, Type::text, {A::card, A::attribute_name}, 2},
    Signature{"attributes", F::attributes, Type::number, {A::card, A::attribute_name}, 2},
    // of its text box
    Signature{"parts", F::parts, Type::number, {A::card, A::part_name, A::number}, 2},
    Signature{"part", F::part, Type::text, {A::card, A::part_name, A::number, A::number}, 3},
    Signature{"says", F::says, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"grantsKeyword", F::grants_keyword, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"has", F::has, Type::boolean, {A::card, A::filters}, 2},
    Signature{"card", F::card, Type::card, {A::free_name}, 1},
    Signature{"created", F::created, Type::boolean, {A::card}, 1},
    Signature{"shown", F::shown, Type::boolean, {A::card}, 1},
    Signature{"trait", F::trait, Type::boolean, {A::entity, A::free_name}, 2},
    Signature{"delta", F::delta, Type::number, {A::number, A::entity, A::stat_name}, 3},
    Signature{"lastKnown", F::last_known, Type::number, {A::card, A::anything}, 2},
    // of many cards
    Signature{"count", F::count, Type::number, {A::selection, A::filters}, 1},
    Signature{"any", F::any, Type::boolean, {A::selection, A::filters}, 1},
    Signature{"cards", F::cards, Type::cards, {A::selection, A::filters}, 1},
    Signature{"allDifferent", F::all_different, Type::boolean, {A::cards, A::kind_name}, 1},
    Signature{"countDifferent", F::count_different, Type::number, {A::cards, A::kind_name}, 1},
    Signature{"sum", F::sum, Type::number, {A::number, A::selection, A::filters}, 2},
    // of events and other points of the record
    Signature{"legal", F::legal, Type::boolean, {A::event}, 1},
    Signature{"clause", F::clause, Type::text, {A::event}, 1},
    Signature{"broke", F::broke, Type::boolean, {A::event, A::clause_name}, 2},
    Signature{"actor", F::actor, Type::player, {A::event}, 1},
    Signature{"change", F::change, Type::text, {A::event, A::entity, A::changed_name}, 3},
    Signature{"before", F::before, Type::number, {A::event, A::anything}, 2},
    Signature{"after", F::after, Type::number, {A::event, A::anything}, 2},
    // of limits
    Signature{"used", F::used, Type::number, {A::card, A::number, A::limit_name, A::player}, 3},
    Signature{"used", F::used, Type::number, {A::entity, A::free_name, A::limit_name}, 3},
    Signature{"max", F::max_uses, Type::number, {A::card, A::number, A::limit_name, A::player}, 3},
    Signature{"max", F::max_uses, Type::number, {A::entity, A::free_name, A::limit_name}, 3},
    // of abilities and traits
    Signature{"open", F::open_obligations, Type::number, {A::card, A::number}, 2},
    Signature{"obligation", F::obligation, Type::text, {A::event, A::card, A::number}, 3},
    Signature{"obligation", F::following, Type::text, {A::event, A::following_name}, 2},
    Signature{"triggers", F::triggers, Type::boolean, {A::card, A::number}, 2},
    Signature{"abilityKeyword", F::ability_keyword, Type::boolean, {A::card, A::number, A::free_name}, 3},
    Signature{"abilityKeyword", F::ability_keyword, Type::boolean, {A::entity, A::free_name, A::free_name}, 3},
    Signature{"actKeyword", F::act_keyword, Type::boolean, {A::free_name}, 1},
    Signature{"designator", F::designator, Type::boolean, {A::card, A::free_name}, 2},
    Signature{"designator", F::designator, Type::boolean, {A::card, A::number, A::free_name}, 3},
    Signature{"designator", F::designator, Type::boolean, {A::entity, A::free_name, A::free_name}, 3},
    Signature{"effectKeyword", F::effect_keyword, Type::boolean, {A::event, A::free_name}, 2},
    // of numbers
    Signature{"min", F::minimum, Type::number, {A::number, A::number}, 2},
    Signature{"max", F::maximum, Type::number, {A::number, A::number}, 2},
    // of the game
    Signature{"turn", F::turn, Type::number, {}, 0},
    Signature{"phase", F::phase, Type::text, {}, 0},
    Signature{"turnPlayer", F::turn_player, Type::player, {}, 0},
    Signature{"during", F::during, Type::boolean, {A::period_name}, 1},
    Signature{"periodName", F::period_name, Type::text, {A::period_name}, 1},
    Signature{"periodNumber", F::period_number, Type::number, {A::period_name}, 1},
    Signature{"periodsEnded", F::periods_ended, Type::number, {A::period_name}, 1},
    Signature{"periodPlayer", F::period_player, Type::player, {A::period_name}, 1},
    Signature{"over", F::over, Type::boolean, {}, 0},
    Signature{"winner", F::winner, Type::player, {}, 0},
    Signature{"won", F::won, Type::boolean, {A::player}, 1},
    Signature{"lost", F::lost, Type::boolean, {A::player}, 1},
    // of the rules of play
    Signature{"may", F::may, Type::boolean, {A::entity, A::act_name, A::entity}, 2},
    Signature{"must", F::must, Type::boolean, {A::entity, A::act_name, A::entity}, 2},
    Signature{"chosen", F::chosen, Type::number, {A::free_name}, 1},
    Signature{"chosen", F::chosen, Type::number, {A::player, A::free_name}, 2},
    Signature{"chosenAt", F::chosen_at, Type::number, {A::free_name}, 1},
    Signature{"chosenAt", F::chosen_at, Type::number, {A::player, A::free_name}, 2},
    Signature{"thrown", F::thrown, Type::number, {A::player, A::free_name}, 2},
    Signature{"shuffled", F::shuffled, Type::boolean, {A::player, A::zone_name}, 2},
    Signature{"player", F::player, Type::player, {A::number}, 1},
    Signature{"opponent", F::opponent, Type::player, {A::player}, 1},
    Signature{"arrived", F::arrived, Type::number, {A::card}, 1},
    Signature{"fromBottom", F::from_bottom, Type::number, {A::card}, 1},
    Signature{"amount", F::amount, Type::number, {}, 0},
    Signature{"together", F::together, Type::boolean, {}, 0},
    Signature{"everyPlayer", F::every_player, Type::boolean, {A::condition}, 1},
    Signature{"playerWithMost", F::player_with_most, Type::player, {A::number}, 1},
    Signature{"deckLegal", F::deck_legal, Type::boolean, {A::player, A::free_name}, 2},
    Signature{"deckBroke", F::deck_broke, Type::boolean, {A::player, A::free_name, A::clause_name}, 3},
    // of what is known
    Signature{"absent", F::absent, Type::boolean, {A::anything}, 1},
    Signature{"known", F::known, Type::boolean, {A::anything}, 1},
};

/// What an argument is called in a usage; names stand in quotation marks, as they are written.
std::string_view wordFor(Argument argument) {
  constexpr std::array<std::string_view, 26> kWords = {"",
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
                                                       "\"name\""};
  return kWords[static_cast<std::size_t>(argument)];
}

}  // namespace

std::span<const Signature> signatures() { return kSignatures; }

bool takesEvent(Function function, std::size_t argument) {
  return argument < kMostArguments && std::any_of(kSignatures.begin(), kSignatures.end(), [&](const Signature& one) {
           return one.function == function && one.arguments[argument] == A::event;
         });
}

bool isAboutPlayers(Function function) {
  return function == Function::every_player || function == Function::player_with_most;
}

bool isAboutEach(Function function, std::size_t argument) {
  if (function == Function::sum && argument == 0) return true;  // what it adds up
  return std::any_of(kSignatures.begin(), kSignatures.end(), [&](const Signature& one) {
    const auto filters = std::find(one.arguments.begin(), one.arguments.end(), A::filters);
    return one.function == function && filters != one.arguments.end() &&
           argument >= static_cast<std::size_t>(filters - one.arguments.begin());
  });
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
