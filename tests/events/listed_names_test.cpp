// The names in events that a ruleset has to list, according to the marks of the schema.
#include <capnp/dynamic.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "events/shape.h"
#include "schemas/event.capnp.h"

namespace docket::listed_names_test {
namespace {

/// Adds the names in a struct and below it for which no mark requires a list in a ruleset, as "cardMoved.reason".
void addFreeNames(const Shape& shape, const std::string& place, std::set<std::string>& free) {
  for (const FieldShape& one : shape.fields) {
    const std::string here = place + std::string(one.name);
    if (one.value.kind == Kind::structure && here != "corrected.replacement" && here != "context")
      addFreeNames(*one.value.shape, here + ".", free);
    if (one.value.mark == Mark::name && !one.names) free.insert(here);
  }
}

TEST(NamesOfEvents, AreListedByTheRulesetOrFreeForADocumentedReason) {
  std::set<std::string> free;
  addFreeNames(shapeOf(capnp::Schema::from<schema::Event>()), "", free);
  // Words that people choose: a vocabulary may list them, and import only notes those that it lacks. The name of a
  // granted ability or trait, and of an observed stat or value, is looked up when the event is folded.
  const std::set<std::string> of_people = {"abilityActivated.designator",
                                           "abilityActivated.named",
                                           "begins.keywords",
                                           "cardAttached.kind",
                                           "cardMoved.reason",
                                           "cardPlayed.method",
                                           "counterPlaced.counter",
                                           "counterRemoved.counter",
                                           "gameEnded.reason",
                                           "nameChosen.what",
                                           "numberChosen.what",
                                           "observed.reading",
                                           "penaltyGiven.penalty",
                                           "randomOutcome.what",
                                           "replaced.act",
                                           "traitTriggered.named"};
  EXPECT_EQ(free, of_people);
}

}  // namespace
}  // namespace docket::listed_names_test
