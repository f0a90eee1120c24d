// clang-format off
// Rows of the column family `derived`:
//
//   'k' game tag number    a keyframe, as given, or by columns (column_form.h) if it is a message of one segment.
//                          A keyframe given in bytes that only look like columns has kAsGiven before it
//   'i' key 0 segment      a row of the index over the games; one with a key of its own is for each game that was
//                          written (written_games.h)
//
// and of the column family `verdicts`:
//
//   game                   a tag, and the result of verifying the game
//   game 'f'               a tag, and the parts of its rules that the game consulted
//   game 'g'               a tag, and only the grades of the game
//   game 'p'               a tag, and the game's findings, limits, rulings and penalties
//   game 'c'               a tag, and the rulings and findings in the game
//   game 'r'               a tag, and the newest receipt for the game
// clang-format on
#include "store/rows/derived_store.h"

#include <kj/exception.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "store/database.h"
#include "store/game_impl.h"
#include "store/rows/columns_read.h"
#include "store/rows/columns_write.h"
#include "store/rows/packing.h"

namespace docket {

using detail::Family;

namespace {

constexpr char kKeyframe = 'k';
constexpr char kFootprint = 'f';
constexpr char kGrades = 'g';
constexpr char kDecisions = 'c';
constexpr char kPoints = 'p';
constexpr char kReceipt = 'r';

/// The key of a result: the game's number and, except for a verdict, the letter of its kind.
std::string resultKey(std::uint32_t game, DerivedStore::Result kind) {
  std::string key;
  detail::appendBig32(key, game);
  if (kind == DerivedStore::Result::footprint) key += kFootprint;
  if (kind == DerivedStore::Result::grades) key += kGrades;
  if (kind == DerivedStore::Result::decisions) key += kDecisions;
  if (kind == DerivedStore::Result::points) key += kPoints;
  if (kind == DerivedStore::Result::receipt) key += kReceipt;
  return key;
}

std::string prefixOf(std::uint32_t game, const Digest& tag) {
  std::string key(1, kKeyframe);
  detail::appendBig32(key, game);
  return key + detail::slice(tag).ToString();
}

std::string keyOf(std::uint32_t game, const Digest& tag, std::uint32_t number) {
  std::string key = prefixOf(game, tag);
  detail::appendBig32(key, number);
  return key;
}

/// Prefix of a keyframe stored verbatim although it begins with this or like columns.
constexpr std::string_view kAsGiven = "\xff\xfe";

/// A keyframe in the form of its row.
std::string keyframeRow(std::span<const std::uint8_t> bytes) {
  std::string row(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (detail::isColumnForm(row) || row.starts_with(kAsGiven)) return std::string(kAsGiven) + row;
  if (row.empty() || row.size() % sizeof(capnp::word) != 0) return row;
  kj::Array<capnp::word> copy;
  const auto words = detail::wordsOf(row, copy);
  std::uint64_t segments = 0;  // the table of segments: one segment, and its size
  if (words.size() < 2) return row;
  std::memcpy(&segments, words.begin(), sizeof segments);
  if (segments != (words.size() - 1) << 32U) return row;
  auto columns = detail::toColumns(words.slice(1, words.size()), std::nullopt);
  return columns ? std::move(*columns) : row;
}

/// The keyframe of a row; empty if the row is malformed, which its reader detects.
std::string keyframeOf(std::string_view row) {
  if (row.starts_with(kAsGiven)) return std::string(row.substr(kAsGiven.size()));
  if (!detail::isColumnForm(row)) return std::string(row);
  try {
    kj::Array<capnp::word> copy;
    const auto bytes = detail::fromColumns(row, copy).asBytes();
    return {reinterpret_cast<const char*>(bytes.begin()), bytes.size()};
  } catch (const kj::Exception&) {
    return {};
  }
}

}  // namespace

void DerivedStore::put(const Game& game, const Digest& tag, std::uint32_t number, std::span<const std::uint8_t> bytes) {
  database_->requireRecorder();
  detail::require(database_->rocks().Put({}, database_->family(Family::derived), keyOf(game.impl_->number, tag, number),
                                         keyframeRow(bytes)),
                  database_->path(), "writing a keyframe");
}

std::optional<Keyframe> DerivedStore::nearest(const Game& game, const Digest& tag, std::uint32_t number) const {
  const auto rows = database_->iterator(Family::derived);
  const auto keyframe_of = [&](std::uint32_t whose, std::uint32_t last) -> std::optional<Keyframe> {
    const auto prefix = prefixOf(whose, tag);
    rows->SeekForPrev(keyOf(whose, tag, last));
    detail::require(rows->status(), database_->path(), "looking for a keyframe");
    if (!rows->Valid()) return std::nullopt;
    const auto key = detail::view(rows->key());
    if (!key.starts_with(prefix) || key.size() != prefix.size() + 4) return std::nullopt;
    return Keyframe{.number = detail::readBig32(key.substr(prefix.size())),
                    .bytes = keyframeOf(detail::view(rows->value()))};
  };
  auto found = keyframe_of(game.impl_->number, number);
  // A branch has the keyframes of its parent, as long as they share their events.
  for (const auto& ancestor : game.impl_->ancestors) {
    auto earlier = keyframe_of(ancestor.game, std::min(number, ancestor.last));
    if (earlier && (!found || earlier->number > found->number)) found = std::move(earlier);
  }
  return found;
}

DerivedStore::KeyframeSummary DerivedStore::summary(const Game& game, const Digest& tag) const {
  KeyframeSummary summary;
  Hash all;
  if (database_->has(Family::derived)) {
    const std::shared_ptr rows =
        game.impl_->derived ? game.impl_->derived : std::shared_ptr(database_->iterator(Family::derived));
    // Adds the keyframes of one game; those under the tag only from `from` to `last`, the events that it shares with
    // the game in question.
    const auto walk = [&](std::uint32_t whose, std::uint32_t from, std::uint32_t last) {
      const auto prefix = prefixOf(whose, tag);
      const auto of_game = std::string_view(prefix).substr(0, prefix.size() - tag.size());
      database_->forEach(*rows, of_game, "reading a game's keyframes", [&](auto key, auto value) {
        all.update(key);
        all.update(value);
        if (key.size() != prefix.size() + 4) return true;
        const auto number = detail::readBig32(key.substr(prefix.size()));
        if (number > last) return true;
        if (!key.starts_with(prefix)) {
          ++summary.under_other_tags;
        } else if (number >= from) {
          summary.keyframes_at.push_back(number);
        }
        return true;
      });
    };
    std::uint32_t next = 0;  // the keyframe where a branch begins is its parent's
    for (const auto& ancestor : game.impl_->ancestors) {
      walk(ancestor.game, next, ancestor.last);
      next = ancestor.last + 1;
    }
    walk(game.impl_->number, next, game.count());
  }
  summary.digest = all.value();
  return summary;
}

void DerivedStore::putResults(Result kind, std::span<const GameResult> found) {
  database_->requireRecorder();
  auto* family = database_->family(Family::verdicts);
  rocksdb::WriteBatch batch;
  for (const GameResult& one : found) {
    const std::string key = resultKey(one.game, kind);
    const std::array<rocksdb::Slice, 1> key_parts{key};
    const std::array<rocksdb::Slice, 2> row{detail::slice(one.tag), one.result};
    detail::require(batch.Put(family, {key_parts.data(), 1}, {row.data(), 2}), database_->path(), "writing results");
  }
  detail::require(database_->rocks().Write({}, &batch), database_->path(), "writing results");
}

std::optional<std::string> DerivedStore::result(const Game& game, Result kind, const Digest& tag) const {
  auto row = database_->get(Family::verdicts, resultKey(game.impl_->number, kind), "reading a result about a game");
  if (!row || !row->starts_with(detail::view(detail::slice(tag)))) return std::nullopt;
  return row->substr(tag.size());
}

void DerivedStore::putIndex(std::span<const IndexRow> rows, bool replaces) {
  database_->requireRecorder();
  auto* family = database_->family(Family::derived);
  rocksdb::WriteBatch batch;
  if (replaces) {
    detail::require(batch.DeleteRange(family, std::string(1, detail::kIndexRow),
                                      std::string(1, static_cast<char>(detail::kIndexRow + 1))),
                    database_->path(), "writing the index");
  }
  for (const IndexRow& row : rows) {
    detail::require(batch.Put(family, detail::indexRowKey(row.key, row.segment), row.bytes), database_->path(),
                    "writing the index");
  }
  detail::require(database_->rocks().Write({}, &batch), database_->path(), "writing the index");
}

void DerivedStore::forEachIndexRow(std::string_view key, const VisitIndexRow& visit) const {
  forEachIndexRowFrom(std::string(key) + '\0', visit);
}

void DerivedStore::forEachIndexRowFrom(std::string_view prefix, const VisitIndexRow& visit) const {
  constexpr std::size_t kEnd = 1 + sizeof(std::uint32_t);  // the zero byte and the segment
  database_->forEach(
      Family::derived, detail::kIndexRow + std::string(prefix), "reading the index", [&](auto key, auto bytes) {
        if (key.size() < 1 + kEnd || key[key.size() - kEnd] != '\0') return true;
        return visit(key.substr(1, key.size() - 1 - kEnd), detail::readBig32(key.substr(key.size() - 4)), bytes);
      });
}

void DerivedStore::drop() {
  database_->requireRecorder();
  const std::string begin(1, kKeyframe);
  const std::string end(1, static_cast<char>(kKeyframe + 1));
  auto& rocks = database_->rocks();
  auto* derived = database_->family(Family::derived);
  detail::require(rocks.DeleteRange({}, derived, begin, end), database_->path(), "dropping keyframes");
  const rocksdb::Slice from(begin);
  const rocksdb::Slice to(end);
  detail::require(rocks.CompactRange({}, derived, &from, &to), database_->path(), "dropping keyframes");
}

}  // namespace docket
