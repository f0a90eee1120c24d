// A log of 1,000 leaves as files, checked by a program in Go over golang.org/x/mod/sumdb (tests/log_in_go): it
// accepts the log, and refuses it with one byte of any kind of file altered. If Go is not installed, the tests say
// so and are skipped.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "events/log/tile.h"
#include "tests/events/log/sample_log.h"
#include "tests/places.h"
#include "tests/temp_directory.h"
#include "tests/text_of.h"

namespace docket::checked_in_go_test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSize = 1000, kOldSize = 700;

struct CommandOutcome {
  int status;
  std::string said;
};

CommandOutcome run(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::string said;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) said.append(buffer.data(), got);
  const int status = pclose(pipe);
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .said = said};
}

void write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

void write(const fs::path& path, const std::vector<std::uint8_t>& bytes) {
  write(path, std::string(bytes.begin(), bytes.end()));
}

class LogCheckedInGo : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run("command -v go").status != 0 || !fs::exists("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog"))
      GTEST_SKIP() << "ATTENTION: there is no Go with golang.org/x/mod: no other program checked the log";
    const CommandOutcome built =
        run("cd '" + docket::test::sourceDir() + "/tests/log_in_go' && HOME='" + place_.path().string() +
            "' GO111MODULE=off GOFLAGS= GOPATH=/usr/share/gocode go build -o '" + program_ + "' main.go");
    ASSERT_EQ(built.status, 0) << built.said;
    writeLog();
  }

  void writeLog() const {
    SignedCheckpoint checkpoint = log_.checkpoint(kSize);
    checkpoint.note.signatures.push_back(cosign(checkpoint.note.text, log_.witness, 1'700'000'000));
    write(place_ / "checkpoint", textOf(checkpoint.note));
    write(place_ / "old-checkpoint", textOf(log_.checkpoint(kOldSize).note));
    write(place_ / "inclusion.tlog-proof", textOf(log_.inclusion(777 + 1)));
    write(place_ / "consistency.proof", textOf(log_.consistency(kOldSize)));
    for (const Tile& tile : tilesOf(kSize)) {
      if (tile.level) {
        write(place_ / pathOf(tile), tileBytes(tile, log_.tree.hashes()));
      } else {
        write(place_ / pathOf(tile),
              bundleBytes(std::span(log_.tree.leaves).subspan(tile.index * kTileWidth, tile.width)));
      }
    }
  }
  [[nodiscard]] CommandOutcome check() const {
    return run("'" + program_ + "' '" + place_.path().string() + "' '" + textOf(log_.key.verifier) + "' '" +
               textOf(log_.witness.verifier) + "'");
  }

  test::SampleLog log_{kSize};
  const test::TempDirectory place_;
  const std::string program_ = place_ / "check-log";
};

TEST_F(LogCheckedInGo, AcceptsTheWrittenLog) {
  const CommandOutcome outcome = check();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.said, "agreed\n");
}

TEST_F(LogCheckedInGo, RefusesOneAlteredByteInEachKindOfFile) {
  ASSERT_EQ(check().status, 0);
  // A byte in each part of each kind of file. Padding of base64 is left alone: Go reads it in more than one spelling.
  const std::vector<std::string> files = {"checkpoint",        "old-checkpoint",   "inclusion.tlog-proof",
                                          "consistency.proof", "tile/0/000",       "tile/0/003.p/232",
                                          "tile/1/000.p/3",    "tile/entries/000", "tile/entries/003.p/232"};
  for (const std::string& file : files) {
    const std::string whole = test::textOf(place_ / file);
    ASSERT_FALSE(whole.empty()) << file;
    for (const std::size_t at : {std::size_t{2}, whole.size() / 3, whole.size() / 2, whole.size() - 20}) {
      std::string altered = whole;
      altered[at] = altered[at] == 'x' ? 'y' : 'x';
      write(place_ / file, altered);
      const CommandOutcome outcome = check();
      EXPECT_EQ(outcome.status, 1) << file << " with byte " << at << " altered: " << outcome.said;
      EXPECT_NE(outcome.said, "agreed\n");
    }
    write(place_ / file, whole);
    ASSERT_EQ(check().status, 0) << file;
  }
}

}  // namespace
}  // namespace docket::checked_in_go_test
