// docket coverage: which clauses, limits and cards the games of an archive exercise, and which never.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/selection.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/lab/coverage.h"
#include "tools/report/coverage_page.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCoverageHelp =
    R"(Shows, by ruleset, which clauses, limits and cards the games exercise and which they
never do. A clause counts if some game has a different result without it, a limit if
it counts a use, a card if it enters play or is used. Results are stored, and a game
is folded again only after a change. Corrected games count once. With -o it is one
HTML file. With --leaves many machines can share the work (docs/many_machines.md).

Exit status: 3 if a game is damaged; the rest is shown, but no file is written.)";

constexpr std::string_view kCoverageExamples =
    R"(  docket coverage
  docket coverage --ruleset yugioh@2022-06-22
  docket coverage --event "Summer Court" -o coverage.html
  docket coverage --leaves 0..999 --checkpoint monday.checkpoint --results out)";

void printNever(std::ostream& out, const std::vector<std::string>& names) {
  if (!names.empty()) out << "  never:\n" << itemised(names, ",", 4, 4);
}

void printCoverage(std::ostream& out, const lab::RulesCovered& rules, bool colour) {
  out << fmt::format("{}  {}, {}\n",
                     styled(colour, Style::strong, printable(rules.name) + " " + printable(rules.version)),
                     counted(rules.games, "game"), counted(rules.events, "event"));
  if (rules.cached != 0) {
    out << fmt::format("{} from stored results (--again computes them again)\n", counted(rules.cached, "game"));
  }
  std::vector<std::string> never;
  for (const auto& clause : rules.clauses) {
    if (!clause.exercised) never.push_back(printable(clause.id));
  }
  out << fmt::format("\n{} of {} exercised\n", rules.clauses.size() - never.size(),
                     counted(rules.clauses.size(), "clause"));
  for (const auto& clause : rules.clauses) {
    if (!clause.exercised) continue;
    out << tableRow(fmt::format("  {}  games {:>6}  broken {:>6}  rulings {:>6}", padded(printable(clause.id), 34),
                                clause.games, clause.broken, clause.rulings));
  }
  printNever(out, never);
  never.clear();
  for (const auto& [name, limit] : rules.limits) {
    if (!limit.isExercised()) never.push_back(printable(name));
  }
  out << fmt::format("\n{} of {} exercised\n", rules.limits.size() - never.size(),
                     counted(rules.limits.size(), "limit"));
  for (const auto& [name, limit] : rules.limits) {
    if (limit.isExercised())
      out << tableRow(
          fmt::format("  {}  used {:>8}  broken {:>6}", padded(printable(name), 40), limit.uses, limit.broken));
  }
  printNever(out, never);
  never.clear();
  for (const auto& [key, card] : rules.cards) {
    if (!card.isExercised()) never.push_back(printable(key));
  }
  out << fmt::format("\n{} of {} came into play or were used\n", rules.cards.size() - never.size(),
                     counted(rules.cards.size(), "card"));
  printNever(out, never);
}

std::string coverageJson(const lab::RulesCovered& rules) {
  JsonWriter json;
  json.object().member("ruleset", rules.name).member("version", rules.version).member("games", rules.games);
  json.member("events", rules.events).member("kept", rules.cached).list("clauses");
  for (const auto& clause : rules.clauses) {
    json.object().member("clause", clause.id).member("exercised", clause.exercised);
    json.member("games", clause.games).member("broken", clause.broken).member("rulings", clause.rulings).end();
  }
  json.end().list("limits");
  for (const auto& [name, limit] : rules.limits)
    json.object().member("limit", name).member("uses", limit.uses).member("broken", limit.broken).end();
  json.end().list("cards");
  for (const auto& [key, card] : rules.cards) {
    json.object().member("card", key).member("title", card.title).member("games", card.games);
    json.member("inPlay", card.in_play).member("uses", card.uses).member("mostUses", card.most_uses);
    json.member("never", lab::neverDone(card)).end();
  }
  return json.end().end().text();
}

void printWritten(std::ostream& out, const std::vector<lab::RulesCovered>& covered, const std::string& path,
                  std::uint64_t bytes, const LeavesReported* leaves) {
  for (const auto& rules : covered) {
    const auto clauses = tallyOf(rules.clauses), limits = tallyOf(rules.limits), cards = tallyOf(rules.cards);
    out << fmt::format("{} {}: {} of {}, {} of {}, {} of {} exercised\n", printable(rules.name),
                       printable(rules.version), clauses.exercised, counted(clauses.total, "clause"), limits.exercised,
                       counted(limits.total, "limit"), cards.exercised, counted(cards.total, "card"));
  }
  out << fmt::format("to {} ({} KiB)\n", printable(path), (bytes + 1023) / 1024);
  if (leaves != nullptr) out << leaves->text();
}

void writeWritten(std::ostream& out, const std::vector<lab::RulesCovered>& covered, const std::string& path,
                  std::uint64_t bytes, const LeavesReported* leaves) {
  JsonWriter json;
  json.object().member("file", path).member("bytes", bytes).list("rulesets");
  const auto write_tally = [&](std::string_view part, const lab::Tally& tally) {
    json.object(part).member("exercised", tally.exercised).member("of", tally.total).end();
  };
  for (const auto& rules : covered) {
    json.object().member("ruleset", rules.name).member("version", rules.version).member("games", rules.games);
    json.member("events", rules.events);
    write_tally("clauses", tallyOf(rules.clauses));
    write_tally("limits", tallyOf(rules.limits));
    write_tally("cards", tallyOf(rules.cards));
    json.end();
  }
  json.end();
  if (leaves != nullptr) leaves->write(json);
  writeAnswer(out, "coverage", json.end().text());
}

void writeFile(const Arguments& arguments, Streams& streams, OutputFile& file, const GameFilter& filter,
               const std::vector<lab::RulesCovered>& covered, const LeavesReported* leaves) {
  report::writeCoveragePage(file.stream(), covered, filter);
  file.keep();
  const std::string path = *arguments.value("output");
  const auto bytes = file.bytes();
  (arguments.json() ? writeWritten : printWritten)(streams.out, covered, path, bytes, leaves);
}

[[noreturn]] void failDamaged(const std::vector<std::string>& damaged) {
  throw DamagedArchive(damaged.size() == 1 ? damaged.front()
                                           : fmt::format("{} (and {} more)", damaged.front(), damaged.size() - 1));
}

/// The report on a coverage, of the leaves of `leaves` if it is of ranges.
int reportCoverage(const lab::Coverage& coverage, const GameFilter& filter, const Archive& archive,
                   std::optional<OutputFile>& file, const LeavesReported* leaves, const Arguments& arguments,
                   Streams& streams) {
  const auto& [covered, damaged] = coverage;
  if (!damaged.empty() && (file || covered.empty())) failDamaged(damaged);
  if (covered.empty() && leaves == nullptr) refuseNone("coverage", filter, archive);
  if (file) {
    writeFile(arguments, streams, *file, filter, covered, leaves);
  } else if (arguments.json()) {
    AnswerList list(streams.out, "coverage");
    for (const auto& rules : covered) list.item(coverageJson(rules));
    JsonWriter sums;
    sums.object();
    if (leaves != nullptr) leaves->write(sums);
    if (damaged.empty()) list.end(leaves == nullptr ? std::string() : sums.end().text());
  } else {
    for (std::size_t i = 0; i < covered.size(); ++i) {
      if (i != 0) streams.out << "\n\n";
      printCoverage(streams.out, covered[i], streams.colour);
    }
    if (leaves != nullptr) streams.out << (covered.empty() ? "" : "\n") << leaves->text();
  }
  if (!damaged.empty()) failDamaged(damaged);
  return kAgrees;
}

int runCoverage(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "coverage", {});
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const lab::CoveragePlan plan{
      .filter = selectionOf(arguments), .threads = jobsOf(arguments), .again = arguments.has("again")};
  std::optional<OutputFile> file;  // made first: that it cannot be is known before a long run
  if (const auto path = arguments.value("output")) file.emplace(*path);
  if (asks_for_leaves) {
    const auto work = [&](const auto& run, auto& writer, auto& progress) {
      lab::coverRange(archive, plan, run, writer, [&](std::uint64_t done, std::uint64_t all) {
        progress.show(fmt::format("{} of {} games", done, all));
      });
    };
    const auto report = [&](const auto& lines, const auto& leaves) {
      return reportCoverage(lab::coverageOf(archive, lines), plan.filter, archive, file, &leaves, arguments, streams);
    };
    const RangeCommand command{.name = "coverage",
                               .options = selectionOptions(plan.filter),
                               .work = work,
                               .check = [&](const auto& lines) { lab::checkCoverage(archive, lines); },
                               .report = report};
    return runForLeaves(command, archive, arguments, streams);
  }
  ProgressLine progress(streams);
  const auto coverage = lab::coverageOf(archive, plan, [&](std::uint64_t done, std::uint64_t all) {
    progress.show(fmt::format("{} of {} games", done, all));
  });
  progress.wipe();
  return reportCoverage(coverage, plan.filter, archive, file, nullptr, arguments, streams);
}

}  // namespace

Command coverageCommand() {
  return {.name = "coverage",
          .words = {},
          .summary = "show which clauses, limits and cards games exercise",
          .help = kCoverageHelp,
          .examples = kCoverageExamples,
          .options = withLeaves(withSelection({{.name = "again", .value = {}, .help = "ignore stored results"},
                                               {.name = "output,o", .value = "FILE", .help = "write an HTML page"},
                                               jobsOption()})),
          .run = runCoverage,
          .uses_pager = true};
}

}  // namespace docket
