#include "engine/query/state_reader.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/query/acts/conditions.h"
#include "engine/rules/expression/reads.h"

namespace docket {
namespace {

using schema::Change;

/// True if an entry of a kind, recorded or computed, is about an entity.
bool hasEntry(const State& state, Entity subject, Change::Kind kind) {
  for (const EntryIndex i : state.entriesAbout(subject)) {
    if (state.entry(i).kind == kind) return true;
  }
  return false;
}

}  // namespace

CardSets::Cards StateReader::cardsIn(ZoneIndex zone) {
  read_ |= StateParts::ofZone(zone);
  return state_.sets.in(zone);
}

CardSets::Cards StateReader::cardsInPlay() {
  read_ |= expression::zonesInPlay(ruleset());
  return state_.sets.inPlay();
}

bool StateReader::exists(CardIndex card) {
  read_ |= StateParts::allZones();
  return state_.cards[card].exists();
}

Seat StateReader::controllerOf(CardIndex card) {
  record(StatePart::control);
  return state_.cards[card].controller;
}

const Definition* StateReader::definitionOf(CardIndex card) {
  const Card& one = state_.cards[card];
  const bool in_play = one.exists() && ruleset().zones[one.zone].in_play;
  if (one.exists()) read_ |= StateParts::ofZone(one.zone);
  record(in_play ? StatePart::shown : StatePart::identity);
  return state_.definitionOf(one);
}

CardSets::Cards StateReader::cardsThatCanHaveTraits() {
  record(StatePart::bearers);
  record(StatePart::traits);
  const bool grants = state_.computed != nullptr && state_.computed->grant_traits;
  return grants ? state_.sets.anywhere() : state_.sets.bearing();
}

OtherEntities StateReader::othersThatCanHaveTraits() {
  record(StatePart::traits);
  OtherEntities others;
  for (const auto& [subject, first] : state_.other_subjects) others.push_back(subject);
  if (state_.computed != nullptr) {
    for (const auto& [subject, first] : state_.computed->by_subject) {
      if (!isCard(subject)) others.push_back(subject);
    }
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

CardSets::Cards StateReader::attachedCards() {
  record(StatePart::attachment);
  record(StatePart::bearers);
  return state_.sets.attached();
}

bool StateReader::isTraitGranted(Entity subject) {
  record(StatePart::traits);
  return hasEntry(state_, subject, Change::Kind::GRANT_TRAIT);
}

TraitReading StateReader::traitsOf(Entity bearer) {
  record(StatePart::bearers);
  record(StatePart::traits);
  TraitReading traits = readTraits(state_, rules_, bearer);
  // The text of a granted trait is on the card that grants it.
  if (ranges::any_of(traits.lines, [](const TraitLine& line) { return line.granted != kNone; })) {
    record(StatePart::identity);
  }
  return traits;
}

const Card& StateReader::bearer(CardIndex card) {
  record(StatePart::bearers);
  return state_.cards[card];
}

const Definition* StateReader::definitionOfBearer(CardIndex card) { return state_.definitionOf(bearer(card)); }

bool StateReader::isObligedByLedger(Entity subject) {
  record(StatePart::sayings);
  return hasEntry(state_, subject, Change::Kind::MUST);
}

bool StateReader::hasEndedSayings() {
  record(StatePart::sayings);
  return !state_.play.ended.empty();
}

std::span<const PeriodNow> StateReader::periods() {
  record(StatePart::periods);
  return state_.periods;
}

void StateReader::recordStat(StatIndex stat) {
  read_ |= expression::readsOfStat(stat, ruleset()) | StateParts::of(StatePart::identity);
}

StatReading StateReader::stat(Entity subject, StatIndex stat) {
  recordStat(stat);
  return readStat(state_, rules_, subject, stat);
}

StatReading StateReader::delta(Entity subject, StatIndex stat, std::int64_t size) {
  read_ |= StateParts::ofStat(stat);  // nothing of it is printed
  return readDelta(state_, rules_, subject, stat, size);
}

ContradictionKind StateReader::contradictionOf(Entity subject, StatIndex stat) {
  recordStat(stat);
  return docket::contradictionOf(state_, rules_, subject, stat);
}

std::int32_t StateReader::bonusToReach(Entity subject, StatIndex stat, std::int32_t value, const Entry& before) {
  recordStat(stat);
  return docket::bonusToReach(state_, rules_, subject, stat, value, &before);
}

std::int64_t StateReader::sumBefore(Entity subject, StatIndex stat, const Entry& before) {
  recordStat(stat);
  return docket::sumBefore(state_, rules_, subject, stat, before);
}

TriState StateReader::holds(const Condition& condition, const EventContext& context, Entity self, Seat each) {
  if (condition) read_ |= condition->reads;
  return docket::holds(condition, state_, rules_, context, self, each);
}

expression::Value StateReader::valueOf(const expression::Expression& what, const EventContext& context, Entity self) {
  read_ |= what.reads;
  return docket::valueOf(what, state_, rules_, context, self);
}

TriState StateReader::holdsOf(const Condition& condition, CardIndex card) {
  if (condition) read_ |= condition->reads.without(StatePart::event);
  return docket::holds(condition, state_, rules_, {.card = card, .player = controllerOf(card)});
}

expression::Value StateReader::valueOfText(const expression::Expression& what, Entity self, CardIndex it) {
  read_ |= what.reads.without(StatePart::event);
  return expression::valueAt(what, {.state = state_, .rules = rules_, .self = self, .it = it});
}

bool StateReader::addCertainCards(const expression::Expression& what, Entity self, CardIndex it,
                                  expression::SelectedCards& into) {
  read_ |= what.reads.without(StatePart::event);
  return expression::addCertainCards(what, {.state = state_, .rules = rules_, .self = self, .it = it}, into);
}

}  // namespace docket
