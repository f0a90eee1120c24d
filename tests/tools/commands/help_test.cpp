// The help of each command: it fits a screen, has a synopsis and examples, and each example runs as it is printed, over
// an archive that is prepared once and copied for each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/commands/command.h"

namespace docket::help_test {
namespace {

namespace fs = std::filesystem;
using test::linesIn;

/// The examples of a command. A line that is indented further continues the one before.
std::vector<std::string> examplesOf(const Command& command) {
  std::vector<std::string> examples;
  for (const std::string& line : linesIn(command.examples)) {
    if (line.starts_with("   ") && !examples.empty()) {
      examples.back() += "\n" + line;
    } else {
      examples.push_back(line);
    }
  }
  return examples;
}

TEST(Help, OfACommandFitsOneScreenWithThreeExamples) {
  for (const Command& command : commands()) {
    const std::string page = helpOf(command);
    // A command that searches has an option for each thing that can be searched for.
    const std::size_t options = command.options.size();
    const std::size_t screen = options > 20 ? 60 : options > 4 ? 40 : 24;
    EXPECT_LE(linesIn(page).size(), screen) << page;
    EXPECT_NE(page.find("\n\nUsage: docket " + std::string(command.name) + " [OPTION...]"), std::string::npos) << page;
    EXPECT_NE(page.find("\n\nExamples:\n  "), std::string::npos) << page;
    EXPECT_GE(examplesOf(command).size(), 3U) << page;
    for (const std::string& line : linesIn(command.examples)) EXPECT_LE(line.size(), 80U) << line;
    for (const std::string& example : examplesOf(command)) EXPECT_HAS(example, "docket " + std::string(command.name));
  }
}

/// Everything that the examples name: cards, games as files and in an archive, documents, keys, checkpoints, proofs.
constexpr const char* kPrepared = R"sh(set -e
tests="$SOURCE/tests"
cp "$tests/edopro/samples/own-cards.cdb" cards.cdb
cp "$tests/edopro/samples/harbor.yrpX" duel.yrpX
cp "$tests/games/catalogues/yugioh.json" cards.json
cp "$tests/games/catalogues/l5r-celestial.json" court.json
cp "$tests/typed/friday-12.txt" .
sed 's#"friday/12"#"saturday/3"#' friday-12.txt > game.txt
sed 's/"legal(20)"/"not legal(20)"/' friday-12.txt > friday-12-corrected.txt
cp "$tests/conformance/railyard/ruleset.json" my-rules.json
cp "$tests/conformance/railyard/cards.json" my-cards.json
sed 's/"version": "2022-06-22"/"version": "draft"/' "$SOURCE/engine/rulesets/yugioh.json" > draft.json
printf 'id,event,round,table\nfriday/12,Friday Night 41,2,12\n' > pairings.csv
mkdir rulings
cp "$tests/conformance/yugioh/cards.json" "$tests/conformance/yugioh/hard.cases" rulings
printf '3 Lantern Fox\n2 Iron Bell\n' > deck.txt
cat > events.jsonl <<'END'
{"game":{"id":"final","ruleset":"yugioh","players":[{"name":"A"},{}]}}
{"game":"final","began":{"period":"turn","name":"1","player":1}}
{"seal":"final"}
END
docket keys new example.com/our-club -o archive.key
docket keys new friend.example/witness --witness -o witness.key
docket import --id duel --cards cards.cdb duel.yrpX
docket checkpoint --key archive.key -o older.checkpoint
docket import --id court --cards court.json "$tests/games/l5r-paragon.jsonl"
docket import --cards cards.json friday-12.txt
docket label friday/12 --event "Friday Night 41"
docket branch duel --at 24 --account P1
docket branch duel --at 24 --account P2 --add 'note "it was not played"' --stop
docket checkpoint --key archive.key -o monday.checkpoint
docket verify --leaves 0..99 --checkpoint monday.checkpoint --results results
docket index --leaves 0..99 --checkpoint monday.checkpoint --results results
docket tiles copies --games
docket follow copies --key archive.key.pub --archive copy
docket prove --since older.checkpoint -o newer.proof
docket prove court -o court.tlog-proof
docket certify court --ruling 32 -o ruling.certificate
docket cosign older.checkpoint --key witness.key --log archive.key.pub -o first
docket cosign monday.checkpoint --key witness.key --log archive.key.pub --since first --proof newer.proof -o cosigned
docket backup ../backups
docket import --archive ../regional-archive --cards court.json "$tests/games/l5r-paragon-2010.jsonl"
)sh";

/// Runs a script in a folder; returns its exit status, and leaves its output in the file `out` next to the folder.
int shell(const fs::path& folder, const std::string& script) {
  std::ofstream(folder.parent_path() / "script") << script << '\n';
  const std::string command = "cd '" + folder.string() + "' && SOURCE='" + docket::test::sourceDir() + "' PATH='" +
                              docket::test::programDir() +
                              "':\"$PATH\" DOCKET_ARCHIVE=docket-archive bash ../script > ../out 2>&1 < /dev/null";
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): the test is about a command line
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Commands that run until a person ends them. Of these, and of examples that need a network, only what is typed is
/// checked.
bool isEndedByAPerson(const Command& command) {
  return command.name == "type" || command.name == "serve" || command.name == "relay" || command.name == "desk" ||
         command.name == "work" || command.name == "worker";
}

TEST(Help, HasExamplesThatRunAsTheyArePrinted) {
  const test::TempDirectory place;
  const fs::path prepared = fs::path(place / "prepared"), copied = fs::path(place / "copied");
  fs::create_directories(prepared / "here");
  ASSERT_EQ(shell(prepared / "here", kPrepared), 0) << test::textOf(prepared / "out");
  for (const Command& command : commands()) {
    for (std::string example : examplesOf(command)) {
      const bool needs_network = example.find("http://") != std::string::npos;
      if (isEndedByAPerson(command) || needs_network) example += " --help";
      fs::remove_all(copied);
      fs::copy(prepared, copied, fs::copy_options::recursive);
      const int status = shell(copied / "here", example);
      EXPECT_TRUE(status == 0 || status == 1) << example << "\nexits with " << status << "\n"
                                              << test::textOf(copied / "out");
    }
  }
}

}  // namespace
}  // namespace docket::help_test
