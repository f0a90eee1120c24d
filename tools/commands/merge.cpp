// docket merge: takes every game of another archive into this one.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/game/merging.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kMergeHelp =
    R"(Imports the games of the archive OTHER with their documents, labels and branches, and
keeps their heads. If both have the same game, further events are added. A different
game with the same id is reported and left out; docket export and docket import --id
give it another id. OTHER is not changed, and its keys and checkpoints are not
copied. An interrupted run is finished by the same command.

Exit status: 1 if two different games have the same id or labels differ, 3 if OTHER
is damaged.)";

constexpr std::string_view kMergeExamples =
    R"(  docket merge ../regional-archive --dry-run
  docket merge ../regional-archive
  docket merge ../regional-archive --json)";

using Result = MergedGame::Result;
constexpr std::array<std::string_view, 6> kWords = {"taken", "same", "longer", "continued", "different", "damaged"};

std::string_view statusWord(Result result) { return kWords.at(static_cast<std::size_t>(result)); }

/// The progress output and the summary.
class MergeReport {
 public:
  MergeReport(Streams& streams, bool json, bool dry_run)
      : streams_(streams), list_(streams.out, "merge"), json_(json), dry_run_(dry_run), progress_(streams) {}

  void progress(std::uint64_t games) { progress_.show(counted(games, "game")); }
  void add(const MergedGame& merged) {
    ++counts_.at(static_cast<std::size_t>(merged.result));
    conflicts_ += merged.conflicts.size();
    progress_.wipe();
    if (json_) {
      JsonWriter json;
      json.object().member("game", merged.game).member("status", statusWord(merged.result));
      json.member("events", merged.events).member("head", hex(merged.head));
      json.memberOrNull("why", merged.why);
      json.list("conflicts");
      for (const LabelConflict& one : merged.conflicts)
        json.object().member("field", one.field).member("here", one.recorded).member("there", one.in_label).end();
      json.end();
      list_.item(json.end().text());
    } else if (merged.result == Result::different || merged.result == Result::damaged) {
      streams_.out << line(merged, Style::bad) << tableRow("           " + printable(merged.why));
    } else if (merged.result != Result::same) {
      streams_.out << line(merged, Style::good);
    }
    if (json_) return;
    for (const LabelConflict& one : merged.conflicts)
      noteLine(streams_, "conflict",
               fmt::format("{}: {} is {} here and {} there; the label of this archive is kept", merged.game, one.field,
                           one.recorded, one.in_label));
  }
  int ends(const ArchiveMerger& merger) {
    progress_.wipe();
    if (json_) {
      printJsonEnd(merger);
    } else {
      printEnd(merger);
    }
    if (countOf(Result::damaged) != 0 || !merger.damages().empty()) return kDamaged;
    return countOf(Result::different) == 0 && conflicts_ == 0 ? kAgrees : kDiffers;
  }

 private:
  [[nodiscard]] std::uint64_t countOf(Result result) const { return counts_.at(static_cast<std::size_t>(result)); }
  [[nodiscard]] std::string line(const MergedGame& merged, Style style) const {
    return tableRow(fmt::format(
        "{}  {}  {}  head {}", styled(streams_.colour, style, padded(std::string(statusWord(merged.result)), 9)),
        printable(merged.game), counted(merged.events, "event"), hex(merged.head).substr(0, 16)));
  }
  void printJsonEnd(const ArchiveMerger& merger) {
    JsonWriter json;
    std::uint64_t games = 0;
    for (const auto count : counts_) games += count;
    json.object().member("games", games);
    for (std::size_t i = 0; i < counts_.size(); ++i) json.member(kWords.at(i), counts_.at(i));
    json.member("documents", merger.documentsTaken()).list("damages", merger.damages());
    list_.end(json.member("dryRun", dry_run_).end().text());
  }
  void printEnd(const ArchiveMerger& merger) {
    for (const auto& damage : merger.damages())
      streams_.out << styled(streams_.colour, Style::bad, "damaged") << "    " << printable(damage) << '\n';
    streams_.out << fmt::format("{} taken, {} continued, {} the same, {} longer here, {} different, {} damaged; {}\n",
                                countOf(Result::taken), countOf(Result::continued), countOf(Result::same),
                                countOf(Result::longer), countOf(Result::different), countOf(Result::damaged),
                                counted(merger.documentsTaken(), "new document"));
    if (dry_run_) streams_.out << "Nothing was changed. Run this without --dry-run to merge.\n";
  }

  Streams& streams_;
  AnswerList list_;
  bool json_, dry_run_;
  ProgressLine progress_;
  std::array<std::uint64_t, kWords.size()> counts_{};
  std::uint64_t conflicts_ = 0;  // of labels
};

int runMerge(const Arguments& arguments, Streams& streams) {
  const std::filesystem::path other_path = arguments.words().front();
  const bool dry_run = arguments.has("dry-run");
  std::error_code none;
  if (std::filesystem::equivalent(other_path, arguments.archive(), none))
    throw BadInput(fmt::format("{}: this is the same archive", other_path.string()));
  const auto other = Archive::open(other_path, Access::read);
  auto into = Archive::open(arguments.archive(), dry_run ? Access::read : Access::record);
  ArchiveMerger merger(into, other, dry_run);
  MergeReport report(streams, arguments.json(), dry_run);
  merger.run([&](const MergedGame& merged) { report.add(merged); },
             [&](std::uint64_t games) { report.progress(games); });
  return report.ends(merger);
}

}  // namespace

Command mergeCommand() {
  return {.name = "merge",
          .words = "OTHER",
          .summary = "import every game of another archive",
          .help = kMergeHelp,
          .examples = kMergeExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "dry-run", .value = {}, .help = "show what would be imported, but change nothing"}},
          .run = runMerge,
          .changes_archive = true};
}

}  // namespace docket
