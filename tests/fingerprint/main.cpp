// docket-fingerprint: folds games and prints what two builds must agree in, a line an event: fingerprint and running
// digest. check.sh compares its output between compilers, optimisation levels and sanitizers. Needs no archive.
//   docket-fingerprint GAME.jsonl...
#include <exception>
#include <fstream>
#include <iostream>

#include "engine/digest.h"
#include "engine/keyframe.h"
#include "tests/games/rules_of_game.h"

int main(int argc, char** argv) try {
  using namespace docket;
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    const Recording game = readJsonLines(in, argv[i]);
    const RulesOfGame documents(game.header());
    const Rules rules = documents.rules();
    State state = begin(game.header(), rules);
    RunningDigest digest;
    Step step;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      const auto findings = judge(state, rules, n, game.event(n));
      reduce(state, rules, n, game.event(n), step);
      digest.add(state, rules, step, findings);
      if (n % 7 == 0) state = loadKeyframe(saveKeyframe(state, rules), rules);  // a keyframe and its tail agree as well
      std::cout << game.header().getId().cStr() << ' ' << n << ' ' << toHex(state.fingerprint) << ' '
                << toHex(digest.value()) << '\n';
    }
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << "docket-fingerprint: " << error.what() << '\n';
  return 2;
}
