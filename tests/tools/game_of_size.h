// Generated games of a given length: of several rows, or of as many events as a real game.
#pragma once

#include <cstdint>
#include <regex>
#include <stdexcept>
#include <string>

#include "events/recording.h"
#include "tests/generate/documents.h"

namespace docket::generate {

/// The play script of a ruleset, so that its games have that many turns.
inline std::string scriptOf(const std::string& ruleset, unsigned turns) {
  const std::string text = generate::sampleText(ruleset + ".play.json");
  const std::regex bounds(R"re(("turns": \{[^}]*"least": )[0-9]+(, "most": )[0-9]+)re");
  const std::string number = std::to_string(turns);
  return std::regex_replace(text, bounds, "$01" + number + "$02" + number);
}

/// The first `size` events of a generated game that has as many.
inline Recording gameOf(const Documents& documents, const std::string& ruleset, std::uint32_t size) {
  for (unsigned turns = 4; turns <= 1024; turns *= 2) {
    const auto play = readDocument<schema::Play>(scriptOf(ruleset, turns), ruleset + ".play.json");
    const auto made = makeGame(documents.summary, play.root(), {.seed = 11, .planted_percent = 10}, 1);
    if (made.recording.size() < size) continue;
    Recording cut;
    cut.setHeader(made.recording.header());
    for (std::uint32_t number = 1; number <= size; ++number) cut.add(*made.recording.event(number));
    return cut;
  }
  throw std::runtime_error("no game of " + ruleset + " gets that long");
}

}  // namespace docket::generate
