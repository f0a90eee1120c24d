// docket moves: what a player may do at a point of a game, as far as the game's rules judge it.
#include <fmt/format.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/explain/possible_moves.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/game/record_view.h"
#include "tools/io/json_answer.h"

namespace docket {
namespace {

constexpr std::string_view kMovesHelp =
    R"(Lists the acts that a player may do at a point: plays, uses, attacks and whatever else
the ruleset has rules about, each as a line that --act of docket ask takes, with the
same verdict: legal, or undecided with the text or fact that decides. --all lists the
illegal ones too, with their clauses. CARD: only its acts, wherever it is.

A verdict is about what was judged. Kinds of acts that no rule here covers are named
at the end. What an effect does is not an act. At most 2000 acts are tried, with one
target each; if there are more, the answer says so.)";

constexpr std::string_view kMovesExamples =
    R"(  docket moves duel --at 27
  docket moves duel '#22' --at 27 --all
  docket moves court --at 30 --player P2 --seat P2)";

/// The acts to list: those of the player who is named, else of the viewer.
WhoseActs whoseFor(const Arguments& arguments, const OpenGame& game, const State& state) {
  const auto& typed = arguments.words();
  const CardIndex card = typed.size() > 1 ? NamedCards(game, state).card(typed[1]) : CardIndex{kNone};
  if (const auto player = arguments.value("player")) return {.player = seatOf(player, game.header()), .card = card};
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  if (viewer && *viewer != kSpectator) return {.player = *viewer, .card = card};
  return whoseActs(state, game.gameRules().ruleset, card);
}

OpenGame gameFor(GameLoader& loader, const Arguments& arguments) {
  OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  return viewer ? std::move(game).seenBy(*viewer) : std::move(game);
}

int runMoves(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = gameFor(loader, arguments);
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
  const Hypothetical table(game, turn_labels, game.stateAt(at));
  const State& state = table.state();
  const Words words(state, table.rules(), game.header(), turn_labels);
  const PossibleMoves moves = possibleMoves(table, words, whoseFor(arguments, game, state));
  const Listed listed = arguments.has("all") ? Listed::all : Listed::possible;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", at);
    json.member("viewer", viewerOf(arguments.value("seat"), game.header()).value_or(0));
    json.object("moves");
    writeMoves(json, moves, words, listed);
    writeAnswer(streams.out, "moves", json.end().end().text());
    return kAgrees;
  }
  const std::string when = turn_labels.words(at);
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  streams.out << fmt::format("After event {}{}{}{}\n", at, when.empty() ? "" : ", ", when,
                             viewer ? ", as " + viewerWords(*viewer) + " knows it" : "");
  printMoves(streams.out, moves, words, listed, streams.colour);
  return kAgrees;
}

}  // namespace

Command movesCommand() {
  return {.name = "moves",
          .words = "GAME [CARD]",
          .summary = "list what a player may do at a point",
          .help = kMovesHelp,
          .examples = kMovesExamples,
          .least_words = 1,
          .most_words = 2,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "player", .value = "P1", .help = "whose acts (default: of the card, or of the turn)"},
                      {.name = "seat", .value = "P1", .help = "judge by what this player, or a spectator, knows"},
                      {.name = "all", .value = {}, .help = "list the illegal acts too, with their clauses"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runMoves,
          .uses_pager = true};
}

}  // namespace docket
