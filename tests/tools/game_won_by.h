// A game in JSON Lines that only has a winner, for the tests of tournament names.
#pragma once

#include <fmt/format.h>

#include <string>

namespace docket::test {

/// `header` stands in the game's header as it is: R"("event":"Open")".
inline std::string gameWonBy(const std::string& id, int winner, const std::string& players = R"({},{})",
                             const std::string& header = "") {
  return fmt::format(R"({{"game":{{"id":"{}","ruleset":"yugioh","players":[{}]{}}}}})", id, players,
                     header.empty() ? "" : "," + header) +
         fmt::format("\n{{\"gameEnded\":{{\"winner\":{}}}}}\n", winner);
}

}  // namespace docket::test
