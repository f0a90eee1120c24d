// Real processes that are killed: one records several tables at once, a second one is refused, and at a random moment
// the first one gets a kill -9. DOCKET_KILLS=200: so many times.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "tests/store/faults/truth.h"
#include "tests/temp_directory.h"

namespace docket::faults::kill_minus_nine_test {
namespace {

constexpr int kTables = 6;
constexpr const char* kArchiveVariable = "DOCKET_TEST_TABLES_ARCHIVE";

/// A table: begins games, appends, seals, and prints what was acknowledged, until it is killed.
void recordTable(Archive& archive, int table, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (;;) {
    const auto id = fmt::format("t{}/g{}", table, random() % 40);
    const auto found = archive.find(id);
    std::uint32_t count = found ? found->count() : 0;
    if (!found) {
      Recording header;
      fill(header, id, 1, 0);
      archive.begin({.header = header.header(), .secrets = newSecret(), .head = headOf(id, 0)});
    }
    for (auto times = 1 + random() % 6; times != 0; --times) {
      const auto to = count + 1 + static_cast<std::uint32_t>(random() % 12);
      Recording recording;
      fill(recording, id, count + 1, to);
      const auto events = newEvents(recording, id, count + 1);
      const NewEvents one{.game = id, .events = events};
      archive.append({&one, 1});
      count = to;
      dprintf(STDOUT_FILENO, "acknowledged %s %u\n", id.c_str(), count);
    }
    if (random() % 3 == 0) archive.seal(id);
  }
}

// The child of the next test.
TEST(KillMinusNine, DISABLED_RecordsTablesUntilItIsKilled) {
  const char* path = std::getenv(kArchiveVariable);
  ASSERT_NE(path, nullptr);
  auto archive = Archive::open(path, Access::record);
  std::vector<std::thread> tables;
  for (int table = 0; table < kTables; ++table)
    tables.emplace_back([&archive, table, seed = std::random_device{}()] { recordTable(archive, table, seed); });
  for (auto& table : tables) table.join();
}

/// A recording process.
class Tables {
 public:
  explicit Tables(const std::filesystem::path& archive) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::setenv(kArchiveVariable, archive.c_str(), 1);
    std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string which = "--gtest_filter=KillMinusNine.DISABLED_RecordsTablesUntilItIsKilled";
    std::string disabled = "--gtest_also_run_disabled_tests";
    char* arguments[] = {self.data(), which.data(), disabled.data(), nullptr};
    if (::posix_spawn(&child_, self.c_str(), &actions, nullptr, arguments, environ) != 0)
      throw std::runtime_error("spawn");
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    out_ = ::fdopen(ends[0], "r");
  }
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  ~Tables() { ::fclose(out_); }

  /// Waits for an acknowledgement, does `meanwhile`, kills it, and reads its earlier output.
  template <class Act>
  void kill(std::chrono::microseconds after, std::map<std::string, std::uint32_t>& acknowledged, Act&& meanwhile) {
    char line[256];
    bool killed = false;
    while (std::fgets(line, sizeof line, out_) != nullptr) {
      char id[64];
      unsigned count = 0;
      if (std::sscanf(line, "acknowledged %63s %u", id, &count) != 2) continue;
      acknowledged[id] = count;
      if (killed) continue;
      meanwhile();
      std::this_thread::sleep_for(after);
      ::kill(child_, SIGKILL);
      killed = true;
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    EXPECT_TRUE(killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        << "the process ended before it was killed";
  }

 private:
  pid_t child_ = 0;
  FILE* out_ = nullptr;
};

/// The archive has each acknowledged event, and no event that was never given to it.
void expectAllThere(const Archive& archive, const std::map<std::string, std::uint32_t>& acknowledged,
                    std::uint64_t& lost) {
  for (const auto& [id, count] : acknowledged) {
    const auto game = archive.find(id);
    const auto there = game ? game->count() : 0;
    lost += count - std::min(count, there);
  }
  archive.forEachGame([](Game& game) {
    const std::string id(game.id());
    Recording expected;
    fill(expected, id, 1, game.count());
    EXPECT_EQ(game.head(), headOf(id, game.count())) << id;
    game.forEach([&](std::uint32_t number, schema::Event::Reader event) {
      const HeldEvent held = expected.event(number);
      const schema::Event::Reader as_written = held;
      if (event.which() == as_written.which() &&
          (event.isNote() ? event.getNote() == as_written.getNote()
                          : event.getValueChanged().getAmount() == as_written.getValueChanged().getAmount()))
        return;
      ADD_FAILURE() << id << ", event " << number << " is not what was written";
    });
    return true;
  });
}

TEST(KillMinusNine, LosesNothingAcknowledgedByOneRecorderOfSeveralTables) {
  const char* asked = std::getenv("DOCKET_KILLS");
  const int kills = asked == nullptr ? 20 : std::atoi(asked);
  const test::TempDirectory place;
  const std::string path = place / "a";
  (void)Archive::open(path, Access::create);
  std::mt19937_64 random(9);
  std::map<std::string, std::uint32_t> acknowledged;
  std::uint64_t lost = 0;
  int refused = 0;
  for (int kill = 0; kill < kills && !testing::Test::HasFailure(); ++kill) {
    Tables tables(path);
    tables.kill(std::chrono::microseconds(random() % 60'000), acknowledged, [&] {
      try {
        (void)Archive::open(path, Access::record);
      } catch (const EnvironmentError&) {
        ++refused;
      }
    });
    const auto archive = Archive::open(path, Access::record);
    expectAllThere(archive, acknowledged, lost);
  }
  std::uint64_t events = 0;
  for (const auto& [id, count] : acknowledged) events += count;
  EXPECT_TRUE(check(path).whole());
  fmt::print("{} kills, {} tables, a second recorder refused {} times; {} games with {} events acknowledged, lost {}\n",
             kills, kTables, refused, acknowledged.size(), events, lost);
  EXPECT_EQ(lost, 0U);
  EXPECT_EQ(refused, kills);
}

}  // namespace
}  // namespace docket::faults::kill_minus_nine_test
