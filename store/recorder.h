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
#include "store/mentioned_names.h"
#include "store/packing.h"

namespace docket::detail {

class Recorder {
 public:
  explicit Recorder(const Database& database) : database_(database), committer_(database) {}
  /// What is logged goes into the tables, so that the next opening has nothing to repair. A failure is left to it.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void begin(const NewGame& game);
  void append(std::span<const NewEvents> events);
  bool seal(std::string_view game);
  void import(std::span<const ImportedGame> games);
  void branch(const NewBranch& branch);
  /// Commits rows of other column families; durable when it returns.
  void write(const std::function<void(rocksdb::WriteBatch&)>& add);

 private:
  struct Known {
    std::uint32_t number = 0;
    Tail tail;
  };
  struct PackedGame;
  struct PackedEvents;
  /// The game, from the database where it is not known yet; BadInput where there is none.
  Known& known(std::string_view id);
  void mustBeNew(const Group& group, std::string_view id) const;
  /// Adds a game's rows but those of its events, and gives its number.
  std::uint32_t addGame(Group& group, const PackedGame& game, const Tail& tail) const;
  void addTail(Group& group, std::string_view id, std::uint32_t number, const Tail& tail) const;
  bool prepareAppend(Group& group, std::span<const PackedEvents> packed);
  bool prepareSeal(Group& group, std::string_view id, bool& sealed);
  bool prepareBranch(Group& group, const NewBranch& branch, const PackedGame& packed);
  bool prepareImport(Group& group, std::span<const PackedGame> packed);
  /// The rows of the events that are not sealed yet; what they name is added to `names`, where there is one.
  std::vector<PackedRow> repack(std::uint32_t number, const Tail& tail, std::string_view id,
                                std::vector<std::uint32_t>& replaced, std::optional<MentionedNames>& names) const;
  void keepNames(Group& group, std::uint32_t number, const MentionedNames& names, const Bytes32& head) const;
  /// What is kept of a game's sealed events; nothing where it is not of all of them.
  [[nodiscard]] std::optional<MentionedNames> keptNames(const Known& game) const;

  const Database& database_;
  Committer committer_;
  std::map<std::string, Known, std::less<>> known_;  // the committing thread's
};

}  // namespace docket::detail
