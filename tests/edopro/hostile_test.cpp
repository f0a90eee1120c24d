// Untrusted replay files: truncated, with flipped bits, made up. Each is refused with the place of the error, or it
// is a duel; nothing else happens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "tests/edopro/duels.h"
#include "tests/fuzz/replay_target.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/edopro/container.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::hostile_test {
namespace {

using File = std::vector<std::byte>;

/// A replay file that is not compressed, made packet by packet.
class MadeReplay {
 public:
  MadeReplay() {
    for (const std::uint32_t word : {0x58707279U, 0x000B0029U, 0x330U, 0U, 0U, 0U, 0U, 0U}) number(word, 4);
    number(1, 8);
    file_.resize(72);
    for (int side = 0; side < 2; ++side) {
      number(1, 4);
      file_.resize(file_.size() + 40);
    }
    number(0x2E800, 8);
  }
  MadeReplay& packet(std::uint8_t message, const std::vector<std::uint8_t>& body) {
    number(message, 1);
    number(body.size(), 4);
    for (const std::uint8_t byte : body) number(byte, 1);
    return *this;
  }
  /// A start with two cards in the first player's deck and one in the second's.
  MadeReplay& start() { return packet(4, {0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0}); }
  [[nodiscard]] File file() const {
    File whole = file_;
    const auto size = static_cast<std::uint32_t>(whole.size() - 72);
    std::memcpy(whole.data() + 16, &size, 4);
    return whole;
  }

 private:
  void number(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  File file_;
};

std::string refusalOf(const File& file) {
  SCOPED_TRACE("a made replay");
  try {
    importReplay(file, "made.yrpX", DuelRules::get().rules());
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "accepted";
}

TEST(HostileReplay, IsRefusedWithThePlaceOfTheError) {
  SKIP_WITHOUT_DUELS();
  const std::vector<std::uint8_t> nowhere(28, 0);
  struct Case {
    const char* what;
    File file;
    const char* expected;
  };
  File not_a_replay = MadeReplay().start().file();
  not_a_replay[0] = std::byte{'x'};
  File answers = MadeReplay().start().file();
  answers[3] = std::byte{'1'};
  answers[8] |= std::byte{0x1};
  answers[19] = std::byte{0x7F};  // whatever else its header says
  File tag = MadeReplay().start().file();
  tag[8] |= std::byte{0x2};
  File puzzle = MadeReplay().start().file();
  puzzle[8] |= std::byte{0x8};
  File hand_test = MadeReplay().start().file();
  hand_test[8] |= std::byte{0x40};
  File huge = MadeReplay().start().file();
  huge[8] |= std::byte{0x1};
  huge[19] = std::byte{0x7F};
  File longer = MadeReplay().start().file();
  longer.push_back(std::byte{0});
  const std::vector<Case> cases{
      {"nothing", {}, "byte 0 of the file: 4 more bytes were expected"},
      {"another kind", not_a_replay, "it is not a replay of EDOPro"},
      {"answers only", answers, "this is a replay in the old .yrp format"},
      {"four players", tag, "this is a tag duel"},
      {"a puzzle", puzzle, "this is a puzzle"},
      {"a hand test", hand_test, "this is a hand test"},
      {"a huge body", huge, "the maximum is 67108864"},
      {"half a packet", longer, "4 more bytes were expected, 0 are left"},
      {"no start", MadeReplay().file(), "no start of a duel"},
      {"a turn before the start", MadeReplay().packet(40, {0}).start().file(), "a message before the start"},
      {"a second start", MadeReplay().start().start().packet(40, {0}).file(), "a second start"},
      {"a third player", MadeReplay().start().packet(40, {2}).file(), "player 2 in a duel of two"},
      {"a short turn", MadeReplay().start().packet(40, {}).file(), "1 more bytes were expected, 0 are left"},
      {"a draw too many",
       MadeReplay().start().packet(90, {1, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}).file(),
       "a draw from an empty deck"},
      {"a count beyond the packet", MadeReplay().start().packet(90, {1, 0xFF, 0xFF, 0xFF, 0xFF}).file(),
       "does not fit into the bytes that are left"},
      {"a move of nothing",
       MadeReplay()
           .start()
           .packet(50,
                   [&] {
                     auto b = nowhere;
                     b[5] = 4;
                     b[15] = 8;
                     return b;
                   }())
           .file(),
       "there is no card in monster zone 0 of player 0"},
      {"a link out of nothing", MadeReplay().start().packet(72, {1}).file(), "the chain has no link 1"},
      {"a reversed deck", MadeReplay().start().packet(37, {}).file(), "is not imported"},
  };
  for (const Case& one : cases)
    EXPECT_NE(refusalOf(one.file).find(one.expected), std::string::npos) << one.what << ": " << refusalOf(one.file);
  EXPECT_EQ(refusalOf(MadeReplay().start().packet(40, {0}).file()), "accepted");
}

TEST(HostileReplay, SurvivesARoundTripIfItIsAccepted) {
  const File good = MadeReplay().start().file();
  EXPECT_TRUE(takeReplay(good));
  EXPECT_FALSE(takeReplay(std::span(good).first(good.size() - 1)));
}

/// The payloads of the events that a generated replay gives.
std::vector<std::string> eventsOf(const ReadGame& import) {
  std::vector<std::string> names;
  for (EventNumber number = 1; number <= import.recording.size(); ++number) {
    const auto event = import.recording.event(number);
    names.push_back(event->isSkipped() ? "skipped" : event->isBegan() ? "began" : "other");
  }
  return names;
}

TEST(HostileReplay, UnknownMessagesAreCountedAndReportedAsOneDoubt) {
  SKIP_WITHOUT_DUELS();
  const auto import = [](const MadeReplay& replay) {
    return importReplay(replay.file(), "made.yrpX", DuelRules::get().rules());
  };
  const std::vector<std::uint8_t> surrender{0, 0};
  const ReadGame plain = import(MadeReplay().start().packet(40, {0}).packet(5, surrender));
  const ReadGame unknown =
      import(MadeReplay().start().packet(40, {0}).packet(250, {1}).packet(250, {}).packet(5, surrender));
  EXPECT_EQ(skippedIn(unknown), (std::map<std::string, std::uint64_t>{{"unknown message 250", 2}}));
  auto events = eventsOf(unknown);
  EXPECT_EQ(std::erase(events, "skipped"), 1U);
  EXPECT_EQ(events, eventsOf(plain));

  const ReadGame longer = import(MadeReplay().start().packet(40, {0, 9}).packet(5, surrender));
  EXPECT_EQ(skippedIn(longer), (std::map<std::string, std::uint64_t>{{"unknown trailing bytes in message 40", 1}}));
  EXPECT_EQ(eventsOf(longer),
            (std::vector<std::string>{"other", "other", "other", "other", "began", "skipped", "other"}));
  const ReadGame phase = import(MadeReplay().start().packet(40, {0}).packet(41, {3, 0}).packet(5, surrender));
  EXPECT_EQ(skippedIn(phase), (std::map<std::string, std::uint64_t>{{"unknown phase 0x3", 1}}));
}

TEST(HostileReplay, WithoutARequiredMessageIsInDoubt) {
  SKIP_WITHOUT_DUELS();
  const auto missing = [](const MadeReplay& replay) {
    const auto skipped = importReplay(replay.file(), "made.yrpX", DuelRules::get().rules()).skipped;
    return skipped.empty() ? std::string() : skipped.front().what;
  };
  const auto duel = [] { return MadeReplay().start().packet(40, {0}).packet(41, {1, 0}).packet(41, {2, 0}); };
  const std::vector<std::uint8_t> surrender{0, 0}, life_points{0, 1};
  EXPECT_EQ(missing(duel().packet(5, surrender)), "");
  EXPECT_EQ(missing(duel()), "missing end of the duel");
  EXPECT_EQ(missing(duel().packet(41, {0, 2}).packet(5, surrender)), "missing change of phase");
  EXPECT_EQ(missing(duel().packet(40, {1}).packet(5, surrender)), "missing change of phase");
  EXPECT_EQ(missing(duel().packet(113, {}).packet(5, surrender)), "missing attack");
  EXPECT_EQ(missing(duel().packet(114, {}).packet(5, surrender)), "missing start of a damage step");
  EXPECT_EQ(missing(duel().packet(71, {1}).packet(5, surrender)), "missing activation");
  EXPECT_EQ(missing(duel().packet(61, {}).packet(5, surrender)), "missing Summon");
  EXPECT_EQ(missing(duel().packet(5, life_points)), "missing change of life points");
}

TEST(HostileReplay, DisplayMessagesAreIgnored) {
  SKIP_WITHOUT_DUELS();
  const ReadGame import =
      importReplay(MadeReplay().start().packet(160, {9, 9}).packet(163, {}).packet(5, {0, 0, 7}).file(), "made.yrpX",
                   DuelRules::get().rules());
  EXPECT_TRUE(import.skipped.empty());
  EXPECT_EQ(std::ranges::count(eventsOf(import), "skipped"), 0);
}

TEST(HostileReplay, IgnoresTheStatedSizeAndReadsNoDateFromASeed) {
  SKIP_WITHOUT_DUELS();
  File seeded = MadeReplay().start().file();
  seeded[8] |= std::byte{0x80};
  seeded[12] = seeded[15] = std::byte{0x5F};
  seeded[16] = std::byte{0x7F};
  const ReadGame import = importReplay(seeded, "made.yrpX", DuelRules::get().rules());
  EXPECT_EQ(import.recording.header().getDate().size(), 0U);
  EXPECT_EQ(textOf(import.recording.header().getSettings()), "Master Rule 5 (0x2e800)");
  ASSERT_EQ(import.notes.size(), 1U);
  EXPECT_NE(import.notes.front().find("has no date"), std::string::npos);
}

TEST(HostileReplay, TruncatedAnywhereIsRefused) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const File whole = replayFile(duelNames().front());
  for (std::size_t length = 0; length < whole.size(); length += length < 100 ? 1 : 97) {
    const File cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THROW(importReplay(cut, "cut.yrpX", rules), BadInput) << length;
  }
}

TEST(HostileReplay, WithAFlippedBitIsRefusedOrADuel) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const File whole = replayFile(duelNames().front());
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (std::size_t byte = 0; byte < whole.size(); byte += byte < 80 ? 1 : 149) {
    File turned = whole;
    turned[byte] ^= static_cast<std::byte>(1U << byte % 8);
    ++tried;
    try {
      importReplay(turned, "turned.yrpX", rules);
    } catch (const BadInput& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("turned.yrpX"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused * 4, tried) << "most of a compressed body depends on every bit before it";
}

TEST(HostileReplay, WithAFlippedBitInItsBodyIsRefusedOrADuel) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const std::string name = duelNames().front();
  const File file = replayFile(name);
  const std::vector<std::byte> body = readReplay(file, name).body;
  File plain(file.begin(), file.begin() + 72);
  plain[8] &= ~std::byte{1};
  plain.insert(plain.end(), body.begin(), body.end());
  ASSERT_NO_THROW(importReplay(plain, name, rules));
  for (std::size_t byte = 72; byte < plain.size(); byte += 2999) {
    File turned = plain;
    turned[byte] ^= static_cast<std::byte>(1U << byte % 8);
    try {
      importReplay(turned, "turned.yrpX", rules);
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find("byte "), std::string::npos) << error.what();
    }
  }
}

TEST(CardFacts, WithAMistakeAreRefusedWithFileAndLine) {
  const std::string good = R"({"code": 1, "name": "A", "type": 33, "atk": 0, "def": 0, "level": 1, "attribute": 1, )"
                           R"("race": 1, "lscale": 0, "rscale": 0, "limits": [], "effects": []})";
  std::string mistyped = good;
  mistyped.replace(mistyped.find('1'), 1, "\"x\"");
  for (const std::string& lines : {good + "\n{", "\n{\"name\": \"A\"}" + std::string(), "\n" + mistyped}) {
    try {
      readCards(lines, "facts.jsonl");
      ADD_FAILURE() << lines;
    } catch (const BadInput& error) {
      EXPECT_EQ(std::string(error.what()).rfind("facts.jsonl:2:", 0), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace docket::edopro::hostile_test
