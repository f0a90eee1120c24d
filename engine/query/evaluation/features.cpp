// The functions that ask what a card is: its keywords and how they compare, its types and what follows from them, the
// parts of its text box.
#include <fmt/core.h>

#include <algorithm>

#include "engine/query/alike.h"
#include "engine/query/attributes.h"
#include "engine/query/characteristics.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/undefined.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/keywords.h"
#include "engine/rules/listed_characteristics.h"

namespace docket::expression {
namespace {

Value notKnown(Type type, CardIndex card) {
  return Value::unknown(type, {.kind = Reason::Kind::identity_unknown, .subject = card});
}

/// The keywords of a card that are eligible; nothing where it is not known what it is.
std::optional<Keywords> keywordsOf(const State& state, const Rules& rules, CardIndex card, const KeywordKind* kind) {
  const auto reading = readCharacteristics(state, rules, card, Characteristic::keyword);
  if (!reading.known) return std::nullopt;
  return eligible(namesThatHold(reading), kind);
}

/// The parts of a kind that a text box has; of an ability's kinds those of ability `number`, from 1.
std::vector<std::string> partsOf(const TextBox& box, std::string_view kind, std::int64_t number) {
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

/// Whether a card's text says something, as far as its text counts.
bool textSays(const Definition& definition, std::string_view words, const Ruleset& ruleset) {
  if (holdsPhrase(definition.box.rules, words)) return true;
  if (ruleset.reads(RuleSwitch::small_print_is_no_text)) return false;
  return std::any_of(definition.printings.begin(), definition.printings.end(), [&](const Printing& printing) {
    return holdsPhrase(printing.set, words) ||
           std::any_of(printing.small.begin(), printing.small.end(),
                       [&](const std::string& small) { return holdsPhrase(small, words); });
  });
}

/// Whether a card's text gives a keyword: what is bold does; the misreading takes every word of it, color text too.
bool textGrants(const Definition& definition, std::string_view keyword, const Ruleset& ruleset) {
  const auto& granted = definition.box.granted;
  if (std::find(granted.begin(), granted.end(), keyword) != granted.end()) return true;
  return !ruleset.reads(RuleSwitch::inert_text_changes_nothing) && holdsPhrase(definition.box.rules, keyword);
}

}  // namespace

Value Evaluation::ofFeature(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  const bool compares = function == Function::same_keyword || function == Function::different_keyword ||
                        function == Function::all_different || function == Function::count_different;
  if (compares) return comparedKeywords(index, where, line);
  const Type type = node(index).type;
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(type, {&subject});
  if (subject.isAbsent()) return Value::absent(type);
  Value value = Value::absent(type);
  if (function == Function::keyword) {  // a player can have one too
    value = characteristic(index, subject.entity, where, line);
  } else if (where.state->isCard(subject.entity)) {
    value = ofCardFeature(index, subject.entity, where, line);
  }
  takeReasons(value, subject);
  return value;
}

Value Evaluation::ofCardFeature(NodeIndex index, CardIndex card, const Where& where, LineIndex line) {
  const State& state = *where.state;
  const Type type = node(index).type;
  switch (node(index).function) {
    case Function::base_keyword:
      return characteristic(index, card, where, line);
    case Function::same_characteristics:
      return sameCharacteristics(index, card, where, line);
    case Function::attribute:
    case Function::attributes:
      return attribute(index, card, where, line);
    default:
      break;
  }
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) return notKnown(type, card);
  switch (node(index).function) {
    case Function::says:
      return Value::ofBoolean(textSays(*definition, textOf(child(index, 1)), ruleset()));
    case Function::grants_keyword:
      return Value::ofBoolean(textGrants(*definition, textOf(child(index, 1)), ruleset()));
    case Function::characteristic: {
      const std::string& name = textOf(child(index, 1));
      const auto value = printedCharacteristic(*definition, name);
      if (!value.empty()) return Value::ofText(std::string(value));
      return ruleset().reads(docket::RuleSwitch::states_are_no_characteristics) ? Value::absent(type)
                                                                                : stateNamed(state, card, name);
    }
    default:
      return partOfText(index, *definition, where, line);
  }
}

Value Evaluation::stateNamed(const State& state, CardIndex index, std::string_view name) const {
  const Card& card = state.cards[index];
  if (name == "orientation" && card.orientation < ruleset().orientations.size()) {
    return Value::ofText(ruleset().orientations[card.orientation]);
  }
  if (name == "face") return Value::ofText(card.face == Facing::up ? "up" : "down");
  if (name == "zone" && card.exists()) return Value::ofText(ruleset().zones[card.zone].name);
  if (name == "controller") return Value::ofText(fmt::format("P{}", card.controller));
  if (name == "owner") return Value::ofText(fmt::format("P{}", card.owner));
  return Value::absent(Type::text);
}

Value Evaluation::characteristic(NodeIndex index, Entity subject, const Where& where, LineIndex line) {
  const std::string& name = textOf(child(index, 1));
  const State& state = *where.state;
  const Function function = node(index).function;
  const Characteristic which = function == Function::type        ? Characteristic::type
                               : function == Function::subtype   ? Characteristic::subtype
                               : function == Function::supertype ? Characteristic::supertype
                                                                 : Characteristic::keyword;
  const HasReading reading = function == Function::base_keyword
                                 ? hasBaseKeyword(state, point_.rules, subject, name)
                                 : hasCharacteristic(state, point_.rules, subject, which, name);
  if (reading.entry != kNone) {
    const Entry& entry = state.entry(reading.entry);
    note(line, {.kind = Line::Kind::change,
                .value = Value::ofText(name),
                .event = entry.event,
                .change = entry.kind,
                .source = entry.source});
  } else if (reading.printed) {
    note(line, {.kind = Line::Kind::printed, .value = Value::ofText(name)});
  }
  if (!reading.known) return notKnown(Type::boolean, subject);
  Value value = Value::ofBoolean(reading.has);
  if (const CardIndex unheard = unheardInPlay(state, point_.rules); unheard != kNone) {
    addReason(value, {.kind = Reason::Kind::text_unknown, .subject = unheard});
  }
  return value;
}

Value Evaluation::comparedKeywords(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  const Type type = node(index).type;
  const bool of_two = function == Function::same_keyword || function == Function::different_keyword;
  const NodeIndex kind_node = child(index, of_two ? 2 : 1);
  const KeywordKind* kind =
      kind_node == kNone ? nullptr : &ruleset().keyword_kinds[static_cast<std::size_t>(node(kind_node).number)];
  Value from = Value::ofBoolean(true);  // what is uncertain about which cards they are
  std::vector<CardIndex> cards;
  for (std::size_t i = 0; i < (of_two ? 2U : 1U); ++i) {
    const Value given = below(child(index, i), where, line);
    if (given.isUnknown()) return unknownFor(type, {&given});
    takeReasons(from, given);
    if (!of_two) {
      cards = given.cards;
    } else if (given.isAbsent() || !where.state->isCard(given.entity)) {
      return Value::absent(type);
    } else {
      cards.push_back(given.entity);
    }
  }
  std::vector<Keywords> keywords;
  for (const CardIndex card : cards) {
    const auto of_card = keywordsOf(*where.state, point_.rules, card, kind);
    if (!of_card) return notKnown(type, card);
    keywords.push_back(*of_card);
  }
  Value value;
  switch (function) {
    case Function::same_keyword:
      value = Value::ofBoolean(haveSameKeyword(keywords[0], keywords[1], ruleset()));
      break;
    case Function::different_keyword:
      value = Value::ofBoolean(haveDifferentKeyword(keywords[0], keywords[1], ruleset()));
      break;
    case Function::all_different:
      value = Value::ofBoolean(areAllDifferent(keywords, ruleset()));
      break;
    default:
      value = Value::ofNumber(static_cast<std::int64_t>(countDifferent(keywords, ruleset())));
  }
  takeReasons(value, from);
  return value;
}

Value Evaluation::sameCharacteristics(NodeIndex index, CardIndex card, const Where& where, LineIndex line) {
  const Value other = below(child(index, 1), where, line);
  if (other.isUnknown()) return unknownFor(Type::boolean, {&other});
  if (other.isAbsent() || !where.state->isCard(other.entity)) return Value::absent(Type::boolean);
  const auto same = haveSameCharacteristics(*where.state, point_.rules, card, other.entity);
  Value value = same ? Value::ofBoolean(*same) : notKnown(Type::boolean, card);
  takeReasons(value, other);
  return value;
}

Value Evaluation::attribute(NodeIndex index, CardIndex card, const Where& where, LineIndex line) {
  const Type type = node(index).type;
  const AttributeReading reading = readAttribute(*where.state, point_.rules, card, textOf(child(index, 1)));
  if (!reading.known) return notKnown(type, card);
  at(line).clause = std::string(reading.clause);
  if (reading.entry != kNone) at(line).event = where.state->entry(reading.entry).event;
  if (type == Type::number) return Value::ofNumber(static_cast<std::int64_t>(reading.values.size()));
  if (reading.values.empty()) return Value::absent(Type::text);
  return Value::ofText(std::string(reading.values[reading.holds]));
}

Value Evaluation::partOfText(NodeIndex index, const Definition& definition, const Where& where, LineIndex line) {
  const Type type = node(index).type;
  const std::string_view kind = textOf(child(index, 1));
  std::int64_t numbers[2] = {1, 1};
  Value from = Value::ofBoolean(true);
  for (std::size_t i = 0; i < 2 && child(index, 2 + i) != kNone; ++i) {
    const Value number = below(child(index, 2 + i), where, line);
    if (number.isUnknown()) return unknownFor(type, {&number});
    takeReasons(from, number);
    numbers[i] = number.number;
  }
  const auto parts = partsOf(definition.box, kind, numbers[0]);
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

}  // namespace docket::expression
