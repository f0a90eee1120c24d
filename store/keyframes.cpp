// Rows of the column family `derived`:
//
//   'k' game tag number    a keyframe
//   'd' game tag number    a running digest
//   'v' game               a tag, and what verifying the game came to
#include "store/keyframes.h"

#include <algorithm>

#include "events/digest.h"
#include "events/errors.h"
#include "store/database.h"
#include "store/game_state.h"

namespace docket {

using detail::Family;

namespace {

constexpr char kKeyframe = 'k';
constexpr char kDigest = 'd';
constexpr char kVerdict = 'v';

std::string verdictKey(std::uint32_t game) {
  std::string key(1, kVerdict);
  detail::putBig(key, game);
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

void putRow(const detail::Database& database, const std::string& key, std::span<const std::uint8_t> bytes) {
  database.mustRecord();
  const rocksdb::Slice value(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  detail::require(database.rocks().Put({}, database.family(Family::derived), key, value), database.path(),
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
  putRow(*database_, keyOf(kKeyframe, game.impl_->number, tag, number), bytes);
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
    return Keyframe{.number = detail::big(key.substr(prefix.size())), .bytes = rows->value().ToString()};
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
  putRow(*database_, keyOf(kDigest, game.impl_->number, tag, number), digest);
}

std::vector<Keyframe> Keyframes::digests(const Game& game, const Bytes32& tag) const {
  std::vector<Keyframe> digests;
  const auto add = [&](std::uint32_t whose, std::uint32_t after, std::uint32_t last) {
    const auto prefix = prefixOf(kDigest, whose, tag);
    database_->forEach(Family::derived, prefix, "reading running digests", [&](auto key, auto value) {
      if (key.size() != prefix.size() + 4) return true;
      const auto number = detail::big(key.substr(prefix.size()));
      if (number > after && number <= last) digests.push_back({.number = number, .bytes = std::string(value)});
      return true;
    });
  };
  std::uint32_t after = 0;
  for (const auto& past : game.impl_->past) {
    add(past.game, after, past.last);
    after = past.last;
  }
  add(game.impl_->number, after, game.count());
  return digests;
}

void Keyframes::putVerdict(const Game& game, const Bytes32& tag, std::string_view verdict) {
  std::string row = detail::slice(tag).ToString();
  row += verdict;
  putRow(*database_, verdictKey(game.impl_->number), {reinterpret_cast<const std::uint8_t*>(row.data()), row.size()});
}

std::optional<std::string> Keyframes::verdict(const Game& game, const Bytes32& tag) const {
  auto row = database_->get(Family::derived, verdictKey(game.impl_->number), "reading what a game came to");
  if (!row || !row->starts_with(detail::view(detail::slice(tag)))) return std::nullopt;
  return row->substr(tag.size());
}

Bytes32 Keyframes::digestOfKept(const Game& game) const {
  Hash all;
  const auto add = [&](char kind, std::uint32_t whose) {
    std::string prefix(1, kind);
    detail::putBig(prefix, whose);
    database_->forEach(Family::derived, prefix, "reading what is kept of a game", [&](auto key, auto value) {
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
  const auto count = [&](char kind, std::uint32_t whose, std::uint32_t last) {
    const auto prefix = prefixOf(kind, whose, tag);
    const auto of_game = prefix.substr(0, prefix.size() - tag.size());
    database_->forEach(Family::derived, of_game, "counting what is kept", [&](auto key, auto) {
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
