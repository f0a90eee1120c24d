#include "tools/import/edopro/messages.h"

#include <range/v3/algorithm/contains.hpp>

namespace docket::edopro {
namespace {

// The members of a braced list are read in their order.

Location location(Bytes& bytes) {
  return {.player = readPlayer(bytes), .place = bytes.u8(), .sequence = bytes.u32(), .position = bytes.u32()};
}

Location locationWithoutPosition(Bytes& bytes) {
  return {.player = readPlayer(bytes), .place = bytes.u8(), .sequence = bytes.u32()};
}

Location shortLocation(Bytes& bytes) {
  return {.player = readPlayer(bytes), .place = bytes.u8(), .sequence = bytes.u8()};
}

Fighter fighter(Bytes& bytes) {
  const Fighter fighting{.at = location(bytes),
                         .attack = static_cast<std::int32_t>(bytes.u32()),
                         .defense = static_cast<std::int32_t>(bytes.u32())};
  bytes.u8();  // whether it will be destroyed: its move says so
  return fighting;
}

/// Requests for an answer and what precedes them, what the client animates, and words that it shows; what they are
/// about is said again by messages that change the duel.
constexpr std::array<std::uint8_t, 40> kOnlyShown{1,  2,   3,   8,   10,  11,  12,  13,  14,  15,  16,  18, 19, 20,
                                                  21, 22,  23,  24,  25,  26,  38,  56,  61,  63,  65,  71, 80, 96,
                                                  97, 112, 120, 121, 122, 123, 132, 133, 160, 163, 164, 165};
constexpr std::array<std::uint8_t, 6> kMoreShown{140, 141, 142, 143, 170, 180};

/// The fields of a refresh that are read; bits.
constexpr std::uint32_t kRead = 0xFFF | 1U << Query::left_scale | 1U << Query::right_scale | 1U << Query::link;

}  // namespace

bool isOnlyShown(std::uint8_t message) {
  return ranges::contains(kOnlyShown, message) || ranges::contains(kMoreShown, message);
}

Start readStart(Bytes& bytes) {
  Start start{};
  bytes.u8();
  for (auto& life : start.life) life = bytes.u32();
  for (std::size_t i = 0; i < 2; ++i) {
    start.deck[i] = bytes.u16();
    start.extra[i] = bytes.u16();
  }
  return start;
}

Win readWin(Bytes& bytes) { return {.winner = bytes.u8(), .reason = bytes.u8()}; }

Hint readHint(Bytes& bytes) { return {.type = bytes.u8(), .player = readPlayer(bytes), .value = bytes.u64()}; }

Move readMove(Bytes& bytes) {
  return {.code = bytes.u32(), .from = location(bytes), .to = location(bytes), .reason = bytes.u32()};
}

PositionChange readPositionChange(Bytes& bytes) {
  PositionChange change{.code = bytes.u32(), .at = shortLocation(bytes), .after = 0};
  change.at.position = bytes.u8();
  change.after = bytes.u8();
  return change;
}

CardAt readCardAt(Bytes& bytes) { return {.code = bytes.u32(), .at = location(bytes)}; }

Swap readSwap(Bytes& bytes) { return {.first = readCardAt(bytes), .second = readCardAt(bytes)}; }

Chaining readChaining(Bytes& bytes) {
  Chaining chaining{.code = bytes.u32(),
                    .at = location(bytes),
                    .triggered = locationWithoutPosition(bytes),
                    .description = bytes.u64(),
                    .link = 0};
  Bytes here = bytes;
  chaining.link = bytes.u32();
  if (chaining.link == 0 || chaining.link > 255) here.fail(fmt::format("chain link {}", chaining.link));
  return chaining;
}

PlayerAmount readPlayerAmount(Bytes& bytes) { return {.player = readPlayer(bytes), .amount = bytes.u32()}; }

CounterChange readCounterChange(Bytes& bytes) {
  return {.kind = bytes.u16(), .at = shortLocation(bytes), .amount = bytes.u16()};
}

Pair readPair(Bytes& bytes) { return {.first = location(bytes), .second = location(bytes)}; }

Battle readBattle(Bytes& bytes) { return {.attacker = fighter(bytes), .target = fighter(bytes)}; }

PlayerCards readConfirmed(Bytes& bytes) {
  PlayerCards confirmed{.player = readPlayer(bytes), .cards = std::vector<CardAt>(bytes.count(10))};
  for (CardAt& card : confirmed.cards) card = {.code = bytes.u32(), .at = locationWithoutPosition(bytes)};
  return confirmed;
}

PlayerCodes readDraw(Bytes& bytes) {
  PlayerCodes draw{.player = readPlayer(bytes), .codes = std::vector<std::uint32_t>(bytes.count(8))};
  for (std::uint32_t& code : draw.codes) {
    code = bytes.u32();
    bytes.u32();  // its position: it is in the hand
  }
  return draw;
}

PlayerCodes readShuffledCodes(Bytes& bytes) {
  PlayerCodes shuffled{.player = readPlayer(bytes), .codes = std::vector<std::uint32_t>(bytes.count(4))};
  for (std::uint32_t& code : shuffled.codes) code = bytes.u32();
  return shuffled;
}

std::vector<Location> readLocations(Bytes& bytes) {
  std::vector<Location> locations(bytes.count(10));
  for (Location& at : locations) at = location(bytes);
  return locations;
}

PlayerLocations readPlayerLocations(Bytes& bytes) {
  return {.player = readPlayer(bytes), .cards = readLocations(bytes)};
}

SetCardShuffle readSetCardShuffle(Bytes& bytes) {
  SetCardShuffle shuffle{};
  shuffle.place = bytes.u8();
  const std::uint8_t count = bytes.u8();
  for (auto* list : {&shuffle.before, &shuffle.after}) {
    for (std::uint8_t i = 0; i < count; ++i) list->push_back(location(bytes));
  }
  return shuffle;
}

Tosses readTosses(Bytes& bytes) {
  Tosses tosses{.player = readPlayer(bytes), .results = std::vector<std::int32_t>(bytes.u8())};
  for (std::int32_t& result : tosses.results) result = bytes.u8();
  return tosses;
}

std::uint8_t readPlayer(Bytes& bytes) {
  Bytes here = bytes;
  const std::uint8_t number = bytes.u8();
  if (number > 1) here.fail(fmt::format("player {} in a duel of two", number));
  return number;
}

std::uint8_t readLink(Bytes& bytes) { return bytes.u8(); }

std::uint16_t readPhase(Bytes& bytes) { return bytes.u16(); }

void readQuery(Bytes& bytes, Query& query) {
  constexpr std::uint32_t kEnd = 0x80000000U;
  constexpr std::uint32_t kSigned =
      1U << Query::attack | 1U << Query::defense | 1U << Query::base_attack | 1U << Query::base_defense;
  query.fields = query.unknown = 0;
  while (true) {
    Bytes here = bytes;
    const std::uint16_t length = bytes.u16();
    if (length == 0) {
      if (!query.empty()) here.fail("a card's fields end without their end mark");
      return;
    }
    if (length < 4) here.fail(fmt::format("a field of {} bytes has no room for its kind", length));
    const std::uint32_t flag = bytes.u32();
    if (flag == kEnd) return;
    Bytes value(bytes.take(length - 4U), bytes.file(), bytes.part(), bytes.offset());
    const auto bit = static_cast<std::size_t>(__builtin_ctz(flag | kEnd));
    if ((flag & (flag - 1)) != 0 || bit >= Query::kFields) {  // of a later version of the engine
      ++query.unknown;
      continue;
    }
    query.fields |= flag;
    if ((flag & kRead) == 0) continue;
    if (bit == Query::race && value.left() >= 8) {  // of 4 bytes before client 40.0
      query.values[bit] = static_cast<std::int64_t>(value.u64());
    } else if (value.left() == 1) {
      query.values[bit] = value.u8();
    } else if (value.left() >= 4) {
      const std::uint32_t number = value.u32();
      query.values[bit] = (flag & kSigned) != 0 ? std::int64_t{static_cast<std::int32_t>(number)} : number;
    } else {
      value.fail("a field is too short for its number");
    }
  }
}

Refresh readRefresh(Bytes& bytes, Message message) {
  Refresh refresh{.player = readPlayer(bytes), .place = bytes.u8()};
  if (message == Message::update_card) {
    refresh.sequence = bytes.u8();
  } else if (Bytes here = bytes; bytes.u32() != bytes.left()) {
    here.fail("the length of a refresh is not that of its packet");
  }
  return refresh;
}

}  // namespace docket::edopro
