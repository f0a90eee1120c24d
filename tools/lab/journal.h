// The journal of a long run: the result of each part, so that a killed run continues where it stopped.
//
//   docket regress journal 2 RUN                              RUN: the digest of all that the run's answers depend on
//   part P games G events E skipped S left L lines N check DIGEST    a part that is done; DIGEST is of the N lines
//   ...N lines...
//
// Parts are in the order in which they got done. A part is written at once and synced; what follows the last whole one
// is of a run that was killed while it wrote, and is cut off.
// Invariant: a part that is read back is the part that was written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "events/digest.h"

namespace docket::lab {

/// The result of one part of the games.
struct PartDone {
  std::uint64_t games = 0, events = 0;  ///< that were folded
  std::uint64_t skipped = 0;            ///< games of other rulesets or catalogues
  std::uint64_t left_out = 0;           ///< games that have none of the changed cards
  std::uint64_t unasked = 0;            ///< games that asked nothing of the changed rules, nor have such cards
  std::vector<std::string> lines{};     ///< differences, and what is damaged, as lines

  /// Adds what comes after it.
  void add(PartDone&& next);
};

class Journal {
 public:
  /// Opens the journal of a run, or begins it if there is no file. Throws BadInput if the file is another run's or none
  /// at all, EnvironmentError.
  Journal(std::filesystem::path path, const Digest& run);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// The parts that earlier runs got done; they are given away.
  [[nodiscard]] std::map<std::size_t, PartDone> takeDone() { return std::move(done_); }
  /// Keeps a part. Durable when it returns. From any thread.
  void keep(std::size_t part, const PartDone& done);

 private:
  void write(const std::string& text);

  std::filesystem::path path_;
  std::mutex writing_;
  int descriptor_ = -1;
  std::map<std::size_t, PartDone> done_;
};

}  // namespace docket::lab
