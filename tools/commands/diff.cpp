// docket diff: shows how two tables differ.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/game_at_point.h"
#include "tools/io/json_answer.h"
#include "tools/render/difference_text.h"
#include "tools/verdict/difference.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kDiffHelp =
    R"(Finds the first event in which two tables differ, then lists each difference by card
and field, with the event and clause behind it on each side. Compare two points of a
game, two games, a branch and its parent (one GAME), or one game under two rulesets.
POINT is as for docket replay (default: the end); of a corrected game, GAME@1@end is
the end of its first record.

Exit status: 0 if everything is equal, 1 if not.)";

constexpr std::string_view kDiffExamples =
    R"(  docket diff duel@20 duel@27
  docket diff duel/P1
  docket diff court --under l5r-celestial@2009-06-01 --and l5r-celestial)";

void printFirst(std::ostream& out, std::string_view name, const SideEvent& event) {
  std::string text = fmt::format("{}: ", name);
  text += event.number == 0 ? std::string("nothing more") : event.what;
  for (const std::string& reading : event.readings) text += "; then " + reading;
  for (const std::string& clause : event.clauses) text += fmt::format(", against the rules [{}]", printable(clause));
  out << paragraph(text, 2, 4);
}

void printComparison(std::ostream& out, const Side& left, const Side& right, const Comparison& made, bool colour) {
  const auto named = [](const Side& side) {
    const auto& rules = side.game->gameRules().ruleset;
    return fmt::format("{} after event {}, {} {}", clipped(side.game->id(), 60), side.at, clipped(rules.name),
                       clipped(rules.version));
  };
  out << paragraph("left:  " + named(left), 0, 2) << paragraph("right: " + named(right), 0, 2) << '\n';
  if (made.equal()) {
    out << "They are equal.\n";
    return;
  }
  if (made.first) {
    const auto& [one, other] = *made.first;
    out << fmt::format("The two agree up to event {}; the first difference is in event {}\n", made.shared,
                       made.shared + 1);
    printFirst(out, "left", one);
    printFirst(out, "right", other);
  }
  if (made.differences.empty()) out << "\nThe tables are equal.\n";
  printDifferences(out, made.differences, {"left", "right"}, colour);
}

void writeFirst(JsonWriter& json, std::string_view name, const SideEvent& event) {
  if (event.number == 0) {
    json.memberNull(name);
    return;
  }
  json.object(name).member("event", event.number).member("what", event.what).list("breaks", event.clauses);
  json.list("then", event.readings).end();
}

void writeComparison(JsonWriter& json, const Side& left, const Side& right, const Comparison& made) {
  json.object();
  const auto head = [&](std::string_view name, const Side& side) {
    const auto& rules = side.game->gameRules().ruleset;
    json.object(name).member("game", side.game->id()).member("at", side.at);
    json.member("ruleset", rules.name).member("version", rules.version).end();
  };
  head("left", left);
  head("right", right);
  json.member("equal", made.equal()).member("shared", made.shared).member("compared", made.compared);
  if (made.first) {
    json.object("first");
    writeFirst(json, "left", made.first->first);
    writeFirst(json, "right", made.first->second);
    json.end();
  } else {
    json.memberNull("first");
  }
  writeDifferences(json, made.differences);
  json.end();
}

int runDiff(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const auto& words = arguments.words();
  const GameAtPoint left_typed = gameAtPoint(words.front(), loader.archive());
  const OpenGame left = loader.game(left_typed.game, arguments.value("under"));
  GameAtPoint right_typed = words.size() == 2 ? gameAtPoint(words[1], loader.archive()) : left_typed;
  if (words.size() == 1 && !arguments.has("and")) {
    const auto parted = left.stored().branchPoint();
    if (!parted) throw BadInput("docket diff: expected GAME@POINT GAME@POINT, a branch, or --under and --and");
    right_typed = {.game = exactName(parted->parent)};
  }
  const auto under = arguments.has("and") ? arguments.value("and") : arguments.value("under");
  const OpenGame right = loader.game(right_typed.game, under);
  const Side one{.game = &left, .at = left.point(left_typed.point)};
  const Side other{.game = &right, .at = right.point(right_typed.point)};
  const Comparison made = differenceOf(one, other);
  if (arguments.json()) {
    JsonWriter json;
    writeComparison(json, one, other, made);
    writeAnswer(streams.out, "diff", json.text());
  } else {
    printComparison(streams.out, one, other, made, streams.colour);
  }
  return made.equal() ? kAgrees : kDiffers;
}

}  // namespace

Command diffCommand() {
  return {.name = "diff",
          .words = "GAME[@POINT] [GAME[@POINT]]",
          .summary = "compare two points, games or rulesets",
          .help = kDiffHelp,
          .examples = kDiffExamples,
          .least_words = 1,
          .most_words = 2,
          .options = {{.name = "under", .value = "RULESET", .help = "rules of the left side, or of both"},
                      {.name = "and", .value = "RULESET", .help = "rules of the right side"}},
          .run = runDiff,
          .uses_pager = true};
}

}  // namespace docket
