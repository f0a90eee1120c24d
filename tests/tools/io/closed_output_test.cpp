// Commands whose output is closed: the work is completed, or the exit status reports that it was not.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <sstream>

#include "tests/tools/disputed_game.h"
#include "tests/tools/every_command.h"
#include "tools/io/output.h"

namespace docket::closed_output_test {
namespace {

using test::Ran;

/// Runs a command whose standard output is a descriptor.
Ran runInto(int descriptor, const test::Typed& typed, const std::string& archive) {
  std::istringstream in(typed.input);
  std::ostringstream err;
  DescriptorBuffer buffer(descriptor, "standard output");
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  Streams streams{.in = in, .out = out, .err = err};
  auto words = typed.words;
  words.insert(words.end(), {"--archive", archive});
  const int status = runProgram(words, streams);
  return {.status = status, .out = {}, .err = err.str()};
}

class ClosedOutput : public test::DisputedGame {
 protected:
  void SetUp() override {
    DisputedGame::SetUp();
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ::close(ends[0]);
    nobody_ = ends[1];
    before_ = std::signal(SIGPIPE, SIG_IGN);
  }
  void TearDown() override {
    ::close(nobody_);
    std::signal(SIGPIPE, before_);
  }
  Ran unread(const test::Typed& typed) const { return runInto(nobody_, typed, place.archive()); }
  [[nodiscard]] std::size_t events(const std::string& game) const {
    const Ran ran = run({"show", game, "--json"});
    return ran.status == 0 ? std::stoul(test::memberOf(ran.out, "events")) : 0;
  }

 private:
  int nobody_ = -1;
  void (*before_)(int) = nullptr;
};

TEST_F(ClosedOutput, RecordsEveryEventEvenIfAnswersAreNotRead) {
  std::string lines = R"({"game":{"id":"live","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})"
                      "\n";
  for (int i = 0; i < 2000; ++i)
    lines += R"({"game":"live","note":"x"})"
             "\n";
  const Ran ran = unread({{"record"}, lines});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err, "docket: the output was closed early; the command was completed anyway");
  EXPECT_EQ(events("live"), 2000U);
  EXPECT_EQ(unread({{"record"}, "rubbish\n" + lines}).status, 2) << "a line was refused";
}

TEST_F(ClosedOutput, StillImportsEveryFile) {
  std::vector<std::string> words{"import"};
  for (const std::string id : {"a", "b", "c"}) {
    words.push_back(place.file(id + ".jsonl", R"({"game":{"id":")" + id +
                                                  R"(","ruleset":"yugioh","players":[{}]}})"
                                                  "\n{\"note\":\"x\"}\n"));
  }
  EXPECT_EQ(unread({words}).status, 0);
  for (const char* id : {"a", "b", "c"}) EXPECT_EQ(events(id), 1U) << id;
}

TEST_F(ClosedOutput, NeverExitsWithSuccessIfACommandWasCutShort) {
  for (const auto& typed : test::everyCommand(place, "court/7")) {
    const Ran before = run(typed.words);
    if (before.out.empty()) continue;
    const Ran ran = unread(typed);
    if (typed.words.front() == "step") continue;  // ends with its input
    bool changes = false;
    for (const Command& command : commands()) {
      if (command.name == typed.words.front()) changes = command.changes_archive;
    }
    EXPECT_TRUE(changes ? ran.status <= 2 : ran.status == 4)
        << typed.words.front() << " " << (typed.words.size() > 1 ? typed.words[1] : "") << ": " << ran.status
        << ran.err;
  }
}

TEST_F(ClosedOutput, OnAFullDiskFailsEveryCommand) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "this system has no /dev/full";
  for (const auto& typed : test::everyCommand(place, "court/7")) {
    const Ran before = run(typed.words);
    if (before.out.empty() || typed.words.front() == "step") continue;
    std::filesystem::remove_all(place / "restored");  // docket restore wants it empty
    const Ran ran = runInto(full, typed, place.archive());
    EXPECT_EQ(ran.status, 4) << typed.words.front() << ran.err;
    EXPECT_HAS(ran.err, "writing standard output") << typed.words.front();
  }
  ::close(full);
}

}  // namespace
}  // namespace docket::closed_output_test
