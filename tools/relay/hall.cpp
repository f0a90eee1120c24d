#include "tools/relay/hall.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/heads.h"
#include "events/json/jsonl.h"
#include "events/rewind_tree.h"
#include "events/text/text_view.h"
#include "tools/game/documents.h"
#include "tools/game/record_view.h"
#include "tools/game/stored_head.h"

namespace docket::relay {
namespace {

constexpr std::size_t kMaxUnconfirmed = 128;
constexpr std::size_t kMaxWaitingToSend = 8U << 20;
constexpr Time kBetweenLooksAtAll{1'000}, kRefusedPause{2'000}, kPartWait{10'000};

Digest receiptTag() { return docket::digest(std::string_view("docket relay receipt v1")); }

std::span<const VerifierKey> only(const VerifierKey& key) { return {&key, 1}; }

Extent extentOf(const Game& game) { return {.count = game.count(), .sealed = game.sealed()}; }

std::string newSession() {
  std::array<std::uint8_t, 8> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes);
}

std::uint32_t sealedUpTo(std::span<const Segment> segments, std::uint32_t last) {
  std::uint32_t sealed = 0;
  for (const Segment& segment : segments) {
    if (segment.last <= last) sealed = segment.last;
  }
  return sealed;
}

}  // namespace

bool isCarried(const Game& game) {
  return !game.branchPoint() && docket::textOf(game.header().getSource()) != kReplacementSource &&
         game.header().getViewer() == 0;
}

std::optional<Tail> storedReceipt(const Archive& archive, const Game& game, std::string_view hall,
                                  const VerifierKey& key) {
  const auto stored = archive.derivedStore().result(game, DerivedStore::Result::receipt, receiptTag());
  if (!stored) return std::nullopt;
  try {
    const Message message = readMessage(*stored, hall, only(key));
    const auto* const answer = std::get_if<AnswerMessage>(&message.content);
    if (answer == nullptr || answer->says != Says::kept || answer->game != game.id() || answer->count > game.count() ||
        headAfter(game, answer->count).value() != answer->head)
      return std::nullopt;
    return Tail{.count = answer->count, .sealed = answer->sealed, .head = answer->head};
  } catch (const BadInput&) {  // of another key: the archive has a new one
    return std::nullopt;
  }
}

/// A game on its way.
struct Hall::SentGame {
  std::string id;
  SendingGame state;
  std::map<std::uint32_t, Digest> heads;  // after the batches that were sent and are not kept

  /// Writes the lines after an event.
  struct Writer {
    std::uint32_t at;
    JsonLinesWriter lines;
    Head head;
  };
  std::optional<Writer> writer;

  /// The writer after event `at`: the current one if it is there.
  Writer& writerAt(std::uint32_t at, const Game& game, const RecordView& whole) {
    if (writer && writer->at == at) return *writer;
    JsonLinesWriter lines;
    whole.forEach(1, at, [&](std::uint32_t, const HeldEvent& event) { static_cast<void>(lines.event(event)); });
    return writer.emplace(Writer{.at = at, .lines = std::move(lines), .head = headAfter(game, at)});
  }

  /// The lines of the next batch after sent(), and its members.
  std::string write(const Game& game, bool is_question, Batch& batch);
};

std::string Hall::SentGame::write(const Game& game, bool is_question, Batch& batch) {
  const auto whole = RecordView::whole(game);
  Writer& at = writerAt(state.sent().count, game, whole);
  const auto segments = game.segments();
  std::uint32_t limit = is_question ? at.at : std::min(game.count(), at.at + kMaxBatchEvents);
  for (const Segment& segment : segments) {
    if (segment.last > at.at) limit = std::min(limit, segment.last);
  }
  std::string payload;
  batch.first = at.at + 1;
  batch.before = at.head.value();
  batch.sealed = sealedUpTo(segments, at.at);
  if (at.at == 0) payload = JsonLinesWriter::header(whole.header()) + '\n';
  bool full = false;
  whole.forEach(batch.first, limit, [&](std::uint32_t number, const HeldEvent& event) {
    full = full || (number != batch.first && (goesBack(*event)));
    if (full) return;
    payload += at.lines.event(event) + '\n';
    at.head.append(event, number);
    at.at = number;
    full = payload.size() >= kBatchBytes;
  });
  batch.count = at.at + 1 - batch.first;
  batch.after = at.head.value();
  batch.seals = sealedUpTo(segments, at.at) == at.at && at.at != 0;
  return payload;
}

Hall::Hall(const Archive& archive, HallKeys keys, Bus& bus, Report report)
    : archive_(archive), keys_(std::move(keys)), bus_(bus), report_(std::move(report)), session_(newSession()) {}
Hall::~Hall() = default;

void Hall::begin() {
  std::vector<std::string> ids;
  archive_.list({}, [&](const GameEntry& entry) {
    ids.push_back(entry.id);
    return true;
  });
  for (const std::string& id : ids) recorded(id);
}

void Hall::recorded(const std::string& game) {
  const auto stored = archive_.find(game);
  if (!stored) return;
  due_.insert(game);
  if (SentGame* const one = find(game)) return one->state.record(extentOf(*stored));
  if (!isCarried(*stored)) return;
  const auto receipt = storedReceipt(archive_, *stored, keys_.own.verifier.name, keys_.archive);
  const Extent kept = receipt ? Extent{.count = receipt->count, .sealed = receipt->sealed} : Extent{};
  auto one = std::make_unique<SentGame>(SentGame{
      .id = game, .state = SendingGame(extentOf(*stored), kept, receipt.has_value()), .heads = {}, .writer = {}});
  if (!one->state.isKept()) games_.emplace(game, std::move(one));
}

Hall::SentGame* Hall::find(const std::string& game) {
  const auto found = games_.find(game);
  return found == games_.end() ? nullptr : found->second.get();
}

void Hall::handle(const BusEvent& event, Time now) {
  if (std::holds_alternative<Opened>(event)) {
    open_ = true;
    for (const auto& [game, one] : games_) due_.insert(game);
  } else if (std::holds_alternative<Closed>(event)) {
    open_ = false;
    for (const auto& [number, game] : std::exchange(unconfirmed_, {})) {
      if (SentGame* const one = find(game)) one->state.lose(now);
    }
    parts_.clear();
  } else if (const auto* const confirmed = std::get_if<Confirmed>(&event)) {
    const auto found = unconfirmed_.find(confirmed->number);
    if (found == unconfirmed_.end()) return;
    if (SentGame* const one = find(found->second))
      confirmed->accepted ? one->state.confirm(confirmed->number) : one->state.lose(now, kRefusedPause);
    unconfirmed_.erase(found);
  } else if (const auto* const delivered = std::get_if<Delivered>(&event)) {
    try {
      const Message message = readMessage(delivered->message, keys_.own.verifier.name, only(keys_.archive));
      if (const auto* const answer = std::get_if<AnswerMessage>(&message.content))
        answered(*answer, delivered->message, now);
    } catch (const BadInput&) {  // not signed by a known archive
    }
    bus_.acknowledge(delivered->tag);
  }
}

void Hall::answered(const AnswerMessage& answer, const std::string& receipt, Time now) {
  if (find(answer.game) == nullptr) recorded(answer.game);
  SentGame* const one = find(answer.game);
  if (one == nullptr) return;  // it is kept, or this hall has no such game
  due_.insert(answer.game);
  if (answer.says == Says::kept) return takeReceipt(*one, answer, receipt, now);
  if (answer.serial.session != session_) return;  // of a run before this one
  one->state.letGo();
  switch (answer.says) {
    case Says::resend:
      return sendAgain(*one, answer, now);
    case Says::lacks:
      one->state.hold(now);
      return sendDocuments(*one, answer, now);
    case Says::differs:
    case Says::refused:
    case Says::kept:
      return stop(*one, answer.why.empty() ? std::string("the archive refuses it") : answer.why);
  }
}

bool Hall::agrees(const SentGame& one, const AnswerMessage& answer) const {
  if (const auto sent = one.heads.find(answer.count); sent != one.heads.end()) return sent->second == answer.head;
  const Game game = archive_.game(one.id);
  return answer.count <= game.count() && headAfter(game, answer.count).value() == answer.head;
}

void Hall::stop(SentGame& one, std::string why) {
  if (one.state.stuck() == why) return;
  one.state.stop(std::move(why));
  report_({.game = one.id,
           .recorded = one.state.recorded(),
           .sent = one.state.confirmed(),
           .kept = one.state.kept(),
           .stuck = one.state.stuck()});
}

void Hall::takeReceipt(SentGame& one, const AnswerMessage& answer, const std::string& receipt, Time now) {
  const Extent kept{.count = answer.count, .sealed = answer.sealed};
  if (!agrees(one, answer)) {
    const std::uint32_t own = one.state.recorded().count;
    return stop(one, answer.count > own
                         ? fmt::format("the archive has {} events of it, and this hall has {}", answer.count, own)
                         : fmt::format("the archive's record diverges before event {}", answer.count));
  }
  const Extent before = one.state.kept();
  one.state.keep(kept, now);
  one.heads.erase(one.heads.begin(), one.heads.upper_bound(kept.count));
  const Extent& after = one.state.kept();
  if (after == kept) {
    const DerivedStore::GameResult found{
        .game = archive_.game(one.id).number(), .tag = receiptTag(), .result = receipt};
    archive_.derivedStore().putResults(DerivedStore::Result::receipt, {&found, 1});
  }
  if (after != before || one.state.isKept())
    report_(
        {.game = one.id, .recorded = one.state.recorded(), .sent = one.state.confirmed(), .kept = after, .stuck = {}});
  if (one.state.isKept() && one.state.recorded().sealed == one.state.recorded().count) games_.erase(answer.game);
}

void Hall::sendAgain(SentGame& one, const AnswerMessage& answer, Time now) {
  const bool has_none = answer.count == 0 && answer.head == Digest{};  // the archive does not have the game
  if (!has_none && !agrees(one, answer))
    return stop(one, fmt::format("the archive has {} events of a diverging record", answer.count));
  one.state.resend(answer.serial.number, {.count = answer.count, .sealed = answer.sealed}, now);
  if (!has_none || parts_.empty()) return;
  parts_.clear();  // the documents are there: other games may have waited for the same
  for (const auto& [game, other] : games_) {
    other->state.letGo();
    due_.insert(game);
  }
}

void Hall::sendDocuments(SentGame& one, const AnswerMessage& answer, Time now) {
  for (const Lack& lack : answer.lacks) {
    const auto sent = parts_.find(lack.digest);
    if (sent != parts_.end() && lack.have <= sent->second.first && now - sent->second.second < kPartWait) continue;
    const auto document = findDocument(lack.kind, lack.digest, &archive_);
    if (!document || lack.have >= document->bytes.size())
      return stop(one, fmt::format("the archive asks for a {} that this hall does not have", lack.kind));
    parts_[lack.digest] = {lack.have, now};
    DocumentPart part{address(one.id)};
    part.kind = lack.kind;
    part.digest = lack.digest;
    part.size = document->bytes.size();
    part.offset = lack.have;
    publish(nullptr, written(part, std::string_view(document->bytes).substr(lack.have, kPartBytes), keys_.own));
  }
}

Addressed Hall::address(const std::string& game) {
  return {.to = keys_.archive.name,
          .from = keys_.own.verifier.name,
          .game = game,
          .serial = {.session = session_, .number = ++number_}};
}

void Hall::publish(SentGame* one, std::string message) {
  unconfirmed_.emplace(number_, one == nullptr ? std::string() : one->id);
  bus_.publish(batchQueue(keys_.archive.name), number_, std::move(message));
}

bool Hall::hasRoom() const {
  return open_ && unconfirmed_.size() < kMaxUnconfirmed && bus_.waitingBytes() < kMaxWaitingToSend;
}

void Hall::sendOne(SentGame& one, Time now) {
  const auto next = one.state.next(now);
  const auto game = archive_.find(one.id);
  if (next == SendingGame::Next::nothing || !game) {
    due_.erase(one.id);
    return;
  }
  Batch batch{address(one.id)};
  const std::string payload = one.write(*game, next == SendingGame::Next::question, batch);
  if (payload.size() > kMaxPayloadBytes)
    return stop(one, fmt::format("event {} is too large to be sent", batch.last()));
  one.heads[batch.last()] = batch.after;
  one.state.publish(number_, {.count = batch.last(), .sealed = batch.seals ? batch.last() : batch.sealed}, now);
  publish(&one, written(batch, payload, keys_.own));
}

/// A batch of each game in turn, so that a long one does not hold up the others.
void Hall::send(Time now) {
  if (looked_at_all_ == Time::min() || now - looked_at_all_ >= kBetweenLooksAtAll) {
    looked_at_all_ = now;
    for (const auto& [game, one] : games_) {
      if (one->state.next(now) != SendingGame::Next::nothing) due_.insert(game);
    }
  }
  while (hasRoom() && !due_.empty()) {
    auto next = due_.upper_bound(sent_last_);
    if (next == due_.end()) next = due_.begin();
    sent_last_ = *next;
    if (SentGame* const one = find(sent_last_)) {
      sendOne(*one, now);
    } else {
      due_.erase(next);
    }
  }
}

std::vector<HallGame> Hall::unkept() const {
  std::vector<HallGame> all;
  for (const auto& [game, one] : games_) {
    if (one->state.isKept()) continue;
    all.push_back({.game = game,
                   .recorded = one->state.recorded(),
                   .sent = one->state.confirmed(),
                   .kept = one->state.kept(),
                   .stuck = one->state.stuck()});
  }
  return all;
}

bool Hall::isDone() const {
  return std::all_of(games_.begin(), games_.end(),
                     [](const auto& one) { return one.second->state.isKept() || !one.second->state.stuck().empty(); });
}

}  // namespace docket::relay
