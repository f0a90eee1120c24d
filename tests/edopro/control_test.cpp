// Changes of control in recorded duels: the activation that caused each, if a replay makes that certain.
#include <gtest/gtest.h>

#include <set>

#include "tests/edopro/duels.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::control_test {
namespace {

TEST(ControlOfDuels, ChangesAndReturnsWithItsActivation) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::size_t changes = 0, unexplained = 0;
  for (const std::string& name : duelNames()) {
    const ReadGame import = importReplay(replayFile(name), name, rules);
    std::set<EventNumber> activations;
    for (EventNumber number = 1; number <= import.recording.size(); ++number) {
      const auto event = import.recording.event(number);
      if (event->isAbilityActivated()) activations.insert(number);
      if (!event->isControlChanged()) continue;
      ++changes;
      const auto causes = event->getContext().getCauses();
      if (causes.size() == 0) {
        ++unexplained;
        continue;
      }
      EXPECT_TRUE(activations.contains(causes[0])) << name << " event " << number;
    }
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(changes, 300U);
  EXPECT_LE(unexplained, 4U) << "cards that are returned although no one is recorded as having received them";
}

}  // namespace
}  // namespace docket::edopro::control_test
