#include "tools/find/narrowing.h"

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "engine/rules/expression/functions.h"
#include "engine/rules/keywords.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/text/letters.h"

namespace docket::find {
namespace {

using expression::Expression;
using expression::Function;
using expression::Node;
using expression::NodeIndex;
using expression::Operator;

constexpr std::string_view kCards = "cards", kNumbers = "numbers";

/// The games that can have a hit, by a part of a condition; empty: any.
struct Possible {
  std::optional<Games> games;
  std::string_view by = kCards;  // the part of the index that says so

  static Possible any() { return {}; }
};

/// Reads a condition under one ruleset.
class ConditionReading {
 public:
  ConditionReading(const TermIndex& index, const Expression& expression, const Ruleset& ruleset, const Games& all)
      : index_(index), expression_(expression), ruleset_(ruleset), all_(all) {}

  /// The parts that all have to hold for the condition to hold.
  [[nodiscard]] std::vector<Possible> parts() const {
    std::vector<Possible> parts;
    addParts(expression_.root, parts);
    return parts;
  }

 private:
  [[nodiscard]] const Node& at(NodeIndex index) const { return expression_.node(index); }

  void addParts(NodeIndex index, std::vector<Possible>& parts) const {  // NOLINT(misc-no-recursion): kMaxDepth
    if (at(index).op != Operator::conjunction) {
      parts.push_back(possible(index));
      return;
    }
    for (NodeIndex i = at(index).first_child; i != kNone; i = at(i).next) addParts(i, parts);
  }

  /// The games in which a condition can be true or unknown.
  [[nodiscard]] Possible possible(NodeIndex index) const {  // NOLINT(misc-no-recursion): bounded by kMaxDepth
    const Node& one = at(index);
    switch (one.op) {
      case Operator::conjunction:
      case Operator::disjunction:
        return gamesByJunction(index);
      case Operator::equal:
      case Operator::less:
      case Operator::at_most:
      case Operator::more:
      case Operator::at_least:
        return gamesByComparison(index);
      case Operator::call:
        return one.function == Function::any ? gamesBySelection(one.first_child) : Possible::any();
      default:
        return Possible::any();
    }
  }

  [[nodiscard]] Possible gamesByJunction(NodeIndex index) const {  // NOLINT(misc-no-recursion): bounded by kMaxDepth
    const bool is_or = at(index).op == Operator::disjunction;
    Possible all = Possible::any();
    for (NodeIndex i = at(index).first_child; i != kNone; i = at(i).next) {
      Possible one = possible(i);
      if (!one.games) {
        if (is_or) return Possible::any();
        continue;
      }
      if (!all.games) {
        all = std::move(one);
      } else if (is_or) {
        *all.games |= *one.games;
      } else {
        *all.games &= *one.games;
      }
    }
    return all;
  }

  /// The amount that a node is: a number, or its negative.
  [[nodiscard]] std::optional<std::int64_t> literal(NodeIndex index) const {
    const Node& one = at(index);
    if (one.op == Operator::literal_number) return one.number;
    if (one.op != Operator::negate || at(one.first_child).op != Operator::literal_number) return std::nullopt;
    return -at(one.first_child).number;  // a literal is not negative, so this does not overflow
  }

  [[nodiscard]] Possible gamesByComparison(NodeIndex index) const {
    const NodeIndex left = at(index).first_child, right = at(left).next;
    if (const auto amount = literal(right)) return gamesByNumber(left, at(index).op, *amount);
    if (const auto amount = literal(left)) return gamesByNumber(right, reversed(at(index).op), *amount);
    return Possible::any();
  }

  static Operator reversed(Operator op) {
    switch (op) {
      case Operator::less:
        return Operator::more;
      case Operator::at_most:
        return Operator::at_least;
      case Operator::more:
        return Operator::less;
      case Operator::at_least:
        return Operator::at_most;
      default:
        return op;
    }
  }

  [[nodiscard]] Possible gamesByNumber(NodeIndex number, Operator op, std::int64_t amount) const {
    Range wanted{.least = std::numeric_limits<std::int64_t>::min(), .most = std::numeric_limits<std::int64_t>::max()};
    if (op == Operator::less) wanted.most = amount == wanted.least ? amount : amount - 1;
    if (op == Operator::more) wanted.least = amount == wanted.most ? amount : amount + 1;
    if (op == Operator::at_most || op == Operator::equal) wanted.most = amount;
    if (op == Operator::at_least || op == Operator::equal) wanted.least = amount;
    Possible found{.games = std::nullopt, .by = kNumbers};
    if (const NumberName name = numberName(expression_, number, ruleset_); !name.name.empty()) {
      if (name.is_bound) wanted.most = std::numeric_limits<std::int64_t>::max();
      if (!name.is_bound || wanted.least > 0)
        found.games = all_ - index_.without(term(TermKind::number, name.name), wanted);
    }
    const bool counts = at(number).op == Operator::call && at(number).function == Function::count;
    if (!counts || wanted.least <= 0) return found;
    Possible cards = gamesBySelection(at(number).first_child);
    if (!cards.games) return found;
    if (found.games) *cards.games &= *found.games;
    return cards;
  }

  /// The games in which a selection has a card, or may have one.
  [[nodiscard]] Possible gamesBySelection(NodeIndex zone) const {
    Possible found = Possible::any();
    for (NodeIndex filter = at(zone).next; filter != kNone; filter = at(filter).next) {
      const Node& one = at(filter);
      if (one.op != Operator::call || one.first_child == kNone || at(one.first_child).op != Operator::it) continue;
      const NodeIndex second = at(one.first_child).next;
      if (second == kNone || at(second).next != kNone || at(second).op != Operator::literal_text) continue;
      std::optional<Games> games = withCard(one.function, expression_.textOf(second), at(zone).number);
      if (!games) continue;
      if (found.games) *games &= *found.games;
      found.games = std::move(games);
    }
    return found;
  }

  [[nodiscard]] std::optional<Games> withCard(Function function, const std::string& text, std::int64_t zone) const {
    const bool is_title = function == Function::title;
    if (!is_title && function != Function::keyword && function != Function::type) return std::nullopt;
    Games games;
    if (!is_title) games |= index_.with(term(TermKind::unknown_texts, {}));
    for (std::size_t i = 0; i < ruleset_.zones.size(); ++i) {
      const bool is_one = zone == expression::kAnywhere || (zone == expression::kInPlay && ruleset_.zones[i].in_play) ||
                          zone == static_cast<std::int64_t>(i);
      if (!is_one) continue;
      const std::string& name = ruleset_.zones[i].name;
      games |= index_.with(term(TermKind::unknown_card, {}, name));
      if (function == Function::keyword) {
        games |= index_.withAny(termPrefix(TermKind::keyword, name),
                                [&](std::string_view keyword) { return isReferredTo(keyword, text, ruleset_); });
      } else {
        games |= index_.with(term(is_title ? TermKind::title : TermKind::type, text, name));
      }
    }
    return games;
  }

  const TermIndex& index_;
  const Expression& expression_;
  const Ruleset& ruleset_;
  const Games& all_;
};

/// The rules that documentsName() stands for.
std::shared_ptr<const GameRules> rulesOf(const std::string& name, GameLoader& loader) {
  const auto blank = name.find(' ');
  const auto ruleset = digestOfHex(name.substr(0, blank));
  const auto catalogue = blank == std::string::npos ? std::nullopt : digestOfHex(name.substr(blank + 1));
  if (!ruleset || !catalogue) throw BadInput("the index names no documents");
  return loader.rulesOf(*ruleset, *catalogue);
}

}  // namespace

Narrowing::Narrowing(const TermIndex& index, GameLoader& loader, const ArchiveQuestion& question)
    : index_(index), question_(question) {
  if (index.isEmpty() || question.under) return;
  addPoints(question.points);
  addOutcome();
  for (const std::string& key : question.state.like_terms) add(kCards, IndexLevel::table, index.with(key));
  // In hindsight a card is known before the events that the terms were found after.
  if (!question.state.condition.empty() && !question.state.hindsight) addCondition(loader);
}

Games Narrowing::candidates(std::uint32_t games, std::map<std::string_view, std::size_t>& left_out) const {
  Games candidates;
  candidates.addRange(1, std::uint64_t{games} + 1);
  for (const Need& need : needs_) {
    const Games others = candidates & (index_.covered(need.level) - need.games);
    if (!others.isEmpty()) left_out[need.by] += others.cardinality();
    candidates -= others;
  }
  return candidates;
}

void Narrowing::addPoints(const PointFilter& filter) {
  const auto need = [&](std::string_view by, IndexLevel level, TermKind kind, const std::string& name,
                        std::string_view zone = {}) {
    if (!name.empty()) add(by, level, index_.with(term(kind, asciiLower(name), zone)));
  };
  need("cards", IndexLevel::table, TermKind::any_title, filter.card);
  need("acts", IndexLevel::table, TermKind::act, filter.act);
  need("clauses", IndexLevel::judged, TermKind::clause, filter.clause);
  need("findings", IndexLevel::judged, TermKind::word, filter.finding, kindWord(FoundPoint::Kind::finding));
  need("limits", IndexLevel::judged, TermKind::limit, filter.limit);
  need("rulings", IndexLevel::judged, TermKind::word, filter.ruling, kindWord(FoundPoint::Kind::ruling));
  need("judges", IndexLevel::judged, TermKind::judge, filter.judge);
  need("penalties", IndexLevel::judged, TermKind::word, filter.penalty, kindWord(FoundPoint::Kind::penalty));
}

void Narrowing::addOutcome() {
  static constexpr std::array<std::string_view, 3> kOutcomes{"won", "drawn", "unfinished"};
  const auto need = [&](GameEnding outcome) {
    const auto word = kOutcomes[static_cast<std::size_t>(outcome)];
    add("outcomes", IndexLevel::table, index_.with(term(TermKind::outcome, word)));
  };
  if (question_.outcome) need(*question_.outcome);
  if (!question_.winner.empty()) need(GameEnding::won);
}

/// The condition is read under the rules of each pair of documents that games are pinned to.
void Narrowing::addCondition(GameLoader& loader) {
  std::map<std::string, Games> by_documents;
  index_.forEachTerm(termPrefix(TermKind::documents), [&](std::string_view digests, const Games& games) {
    by_documents[std::string(digests)] |= games;
  });
  const Games of_unknown = index_.with(term(TermKind::unknown_all, {}));
  std::map<std::string_view, Games> possible{{kCards, {}}, {kNumbers, {}}};
  std::set<std::string_view> narrowing;
  for (const auto& [digests, games] : by_documents) {
    std::map<std::string_view, Games> here{{kCards, games}, {kNumbers, games}};
    try {
      const auto rules = rulesOf(digests, loader);
      const Expression condition = expression::parseCondition(question_.state.condition, {.ruleset = rules->ruleset});
      for (const Possible& part : ConditionReading(index_, condition, rules->ruleset, games).parts()) {
        if (!part.games) continue;
        narrowing.insert(part.by);
        here[part.by] &= *part.games | of_unknown;
      }
    } catch (const BadInput&) {
      // It names what only the game has, or makes no sense there: the game says which.
    } catch (const DamagedArchive&) {
      // The game says so.
    }
    for (const auto& [by, found] : here) possible[by] |= found;
  }
  for (const std::string_view by : narrowing) add(by, IndexLevel::table, std::move(possible[by]));
}

}  // namespace docket::find
