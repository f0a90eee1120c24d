#include "engine/inspection.h"

#include "engine/added_copies.h"
#include "engine/card_text.h"
#include "engine/deck_copies.h"
#include "engine/expression/evaluate.h"
#include "engine/judge.h"
#include "engine/places.h"
#include "engine/reduce.h"
#include "engine/told.h"

namespace docket {
namespace {

void addLimits(Inspection& found, const Rules& rules, const UseQuestion& question, schema::Event::Which act) {
  const ApplicableLimits applicable = limitsOf(found.table, rules, question);
  found.limits_known = found.limits_known && applicable.known;
  for (const AppliedLimit& limit : applicable.limits) {
    if (isOfCopies(question.counted) && limit.limit->judgedAt(act) == nullptr) continue;
    CounterReading counter = readCounter(found.table, rules, limit, question);
    found.limits.push_back({.limit = limit, .question = question, .counter = std::move(counter)});
  }
}

void addDeck(Inspection& found, const Rules& rules, schema::Event::DeckRegistered::Reader deck) {
  for (CopiesBeyond& copies : copiesBeyond(found.table, rules, deck.getPlayer(), registeredBy(found.table, deck))) {
    found.limits_known = found.limits_known && copies.certain;
    found.limits.push_back({.limit = copies.limit, .question = copies.question, .counter = std::move(copies.counter)});
  }
}

void addPermissions(Inspection& found, const Rules& rules, schema::Event::Reader event, const Happening& happening) {
  if (!rules.ruleset.permitsAt(event.which())) return;
  for (const Permission& permission : rules.ruleset.permissions) {
    for (const Deed& deed : deedsOf(found.table, rules, event, happening, permission)) {
      found.permissions.push_back({.permission = &permission,
                                   .who_does = deed.doing.who_does,
                                   .known = deed.known,
                                   .reading = readPermission(found.table, rules, permission, deed.doing)});
    }
  }
}

}  // namespace

Inspection inspect(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  Inspection found{.table = Told(before, rules, number, event).state()};
  if (!hasItsCard(before, event)) return found;  // nothing is asked of it but whether it can be
  const Happening happening = readHappening(found.table, rules, event);
  for (const Requirement& requirement : requirementsOf(rules, event.which())) {
    if (!isAbout(found.table, happening, requirement)) continue;
    Inspection::Asked asked{.requirement = &requirement, .met = Met::yes, .lifted = false};
    asked.met = meets(found.table, rules, number, event, happening, requirement, &asked.answer);
    asked.lifted = lifts(found.table, rules, event, happening, requirement);
    found.requirements.push_back(std::move(asked));
  }
  addPermissions(found, rules, event, happening);
  if (const ActQuestion act = docket::questionOf(found.table, event); act.counted) {
    addLimits(found, rules, act.use, event.which());
  }
  const bool deck = event.isDeckRegistered() && rules.ruleset.counts(schema::Limit::Counted::COPIES_IN_DECK);
  if (deck || (countsCopies(rules) && addsNewCards(event))) {
    Step step;
    reduce(found.table, rules, number, event, step, true);
  }
  // Of a whole deck only what is too much is worth telling.
  if (deck) addDeck(found, rules, event.getDeckRegistered());
  if (!countsCopies(rules)) return found;
  for (const AddedCopy& copy : addedCopies(found.table, rules, event)) {
    addLimits(found, rules, copy.question, copy.act);
  }
  return found;
}

}  // namespace docket
