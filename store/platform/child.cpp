#include "store/platform/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "events/errors.h"

namespace docket::detail {

namespace {

void sendLine(int to, std::string_view text) {
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  line.push_back('\n');
  for (std::string_view rest = line; !rest.empty();) {
    const auto sent = ::write(to, rest.data(), rest.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) ::_exit(1);  // the parent is gone
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

[[noreturn]] void runAsChild(const std::function<void(const Report&)>& work, int to) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // without its parent, nothing reads its output
  const rlimit none{.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::signal(SIGABRT, SIG_DFL);
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  try {
    work([to](std::string_view text) { sendLine(to, text); });
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);  // without the destructors of the parent's objects
}

/// True if there is something to read, or the end, before `silence` is over.
bool isHeardFrom(int from, std::chrono::milliseconds silence) {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + silence;
  for (;;) {
    const auto remaining = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now()).count();
    pollfd one{.fd = from, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::clamp<std::int64_t>(remaining, 0, 3'600'000)));
    if (ready > 0) return true;
    if (ready == 0 && remaining <= 0) return false;
    if (ready < 0 && errno != EINTR) return true;  // reading will show it
  }
}

/// Returns whether the child has closed its end; else it was silent for too long.
bool hear(int from, const std::function<void(std::string_view)>& heard, std::chrono::milliseconds silence) {
  std::string waiting;
  char buffer[4096];
  for (;;) {
    if (!isHeardFrom(from, silence)) return false;
    const auto got = ::read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    waiting.append(buffer, static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (auto end = waiting.find('\n'); end != std::string::npos; end = waiting.find('\n', begin)) {
      heard(std::string_view(waiting).substr(begin, end - begin));
      begin = end + 1;
    }
    waiting.erase(0, begin);
  }
}

/// Kills a child. A child that waits for a device that does not respond cannot be killed, and is abandoned.
void end(pid_t child) {
  constexpr int kMaxLooks = 500;
  ::kill(child, SIGKILL);
  for (int look = 0; look < kMaxLooks && ::waitpid(child, nullptr, WNOHANG) == 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace

int runInChild(const std::function<void(const Report&)>& work, const std::function<void(std::string_view)>& heard,
               std::chrono::milliseconds silence) {
  const auto failed = [](const char* what) {
    throw EnvironmentError(std::string("cannot start a process for the check: ") + what + ": " + std::strerror(errno) +
                           "; raise the process limit of this user");
  };
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) failed("pipe");
  std::fflush(nullptr);  // else the buffered output could be printed twice, by the child too
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    failed("fork");
  }
  if (child == 0) runAsChild(work, ends[1]);
  ::close(ends[1]);
  bool ended = false;
  try {
    ended = hear(ends[0], heard, silence);
  } catch (...) {
    ::close(ends[0]);
    end(child);
    throw;
  }
  ::close(ends[0]);
  if (!ended) {
    end(child);
    return kTimedOut;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

}  // namespace docket::detail
