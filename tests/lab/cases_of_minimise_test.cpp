// Cases that docket minimise writes from two differing rulesets: each clause of each ruleset in turn is the
// difference, over generated games with planted illegal acts. The conformance runner checks them: a case passes, and
// fails without its clause, a check passes with and without it, and none holds under the other rules. DOCKET_WHOLE=1
// takes every clause instead of every sixth.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "engine/rules/amendments.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "tests/lab/generated_archive.h"
#include "tests/places.h"

namespace docket::lab::test::cases_of_minimise_test {
namespace {

using docket::test::has;
using docket::test::Ran;
using docket::test::run;

std::string withoutClauseText(const std::string& ruleset, const std::string& clause) {
  const HeldDocument held = shipped(ruleset);
  DocumentReader<schema::Ruleset> document(held);
  const auto off = withClauseOff(document.root(), clause);
  return writeJson(capnp::DynamicStruct::Reader(off.root()));
}

std::vector<std::string> clausesOf(const std::string& ruleset) {
  const HeldDocument held = shipped(ruleset);
  DocumentReader<schema::Ruleset> document(held);
  std::vector<std::string> clauses;
  for (const auto clause : document.root().getClauses()) clauses.emplace_back(clause.getId().cStr());
  return clauses;
}

/// The output of the conformance runner for a file, and its exit status.
Ran conformance(const TempDirectory& place, const std::string& file) {
  const std::string command = docket::test::conformanceProgram() + " '" + file + "' > '" + (place / "said") + "' 2>&1";
  const int status = std::system(command.c_str());
  return {.status = status, .out = docket::test::textOf(place / "said"), .err = {}};
}

class CasesOfMinimise : public testing::TestWithParam<const char*> {
 protected:
  /// The first game on which the two differ, if there is one.
  static std::optional<std::string> gameOf(const GeneratedArchive& made, const std::string& from,
                                           const std::string& to) {
    const auto ran = run({"regress", "--archive", made.place().archive(), "--from", from, "--to", to, "--json"});
    constexpr std::string_view kGame = "\"game\":\"";
    const auto at = ran.out.find(kGame);
    if (at == std::string::npos) return std::nullopt;
    return ran.out.substr(at + kGame.size(), ran.out.find('"', at + kGame.size()) - at - kGame.size());
  }
};

TEST_P(CasesOfMinimise, PassAndFailAsConformanceRequiresWithValidPaths) {
  const std::string ruleset = GetParam();
  const bool whole = std::getenv("DOCKET_WHOLE") != nullptr;
  const GeneratedArchive made(ruleset, gamesOr(12), {.seed = 411, .planted_percent = 40});
  const TempDirectory& place = made.place();
  const std::string own = place.file("own.json", generate::rulesetText(ruleset));
  std::map<std::string, unsigned> counted;
  const auto clauses = clausesOf(ruleset);
  for (std::size_t i = 0; i < clauses.size(); i += whole ? 1 : 6) {
    const std::string off = place.file("off.json", withoutClauseText(ruleset, clauses[i]));
    for (const auto& [from, to] : {std::pair(own, off), std::pair(off, own)}) {
      const auto game = gameOf(made, from, to);
      if (!game) continue;
      const std::string file = place / "folder/least.cases";
      std::filesystem::create_directories(std::filesystem::path(file).parent_path());
      const Ran ran =
          run({"minimise", "--archive", place.archive(), *game, "--from", from, "--to", to, "--case", file});
      if (ran.status == 2 && has(ran.err, "a case cannot express this")) {
        ++counted["not asked"];
        continue;
      }
      if (ran.status == 2 && has(ran.err, "a case cannot be made from documents with mistakes")) {
        ++counted["of documents with mistakes"];
        continue;
      }
      ASSERT_EQ(ran.status, 0) << clauses[i] << ": " << ran.err;
      const std::string text = docket::test::textOf(file);
      const Ran said = conformance(place, file);
      EXPECT_EQ(said.status, 0) << clauses[i] << '\n' << text << said.out;
      ++counted[has(text, "\ncase ") ? "case" : "check"];
      // Under the other rules it does not hold.
      std::string swapped = text;
      const std::string now = std::filesystem::path(has(text, "rules ../own.json") ? own : off).filename().string();
      const std::string then = now == "own.json" ? "off.json" : "own.json";
      const auto at = swapped.find("rules ../" + now);
      ASSERT_NE(at, std::string::npos) << text;
      swapped.replace(at, 9 + now.size(), "rules ../" + then);
      EXPECT_NE(conformance(place, place.file("folder/other.cases", swapped)).status, 0) << clauses[i] << '\n' << text;
    }
  }
  for (const auto& [what, times] : counted) RecordProperty(what, static_cast<int>(times));
  EXPECT_GT(counted["case"] + counted["check"], whole ? 4U : 0U);
  EXPECT_GT(counted["case"], counted["check"] / 2);
}

INSTANTIATE_TEST_SUITE_P(OfAllRulesets, CasesOfMinimise,
                         testing::Values("yugioh", "l5r-celestial", "marvel-champions", "huntik", "grand-archive"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace docket::lab::test::cases_of_minimise_test
