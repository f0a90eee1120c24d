#include "tools/explain/answer.h"

#include <fmt/format.h>

#include "engine/query/cards/undefined.h"
#include "engine/rules/expression/functions.h"
#include "events/overload.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/explain_stat.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using expression::Answer;
using expression::Expression;
using expression::Function;
using expression::Line;
using expression::Reason;
using expression::Type;

/// The maximum number of cards that are named; for a larger set the count suffices.
constexpr std::size_t kMaxNamed = 8;

std::string cardsWords(const std::vector<CardIndex>& cards, const Words& words) {
  std::string list = counted(cards.size(), "card");
  for (std::size_t i = 0; i < cards.size() && i < kMaxNamed; ++i) {
    list += (i == 0 ? ": " : ", ") + words.card(cards[i]);
  }
  return cards.size() > kMaxNamed ? list + ", …" : list;
}

std::string changeLine(const Line& line, const Words& words) {
  std::string what;
  switch (line.change) {
    case schema::Change::Kind::MINIMUM:
      what = "minimum";
      break;
    case schema::Change::Kind::MAXIMUM:
      what = "maximum";
      break;
    case schema::Change::Kind::SET_BASE:
      what = "base value";
      break;
    case schema::Change::Kind::BONUS:
    case schema::Change::Kind::SET:
      what = "bonus or penalty";
      break;
    default:
      what = "a change";
      break;
  }
  if (line.source != kNone) what += " from " + words.card(line.source);
  return line.counted ? what : what + ", which has no effect";
}

std::string lineWords(const Line& line, const Expression& expression, const Words& words) {
  switch (line.kind) {
    case Line::Kind::node:
      return line.node == kNone ? std::string("this") : clipped(expression.wordsOf(line.node), 120);
    case Line::Kind::candidate:
      return "a card that may be meant";
    case Line::Kind::printed:
      return "printed value";
    case Line::Kind::change:
      return changeLine(line, words);
    case Line::Kind::sum:
      return "A. with bonuses and penalties";
    case Line::Kind::floor:
      return "B. below 0 it is treated as 0";
    case Line::Kind::bounds:
      return "C. within its minimum and maximum";
    case Line::Kind::observation:
      return "the recorder observed";
    case Line::Kind::finding:
      return fmt::format("{} {} a rule", line.event == 0 ? "the deck" : "this event",
                         line.counted ? "breaks" : "may break");
    case Line::Kind::use:
      return "a use that counts";
    case Line::Kind::doubtful_use:
      return "a use of which it is not known whether it counts";
    case Line::Kind::given_back:
      return "a use that was given back";
    case Line::Kind::saying: {
      const std::string who = line.source == kNone ? "the rules say" : words.card(line.source) + " says";
      return line.counted ? who + ", and this holds" : who;
    }
  }
  return "this";
}

bool hasValue(Line::Kind kind) {
  return kind != Line::Kind::finding && kind != Line::Kind::use && kind != Line::Kind::doubtful_use &&
         kind != Line::Kind::given_back;
}

/// Turns the lines of an answer into a tree.
class AnswerTree {
 public:
  AnswerTree(const Expression& expression, const Answer& answer, const Words& words)
      : expression_(expression), answer_(answer), words_(words) {}

  /// `here`: the lines below are about the table of `words`, not an earlier one.
  [[nodiscard]] Explanation of(std::uint32_t index, bool here) const {
    const Line& line = answer_.lines[index];
    if (line.finding != nullptr && canTell(*line.finding)) return explainFinding(words_, *line.finding);
    Explanation node{.what = lineWords(line, expression_, words_),
                     .value = hasValue(line.kind) ? valueWords(line.value, words_) : std::string{},
                     .clause = line.clause,
                     .event = line.event};
    if (line.kind == Line::Kind::change && line.value.isKnown() && line.change == schema::Change::Kind::BONUS) {
      node.value = withSign(line.value.number);
    }
    const bool stat = here && isCall(line, Function::stat);
    const bool below_here = here && !isCall(line, Function::before) && !isCall(line, Function::after);
    for (const std::uint32_t below : line.below) {
      const Line& child = answer_.lines[below];
      if (isPlain(child) || (stat && child.kind != Line::Kind::node)) continue;
      node.children.push_back(of(below, below_here));
    }
    if (stat) addSteps(line, node);
    return node;
  }

 private:
  /// True if the table of the words has the cards of a finding at another point.
  [[nodiscard]] bool canTell(const Finding& finding) const {
    const auto is_there = [&](Entity subject) { return subject == kNone || words_.state().isCard(subject); };
    const Entity subject = std::visit(Overload{
                                          [](const Finding::OtherEffect& other) { return other.subject; },
                                          [](const Finding::Impossible& impossible) { return impossible.subject; },
                                          [](const auto&) { return Entity{kNone}; },
                                      },
                                      finding.what);
    return is_there(finding.card) && is_there(subject);
  }
  [[nodiscard]] bool isCall(const Line& line, Function function) const {
    if (line.kind != Line::Kind::node || line.node == kNone) return false;
    const auto& node = expression_.nodes[line.node];
    return node.op == expression::Operator::call && node.function == function;
  }
  /// A number, a card or a name that was typed explains itself.
  [[nodiscard]] bool isPlain(const Line& line) const {
    return line.kind == Line::Kind::node && line.below.empty() && line.clause.empty() && line.node != kNone &&
           (expression_.nodes[line.node].op == expression::Operator::literal_text ||
            valueWords(line.value, words_) == expression_.sourceOf(line.node));
  }
  /// Adds, below a stat, the steps of its calculation, as `docket explain` shows them.
  void addSteps(const Line& line, Explanation& node) const {
    const auto subject = expression_.nodes[line.node].first_child;
    const auto stat = expression_.nodes[subject].next;
    for (const std::uint32_t below : line.below) {
      const Line& child = answer_.lines[below];
      if (child.kind != Line::Kind::node || child.node != subject || !child.value.isKnown()) continue;
      const auto index = static_cast<StatIndex>(expression_.nodes[stat].number);
      auto steps = explainStat(words_, child.value.entity, index).root.children;
      for (Explanation& step : steps) node.children.push_back(std::move(step));
    }
  }

  const Expression& expression_;
  const Answer& answer_;
  const Words& words_;
};

/// Why it is not known which limits a card or a player has. The event is not named: the act may be hypothetical.
std::string unknownLimitsWords(const std::string& who, const Reason& reason) {
  if (reason.event == 0) return fmt::format("the limits of {} are not known", who);
  if (reason.number == 0) return fmt::format("it is not known whether anything gave {} the ability that is used", who);
  return fmt::format("it is not known whether {} has the ability or trait {} that is used", who, reason.number);
}

/// The words for a reason that lies in the question: it asks for something that does not exist, or for too much.
std::string questionWords(const Reason& reason, const Words& words) {
  switch (reason.kind) {
    case Reason::Kind::no_such_card:
      return fmt::format("there is no card #{} now", reason.number);
    case Reason::Kind::no_such_player:
      return fmt::format("there is no player P{}", reason.number);
    case Reason::Kind::no_such_title:
      return "no known card in play has that title";
    case Reason::Kind::no_such_stat:
      return "it is not known which stat is meant";
    case Reason::Kind::ambiguous_title:
      return fmt::format("several cards have that title, {} among them", words.subject(reason.subject));
    case Reason::Kind::no_such_event:
      return fmt::format("there is no event {} here", reason.event);
    case Reason::Kind::overflow:
      return "a number is too large (more than 64 bits)";
    case Reason::Kind::division_by_zero:
      return "it divides by zero";
    case Reason::Kind::out_of_steps:
      return "it takes too many steps to compute";
    default:
      return "something is unknown";
  }
}

}  // namespace

std::string valueWords(const expression::Value& value, const Words& words) {
  if (value.isUnknown()) return "unknown";
  if (value.isAbsent()) return value.type == Type::number ? "absent" : "none";
  switch (value.type) {
    case Type::number:
      return std::to_string(value.number);
    case Type::boolean:
      return value.number != 0 ? "true" : "false";
    case Type::text:
      return clipped(value.text(), 200);
    case Type::cards:
      return cardsWords(value.cards(), words);
    default:
      return words.subject(value.entity);
  }
}

std::string reasonWords(const Reason& reason, const Words& words) {
  const auto subject = [&] { return reason.subject == kNone ? std::string("it") : words.subject(reason.subject); };
  switch (reason.kind) {
    case Reason::Kind::text_unknown:
      return fmt::format("{}, and its text can matter", words.unread(reason.subject));
    case Reason::Kind::identity_unknown:
      if (!undefinedKey(words.state(), reason.subject).empty()) return words.unread(reason.subject);
      return fmt::format("it is not known what card {} is", words.subjectCode(reason.subject));
    case Reason::Kind::print_unsaid:
      return kindOf(reason.subject) == EntityKind::card
                 ? fmt::format("the catalogue has no printed value of this for {}", subject())
                 : fmt::format("the record does not give this value for {}", subject());
    case Reason::Kind::observed:
      return fmt::format("this was observed at event {}, but the rules give a different result", reason.event);
    case Reason::Kind::differs:
      return fmt::format("{} of {} was observed at event {}, but the rules give a different result",
                         reason.seen ? std::to_string(*reason.seen) : std::string("nothing"), subject(), reason.event);
    case Reason::Kind::seen_otherwise:
      return fmt::format("the record observed something else at event {}; the rules give a different result",
                         reason.event);
    case Reason::Kind::part_differs:
      return fmt::format("a value that depends on this was observed differently at event {}", reason.event);
    case Reason::Kind::not_computed:
      return fmt::format("these rules do not say how the stats of {} are computed, and this was not observed",
                         subject());
    case Reason::Kind::no_start:
      if (reason.subject == kNone) return "the value before it was set is not known";
      return fmt::format("{} of {} at the start is not known", words.valueName(reason.number), subject());
    case Reason::Kind::stale:
      return fmt::format("the observation at event {} is stale since event {}", reason.event, reason.since);
    case Reason::Kind::not_in_ruleset:
      return "this is decided by rules that are not in this ruleset";
    case Reason::Kind::unrecorded:
      return "the record does not say it";
    case Reason::Kind::no_event:
      return "this asks about the event being judged, and there is none here";
    case Reason::Kind::no_record:
      return "this needs the record of the game";
    case Reason::Kind::untold:
      return fmt::format("it is not known what was said at event {}", reason.event);
    case Reason::Kind::skipped:
      return fmt::format("something happened at event {} that could not be read", reason.event);
    case Reason::Kind::no_rule:
      return fmt::format("no rule here covers an act like event {}", reason.event);
    case Reason::Kind::undecided:
      if (reason.event == 0) return "it depends on something unknown";
      return fmt::format("whether event {} was legal depends on something unknown", reason.event);
    case Reason::Kind::uses_uncertain:
      return fmt::format("it is not known whether the use at event {} counts", reason.event);
    case Reason::Kind::trait_uncertain:
      return fmt::format("something unknown decides what a trait of {} does to it", subject());
    case Reason::Kind::place_uncertain:
      return fmt::format("neither the rules nor a catalogue say whether this ability of {} works in the card's zone",
                         subject());
    case Reason::Kind::face_uncertain:
      return fmt::format(
          "neither the rules nor a catalogue say whether this ability of {} works while the card is face {}", subject(),
          reason.number == 1 ? "down" : "up");
    case Reason::Kind::limits_uncertain:
      return unknownLimitsWords(subject(), reason);
    default:
      return questionWords(reason, words);
  }
}

Explanation explainCondition(const Expression& condition, const Answer& answer, const Words& words) {
  Explanation node;
  if (!answer.lines.empty()) node = AnswerTree(condition, answer, words).of(answer.root, false);
  node.what = clipped(condition.words(), 400);
  node.value = valueWords(answer.value, words);
  for (const Reason& reason : answer.value.reasons()) {
    node.children.push_back({.what = "because " + reasonWords(reason, words)});
  }
  return node;
}

Explained explainAnswer(const Expression& expression, const Answer& answer, const Words& words) {
  Explained explained;
  if (!answer.lines.empty()) explained.root = AnswerTree(expression, answer, words).of(answer.root, true);
  explained.root.what = clipped(expression.words(), 400);
  explained.root.value = valueWords(answer.value, words);
  explained.grade = answer.value.grade;
  explained.differs = answer.value.grade == Grade::diverged;
  for (const Reason& reason : answer.value.reasons()) {
    explained.root.children.push_back({.what = "because " + reasonWords(reason, words)});
  }
  return explained;
}

}  // namespace docket
