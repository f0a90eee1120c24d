// A hall that records the sample games and an archive that receives them, with a broker in memory between them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "events/game_id.h"
#include "events/log/note_key.h"
#include "tests/relay/memory_broker.h"
#include "tests/tools/run.h"
#include "tools/relay/batch_receiver.h"
#include "tools/relay/hall.h"
#include "tools/verdict/live_game.h"

namespace docket::test {

inline SignerKey keyNamed(std::string_view name, std::uint8_t seed) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(seed);
  return signerKeyFrom(name, KeyType::note, bytes);
}

inline const SignerKey& archiveKey() {
  static const SignerKey kKey = keyNamed("circuit.example/archive", 1);
  return kKey;
}
inline const SignerKey& hallKey() {
  static const SignerKey kKey = keyNamed("hall-3", 2);
  return kKey;
}
inline const SignerKey& otherHallKey() {
  static const SignerKey kKey = keyNamed("hall-4", 3);
  return kKey;
}

/// The lines of a file.
inline std::vector<std::string> linesOf(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The hall: its archive, its games under way, and its side of the relay, which can be started again.
class TestHall {
 public:
  /// Its archive is in `folder`, which is made. `rules`: what the games need, as options of docket record.
  TestHall(std::string folder, MemoryBroker& broker, SignerKey key = hallKey())
      : folder_(std::move(folder)), broker_(broker), key_(std::move(key)) {}

  /// Begins a game with the header of a sample, under another id.
  void begin(const std::string& id, const std::string& sample_name, const std::string& catalogue) {
    end();
    auto lines = linesOf(sample(sample_name));
    const auto at = lines.front().find("\"id\":\"") + 6;
    lines.front().replace(at, lines.front().find('"', at) - at, id);
    const Ran ran =
        run({"record", "--archive", folder_, "--cards", sample("catalogues/" + catalogue)}, lines.front() + "\n");
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    lines.erase(lines.begin());
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("{\"end\""); });
    for (std::string& line : lines) {  // the number is not checked, so that lines can be used again
      if (line.starts_with("{\"n\":")) line.replace(1, line.find(','), "");
    }
    games_[id] = {.lines = std::move(lines), .next = 0, .live = nullptr};
  }

  /// Opens the archive and the relay.
  void open() {
    if (loader_) return;
    loader_ = std::make_unique<GameLoader>(GameLoader::toRecord(folder_));
    bus_ = std::make_unique<MemoryBus>(broker_, relay::answerQueue(key_.verifier.name));
    hall_ = std::make_unique<relay::Hall>(loader_->archive(),
                                          relay::HallKeys{.own = key_, .archive = archiveKey().verifier}, *bus_,
                                          [this](const relay::HallGame& game) { seen.push_back(game); });
    hall_->begin();
  }
  /// Ends the program, as kill -9 does: nothing is waited for.
  void end() {
    hall_.reset();
    bus_.reset();
    for (auto& [id, game] : games_) game.live.reset();
    loader_.reset();
  }

  /// Records the next line of a game; false if there is none.
  bool record(const std::string& id) {
    open();
    auto& game = games_.at(id);
    if (game.next == game.lines.size()) return false;
    line(id, game.lines[game.next++]);
    return true;
  }
  void line(const std::string& id, const std::string& json) {
    open();
    auto& game = games_.at(id);
    if (!game.live) game.live = std::make_unique<LiveGame>(loader_->game(exactName(id)));
    const ReadEvent read = game.live->read(json, 1, loader_->archive(), [] {});
    loader_->archive().append(id, {.number = read.number, .event = read.event(), .head = read.head});
    hall_->recorded(id);
  }
  void seal(const std::string& id) {
    open();
    games_[id].live.reset();
    loader_->archive().seal(id);
    hall_->recorded(id);
  }

  /// Receives the waiting answers and sends what can be sent.
  void step(relay::Time now) {
    open();
    for (const auto& event : bus_->wait({})) hall_->handle(event, now);
    hall_->send(now);
  }
  void breakConnection() {
    if (bus_) bus_->breakOnce();
  }
  [[nodiscard]] relay::Hall& relaySide() { return *hall_; }
  [[nodiscard]] Archive& archive() {
    open();
    return loader_->archive();
  }

  std::vector<relay::HallGame> seen;

 private:
  struct Recorded {
    std::vector<std::string> lines;
    std::size_t next = 0;
    std::unique_ptr<LiveGame> live;
  };
  std::string folder_;
  MemoryBroker& broker_;
  SignerKey key_;
  std::map<std::string, Recorded> games_;
  std::unique_ptr<GameLoader> loader_;
  std::unique_ptr<MemoryBus> bus_;
  std::unique_ptr<relay::Hall> hall_;
};

/// The archive's program.
class TestArchive {
 public:
  TestArchive(std::string folder, MemoryBroker& broker,
              std::vector<VerifierKey> halls = {hallKey().verifier, otherHallKey().verifier})
      : folder_(std::move(folder)), broker_(broker), halls_(std::move(halls)) {}

  void open() {
    if (loader_) return;
    loader_ = std::make_unique<GameLoader>(GameLoader::toRecord(folder_));
    bus_ = std::make_unique<MemoryBus>(broker_, relay::batchQueue(archiveKey().verifier.name));
    receiver_ = std::make_unique<relay::BatchReceiver>(*loader_, archiveKey(), halls_);
  }
  void end() {
    receiver_.reset();
    bus_.reset();
    loader_.reset();
  }
  /// Receives the waiting batches. `crashes`: ends after storing it, before anything is acknowledged or answered.
  void step(bool crashes = false) {
    open();
    std::vector<std::string> messages;
    std::vector<std::uint64_t> tags;
    for (auto& event : bus_->wait({})) {
      auto* const delivered = std::get_if<relay::Delivered>(&event);
      if (delivered == nullptr) continue;
      messages.push_back(std::move(delivered->message));
      tags.push_back(delivered->tag);
    }
    const std::vector<std::string_view> views(messages.begin(), messages.end());
    const auto all = receiver_->take(views);
    if (crashes) return end();
    for (const std::uint64_t tag : tags) bus_->acknowledge(tag);
    for (const auto& one : all) {
      received.push_back(one);
      if (!one.answer.empty()) bus_->publish(relay::answerQueue(one.from), 0, one.answer);
    }
  }
  relay::Received takeOne(const std::string& message) {
    open();
    const std::string_view view(message);
    return receiver_->take({&view, 1}).front();
  }
  [[nodiscard]] Archive& archive() {
    open();
    return loader_->archive();
  }

  std::vector<relay::Received> received;

 private:
  std::string folder_;
  MemoryBroker& broker_;
  std::vector<VerifierKey> halls_;
  std::unique_ptr<GameLoader> loader_;
  std::unique_ptr<MemoryBus> bus_;
  std::unique_ptr<relay::BatchReceiver> receiver_;
};

/// Runs both until the hall has nothing left to send or to wait for.
inline void settle(TestHall& hall, TestArchive& archive, relay::Time& now) {
  for (int i = 0; i < 2'000; ++i) {
    now += relay::Time{1'000};
    hall.step(now);
    archive.step();
    hall.step(now);
    if (hall.relaySide().isDone()) return;
  }
  FAIL() << "the relay does not finish";
}

/// True if both archives have the same record of a game: events by their heads, and segments.
inline void expectSameRecord(const Archive& one, const Archive& other, const std::string& id) {
  const auto a = one.find(id), b = other.find(id);
  ASSERT_TRUE(a && b) << id;
  EXPECT_EQ(a->count(), b->count()) << id;
  EXPECT_EQ(a->head(), b->head()) << id;
  const auto ends = [](const Game& game) {
    std::vector<std::uint32_t> all;
    for (const Segment& segment : game.segments()) all.push_back(segment.last);
    return all;
  };
  EXPECT_EQ(ends(*a), ends(*b)) << id;
}

}  // namespace docket::test
