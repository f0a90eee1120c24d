#include "tools/commands/received_results.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/ranges/merged_results.h"
#include "tools/ranges/range_run.h"
#include "tools/ranges/result_file.h"

namespace docket {

using leaf_ranges::LeafSpan;

ReceivedResults::ReceivedResults(const RangeCommand& command, const leaf_ranges::Job& job, const Archive& archive,
                                 std::filesystem::path folder, Streams& streams)
    : command_(command),
      job_(job),
      archive_(archive),
      folder_(std::move(folder)),
      streams_(streams),
      games_(gamesOfLeaves(archive, 0, job.checkpoint.size - 1, job.checkpoint.size)) {}

Digest ReceivedResults::check(LeafSpan leaves, const std::filesystem::path& file) const {
  leaf_ranges::ResultReader reader(file);
  if (!reader.isOf(job_)) reader.refuse("it answers another question, or is of another checkpoint or program");
  if (reader.leaves() != leaves) reader.refuse("it is about other leaves");
  reader.skipToEnd();
  leaf_ranges::MergedResults alone;
  alone.done.push_back({.leaves = leaves, .file = file});
  command_.check(leaf_ranges::ResultLines(alone, job_, archive_, games_));
  return reader.digest();
}

work::StoredResult ReceivedResults::keep(LeafSpan leaves, std::string_view result) {
  const auto arrived = folder_ / fmt::format(".docket-arrived-{}", ::getpid());
  const auto gone = [&] {
    std::error_code ignored;
    std::filesystem::remove(arrived, ignored);
  };
  try {
    writeOutputFile(arrived, result);
    const Digest digest = check(leaves, arrived);
    const auto file = folder_ / leaf_ranges::resultName(job_, leaves, digest);
    std::filesystem::rename(arrived, file);
    return {.digest = digest, .file = file};
  } catch (const std::filesystem::filesystem_error& failed) {
    gone();
    throw EnvironmentError(failed.what());
  } catch (const BadInput& malformed) {
    gone();
    std::string why = malformed.what();
    if (const auto at = why.find(arrived.string()); at != std::string::npos)
      why.replace(at, arrived.string().size(), "result");
    throw BadInput(why);
  } catch (...) {
    gone();
    throw;
  }
}

work::StoredResult ReceivedResults::computeLocally(LeafSpan leaves) {
  leaf_ranges::ResultWriter writer(folder_, job_, leaves);
  const leaf_ranges::RangeRun run(archive_, job_.checkpoint, leaves);
  ProgressLine progress(streams_);
  command_.work(run, writer, progress);
  static_cast<void>(writer.end());
  const Digest digest = writer.digest();
  return {.digest = digest, .file = writer.keep()};
}

void ReceivedResults::remove(const work::StoredResult& result) {
  std::error_code ignored;
  std::filesystem::remove(result.file, ignored);
}

std::vector<LeafSpan> divided(const std::vector<LeafSpan>& missing, std::uint64_t per) {
  std::vector<LeafSpan> ranges;
  for (const LeafSpan& run : missing) {
    for (std::uint64_t first = run.first; first <= run.last; first += per)
      ranges.push_back({.first = first, .last = std::min(run.last, first + per - 1)});
  }
  return ranges;
}

}  // namespace docket
