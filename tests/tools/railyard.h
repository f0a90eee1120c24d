// Railyard (tests/conformance/railyard) in a temporary archive: a game that the program knows only from documents.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/places.h"
#include "tests/tools/run.h"

namespace docket::test {

class Railyard : public testing::Test {
 protected:
  [[nodiscard]] static std::string document(const std::string& name) {
    return std::string(docket::test::sourceDir() + "/tests/conformance/railyard/") + name + ".json";
  }
  /// The lines of a game of that id.
  [[nodiscard]] static std::string game(const std::string& id, const std::string& events) {
    return R"({"game":{"id":")" + id + R"(","date":"2026-03-01","players":[{"name":"Ada"},{"name":"Ben"}],)" +
           R"("ruleset":"railyard"}})" + "\n" + events;
  }
  /// Imports a game, with the catalogue or without it.
  Ran importGame(const std::string& id, const std::string& events, bool with_cards = true) {
    std::vector<std::string> typed{"import", place.file(id + ".jsonl", game(id, events)), "--ruleset",
                                   document("ruleset")};
    if (with_cards) typed.insert(typed.end(), {"--cards", document("cards")});
    return run(typed);
  }
  /// Runs the program on the archive.
  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }

  TempDirectory place;
};

}  // namespace docket::test
