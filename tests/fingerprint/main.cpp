// docket-fingerprint: folds games and prints what two builds must agree in, a line an event: fingerprint and running
// digest. check.sh compares its output between compilers, optimisation levels and sanitizers. Needs no archive.
//   docket-fingerprint GAME.jsonl...
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "tests/games/rules_of_game.h"

namespace docket {
namespace {

void print(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    const Recording game = readJsonLines(in, argv[i]);
    const RulesOfGame documents(game.header());
    const Rules rules = documents.rules();
    std::optional<RunningState> table(std::in_place, game.header(), rules);
    RunningDigest digest;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      const auto findings = judge(pendingEvent(table->state(), rules, n, *game.event(n)));
      table->add(n, *game.event(n), EventsOf(game));
      digest.add(table->state(), rules, table->step(), findings);
      // A keyframe and its tail agree as well.
      if (n % 7 == 0) {
        const auto frame = saveKeyframe(table->state(), rules);
        table.emplace(game.header(), rules, loadKeyframe({frame.begin(), frame.size()}, rules));
      }
      std::cout << game.header().getId().cStr() << ' ' << n << ' ' << toHex(table->state().fingerprint) << ' '
                << toHex(digest.value()) << '\n';
    }
  }
}

}  // namespace
}  // namespace docket

int main(int argc, char** argv) try {
  docket::print(argc, argv);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "docket-fingerprint: " << error.what() << '\n';
  return 2;
}
