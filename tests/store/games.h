// Games for the tests of the archive: generated from a number, so that a test knows what must be there.
// The archive does not look into heads; here the head after event n of a game is a hash of its id and n.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "events/recording.h"
#include "store/archive.h"
#include "tests/temp_directory.h"

namespace docket::test {

inline Digest headOf(std::string_view id, std::uint32_t number) {
  return documentDigest(fmt::format("{} {}", id, number));
}

/// A game of `count` events; event n says that player 1 gained n life, and each seventh carries a text.
struct MadeGame {
  std::string id;
  Recording recording;
  std::vector<Digest> heads;  // at the ends of blocks, as an import wants them

  MadeGame(std::string named, std::uint32_t count) : id(std::move(named)) {
    recording.header().setId(id);
    for (std::uint32_t number = 1; number <= count; ++number) {
      add();
      if (number == count || number % 256 == 0) heads.push_back(headOf(id, number));
    }
  }
  void add() {
    const auto number = recording.size() + 1;
    recording.add([&](schema::Event::Builder event) {
      if (number % 7 == 0) {
        event.setNote(fmt::format("note {} of {}", number, id));
        return;
      }
      auto change = event.initValueChanged();
      change.setSubject(1U << 28 | 1);
      change.setValue(recording.name("life"));
      change.setAmount(number);
    });
  }
  [[nodiscard]] NewGame begins() const {
    return {.header = recording.header(), .secrets = newSecret(), .head = headOf(id, 0)};
  }
  [[nodiscard]] ImportedGame imported() const { return {.game = begins(), .recording = &recording, .heads = heads}; }
  [[nodiscard]] NewEvent event(std::uint32_t number) const {
    return {.number = number, .event = recording.event(number), .head = headOf(id, number)};
  }
  [[nodiscard]] std::vector<NewEvent> events(std::uint32_t from, std::uint32_t to) const {
    std::vector<NewEvent> list;
    for (auto number = from; number <= to; ++number) list.push_back(event(number));
    return list;
  }
};

/// Adds events from..to of a made game in one append.
inline void appendTo(Archive& archive, const MadeGame& game, std::uint32_t from, std::uint32_t to) {
  const auto events = game.events(from, to);
  const NewEvents one{.game = game.id, .events = events};
  archive.append({&one, 1});
}

/// Expects a stored game to have the events 1..count of a made one, and the head.
inline void expectStored(const Game& stored, std::uint32_t count) {
  ASSERT_EQ(stored.count(), count) << stored.id();
  EXPECT_EQ(stored.head(), headOf(stored.id(), count)) << stored.id();
  std::uint32_t expected = 0;
  stored.forEach([&](std::uint32_t number, schema::Event::Reader event) {
    ASSERT_EQ(number, ++expected);
    if (number % 7 == 0)
      EXPECT_EQ(std::string(event.getNote().cStr()), fmt::format("note {} of {}", number, stored.id()));
    else
      EXPECT_EQ(event.getValueChanged().getAmount(), number);
  });
  EXPECT_EQ(expected, count) << stored.id();
}

}  // namespace docket::test
