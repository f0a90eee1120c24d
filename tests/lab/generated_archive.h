// An archive of generated games, for tests of rules changes. Tests get the generated games too, so they can compute
// the expected results. DOCKET_GENERATED_GAMES sets how many there are.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include "events/json/jsonl.h"
#include "tests/generate/documents.h"
#include "tests/tools/run.h"
#include "tools/lab/regression.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab::test {

using docket::test::TempDirectory;
using generate::MadeGame;

inline std::uint32_t gamesOr(std::uint32_t usual) {
  const char* set = std::getenv("DOCKET_GENERATED_GAMES");
  return set == nullptr ? usual : static_cast<std::uint32_t>(std::strtoul(set, nullptr, 10));
}

class GeneratedArchive {
 public:
  GeneratedArchive(const std::string& ruleset, std::uint32_t games, const generate::Order& order,
                   const std::function<void(const MadeGame&)>& visit = {})
      : documents_(ruleset) {
    constexpr std::uint32_t kBatch = 1'000;
    const std::string cards = place_.file(ruleset + ".cards.json", generate::sampleText(ruleset + ".cards.json"));
    for (std::uint32_t first = 1; first <= games; first += kBatch) {
      const std::string path = place_ / "batch.jsonl";
      {
        std::ofstream file(path, std::ios::binary);
        for (std::uint32_t number = first; number < std::min(first + kBatch, games + 1); ++number) {
          const MadeGame made = makeGame(documents_.summary, documents_.play.root(), order, number);
          writeJsonLines(made.recording, file);
          if (visit) visit(made);
        }
      }
      const auto ran = docket::test::run({"import", "--archive", place_.archive(), "--cards", cards, path});
      EXPECT_EQ(ran.status, 0) << ran.err;
    }
  }

  [[nodiscard]] const generate::Documents& documents() const { return documents_; }
  [[nodiscard]] const TempDirectory& place() const { return place_; }

  [[nodiscard]] RegressionResult regress(const HeldDocument& from, const HeldDocument& to,
                                         std::size_t threads = 2) const {
    const auto archive = Archive::open(place_.archive(), Access::read);
    return lab::regress(archive, {.from = from, .to = to, .threads = threads}, [](std::uint64_t, std::uint64_t) {});
  }

 private:
  TempDirectory place_;
  generate::Documents documents_;
};

/// The documents that the first game of an archive is pinned to.
inline Documents documentsOf(const Archive& archive) {
  std::optional<Documents> documents;
  archive.forEachGame([&](Game& game) {
    documents =
        Documents{.ruleset = *findDocument(kRulesetKind, *digestIn(game.header().getRulesetDigest()), &archive),
                  .cards = findDocument(kCatalogueKind, *digestIn(game.header().getCatalogueDigest()), &archive)};
    return false;
  });
  return *documents;
}

/// A shipped ruleset with one piece of its text replaced. The piece has to occur once.
inline HeldDocument amended(const std::string& ruleset, const std::string& was, const std::string& is) {
  std::string text = generate::rulesetText(ruleset);
  const auto at = text.find(was);
  EXPECT_NE(at, std::string::npos) << was;
  EXPECT_EQ(text.find(was, at + 1), std::string::npos) << was;
  if (at != std::string::npos) text.replace(at, was.size(), is);
  HeldDocument made = readRuleset(text, ruleset + "-amended.json");
  static_cast<void>(compileRules(made, nullptr));
  return made;
}

inline HeldDocument shipped(const std::string& ruleset) {
  return readRuleset(generate::rulesetText(ruleset), ruleset + ".json");
}

}  // namespace docket::lab::test
