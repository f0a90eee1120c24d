// docket coverage: which clauses, limits and cards the games of an archive exercise, and which never.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "store/parallel.h"
#include "tools/command.h"
#include "tools/json_writer.h"
#include "tools/lab/coverage.h"
#include "tools/layout.h"
#include "tools/progress.h"
#include "tools/selection.h"
#include "tools/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"help(Tells what of the rules the games of the archive exercise, ruleset by ruleset, and what they
never do. A clause is exercised where a game comes out otherwise without it: games are
folded with the clause switched off until one does. A limit is exercised by a use that it
counts, a card where it comes into play or is used.

  docket coverage
  docket coverage --ruleset yugioh@2022-06-22
  docket coverage --event "Spring Open" --json

Each clause that no game exercises is folded without in every game, so a large archive
takes a while.

--json: a list of {"ruleset","version","games","events","clauses":[{"clause",
"exercised","broken","rulings"}],"limits":[{"limit","uses","broken"}],"cards":[{"card",
"games","inPlay","uses"}]}; broken counts findings, rulings those that cite the clause.)help";

bool isUsed(const lab::CardCovered& card) { return card.in_play != 0 || card.uses != 0; }

void printNever(std::ostream& out, const std::vector<std::string>& names) {
  if (!names.empty()) out << "  never:\n" << itemised(names, ",", 4, 4);
}

void print(std::ostream& out, const lab::RulesCovered& rules, bool colour) {
  out << fmt::format("{}  {}, {}\n",
                     styled(colour, Style::strong, printable(rules.name) + " " + printable(rules.version)),
                     counted(rules.games, "game"), counted(rules.events, "event"));
  std::vector<std::string> never;
  for (const auto& clause : rules.clauses) {
    if (!clause.exercised) never.push_back(printable(clause.id));
  }
  out << fmt::format("\n{} of {} exercised\n", rules.clauses.size() - never.size(),
                     counted(rules.clauses.size(), "clause"));
  for (const auto& clause : rules.clauses) {
    if (!clause.exercised) continue;
    out << fmt::format("  {}  broken {:>6}  rulings {:>6}\n", padded(printable(clause.id), 40), clause.broken,
                       clause.rulings);
  }
  printNever(out, never);
  never.clear();
  for (const auto& [name, limit] : rules.limits) {
    if (limit.uses == 0 && limit.broken == 0) never.push_back(printable(name));
  }
  out << fmt::format("\n{} of {} exercised\n", rules.limits.size() - never.size(),
                     counted(rules.limits.size(), "limit"));
  for (const auto& [name, limit] : rules.limits) {
    if (limit.uses != 0 || limit.broken != 0)
      out << fmt::format("  {}  used {:>8}  broken {:>6}\n", padded(printable(name), 40), limit.uses, limit.broken);
  }
  printNever(out, never);
  never.clear();
  for (const auto& [key, card] : rules.cards) {
    if (!isUsed(card)) never.push_back(printable(key));
  }
  out << fmt::format("\n{} of {} came into play or were used\n", rules.cards.size() - never.size(),
                     counted(rules.cards.size(), "card"));
  printNever(out, never);
}

void write(JsonWriter& json, const lab::RulesCovered& rules) {
  json.object().member("ruleset", rules.name).member("version", rules.version).member("games", rules.games);
  json.member("events", rules.events).list("clauses");
  for (const auto& clause : rules.clauses) {
    json.object().member("clause", clause.id).member("exercised", clause.exercised);
    json.member("broken", clause.broken).member("rulings", clause.rulings).end();
  }
  json.end().list("limits");
  for (const auto& [name, limit] : rules.limits)
    json.object().member("limit", name).member("uses", limit.uses).member("broken", limit.broken).end();
  json.end().list("cards");
  for (const auto& [key, card] : rules.cards) {
    json.object().member("card", key).member("games", card.games).member("inPlay", card.in_play);
    json.member("uses", card.uses).end();
  }
  json.end().end();
}

int run(const Arguments& arguments, Streams& streams) {
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const GameFilter filter = selectionOf(arguments);
  const std::size_t threads = arguments.number("jobs", 1, 256).value_or(threadsOfMachine());
  ProgressLine progress(streams);
  const auto covered = lab::coverageOf(archive, filter, threads, [&](std::uint64_t done, std::uint64_t all) {
    progress.show(fmt::format("{} of {} games", done, all));
  });
  progress.wipe();
  if (covered.empty()) throw BadInput("docket coverage: no game is selected (docket games lists them)");
  if (arguments.json()) {
    JsonWriter json;
    json.list();
    for (const auto& rules : covered) write(json, rules);
    streams.out << json.end().text() << '\n';
    return 0;
  }
  for (std::size_t i = 0; i < covered.size(); ++i) {
    if (i != 0) streams.out << "\n\n";
    print(streams.out, covered[i], streams.colour);
  }
  return 0;
}

}  // namespace

Command coverageCommand() {
  return {.name = "coverage",
          .words = {},
          .summary = "tell which clauses, limits and cards the games exercise, and which never",
          .help = kHelp,
          .options =
              withSelection({{.name = "jobs", .value = "N", .help = "how many games at once; without it, one a core"}}),
          .run = run};
}

}  // namespace docket
