#include "tools/commands/opened_link.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "tools/io/new_file.h"
#include "tools/report/markup.h"

namespace docket {
namespace {

constexpr const char* kOpener = "xdg-open";

/// A page that leads on to the link at once.
std::string pageTo(std::string_view link) {
  const std::string address = report::escaped(link);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta http-equiv=\"refresh\" content=\"0; url={}\">\n<title>Docket desk</title>\n"
      "<p><a href=\"{}\">To the desk</a></p>\n</html>\n",
      address, address);
}

/// Has a file opened by whatever opens files here, and waits for that program in the background; false if there is
/// none.
bool openFile(const std::string& file) {
  std::string program = kOpener, operand = file;
  const std::array<char*, 3> words{program.data(), operand.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawn_file_actions_init(&actions);
  // The output of the opener must not mix with our answers.
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, kOpener, &actions, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return false;
  std::thread([child] { ::waitpid(child, nullptr, 0); }).detach();
  return true;
}

}  // namespace

OpenedLink::OpenedLink(const std::filesystem::path& folder, std::string_view link) : file_(folder / "open.html") {
  std::error_code none;
  std::filesystem::remove(file_, none);  // of a desk that was killed
  writeNewFile(file_, pageTo(link), ReadableBy::owner);
  is_opened_ = openFile(std::filesystem::absolute(file_).string());
}

OpenedLink::~OpenedLink() {
  std::error_code gone;
  std::filesystem::remove(file_, gone);
}

}  // namespace docket
