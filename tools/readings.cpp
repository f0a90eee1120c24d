#include "tools/readings.h"

#include <range/v3/algorithm/find_if.hpp>

#include "engine/undefined.h"

namespace docket {
namespace {

/// Puts what was observed beside a reading. Gives whether there was something.
bool addObservation(BoardReading& reading, const State& state, const Observation* seen) {
  if (seen == nullptr) return false;
  reading.observed = seen->event;
  reading.observed_absent = seen->absent;
  reading.observed_amount = seen->amount;
  if (state.latest_happening > seen->event) reading.stale_since = state.latest_happening;
  return true;
}

bool agrees(const BoardReading& reading) {
  if (reading.presence == BoardReading::Presence::absent) return reading.observed_absent;
  return reading.presence == BoardReading::Presence::known && !reading.observed_absent &&
         reading.amount == reading.observed_amount;
}

/// What was observed and is stale was explained if the rules came to it then: `then` reads the state before.
template <class Then>
void holdAgainstThen(BoardReading& reading, const expression::Table* record, Then&& then) {
  if (reading.stale_since == 0 || record == nullptr || reading.observed > record->size()) return;
  const auto before = record->before(reading.observed);
  if (before == nullptr) return;
  BoardReading was = then(*before);
  was.observed_absent = reading.observed_absent;
  was.observed_amount = reading.observed_amount;
  reading.disagreed = !agrees(was);
  if (reading.disagreed) reading.agreement = Agreement::unverified;
}

/// Of a reading that is computed: a fresh observation confirms it or diverges from it.
void holdAgainstObservation(BoardReading& reading) {
  if (reading.presence == BoardReading::Presence::unknown) {
    reading.agreement = Agreement::unverified;
    if (reading.observed == 0) return;
    reading.from = BoardReading::From::observed;
    reading.presence = reading.observed_absent ? BoardReading::Presence::absent : BoardReading::Presence::known;
    reading.amount = reading.observed_amount;
  } else if (reading.observed != 0 && reading.stale_since == 0 && !agrees(reading)) {
    reading.agreement = Agreement::diverged;
  }
}

BoardReading computedStat(const State& state, const Rules& rules, Entity subject, StatIndex stat) {
  if (kindOf(subject) == EntityKind::card && !state.isCard(subject)) return {};
  const StatReading computed = readStat(state, rules, subject, stat);
  BoardReading reading{.amount = computed.amount};
  if (computed.kind == StatReading::Kind::known) reading.presence = BoardReading::Presence::known;
  if (computed.doubtful != kNone) reading.agreement = Agreement::unverified;
  if (computed.kind == StatReading::Kind::absent) reading.presence = BoardReading::Presence::absent;
  return reading;
}

BoardReading computedValue(const State& state, Entity subject, std::uint32_t key) {
  const auto amount = state.valueOf(subject, key);
  return {.presence = amount ? BoardReading::Presence::known : BoardReading::Presence::absent,
          .amount = amount.value_or(0)};
}

void addPrinted(BoardReading& reading, const State& state, Entity subject, StatIndex stat) {
  if (!state.isCard(subject)) return;
  const Definition* definition = state.definitionOf(state.cards[subject]);
  if (definition == nullptr || definition->stats[stat].kind == schema::PrintedStat::Kind::ABSENT) return;
  reading.has_printed = true;
  reading.printed = definition->stats[stat].amount;
}

}  // namespace

std::string_view agreementWord(Agreement agreement) {
  switch (agreement) {
    case Agreement::exact:
      return "EXACT";
    case Agreement::unverified:
      return "UNVERIFIED";
    case Agreement::diverged:
      return "DIVERGED";
  }
  return "UNVERIFIED";
}

const Observation* observationOf(const State& state, Entity subject, std::string_view reading, bool base) {
  const NameNumber name = state.vocabulary->names.find(reading);
  if (name == 0) return nullptr;
  const auto found = ranges::find_if(state.observations, [&](const Observation& seen) {
    return seen.subject == subject && seen.reading == name && seen.base == base;
  });
  return found == state.observations.end() ? nullptr : &*found;
}

BoardReading readingOfStat(const State& state, const Rules& rules, Entity subject, StatIndex stat,
                           const expression::Table* record) {
  BoardReading reading = computedStat(state, rules, subject, stat);
  addPrinted(reading, state, subject, stat);
  const bool seen =
      addObservation(reading, state, observationOf(state, subject, rules.ruleset.stats[stat].name, false));
  if (rules.ruleset.calculation.computed) {
    holdAgainstObservation(reading);
    holdAgainstThen(reading, record, [&](const State& then) { return computedStat(then, rules, subject, stat); });
    const bool confirmed = reading.observed != 0 && reading.stale_since == 0 && agrees(reading);
    reading.unheard = confirmed ? kNone : unheardInPlay(state, rules.ruleset);
    if (reading.unheard != kNone) reading.agreement = Agreement::unverified;
  } else if (seen) {
    const bool confirmed = agrees(reading) && reading.stale_since == 0;
    reading.from = BoardReading::From::observed;
    reading.agreement = confirmed ? Agreement::exact : Agreement::unverified;
    reading.presence = reading.observed_absent ? BoardReading::Presence::absent : BoardReading::Presence::known;
    reading.amount = reading.observed_absent ? 0 : reading.observed_amount;
  } else {
    reading.from = BoardReading::From::printed;
    if (reading.presence != BoardReading::Presence::absent) reading.agreement = Agreement::unverified;
  }
  return reading;
}

BoardReading readingOfValue(const State& state, const Rules& rules, Entity subject, std::uint32_t key,
                            const expression::Table* record) {
  BoardReading reading = computedValue(state, subject, key);
  const std::string_view name = key < rules.ruleset.values.size()
                                    ? std::string_view(rules.ruleset.values[key].name)
                                    : state.vocabulary->names.text(static_cast<NameNumber>(key - 0x10000U));
  addObservation(reading, state, observationOf(state, subject, name, false));
  holdAgainstObservation(reading);
  holdAgainstThen(reading, record, [&](const State& then) { return computedValue(then, subject, key); });
  return reading;
}

}  // namespace docket
