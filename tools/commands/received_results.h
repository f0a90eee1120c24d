// The results that workers send, in a folder: each is checked against the job and the archive before it is stored.
// Invariant: a file under a result's name is whole and can be merged.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "store/log/logged_games.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/work/coordinator.h"

namespace docket {

class ReceivedResults : public work::ResultFolder {
 public:
  /// All arguments must outlive it.
  ReceivedResults(const RangeCommand& command, const leaf_ranges::Job& job, const Archive& archive,
                  std::filesystem::path folder, Streams& streams);

  [[nodiscard]] work::StoredResult keep(leaf_ranges::LeafSpan leaves, std::string_view result) override;
  [[nodiscard]] work::StoredResult computeLocally(leaf_ranges::LeafSpan leaves) override;
  void remove(const work::StoredResult& result) override;

 private:
  [[nodiscard]] Digest check(leaf_ranges::LeafSpan leaves, const std::filesystem::path& file) const;

  const RangeCommand& command_;
  const leaf_ranges::Job& job_;
  const Archive& archive_;
  const std::filesystem::path folder_;
  Streams& streams_;
  const std::vector<LoggedGame> games_;  // of the checkpoint
};

/// Runs of leaves, none longer than `per`, that the results do not have yet.
[[nodiscard]] std::vector<leaf_ranges::LeafSpan> divided(const std::vector<leaf_ranges::LeafSpan>& missing,
                                                         std::uint64_t per);

}  // namespace docket
