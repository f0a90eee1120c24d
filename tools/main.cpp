// The program's entry: gives it the terminal's streams.
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/program.h"
#include "tools/commands/typed_words.h"
#include "tools/io/output.h"
#include "tools/io/pager.h"
#include "tools/words/page_width.h"

namespace {

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// True if standard output is a terminal that understands escape sequences.
bool showsSequences() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

/// Follows no-color.org and bixense.com/clicolors: NO_COLOR turns colours off, CLICOLOR_FORCE turns them on in files
/// too.
bool terminalShowsColour() {
  if (isSet("NO_COLOR")) return false;
  const char* forced = std::getenv("CLICOLOR_FORCE");
  return (isSet("CLICOLOR_FORCE") && std::string_view(forced) != "0") || showsSequences();
}

/// The columns of the terminal that standard output is; 0 if it is no terminal or does not say.
std::size_t columnsOfTerminal() {
  winsize window{};
  return ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed output is then an error of write(), which OutputClosed ends quietly
  std::ios::sync_with_stdio(false);
  docket::DescriptorBuffer buffer(STDOUT_FILENO, "standard output");
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  docket::Streams streams{.in = std::cin,
                          .out = out,
                          .err = std::cerr,
                          .colour = terminalShowsColour(),
                          .progress = ::isatty(STDERR_FILENO) != 0,
                          .terminal = showsSequences() && ::isatty(STDIN_FILENO) != 0};
  const std::vector<std::string> typed(words + (count > 0 ? 1 : 0), words + count);
  docket::setPageColumns(columnsOfTerminal());
  std::optional<docket::Pager> pager;
  if (showsSequences() && docket::usesPager(typed)) pager.emplace();
  return docket::runProgram(typed, streams);
}
