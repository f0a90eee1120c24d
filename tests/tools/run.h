// Runs the program within the test process: the command line and input given; the exit status and both outputs
// returned.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/places.h"
#include "tests/temp_directory.h"
#include "tests/text_of.h"
#include "tools/commands/program.h"

namespace docket::test {

struct Ran {
  int status = 0;
  std::string out, err;
};

inline Ran run(const std::vector<std::string>& typed, const std::string& input = {}) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Streams streams{.in = in, .out = out, .err = err};
  const int status = runProgram(typed, streams);
  return {.status = status, .out = out.str(), .err = err.str()};
}

/// run() with `--archive`.
inline Ran runOn(const std::string& archive, std::vector<std::string> typed, const std::string& input = {}) {
  typed.insert(typed.end(), {"--archive", archive});
  return run(typed, input);
}

/// The lines of a text, without their line breaks.
inline std::vector<std::string> linesIn(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The number of times that a text contains a part.
inline std::size_t timesIn(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

/// The text with each run of spaces and line breaks as one space.
inline std::string inOneLine(std::string_view text) {
  std::string line;
  for (const char letter : text) {
    const bool is_space = letter == ' ' || letter == '\n';
    if (!is_space) line += letter;
    if (is_space && !line.ends_with(' ')) line += ' ';
  }
  return line;
}

/// True if a text contains a part. Where its lines break does not matter unless the part has a line break: the length
/// of the temporary folder's path moves the breaks.
inline bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  return part.find('\n') == std::string::npos && inOneLine(text).find(inOneLine(part)) != std::string::npos;
}

/// For EXPECT_HAS: prints both texts if has() is false.
inline testing::AssertionResult hasPart(const char*, const char*, const std::string& text, const std::string& part) {
  if (has(text, part)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected\n" << part << "\nin\n" << text;
}

#define EXPECT_HAS(text, part) EXPECT_PRED_FORMAT2(::docket::test::hasPart, text, part)

/// The text after `"name":` in a line of JSON, up to the next comma or bracket.
inline std::string memberOf(const std::string& json, const std::string& name) {
  const auto at = json.find("\"" + name + "\":");
  if (at == std::string::npos) return {};
  const auto from = at + name.size() + 3;
  return json.substr(from, json.find_first_of(",}]", from) - from);
}

inline std::string sample(const std::string& name) {
  return std::string(docket::test::sourceDir() + "/tests/games/") + name;
}

/// The games that the tree holds, imported.
inline void importSamples(const TempDirectory& place) {
  const auto ran = run({"import", "--archive", place.archive(), "--cards", sample("catalogues/l5r-celestial.json"),
                        "--cards", sample("catalogues/yugioh.json"), sample("l5r-paragon.jsonl"),
                        sample("l5r-paragon-2010.jsonl"), sample("yugioh-use-or-activate.jsonl")});
  ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
}

}  // namespace docket::test
