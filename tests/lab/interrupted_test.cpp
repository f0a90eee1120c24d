// A long run that is killed midway and resumed from its journal prints the same as an uninterrupted one, byte for byte.
// The program itself is run and killed with SIGKILL.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "tests/lab/generated_archive.h"
#include "tests/places.h"

namespace docket::lab::test::interrupted_test {
namespace {

/// The program, started with its output in a file.
class Started {
 public:
  Started(const std::vector<std::string>& typed, const std::string& out) {
    std::string program = docket::test::programDir() + "/docket";
    std::vector<std::string> words{program};
    words.insert(words.end(), typed.begin(), typed.end());
    process_ = ::fork();
    if (process_ != 0) return;
    const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ::dup2(file, STDOUT_FILENO);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    ::_exit(127);
  }

  /// Waits for its end and returns its exit status; -1 if it was killed.
  int wait() const {
    int status = 0;
    ::waitpid(process_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] bool over() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
  }
  void kill() const { ::kill(process_, SIGKILL); }

 private:
  pid_t process_ = -1;
};

std::size_t partsIn(const std::string& journal) {
  const std::string text = docket::test::textOf(journal);
  std::size_t parts = 0;
  for (auto at = text.find("\npart "); at != std::string::npos; at = text.find("\npart ", at + 1)) ++parts;
  return parts;
}

class Interrupted : public testing::Test {
 protected:
  /// Runs until so many parts are in the journal, then kills it. Returns whether it was killed before its end.
  bool killedAfter(std::size_t parts, const std::string& journal) {
    Started started(typed(journal), made->place() / "killed");
    while (!started.over() && partsIn(journal) < parts) ::usleep(200);
    started.kill();
    return started.wait() == -1;
  }

  [[nodiscard]] std::vector<std::string> typed(const std::string& journal) const {
    std::vector<std::string> words{"regress",
                                   "--archive",
                                   made->place().archive(),
                                   "--from",
                                   "l5r-celestial@2009-06-01",
                                   "--to",
                                   "l5r-celestial@2011-06-06",
                                   "--json"};
    if (!journal.empty()) words.insert(words.end(), {"--journal", journal});
    return words;
  }

  static void SetUpTestSuite() {
    made = std::make_unique<GeneratedArchive>("l5r-celestial", kParts * 64, generate::Order{.seed = 9});
  }
  static void TearDownTestSuite() { made.reset(); }
  static constexpr std::uint32_t kParts = 5;
  inline static std::unique_ptr<GeneratedArchive> made;
};

TEST_F(Interrupted, RunsReportTheSameAsWholeOnes) {
  const std::string whole = made->place() / "whole";
  ASSERT_EQ(Started(typed({}), whole).wait(), 1);
  ASSERT_FALSE(docket::test::textOf(whole).empty());
  const std::string journal = made->place() / "killed.journal";
  std::size_t killed = 0;
  for (const std::size_t parts : {1U, 2U, 4U}) killed += killedAfter(parts, journal) ? 1 : 0;
  EXPECT_GT(killed, 0U) << "it was too fast to be killed";
  EXPECT_GE(partsIn(journal), 1U);
  EXPECT_LT(partsIn(journal), std::size_t{kParts});
  const std::string continued = made->place() / "continued";
  ASSERT_EQ(Started(typed(journal), continued).wait(), 1);
  EXPECT_EQ(docket::test::textOf(continued), docket::test::textOf(whole));
  EXPECT_EQ(partsIn(journal), std::size_t{kParts});
}

TEST_F(Interrupted, ATruncatedJournalLosesOnlyItsLastPart) {
  const std::string journal = made->place() / "cut.journal";
  const std::string whole = made->place() / "whole";
  ASSERT_EQ(Started(typed(journal), whole).wait(), 1);
  const std::string text = docket::test::textOf(journal);
  for (const std::size_t left : {std::size_t{10}, text.size() / 2, text.size() - 1}) {
    std::filesystem::resize_file(journal, left);
    const std::string continued = made->place() / "continued";
    ASSERT_EQ(Started(typed(journal), continued).wait(), 1);
    EXPECT_EQ(docket::test::textOf(continued), docket::test::textOf(whole)) << left;
    EXPECT_EQ(partsIn(journal), std::size_t{kParts}) << left;
  }
}

TEST_F(Interrupted, AJournalOfAnotherRunIsRefused) {
  const std::string journal = made->place() / "other.journal";
  ASSERT_EQ(Started(typed(journal), made->place() / "out").wait(), 1);
  const auto other =
      docket::test::run({"regress", "--archive", made->place().archive(), "--from", "l5r-celestial@2011-06-06", "--to",
                         "l5r-celestial@2009-06-01", "--journal", journal});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.err, "is the journal of another run");
  const auto none = docket::test::run({"regress", "--archive", made->place().archive(), "--to",
                                       "l5r-celestial@2009-06-01", "--journal", made->place().file("text", "hello\n")});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "is not a journal of docket regress");
}

}  // namespace
}  // namespace docket::lab::test::interrupted_test
