// docket index: builds the index with which docket find skips games.
#include <fmt/format.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/find/indexing.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kIndexHelp =
    R"(Finds and stores, for each finished game, which cards were in which zone, the least
and the greatest of each value, and its acts, findings, limits, rulings and penalties.
With it docket find folds only games that can have a hit. docket import does the same,
except for what has to be judged. Only unindexed games are read; --again reads all.
The index can be deleted at any time, and only this program can use it. Other
machines can find the terms of --leaves; --merge stores them.

Exit status: with --check, 1 if a game has a term that the index lacks.)";

constexpr std::string_view kIndexExamples =
    R"(  docket index
  docket index --again --jobs 2
  docket index --check
  docket index --merge results --checkpoint monday.checkpoint)";

int checkIndex(GameLoader& loader, const Arguments& arguments, Streams& streams, ProgressLine& progress) {
  const auto wrong = find::gamesLackingTerms(loader, jobsOf(arguments),
                                             [&](std::uint64_t done) { progress.show(fmt::format("{} games", done)); });
  progress.wipe();
  const auto size = find::TermIndex(loader.archive()).size();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("rows", size.rows).member("bytes", size.bytes).member("malformed", size.malformed);
    json.memberNull("games").memberNull("added").memberNull("leftOut").list("wrong", wrong);
    writeAnswer(streams.out, "index", json.end().text());
  } else {
    for (const std::string& game : wrong)
      streams.out << paragraph(printable(game) + ": the index lacks a term of this game", 0, 2);
    streams.out << (wrong.empty() && size.malformed == 0
                        ? "the index agrees with the games\n"
                        : fmt::format("{}, {} malformed: docket index --again rebuilds it\n",
                                      counted(wrong.size(), "wrong game"), counted(size.malformed, "row")));
  }
  return wrong.empty() && size.malformed == 0 ? kAgrees : kDiffers;
}

int printIndexed(GameLoader& loader, const find::IndexedGames& indexed, const LeavesReported* leaves,
                 const Arguments& arguments, Streams& streams) {
  loader.archive().refresh();
  const auto size = find::TermIndex(loader.archive()).size();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("rows", size.rows).member("bytes", size.bytes).member("malformed", size.malformed);
    json.member("games", indexed.games).member("added", indexed.added).member("leftOut", indexed.left_out);
    json.list("wrong").end();
    if (leaves != nullptr) leaves->write(json);
    writeAnswer(streams.out, "index", json.end().text());
    return kAgrees;
  }
  streams.out << fmt::format("{}, {} indexed now", counted(indexed.games, "game"), indexed.added);
  if (indexed.left_out != 0)
    streams.out << fmt::format("; {} are live, corrected or damaged, and always searched", indexed.left_out);
  streams.out << fmt::format("\n{} in {}\n", counted(size.bytes, "byte"), counted(size.rows, "row"));
  if (leaves != nullptr) streams.out << leaves->text();
  return kAgrees;
}

int indexLeaves(GameLoader& loader, const Arguments& arguments, Streams& streams) {
  const RangeCommand command{.name = "index",
                             .options = {},
                             .work =
                                 [&](const auto& run, auto& writer, auto& progress) {
                                   find::indexRange(loader, run, writer, jobsOf(arguments), [&](std::uint64_t done) {
                                     progress.show(fmt::format("{} of {} games", done, run.games().size()));
                                   });
                                 },
                             .check = [&](const auto& lines) { find::checkTerms(loader, lines); },
                             .report =
                                 [&](const auto& lines, const auto& leaves) {
                                   return printIndexed(loader, find::indexedBy(loader, lines), &leaves, arguments,
                                                       streams);
                                 }};
  return runForLeaves(command, loader.archive(), arguments, streams);
}

int runIndex(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "index", {"again", "check"});
  GameLoader loader(arguments.archive());
  if (asks_for_leaves) return indexLeaves(loader, arguments, streams);
  ProgressLine progress(streams);
  if (arguments.has("check")) return checkIndex(loader, arguments, streams, progress);
  const auto indexed = find::bringUpToDate(loader, arguments.has("again"), jobsOf(arguments),
                                           [&](std::uint64_t done) { progress.show(fmt::format("{} games", done)); });
  progress.wipe();
  return printIndexed(loader, indexed, nullptr, arguments, streams);
}

}  // namespace

Command indexCommand() {
  return {.name = "index",
          .words = {},
          .summary = "bring the index that docket find uses up to date",
          .help = kIndexHelp,
          .examples = kIndexExamples,
          .options = withLeaves({{.name = "again", .value = {}, .help = "rebuild the whole index"},
                                 {.name = "check", .value = {}, .help = "compare the index with all games instead"},
                                 jobsOption()}),
          .run = runIndex,
          .changes_archive = true};
}

}  // namespace docket
