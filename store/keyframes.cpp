// Rows of the column family `derived`:
//
//   'k' game tag number    a keyframe: as it was given, or where that is a message in one segment by columns
//   (column_form.h);
//                          what begins as columns do and is none has kAsGiven before it
//   'd' game tag number    a running digest
//
// and of the column family `verdicts`:
//
//   game                   a tag, and what verifying the game came to
//   game 'f'               a tag, and what the game asks of its rules
#include "store/keyframes.h"

#include <kj/exception.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "store/columns_read.h"
#include "store/columns_write.h"
#include "store/database.h"
#include "store/game_state.h"
#include "store/packing.h"

namespace docket {

using detail::Family;

namespace {

constexpr char kKeyframe = 'k';
constexpr char kDigest = 'd';
constexpr char kFootprint = 'f';

/// A verdict's is the number alone, as it was when there was no other kind.
std::string resultKey(std::uint32_t game, Keyframes::Result kind) {
  std::string key;
  detail::putBig(key, game);
  if (kind == Keyframes::Result::footprint) key += kFootprint;
  return key;
}

std::string prefixOf(char kind, std::uint32_t game, const Bytes32& tag) {
  std::string key(1, kind);
  detail::putBig(key, game);
  return key + detail::slice(tag).ToString();
}

std::string keyOf(char kind, std::uint32_t game, const Bytes32& tag, std::uint32_t number) {
  std::string key = prefixOf(kind, game, tag);
  detail::putBig(key, number);
  return key;
}

/// Before bytes that were given and begin with this or as columns do.
constexpr std::string_view kAsGiven = "\xff\xfe";

/// A keyframe as its row has it.
std::string keyframeRow(std::span<const std::uint8_t> bytes) {
  std::string row(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (detail::areColumns(row) || row.starts_with(kAsGiven)) return std::string(kAsGiven) + row;
  if (row.empty() || row.size() % sizeof(capnp::word) != 0) return row;
  kj::Array<capnp::word> copy;
  const auto words = detail::wordsOf(row, copy);
  std::uint64_t segments = 0;  // one, and its size
  if (words.size() < 2) return row;
  std::memcpy(&segments, words.begin(), sizeof segments);
  if (segments != (words.size() - 1) << 32U) return row;
  auto columns = detail::toColumns(words.slice(1, words.size()), std::nullopt);
  return columns ? std::move(*columns) : row;
}

/// The keyframe of a row; empty where the row is malformed, which whoever reads it notices.
std::string keyframeOf(std::string_view row) {
  if (row.starts_with(kAsGiven)) return std::string(row.substr(kAsGiven.size()));
  if (!detail::areColumns(row)) return std::string(row);
  try {
    kj::Array<capnp::word> copy;
    const auto bytes = detail::fromColumns(row, copy).asBytes();
    return {reinterpret_cast<const char*>(bytes.begin()), bytes.size()};
  } catch (const kj::Exception&) {
    return {};
  }
}

void putRow(const detail::Database& database, Family family, const std::string& key, std::string_view bytes) {
  database.mustRecord();
  detail::require(database.rocks().Put({}, database.family(family), key, {bytes.data(), bytes.size()}), database.path(),
                  "writing what is derived");
}

void dropRows(const detail::Database& database, char kind) {
  database.mustRecord();
  const std::string begin(1, kind);
  const std::string end(1, static_cast<char>(kind + 1));
  auto& rocks = database.rocks();
  auto* derived = database.family(Family::derived);
  detail::require(rocks.DeleteRange({}, derived, begin, end), database.path(), "dropping what is derived");
  const rocksdb::Slice from(begin);
  const rocksdb::Slice to(end);
  detail::require(rocks.CompactRange({}, derived, &from, &to), database.path(), "dropping what is derived");
}

}  // namespace

void Keyframes::put(const Game& game, const Bytes32& tag, std::uint32_t number, std::span<const std::uint8_t> bytes) {
  putRow(*database_, Family::derived, keyOf(kKeyframe, game.impl_->number, tag, number), keyframeRow(bytes));
}

std::optional<Keyframe> Keyframes::nearest(const Game& game, const Bytes32& tag, std::uint32_t number) const {
  const auto rows = database_->iterator(Family::derived);
  const auto of = [&](std::uint32_t whose, std::uint32_t last) -> std::optional<Keyframe> {
    const auto prefix = prefixOf(kKeyframe, whose, tag);
    rows->SeekForPrev(keyOf(kKeyframe, whose, tag, last));
    detail::require(rows->status(), database_->path(), "looking for a keyframe");
    if (!rows->Valid()) return std::nullopt;
    const auto key = detail::view(rows->key());
    if (!key.starts_with(prefix) || key.size() != prefix.size() + 4) return std::nullopt;
    return Keyframe{.number = detail::big(key.substr(prefix.size())), .bytes = keyframeOf(detail::view(rows->value()))};
  };
  auto found = of(game.impl_->number, number);
  // A branch stands where its parent stood, as long as they share their events.
  for (const auto& past : game.impl_->past) {
    auto earlier = of(past.game, std::min(number, past.last));
    if (earlier && (!found || earlier->number > found->number)) found = std::move(earlier);
  }
  return found;
}

void Keyframes::putDigest(const Game& game, const Bytes32& tag, std::uint32_t number,
                          std::span<const std::uint8_t> digest) {
  putRow(*database_, Family::derived, keyOf(kDigest, game.impl_->number, tag, number),
         {reinterpret_cast<const char*>(digest.data()), digest.size()});
}

template <class See>
void Keyframes::forEachOf(char kind, const Game& game, const Bytes32& tag, See&& see) const {
  const auto walk = [&](std::uint32_t whose, std::uint32_t after, std::uint32_t last) {
    const auto prefix = prefixOf(kind, whose, tag);
    database_->forEach(Family::derived, prefix, "reading what is kept of a game", [&](auto key, auto value) {
      if (key.size() != prefix.size() + 4) return true;
      const auto number = detail::big(key.substr(prefix.size()));
      if (number >= after && number <= last) see(number, value);
      return true;
    });
  };
  std::uint32_t next = 0;  // what stands where a branch parts is its parent's
  for (const auto& past : game.impl_->past) {
    walk(past.game, next, past.last);
    next = past.last + 1;
  }
  walk(game.impl_->number, next, game.count());
}

std::vector<std::uint32_t> Keyframes::standAt(const Game& game, const Bytes32& tag) const {
  std::vector<std::uint32_t> numbers;
  forEachOf(kKeyframe, game, tag, [&](std::uint32_t number, std::string_view) { numbers.push_back(number); });
  return numbers;
}

std::vector<Keyframe> Keyframes::digests(const Game& game, const Bytes32& tag) const {
  std::vector<Keyframe> digests;
  forEachOf(kDigest, game, tag, [&](std::uint32_t number, std::string_view value) {
    if (number != 0) digests.push_back({.number = number, .bytes = std::string(value)});
  });
  return digests;
}

void Keyframes::putResult(const Game& game, Result kind, const Bytes32& tag, std::string_view result) {
  std::string row = detail::slice(tag).ToString();
  row += result;
  putRow(*database_, Family::verdicts, resultKey(game.impl_->number, kind), row);
}

std::optional<std::string> Keyframes::result(const Game& game, Result kind, const Bytes32& tag) const {
  auto row =
      database_->get(Family::verdicts, resultKey(game.impl_->number, kind), "reading what was found out about a game");
  if (!row || !row->starts_with(detail::view(detail::slice(tag)))) return std::nullopt;
  return row->substr(tag.size());
}

Bytes32 Keyframes::digestOfKept(const Game& game) const {
  Hash all;
  if (!database_->has(Family::derived)) return all.value();
  const auto rows = database_->iterator(Family::derived);
  const auto add = [&](char kind, std::uint32_t whose) {
    std::string prefix(1, kind);
    detail::putBig(prefix, whose);
    database_->forEach(*rows, prefix, "reading what is kept of a game", [&](auto key, auto value) {
      all.update(key);
      all.update(value);
      return true;
    });
  };
  for (const char kind : {kKeyframe, kDigest}) {
    for (const auto& past : game.impl_->past) add(kind, past.game);
    add(kind, game.impl_->number);
  }
  return all.value();
}

std::uint32_t Keyframes::keptOtherwise(const Game& game, const Bytes32& tag) const {
  std::uint32_t kept = 0;
  if (!database_->has(Family::derived)) return kept;
  const auto rows = database_->iterator(Family::derived);
  const auto count = [&](char kind, std::uint32_t whose, std::uint32_t last) {
    const auto prefix = prefixOf(kind, whose, tag);
    const auto of_game = prefix.substr(0, prefix.size() - tag.size());
    database_->forEach(*rows, of_game, "counting what is kept", [&](auto key, auto) {
      const bool other = key.size() == prefix.size() + 4 && !key.starts_with(prefix);
      kept += other && detail::big(key.substr(prefix.size())) <= last ? 1U : 0U;
      return true;
    });
  };
  for (const char kind : {kKeyframe, kDigest}) {
    for (const auto& past : game.impl_->past) count(kind, past.game, past.last);
    count(kind, game.impl_->number, game.count());
  }
  return kept;
}

void Keyframes::drop() { dropRows(*database_, kKeyframe); }
void Keyframes::dropDigests() { dropRows(*database_, kDigest); }

}  // namespace docket
