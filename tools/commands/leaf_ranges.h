// The options by which a command computes a range of the leaves of a checkpoint's log, so that many machines can share
// the work, and by which the results are merged (docs/many_machines.md).
// Invariant: the report on ranges that one run computed, and the report on the same ranges computed by many runs, are
// made from result files by the same code, so they are equal byte for byte.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_writer.h"
#include "store/archive.h"
#include "tools/commands/command.h"
#include "tools/game/documents.h"
#include "tools/io/progress.h"
#include "tools/ranges/merged_results.h"
#include "tools/ranges/range_run.h"

namespace docket {

/// --leaves, --checkpoint, --key, --results and --merge after a command's own options.
[[nodiscard]] std::vector<Option> withLeaves(std::vector<Option> own);
/// True if a range is to be done, or results are to be merged. Throws BadInput if --checkpoint has neither, or if one
/// of these options of the command, or a word, is given that is not for ranges.
[[nodiscard]] bool asksForLeaves(const Arguments& arguments, std::string_view command,
                                 std::initializer_list<std::string_view> refused, bool takes_words = false);

/// The leaves that a report is about.
class LeavesReported {
 public:
  LeavesReported(const leaf_ranges::Job& job, const leaf_ranges::MergedResults& results, bool is_merged)
      : job_(job), results_(results), is_merged_(is_merged) {}

  /// At least the status of the report: kDiffers if leaves are missing, or done with results that differ.
  [[nodiscard]] int atLeast(int status) const;
  /// Which log, its root, what is missing and what differs; the end of a report.
  [[nodiscard]] std::string text() const;
  /// Writes the end of a report as the member "leaves" of the open object.
  void write(JsonWriter& json) const;

 private:
  const leaf_ranges::Job& job_;
  const leaf_ranges::MergedResults& results_;
  const bool is_merged_;
};

/// A command that works on ranges.
struct RangeCommand {
  std::string_view name;
  std::vector<std::string> options;  ///< as in Job
  /// Writes the lines about the games of a range.
  std::function<void(const leaf_ranges::RangeRun& run, leaf_ranges::ResultWriter& writer, ProgressLine& progress)> work;
  /// Throws BadInput if the lines cannot be reported, because they are malformed or do not fit the archive.
  std::function<void(const leaf_ranges::ResultLines& lines)> check;
  /// Prints the report on the lines and gives its exit status.
  std::function<int(const leaf_ranges::ResultLines& lines, const LeavesReported& leaves)> report;
};

/// Does what these options ask for, and gives the exit status.
[[nodiscard]] int runForLeaves(const RangeCommand& command, const Archive& archive, const Arguments& arguments,
                               Streams& streams);

/// What an option that names a document says, for RangeCommand::options: its digest, and the choice unless that names a
/// file.
[[nodiscard]] std::string documentOption(std::string_view option, const std::string& choice,
                                         const HeldDocument& document);
/// What --player, --event, ... say, for RangeCommand::options.
[[nodiscard]] std::vector<std::string> selectionOptions(const GameFilter& filter);

}  // namespace docket
