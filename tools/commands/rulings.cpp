// docket rulings: what judges decided, what became of it, and the penalties of a match and of an event.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/verdict/rulings_given.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRulingsHelp =
    R"(Lists each ruling with its judge, clauses and verdict: right (the rules agree), wrong
(they give a different result) or undecided (something is unknown), and the ruling
that replaced it, if any. Decisions of discretion are listed without a verdict.
Penalties are summed by player for each match and event. Without GAME, every game.

Exit status: 1 if a ruling that was not replaced is wrong.)";

constexpr std::string_view kRulingsExamples =
    R"(  docket rulings court
  docket rulings
  docket rulings --event "Summer Court")";

struct Sums {
  std::map<std::pair<std::string, std::string>, PenaltySums> matches;  // by event and match
  std::map<std::string, PenaltySums> events;
};

void printGivenRuling(std::ostream& out, const RulingVerdict& ruling, bool colour) {
  const auto style = ruling.outcome == RulingVerdict::Outcome::right   ? Style::good
                     : ruling.outcome == RulingVerdict::Outcome::wrong ? Style::bad
                                                                       : Style::warning;
  const std::size_t in = ruling.supersedes == 0 ? 2 : 4;
  std::string heading = std::string(in, ' ') + fmt::format("event {}, about event {}, ", ruling.event, ruling.about) +
                        (ruling.judge.empty() ? std::string("a judge") : clipped(ruling.judge));
  if (ruling.supersedes != 0) heading += fmt::format(", on appeal from event {}", ruling.supersedes);
  out << flushRight(heading, styled(colour, style, rightOrWrong(ruling.outcome)), in + 2);
  std::string claim = clipped(ruling.claim, 400);
  for (const std::string& clause : ruling.clauses) claim += fmt::format(" [{}]", clipped(clause));
  out << paragraph(claim, in + 2, in + 4);
  if (!ruling.note.empty()) out << paragraph(fmt::format("\"{}\"", clipped(ruling.note, 1000)), in + 2, in + 4);
  out << paragraph(clipped(whyWithParts(ruling), 400), in + 2, in + 4);
}

void printSums(std::ostream& out, const PenaltySums& sums) {
  for (const auto& [player, penalties] : sums) {
    std::string list;
    for (const auto& [penalty, count] : penalties)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, clipped(penalty));
    out << paragraph(fmt::format("{}: {}", clipped(player), list), 2, 4);
  }
}

void printGame(std::ostream& out, const RulingsGiven& game, bool colour) {
  std::string where = game.date;
  for (const std::string* part : {&game.event, &game.match}) {
    if (!part->empty()) where += (where.empty() ? "" : ", ") + clipped(*part);
  }
  out << flushRight(styled(colour, Style::strong, clipped(game.game, 60)), where, 2);
  if (game.rulings.empty() && game.discretion.empty()) out << "  no rulings\n";
  for (const RulingVerdict& ruling : game.rulings) printGivenRuling(out, ruling, colour);
  for (const Discretion& one : game.discretion) {
    out << paragraph(fmt::format("event {}, {}: {}{}", one.event, one.word, one.what,
                                 one.corrected ? ", which was recorded wrongly" : ""),
                     2, 4);
  }
}

void printRulings(std::ostream& out, const std::vector<RulingsGiven>& games, const Sums& sums, bool colour) {
  bool first = true;
  for (const RulingsGiven& game : games) {
    if (games.size() > 1 && game.rulings.empty() && game.discretion.empty()) continue;
    if (!std::exchange(first, false)) out << '\n';
    printGame(out, game, colour);
  }
  if (first) out << "no rulings\n";
  const auto heading = [&](const std::string& text) { out << '\n' << styled(colour, Style::strong, text) << '\n'; };
  const auto named = [](const std::string& event) { return event.empty() ? std::string("no event") : clipped(event); };
  for (const auto& [match, penalties] : sums.matches) {
    if (penalties.empty() || match.second.empty()) continue;
    heading(fmt::format("Penalties in {}, {}", named(match.first), clipped(match.second)));
    printSums(out, penalties);
  }
  for (const auto& [event, penalties] : sums.events) {
    if (penalties.empty()) continue;
    heading(fmt::format("Penalties in {}", named(event)));
    printSums(out, penalties);
  }
}

std::string rulingsJson(const RulingsGiven& game) {
  JsonWriter json;
  json.object().member("game", game.game).member("event", game.event).member("match", game.match);
  json.member("date", game.date).list("rulings");
  for (const RulingVerdict& ruling : game.rulings) {
    json.object().member("event", ruling.event).member("at", ruling.about).member("judge", ruling.judge);
    json.member("claim", ruling.claim).member("note", ruling.note).list("clauses", ruling.clauses);
    json.member("supersedes", ruling.supersedes).member("supersededBy", ruling.superseded_by);
    json.member("outcome", outcomeWord(ruling.outcome)).member("why", whyWithParts(ruling)).end();
  }
  json.end().list("discretion");
  for (const Discretion& one : game.discretion) {
    json.object().member("event", one.event).member("kind", one.word).member("about", one.about);
    json.member("player", static_cast<unsigned>(one.player)).member("penalty", one.penalty);
    json.member("judge", one.judge).member("note", one.note).member("what", one.what);
    if (!one.undone.empty()) json.member("undone", one.undone);
    json.member("corrected", one.corrected).end();
  }
  return json.end().end().text();
}

void writeSums(JsonWriter& json, const PenaltySums& sums) {
  json.list("players");
  for (const auto& [player, penalties] : sums) {
    for (const auto& [penalty, count] : penalties)
      json.object().member("player", player).member("penalty", penalty).member("count", count).end();
  }
  json.end();
}

void writeRulings(std::ostream& out, const std::vector<RulingsGiven>& games, const Sums& sums) {
  AnswerList list(out, "rulings");
  for (const RulingsGiven& game : games) list.item(rulingsJson(game));
  JsonWriter json;
  json.object().list("matches");
  for (const auto& [match, penalties] : sums.matches) {
    if (penalties.empty() || match.second.empty()) continue;
    json.object().member("event", match.first).member("match", match.second);
    writeSums(json, penalties);
    json.end();
  }
  json.end().list("events");
  for (const auto& [event, penalties] : sums.events) {
    if (penalties.empty()) continue;
    json.object().member("event", event);
    writeSums(json, penalties);
    json.end();
  }
  list.end(json.end().end().text());
}

int runRulings(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  if (!arguments.words().empty() && arguments.has("event"))
    throw BadInput("docket rulings: expected GAME or --event, not both");
  std::vector<std::string> ids = arguments.distinctWords();
  if (ids.empty()) {
    const GameFilter filter{.event = arguments.value("event").value_or("")};
    for (const GameEntry& entry : loader.archive().list(filter)) {
      // A branch is a question about a game, and no game of the event; a record that was replaced would count twice.
      if (entry.parent.empty() && !replacedBy(loader.archive(), entry.id)) ids.push_back(exactName(entry.id));
    }
    if (ids.empty()) refuseNone("rulings", filter, loader.archive());
  }
  std::vector<RulingsGiven> games;
  Sums sums;
  bool wrong_stands = false;
  ProgressLine progress(streams);
  for (const std::string& id : ids) {
    if (ids.size() > 1) progress.show(fmt::format("{} of {} games", games.size(), ids.size()));
    games.push_back(rulingsGiven(loader.game(id)));
    const RulingsGiven& game = games.back();
    addPenalties(game, sums.matches[{game.event, game.match}]);
    addPenalties(game, sums.events[game.event]);
    wrong_stands = wrong_stands || std::any_of(game.rulings.begin(), game.rulings.end(), [](const RulingVerdict& one) {
                     return one.stands() && one.outcome == RulingVerdict::Outcome::wrong;
                   });
  }
  progress.wipe();
  if (arguments.json()) {
    writeRulings(streams.out, games, sums);
  } else {
    printRulings(streams.out, games, sums, streams.colour);
  }
  return wrong_stands ? kDiffers : kAgrees;
}

}  // namespace

Command rulingsCommand() {
  return {.name = "rulings",
          .words = "[GAME...]",
          .summary = "list the rulings and penalties of games",
          .help = kRulingsHelp,
          .examples = kRulingsExamples,
          .least_words = 0,
          .most_words = 100'000,
          .options = {{.name = "event", .value = "NAME", .help = "every game of this tournament or series"}},
          .run = runRulings,
          .uses_pager = true};
}

}  // namespace docket
