#include "tools/verdict/observation_verifier.h"

#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "engine/query/stats/amounts.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "tools/explain/answer.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/open_game_record.h"
#include "tools/words/amount_words.h"

namespace docket {

void ObservationVerifier::diverged(EventNumber number, std::string subject, std::string field, std::string computed,
                                   std::string observed) {
  ++observations_.diverged;
  if (observations_.first.size() >= kMaxDivergences) return;
  observations_.first.push_back({.event = number,
                                 .subject = std::move(subject),
                                 .field = std::move(field),
                                 .computed = std::move(computed),
                                 .observed = std::move(observed)});
}

bool ObservationVerifier::countGrade(Grade grade) {
  if (grade == Grade::diverged) return false;
  ++(grade == Grade::exact ? observations_.equal : observations_.unverified);
  return true;
}

void ObservationVerifier::compare(const State& state, EventNumber number, schema::Event::Observed::Reader seen) {
  const TurnLabels no_labels;  // a value is reported without them
  const Words words(state, rules_, game_.header(), no_labels);
  const auto match = ranges::find(state.observations, number, &Observation::event);
  if (match == state.observations.end() && seen.getReading() == 0) return compareExpression(words, number, seen);
  if (match == state.observations.end()) {  // the game has no such subject or amount
    ++observations_.unverified;
    return;
  }
  const AmountReading reading = readAmount(state, rules_, amountOf(state, *match));
  if (countGrade(reading.value.grade)) return;
  if (!wants_all_) return diverged(number, {}, {}, {}, {});
  diverged(number, words.subject(match->subject),
           std::string(amountName(state, rules_.ruleset, amountOf(state, *match))) + (match->base ? ", base" : ""),
           amountWords(reading), seenWords(*match));
}

void ObservationVerifier::compareExpression(const Words& words, EventNumber number,
                                            schema::Event::Observed::Reader seen) {
  try {
    const auto parsed =
        expression::parse(view(seen.getExpression()), {.ruleset = rules_.ruleset, .names = &game_.names()});
    const auto value = valueSeen(parsed, words, OpenGameRecord(game_, number), namesOf(game_));
    if (countGrade(value.grade)) return;
    diverged(number, "the game", clipped(view(seen.getExpression()), 120), valueWords(value, words),
             clipped(view(seen.getValue()), 120));
  } catch (const BadInput&) {
    ++observations_.unverified;  // its words are not an expression
  }
}

}  // namespace docket
