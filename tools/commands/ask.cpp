// docket ask: questions about a table: what an expression gives, whether an act that did not happen would be legal.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "tools/commands/command.h"
#include "tools/explain/asked_table.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kAskHelp =
    R"(Prints the value and grade of each EXPRESSION (docs/expressions.md). --act asks if an
act would be legal, and if not, which clause and event forbid it. It is typed as a
line of a transcript or as the fields of an event, and can be repeated: each act
follows those before it, and the expressions are evaluated after all of them.

Exit status: 1 if an act is illegal, or if a value differs from the record.)";

constexpr std::string_view kAskExamples =
    R"(  docket ask court --at T3 'count(in play)' 'stat(#2, "Force")'
  docket ask duel 'legal(27)' 'clause(27)' --why
  docket ask court --at 30 --act 'P1 moves "Unbowed Champion" to battlefield')";

Style answerStyle(Grade grade) {
  return grade == Grade::exact ? Style::good : grade == Grade::unverified ? Style::warning : Style::bad;
}

void printReply(std::ostream& out, const Reply& reply, const Words& words, bool why, bool colour) {
  if (why) return printExplanation(out, reply.explained, words, colour);
  const auto grade = reply.explained.grade;
  out << flushRight(fmt::format("{}: {}", clipped(reply.expression, 200), styled(colour, Style::strong, reply.value)),
                    styled(colour, answerStyle(grade), gradeWord(grade)), 2);
  if (!reply.in_words.empty()) out << paragraph(reply.in_words, 2, 4);
  for (const std::string& judged : reply.judged) out << paragraph(judged, 2, 4);
  for (const std::string& reason : reply.unknown) out << paragraph(reason, 2, 4);
}

void printAct(std::ostream& out, const HypotheticalAct& act, const Words& words, bool colour) {
  Explained explained = act.explained;
  if (!act.by.empty()) {
    Explanation by{.what = "by whom it could be done"};
    for (const auto& one : act.by) {
      // Who controls the card is not a rule, but people at the table need to know it.
      const bool others = one.controller != 0 && one.controller != one.player;
      by.children.push_back(
          {.what = words.player(one.player),
           .value = std::string(standingWord(one.standing)) +
                    (others ? fmt::format(", but {} controls the card", Words::seat(one.controller)) : std::string()),
           .clause = one.clause,
           .event = one.event});
    }
    explained.root.children.push_back(std::move(by));
  }
  printExplanation(out, explained, words, colour);
}

int runAsk(const Arguments& arguments, Streams& streams) {
  const auto& typed = arguments.words();
  const std::vector<std::string> asked(typed.begin() + 1, typed.end());
  if (asked.empty() && !arguments.has("act"))
    throw BadInput("docket ask: expected an EXPRESSION or --act (see docket help ask)");
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(typed.front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
  const AskedTable table(game, turn_labels, at, arguments.values("act"), asked);
  const Words words = table.words();
  const auto& acts = table.acts();
  const auto& replies = table.replies();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", at);
    table.write(json);
    writeAnswer(streams.out, "ask", json.end().text());
    return table.differs() ? kDiffers : kAgrees;
  }
  const std::string when = turn_labels.words(at);
  streams.out << fmt::format("After event {}{}{}\n", at, when.empty() ? "" : ", ", when);
  for (const HypotheticalAct& act : acts) {
    printAct(streams.out, act, words, streams.colour);
    if (&act != &acts.back() || !replies.empty()) streams.out << '\n';
  }
  if (!acts.empty() && !replies.empty()) streams.out << "On the table after that\n";
  for (const Reply& reply : replies) printReply(streams.out, reply, words, arguments.has("why"), streams.colour);
  return table.differs() ? kDiffers : kAgrees;
}

}  // namespace

Command askCommand() {
  return {.name = "ask",
          .words = "GAME EXPRESSION...",
          .summary = "evaluate expressions, or judge an act that did not happen",
          .help = kAskHelp,
          .examples = kAskExamples,
          .least_words = 1,
          .most_words = 100,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "act", .value = "EVENT", .help = "an act to judge; repeatable"},
                      {.name = "why", .value = {}, .help = "show how each answer follows"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runAsk,
          .uses_pager = true};
}

}  // namespace docket
