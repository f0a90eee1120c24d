// docket log: the transcript of a game, a line an event.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "events/errors.h"
#include "tools/commands/command.h"
#include "tools/game/game_loader.h"
#include "tools/game/record_view.h"
#include "tools/io/json_answer.h"
#include "tools/render/annotated_log.h"

namespace docket {
namespace {

constexpr std::string_view kLogHelp =
    R"(Prints a game as a transcript: turns and phases as headings, a line an event with
its number, who did what to which card. Events that follow from others are set in.

   15    P1 plays "Unbowed Champion" #2 to home up as recruit
         = "Unbowed Champion" #2
         + minimum "Personal Honor" 4 on "Unbowed Champion" #2 while source

"=" tells what a card became known to be, "+" a continuous change that began, ";" is
a comment: a finding against the event above it, or the verdict on a ruling. "?" is
a card that is not known, and what stands in braces is what few want to read. docket
import reads it back; docs/transcript.md tells how to write one. --seat prints the one
that this player could have written: what was hidden is "?", and findings go by what
that player knew.

  docket log duel
  docket log duel > duel.txt
  docket log duel --from T3 --to T4
  docket log duel --from 20 --to 57 --json
  docket log duel --seat P2
  docket log duel --seat spectator               only what was public

--from and --to are points, as docket help replay tells. --json: an item for each event:
event, depth, turn, text, details, findings, ruling (null, or
upheld: it is right, overturned: it is wrong, undecided).)";

int runLog(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  OpenGame game = loader.game(arguments.words().front());
  if (const auto viewer = viewerOf(arguments.value("seat"), game.header())) game = std::move(game).seenBy(*viewer);
  const EventNumber first = game.point(arguments.value("from").value_or("start"));
  const EventNumber last = game.point(arguments.value("to").value_or("end"));
  if (last < first)
    throw BadInput(fmt::format("docket log: --from is event {}, which comes after --to, event {}", first, last));
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
  const AnnotatedLog telling(game, turn_labels);
  const EventNumber from = std::max<EventNumber>(first, 1);
  if (arguments.json()) {
    AnswerList list(streams.out, "log");
    telling.tell(from, last, [&](const LogEvent& event) {
      JsonWriter json;
      writeLogEvent(json, event);
      list.item(json.text());
    });
    list.end();
    return 0;
  }
  if (first <= 1) streams.out << transcribeHeader(game.header());
  telling.tell(from, last, [&](const LogEvent& event) {
    if (event.line.heading) streams.out << '\n';
    printLogEvent(streams.out, event, streams.colour);
  });
  return 0;
}

}  // namespace

Command logCommand() {
  return {.name = "log",
          .words = "GAME",
          .summary = "print a game as a transcript",
          .help = kLogHelp,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "from", .value = "POINT", .help = "the first event (default: the first of the game)"},
                      {.name = "to", .value = "POINT", .help = "the last event (default: the last of the game)"},
                      {.name = "seat", .value = "P1", .help = "only what that player knew; or spectator"}},
          .run = runLog,
          .is_read_at_length = true};
}

}  // namespace docket
