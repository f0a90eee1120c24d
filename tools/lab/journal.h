// The journal of a long run: the result of each part, so that a killed run continues where it stopped.
//
//   docket regress journal 2 RUN                              RUN: the digest of all that the run's answers depend on
//   part P games G events E skipped S left L unasked U lines N check DIGEST    a part; DIGEST is of the N lines
//   ...N lines...
//
// Parts are in the order of their completion. A part is written at once and synced. An incomplete part at the end is
// from a run that was killed, and is cut off.
// Invariant: a part is read back as it was written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "events/digest.h"
#include "tools/io/owned_folder.h"

namespace docket::lab {

/// The result of one part of the games.
struct PartDone {
  std::uint64_t games = 0, events = 0;      ///< folded ones
  std::uint64_t of_other_documents = 0;     ///< games of other rulesets or catalogues
  std::uint64_t without_changed_cards = 0;  ///< games without any of the changed cards, if no rules change
  std::uint64_t without_changed_rules = 0;  ///< games that consulted none of the changed rules and have no such card
  std::vector<std::string> lines{};         ///< differences and damaged games, as lines

  /// Adds a later part.
  void add(PartDone&& next);
};

class Journal {
 public:
  /// Opens the journal of a run, or begins it if there is no file. Throws BadInput if the file is that of another
  /// run or not a journal, EnvironmentError.
  Journal(std::filesystem::path path, const Digest& run);

  /// Returns the parts that earlier runs completed, and forgets them.
  [[nodiscard]] std::map<std::size_t, PartDone> takeDone() { return std::move(done_); }
  /// Stores a part. Durable when it returns. Thread-safe.
  void keep(std::size_t part, const PartDone& done);

 private:
  void write(const std::string& text);

  std::filesystem::path path_;
  std::mutex writing_;
  Descriptor descriptor_;
  std::map<std::size_t, PartDone> done_;
};

}  // namespace docket::lab
