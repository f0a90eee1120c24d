// The notes on the documents that games are pinned to, computed once per pair of documents.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "events/digest.h"
#include "tools/game/game_loader.h"

namespace docket {

class PinnedNotes {
 public:
  /// The archive must outlive it.
  explicit PinnedNotes(const Archive& archive) : archive_(archive) {}

  /// Thread-safe.
  [[nodiscard]] std::vector<std::string> of(const OpenGame& game);

 private:
  [[nodiscard]] std::vector<std::string> notesOn(const OpenGame& game) const;

  const Archive& archive_;
  std::mutex asking_;  // guards known_
  std::map<std::pair<Digest, Digest>, std::vector<std::string>> known_;
};

}  // namespace docket
