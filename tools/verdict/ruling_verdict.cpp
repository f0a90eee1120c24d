#include "tools/verdict/ruling_verdict.h"

#include <fmt/format.h>

#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
#include "events/text_view.h"
#include "tools/explain/answer.h"
#include "tools/explain/observed_answer.h"

namespace docket {
namespace {

using Outcomes = RulingVerdict::Outcome;

std::string text(capnp::Text::Reader reader) { return {reader.begin(), reader.size()}; }

/// The claim's own value first: what the engine computed for each part is in the derivation.
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
  return value.isTrue() ? Outcomes::upheld : Outcomes::overturned;
}

std::string_view outcomeWord(RulingVerdict::Outcome outcome) {
  switch (outcome) {
    case Outcomes::upheld:
      return "upheld";
    case Outcomes::overturned:
      return "overturned";
    case Outcomes::undecided:
      return "undecided";
  }
  return "undecided";
}

std::string_view rightOrWrong(RulingVerdict::Outcome outcome) {
  switch (outcome) {
    case Outcomes::upheld:
      return "right";
    case Outcomes::overturned:
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
  if (verdict.outcome == Outcomes::undecided) return why;  // what is not known is there already
  for (std::size_t i = 0; i < parts.size() && i < kMaxParts; ++i) {
    why += (i == 0 ? ": " : "; ") + parts[i].what;
    if (!parts[i].value.empty()) why += (parts[i].clause.empty() ? " is " : ": ") + parts[i].value;
    if (!parts[i].clause.empty()) why += fmt::format(" [{}]", parts[i].clause);
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
                        .judge = text(ruling.getJudge()),
                        .claim = text(ruling.getClaim()),
                        .note = text(ruling.getNote()),
                        .supersedes = ruling.getSupersedes()};
  for (const auto clause : ruling.getClauses()) {
    verdict.clauses.push_back(text(clause));
    if (game.rules().ruleset.clause(verdict.clauses.back()) == nullptr) verdict.unknown_clauses.push_back(text(clause));
  }
  try {
    const Claim claim(game, verdict.claim, verdict.about, now);
    const Words words(claim.table(), game.rules(), game.header(), turn_labels);
    const auto answer = answerSeen(claim.condition(), words, claim.record(), namesOf(game));
    verdict.derivation = explainAnswer(claim.condition(), answer, words);
    decide(verdict, answer.value, words);
  } catch (const BadInput& unreadable) {
    verdict.outcome = Outcomes::undecided;
    verdict.why = fmt::format("the claim cannot be read: {}", unreadable.what());
  }
  return verdict;
}

}  // namespace docket
