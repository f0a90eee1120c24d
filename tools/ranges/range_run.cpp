#include "tools/ranges/range_run.h"

#include <fmt/format.h>

#include <utility>

#include "events/errors.h"
#include "events/log/merkle_tree.h"
#include "store/naming.h"
#include "store/platform/parallel.h"

namespace docket::leaf_ranges {
namespace {

/// The log's tree, in which the hashes over some leaves are computed from these and the others are the stored ones.
class PartlyComputed {
 public:
  PartlyComputed(const Log& log, LeafSpan leaves) : log_(log), stored_(log.hashes()), leaves_(leaves) {}

  [[nodiscard]] TreeHash at(unsigned level, std::uint64_t index) const {
    const std::uint64_t first = index << level;
    const std::uint64_t last = first + (std::uint64_t{1} << level) - 1;
    if (last < leaves_.first || first > leaves_.last) return stored_(level, index);
    if (level == 0) return leafHash(log_.leafBytes(index));
    return nodeHash(at(level - 1, 2 * index), at(level - 1, 2 * index + 1));
  }

 private:
  const Log& log_;
  const SubtreeHash stored_;
  const LeafSpan leaves_;
};

void requireLeaves(const Archive& archive, const Log& log, const Checkpoint& checkpoint, LeafSpan leaves) {
  const PartlyComputed tree(log, leaves);
  const auto root = rootOf(checkpoint.size, [&](unsigned level, std::uint64_t index) { return tree.at(level, index); });
  if (root != checkpoint.root)
    throw DamagedArchive(
        fmt::format("{}: the {} of its log are not those of the checkpoint; docket check has the details",
                    archive.path().string(), wordsOf(std::vector{leaves})));
}

}  // namespace

bool isReplacedWithin(const Archive& archive, std::string_view id, std::uint64_t leaves) {
  for (auto next = replacedBy(archive, id); next; next = replacedBy(archive, *next)) {
    const auto replacement = archive.find(*next);
    const auto later_leaves = replacement ? archive.log().leavesOf(*replacement) : std::vector<Log::OfGame>{};
    if (!later_leaves.empty() && later_leaves.front().leaf < leaves) return true;
  }
  return false;
}

RangeRun::RangeRun(const Archive& archive, const Checkpoint& checkpoint, LeafSpan leaves)
    : archive_(archive), log_(archive.log()), checkpoint_(checkpoint), leaves_(leaves) {
  requireLeaves(archive, log_, checkpoint, leaves);
  games_ = gamesOfLeaves(archive, leaves.first, leaves.last, checkpoint.size);
}

Game RangeRun::asLogged(Game game, const LoggedGame& logged) const {
  if (logged.last_leaf > leaves_.last)
    requireLeaves(archive_, log_, checkpoint_, {.first = logged.last_leaf, .last = logged.last_leaf});
  return GameReader::asLogged(archive_, std::move(game), logged);
}

bool RangeRun::isReplaced(std::string_view id) const { return isReplacedWithin(archive_, id, checkpoint_.size); }

std::string RangeRun::withoutPath(std::string text) const {
  const std::string path = archive_.path().string() + ": ";
  for (auto at = text.find(path); at != std::string::npos; at = text.find(path, at)) text.erase(at, path.size());
  return text;
}

void RangeRun::writeLines(ResultWriter& writer, std::size_t threads, const LineOf& line_of,
                          const std::function<void(std::size_t)>& between) const {
  GameReaders readers(archive_);
  inParallelAndInOrder<std::string>(
      games_.size(), threads, [&](std::size_t i) { return line_of(games_[i], *readers.take()); },
      [&](const std::string& line) {
        if (!line.empty()) writer.add(line);
      },
      between);
}

}  // namespace docket::leaf_ranges
