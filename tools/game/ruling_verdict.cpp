#include "tools/game/ruling_verdict.h"

#include <fmt/format.h>

#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
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
  const bool unheard =
      ranges::contains(value.reasons, expression::Reason::Kind::text_unknown, &expression::Reason::kind);
  if (!value.isUnknown() && (unheard || value.grade == expression::Grade::diverged)) {
    verdict.why = fmt::format("what is known gives {}, but ", value.isTrue() ? "that" : "something else");
  } else if (!value.isUnknown()) {
    verdict.why =
        value.isTrue() ? "it agrees with what was observed, but " : "it does not agree with what was observed, but ";
  }
  if (value.reasons.empty()) verdict.why += "something in it is not known";
  for (std::size_t i = 0; i < value.reasons.size(); ++i) {
    verdict.why += (i == 0 ? "" : "; ") + reasonWords(value.reasons[i], words);
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

RulingVerdict verifyRuling(const OpenGame& game, const TurnLabels& turn_labels, EventNumber number,
                           schema::Ruling::Reader ruling, const State* now) {
  RulingVerdict verdict{.event = number,
                        .about = ruling.getAt() != 0 ? ruling.getAt() : number,
                        .judge = text(ruling.getJudge()),
                        .claim = text(ruling.getClaim()),
                        .note = text(ruling.getNote()),
                        .supersedes = ruling.getSupersedes()};
  const Rules rules = game.rules();
  for (const auto clause : ruling.getClauses()) {
    verdict.clauses.push_back(text(clause));
    if (rules.ruleset.clause(verdict.clauses.back()) == nullptr) verdict.unknown_clauses.push_back(text(clause));
  }
  try {
    const auto claim = expression::parseCondition(verdict.claim, {.ruleset = rules.ruleset, .names = &game.names()},
                                                  {.file = "claim"});
    const bool is_now = now != nullptr && now->event == verdict.about;
    const std::optional<State> then = is_now ? std::nullopt : std::optional(game.stateAt(verdict.about));
    const State& state = is_now ? *now : *then;
    const Words words(state, rules, game.header(), turn_labels);
    const OpenGameRecord table(game, verdict.about);
    const auto answer = answerSeen(claim, words, table, game.names());
    verdict.derivation = explainAnswer(claim, answer, words);
    decide(verdict, answer.value, words);
  } catch (const BadInput& unreadable) {
    verdict.outcome = Outcomes::undecided;
    verdict.why = fmt::format("the claim cannot be read: {}", unreadable.what());
  }
  return verdict;
}

}  // namespace docket
