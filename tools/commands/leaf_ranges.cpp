#include "tools/commands/leaf_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <range/v3/algorithm/find.hpp>
#include <system_error>

#include "events/digest.h"
#include "events/errors.h"
#include "tools/game/archive_log.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using leaf_ranges::Job;
using leaf_ranges::LeafSpan;
using leaf_ranges::MergedResults;
using leaf_ranges::ResultLines;

/// The checkpoint of --checkpoint, with whose leaves the archive's log begins.
Checkpoint checkpointFor(const Arguments& arguments, const Archive& archive) {
  const auto file = *arguments.value("checkpoint");
  auto read = readCheckpoint(file);
  for (const auto& key : verifierKeysFrom(arguments.values("key"))) {
    if (!isSignedBy(read.note, std::vector{key}))
      throw BadInput(fmt::format("{}: this checkpoint is not signed by {}", file, key.name));
  }
  if (const auto found = compare(archive.log(), read.checkpoint); !found.holds())
    throw BadInput(fmt::format("{}: {}", archive.path().string(), wordsOf(found, read.checkpoint)));
  return std::move(read.checkpoint);
}

void writeSpans(JsonWriter& json, std::string_view name, const std::vector<LeafSpan>& spans) {
  json.list(name);
  for (const LeafSpan& span : spans) json.object().member("first", span.first).member("last", span.last).end();
  json.end();
}

/// The folder for results: the one given, else a temporary one.
std::filesystem::path folderFor(const std::optional<std::string>& results) {
  if (!results) return std::filesystem::temp_directory_path();
  std::error_code error;
  std::filesystem::create_directories(*results, error);
  if (error) throw EnvironmentError(fmt::format("{}: cannot create the folder: {}", *results, error.message()));
  return *results;
}

int sayWhere(const Job& job, const MergedResults& results, std::size_t games, const Arguments& arguments,
             Streams& streams) {
  const auto& [leaves, file] = results.done.front();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("file", file.string()).member("games", games);
    LeavesReported(job, results, false).write(json);
    writeAnswer(streams.out, job.command, json.end().text());
  } else {
    streams.out << paragraph(
        fmt::format("{}: {}, to {}", wordsOf(std::vector{leaves}), counted(games, "game"), printable(file.string())), 0,
        2);
  }
  return kAgrees;
}

int runOneRange(const RangeCommand& command, const Job& job, const Archive& archive, const Arguments& arguments,
                Streams& streams) {
  const LeafSpan leaves = leaf_ranges::leafSpanOf(*arguments.value("leaves"), job.checkpoint.size);
  const auto folder = arguments.value("results");
  leaf_ranges::ResultWriter writer(folderFor(folder), job, leaves);
  const leaf_ranges::RangeRun run(archive, job.checkpoint, leaves);
  {
    ProgressLine progress(streams);
    command.work(run, writer, progress);
    progress.wipe();
  }
  MergedResults results;
  results.done.push_back({.leaves = leaves, .file = writer.end()});
  if (folder) {
    results.done.front().file = writer.keep();
    return sayWhere(job, results, run.games().size(), arguments, streams);
  }
  const LeavesReported reported(job, results, false);
  return reported.atLeast(command.report(ResultLines(results, job, archive), reported));
}

int mergeRanges(const RangeCommand& command, const Job& job, const Archive& archive, const Arguments& arguments,
                Streams& streams) {
  if (arguments.before_merge) arguments.before_merge(command, job, archive);
  const auto& words = arguments.values("merge");
  const MergedResults results = leaf_ranges::resultsIn({words.begin(), words.end()}, job);
  if (results.done.empty() && results.disagreements.empty())
    throw BadInput(fmt::format("{}: there is no result of this question to this program about this checkpoint{}",
                               words.front(),
                               results.others == 0 ? "" : fmt::format(", but {} of others", results.others)));
  if (results.others != 0)
    streams.err << fmt::format("docket {}: {} of other questions, checkpoints or programs left out\n", command.name,
                               counted(results.others, "result"));
  if (results.repeated != 0)
    streams.err << fmt::format("docket {}: {} done more than once, with equal results\n", command.name,
                               counted(results.repeated, "range"));
  const LeavesReported reported(job, results, true);
  return reported.atLeast(command.report(ResultLines(results, job, archive), reported));
}

}  // namespace

std::vector<Option> withLeaves(std::vector<Option> own) {
  own.insert(own.end(),
             {{.name = "leaves", .value = "A..B", .help = "only games that begin at these leaves of its log"},
              {.name = "checkpoint", .value = "FILE", .help = "the checkpoint for --leaves and --merge"},
              {.name = "key", .value = "KEY", .help = "the verifier key that must have signed it"},
              {.name = "results", .value = "DIR", .help = "write the result to this folder", .belongs_to = "--leaves"},
              {.name = "merge", .value = "DIR", .help = "merge the results in this folder into one report"}});
  return own;
}

bool asksForLeaves(const Arguments& arguments, std::string_view command,
                   std::initializer_list<std::string_view> refused, bool takes_words) {
  const bool is_one = arguments.has("leaves"), is_merge = arguments.has("merge");
  if (!is_one && !is_merge) {
    for (const std::string_view option : {"checkpoint", "key"}) {
      if (arguments.has(option))
        throw BadInput(fmt::format("docket {}: --{} goes with --leaves or --merge", command, option));
    }
    return false;
  }
  const std::string_view asked = is_one ? "--leaves" : "--merge";
  if (is_one && is_merge)
    throw BadInput(fmt::format("docket {}: expected --leaves, which does a range, or --merge, not both", command));
  if (!arguments.has("checkpoint"))
    throw BadInput(fmt::format("docket {}: {} needs --checkpoint FILE: whose leaves are meant?", command, asked));
  for (const std::string_view option : refused) {
    if (arguments.has(option))
      throw BadInput(fmt::format("docket {}: expected {} or --{}, not both", command, asked, option));
  }
  if (!takes_words && !arguments.words().empty())
    throw BadInput(fmt::format("docket {}: expected GAME... or {}, not both", command, asked));
  return true;
}

int LeavesReported::atLeast(int status) const {
  const bool is_whole = results_.disagreements.empty() && (!is_merged_ || results_.missing.empty());
  return is_whole ? status : std::max<int>(status, kDiffers);
}

std::string LeavesReported::text() const {
  const Checkpoint& checkpoint = job_.checkpoint;
  std::string text = paragraph(fmt::format("{} of the {} of {}, with the root", wordsOf(results_.leaves()),
                                           counted(checkpoint.size, "leaf", "leaves"), printable(checkpoint.origin)),
                               0, 2) +
                     fmt::format("  {}\n", hex(checkpoint.root));
  if (is_merged_ && !results_.missing.empty())
    text += paragraph(fmt::format("missing: {}", wordsOf(results_.missing)), 0, 2);
  for (const auto& one : results_.disagreements) {
    text += paragraph(
        fmt::format("the results for {} differ, and none of them counts:", wordsOf(std::vector{one.leaves})), 0, 2);
    for (const auto& file : one.files) text += paragraph(printable(file.string()), 2, 4);
  }
  return text;
}

void LeavesReported::write(JsonWriter& json) const {
  json.object("leaves").member("origin", job_.checkpoint.origin).member("size", job_.checkpoint.size);
  json.member("root", hex(job_.checkpoint.root));
  writeSpans(json, "done", results_.leaves());
  writeSpans(json, "missing", is_merged_ ? results_.missing : std::vector<LeafSpan>{});
  json.list("differ");
  for (const auto& one : results_.disagreements) {
    json.object().member("first", one.leaves.first).member("last", one.leaves.last);
    json.list("files", one.files, [](const auto& file) { return file.string(); }).end();
  }
  json.end().end();
}

int runForLeaves(const RangeCommand& command, const Archive& archive, const Arguments& arguments, Streams& streams) {
  const Job job{.command = std::string(command.name),
                .options = command.options,
                .checkpoint = checkpointFor(arguments, archive)};
  return arguments.has("merge") ? mergeRanges(command, job, archive, arguments, streams)
                                : runOneRange(command, job, archive, arguments, streams);
}

std::string documentOption(std::string_view option, const std::string& choice, const HeldDocument& document) {
  const bool is_file = document.origin != "shipped" && document.origin != "stored";
  return fmt::format("{} {} {}", option, is_file ? "file" : choice, hex(document.digest));
}

std::vector<std::string> selectionOptions(const GameFilter& filter) {
  std::vector<std::string> asked;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) asked.push_back(fmt::format("{} {}", name, value));
  };
  add("player", filter.player);
  add("event", filter.event);
  add("round", filter.round == 0 ? std::string() : std::to_string(filter.round));
  add("ruleset", filter.ruleset);
  add("version", filter.ruleset_version);
  add("since", filter.date_from);
  add("until", filter.date_to);
  add("prefix", filter.id_prefix);
  return asked;
}

}  // namespace docket
