#include "tools/library/answering_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "tools/library/docket.h"

extern char** environ;

namespace docket::library {
namespace {

/// The beginning of the line that ends an answer (tools/commands/session.cpp); the exit status follows.
constexpr std::string_view kAnswered = R"({"docket":2,"command":"session","item":{"status":)";

std::string wordsOf(int error) { return std::generic_category().message(error); }

/// A text of JSON.
std::string quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json.append("\\").append(1, c);
    } else if (byte < 0x20) {
      json.append("\\u00").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    } else {
      json += c;
    }
  }
  return json + '"';
}

/// The program that was installed with this library; empty if none is there.
std::string programBeside() {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<const void*>(&docket_version), &here) == 0 || here.dli_fname == nullptr) return {};
  const std::string library = here.dli_fname;
  const auto slash = library.rfind('/');
  if (slash == std::string::npos) return {};
  std::string program = library.substr(0, slash) + "/" + DOCKET_PROGRAM_FROM_LIBRARY;
  return ::access(program.c_str(), X_OK) == 0 ? program : std::string();
}

std::string program() {
  if (const char* named = std::getenv("DOCKET_PROGRAM"); named != nullptr && *named != '\0') return named;
  std::string beside = programBeside();
  return beside.empty() ? "docket" : beside;
}

/// The spawn settings of a process; freed by the destructor.
struct Spawning {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  Spawning() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
  }
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
};

}  // namespace

void AnsweringProcess::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Failure(DOCKET_ENVIRONMENT, "no connection can be made: " + wordsOf(errno));
  Spawning spawning;
  ::posix_spawn_file_actions_adddup2(&spawning.files, ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&spawning.files, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&spawning.files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // An interrupt key for the caller does not stop this process; it ends when its input closes.
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&spawning.attributes, &none);
  ::posix_spawnattr_setpgroup(&spawning.attributes, 0);
  ::posix_spawnattr_setflags(&spawning.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words{program(), "session"};
  if (archive_) words.insert(words.end(), {"--archive", *archive_});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error =
      ::posix_spawnp(&process_, words.front().c_str(), &spawning.files, &spawning.attributes, pointers.data(), environ);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    process_ = -1;
    throw Failure(DOCKET_ENVIRONMENT, "the program " + words.front() + " cannot be started: " + wordsOf(error) +
                                          " (DOCKET_PROGRAM says where it is)");
  }
  socket_ = ends[0];
  received_.clear();
  given_ = 0;
}

void AnsweringProcess::end() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  if (process_ > 0) {
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = -1;
}

Failure AnsweringProcess::gaveUp() {
  int status = 0;
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  while (process_ > 0 && ::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status)) {
    return {WTERMSIG(status) == SIGKILL ? DOCKET_ENVIRONMENT : DOCKET_DAMAGED,
            "the program that reads the archive ended by signal " + std::to_string(WTERMSIG(status)) +
                ": docket check says whether the archive is damaged"};
  }
  return {DOCKET_ENVIRONMENT, "the program that reads the archive ended with exit status " +
                                  std::to_string(WEXITSTATUS(status)) +
                                  ": does it have the same version as this library?"};
}

void AnsweringProcess::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      throw gaveUp();
    }
  }
}

std::string_view AnsweringProcess::nextLine() {
  std::size_t looked = given_;
  for (;;) {
    if (const auto end = received_.find('\n', looked); end != std::string::npos) {
      const std::string_view line = std::string_view(received_).substr(given_, end - given_);
      given_ = end + 1;
      return line;
    }
    received_.erase(0, std::exchange(given_, 0));
    looked = received_.size();
    constexpr std::size_t kMax = 1U << 16U;
    received_.resize(looked + kMax);
    ssize_t got = 0;
    do {
      got = ::recv(socket_, received_.data() + looked, kMax, 0);
    } while (got < 0 && errno == EINTR);
    received_.resize(looked + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got <= 0) throw gaveUp();
  }
}

int AnsweringProcess::ask(const std::vector<std::string>& words, const EachLine& each) {
  if (asking_) throw Failure(DOCKET_BAD_INPUT, "this archive is still answering: wait until it has finished");
  struct Asking {
    bool& asking;
    explicit Asking(bool& asks) : asking(asks) { asking = true; }
    ~Asking() { asking = false; }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
  } const asking(asking_);
  if (socket_ < 0) start();
  std::string question = "[";
  for (const std::string& word : words) question += (question.size() == 1 ? "" : ",") + quoted(word);
  send(question + "]\n");
  try {
    for (;;) {
      const std::string_view line = nextLine();
      if (!line.starts_with(kAnswered)) {
        each(line);
        continue;
      }
      int status = DOCKET_ENVIRONMENT;
      std::from_chars(line.data() + kAnswered.size(), line.data() + line.size(), status);
      return status;
    }
  } catch (...) {
    end();  // half an answer may be left in it
    throw;
  }
}

}  // namespace docket::library
