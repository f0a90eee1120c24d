// docket slip: a judge's decision on one page, to print and to sign.
#include <fmt/format.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/game/entity_parser.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/report/slip.h"
#include "tools/report/slip_page.h"
#include "tools/report/slip_text.h"
#include "tools/verdict/sound_verdict.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kSlipHelp =
    R"(Prints the table, the question, the decision, its clauses in words, penalties, the
verdict of the rules, and lines for signatures. A FILE that ends in .html is a page
for A4 or letter paper, any other is text of at most 66 lines.)";

constexpr std::string_view kSlipExamples =
    R"(  docket slip court
  docket slip court --ruling 31
  docket slip court --ruling 32 -o ruling.html)";

int runSlip(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front());
  const auto typed = arguments.value("ruling");
  std::optional<EventNumber> number;
  if (typed) number = numberIn(*typed, "the event of a ruling (docket rulings lists them)");
  const auto slip = report::slipOf(game, soundVerdict(game, loader.archive(), "slip"), number);
  const auto path = arguments.value("output");
  if (path) {
    OutputFile file(*path);
    if (path->ends_with(".html") || path->ends_with(".htm")) {
      report::writeSlipPage(file.stream(), slip);
    } else {
      file.stream() << report::slipText(slip);
    }
    file.keep();
  }
  if (arguments.json()) {
    writeAnswer(streams.out, "slip", report::jsonOf(slip));
  } else if (path) {
    streams.out << fmt::format("{}: the decision of event {} to {}\n", printable(game.id()), slip.event,
                               printable(*path));
  } else {
    streams.out << report::slipText(slip);
  }
  return kAgrees;
}

}  // namespace

Command slipCommand() {
  return {
      .name = "slip",
      .words = "GAME",
      .summary = "print a ruling as one page to sign",
      .help = kSlipHelp,
      .examples = kSlipExamples,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "ruling",
                   .value = "N",
                   .help = "event of the ruling, penalty or rewind (default: the last ruling that was not replaced)"},
                  {.name = "output,o", .value = "FILE", .help = "write to this file"}},
      .run = runSlip,
      .uses_pager = true};
}

}  // namespace docket
