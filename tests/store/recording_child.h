// Another process that records, until it is killed: this test program itself, running one of its cases.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

namespace docket::test {

inline constexpr const char* kArchiveVariable = "DOCKET_TEST_RECORDED_ARCHIVE";

/// A case of this program run in another process, which finds the archive in kArchiveVariable. What it prints can be
/// read; it is killed at the latest when this is destroyed.
class OtherProcess {
 public:
  OtherProcess(const std::string& test_case, const std::filesystem::path& archive) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::setenv(kArchiveVariable, archive.c_str(), 1);
    std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string which = "--gtest_filter=" + test_case;
    std::string disabled = "--gtest_also_run_disabled_tests";
    char* arguments[] = {self.data(), which.data(), disabled.data(), nullptr};
    if (::posix_spawn(&child_, self.c_str(), &actions, nullptr, arguments, environ) != 0)
      throw std::runtime_error("spawn");
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    out_ = ::fdopen(ends[0], "r");
  }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;
  ~OtherProcess() {
    kill();
    wait();
    ::fclose(out_);
  }

  /// The next line that it prints; false at the end.
  [[nodiscard]] bool next(std::string& line) {
    char text[256];
    if (std::fgets(text, sizeof text, out_) == nullptr) return false;
    line = text;
    return true;
  }
  void kill() const {
    if (child_ != 0) ::kill(child_, SIGKILL);
  }
  /// Waits for its end and returns its status, as waitpid() does.
  int wait() {
    int status = 0;
    if (child_ != 0) ::waitpid(child_, &status, 0);
    child_ = 0;
    return status;
  }

 private:
  pid_t child_ = 0;
  FILE* out_ = nullptr;
};

/// Records games and prints what was acknowledged (Durability.DISABLED_RecordsUntilItIsKilled).
class RecordingChild {
 public:
  explicit RecordingChild(const std::filesystem::path& archive)
      : process_("Durability.DISABLED_RecordsUntilItIsKilled", archive) {}

  /// Listens to `most` acknowledgements.
  void listen(int most, std::map<std::string, std::uint32_t>& acknowledged) {
    std::string line;
    for (int heard = 0; heard < most && process_.next(line);) heard += note(line, acknowledged) ? 1 : 0;
  }

  /// Reads `most` acknowledgements, kills the child, and reads the output from before the kill.
  void listenAndKill(int most, std::chrono::microseconds then, std::map<std::string, std::uint32_t>& acknowledged) {
    listen(most, acknowledged);
    std::this_thread::sleep_for(then);
    process_.kill();
    std::string line;
    while (process_.next(line)) note(line, acknowledged);
    EXPECT_TRUE(WIFSIGNALED(process_.wait())) << "the child ended before it was killed";
  }

 private:
  static bool note(const std::string& line, std::map<std::string, std::uint32_t>& acknowledged) {
    char id[64];
    unsigned count = 0;
    if (std::sscanf(line.c_str(), "acknowledged %63s %u", id, &count) != 2) return false;
    acknowledged[id] = count;
    return true;
  }

  OtherProcess process_;
};

}  // namespace docket::test
