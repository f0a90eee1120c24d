// docket session: answers commands of another program.
#include <fmt/format.h>
#include <simdjson.h>

#include <ostream>
#include <range/v3/algorithm/count.hpp>
#include <sstream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/commands/command.h"
#include "tools/commands/program.h"
#include "tools/io/json_answer.h"
#include "tools/io/line_source.h"

namespace docket {
namespace {

constexpr std::string_view kSessionHelp =
    R"(Each line of standard input is a command, as a JSON list of the words after "docket".
The answer is what the command prints with --json, then a line with its exit status:

  {"docket":2,"command":"session","item":{"status":0}}

Commands that change the archive are refused; commands may write the file or folder
that they are given. The C library and the Python module use it (docs/json.md).)";

constexpr std::string_view kSessionExamples =
    R"(  printf '["games"]\n' | docket session
  printf '["limits", "duel", "--at", "27"]\n' | docket session
  docket session --archive ../regional-archive < /dev/null)";

std::vector<std::string> wordsInLine(const std::string& line, std::size_t number) {
  const auto refuse = [&]() -> BadInput {
    return {"standard input", number, 0, R"(expected a JSON list of words, such as ["limits", "duel"])"};
  };
  simdjson::dom::parser parser;
  simdjson::dom::array list;
  if (parser.parse(line).get(list) != simdjson::SUCCESS) throw refuse();
  std::vector<std::string> words;
  for (const auto element : list) {
    std::string_view word;
    if (element.get(word) != simdjson::SUCCESS) throw refuse();
    words.emplace_back(word);
  }
  if (words.empty()) throw refuse();
  return words;
}

/// True if the command, as typed, does not change the archive and ends by itself.
bool onlyReads(const Command& command, const std::vector<std::string>& words) {
  if (command.is_interactive) return false;
  if (!command.changes_archive) return true;
  const std::string_view use = words.size() > 1 && !words[1].starts_with("-") ? std::string_view(words[1]) : "list";
  return ranges::count(command.read_only_subcommands, use) != 0;
}

void requireReading(const std::vector<std::string>& words) {
  const std::string& name = words.front();
  std::vector<std::string_view> known;
  for (const Command& command : commands()) {
    if (command.name == name && onlyReads(command, words)) return;
    if (!command.is_interactive && !command.changes_archive) known.push_back(command.name);
  }
  throw BadInput(fmt::format("docket session: {} is not a command that only reads and ends by itself{}",
                             docket::quoted(name), didYouMean(name, known)));
}

/// Answers one line, and gives the status.
int answerLine(const std::string& line, std::size_t number, const std::string& archive, Streams& streams) {
  std::vector<std::string> words;
  try {
    words = wordsInLine(line, number);
    requireReading(words);
  } catch (const BadInput& error) {
    const ErrorReport told = reportOf(error);
    writeFailure(streams.out, words.empty() ? "session" : words.front(), told);
    return told.status;
  }
  words.insert(words.begin() + 1, {"--json", "--archive", archive});
  std::istringstream nothing;
  std::ostringstream beside;              // what is said to people
  std::ostream out(streams.out.rdbuf());  // a stream of its own, so that the next write notices an error in it
  out.exceptions(std::ios::badbit);
  Streams quiet{.in = nothing, .out = out, .err = beside};
  return runProgram(words, quiet);
}

int runSession(const Arguments& arguments, Streams& streams) {
  const std::string archive = arguments.archive().string();
  LineSource lines(streams.in);
  AnswerList answered(streams.out, "session");
  for (std::string line; lines.next(line);) {
    const int status = answerLine(line, lines.number(), archive, streams);
    JsonWriter json;
    answered.item(json.object().member("status", status).end().text());
    streams.out.flush();
  }
  answered.end();
  return kAgrees;
}

}  // namespace

Command sessionCommand() {
  return {.name = "session",
          .words = {},
          .summary = "answer commands from another program",
          .help = kSessionHelp,
          .examples = kSessionExamples,
          .options = {},
          .run = runSession,
          .is_interactive = true};
}

}  // namespace docket
