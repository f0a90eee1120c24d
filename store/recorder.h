// The writing side of an archive: begins games, appends events, seals, imports whole games.
// Invariant: a request is fully checked before it adds anything to a group, so a refused one leaves no trace, and the
// known games are ahead of the database by at most the group that is being committed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/committer.h"
#include "store/database.h"
#include "store/log/log_writer.h"
#include "store/requests.h"
#include "store/rows/mentioned_names.h"
#include "store/rows/packing.h"

namespace docket::detail {

class Recorder {
 public:
  explicit Recorder(const Database& database) : database_(database), committer_(database), log_(database) {}
  /// Flushes the log into the tables, so that the next opening has nothing to repair. Leaves a failure to that opening.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void begin(const NewGame& game);
  void append(std::span<const NewEvents> events);
  bool seal(std::string_view game);
  void import(std::span<const ImportedGame> games);
  void branch(const NewBranch& branch);
  /// Appends a leaf that does not belong to a game to the log, and returns its number.
  std::uint64_t addLeaf(const KeyLeaf& leaf);
  /// Adds a leaf for each segment of an archive that predates the log, in the order in which games were added. Resumes
  /// an interrupted run.
  void addMissingLeaves();
  /// Commits rows of other column families; durable on return.
  void write(const std::function<void(rocksdb::WriteBatch&)>& add);
  /// Flushes the log into the tables, so that a new log begins. Call only while nothing else is written.
  void flush() { committer_.flush(); }

 private:
  struct KnownGame {
    std::uint32_t number = 0;
    Tail tail;
    std::string hall;  // the hall that sends the game; empty: none
  };
  struct PackedGame;
  struct PackedEvents;
  class SegmentedRowPacker;
  /// The game, from the database if it is not cached yet; BadInput if there is none.
  KnownGame& known(std::string_view id);
  void requireUnusedId(const CommitGroup& group, std::string_view id) const;
  void put(CommitGroup& group, Family family, std::string_view key, std::string_view value) const;
  /// Adds all rows of a game except its events, and returns its number.
  std::uint32_t addGame(CommitGroup& group, const PackedGame& game, const Tail& tail) const;
  void addTail(CommitGroup& group, std::string_view id, std::uint32_t number, const Tail& tail) const;
  /// Adds the rows of a segment that ends at the game's current end: its head and its leaf. The leaf follows that of
  /// the game's previous segment, if any. `about`: the game's leaf without the segment's own fields, as for the first
  /// segment. Returns the leaf's number.
  std::uint64_t addSegment(CommitGroup& group, std::uint32_t number, GameLeaf about, const Tail& tail,
                           std::optional<std::uint64_t> follows);
  /// Adds the rows of all segments of a new game.
  void addSegments(CommitGroup& group, std::uint32_t number, const PackedGame& game);
  [[nodiscard]] std::optional<std::uint64_t> leafOf(std::uint32_t number, std::uint32_t last) const;
  void addMissingLeaves(CommitGroup& group, std::uint32_t number);
  /// Throws BadInput if events come from another hall than the one that records the game.
  static void requireSender(const PackedEvents& events, std::string_view hall, const Tail& tail);
  bool prepareAppend(CommitGroup& group, std::span<const PackedEvents> packed);
  bool prepareSeal(CommitGroup& group, std::string_view id, bool& sealed);
  bool prepareBranch(CommitGroup& group, const NewBranch& branch, const PackedGame& packed);
  /// Packs the events of an imported game. Several games can be packed in parallel.
  static void packEvents(const ImportedGame& game, PackedGame& into);
  bool prepareImport(CommitGroup& group, std::span<PackedGame> packed);
  /// The rows of the unsealed events; adds the names that they mention to `names`, if given.
  std::vector<PackedRow> repack(std::uint32_t number, const Tail& tail, std::string_view id,
                                std::vector<std::uint32_t>& replaced, std::optional<MentionedNames>& names) const;
  void storeNames(CommitGroup& group, std::uint32_t number, const MentionedNames& names, const Digest& head) const;
  /// The stored names of a game's sealed events; nothing if they do not cover all of them.
  [[nodiscard]] std::optional<MentionedNames> storedNames(const KnownGame& game) const;

  const Database& database_;
  Committer committer_;
  LogWriter log_;                                        // owned by the committing thread
  std::map<std::string, KnownGame, std::less<>> known_;  // owned by the committing thread
};

}  // namespace docket::detail
