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
    R"(Shows why, as a tree: each statement follows from those below it, and names its
clause and its event. What can be explained, after an event (--at, the end else):

  docket explain duel '#12' Force --at 57    a stat: printed, bonuses, bounds
  docket explain duel '#12' controller       who controls it, since when
  docket explain duel P1 honor               a value: each event that changed it
  docket explain duel limit '#12'            every limit of a card, and its uses
  docket explain duel limit '#12' 2          those of its ability 2
  docket explain duel legal 57               what the rules ask of event 57; without
                                             a number, of the event at --at
  docket explain duel 'stat(#12, "Force") + 1 > 3'      any expression

With --why-not, why it is not different: what forbids an act, with clause and
the earlier event that it rests on; changes of a stat or of control that began and do
not count (ended, capped, negated, never begun), those that an event or a card began.

  docket explain duel legal 57 --why-not
  docket explain duel --at 30 --why-not 'abilityActivated player=1 card=17 ability=2'
  docket explain duel '#12' Force --at 57 --why-not
  docket explain duel '#12' Force 15 --at 57 --why-not     or '#3', a card
  docket explain duel '#12' controller --why-not

An act is typed as for docket ask --act.
Cards are named by their title, or by their number at that point (docket replay
shows it); where several have the title the answer lists their labels to type, as in
'Ash Blossom [a]'. A limit is shown for the player who controls the card, or for
--seat.

--json is an object {game, event, grade, explanation}; an explanation is a tree of
{what, value, clause, event, children}, null where there is none.
Exit status: 1 for an illegal event and for a value that diverges.)";

int runExplain(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
  const auto& typed = arguments.words();
  const Question question(game, turn_labels, {typed.begin() + 1, typed.end()}, at,
                          seatOf(arguments.value("seat"), game.header()));
  const Explained explained = arguments.has("why-not") ? question.whyNot() : question.answer();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", question.at());
    json.member("grade", agreementWord(explained.agreement)).object("explanation");
    writeExplanation(json, explained.root);
    writeAnswer(streams.out, "explain", json.end().end().text());
  } else {
    streams.out << question.when() << '\n';
    printExplanation(streams.out, explained, question.words(), streams.colour);
  }
  return explained.differs ? 1 : 0;
}

}  // namespace

Command explainCommand() {
  return {
      .name = "explain",
      .words = "GAME SUBJECT [READING]",
      .summary = "show why a stat, a controller, a limit or a legality is what it is",
      .help = kExplainHelp,
      .least_words = 2,
      .most_words = 4,
      .options = {{.name = "at", .value = "POINT", .help = "after which event (default: the end)"},
                  {.name = "why-not", .value = {}, .help = "why it is not different, or did not happen"},
                  {.name = "seat", .value = "P1", .help = "for a limit: as that player would use the card"},
                  {.name = "under", .value = "RULESET", .help = "under other rules: a name, NAME@VERSION or a file"}},
      .run = runExplain,
      .is_read_at_length = true};
}

}  // namespace docket
