// Replays of a program that writes more than we know: unknown messages, bytes and fields are inserted at random. The
// events stay the same except for the doubt, or the file is refused with its place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/view/iota.hpp>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tests/edopro/duels.h"
#include "tests/how_many.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/file_import.h"
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

/// The events without their sources, and without those that only report skipped messages.
std::vector<std::string> eventsOf(const ReadGame& import) {
  std::vector<std::string> events;
  for (EventNumber number = 1; number <= import.recording.size(); ++number) {
    const auto event = import.recording.event(number);
    if (!event->isSkipped()) events.push_back(fmt::format("{}", static_cast<int>(event->which())));
  }
  return events;
}

std::size_t howMany() { return test::filesToTry(200); }

constexpr std::uint8_t kUnknown = 200;  // a number that no message of any known version has

/// The first duels, at most `most`.
std::vector<std::string> firstDuels(std::size_t most) {
  auto names = duelNames();
  if (names.size() > most) names.resize(most);
  return names;
}

TEST(UnknownInReplays, IsSkippedAndTheGameStaysTheSame) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::mt19937 random(20261128);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const auto names = firstDuels(5);
  for (const std::string& duel : names) {
    const File original = replayFile(duel);
    const std::vector<Message> messages = messagesOf(readReplay(original, duel));
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
      SCOPED_TRACE(fmt::format("duel {} change {}", duel, i));
      const ReadGame import = importReplay(fileOf(changed), "changed.yrpX", rules);
      ASSERT_EQ(eventsOf(import), expected);
      ASSERT_EQ(skippedIn(import)[fmt::format("unknown message {}", kUnknown)], unknown);
      std::size_t doubts = 0;
      for (EventNumber number = 1; number <= import.recording.size(); ++number) {
        const auto event = import.recording.event(number);
        doubts += event->isSkipped() ? 1 : 0;
      }
      ASSERT_EQ(doubts, unknown == 0 ? 0U : 1U);
    }
  }
}

/// Messages whose loss leaves no trace in a replay: nothing later repeats or depends on them.
bool leavesNoTrace(edopro::Message message) {
  using edopro::Message;
  switch (message) {
    // How a duel ends agrees with the life points if they decided it, and mostly if they did not.
    case Message::damage:
    case Message::recover:
    case Message::pay_life:
    case Message::life_update:
    case Message::confirm_deck_top:
    case Message::confirm_extra_top:
    case Message::confirm_cards:
    case Message::become_target:
    // The order of a hand matters only if a later message names a card in it by its place.
    case Message::shuffle_hand:
    // A link that is negated is resolved like any other, with nothing between.
    case Message::chain_negated:
    case Message::chain_disabled:
    case Message::equip:
    case Message::add_counter:
    case Message::remove_counter:
    case Message::toss_coin:
    case Message::toss_dice:
    case Message::random_selected:
    // There are more refreshes than a duel needs.
    case Message::update_data:
    case Message::update_card:
      return true;
    default:
      return false;
  }
}

bool isInDoubt(const ReadGame& import) {
  return ranges::any_of(ranges::views::closed_iota(EventNumber{1}, import.recording.size()), [&](EventNumber number) {
    const HeldEvent event = import.recording.event(number);
    return event->isSkipped();
  });
}

TEST(MissingInReplays, IsEmptyForADuelAsItWasRecorded) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  for (const std::string& name : duelNames())
    EXPECT_FALSE(isInDoubt(importReplay(replayFile(name), name, rules))) << name;
}

TEST(MissingInReplays, IsRefusedWithItsPlaceOrOpensDoubt) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  constexpr std::size_t kLeftOut = 7;  // every seventh message of a duel is left out, each once
  std::size_t refused = 0, doubted = 0;
  const auto names = firstDuels(3);
  for (const std::string& duel : names) {
    const std::vector<Message> messages = messagesOf(readReplay(replayFile(duel), duel));
    const auto expected = eventsOf(importReplay(fileOf(messages), "whole.yrpX", rules));
    const std::size_t step = test::filesToTry(kLeftOut) == kLeftOut ? kLeftOut : 1;
    // An effect can skip a Draw Phase without a draw, such as the first one; a message that is missing from the
    // last phase may have no later one that shows it.
    const auto is_phase = [](const Message& one) { return one.number == static_cast<int>(edopro::Message::new_phase); };
    const auto first = static_cast<std::size_t>(ranges::find_if(messages, is_phase) - messages.begin()) + 1;
    const auto last =
        static_cast<std::size_t>(std::find_if(messages.rbegin(), messages.rend(), is_phase).base() - messages.begin());
    for (std::size_t at = first; at < last; at += step) {
      auto changed = messages;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
      const auto message = static_cast<edopro::Message>(messages[at].number);
      SCOPED_TRACE(fmt::format("{} without packet {}, message {}", duel, at, messages[at].number));
      try {
        const ReadGame import = importReplay(fileOf(changed), "changed.yrpX", rules);
        if (isInDoubt(import)) {
          ++doubted;
        } else {
          EXPECT_TRUE(leavesNoTrace(message) || eventsOf(import) == expected);
        }
      } catch (const BadInput& error) {
        ++refused;
        const std::string_view said = error.what();
        EXPECT_TRUE(said.find("byte ") != said.npos || said.find("packet") != said.npos ||
                    said.find("no start") != said.npos)
            << said;
      }
    }
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(refused, 30U);
  EXPECT_GT(doubted, 50U);
}

TEST(MissingInReplays, IsDetectedByTheLifePointsOfADecidedDuel) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::size_t left_out = 0;
  const auto names = firstDuels(10);
  for (const std::string& duel : names) {
    const std::vector<Message> messages = messagesOf(readReplay(replayFile(duel), duel));
    const auto is = [](edopro::Message message) {
      return [=](const Message& one) { return one.number == static_cast<int>(message); };
    };
    const auto win = ranges::find_if(messages, is(edopro::Message::win));
    constexpr std::byte kByLifePoints{1};
    if (win == messages.end() || win->body[1] != kByLifePoints) continue;
    auto changed = messages;
    // Earlier damage can be less than the excess of the last damage over the remaining life points.
    const auto last = std::find_if(changed.rbegin(), changed.rend(), is(edopro::Message::damage));
    changed.erase(std::next(last).base());
    EXPECT_TRUE(isInDoubt(importReplay(fileOf(changed), "changed.yrpX", rules))) << duel;
    ++left_out;
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(left_out, 3U);
}

TEST(MissingInReplays, InAnotherOrderIsRefusedWithItsPlaceOrIsADuel) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::mt19937 random(42);
  const std::vector<Message> messages = messagesOf(readReplay(replayFile(duelNames().front()), "whole"));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < howMany() / 2; ++i) {
    auto changed = messages;
    std::swap(changed[random() % changed.size()], changed[random() % changed.size()]);
    try {
      importReplay(fileOf(changed), "changed.yrpX", rules);
    } catch (const BadInput& error) {
      ++refused;
      const std::string_view said = error.what();
      EXPECT_TRUE(said.find("byte ") != said.npos || said.find("packet") != said.npos ||
                  said.find("no start") != said.npos)
          << said;
    }
  }
  EXPECT_GT(refused, 5U);
}

}  // namespace
}  // namespace docket::edopro::unknown_test
