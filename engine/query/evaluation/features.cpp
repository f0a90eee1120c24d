#include "engine/query/evaluation/features.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/cards/alike.h"
#include "engine/query/cards/attributes.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/undefined.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/keywords.h"
#include "engine/rules/listed_characteristics.h"

namespace docket::expression {
namespace {

/// The keywords of a card or a player that are eligible; empty if it is not known what it is.
std::optional<Keywords> keywordsOf(const State& state, const Rules& rules, Entity subject, const KeywordKind* kind) {
  const auto reading = readCharacteristics(state, rules, subject, Characteristic::keyword);
  if (!reading.known) return std::nullopt;
  return eligible(namesThatHold(reading), kind);
}

/// The parts of a kind that a text box has; of an ability's kinds those of ability `number`, from 1.
std::vector<std::string> textParts(const TextBox& box, std::string_view kind, std::int64_t number) {
  if (kind == "keyword") return box.keywords;
  if (kind == "trait") return box.traits;
  if (kind == "reminder text") return box.reminders;
  if (kind == "quoted text") return box.quoted;
  std::vector<std::string> one;
  if (kind == "flavor text") {
    one.push_back(box.flavor);
  } else if (kind == "ability") {
    for (const TextBox::Ability& ability : box.abilities) one.push_back(ability.text);
  } else if (number >= 1 && static_cast<std::uint64_t>(number) <= box.abilities.size()) {
    const TextBox::Ability& ability = box.abilities[static_cast<std::size_t>(number - 1)];
    if (kind == "ability keyword") return ability.keywords;
    if (kind == "designator") return ability.designators;
    one.push_back(kind == "constraints" ? ability.constraints : ability.effects);
  }
  std::erase(one, std::string{});
  return one;
}

bool isOfAbility(std::string_view kind) {
  return kind == "ability keyword" || kind == "designator" || kind == "constraints" || kind == "effects";
}

/// True if a card's text says something, as far as its text counts.
bool textSays(const Definition& definition, std::string_view words, const Ruleset& ruleset) {
  if (holdsPhrase(definition.box.rules, words)) return true;
  if (ruleset.isOn(RuleSwitch::small_print_is_no_text)) return false;
  return std::any_of(definition.printings.begin(), definition.printings.end(), [&](const Printing& printing) {
    return holdsPhrase(printing.set, words) ||
           std::any_of(printing.small.begin(), printing.small.end(),
                       [&](const std::string& small) { return holdsPhrase(small, words); });
  });
}

/// True if a card's text gives a keyword: bold words do; in the misreading every word does, flavor text included.
bool textGrants(const Definition& definition, std::string_view keyword, const Ruleset& ruleset) {
  const auto& granted = definition.box.granted;
  if (std::find(granted.begin(), granted.end(), keyword) != granted.end()) return true;
  return !ruleset.isOn(RuleSwitch::inert_text_changes_nothing) && holdsPhrase(definition.box.rules, keyword);
}

/// The current place of a card, by the name that it would have as a characteristic.
Value stateNamed(const Call& call, CardIndex index, std::string_view name) {
  const Card& card = call.state().cards[index];
  if (name == "orientation" && card.orientation < call.ruleset().orientations.size()) {
    return Value::ofText(call.ruleset().orientations[card.orientation]);
  }
  if (name == "face") return Value::ofText(card.face == Facing::up ? "up" : "down");
  if (name == "zone" && card.exists()) return Value::ofText(call.ruleset().zones[card.zone].name);
  if (name == "controller") {
    Value text = Value::ofText(fmt::format("P{}", card.controller));
    takeReasons(text, controllerOf(call.state(), call.rules(), index));
    return text;
  }
  if (name == "owner") return Value::ofText(fmt::format("P{}", card.owner));
  return Value::absent(Type::text);
}

Value sameCharacteristics(const Call& call, CardIndex card) {
  const Value other = call.argument(1);
  if (other.isUnknown()) return unknownFor(Type::boolean, {&other});
  if (other.isAbsent() || !call.state().isCard(other.entity)) return Value::absent(Type::boolean);
  const auto same = haveSameCharacteristics(call.state(), call.rules(), card, other.entity);
  Value value = same ? Value::ofBoolean(*same) : unknownCard(Type::boolean, card);
  takeReasons(value, other);
  return value;
}

Value attribute(const Call& call, CardIndex card) {
  const Type type = call.type();
  const AttributeReading reading = readAttribute(call.state(), call.rules(), card, call.text(1));
  if (!reading.known) return unknownCard(type, card);
  call.setClause(reading.clause);
  if (reading.entry != kNone) call.setEvent(call.state().entry(reading.entry).event);
  if (type == Type::number) return Value::ofNumber(static_cast<std::int64_t>(reading.values.size()));
  if (reading.values.empty()) return Value::absent(Type::text);
  return Value::ofText(std::string(reading.values[reading.prevailing]));
}

Value partOfText(const Call& call, const Definition& definition) {
  const Type type = call.type();
  const std::string_view kind = call.text(1);
  std::int64_t numbers[2] = {1, 1};
  Value from = Value::ofBoolean(true);
  for (std::size_t i = 0; i < 2 && call.child(2 + i) != kNone; ++i) {
    const Value number = call.argument(2 + i);
    if (number.isUnknown()) return unknownFor(type, {&number});
    takeReasons(from, number);
    numbers[i] = number.number;
  }
  const auto parts = textParts(definition.box, kind, numbers[0]);
  const std::int64_t which = isOfAbility(kind) ? numbers[1] : numbers[0];
  Value value = Value::absent(type);
  if (type == Type::number) {
    value = Value::ofNumber(static_cast<std::int64_t>(parts.size()));
  } else if (which >= 1 && static_cast<std::uint64_t>(which) <= parts.size()) {
    value = Value::ofText(parts[static_cast<std::size_t>(which - 1)]);
  }
  takeReasons(value, from);
  return value;
}

Value evaluateCardFeature(const Call& call, CardIndex card) {
  const State& state = call.state();
  const Type type = call.type();
  switch (call.function()) {
    case Function::base_keyword:
      return characteristic(call, card);
    case Function::same_characteristics:
      return sameCharacteristics(call, card);
    case Function::attribute:
    case Function::attributes:
      return attribute(call, card);
    default:
      break;
  }
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) return unknownCard(type, card);
  switch (call.function()) {
    case Function::says:
      return unknownIfUnread(state, card, Value::ofBoolean(textSays(*definition, call.text(1), call.ruleset())));
    case Function::grants_keyword:
      return unknownIfUnread(state, card, Value::ofBoolean(textGrants(*definition, call.text(1), call.ruleset())));
    case Function::characteristic: {
      const std::string& name = call.text(1);
      const auto value = printedCharacteristic(*definition, name);
      if (!value.empty()) return Value::ofText(std::string(value));
      if (isUnsaid(*definition, name)) {
        return Value::unknown(type, {.kind = Reason::Kind::print_unsaid, .subject = card});
      }
      return call.ruleset().isOn(docket::RuleSwitch::states_are_no_characteristics) ? Value::absent(type)
                                                                                    : stateNamed(call, card, name);
    }
    case Function::parts:
    case Function::part:
      return unknownIfUnread(state, card, partOfText(call, *definition));
    default:
      notOfFamily(call.function());
  }
}

Value comparedKeywords(const Call& call) {
  const Function function = call.function();
  const Type type = call.type();
  const bool of_two = function == Function::same_keyword || function == Function::different_keyword;
  const NodeIndex kind_node = call.child(of_two ? 2 : 1);
  const KeywordKind* kind = kind_node == kNone
                                ? nullptr
                                : &call.ruleset().keyword_kinds[static_cast<std::size_t>(call.node(kind_node).number)];
  if (kind != nullptr) call.ruleset().note(kind->clause);
  Value from = Value::ofBoolean(true);  // the doubts about which cards they are
  std::vector<Entity> subjects;
  for (std::size_t i = 0; i < (of_two ? 2U : 1U); ++i) {
    const Value given = call.argument(i);
    if (given.isUnknown()) return unknownFor(type, {&given});
    takeReasons(from, given);
    if (!of_two) {
      subjects.assign(given.cards().begin(), given.cards().end());
    } else if (given.isAbsent()) {
      return Value::absent(type);
    } else {
      subjects.push_back(given.entity);
    }
  }
  std::vector<Keywords> keywords;
  for (const Entity subject : subjects) {
    const auto of_subject = keywordsOf(call.state(), call.rules(), subject, kind);
    if (!of_subject) return unknownCard(type, subject);
    keywords.push_back(*of_subject);
    if (isUnread(call.state(), subject, schema::Matter::WORDS))
      addReason(from, {.kind = Reason::Kind::text_unknown, .subject = subject});
  }
  Value value;
  switch (function) {
    case Function::same_keyword:
      value = Value::ofBoolean(haveSameKeyword(keywords[0], keywords[1], call.ruleset()));
      break;
    case Function::different_keyword:
      value = Value::ofBoolean(haveDifferentKeyword(keywords[0], keywords[1], call.ruleset()));
      break;
    case Function::all_different:
      value = Value::ofBoolean(areAllDifferent(keywords, call.ruleset()));
      break;
    case Function::count_different:
      value = Value::ofNumber(static_cast<std::int64_t>(countDifferent(keywords, call.ruleset())));
      break;
    default:
      notOfFamily(function);
  }
  takeReasons(value, from);
  return value;
}

}  // namespace

Value evaluateFeature(const Call& call) {
  const Function function = call.function();
  const bool compares = function == Function::same_keyword || function == Function::different_keyword ||
                        function == Function::all_different || function == Function::count_different;
  if (compares) return comparedKeywords(call);
  const Type type = call.type();
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(type, {&subject});
  if (subject.isAbsent()) return Value::absent(type);
  Value value = Value::absent(type);
  if (function == Function::keyword) {  // a player can have one too
    value = characteristic(call, subject.entity);
  } else if (call.state().isCard(subject.entity)) {
    value = evaluateCardFeature(call, subject.entity);
  }
  takeReasons(value, subject);
  return value;
}

Value characteristic(const Call& call, Entity subject) {
  const std::string& name = call.text(1);
  const State& state = call.state();
  const Function function = call.function();
  const Characteristic which = function == Function::type        ? Characteristic::type
                               : function == Function::subtype   ? Characteristic::subtype
                               : function == Function::supertype ? Characteristic::supertype
                                                                 : Characteristic::keyword;
  const HasReading reading = function == Function::base_keyword
                                 ? hasBaseKeyword(state, call.rules(), subject, name)
                                 : hasCharacteristic(state, call.rules(), subject, which, name);
  if (call.explains() && reading.entry != kNone) {
    const Entry& entry = state.entry(reading.entry);
    call.note({.kind = Line::Kind::change,
               .value = Value::ofText(name),
               .event = entry.event,
               .change = entry.kind,
               .source = entry.source});
  } else if (call.explains() && reading.printed) {
    call.note({.kind = Line::Kind::printed, .value = Value::ofText(name)});
  }
  if (!reading.known) return unknownCard(Type::boolean, subject);
  Value value = Value::ofBoolean(reading.has);
  if (reading.unread != kNone) addReason(value, {.kind = Reason::Kind::text_unknown, .subject = reading.unread});
  return value;
}

}  // namespace docket::expression
