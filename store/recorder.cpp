#include "store/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/text_view.h"
#include "store/archive.h"
#include "store/log/leaf_of_game.h"
#include "store/log/log_rows.h"
#include "store/platform/parallel.h"
#include "store/rows/event_rows.h"
#include "store/rows/index.h"
#include "store/rows/label_rows.h"
#include "store/rows/mentioned_names.h"

namespace docket::detail {

namespace {

std::string_view idOf(schema::Header::Reader header) { return docket::view(header.getId()); }

void requireId(std::string_view id) {
  if (!isGameId(id))
    throw BadInput(fmt::format("\"{}\" is not a game id: use 1 to 128 of A-Z a-z 0-9 . _ - /", id.substr(0, 140)));
}

/// The bytes that an event takes. Throws BadInput if it has too many.
std::size_t requireSize(std::string_view id, std::uint32_t number, schema::Event::Reader event) {
  const auto size = eventBytes(event);
  if (size > Archive::kMaxEventBytes)
    throw BadInput(
        fmt::format("game {}, event {}: {} bytes; the maximum is {}", id, number, size, Archive::kMaxEventBytes));
  return size;
}

[[noreturn]] void refuseMalformed(std::string_view id, const kj::Exception& why) {
  throw BadInput(fmt::format("game {}: malformed: {}", id, why.getDescription().cStr()));
}

}  // namespace

struct Recorder::PackedGame {
  std::string id;
  std::string header;  // as in the row
  std::vector<std::string> index;
  GameLabel label;
  std::string hall;
  Secrets secrets;
  Tail tail;
  std::vector<PackedRow> rows;
  MentionedNames names;
  GameLeaf leaf;  // without the fields of a segment
  std::optional<Replaced> replaces;
  std::vector<Segment> segments;

  explicit PackedGame(const NewGame& game)
      : id(idOf(game.header)), label(game.label), hall(game.hall), secrets(game.secrets) {
    requireId(id);
    try {
      if (game.header.totalSize().wordCount * sizeof(capnp::word) > Archive::kMaxHeaderBytes)
        throw BadInput(fmt::format("game {}: its header has more than {} bytes", id, Archive::kMaxHeaderBytes));
      capnp::MallocMessageBuilder message;
      message.setRoot(game.header);
      header.assign(slice(game.head).data(), game.head.size());
      appendMessage(header, message);
      if (!addsOnly(game.header, label))
        throw BadInput(fmt::format("game {}: its label repeats the header, or names a seat that does not exist", id));
      index = indexKeys(game.header, label);
      leaf = leafOfGame(game.header, secrets);
      replaces = replacedIn(game.header);
    } catch (const kj::Exception& why) {
      refuseMalformed(id, why);
    }
    tail.head = game.head;
  }

  /// Sets the segments and the tail of a game with events up to `count`: sealed as `given` says, or all as one segment.
  /// Events up to `shared` belong to the parent of a branch.
  void setEnd(std::uint32_t count, const Digest& head, const std::optional<std::span<const Segment>>& given,
              std::uint32_t shared = 0) {
    if (given) {
      segments.assign(given->begin(), given->end());
    } else if (count != shared) {
      segments = {{.last = count, .head = head}};
    }
    std::uint32_t before = shared;
    for (const auto& segment : segments) {
      if (segment.last <= before || segment.last > count)
        throw BadInput(fmt::format("game {}: event {} cannot end a segment", id, segment.last));
      before = segment.last;
    }
    tail = {.count = count, .sealed = before, .head = head};
  }
};

/// Packs events into rows, none of which crosses the end of a segment.
class Recorder::SegmentedRowPacker {
 public:
  SegmentedRowPacker(std::uint32_t first, std::span<const Segment> segments)
      : row_packer_(first), segments_(segments) {}

  /// `bytes`: eventBytes() of it.
  void add(std::uint32_t number, HeldEvent event, std::size_t bytes, const std::optional<Digest>& head) {
    const bool ends = !segments_.empty() && segments_.front().last == number;
    row_packer_.add(std::move(event), bytes, ends ? std::optional(segments_.front().head) : head);
    if (!ends) return;
    take();
    row_packer_ = RowPacker(number + 1);
    segments_ = segments_.subspan(1);
  }
  [[nodiscard]] std::vector<PackedRow> finish() {
    take();
    return std::move(rows_);
  }

 private:
  void take() {
    for (auto& row : row_packer_.finish()) rows_.push_back(std::move(row));
  }

  RowPacker row_packer_;
  std::span<const Segment> segments_;  // the segments that have not ended yet
  std::vector<PackedRow> rows_;
};

struct Recorder::PackedEvents {
  std::string_view id, hall;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  Digest head{};
  std::vector<PackedRow> rows;

  explicit PackedEvents(const NewEvents& game_events, std::span<const Segment> segments = {})
      : id(game_events.game), hall(game_events.hall) {
    first = game_events.events.front().number;
    last = game_events.events.back().number;
    head = game_events.events.back().head;
    if (first == 0) throw BadInput(fmt::format("game {}: events are numbered from 1", id));
    try {
      SegmentedRowPacker row_packer(first, segments);
      for (std::size_t i = 0; i < game_events.events.size(); ++i) {
        const auto& event = game_events.events[i];
        if (event.number != first + i)
          throw BadInput(fmt::format("game {}: expected event {}, found event {}", id, first + i, event.number));
        row_packer.add(event.number, event.event, requireSize(id, event.number, event.event), event.head);
      }
      rows = row_packer.finish();
    } catch (const kj::Exception& why) {
      refuseMalformed(id, why);
    }
  }
};

Recorder::~Recorder() {
  try {
    committer_.flush();
  } catch (const std::exception&) {  // everything acknowledged is in the log
  }
}

void Recorder::requireUnusedId(const CommitGroup& group, std::string_view id) const {
  if (group.begun.contains(id) || database_.numberOf(id))
    throw BadInput(fmt::format("there is already a game {}; give this one another id", id));
}

Recorder::KnownGame& Recorder::known(std::string_view id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const auto number = database_.numberOf(id);
  if (!number) throw BadInput(fmt::format("there is no game {}; begin it first", id));
  const auto tail = database_.tail(*number);
  if (!tail) throw DamagedArchive(damageText(database_.path(), id, 0, "its tail is missing"));
  return known_.emplace(std::string(id), KnownGame{.number = *number, .tail = *tail, .hall = database_.hallOf(*number)})
      .first->second;
}

void Recorder::put(CommitGroup& group, Family family, std::string_view key, std::string_view value) const {
  (void)group.batch.Put(database_.family(family), key, value);  // a batch in memory cannot fail
}

std::uint32_t Recorder::addGame(CommitGroup& group, const PackedGame& game, const Tail& tail) const {
  const std::uint32_t number = ++group.totals.games;
  std::string value;
  appendBig32(value, number);
  for (const auto& key : game.index) put(group, Family::index, key, value);
  put(group, Family::games, gameKey(number, GameRow::header), game.header);
  put(group, Family::games, gameKey(number, GameRow::secret), encode(game.secrets));
  if (!game.label.empty()) put(group, Family::games, gameKey(number, GameRow::label), encode(game.label));
  if (!game.hall.empty()) put(group, Family::games, gameKey(number, GameRow::hall), game.hall);
  group.games.insert(number);
  group.begun.insert(game.id);
  addTail(group, game.id, number, tail);
  return number;
}

void Recorder::addTail(CommitGroup& group, std::string_view id, std::uint32_t number, const Tail& tail) const {
  put(group, Family::games, gameKey(number, GameRow::tail), encode(tail));
  group.lines.push_back({.commit = 0, .game = number, .count = tail.count, .head = tail.head, .id = std::string(id)});
}

void Recorder::begin(const NewGame& game) {
  const PackedGame packed(game);
  if (packed.replaces)
    throw BadInput(fmt::format("game {}: a record that replaces another must be imported as a whole", packed.id));
  committer_.commit([&](CommitGroup& group) {
    requireUnusedId(group, packed.id);
    const auto number = addGame(group, packed, packed.tail);
    known_.emplace(packed.id, KnownGame{.number = number, .tail = packed.tail, .hall = packed.hall});
    return true;
  });
}

void Recorder::append(std::span<const NewEvents> events) {
  std::vector<PackedEvents> packed;
  std::set<std::string_view> ids;
  for (const auto& game_events : events) {
    if (game_events.events.empty()) continue;
    if (!ids.insert(game_events.game).second)
      throw BadInput(fmt::format("game {} appears twice in one append", game_events.game));
    packed.emplace_back(game_events);
  }
  if (packed.empty()) return;
  committer_.commit([&](CommitGroup& group) { return prepareAppend(group, packed); });
}

void Recorder::requireSender(const PackedEvents& events, std::string_view hall, const Tail& tail) {
  if (events.hall == hall || (events.hall.empty() && tail.sealed != 0)) return;
  if (events.hall.empty())
    throw BadInput(
        fmt::format("game {}: the hall {} is still recording it, so its events come from there: give a ruling at the "
                    "table, or once the game is finished, or in a branch (docket branch)",
                    events.id, hall));
  throw BadInput(fmt::format("game {}: it was begun {}, and not by the hall {}", events.id,
                             hall.empty() ? std::string("here") : fmt::format("by the hall {}", hall), events.hall));
}

bool Recorder::prepareAppend(CommitGroup& group, std::span<const PackedEvents> packed) {
  for (const auto& events : packed) {
    const KnownGame& game = known(events.id);
    const Tail& tail = game.tail;
    requireSender(events, game.hall, tail);
    if (events.first != tail.count + 1)
      throw BadInput(fmt::format("game {} has {} events: expected event {} next, found event {}", events.id, tail.count,
                                 tail.count + 1, events.first));
  }
  for (const auto& events : packed) {
    auto& game = known(events.id);
    game.tail.count = events.last;
    game.tail.head = events.head;
    for (const auto& row : events.rows) put(group, Family::events, eventsKey(game.number, row.first), row.value);
    addTail(group, events.id, game.number, game.tail);
    group.games.insert(game.number);
    group.totals.events += events.last - events.first + 1;
  }
  return true;
}

bool Recorder::seal(std::string_view game) {
  bool sealed = false;
  committer_.commit([&](CommitGroup& group) { return prepareSeal(group, game, sealed); });
  return sealed;
}

bool Recorder::prepareSeal(CommitGroup& group, std::string_view id, bool& sealed) {
  auto& game = known(id);
  if (group.games.contains(game.number)) return false;  // its events have to be in the database to be repacked
  sealed = game.tail.sealed != game.tail.count;
  if (!sealed) return true;
  std::vector<std::uint32_t> replaced;
  std::optional<MentionedNames> names = game.tail.sealed == 0 ? MentionedNames() : storedNames(game);
  const auto rows = repack(game.number, game.tail, id, replaced, names);
  const auto follows = leafOf(game.number, game.tail.sealed);
  const auto leaf = leafOfGame(database_, game.number, id);
  log_.load();
  // From here on nothing is read, so nothing can fail.
  for (const auto first : replaced)
    (void)group.batch.Delete(database_.family(Family::events), eventsKey(game.number, first));
  for (const auto& row : rows) put(group, Family::events, eventsKey(game.number, row.first), row.value);
  game.tail.sealed = game.tail.count;
  if (names) storeNames(group, game.number, *names, game.tail.head);
  addSegment(group, game.number, leaf, game.tail, follows);
  addTail(group, id, game.number, game.tail);
  return true;
}

void Recorder::storeNames(CommitGroup& group, std::uint32_t number, const MentionedNames& names,
                          const Digest& head) const {
  put(group, Family::derived, mentionedNamesKey(number), names.encode(head));
}

std::optional<MentionedNames> Recorder::storedNames(const KnownGame& game) const {
  const auto head =
      database_.get(Family::games, segmentKey(game.number, game.tail.sealed), "reading a game's segments");
  const auto stored = database_.get(Family::derived, mentionedNamesKey(game.number), "reading the names in a game");
  if (!head || head->size() != sizeof(Digest) || !stored) return std::nullopt;
  return MentionedNames::read(*stored, bytes32(*head));
}

std::vector<PackedRow> Recorder::repack(std::uint32_t number, const Tail& tail, std::string_view id,
                                        std::vector<std::uint32_t>& replaced,
                                        std::optional<MentionedNames>& names) const {
  std::vector<PackedRow> rows;
  EventRows stored(database_);
  for (std::uint32_t next = tail.sealed + 1; next <= tail.count;) {
    const std::uint32_t block_end =
        std::min(tail.count, (next - 1) / Head::kBlockEvents * Head::kBlockEvents + Head::kBlockEvents);
    RowPacker row_packer(next);
    while (next <= block_end) {
      const auto row = stored.at(number, next, id);
      replaced.push_back(row->first());
      const auto events = row->events();
      for (unsigned i = 0; i < events.size(); ++i, ++next) {
        if (names) names->add(events[i]);
        row_packer.add({row, events[i]}, eventBytes(events[i]),
                       i + 1 == events.size() ? std::optional(row->head()) : std::nullopt);
      }
    }
    for (auto& row : row_packer.finish()) rows.push_back(std::move(row));
  }
  return rows;
}

void Recorder::packEvents(const ImportedGame& game, PackedGame& into) {
  const std::uint32_t count = game.recording->size();
  if (game.heads.size() != (count + Head::kBlockEvents - 1) / Head::kBlockEvents)
    throw BadInput(fmt::format("game {}: {} heads for {} events; expected one per block of 256", into.id,
                               game.heads.size(), count));
  if (count != 0) into.setEnd(count, game.heads.back(), game.segments);
  try {
    SegmentedRowPacker row_packer(1, into.segments);
    for (std::uint32_t number = 1; number <= count; ++number) {
      const auto event = game.recording->event(number);
      const std::size_t bytes = requireSize(into.id, number, event);
      const bool ends = number == count || number % Head::kBlockEvents == 0;
      const auto head = ends ? std::optional(game.heads[(number - 1) / Head::kBlockEvents]) : std::nullopt;
      into.names.add(event);
      row_packer.add(number, event, bytes, head);
    }
    into.rows = row_packer.finish();
  } catch (const kj::Exception& why) {
    refuseMalformed(into.id, why);
  }
}

void Recorder::import(std::span<const ImportedGame> games) {
  std::vector<PackedGame> packed;
  packed.reserve(games.size());
  std::set<std::string> ids;
  for (const auto& game : games) {
    const auto& packed_game = packed.emplace_back(game.game);
    if (!ids.insert(packed_game.id).second)
      throw BadInput(fmt::format("game {} appears twice in one import", packed_game.id));
    if (packed_game.replaces && ids.contains(packed_game.replaces->id))
      throw BadInput(fmt::format("game {} replaces {}: import them one after the other", packed_game.id,
                                 packed_game.replaces->id));
    if (packed_game.replaces && game.recording->size() == 0)
      throw BadInput(fmt::format("game {} replaces {}, but has no events", packed_game.id, packed_game.replaces->id));
  }
  // Games are packed independently, on all cores.
  inParallel(packed.size(), threadsOfMachine(), [&](std::size_t i) { packEvents(games[i], packed[i]); });
  if (!packed.empty()) committer_.commit([&](CommitGroup& group) { return prepareImport(group, packed); });
}

bool Recorder::prepareImport(CommitGroup& group, std::span<PackedGame> packed) {
  for (auto& game : packed) {
    requireUnusedId(group, game.id);
    if (game.replaces && group.begun.contains(game.replaces->id)) return false;  // its leaf has to be in the database
    if (game.replaces) game.leaf.follows = leafThatIsReplaced(database_, *game.replaces, game.id);
  }
  log_.load();
  for (const auto& game : packed) {
    const auto number = addGame(group, game, game.tail);
    for (const auto& row : game.rows) put(group, Family::events, eventsKey(number, row.first), row.value);
    addSegments(group, number, game);
    if (game.tail.sealed == game.tail.count) storeNames(group, number, game.names, game.tail.head);
    group.totals.events += game.tail.count;
  }
  return true;
}

void Recorder::branch(const NewBranch& branch) {
  PackedGame packed(branch.game);
  packed.tail = {.count = branch.at, .sealed = branch.at, .head = branch.head_at};
  if (!branch.events.empty()) {
    packed.setEnd(branch.events.back().number, branch.events.back().head, branch.segments, branch.at);
    PackedEvents events({.game = packed.id, .events = branch.events}, packed.segments);
    if (events.first != branch.at + 1)
      throw BadInput(fmt::format("game {} branches after event {}: expected event {} next, found event {}", packed.id,
                                 branch.at, branch.at + 1, events.first));
    packed.rows = std::move(events.rows);
  }
  committer_.commit([&](CommitGroup& group) { return prepareBranch(group, branch, packed); });
}

bool Recorder::prepareBranch(CommitGroup& group, const NewBranch& branch, const PackedGame& packed) {
  requireUnusedId(group, packed.id);
  const auto parent = known(branch.parent);
  if (branch.at > parent.tail.count)
    throw BadInput(fmt::format("game {} has {} events, so it cannot be branched after event {}", branch.parent,
                               parent.tail.count, branch.at));
  log_.load();
  const auto number = addGame(group, packed, packed.tail);
  const StoredBranchPoint branch_point{
      .parent = parent.number, .at = branch.at, .account = branch.account, .parent_id = std::string(branch.parent)};
  put(group, Family::games, gameKey(number, GameRow::branch_point), encode(branch_point));
  std::string value;
  appendBig32(value, number);
  put(group, Family::index, branchKey(branch.parent, packed.id), value);
  for (const auto& row : packed.rows) put(group, Family::events, eventsKey(number, row.first), row.value);
  addSegments(group, number, packed);
  group.totals.events += packed.tail.count - branch.at;
  return true;
}

std::optional<std::uint64_t> Recorder::leafOf(std::uint32_t number, std::uint32_t last) const {
  const auto row = database_.get(Family::games, segmentLeafKey(number, last), "reading a game's leaves");
  return row && row->size() == sizeof(std::uint64_t) ? std::optional(readBig64(*row)) : std::nullopt;
}

std::uint64_t Recorder::addSegment(CommitGroup& group, std::uint32_t number, GameLeaf about, const Tail& tail,
                                   std::optional<std::uint64_t> follows) {
  if (follows) {
    about.kind = LeafKind::laterSegment;
    about.follows = follows;
  }
  about.head = tail.head;
  about.count = tail.count;
  const auto leaf = log_.add(group.batch, about);
  std::string value;
  appendBig64(value, leaf);
  put(group, Family::games, segmentKey(number, tail.count), view(slice(tail.head)));
  put(group, Family::games, segmentLeafKey(number, tail.count), value);
  return leaf;
}

void Recorder::addSegments(CommitGroup& group, std::uint32_t number, const PackedGame& game) {
  std::optional<std::uint64_t> before;
  auto leaf = game.leaf;
  if (leaf.follows) leaf.kind = LeafKind::replacement;
  for (const auto& segment : game.segments) {
    const Tail tail{.count = segment.last, .sealed = segment.last, .head = segment.head};
    before = addSegment(group, number, leaf, tail, before);
  }
}

std::uint64_t Recorder::addLeaf(const KeyLeaf& leaf) {
  std::uint64_t number = 0;
  committer_.commit([&](CommitGroup& group) {
    number = log_.add(group.batch, leaf);
    return true;
  });
  return number;
}

void Recorder::addMissingLeaves() {
  constexpr std::uint32_t kGamesAtOnce = 1000;
  const auto games = database_.totals().games;
  for (std::uint32_t number = 1; number <= games;) {
    committer_.commit([&](CommitGroup& group) {
      for (const auto end = number + kGamesAtOnce; number <= games && number < end; ++number)
        addMissingLeaves(group, number);
      return true;
    });
  }
}

void Recorder::addMissingLeaves(CommitGroup& group, std::uint32_t number) {
  const auto about = leafOfGame(database_, number, {});
  const auto prefix = gameKey(number, GameRow::segment);
  std::optional<std::uint64_t> before;
  database_.forEach(Family::games, prefix, "reading a game's segments", [&](auto key, auto head) {
    const auto last = readBig32(key.substr(prefix.size()));
    const auto leaf = leafOf(number, last);
    before =
        leaf ? leaf : addSegment(group, number, about, {.count = last, .sealed = last, .head = bytes32(head)}, before);
    return true;
  });
}

void Recorder::write(const std::function<void(rocksdb::WriteBatch&)>& add) {
  committer_.commit([&](CommitGroup& group) {
    add(group.batch);
    return true;
  });
}

}  // namespace docket::detail
