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
    R"(Says which words may stand in place of the last of WORD..., which follow "docket" on
a command line: commands, options, games of the archive, clauses, cards of a game.
Shells ask it when a key is pressed; the package installs what makes bash and zsh
do so. A line for each word: the word, a tab, and what it is.

--json: an item for each word, {"word","about"}.

Examples:
  docket complete -- ver
  docket complete -- verify ""        the games of the archive
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
  return 0;
}

}  // namespace

Command completeCommand() {
  return {.name = "complete",
          .words = "[WORD...]",
          .summary = "say what may be typed next, for the completion of shells",
          .help = kCompleteHelp,
          .least_words = 0,
          .most_words = 10'000,
          .options = {},
          .run = runComplete};
}

}  // namespace docket
