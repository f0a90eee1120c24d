#include "tools/import/edopro/messages.h"

#include <range/v3/algorithm/contains.hpp>

namespace docket::edopro {
namespace {

std::uint8_t player(Bytes& bytes) {
  Bytes here = bytes;
  const std::uint8_t number = bytes.u8();
  if (number > 1) here.fail(fmt::format("player {} in a duel of two", number));
  return number;
}

Location location(Bytes& bytes) {
  Location at;
  at.player = player(bytes);
  at.place = bytes.u8();
  at.sequence = bytes.u32();
  at.position = bytes.u32();
  return at;
}

Location shortLocation(Bytes& bytes) {
  Location at;
  at.player = player(bytes);
  at.place = bytes.u8();
  at.sequence = bytes.u8();
  return at;
}

CardAt cardAt(Bytes& bytes) {
  const std::uint32_t code = bytes.u32();
  return {code, location(bytes)};
}

Fighter fighter(Bytes& bytes) {
  Fighter fighting{};
  fighting.at = location(bytes);
  fighting.attack = static_cast<std::int32_t>(bytes.u32());
  fighting.defense = static_cast<std::int32_t>(bytes.u32());
  bytes.u8();  // whether it will be destroyed: its move says so
  return fighting;
}

// Requests for an answer and what precedes them, what the client animates, and words that it shows; what they are about
// is said again by messages that change the duel.
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

Win readWin(Bytes& bytes) {
  Win win{};
  win.winner = bytes.u8();
  win.reason = bytes.u8();
  return win;
}

Hint readHint(Bytes& bytes) {
  Hint hint{};
  hint.type = bytes.u8();
  hint.player = player(bytes);
  hint.value = bytes.u64();
  return hint;
}

Move readMove(Bytes& bytes) {
  Move move{};
  move.code = bytes.u32();
  move.from = location(bytes);
  move.to = location(bytes);
  move.reason = bytes.u32();
  return move;
}

PositionChange readPositionChange(Bytes& bytes) {
  PositionChange change{};
  change.code = bytes.u32();
  change.at = shortLocation(bytes);
  change.at.position = bytes.u8();
  change.after = bytes.u8();
  return change;
}

CardAt readCardAt(Bytes& bytes) { return cardAt(bytes); }

Swap readSwap(Bytes& bytes) {
  Swap swap{};
  swap.first = cardAt(bytes);
  swap.second = cardAt(bytes);
  return swap;
}

Chaining readChaining(Bytes& bytes) {
  Chaining chaining{};
  chaining.code = bytes.u32();
  chaining.at = location(bytes);
  chaining.triggered.player = player(bytes);
  chaining.triggered.place = bytes.u8();
  chaining.triggered.sequence = bytes.u32();
  chaining.description = bytes.u64();
  Bytes here = bytes;
  chaining.link = bytes.u32();
  if (chaining.link == 0 || chaining.link > 255) here.fail(fmt::format("chain link {}", chaining.link));
  return chaining;
}

PlayerAmount readPlayerAmount(Bytes& bytes) {
  PlayerAmount amount{};
  amount.player = player(bytes);
  amount.amount = bytes.u32();
  return amount;
}

CounterChange readCounterChange(Bytes& bytes) {
  CounterChange change{};
  change.kind = bytes.u16();
  change.at = shortLocation(bytes);
  change.amount = bytes.u16();
  return change;
}

Pair readPair(Bytes& bytes) {
  Pair pair{};
  pair.first = location(bytes);
  pair.second = location(bytes);
  return pair;
}

Battle readBattle(Bytes& bytes) {
  Battle battle{};
  battle.attacker = fighter(bytes);
  battle.target = fighter(bytes);
  return battle;
}

PlayerCards readConfirmed(Bytes& bytes) {
  PlayerCards confirmed{};
  confirmed.player = player(bytes);
  const std::uint32_t count = bytes.count(10);
  for (std::uint32_t i = 0; i < count; ++i) {
    CardAt card{};
    card.code = bytes.u32();
    card.at.player = player(bytes);
    card.at.place = bytes.u8();
    card.at.sequence = bytes.u32();
    confirmed.cards.push_back(card);
  }
  return confirmed;
}

PlayerCodes readDraw(Bytes& bytes) {
  PlayerCodes draw{};
  draw.player = player(bytes);
  const std::uint32_t count = bytes.count(8);
  for (std::uint32_t i = 0; i < count; ++i) {
    draw.codes.push_back(bytes.u32());
    bytes.u32();  // its position: it is in the hand
  }
  return draw;
}

PlayerCodes readShuffledCodes(Bytes& bytes) {
  PlayerCodes codes{};
  codes.player = player(bytes);
  const std::uint32_t count = bytes.count(4);
  for (std::uint32_t i = 0; i < count; ++i) codes.codes.push_back(bytes.u32());
  return codes;
}

std::vector<Location> readLocations(Bytes& bytes) {
  std::vector<Location> locations(bytes.count(10));
  for (Location& at : locations) at = location(bytes);
  return locations;
}

PlayerLocations readPlayerLocations(Bytes& bytes) {
  const std::uint8_t who = player(bytes);
  return {who, readLocations(bytes)};
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
  Tosses tosses{};
  tosses.player = player(bytes);
  const std::uint8_t count = bytes.u8();
  for (std::uint8_t i = 0; i < count; ++i) tosses.results.push_back(bytes.u8());
  return tosses;
}

std::uint8_t readPlayer(Bytes& bytes) { return player(bytes); }

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
  Refresh refresh{};
  refresh.player = player(bytes);
  refresh.place = bytes.u8();
  if (message == Message::update_card) {
    refresh.sequence = bytes.u8();
  } else if (Bytes here = bytes; bytes.u32() != bytes.left()) {
    here.fail("the length of a refresh is not that of its packet");
  }
  return refresh;
}

}  // namespace docket::edopro
