// An archive: one directory that keeps games, the documents that they were played under, and what is derived from them.
// One process records, any number read while it does. The archive knows no rules: heads, keyframes and digests are
// bytes that it is given and gives back.
// Invariant: what append, seal, begin or import has returned from is on the disk and survives a power cut.
// Errors, of every function here: BadInput for what the caller asked wrongly, DamagedArchive, EnvironmentError.
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

#include "events/game_label.h"
#include "events/recording.h"
#include "schemas/event.capnp.h"
#include "store/documents.h"
#include "store/game.h"
#include "store/games.h"
#include "store/log/log.h"
#include "store/rows/keyframes.h"
#include "store/types.h"

namespace docket {

namespace detail {
class Walk;
}

enum class Access {
  read,            ///< beside a recorder, if there is one; sees what it has written up to the last refresh()
  record,          ///< the one process that writes; also reads
  record_briefly,  ///< as record, for a moment: who wants to record meanwhile waits for its end
  create,  ///< as record, of an archive that does not exist yet: the directory is made, or is there and empty, or holds
           ///< what an interrupted making left, which is continued
  salvage,  ///< as record, of an archive that lost its newest events: what is left is taken as the truth from now on
  upgrade,  ///< as record, of an archive of an earlier format, which becomes one of this format
};

/// A game to begin or to take in.
struct NewGame {
  schema::Header::Reader header;  ///< its id: 1 to 128 of A-Z a-z 0-9 . _ - /
  Secrets secrets{};  ///< see newSecret() of digest.h; of a branch its own, else of a record that came with several
  Bytes32 head{};     ///< head(0): that of the header
  GameLabel label{};  ///< what is said of it beside its record, and not in its header
};

/// What is to be said of a game of the archive beside its record.
struct NewLabel {
  std::string_view game;
  GameLabel label;  ///< all of it; an empty one takes away what was said
};

/// An event to add.
struct NewEvent {
  std::uint32_t number = 0;  ///< count + 1 of its game; anything else is refused, so a repeated append adds nothing
  HeldEvent event;           ///< at most kMostEventBytes
  Bytes32 head{};            ///< the game's head after it
};

/// Events of one game, in order.
struct NewEvents {
  std::string_view game;
  std::span<const NewEvent> events;
};

/// A whole game to take in, sealed.
struct ImportedGame {
  NewGame game;
  const Recording* recording = nullptr;
  /// The heads after events 256, 512, ... and after the last one (once, where that is a multiple of 256).
  std::span<const Bytes32> heads;
  /// How it was sealed; the events after the last segment are live. Not given: all of them are one segment.
  std::optional<std::span<const Segment>> segments{};
};

/// A part of an archive's games, so that `of` threads go through it at once, each by its own part (0 to of - 1). Every
/// game is in one part; parts are alike in size, and of runs of games that lie together.
struct Share {
  std::uint32_t part = 0, of = 1;
};

/// A game that shares the past of another and goes on with events of its own, sealed.
struct NewBranch {
  NewGame game;              ///< its header's source is kBranchSource, its source digest the parent's head after `at`
  std::string_view parent;   ///< a game of the archive
  std::uint32_t at = 0;      ///< the last event that they share
  Bytes32 head_at{};         ///< the branch's own head after that event
  std::uint8_t account = 0;  ///< the seat of the player who tells it so; 0 nobody
  std::span<const NewEvent> events{};  ///< from at + 1 on
  /// How these were sealed; those after the last segment are live. Not given: all of them are one segment.
  std::optional<std::span<const Segment>> segments{};
};

class Archive {
 public:
  static constexpr std::size_t kMostEventBytes = 4U << 20;
  static constexpr std::size_t kMostHeaderBytes = 1U << 20;

  /// Opens the archive in the directory `path`. Throws EnvironmentError where another process records (it says which),
  /// BadInput where there is no archive, or where there is one already to `create`, DamagedArchive where the newest
  /// events are lost and `access` is record (nothing is changed then).
  static Archive open(const std::filesystem::path& path, Access access);
  /// Whether there is an archive in the directory `path`, whatever its format and its state.
  [[nodiscard]] static bool standsAt(const std::filesystem::path& path);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] bool records() const;

  // -- recording: from any number of threads; those that wait together share one sync of the disk

  /// Begins a live game. BadInput where its id is malformed or taken.
  void begin(const NewGame& game);
  /// Adds events to live or sealed games; all of them or none. Durable when it returns.
  void append(std::span<const NewEvents> events);
  void append(std::string_view game, const NewEvent& event);
  /// Packs the events that are not sealed yet into blocks, as a segment. Later events make a further segment.
  /// Gives false where there was nothing to seal.
  bool seal(std::string_view game);
  /// Takes in whole games, sealed; all of them or none.
  void import(std::span<const ImportedGame> games);
  void import(const ImportedGame& game);
  /// Begins a branch; all of it or nothing. No event of the parent is copied, so it costs its own events. Later events
  /// are appended to it as to any game. BadInput where its id is taken or the parent has no event `at`.
  void branch(const NewBranch& branch);
  /// Keeps labels beside the records of games, all of them or none; heads and leaves stay as they are. Durable when it
  /// returns. BadInput where there is no such game, one is named twice, or a label says what a header says already.
  void label(std::span<const NewLabel> labels);
  /// Erases the name of the player of that seat (from 1) from a game: from its header or its label, the index, and what
  /// was found out about the game and says it. Heads and leaves stay as they are. Durable when it returns; older tables
  /// and the log of the database hold the name until they are rewritten (rewriting.h). BadInput where the game has no
  /// such seat, or its name has no salt.
  void erasePlayer(std::string_view game, std::uint8_t seat);

  // -- reading

  /// The game of that id, or nothing.
  [[nodiscard]] std::optional<Game> find(std::string_view id) const;
  /// The game of that id; BadInput, with the nearest ids, where there is none.
  [[nodiscard]] Game game(std::string_view id) const;
  /// Calls `see` with every game, in the order in which they came; stops where it gives false.
  /// One pass over the blocks, where `see` reads the games that it is given from their start; it may keep them, by
  /// moving from them. A damaged game throws from within its own forEach; `see` may catch that and go on. Where it is
  /// known that whole games are lost, the pass ends by throwing DamagedArchive; so does a listing. `share`: only those
  /// of it.
  void forEachGame(const std::function<bool(Game&)>& see, Share share = {}) const;
  /// The games that `filter` lets through, by date and then by id; stops where `see` gives false.
  void list(const GameFilter& filter, const std::function<bool(const GameEntry&)>& see) const;
  [[nodiscard]] std::vector<GameEntry> list(const GameFilter& filter = {}) const;
  /// The branches of a game, by id; not those of its branches.
  [[nodiscard]] std::vector<GameEntry> branchesOf(std::string_view id) const;
  /// How many games and events there are; what branches share is counted once.
  [[nodiscard]] ArchiveTotals totals() const;
  /// Reader: opens it anew, so that it sees what the recorder has written since; what was opened of it before stays as
  /// it was. Recorder: nothing to do. Throws as open().
  void refresh();

  [[nodiscard]] Documents documents() const;
  [[nodiscard]] Keyframes keyframes() const;
  /// The log of what is sealed.
  [[nodiscard]] Log log() const;

  /// Recorder: makes `target`, a new directory, an archive of its own with everything that is stored now, while
  /// recording goes on. Files are linked where both are on one file system, else copied.
  void copyTo(const std::filesystem::path& target) const;

 private:
  friend class detail::Walk;
  friend class GameReader;
  explicit Archive(std::shared_ptr<detail::Database> database);
  [[nodiscard]] std::optional<Game> open(std::uint32_t number) const;
  std::shared_ptr<detail::Database> database_;
};

}  // namespace docket
