#include "tools/find/index_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <range/v3/algorithm/any_of.hpp>
#include <utility>

#include "engine/query/cards/characteristics.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/expression/functions.h"
#include "events/errors.h"
#include "events/text/letters.h"

namespace docket::find {
namespace {

using expression::Expression;
using expression::Function;
using expression::NodeIndex;
using expression::Operator;

constexpr char kBetween = '\t';                           // the parts of a key
constexpr std::string_view kLetters = "dtTkyuv?aowcljn";  // of the kinds
static_assert(kLetters.size() == static_cast<std::size_t>(TermKind::count_));

std::string withoutZeros(std::string_view text) {
  std::string clean(text);
  std::replace(clean.begin(), clean.end(), '\0', ' ');
  return clean;
}

/// The seat of a player that is written as a number ("P1"); 0 for anything else.
std::int64_t seatOf(const Expression& expression, NodeIndex node) {
  return node != kNone && expression.node(node).op == Operator::player ? expression.node(node).number : 0;
}

std::string zoneName(std::int64_t zone, const Ruleset& ruleset) {
  if (zone == expression::kInPlay) return "in play";
  return zone == expression::kAnywhere ? std::string("anywhere") : ruleset.zones[static_cast<std::size_t>(zone)].name;
}

NumberName countName(const Expression& expression, NodeIndex zone, const Ruleset& ruleset) {
  NumberName number{.name = fmt::format("count{}{}", kBetween, zoneName(expression.node(zone).number, ruleset))};
  if (const NodeIndex player_node = expression.node(zone).first_child; player_node != kNone) {
    const std::int64_t seat = seatOf(expression, player_node);
    if (seat != 0) number.name += fmt::format("{}of P{}", kBetween, seat);
    number.is_bound = seat == 0;
  }
  number.is_bound = number.is_bound || expression.node(zone).next != kNone;
  return number;
}

}  // namespace

std::string termPrefix(TermKind kind, std::string_view zone) {
  return fmt::format("{}{}{}{}", kLetters[static_cast<std::size_t>(kind)], kBetween, withoutZeros(zone), kBetween);
}

bool isTerm(std::string_view key) {
  return key.size() > 2 && kLetters.find(key[0]) != std::string_view::npos && key[1] == kBetween &&
         key.find(kBetween, 2) != std::string_view::npos && key.find('\0') == std::string_view::npos;
}

std::string term(TermKind kind, std::string_view name, std::string_view zone) {
  return termPrefix(kind, zone) + withoutZeros(name);
}

NumberName numberName(const Expression& expression, NodeIndex node, const Ruleset& ruleset) {
  const auto& one = expression.node(node);
  if (one.op != Operator::call) return {};
  if (one.function == Function::turn) return {.name = one.first_child == kNone ? "turn" : ""};
  if (one.function == Function::count) return countName(expression, one.first_child, ruleset);
  // A value to which bounds apply is typed as the stat that has it as its base.
  const bool is_value = one.function == Function::value;
  if (!is_value && one.function != Function::stat) return {};
  const std::int64_t seat = seatOf(expression, one.first_child);
  const auto index = static_cast<std::uint64_t>(expression.node(expression.child(node, 1)).number);
  if (seat == 0 || index >= (is_value ? ruleset.values.size() : ruleset.stats.size())) return {};
  const std::string& name = is_value ? ruleset.values[index].name : ruleset.stats[index].name;
  return {.name = fmt::format("{}{}{}{}P{}", is_value ? "value" : "stat", kBetween, name, kBetween, seat)};
}

Probes::Probes(const Ruleset& ruleset, std::size_t players) {
  std::vector<std::string> texts{"turn()", "count(in play)"};
  for (std::size_t seat = 1; seat <= players; ++seat) {
    texts.push_back(fmt::format("count(in play of P{})", seat));
    for (const auto& value : ruleset.values) texts.push_back(fmt::format("value(P{}, \"{}\")", seat, value.name));
  }
  for (const std::string& text : texts) {
    try {
      Expression asked = expression::parse(text, {.ruleset = ruleset});
      const NumberName number = numberName(asked, asked.root, ruleset);
      if (!number.name.empty() && !number.is_bound)
        probes_.push_back({.key = term(TermKind::number, number.name), .asked = std::move(asked)});
    } catch (const BadInput&) {
      // A name that cannot be written as a text: it has no range, and so narrows nothing.
    }
  }
}

TermCollector::TermCollector(const Rules& rules, const Probes& probes) : rules_(rules), probes_(probes) {}

void TermCollector::begin(const State& state) { seeNumbers(state, nullptr); }

void TermCollector::add(const RunningState& running, schema::Event::Reader event) {
  acts_ |= payloadBit(event.which());
  is_corrected_ = is_corrected_ || event.isCorrected();
  const State& state = running.state();
  if (!running.jumped()) {
    visit(state, running.step().cards);
    return seeNumbers(state, &running.step().changed);
  }
  seen_as_printed_.clear();  // a number can stand for another definition now
  every_.resize(state.cards.size());
  std::iota(every_.begin(), every_.end(), CardIndex{0});
  visit(state, every_);
  seeNumbers(state, nullptr);
}

void TermCollector::visit(const State& state, const std::vector<CardIndex>& changed) {
  for (const CardIndex card : changed) seeCard(state, card);
  const auto words = static_cast<std::size_t>(schema::Matter::WORDS);
  const bool is_doubtful = state.computed != nullptr && ranges::any_of(state.computed->entries, &Entry::doubtful);
  if (state.unread_in_play[words] != 0 || state.definitions->unread != 0 || state.definitions->undefined != 0 ||
      is_doubtful)
    terms_.keys.insert(term(TermKind::unknown_texts, {}));
  if (!state.skipped.empty()) terms_.keys.insert(term(TermKind::unknown_all, {}));
}

void TermCollector::seeCard(const State& state, CardIndex index) {
  const Card& card = state.cards[index];
  if (!card.exists()) return;
  const bool is_printed = card.definition != 0 && isAsPrinted(state, index) && !isCreated(state, rules_.ruleset, card);
  if (is_printed && card.zone < 64) {
    if (card.definition >= seen_as_printed_.size()) seen_as_printed_.resize(card.definition + 1U);
    std::uint64_t& zones = seen_as_printed_[card.definition];
    const std::uint64_t bit = std::uint64_t{1} << card.zone;
    if ((zones & bit) != 0) return;
    zones |= bit;
  }
  const std::string& zone = rules_.ruleset.zones[card.zone].name;
  const TitleReading title = readTitle(state, rules_.ruleset, index);
  if (!title.known || state.definitionOf(card) == nullptr) terms_.keys.insert(term(TermKind::unknown_card, {}, zone));
  if (!title.title.empty()) {
    terms_.keys.insert(term(TermKind::title, title.title, zone));
    terms_.keys.insert(term(TermKind::any_title, asciiLower(title.title)));
  }
  for (const auto& [kind, which] :
       {std::pair(TermKind::keyword, Characteristic::keyword), std::pair(TermKind::type, Characteristic::type)}) {
    const auto reading = readCharacteristics(state, rules_, index, which);
    if (!reading.known) terms_.keys.insert(term(TermKind::unknown_card, {}, zone));
    for (const std::string_view name : namesThatHold(reading)) terms_.keys.insert(term(kind, name, zone));
  }
}

void TermCollector::seeNumbers(const State& state, const StateParts* changed) {
  for (const Probes::Probe& probe : probes_.all()) {
    const StateParts& reads = probe.asked.reads;
    const bool may_differ = changed == nullptr || reads.has(StatePart::other) || reads.touch(*changed);
    if (!may_differ) continue;
    const auto value = valueAt(probe.asked, {.state = state, .rules = rules_});
    Range& range = terms_.ranges[probe.key];
    if (value.isKnown() && value.grade == expression::Grade::exact) {
      range.include(value.number, value.number);
    } else if (value.isAbsent()) {
      range.include(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    } else {
      range.include(value.low(), value.high());
      if (value.isKnown()) range.include(value.number, value.number);
    }
  }
}

GameTerms TermCollector::take() && {
  const auto names = namesOfPayloads(acts_);
  for (const std::string& name : names) terms_.keys.insert(term(TermKind::act, asciiLower(name)));
  return std::move(terms_);
}

std::vector<std::string> titleTerms(const State& state, const Ruleset& ruleset) {
  std::set<std::string> terms;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (!one.exists()) continue;
    if (const auto title = readTitle(state, ruleset, card).title; !title.empty())
      terms.insert(term(TermKind::title, title, ruleset.zones[one.zone].name));
  }
  return {terms.begin(), terms.end()};
}

void addPointTerms(const std::vector<FoundPoint>& points, GameTerms& terms) {
  for (const FoundPoint& point : points) {
    for (const std::string& word : point.words)
      terms.keys.insert(term(TermKind::word, asciiLower(word), kindWord(point.kind)));
    for (const std::string& clause : point.clauses) terms.keys.insert(term(TermKind::clause, asciiLower(clause)));
    if (!point.limit.empty()) terms.keys.insert(term(TermKind::limit, asciiLower(point.limit)));
    if (!point.judge.empty()) terms.keys.insert(term(TermKind::judge, asciiLower(point.judge)));
  }
}

}  // namespace docket::find
