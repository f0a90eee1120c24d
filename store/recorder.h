// What the recording process does: begins games, adds events, seals, takes whole games in.
// Invariant: a request is checked in full before it adds anything to a group, so one that is refused leaves no trace,
// and the games it knows are ahead of the database by the group that is being committed and no more.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "store/committer.h"
#include "store/log/log_writer.h"
#include "store/rows/mentioned_names.h"
#include "store/rows/packing.h"

namespace docket::detail {

class Recorder {
 public:
  explicit Recorder(const Database& database) : database_(database), committer_(database), log_(database) {}
  /// What is logged goes into the tables, so that the next opening has nothing to repair. A failure is left to it.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void begin(const NewGame& game);
  void append(std::span<const NewEvents> events);
  bool seal(std::string_view game);
  void import(std::span<const ImportedGame> games);
  void branch(const NewBranch& branch);
  /// Adds a leaf that is not of a game to the log, and gives its number.
  std::uint64_t addLeaf(const KeyLeaf& leaf);
  /// Gives each segment of an archive of before there was a log its leaf, the games in the order in which they came.
  /// One that was interrupted is continued.
  void addMissingLeaves();
  /// Commits rows of other column families; durable when it returns.
  void write(const std::function<void(rocksdb::WriteBatch&)>& add);
  /// Puts what is logged into the tables, so that the log begins anew. While nothing else is written.
  void flush() { committer_.flush(); }

 private:
  struct Known {
    std::uint32_t number = 0;
    Tail tail;
  };
  struct PackedGame;
  struct PackedEvents;
  class SegmentedPacking;
  /// The game, from the database where it is not known yet; BadInput where there is none.
  Known& known(std::string_view id);
  void mustBeNew(const Group& group, std::string_view id) const;
  /// Adds a game's rows but those of its events, and gives its number.
  std::uint32_t addGame(Group& group, const PackedGame& game, const Tail& tail) const;
  void addTail(Group& group, std::string_view id, std::uint32_t number, const Tail& tail) const;
  /// Adds the rows of a segment that ends where the game does now: its head, and its leaf, which follows that of the
  /// game's segment before, if there is one. `about` is the game's leaf but for these, its first one. Gives the leaf's
  /// number.
  std::uint64_t addSegment(Group& group, std::uint32_t number, GameLeaf about, const Tail& tail,
                           std::optional<std::uint64_t> follows);
  /// The same of all segments of a game that is new.
  void addSegments(Group& group, std::uint32_t number, const PackedGame& game);
  [[nodiscard]] std::optional<std::uint64_t> leafOf(std::uint32_t number, std::uint32_t last) const;
  void addMissingLeaves(Group& group, std::uint32_t number);
  bool prepareAppend(Group& group, std::span<const PackedEvents> packed);
  bool prepareSeal(Group& group, std::string_view id, bool& sealed);
  bool prepareBranch(Group& group, const NewBranch& branch, const PackedGame& packed);
  /// Packs the events of a game that is imported. Several games can be packed at once.
  static void packEvents(const ImportedGame& game, PackedGame& into);
  bool prepareImport(Group& group, std::span<const PackedGame> packed);
  /// The rows of the events that are not sealed yet; what they name is added to `names`, where there is one.
  std::vector<PackedRow> repack(std::uint32_t number, const Tail& tail, std::string_view id,
                                std::vector<std::uint32_t>& replaced, std::optional<MentionedNames>& names) const;
  void keepNames(Group& group, std::uint32_t number, const MentionedNames& names, const Bytes32& head) const;
  /// What is kept of a game's sealed events; nothing where it is not of all of them.
  [[nodiscard]] std::optional<MentionedNames> keptNames(const Known& game) const;

  const Database& database_;
  Committer committer_;
  LogWriter log_;                                    // the committing thread's
  std::map<std::string, Known, std::less<>> known_;  // the committing thread's
};

}  // namespace docket::detail
