// docket slip: a judge's decision on one page, to print and to sign.
#include "tools/commands/slip.h"

#include <fmt/format.h>

#include <ostream>

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
    R"(Prints a judge's decision as one page with lines for signatures: the table, the
question, the decision, the clauses in words, the penalties of the game, who decided,
what the rules come to, the changes in effect on a stat that it is about, and what of
the game the rules judge.

  docket slip duel                            the ruling that stands, given last
  docket slip duel --ruling 47 | lp           66 lines of 78 columns at most
  docket slip duel --ruling 47 -o ruling.html

--ruling names the event of a ruling, or of a penalty, a rewind, a correction or extra
time (docket rulings lists them). A ruling that was replaced says so and by which.
A file whose name ends in .html is a page for a browser, which prints on one sheet of
A4 or letter paper; any other is text.

--json is an object {game, ruling, head, ruleset, occasion [..], players [..], at,
when, act, acts [..], changes [..], claim, claimInWords, decided, note, judge,
clauses [{clause, says}], penalties [..], supersedes, supersededBy, outcome, why,
gives [{what, value}], scope}; outcome and why are null for a matter of discretion,
says is empty of a clause that no document has. With -o the file is written besides.
Exit status: 0 once it is printed, 3 where the record is damaged.)";

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
  return 0;
}

}  // namespace

Command slipCommand() {
  return {
      .name = "slip",
      .words = "GAME",
      .summary = "print a judge's decision as one page to sign",
      .help = kSlipHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "ruling", .value = "N", .help = "its event (default: the ruling that stands, given last)"},
                  {.name = "output,o", .value = "FILE", .help = "write to a file; one that ends in .html is a page"}},
      .run = runSlip,
      .is_read_at_length = true};
}

}  // namespace docket
