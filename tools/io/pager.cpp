#include "tools/io/pager.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace docket {
namespace {

/// The pager that a signal waits for; of one process there is one at most.
volatile sig_atomic_t waited_for = 0;

/// An interrupted program waits for its pager, or both would read the same terminal.
extern "C" void endAfterPager(int signal) {
  ::close(STDOUT_FILENO);
  int status = 0;
  while (waited_for != 0 && ::waitpid(waited_for, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// True if a program of that name is in $PATH.
bool isInPath(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (true) {
    const auto colon = rest.find(':');
    std::string file(rest.substr(0, colon));
    file.append("/").append(name);
    if (::access(file.c_str(), X_OK) == 0) return true;
    if (colon == std::string_view::npos) return false;
    rest.remove_prefix(colon + 1);
  }
}

[[noreturn]] void become(const std::string& pager, int input) {
  ::dup2(input, STDIN_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  ::setenv("LESS", "FRX", 0);
  ::setenv("LV", "-c", 0);
  ::execl("/bin/sh", "sh", "-c", pager.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

std::string Pager::wanted() {
  for (const char* variable : {"DOCKET_PAGER", "PAGER"}) {
    if (const char* set = std::getenv(variable); set != nullptr)
      return std::string_view(set) == "cat" ? std::string() : set;
  }
  return isInPath("less") ? "less" : std::string();
}

Pager::Pager() {
  const std::string pager = wanted();
  std::array<int, 2> ends{};
  if (pager.empty() || ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  terminal_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  process_ = terminal_ < 0 ? -1 : ::fork();
  if (process_ == 0) become(pager, ends[0]);
  if (process_ > 0) {
    waited_for = process_;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, endAfterPager);
    ::dup2(ends[1], STDOUT_FILENO);
  }
  for (const int end : ends) ::close(end);
  if (process_ < 0) process_ = 0;
}

Pager::~Pager() {
  if (process_ > 0) {
    ::dup2(terminal_, STDOUT_FILENO);  // closes the pipe, so that the pager sees the end
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    waited_for = 0;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

}  // namespace docket
