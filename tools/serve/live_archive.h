// A read-only view of an archive that another process writes to: reopens it periodically, reads its games in the
// background and publishes immutable snapshots.
// Invariant: it writes nothing; a snapshot or game that a caller holds stays as it was when taken.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/site/collection.h"
#include "tools/site/list_pages.h"
#include "tools/site/listing.h"

namespace docket::serve {

/// The archive as far as it was read.
struct Snapshot {
  std::vector<site::ListedGame> listed{};
  std::map<std::string, std::size_t, std::less<>> by_key{};  ///< places in `listed`
  site::Collection collection{};
  std::unique_ptr<const site::ListPages> pages{};
};

class LiveArchive {
 public:
  /// Opens the archive and begins to read it. Throws as Archive::open().
  LiveArchive(const std::filesystem::path& path, const GameFilter& filter, const site::Options& options,
              std::size_t jobs);
  ~LiveArchive();
  LiveArchive(const LiveArchive&) = delete;
  LiveArchive& operator=(const LiveArchive&) = delete;

  [[nodiscard]] std::shared_ptr<const Snapshot> now() const;
  /// Waits until what is stored now is in now(), but not for longer than `patience`. Thread-safe.
  void catchUp(std::chrono::milliseconds patience);
  /// Calls `act` with the archive, which is not reopened meanwhile. Thread-safe.
  void with(const std::function<void(GameLoader&)>& act);
  /// How often the archive was reopened.
  [[nodiscard]] std::uint64_t refreshes() const { return refreshes_; }
  [[nodiscard]] const site::Options& options() const { return options_; }
  /// Stops reading, and the pages that follow a table.
  void end();
  [[nodiscard]] bool ends() const { return ends_; }

 private:
  void keepUp();
  void refresh();
  bool list();
  void readGames();
  void publish(std::size_t unread);

  GameFilter filter_;
  site::Options options_;
  std::size_t jobs_;
  std::shared_mutex opening_;  // shared by readers, exclusive while reopening
  GameLoader loader_;
  ArchiveTotals totals_{};
  std::chrono::steady_clock::time_point listed_at_{};
  std::vector<site::ListedGame> listed_;
  std::map<std::string, site::PageFacts, std::less<>> facts_;  // by key
  mutable std::mutex now_guard_;                               // guards what is below
  std::condition_variable woken_, caught_up_;
  std::uint64_t asked_ = 0, answered_ = 0;  // how often catchUp() was called, and how many of these calls are over
  std::shared_ptr<const Snapshot> now_;
  std::atomic<std::uint64_t> refreshes_ = 0;
  std::atomic<bool> ends_ = false;
  std::thread keeper_;  // last: it uses all of the above
};

}  // namespace docket::serve
