#include "tools/game/merging.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/public_header.h"
#include "events/text/text_view.h"
#include "tools/game/record_view.h"
#include "tools/game/stored_head.h"

namespace docket {
namespace {

constexpr std::size_t kMaxGamesWaiting = 64;
constexpr std::size_t kMaxEventsWaiting = 20'000;

/// Checks the events read of a game against the heads stored with it. Throws DamagedArchive.
class HeldToItsHeads {
 public:
  explicit HeldToItsHeads(const Game& game) : game_(game), segments_(game.segments()) {}

  void at(std::uint32_t number, const Digest& head) {
    while (next_ < segments_.size() && segments_[next_].last < number) ++next_;
    const bool ends = next_ < segments_.size() && segments_[next_].last == number;
    if (ends && segments_[next_].head != head) differs(number);
    if (number != game_.count() && number != 0 && number % Head::kBlockEvents != 0) return;
    if (const auto stored = game_.headAt(number); stored && *stored != head) differs(number);
  }

 private:
  [[noreturn]] void differs(std::uint32_t number) const {
    throw DamagedArchive(fmt::format("its head after event {} does not match the stored one", number));
  }

  const Game& game_;
  std::vector<Segment> segments_;
  std::size_t next_ = 0;
};

/// Erases in a branch's header the names that are erased in that of its parent here, so that no branch brings them
/// back.
void eraseAs(schema::Header::Reader parent, schema::Header::Builder branch) {
  auto players = branch.getPlayers();
  for (unsigned i = 0; i < players.size() && i < parent.getPlayers().size(); ++i) {
    if (!parent.getPlayers()[i].hasCommitment() || !players[i].hasSalt()) continue;
    capnp::MallocMessageBuilder message;
    message.setRoot(branch.asReader());
    auto erased = message.getRoot<schema::Header>();
    erasePlayer(erased, static_cast<std::uint8_t>(i + 1));
    if (erased.getPlayers()[i].asReader().getCommitment() == parent.getPlayers()[i].getCommitment())
      erasePlayer(branch, static_cast<std::uint8_t>(i + 1));
  }
}

/// The events of a game after `from`, each with the head after it, checked against what is stored. `head` is the one at
/// `from`.
std::vector<NewEvent> eventsAfter(const Game& game, const RecordView& whole, Head head) {
  std::vector<NewEvent> events;
  HeldToItsHeads held(game);
  whole.forEach(head.number() + 1, game.count(), [&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    held.at(number, head.value());
    events.push_back({.number = number, .event = event, .head = head.value()});
  });
  return events;
}

/// The head at the end of the shortest of two records of one id, in the other one.
bool agree(const Game& shorter, const Game& longer) {
  if (shorter.count() == longer.count()) return shorter.head() == longer.head();
  const auto stored = longer.headAt(shorter.count());
  return (stored ? *stored : headAfter(longer, shorter.count()).value()) == shorter.head();
}

/// True if the record that `other` replaces was finished here with the head that `other` names.
bool isReplacedAsIs(const Game& here, const Game& other) {
  const auto replaced_head = other.header().getSourceDigest();
  const auto segments = here.segments();
  return replaced_head.size() == 0 || std::any_of(segments.begin(), segments.end(), [&](const Segment& segment) {
           return std::equal(replaced_head.begin(), replaced_head.end(), segment.head.begin(), segment.head.end());
         });
}

std::string otherGame(const std::string& id) {
  return fmt::format("the archive has a different game {}, and nothing of this one was merged", id);
}

}  // namespace

/// A game that is going to be stored whole.
struct ArchiveMerger::TakenGame {
  Recording recording;
  std::vector<Digest> heads;
  std::vector<Segment> segments;
  Digest first_head{};
  Secrets secrets = newSecret();
  GameLabel label;

  explicit TakenGame(const Game& game) : segments(game.segments()), label(game.label()) {
    const auto whole = RecordView::whole(game);
    recording.setHeader(whole.header());
    Head head(whole.header(), Secrets{});
    HeldToItsHeads held(game);
    first_head = head.value();
    if (game.headAt(0) != first_head) throw DamagedArchive("its header does not match the stored head");
    whole.forEach(1, game.count(), [&](std::uint32_t number, const HeldEvent& event) {
      head.append(event, number);
      held.at(number, head.value());
      recording.add(event);
      if (number % Head::kBlockEvents == 0 || number == game.count()) heads.push_back(head.value());
    });
  }
  [[nodiscard]] ImportedGame imported() const {
    return {.game = {.header = recording.header(), .secrets = secrets, .head = first_head, .label = label},
            .recording = &recording,
            .heads = heads,
            .segments = segments};
  }
};

ArchiveMerger::ArchiveMerger(Archive& into, const Archive& other, bool dry_run)
    : into_(into), other_(other), dry_run_(dry_run) {}
ArchiveMerger::~ArchiveMerger() = default;

void ArchiveMerger::run(const std::function<void(const MergedGame&)>& visit,
                        const std::function<void(std::uint64_t)>& progress) {
  visit_ = visit;
  takeDocuments();
  std::uint64_t looked_at = 0;
  for (const auto& id : ids()) {
    take(id);
    progress(++looked_at);
  }
  flush();
}

void ArchiveMerger::takeDocuments() {
  auto documents = into_.documents();
  std::set<Digest> taken;
  for (const auto& entry : other_.documents().list()) {
    try {
      const auto document = other_.documents().get(entry.digest);
      if (!document)
        throw DamagedArchive(fmt::format("the {} {} {} is missing", entry.kind, entry.name, entry.version));
      if (!documents.get(entry.digest)) taken.insert(entry.digest);
      if (!dry_run_) documents.put(entry.kind, entry.name, entry.version, document->text);
    } catch (const DamagedArchive& damaged) {
      damages_.emplace_back(damaged.what());
    }
  }
  documents_taken_ = taken.size();
}

/// If a damaged game ends the pass over the games, the remaining ids come from the index.
std::vector<std::string> ArchiveMerger::ids() {
  std::vector<std::string> ids;
  try {
    other_.forEachGame([&](Game& game) {
      ids.emplace_back(game.id());
      return true;
    });
    return ids;
  } catch (const DamagedArchive& damaged) {
    damages_.emplace_back(damaged.what());
  }
  std::set<std::string, std::less<>> known(ids.begin(), ids.end());
  try {
    other_.list({}, [&](const GameEntry& entry) {
      if (known.insert(entry.id).second) ids.push_back(entry.id);
      return true;
    });
  } catch (const DamagedArchive& damaged) {
    damages_.emplace_back(damaged.what());
  }
  return ids;
}

MergedGame::Result ArchiveMerger::take(const std::string& id) {
  if (const auto known = done_.find(id); known != done_.end()) return known->second;
  MergedGame merged{.game = id};
  try {
    const auto other = other_.find(id);
    if (!other) throw DamagedArchive("it is not in the index");
    merged.events = other->count();
    merged.head = other->head();
    merged = merge(*other);
  } catch (const DamagedArchive& damaged) {
    merged.result = MergedGame::Result::damaged;
    merged.why = damaged.what();
  } catch (const BadInput& malformed) {  // what is read of it is no record
    merged.result = MergedGame::Result::damaged;
    merged.why = malformed.what();
  }
  const auto result = merged.result;
  done_.emplace(id, result);
  finish(std::move(merged));
  return result;
}

MergedGame ArchiveMerger::merge(const Game& other) {
  const auto point = other.branchPoint();
  const auto replaced =
      textOf(other.header().getSource()) == kReplacementSource ? replacedId(other.id()) : std::string();
  const bool has_replaced = !replaced.empty() && other_.find(replaced);
  if (point || has_replaced) {
    const auto& rests_on = point ? point->parent : replaced;
    const auto how = point ? "is a branch of" : "replaces";
    const auto result = take(rests_on);
    MergedGame left_out{
        .game = std::string(other.id()), .result = result, .events = other.count(), .head = other.head()};
    if (result == MergedGame::Result::different) {
      left_out.why = fmt::format("it {} {}, and the archive has a different game of that id", how, rests_on);
      return left_out;
    }
    if (result == MergedGame::Result::damaged) {
      left_out.why = fmt::format("it {} {}, which cannot be merged", how, rests_on);
      return left_out;
    }
    if (has_replaced) flush();  // its leaf follows that one's
    if (const auto here = has_replaced ? into_.find(replaced) : std::nullopt; here && !isReplacedAsIs(*here, other)) {
      left_out.result = MergedGame::Result::different;
      left_out.why = fmt::format("it replaces {}, whose record here is different", replaced);
      return left_out;
    }
  }
  if (const auto here = into_.find(other.id())) return mergeWith(*here, other);
  return point ? takeBranch(other, *point) : takeWhole(other);
}

MergedGame ArchiveMerger::takeWhole(const Game& other) {
  auto taken = std::make_unique<TakenGame>(other);
  events_waiting_ += other.count();
  if (!dry_run_) waiting_.push_back(std::move(taken));
  return {.game = std::string(other.id()),
          .result = MergedGame::Result::taken,
          .events = other.count(),
          .head = other.head()};
}

MergedGame ArchiveMerger::takeBranch(const Game& other, const BranchPoint& point) {
  flush();  // its parent may be waiting
  const auto whole = RecordView::whole(other);
  capnp::MallocMessageBuilder message;
  message.setRoot(whole.header());
  auto header = message.getRoot<schema::Header>();
  if (const auto parent = into_.find(point.parent)) eraseAs(parent->header(), header);
  capnp::MallocMessageBuilder copied;  // without a byte of what was erased
  copied.setRoot(header.asReader());
  Head head(copied.getRoot<schema::Header>().asReader(), Secrets{});
  const auto first_head = head.value();
  if (other.headAt(0) != first_head) throw DamagedArchive("its header does not match the stored head");
  whole.forEach(1, point.at, [&](std::uint32_t number, const HeldEvent& event) { head.append(event, number); });
  const auto head_at = head.value();
  const auto events = eventsAfter(other, whole, head);
  if (events.empty() && other.head() != head_at) throw DamagedArchive("its head does not match the stored one");
  const auto segments = other.segments();
  if (!dry_run_) {
    into_.branch({.game = {.header = copied.getRoot<schema::Header>().asReader(),
                           .secrets = newSecret(),
                           .head = first_head,
                           .label = other.label()},
                  .parent = point.parent,
                  .at = point.at,
                  .head_at = head_at,
                  .account = point.account,
                  .events = events,
                  .segments = segments});
  }
  return {.game = std::string(other.id()),
          .result = MergedGame::Result::taken,
          .events = other.count(),
          .head = other.head()};
}

MergedGame ArchiveMerger::mergeWith(const Game& here, const Game& other) {
  const bool is_longer_here = here.count() > other.count();
  MergedGame merged{.game = std::string(other.id()), .events = other.count(), .head = other.head()};
  if (!agree(is_longer_here ? other : here, is_longer_here ? here : other)) {
    merged.result = MergedGame::Result::different;
    merged.why = otherGame(merged.game);
    return merged;
  }
  mergeLabels(here, other, merged);
  if (is_longer_here) {
    merged.result = MergedGame::Result::longer;
    merged.events = here.count();
    merged.head = here.head();
    return merged;
  }
  const bool is_sealed_further = other.sealed() == other.count() && here.sealed() < here.count();
  if (here.count() == other.count() && !is_sealed_further) return merged;
  merged.result = MergedGame::Result::continued;
  continueGame(here, other);
  return merged;
}

void ArchiveMerger::mergeLabels(const Game& here, const Game& other, MergedGame& merged) {
  const GameLabel kept = here.label();
  const GameLabel label = mergedLabel(here.header(), kept, other.label(), merged.conflicts);
  if (label == kept || dry_run_) return;
  const NewLabel one{.game = here.id(), .label = label};
  into_.label({&one, 1});
}

/// Each segment is added and sealed before the next. If that is interrupted, the archive still has a prefix of the same
/// game, and the next run continues.
void ArchiveMerger::continueGame(const Game& here, const Game& other) {
  const auto whole = RecordView::whole(other);
  const auto events = eventsAfter(other, whole, headAfter(here, here.count()));
  if (dry_run_) return;
  flush();
  const std::string id(other.id());
  std::span<const NewEvent> left(events);
  const auto append = [&](std::uint32_t last) {
    const auto count = std::min<std::size_t>(left.size(), left.empty() ? 0 : last + 1 - left.front().number);
    if (count == 0) return;
    const NewEvents segment_events{.game = id, .events = left.first(count)};
    into_.append({&segment_events, 1});
    left = left.subspan(count);
  };
  for (const auto& segment : other.segments()) {
    if (segment.last < here.count()) continue;
    append(segment.last);
    into_.seal(id);
  }
  append(other.count());
}

void ArchiveMerger::finish(MergedGame merged) {
  finished_.push_back(std::move(merged));
  if (waiting_.empty() || waiting_.size() >= kMaxGamesWaiting || events_waiting_ >= kMaxEventsWaiting) flush();
}

void ArchiveMerger::flush() {
  events_waiting_ = 0;
  if (!waiting_.empty()) {
    std::vector<ImportedGame> games;
    for (const auto& one : waiting_) games.push_back(one->imported());
    into_.import(games);
    waiting_.clear();
  }
  for (const auto& merged : std::exchange(finished_, {})) visit_(merged);
}

}  // namespace docket
