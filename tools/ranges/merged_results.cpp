#include "tools/ranges/merged_results.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/lower_bound.hpp>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "store/game_reader.h"
#include "tools/ranges/range_run.h"

namespace docket::leaf_ranges {
namespace {

constexpr std::size_t kMaxFiles = 1'000'000;

std::vector<std::filesystem::path> resultFilesIn(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != kResultEnding) continue;
    if (files.size() == kMaxFiles)
      throw BadInput(fmt::format("{}: this folder has more than {} results", folder.string(), kMaxFiles));
    files.push_back(at->path());
  }
  if (error) throw BadInput(fmt::format("{}: the folder cannot be read: {}", folder.string(), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

using Key = std::pair<std::uint64_t, std::uint64_t>;
using ByContent = std::map<Digest, std::vector<std::filesystem::path>>;

void requireApart(const LeafSpan& before, const std::filesystem::path& one, const LeafSpan& next,
                  const std::filesystem::path& other) {
  if (before.last < next.first) return;
  throw BadInput(fmt::format("{} and {}: the leaves {}..{} and {}..{} overlap: remove one of the two results",
                             one.string(), other.string(), before.first, before.last, next.first, next.last));
}

}  // namespace

std::vector<LeafSpan> MergedResults::leaves() const {
  std::vector<LeafSpan> spans;
  for (const DoneRange& one : done) {
    if (!spans.empty() && spans.back().last + 1 == one.leaves.first) {
      spans.back().last = one.leaves.last;
    } else {
      spans.push_back(one.leaves);
    }
  }
  return spans;
}

MergedResults resultsIn(const std::vector<std::filesystem::path>& folders, const Job& job) {
  MergedResults results;
  std::map<Key, ByContent> by_range;
  for (const auto& folder : folders) {
    for (const auto& path : resultFilesIn(folder)) {
      ResultReader file(path);
      if (!file.isOf(job)) {
        ++results.others;
        continue;
      }
      file.skipToEnd();
      by_range[{file.leaves().first, file.leaves().last}][file.digest()].push_back(path);
    }
  }
  std::uint64_t next = 0;
  const std::filesystem::path* last_file = nullptr;
  LeafSpan before;
  for (const auto& [range, contents] : by_range) {
    const LeafSpan leaves{.first = range.first, .last = range.second};
    const auto& file = contents.begin()->second.front();
    if (last_file != nullptr) requireApart(before, *last_file, leaves, file);
    last_file = &file;
    before = leaves;
    if (contents.size() > 1) {
      Disagreement disagreement{.leaves = leaves, .files = {}};
      for (const auto& [digest, files] : contents)
        disagreement.files.insert(disagreement.files.end(), files.begin(), files.end());
      std::sort(disagreement.files.begin(), disagreement.files.end());
      results.disagreements.push_back(std::move(disagreement));
    } else {
      if (contents.begin()->second.size() > 1) ++results.repeated;
      results.done.push_back({.leaves = leaves, .file = file});
    }
    if (leaves.first > next) results.missing.push_back({.first = next, .last = leaves.first - 1});
    next = leaves.last + 1;
  }
  if (next < job.checkpoint.size) results.missing.push_back({.first = next, .last = job.checkpoint.size - 1});
  return results;
}

ResultLines::ResultLines(const MergedResults& results, const Job& job, const Archive& archive)
    : ResultLines(results, job, archive,
                  results.done.empty() ? std::vector<LoggedGame>{}
                                       : gamesOfLeaves(archive, results.done.front().leaves.first,
                                                       results.done.back().leaves.last, job.checkpoint.size)) {}

ResultLines::ResultLines(const MergedResults& results, const Job& job, const Archive& archive,
                         std::span<const LoggedGame> games)
    : results_(results), job_(job), archive_(archive) {
  for (const DoneRange& range : results.done) {
    const auto first = ranges::lower_bound(games, range.leaves.first, {}, &LoggedGame::leaf);
    const auto end = ranges::lower_bound(games, range.leaves.last + 1, {}, &LoggedGame::leaf);
    games_.insert(games_.end(), first, end);
  }
}

std::size_t ResultLines::gamesOf(LeafSpan leaves) const {
  const auto first = ranges::lower_bound(games_, leaves.first, {}, &LoggedGame::leaf);
  const auto end = ranges::lower_bound(games_, leaves.last + 1, {}, &LoggedGame::leaf);
  return static_cast<std::size_t>(end - first);
}

std::vector<LoggedGame>::const_iterator ResultLines::placeOf(const Game& game) const {
  const auto leaves = archive_.log().leavesOf(game);
  if (leaves.empty()) return games_.end();
  const auto found = ranges::lower_bound(games_, leaves.front().leaf, {}, &LoggedGame::leaf);
  return found != games_.end() && found->leaf == leaves.front().leaf ? found : games_.end();
}

void ResultLines::Line::requireGame(std::string_view id) const {
  const auto game = all.archive_.find(id);
  const auto found = game ? all.placeOf(*game) : all.games_.end();
  if (found == all.games_.end() || found->leaf < range.leaves.first || found->leaf > range.leaves.last)
    file.refuse(fmt::format("the range has no game {}", docket::quoted(std::string(id))));
}

bool ResultLines::isReplaced(std::string_view id) const { return isReplacedWithin(archive_, id, job_.checkpoint.size); }

const LoggedGame& ResultLines::Line::game(std::uint64_t leaf, std::string_view id) const {
  const auto found = ranges::lower_bound(all.games_, leaf, {}, &LoggedGame::leaf);
  if (leaf < range.leaves.first || leaf > range.leaves.last || found == all.games_.end() || found->leaf != leaf)
    file.refuse(fmt::format("no game begins at leaf {} of the range", leaf));
  const auto own = GameReader(all.archive_).open(found->number);
  if (own.id() != id)
    file.refuse(fmt::format("leaf {} is of the game {}, not of {}", leaf, docket::quoted(std::string(own.id())),
                            docket::quoted(std::string(id))));
  return *found;
}

void ResultLines::forEach(const std::function<void(const Line&)>& visit, const End& end) const {
  for (const DoneRange& range : results_.done) {
    ResultReader file(range.file);
    if (!file.isOf(job_) || file.leaves() != range.leaves) file.refuse("the file was changed meanwhile");
    const std::size_t games = gamesOf(range.leaves);
    for (;;) {
      capnp::MallocMessageBuilder message;
      auto line = message.initRoot<schema::RangeLine>();
      if (!file.next(line)) break;
      visit({.says = line.asReader(), .range = range, .file = file, .games = games, .all = *this});
    }
    if (end) end(range, file);
  }
}

}  // namespace docket::leaf_ranges
