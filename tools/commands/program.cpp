#include "tools/commands/program.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <new>
#include <ostream>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/commands/typed_words.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/words/fitted_text.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kAbout =
    R"(docket - records card games and answers questions about them: what happened, what
the table looked like at any point, why, and whether it was legal.

Usage: docket [OPTION...] COMMAND [OPTION...] [WORD...]

)";

constexpr std::string_view kAboutEnd = R"("docket help COMMAND" describes a command. To begin with:

  docket import duel.yrpX --cards cards.cdb    import a game into ./docket-archive
  docket games                                 list the games
  docket replay duel --at T3                   show the table when turn 3 began

Options of every command, before or after its name:
      --archive DIR          the archive (default: $DOCKET_ARCHIVE, else
                             ./docket-archive)
      --color WHEN           auto (at a terminal; the default), always or never
      --json                 answer in JSON (docket schema answers/COMMAND)
  -h, --help                 show the help of the command
  -V, --version              show the version

At a terminal, long answers are shown in $DOCKET_PAGER, $PAGER or less. NO_COLOR turns
colours off; CLICOLOR_FORCE turns them on in files and pipes.

Exit status: 0 agrees, 1 differs, 2 usage or bad input, 3 damaged archive, 4 environment.
)";

std::string overview() {
  std::string page(kAbout);
  for (const auto& [title, commands] : commandGroups()) {
    page += fmt::format("{}:\n", title);
    for (const Command& command : commands) page += fmt::format("  {:<13} {}\n", command.name, command.summary);
    page += '\n';
  }
  return fitted(page + std::string(kAboutEnd));
}

/// An option where a command was to begin.
[[noreturn]] void refuseOption(std::string_view typed) {
  const std::vector<std::string_view> known{"--archive", "--color", "--json", "--help", "--version", "-h", "-V"};
  const auto option = typed.substr(0, typed.find('='));
  throw BadInput(fmt::format("there is no option {} before a command{} (docket help lists commands and such options)",
                             docket::quoted(option), didYouMean(option, known)));
}

const Command& commandOf(std::string_view name) {
  const auto found = ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return *found;
  auto names = commands() | ranges::views::transform(&Command::name) | ranges::to_vector;
  names.emplace_back("help");
  if (name.starts_with('-')) refuseOption(name);
  throw BadInput(
      fmt::format("there is no command {}{} (docket help lists them)", docket::quoted(name), didYouMean(name, names)));
}

/// Runs a command that changes the archive to its end, even if the output is closed, and does not report it as refused.
int runToTheEnd(const Command& command, const Arguments& arguments, Streams& streams) {
  DiscardingBuffer buffer(*streams.out.rdbuf());
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  Streams discarding{.in = streams.in,
                     .out = out,
                     .err = streams.err,
                     .colour = streams.colour,
                     .progress = streams.progress,
                     .terminal = streams.terminal};
  const int status = command.run(arguments, discarding);
  out.flush();
  if (buffer.isClosed())
    streams.err << "docket: the output was closed early; the command was completed anyway\n" << std::flush;
  return status;
}

/// True if colours are shown: as --color says, otherwise if the terminal shows them.
bool showsColour(const Arguments& arguments, const Streams& streams) {
  const std::string when = arguments.value("color").value_or("auto");
  if (when != "auto" && when != "always" && when != "never")
    throw BadInput(fmt::format("--color {}: expected auto, always or never", docket::quoted(when)));
  return when == "always" || (when == "auto" && streams.colour);
}

int dispatch(std::span<const std::string> given, Streams& streams) {
  const std::vector<std::string> typed = commandFirst(given);
  if (typed.empty()) {
    streams.err << overview();
    return kBadInput;
  }
  const std::string& name = typed.front();
  const auto rest = std::span(typed).subspan(1);
  if (name == "help" || name == "--help" || name == "-h") {
    const auto topic =
        std::span(given).subspan(static_cast<std::size_t>(ranges::find(given, name) - given.begin()) + 1);
    streams.out << (topic.empty() || topic.front() == "help" ? overview() : helpOf(commandOf(topic.front())));
    return kAgrees;
  }
  if (name == "--version" || name == "-V") {
    streams.out << "docket " DOCKET_VERSION "\n";
    return kAgrees;
  }
  const Command& command = commandOf(name);
  const Arguments arguments = parseArguments(command, rest);
  if (arguments.has("help")) {
    streams.out << helpOf(command);
    return kAgrees;
  }
  Streams shown = streams;
  shown.colour = showsColour(arguments, streams);
  return command.changes_archive ? runToTheEnd(command, arguments, shown) : command.run(arguments, shown);
}

/// The parts of the command line that an error report needs.
struct TypedLine {
  std::string command;  ///< empty: none was typed
  bool json = false;    ///< the answer was to be JSON
};

/// Finds these parts without parsing the line, which may be wrong.
TypedLine typedLine(std::span<const std::string> typed) {
  TypedLine line;
  bool is_value = false;
  for (const std::string& word : typed) {
    if (word == "--") break;
    line.json = line.json || word == "--json";
    if (line.command.empty() && !is_value && !word.starts_with("-")) line.command = word;
    is_value = word == "--archive" || word == "--color";
  }
  return line;
}

/// For callers that asked for JSON. An output that cannot be written is no second error.
void reportErrorInJson(Streams& streams, const TypedLine& line, const ErrorReport& error) {
  if (!streams.out) return;
  try {
    writeFailure(streams.out, line.command, error);
    streams.out.flush();
  } catch (const OutputClosed&) {
  } catch (const EnvironmentError&) {
  }
}

/// Prints an error, made harmless for a terminal, and what to do next. Returns `status`.
int reportError(Streams& streams, int status, std::string_view what, std::string_view next) {
  const auto style = status == kBadInput ? Style::warning : Style::bad;
  // A message that begins with its command needs no "docket:" before it: "docket verify: expected GAME..."
  const bool is_named = what.starts_with("docket ");
  streams.err << styled(streams.progress && streams.colour, style, is_named ? "docket " : "docket: ")
              << printable(is_named ? what.substr(std::string_view("docket ").size()) : what, LineBreaks::kept) << '\n';
  if (!next.empty()) streams.err << "  " << next << '\n';
  streams.err.flush();
  return status;
}

constexpr std::string_view kNextDamaged =
    "Nothing was changed: docket check says what is damaged, what can still be read and what to do.";
constexpr std::string_view kNextEnvironment = "Nothing was stored partially: fix this and run the same command again.";

}  // namespace

int runProgram(std::span<const std::string> typed, Streams& streams) {
  const TypedLine line = typedLine(typed);
  const auto ended = [&](int status, std::string_view what, std::string_view next) {
    if (line.json) reportErrorInJson(streams, line, {.status = status, .message = std::string(what), .next = next});
    return reportError(streams, status, what, next);
  };
  try {
    const int status = dispatch(typed, streams);
    streams.out.flush();
    if (!streams.out) throw EnvironmentError("the output could not be written");
    return status;
  } catch (const OutputClosed&) {
    return kEnvironment;  // silently, but not with the status of a completed command
  } catch (const BadInput& error) {
    if (line.json) reportErrorInJson(streams, line, reportOf(error));
    return reportError(streams, kBadInput, error.what(), {});
  } catch (const DamagedArchive& error) {
    return ended(kDamaged, error.what(), kNextDamaged);
  } catch (const EnvironmentError& error) {
    return ended(kEnvironment, error.what(), kNextEnvironment);
  } catch (const std::filesystem::filesystem_error& error) {
    if (error.code() == std::errc::filename_too_long) {
      const BadInput refused(fmt::format("{}: this file name is too long", docket::quoted(error.path1().string())));
      if (line.json) reportErrorInJson(streams, line, reportOf(refused));
      return reportError(streams, kBadInput, refused.what(), {});
    }
    return ended(kEnvironment, error.what(), kNextEnvironment);
  } catch (const std::bad_alloc&) {
    return ended(kEnvironment, "out of memory", kNextEnvironment);
  } catch (const kj::Exception& error) {
    // A stored message that Cap'n Proto refuses, if no caller knew its game.
    return ended(kDamaged, fmt::format("malformed data: {}", error.getDescription().cStr()), kNextDamaged);
  }
}

}  // namespace docket
