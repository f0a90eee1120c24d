// docket complete: what may be typed next, for the completion of shells.
#include <algorithm>
#include <ostream>

#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/completion.h"
#include "tools/io/json_answer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCompleteHelp =
    R"(Lists what can replace the last WORD of a command line, without the word "docket":
commands, options, games, clauses, cards. Each line is a word, a tab and a
description. The completions for bash and zsh, which the package installs, call it.)";

constexpr std::string_view kCompleteExamples =
    R"(  docket complete -- ver
  docket complete -- verify ""
  docket complete -- verify --)";

int runComplete(const Arguments& arguments, Streams& streams) {
  AnswerList list(streams.out, "complete");
  for (const Completion& one : completionsOf(arguments.words())) {
    if (arguments.json()) {
      JsonWriter line;
      list.item(line.object().member("word", one.word).member("about", one.about).end().text());
    } else {
      streams.out << printable(one.word) << '\t' << printable(one.about) << '\n';
    }
  }
  if (arguments.json()) list.end();
  return kAgrees;
}

}  // namespace

Command completeCommand() {
  return {.name = "complete",
          .words = "[WORD...]",
          .summary = "list the words that can come next, for shell completion",
          .help = kCompleteHelp,
          .examples = kCompleteExamples,
          .least_words = 0,
          .most_words = 10'000,
          .options = {},
          .run = runComplete};
}

}  // namespace docket
