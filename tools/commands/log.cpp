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
    R"(Prints one line per event, under headings for turns and phases. Consequences are
indented. docket import reads the transcript back (docs/transcript.md).

  = CARD    the card became known           ?       a card that is not known
  + CHANGE  a continuous change began       ; TEXT  a finding or a verdict

POINT is an event (57), a turn (T3), a phase (T3.battle), start or end.)";

constexpr std::string_view kLogExamples =
    R"(  docket log court
  docket log court --from T3 --to T3.end
  docket log court --seat spectator > court.txt)";

int runLog(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  OpenGame game = loader.game(arguments.words().front());
  if (const auto viewer = viewerOf(arguments.value("seat"), game.header())) game = std::move(game).seenBy(*viewer);
  const EventNumber first = game.point(arguments.value("from").value_or("start"));
  const EventNumber last = game.point(arguments.value("to").value_or("end"));
  if (last < first)
    throw BadInput(fmt::format("docket log: --from is event {}, which comes after --to, event {}", first, last));
  const TurnLabels turn_labels = turnLabelsOf(game);
  const AnnotatedLog log(game, turn_labels);
  const EventNumber from = std::max<EventNumber>(first, 1);
  if (arguments.json()) {
    AnswerList list(streams.out, "log");
    log.forEach(from, last, [&](const LogEvent& event) {
      JsonWriter json;
      writeLogEvent(json, event);
      list.item(json.text());
    });
    list.end();
    return kAgrees;
  }
  if (first <= 1) streams.out << transcribeHeader(game.header());
  log.forEach(from, last, [&](const LogEvent& event) {
    if (event.line.heading) streams.out << '\n';
    printLogEvent(streams.out, event, streams.colour);
  });
  return kAgrees;
}

}  // namespace

Command logCommand() {
  return {.name = "log",
          .words = "GAME",
          .summary = "print a game as a transcript",
          .help = kLogHelp,
          .examples = kLogExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "from", .value = "POINT", .help = "first event (default: start)"},
                      {.name = "to", .value = "POINT", .help = "last event (default: end)"},
                      {.name = "seat", .value = "P1", .help = "only what this player, or a spectator, may know"}},
          .run = runLog,
          .uses_pager = true};
}

}  // namespace docket
