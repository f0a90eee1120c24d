// Computes a range of a job for a worker: fetches the games that are missing, then runs the job's command.
// Invariants: a job runs no other command than those that can be divided, with no other options than those that its
// answer depends on. This process survives whatever happens in a range.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "tools/follow/source.h"
#include "tools/work/job.h"
#include "tools/work/worker.h"

namespace docket {

class JobRunner {
 public:
  /// The exit status of a command, and its error output.
  struct Ended {
    int status = 0;
    std::string output;
  };
  using Run = std::function<Ended(const std::vector<std::string>& typed)>;

  struct Settings {
    std::filesystem::path archive;
    std::string documents;  ///< the folder or address that files are fetched from; empty: what the archive follows
    std::optional<std::uint32_t> jobs{};
  };

  /// `folder`: an empty folder that nothing else uses.
  JobRunner(Settings settings, std::filesystem::path folder, Run run);

  [[nodiscard]] work::RangeOutcome operator()(leaf_ranges::LeafSpan leaves, std::string_view job);

 private:
  void prepare(std::string_view job);
  void requireLeaves(const std::string& checkpoint);
  void fetch(const work::SharedJob& job);

  const Settings settings_;
  const std::filesystem::path folder_;
  const Run run_;
  std::unique_ptr<follow::Source> source_;
  Digest prepared_{};               // the job that is ready
  std::vector<std::string> typed_;  // its command line, without the leaves
};

}  // namespace docket
