// Replays of a program that says more than is known: messages, bytes and fields put in at random. The events stay what
// they were, but for the doubt, or the file is refused with its place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tests/edopro/duels.h"
#include "tests/how_many.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/import.h"
#include "tools/import/edopro/messages.h"

namespace docket::edopro::unknown_test {
namespace {

using File = std::vector<std::byte>;

struct Message {
  std::uint8_t number;
  File body;
};

std::vector<Message> messagesOf(const Replay& replay) {
  std::vector<Message> messages;
  for (const Packet& packet : replay.packets)
    messages.push_back({.number = packet.message, .body = File(packet.body.begin(), packet.body.end())});
  return messages;
}

/// A replay file, not compressed.
File fileOf(const std::vector<Message>& messages) {
  File file;
  const auto number = [&](std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::byte>(value >> (8 * i)));
  };
  for (const std::uint32_t word : {0x58707279U, 0x000B0029U, 0x130U, 0U, 0U, 0U, 0U, 0U}) number(word, 4);
  for (int side = 0; side < 2; ++side) {
    number(1, 4);
    file.resize(file.size() + 40);
  }
  number(0x2E800, 8);
  for (const Message& message : messages) {
    number(message.number, 1);
    number(message.body.size(), 4);
    file.insert(file.end(), message.body.begin(), message.body.end());
  }
  return file;
}

/// The events, without those that only say that something was skipped, and without where they come from.
std::vector<std::string> eventsOf(const Import& import) {
  std::vector<std::string> events;
  for (EventNumber number = 1; number <= import.recording.size(); ++number) {
    const auto event = import.recording.event(number);
    if (!event->isSkipped()) events.push_back(fmt::format("{}", static_cast<int>(event->which())));
  }
  return events;
}

std::size_t howMany() { return test::filesToTry(200); }

constexpr std::uint8_t kUnknown = 200;  // a number that no message of any known version has

TEST(UnknownInReplays, IsSkippedAndTheGameStaysTheSame) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::mt19937 random(20261128);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const auto names = duelNames();
  for (std::size_t duel = 0; duel < 5; ++duel) {
    const File original = replayFile(names[duel]);
    const std::vector<Message> messages = messagesOf(readReplay(original, names[duel]));
    const auto expected = eventsOf(importReplay(fileOf(messages), "whole.yrpX", rules));
    ASSERT_GT(expected.size(), 50U);
    for (std::size_t i = 0; i < howMany() / 5; ++i) {
      auto changed = messages;
      std::uint64_t unknown = 0;
      for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        const std::size_t at = 1 + below(changed.size() - 2);  // after the start of the duel, before its end
        switch (below(3)) {
          case 0:  // a message that nobody knows
            changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at),
                           {.number = kUnknown, .body = File(below(40), std::byte{7})});
            ++unknown;
            break;
          case 1:  // one that is only shown
            changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at),
                           {.number = 160, .body = File(below(40), std::byte{7})});
            break;
          default:  // a field of a card that nobody knows, before the end mark of the last one
            if (changed[at].number != static_cast<std::uint8_t>(edopro::Message::update_card)) break;
            constexpr std::array<std::uint8_t, 10> kField{8, 0, 0, 0, 0, 0x20, 1, 2, 3, 4};
            for (std::size_t byte = 0; byte < kField.size(); ++byte)
              changed[at].body.insert(changed[at].body.begin() + 3 + static_cast<std::ptrdiff_t>(byte),
                                      static_cast<std::byte>(kField[byte]));
            break;
        }
      }
      SCOPED_TRACE(fmt::format("duel {} change {}", names[duel], i));
      const Import import = importReplay(fileOf(changed), "changed.yrpX", rules);
      ASSERT_EQ(eventsOf(import), expected);
      const auto skipped = import.skipped.find(fmt::format("unknown message {}", kUnknown));
      ASSERT_EQ(skipped == import.skipped.end() ? 0 : skipped->second, unknown);
      std::size_t doubts = 0;
      for (EventNumber number = 1; number <= import.recording.size(); ++number) {
        const auto event = import.recording.event(number);
        doubts += event->isSkipped() ? 1 : 0;
      }
      ASSERT_EQ(doubts, unknown == 0 ? 0U : 1U);
    }
  }
}

TEST(UnknownInReplays, WhatIsLeftOutOrChangesItsPlaceIsRefusedWithItsPlaceOrIsADuel) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::mt19937 random(42);
  const File original = replayFile(duelNames().front());
  const std::vector<Message> messages = messagesOf(readReplay(original, "whole"));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < howMany(); ++i) {
    auto changed = messages;
    const std::size_t at = random() % changed.size();
    if (i % 2 == 0) {
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      std::swap(changed[at], changed[random() % changed.size()]);
    }
    try {
      importReplay(fileOf(changed), "changed.yrpX", rules);
    } catch (const BadInput& error) {
      ++refused;
      EXPECT_TRUE(std::string_view(error.what()).find("byte ") != std::string_view::npos ||
                  std::string_view(error.what()).find("packet") != std::string_view::npos ||
                  std::string_view(error.what()).find("no start") != std::string_view::npos)
          << error.what();
    }
  }
  EXPECT_GT(refused, 5U);
}

}  // namespace
}  // namespace docket::edopro::unknown_test
