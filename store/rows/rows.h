// The layout of the archive's rows: the keys of each column family and the small fixed values. Numbers in keys are
// big-endian, so that rows are sorted by number.
//
//   meta       "totals"      Totals
//   games      game 0        header: head(0), then the header as a Cap'n Proto message
//              game 1        tail: Tail
//              game 2        secret: the game's secret. For a branch that came as a record of its own, then for each
//                            stretch of events under another secret: its last event and that secret
//              game 3 last   segment: the head at the end of a segment
//              game 4        branch_point: StoredBranchPoint, of a branch
//              game 5 last   leaf: see log_rows.h
//              game 6        label: see label_rows.h; absent if the game has none
//              game 7        hall: the name of the key of the hall that sends the game; absent if none does
//   events     game first    the head after the row's last event, then an EventBlock of the row's events: as words, or
//                            by columns if there are more than a few (column_form.h)
//   index                    see index.h
//   log                      see log_rows.h
//   documents                see documents.cpp
//   derived    'f' game      the names that the game mentions (mentioned_names.h), with the head they are complete for
//              other rows    see derived_store.cpp
//   verdicts                 see derived_store.cpp
//
// Invariant of `events`: the rows of a game follow each other without a gap, from event 1 (for a branch, from the first
// event that it does not share) to its Tail's count. No row holds events on both sides of a multiple of 256. A live
// event has a row of its own, or shares it with the few events appended with it; sealing joins rows. So there is one
// form to read at any time.
#pragma once

#include <rocksdb/slice.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "events/digest.h"
#include "events/heads.h"
#include "events/log/big_endian.h"

namespace docket::detail {

enum class GameRow : std::uint8_t {
  header = 0,
  tail = 1,
  secret = 2,
  segment = 3,
  branch_point = 4,
  leaf = 5,
  label = 6,
  hall = 7
};

inline void appendBig32(std::string& to, std::uint32_t number) { appendBigEndian(to, number, 4); }
inline void appendBig64(std::string& to, std::uint64_t number) { appendBigEndian(to, number, 8); }

/// The number that the first 4 bytes encode.
inline std::uint32_t readBig32(std::string_view from) {
  return static_cast<std::uint32_t>(fromBigEndian(std::span(reinterpret_cast<const std::uint8_t*>(from.data()), 4)));
}

/// The number that the first 8 bytes encode.
inline std::uint64_t readBig64(std::string_view from) {
  return fromBigEndian(std::span(reinterpret_cast<const std::uint8_t*>(from.data()), 8));
}

/// A text in a row: its length in four bytes, and its bytes.
inline void putText(std::string& to, std::string_view text) {
  appendBig32(to, static_cast<std::uint32_t>(text.size()));
  to.append(text);
}

/// Removes such a text from the front of `from`. False if `from` does not begin with one.
inline bool takeText(std::string_view& from, std::string& text) {
  if (from.size() < 4) return false;
  const std::size_t length = readBig32(from);
  from.remove_prefix(4);
  if (length > from.size()) return false;
  text.assign(from.substr(0, length));
  from.remove_prefix(length);
  return true;
}

/// A text as a part of a key: zero bytes in it are followed by 255, and a zero and a one end it. So rows are in the
/// order of their parts, and no part is a prefix of another.
inline std::string keyPart(std::string_view text) {
  std::string escaped;
  for (const char byte : text) {
    escaped.push_back(byte);
    if (byte == 0) escaped.push_back('\xff');
  }
  return escaped.append("\0\1", 2);
}

/// Removes the first part of a key; empty if the key does not begin with a complete part.
inline std::optional<std::string> takeKeyPart(std::string_view& from) {
  std::string text;
  while (from.size() >= 2 && !(from[0] == 0 && from[1] == 1)) {
    text.push_back(from[0]);
    from.remove_prefix(from[0] == 0 ? 2 : 1);
  }
  if (from.size() < 2) return std::nullopt;
  from.remove_prefix(2);
  return text;
}

inline std::string gameKey(std::uint32_t game, GameRow row) {
  std::string key;
  appendBig32(key, game);
  key.push_back(static_cast<char>(row));
  return key;
}

inline std::string segmentKey(std::uint32_t game, std::uint32_t last) {
  std::string key = gameKey(game, GameRow::segment);
  appendBig32(key, last);
  return key;
}

/// The prefix of the keys of the index over the games in the column family `derived`.
inline constexpr char kIndexRow = 'i';
/// The prefix of the keys of mentioned names there.
inline constexpr char kMentionedNamesRow = 'f';

inline std::string indexRowKey(std::string_view key, std::uint32_t segment) {
  std::string row(1, kIndexRow);
  row.append(key).push_back('\0');
  appendBig32(row, segment);
  return row;
}

inline std::string mentionedNamesKey(std::uint32_t game) {
  std::string key(1, kMentionedNamesRow);
  appendBig32(key, game);
  return key;
}

inline std::string eventsKey(std::uint32_t game, std::uint32_t first) {
  std::string key;
  appendBig32(key, game);
  appendBig32(key, first);
  return key;
}

inline std::string_view view(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }
inline rocksdb::Slice slice(const Digest& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
/// The first 32 bytes of `from`, which has at least that many.
inline Digest bytes32(std::string_view from) {
  Digest bytes;
  std::memcpy(bytes.data(), from.data(), bytes.size());
  return bytes;
}

inline std::string encode(const Secrets& secrets) {
  std::string text(slice(secrets.of(0)).data(), secrets.of(0).size());
  for (const auto& past : secrets.past()) {
    appendBig32(text, past.last);
    text.append(slice(past.secret).data(), past.secret.size());
  }
  return text;
}

inline std::optional<Secrets> decodeSecrets(std::string_view from) {
  constexpr std::size_t kPast = 4 + sizeof(Secret);
  if (from.size() % kPast != sizeof(Secret)) return std::nullopt;
  Secrets secrets(bytes32(from));
  for (from.remove_prefix(sizeof(Secret)); !from.empty(); from.remove_prefix(kPast))
    secrets.addPast(readBig32(from), Secret(bytes32(from.substr(4))));
  return secrets;
}

/// The progress of a game: its count and head.
struct Tail {
  std::uint32_t count = 0;
  std::uint32_t sealed = 0;
  Digest head{};
};

inline std::string encode(const Tail& tail) {
  std::string text = eventsKey(tail.count, tail.sealed);
  return text.append(slice(tail.head).data(), tail.head.size());
}

inline std::optional<Tail> decodeTail(std::string_view from) {
  if (from.size() != 40) return std::nullopt;
  const Tail tail{.count = readBig32(from), .sealed = readBig32(from.substr(4)), .head = bytes32(from.substr(8))};
  if (tail.sealed > tail.count) return std::nullopt;
  return tail;
}

/// The point where a branch leaves the game whose past it shares.
struct StoredBranchPoint {
  std::uint32_t parent = 0;  // the parent's number: less than the branch's own
  std::uint32_t at = 0;      // the last event that they share
  std::uint8_t account = 0;  // the seat of the player whose account it is; 0: none
  std::string parent_id;
};

inline std::string encode(const StoredBranchPoint& branch_point) {
  std::string text = eventsKey(branch_point.parent, branch_point.at);
  text.push_back(static_cast<char>(branch_point.account));
  return text + branch_point.parent_id;
}

inline std::optional<StoredBranchPoint> decodeBranchPoint(std::string_view from) {
  if (from.size() < 10) return std::nullopt;
  return StoredBranchPoint{.parent = readBig32(from),
                           .at = readBig32(from.substr(4)),
                           .account = static_cast<std::uint8_t>(from[8]),
                           .parent_id = std::string(from.substr(9))};
}

/// Totals of the whole archive. `commits` counts the batches ever written: the archive's own clock.
struct Totals {
  std::uint64_t commits = 0;
  std::uint64_t events = 0;
  std::uint32_t games = 0;  // also the number of the last game
};

inline std::string encode(const Totals& totals) {
  std::string text;
  appendBig64(text, totals.commits);
  appendBig64(text, totals.events);
  appendBig32(text, totals.games);
  return text;
}

inline std::optional<Totals> decodeTotals(std::string_view from) {
  if (from.size() != 20) return std::nullopt;
  return Totals{.commits = readBig64(from), .events = readBig64(from.substr(8)), .games = readBig32(from.substr(16))};
}

}  // namespace docket::detail
