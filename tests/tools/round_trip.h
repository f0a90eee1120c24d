// Writes a game as a transcript and reads it again; returns JSON Lines.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tools/notation/transcript.h"
#include "tools/notation/transcript_reader.h"

namespace docket::test {

inline std::string linesOf(const Recording& game) {
  std::ostringstream lines;
  writeJsonLines(game, lines);
  return lines.str();
}

/// The first line that differs between two texts, as a message; empty if none does.
inline std::string firstDifference(const std::string& one, const std::string& other) {
  std::istringstream first(one), second(other);
  std::string a, b;
  while (true) {
    const bool more_a = static_cast<bool>(std::getline(first, a));
    const bool more_b = static_cast<bool>(std::getline(second, b));
    if (!more_a && !more_b) return {};
    if (more_a != more_b || a != b) return "was:  " + (more_a ? a : "(end)") + "\nread: " + (more_b ? b : "(end)");
  }
}

/// The difference after a game was written as a transcript and read again; empty if there is none.
inline std::string lostInTranscript(const Recording& game, const Rules& rules) {
  std::ostringstream text;
  writeTranscript(game, rules, text);
  const std::string before = linesOf(game);
  try {
    const Recording again = readTranscript(text.str(), "t", [&](schema::Header::Reader) { return rules; });
    return firstDifference(before, linesOf(again));
  } catch (const BadInput& error) {
    std::istringstream lines(text.str());
    std::string line;
    for (std::size_t i = 0; i < error.line(); ++i) std::getline(lines, line);
    return std::string(error.what()) + "\n" + line.substr(0, 2000);
  }
}

}  // namespace docket::test
