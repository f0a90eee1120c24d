#include "tools/verdict/ruling_verdict.h"

#include <fmt/format.h>

#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/take.hpp>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "tools/explain/answer.h"
#include "tools/explain/claim_words.h"
#include "tools/explain/explain_query.h"
#include "tools/explain/observed_answer.h"

namespace docket {
namespace {

using Outcomes = RulingVerdict::Outcome;

/// Decides by the claim's own value; the derivation has what the engine computed for each part.
void decide(RulingVerdict& verdict, const expression::Value& value, const Words& words) {
  verdict.outcome = outcomeOf(value);
  if (verdict.outcome != Outcomes::undecided) {
    verdict.why = value.isTrue() ? "the rules agree with the claim" : "the rules give a different result";
    return;
  }
  const bool unread =
      ranges::contains(value.reasons(), expression::Reason::Kind::text_unknown, &expression::Reason::kind);
  if (!value.isUnknown() && (unread || value.grade == expression::Grade::diverged)) {
    verdict.why = fmt::format("what is known gives {}, but ", value.isTrue() ? "that" : "something else");
  } else if (!value.isUnknown()) {
    verdict.why =
        value.isTrue() ? "it agrees with what was observed, but " : "it does not agree with what was observed, but ";
  }
  if (value.reasons().empty()) verdict.why += "something in it is not known";
  for (std::size_t i = 0; i < value.reasons().size(); ++i) {
    verdict.why += (i == 0 ? "" : "; ") + reasonWords(value.reasons()[i], words);
  }
}

}  // namespace

RulingVerdict::Outcome outcomeOf(const expression::Value& value) {
  if (value.isUnknown() || value.grade != expression::Grade::exact) return Outcomes::undecided;
  return value.isTrue() ? Outcomes::right : Outcomes::wrong;
}

std::string_view outcomeWord(RulingVerdict::Outcome outcome) {
  switch (outcome) {
    case Outcomes::right:
      return "upheld";
    case Outcomes::wrong:
      return "overturned";
    case Outcomes::undecided:
      return "undecided";
  }
  return "undecided";
}

std::string_view rightOrWrong(RulingVerdict::Outcome outcome) {
  switch (outcome) {
    case Outcomes::right:
      return "right";
    case Outcomes::wrong:
      return "wrong";
    case Outcomes::undecided:
      return "undecided";
  }
  return "undecided";
}

std::string whyWithParts(const RulingVerdict& verdict) {
  constexpr std::size_t kMaxParts = 2;
  std::string why = verdict.why;
  const auto& parts = verdict.derivation.root.children;
  if (verdict.outcome == Outcomes::undecided) return why;  // it already says what is not known
  if (verdict.has_reason) return why;
  for (std::size_t i = 0; i < parts.size() && i < kMaxParts; ++i) {
    const Explanation* part = &parts[i];
    // The rule that makes "legal(45): false" is the statement below it.
    const bool is_below = !part->children.empty() && part->children.front().clause == part->clause;
    if (is_below && !part->clause.empty()) part = &part->children.front();
    why += (i == 0 ? ": " : "; ") + part->what;
    if (!part->value.empty()) why += (part->clause.empty() ? " is " : ": ") + part->value;
    if (!part->clause.empty()) why += fmt::format(" [{}]", part->clause);
  }
  return why;
}

namespace {

/// A ruling's claim, read, and the table that it is about.
class Claim {
 public:
  /// Throws BadInput if the claim cannot be read. `now`: as in verifyRuling().
  Claim(const OpenGame& game, std::string_view text, EventNumber about, const State* now)
      : condition_(game.gameRules().claims.read(text, game.rules().ruleset, namesOf(game))),
        record_(game, about),
        then_(now != nullptr && now->event == about ? std::nullopt : std::optional(game.stateAt(about))),
        now_(now) {}

  [[nodiscard]] const State& table() const { return then_ ? *then_ : *now_; }

  [[nodiscard]] const expression::Expression& condition() const { return *condition_; }
  [[nodiscard]] const OpenGameRecord& record() const { return record_; }

 private:
  const std::shared_ptr<const expression::Expression> condition_;
  const OpenGameRecord record_;
  const std::optional<State> then_;
  const State* now_;
};

std::string statementWords(const Explanation& statement) {
  std::string words = statement.what;
  if (!statement.value.empty()) words += ": " + statement.value;
  if (!statement.clause.empty()) words += fmt::format(" [{}]", statement.clause);
  return words;
}

/// The reason why an act was legal or not: the rule that it breaks, else a use that was given back before it, else the
/// first rule that it keeps.
std::string reasonOf(const Explanation& legality) {
  for (const Explanation& rule : legality.children) {
    if (rule.against) return statementWords(rule);
  }
  for (const Explanation& rule : legality.children) {
    for (const Explanation& part : rule.children) {
      if (part.is_given_back) return statementWords(part);
    }
  }
  for (const Explanation& rule : legality.children) {
    if (!rule.clause.empty()) return statementWords(rule);
  }
  return "nothing forbids it";
}

/// The reasons for the legality of each act that a claim asks about, in one sentence.
std::string reasonsOf(const expression::Expression& claim, const OpenGame& game, const TurnLabels& turn_labels,
                      EventNumber about) {
  constexpr std::size_t kMaxActs = 3;
  std::string reasons;
  const auto acts = actsAskedAbout(claim, game.last());
  for (const EventNumber act : acts | ranges::views::take(kMaxActs)) {
    const Explained legality = Question(game, turn_labels, {"legal", std::to_string(act)}, about).answer();
    reasons += fmt::format("{}event {}: {}", reasons.empty() ? "" : "; ", act, reasonOf(legality.root));
  }
  return reasons;
}

EventNumber aboutOf(EventNumber number, schema::Ruling::Reader ruling) {
  return ruling.getAt() != 0 ? ruling.getAt() : number;
}

}  // namespace

RulingVerdict::Outcome outcomeOfRuling(const OpenGame& game, EventNumber number, schema::Ruling::Reader ruling,
                                       const State* now) {
  try {
    const Claim claim(game, view(ruling.getClaim()), aboutOf(number, ruling), now);
    const TurnLabels no_labels;  // a value is reported without them
    const Words words(claim.table(), game.rules(), game.header(), no_labels);
    return outcomeOf(valueSeen(claim.condition(), words, claim.record(), namesOf(game)));
  } catch (const BadInput&) {
    return Outcomes::undecided;
  }
}

RulingVerdict verifyRuling(const OpenGame& game, const TurnLabels& turn_labels, EventNumber number,
                           schema::Ruling::Reader ruling, const State* now) {
  RulingVerdict verdict{.event = number,
                        .about = aboutOf(number, ruling),
                        .judge = textOf(ruling.getJudge()),
                        .claim = textOf(ruling.getClaim()),
                        .note = textOf(ruling.getNote()),
                        .supersedes = ruling.getSupersedes()};
  for (const auto clause : ruling.getClauses()) {
    verdict.clauses.push_back(textOf(clause));
    if (game.rules().ruleset.clause(verdict.clauses.back()) == nullptr)
      verdict.unknown_clauses.push_back(textOf(clause));
  }
  try {
    const Claim claim(game, verdict.claim, verdict.about, now);
    const Words words(claim.table(), game.rules(), game.header(), turn_labels);
    const auto answer = answerSeen(claim.condition(), words, claim.record(), namesOf(game));
    verdict.derivation = explainAnswer(claim.condition(), answer, words);
    decide(verdict, answer.value, words);
    // The derivation already has the rule that is broken.
    const auto& parts = verdict.derivation.root.children;
    const bool cited = ranges::any_of(parts, [](const Explanation& part) { return !part.clause.empty(); });
    if (verdict.outcome != Outcomes::undecided && !cited) {
      const std::string reasons = reasonsOf(claim.condition(), game, turn_labels, verdict.about);
      verdict.has_reason = !reasons.empty();
      if (verdict.has_reason) verdict.why += ": " + reasons;
    }
  } catch (const BadInput& unreadable) {
    verdict.outcome = Outcomes::undecided;
    verdict.why = fmt::format("the claim cannot be read: {}", unreadable.what());
  }
  return verdict;
}

}  // namespace docket
