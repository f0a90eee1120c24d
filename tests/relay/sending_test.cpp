// The protocol between a hall and the archive, without either: a model of both, a queue that loses, repeats and
// reorders, crashes of both sides and of the broker's connection, in an order that a seed gives.
#include "tools/relay/sending.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/relay/lossy_queue.h"
#include "tools/relay/batch_fit.h"

namespace docket::sending_test {
namespace {

using docket::relay::AnswerMessage;
using docket::relay::Batch;
using docket::relay::Extent;
using docket::relay::Fit;
using docket::relay::Says;
using docket::relay::SendingGame;
using docket::relay::Tail;
using docket::relay::Time;
using docket::test::Dice;
using docket::test::LossyQueue;

constexpr std::uint32_t kTrouble = 6;

/// A record: the head before the first event and after each.
struct Record {
  std::vector<Digest> heads;
  std::vector<std::uint32_t> segments;  // the last event of each

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(heads.size()) - 1; }
  [[nodiscard]] std::uint32_t sealedUpTo(std::uint32_t last) const {
    std::uint32_t sealed = 0;
    for (const std::uint32_t end : segments) sealed = end <= last ? end : sealed;
    return sealed;
  }
  [[nodiscard]] Extent extent() const { return {.count = count(), .sealed = sealedUpTo(count())}; }
  bool operator==(const Record&) const = default;
};

/// A sent batch, and the heads after its events.
struct Sent {
  Batch batch;
  std::vector<Digest> events;
};

class ModelArchive {
 public:
  std::optional<Record> working, on_disk;

  AnswerMessage take(const Sent& sent) {
    AnswerMessage answer;
    answer.serial = sent.batch.serial;
    std::optional<Tail> tail;
    if (working) tail = tailOf(*working);
    switch (relay::fitOf(sent.batch, tail, [&](std::uint32_t at) { return working->heads.at(at); })) {
      case Fit::next:
        if (!working) working = Record{.heads = {sent.batch.before}, .segments = {}};
        sealFor(sent.batch);
        working->heads.insert(working->heads.end(), sent.events.begin(), sent.events.end());
        sealFor(sent.batch);
        answer.says = Says::kept;
        break;
      case Fit::there:
        sealFor(sent.batch);
        answer.says = Says::kept;
        break;
      case Fit::resend:
        answer.says = Says::resend;
        break;
      case Fit::differs:
        answer.says = Says::differs;
        break;
    }
    return answer;
  }
  void fill(AnswerMessage& answer) const {
    if (!working) return;
    const Tail tail = tailOf(*working);
    std::tie(answer.count, answer.sealed, answer.head) = std::tie(tail.count, tail.sealed, tail.head);
  }
  void sync() { on_disk = working; }
  void crash() { working = on_disk; }

 private:
  static Tail tailOf(const Record& record) {
    return {.count = record.count(), .sealed = record.extent().sealed, .head = record.heads.back()};
  }
  void sealFor(const Batch& batch) {
    const std::uint32_t count = working->count();
    const bool is_due = count == batch.sealed || (batch.seals && count == batch.last());
    if (is_due && working->extent().sealed != count) working->segments.push_back(count);
  }
};

struct Plan {
  std::uint64_t seed = 0;
  bool receipts_before_sync = false;  // the control: it must lose
};

class Simulation {
 public:
  explicit Simulation(Plan plan) : plan_(plan), dice_(plan.seed) { record_.heads.push_back(newHead()); }

  /// The first mistake; empty: none.
  std::string run() {
    const std::uint32_t steps = 50 + dice_.upTo(300);
    for (std::uint32_t i = 0; i < steps && wrong_.empty(); ++i) step(kTrouble);
    grows_ = false;
    for (std::uint32_t i = 0; i < 3'000 && wrong_.empty() && !state_.isKept(); ++i) {
      now_ += Time{1'000};
      send(0);
      archive(0, false);
      hear();
    }
    if (wrong_.empty() && !state_.isKept()) wrong_ = "it is never kept as a whole";
    if (wrong_.empty() && archive_.on_disk != record_) wrong_ = "the archive has another record";
    return wrong_;
  }

 private:
  Digest newHead() {
    const std::string text = std::to_string(plan_.seed) + "/" + std::to_string(++heads_made_);
    return docket::digest(std::string_view(text));
  }

  void step(std::uint32_t trouble) {
    now_ += Time{dice_.upTo(3'000)};
    switch (dice_.upTo(11)) {
      case 0:
      case 1:
      case 2:
        for (std::uint32_t i = dice_.upTo(6); i > 0; --i) record_.heads.push_back(newHead());
        if (dice_.one(8) && record_.count() > record_.extent().sealed) record_.segments.push_back(record_.count());
        return state_.record(record_.extent());
      case 3:
      case 4:
      case 5:
        return send(trouble);
      case 6:
      case 7:
        return archive(trouble, dice_.one(4));
      case 8:
      case 9:
        return hear();
      case 10:
        if (dice_.one(3)) loseConnection();
        return;
      default:
        if (dice_.one(4)) restartHall();
    }
  }

  void send(std::uint32_t trouble) {
    for (int i = 0; i < 8; ++i) {
      const auto next = state_.next(now_);
      if (next == SendingGame::Next::nothing) return;
      Sent sent;
      Batch& batch = sent.batch;
      batch.serial = {.session = session_, .number = ++number_};
      const std::uint32_t at = state_.sent().count;
      std::uint32_t last = next == SendingGame::Next::question ? at : std::min(record_.count(), at + dice_.upTo(4));
      for (const std::uint32_t end : record_.segments) {
        if (end > at) last = std::min(last, end);
      }
      batch.first = at + 1;
      batch.count = last - at;
      batch.before = record_.heads.at(at);
      batch.after = record_.heads.at(last);
      batch.sealed = record_.sealedUpTo(at);
      batch.seals = last != 0 && record_.sealedUpTo(last) == last;
      sent.events.assign(record_.heads.begin() + at + 1, record_.heads.begin() + last + 1);
      state_.publish(number_, {.count = last, .sealed = record_.sealedUpTo(last)}, now_);
      to_archive_.put(sent, dice_, trouble);
      if (trouble == 0 || !dice_.one(trouble)) state_.confirm(number_);
    }
  }

  // A burst at the archive, with a crash before its sync, or after it and before the acknowledgements.
  void archive(std::uint32_t trouble, bool crashes) {
    std::vector<AnswerMessage> answers;
    for (const Sent& sent : to_archive_.take(1 + dice_.upTo(5))) answers.push_back(archive_.take(sent));
    for (AnswerMessage& answer : answers) archive_.fill(answer);
    const bool before_sync = crashes && dice_.one(2);
    if (before_sync) {
      if (plan_.receipts_before_sync) putAnswers(answers, trouble);
      archive_.crash();
      return to_archive_.giveBack();
    }
    archive_.sync();
    if (crashes) return to_archive_.giveBack();
    to_archive_.acknowledge();
    putAnswers(answers, trouble);
  }

  void putAnswers(const std::vector<AnswerMessage>& answers, std::uint32_t trouble) {
    for (const AnswerMessage& answer : answers) to_hall_.put(answer, dice_, trouble);
  }

  void hear() {
    for (const AnswerMessage& answer : to_hall_.take(1 + dice_.upTo(5))) heard(answer);
    to_hall_.acknowledge();
  }

  void heard(const AnswerMessage& answer) {
    const Extent extent{.count = answer.count, .sealed = answer.sealed};
    const bool has_none = answer.count == 0 && answer.head == Digest{};
    if (!has_none && (answer.count > record_.count() || record_.heads.at(answer.count) != answer.head)) {
      wrong_ = "the archive's record is not a part of the hall's";
      return;
    }
    if (answer.says == Says::differs) wrong_ = "the archive says that the record differs";
    if (answer.says == Says::kept) {
      state_.keep(extent, now_);
      receipt_ = state_.kept();
      const std::uint32_t durable = archive_.on_disk ? archive_.on_disk->count() : 0;
      if (state_.kept().count > durable) wrong_ = "a receipt for what is not on the archive's disk";
    }
    if (answer.says == Says::resend && answer.serial.session == session_)
      state_.resend(answer.serial.number, extent, now_);
  }

  void loseConnection() { state_.lose(now_); }

  // The last receipts may not have reached the hall's disk.
  void restartHall() {
    if (dice_.one(3)) receipt_.reset();
    session_ = std::to_string(++sessions_);
    number_ = 0;
    state_ = SendingGame(record_.extent(), receipt_.value_or(Extent{}), receipt_.has_value());
  }

  Plan plan_;
  Dice dice_;
  Record record_;
  ModelArchive archive_;
  std::optional<Extent> receipt_;
  SendingGame state_{Extent{}};
  LossyQueue<Sent> to_archive_;
  LossyQueue<AnswerMessage> to_hall_;
  Time now_{0};
  std::string session_ = "0", wrong_;
  std::uint64_t number_ = 0, sessions_ = 0, heads_made_ = 0;
  bool grows_ = true;
};

TEST(Sending, KeepsEverythingOnceAndInOrderDespiteFaults) {
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed)
    ASSERT_EQ(Simulation({.seed = seed}).run(), "") << "seed " << seed;
}

TEST(Sending, DetectsAReceiptGivenBeforeTheSync) {
  std::size_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed)
    lost += Simulation({.seed = seed, .receipts_before_sync = true}).run() ==
                    "a receipt for what is not on the archive's disk"
                ? 1U
                : 0U;
  EXPECT_GT(lost, 30U);
}

TEST(Sending, BacksOffWhileTheArchiveIsAway) {
  SendingGame game(Extent{.count = 5, .sealed = 0});
  ASSERT_EQ(game.next(Time{0}), SendingGame::Next::batch);
  game.publish(1, {.count = 5, .sealed = 0}, Time{0});
  game.confirm(1);
  std::vector<std::int64_t> asked;
  std::uint64_t number = 1;
  for (std::int64_t at = 0; at < 3'600'000; at += 100) {
    const auto next = game.next(Time{at});
    ASSERT_NE(next, SendingGame::Next::batch);
    if (next != SendingGame::Next::question) continue;
    game.publish(++number, game.sent(), Time{at});
    game.confirm(number);
    asked.push_back(at);
  }
  EXPECT_EQ(asked.front(), 5'000);
  EXPECT_LT(asked.size(), 16U);
  EXPECT_EQ(game.kept(), Extent{});
  EXPECT_EQ(game.confirmed().count, 5U);
  game.keep({.count = 5, .sealed = 0}, Time{3'600'000});
  EXPECT_TRUE(game.isKept());
  EXPECT_EQ(game.next(Time{7'200'000}), SendingGame::Next::nothing);
}

TEST(Sending, ResendsOnceAfterALostMessage) {
  SendingGame game(Extent{.count = 9, .sealed = 0});
  for (std::uint64_t number = 1; number <= 3; ++number)
    game.publish(number, {.count = static_cast<std::uint32_t>(3 * number), .sealed = 0}, Time{0});
  game.resend(2, {}, Time{1});
  EXPECT_EQ(game.sent().count, 0U);
  game.publish(4, {.count = 9, .sealed = 0}, Time{2});
  game.resend(3, {}, Time{3});  // the answer to the batch after the lost one
  EXPECT_EQ(game.sent().count, 9U);
  game.resend(4, {}, Time{4});
  EXPECT_EQ(game.sent().count, 0U);
}

TEST(Sending, WaitsBeforeItResendsARefusedMessage) {
  SendingGame game(Extent{.count = 2, .sealed = 0});
  game.publish(1, {.count = 2, .sealed = 0}, Time{0});
  game.lose(Time{10}, Time{2'000});
  EXPECT_EQ(game.next(Time{100}), SendingGame::Next::nothing);
  EXPECT_EQ(game.next(Time{2'010}), SendingGame::Next::batch);
  EXPECT_EQ(game.confirmed(), Extent{});
}

}  // namespace
}  // namespace docket::sending_test
