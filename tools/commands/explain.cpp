// docket explain: why something is what it is at a point of a game.
#include <ostream>

#include "tools/commands/command.h"
#include "tools/explain/explain_query.h"
#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"

namespace docket {
namespace {

constexpr std::string_view kExplainHelp =
    R"(Prints a tree: each statement follows from those below it, with clause and event.
SUBJECT and READING are a card and a stat ('#12' Force), a card and "controller", a
player and a value (P1 honor), "limit" and a card, "legal" and an event, or any
expression (docs/expressions.md). A card is named by its title or by its number at
that point (docket replay). --why-not shows what forbids an act, and which changes
ended, were capped or never began.

Exit status: 1 for an illegal act or a value that differs from the record.)";

constexpr std::string_view kExplainExamples =
    R"(  docket explain court '#2' 'Personal Honor' --at 30
  docket explain duel legal 27
  docket explain court '#2' 'Personal Honor' 15 --at 30 --why-not)";

int runExplain(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const TurnLabels turn_labels = turnLabelsOf(game);
  const auto& typed = arguments.words();
  const Question question(game, turn_labels, {typed.begin() + 1, typed.end()}, at,
                          seatOf(arguments.value("seat"), game.header()));
  const Explained explained = arguments.has("why-not") ? question.whyNot() : question.answer();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", question.at());
    json.member("grade", gradeWord(explained.grade)).object("explanation");
    writeExplanation(json, explained.root);
    writeAnswer(streams.out, "explain", json.end().end().text());
  } else {
    streams.out << question.when() << '\n';
    printExplanation(streams.out, explained, question.words(), streams.colour);
  }
  return explained.differs ? kDiffers : kAgrees;
}

}  // namespace

Command explainCommand() {
  return {.name = "explain",
          .words = "GAME SUBJECT [READING]",
          .summary = "show why a value is what it is, or why an act was legal",
          .help = kExplainHelp,
          .examples = kExplainExamples,
          .least_words = 2,
          .most_words = 4,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "why-not", .value = {}, .help = "explain why it is not different"},
                      {.name = "seat", .value = "P1", .help = "whose limit to explain (default: the controller's)"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runExplain,
          .uses_pager = true};
}

}  // namespace docket
