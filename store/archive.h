// An archive: a directory that holds games, the documents that they were played under, and data derived from them. One
// process records; any number can read at the same time. The archive knows no rules: heads, keyframes and digests are
// opaque bytes to it.
// Invariant: everything that append, seal, begin or import has returned from is on disk and survives a power failure.
// Errors of all functions here: BadInput for an invalid request, DamagedArchive, EnvironmentError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/access.h"
#include "store/documents.h"
#include "store/game.h"
#include "store/games.h"
#include "store/log/log.h"
#include "store/requests.h"
#include "store/rows/derived_store.h"

namespace docket {

namespace detail {
class CheckWorker;
}

/// A part of an archive's games, for `of` threads that process the archive in parallel, each with its own part (0 to of
/// - 1). Every game is in exactly one part; parts are similar in size and consist of runs of adjacent games.
struct Share {
  std::uint32_t part = 0, of = 1;
};

class Archive {
 public:
  static constexpr std::size_t kMaxEventBytes = 4U << 20;
  static constexpr std::size_t kMaxHeaderBytes = 1U << 20;

  /// Opens the archive in the directory `path`. Throws EnvironmentError if another process records (and says which),
  /// BadInput if there is no archive, or if `create` finds one, DamagedArchive if the newest events are lost and
  /// `access` is record (nothing is changed then).
  static Archive open(const std::filesystem::path& path, Access access);
  /// True if there is an archive in the directory `path`, whatever its format and condition.
  [[nodiscard]] static bool archiveExists(const std::filesystem::path& path);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] bool records() const;

  // -- recording: from any number of threads; those that wait together share one sync of the disk

  /// Begins a live game. BadInput if its id is malformed or taken.
  void begin(const NewGame& game);
  /// Appends events to live or sealed games, all or none. Durable on return. BadInput if a hall sends events of a game
  /// that it did not begin, or if events that no hall sent are for a game that a hall is still recording.
  void append(std::span<const NewEvents> events);
  void append(std::string_view game, const NewEvent& event);
  /// Packs the unsealed events into blocks, as a segment. Later events form a further segment. Returns false if there
  /// was nothing to seal.
  bool seal(std::string_view game);
  /// Imports whole games, sealed, all or none.
  void import(std::span<const ImportedGame> games);
  void import(const ImportedGame& game);
  /// Begins a branch, all or nothing. No event of the parent is copied, so it costs only its own events. Later events
  /// are appended to it as to any game. BadInput if its id is taken or the parent has no event `at`.
  void branch(const NewBranch& branch);
  /// Stores labels next to the records of games, all or none; heads and leaves do not change. Durable on return.
  /// BadInput if there is no such game, one is named twice, or a label repeats what a header says.
  void label(std::span<const NewLabel> labels);
  /// Erases the name of the player at a seat (from 1) from a game: from its header or its label, the index, and derived
  /// data that contains it. Heads and leaves do not change. Durable on return; older tables and the database's log
  /// contain the name until they are rewritten (rewriting.h). BadInput if the game has no such seat, or its name has no
  /// salt.
  void erasePlayer(std::string_view game, std::uint8_t seat);

  // -- reading

  /// The game with an id, or nothing.
  [[nodiscard]] std::optional<Game> find(std::string_view id) const;
  /// The game with an id; throws BadInput with the nearest ids if there is none.
  [[nodiscard]] Game game(std::string_view id) const;
  /// Calls `visit` with every game, in the order in which games were added, until it returns false. One pass over the
  /// blocks, if `visit` reads each game from its start; it may keep a game by moving from it. A damaged game throws
  /// from its own forEach; `visit` may catch that and continue. If whole games are known to be lost, the pass ends by
  /// throwing DamagedArchive; so does a listing. `share`: only the games of that share.
  void forEachGame(const std::function<bool(Game&)>& visit, Share share = {}) const;
  /// Lists the games that pass `filter`, by date and then by id, until `visit` returns false.
  void list(const GameFilter& filter, const std::function<bool(const GameEntry&)>& visit) const;
  [[nodiscard]] std::vector<GameEntry> list(const GameFilter& filter = {}) const;
  /// The branches of a game, by id, without the branches of those.
  [[nodiscard]] std::vector<GameEntry> branchesOf(std::string_view id) const;
  /// The number of games and events; events that branches share count once.
  [[nodiscard]] ArchiveTotals totals() const;
  /// Reader: reopens the archive to see what the recorder has written since; objects obtained before do not change.
  /// Recorder: does nothing. Throws like open().
  void refresh();

  [[nodiscard]] Documents documents() const;
  [[nodiscard]] DerivedStore derivedStore() const;
  /// The log of sealed segments.
  [[nodiscard]] Log log() const;

  /// Recorder: copies everything that is stored now to `target`, a new directory, as an archive of its own, while
  /// recording continues. Files are linked if both are on one file system, else copied.
  void copyTo(const std::filesystem::path& target) const;

 private:
  friend class detail::CheckWorker;
  friend class GameReader;
  explicit Archive(std::shared_ptr<detail::Database> database);
  [[nodiscard]] std::optional<Game> open(std::uint32_t number) const;
  std::shared_ptr<detail::Database> database_;
};

}  // namespace docket
