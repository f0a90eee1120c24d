#include "tools/find/fact_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <range/v3/algorithm/binary_search.hpp>
#include <utility>

#include "tools/game/kept_results.h"

namespace docket::find {
namespace {

/// The rows that say which games a segment covers begin with the tag of the program that wrote it.
constexpr std::string_view kCoverage = "0\t";
constexpr std::uint32_t kMaxGameNumber = 1U << 28U;

std::string coverageKey(FactLevel level) { return fmt::format("{}{}", kCoverage, static_cast<int>(level)); }

/// Stands for a record: a part of its head.
std::uint64_t stampOf(const Bytes32& head) {
  std::uint64_t stamp = 0;
  std::memcpy(&stamp, head.data(), sizeof stamp);
  return stamp == 0 ? 1 : stamp;
}

template <class Number>
void pack(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
template <class Number>
Number unpack(std::string_view& bytes) {
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

constexpr std::size_t kCoveredBytes = sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t kRangeBytes = sizeof(std::uint32_t) + 2 * sizeof(std::int64_t);

/// The bytes of a set of games, of two forms the shorter one. Both can be read without trusting them, which the
/// library's own form cannot.
constexpr char kAsGaps = 'g';  // the distance to each game from the one before it, 7 bits a byte
constexpr char kAsBits = 'b';  // a bit for each game number

std::string gapsOf(const Games& games) {
  std::string bytes(1, kAsGaps);
  std::uint32_t before = 0;
  for (const std::uint32_t game : games) {
    std::uint32_t gap = game - before;
    for (; gap >= 0x80U; gap >>= 7U) bytes += static_cast<char>(gap | 0x80U);
    bytes += static_cast<char>(gap);
    before = game;
  }
  return bytes;
}

std::string bytesOf(const Games& games) {
  const std::size_t bits = games.isEmpty() ? 0 : games.maximum() / 8U + 1;
  if (games.cardinality() < bits) return gapsOf(games);
  std::string bytes(1 + bits, '\0');
  bytes[0] = kAsBits;
  for (const std::uint32_t game : games) {
    char& byte = bytes[1 + game / 8U];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << game % 8U);
  }
  return bytes;
}

std::vector<std::uint32_t> readBits(std::string_view bytes) {
  std::vector<std::uint32_t> games;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    for (unsigned bit = 0; byte >> bit != 0; ++bit) {
      if ((byte >> bit & 1U) != 0) games.push_back(static_cast<std::uint32_t>(i * 8 + bit));
    }
  }
  return games;
}

std::optional<std::vector<std::uint32_t>> readGaps(std::string_view bytes) {
  std::vector<std::uint32_t> games;
  std::uint64_t game = 0;
  while (!bytes.empty()) {
    std::uint64_t gap = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (bytes.empty() || shift > 28) return std::nullopt;
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      gap |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) break;
    }
    game += gap;
    if (game >= kMaxGameNumber) return std::nullopt;
    games.push_back(static_cast<std::uint32_t>(game));
  }
  return games;
}

/// Empty if the bytes are no set of games.
std::optional<Games> readGames(std::string_view bytes) {
  if (bytes.empty() || (bytes.front() != kAsBits && bytes.front() != kAsGaps)) return std::nullopt;
  const bool is_bits = bytes.front() == kAsBits;
  bytes.remove_prefix(1);
  if (is_bits && bytes.size() > kMaxGameNumber / 8) return std::nullopt;
  const auto numbers = is_bits ? std::optional(readBits(bytes)) : readGaps(bytes);
  if (!numbers) return std::nullopt;
  return Games(numbers->size(), numbers->data());
}

bool isRange(std::string_view key) { return key.starts_with(factPrefix(FactKind::number)); }

}  // namespace

void IndexWriter::add(std::uint32_t game, const Bytes32& head, FactLevel level, const GameFacts& facts) {
  const std::lock_guard lock(adding_);
  covered_[static_cast<std::size_t>(level)].push_back({.game = game, .stamp = stampOf(head)});
  for (const std::string& key : facts.facts) facts_[key].add(game);
  for (const auto& [key, range] : facts.ranges) {
    std::string& bytes = ranges_[key];
    pack(bytes, game);
    pack(bytes, range.least);
    pack(bytes, range.most);
  }
}

std::size_t IndexWriter::games() const {
  const std::lock_guard lock(adding_);
  std::size_t games = 0;
  for (const auto& of_level : covered_) games = std::max(games, of_level.size());
  return games;
}

std::vector<Keyframes::IndexRow> IndexWriter::takeRows(std::uint32_t segment) {
  const std::lock_guard lock(adding_);
  std::vector<Keyframes::IndexRow> rows;
  for (std::size_t level = 0; level < covered_.size(); ++level) {
    if (covered_[level].empty()) continue;
    const Bytes32 program = KeptResults::programTag();
    std::string bytes(reinterpret_cast<const char*>(program.data()), program.size());
    for (const Covered& one : std::exchange(covered_[level], {})) {
      pack(bytes, one.game);
      pack(bytes, one.stamp);
    }
    rows.push_back({.key = coverageKey(static_cast<FactLevel>(level)), .segment = segment, .bytes = std::move(bytes)});
  }
  for (auto& [key, games] : facts_) rows.push_back({.key = key, .segment = segment, .bytes = bytesOf(games)});
  for (auto& [key, bytes] : ranges_) rows.push_back({.key = key, .segment = segment, .bytes = std::move(bytes)});
  facts_.clear();
  ranges_.clear();
  return rows;
}

FactIndex::FactIndex(const Archive& archive) : archive_(archive) {
  const Bytes32 program = KeptResults::programTag();
  const std::string_view tag(reinterpret_cast<const char*>(program.data()), program.size());
  archive.keyframes().forEachIndexRowFrom(kCoverage, [&](std::string_view key, std::uint32_t segment, auto bytes) {
    next_segment_ = std::max(next_segment_, segment + 1);
    std::size_t level = 0;
    while (level < stamps_.size() && key != coverageKey(static_cast<FactLevel>(level))) ++level;
    if (level == stamps_.size() || !bytes.starts_with(tag)) return true;
    bytes.remove_prefix(tag.size());
    if (bytes.size() % kCoveredBytes != 0) return true;
    segments_.push_back(segment);
    while (!bytes.empty()) {
      const auto game = unpack<std::uint32_t>(bytes);
      const auto stamp = unpack<std::uint64_t>(bytes);
      if (game >= kMaxGameNumber) continue;
      if (game >= stamps_[level].size()) stamps_[level].resize(game + 1U);
      stamps_[level][game] = stamp;  // of the latest segment
    }
    return true;
  });
  std::sort(segments_.begin(), segments_.end());
  segments_.erase(std::unique(segments_.begin(), segments_.end()), segments_.end());
}

bool FactIndex::isUsable(std::uint32_t segment) const { return ranges::binary_search(segments_, segment); }

bool FactIndex::covers(FactLevel level, std::uint32_t game, const Bytes32& head) const {
  const auto& stamps = stamps_[static_cast<std::size_t>(level)];
  return game < stamps.size() && stamps[game] == stampOf(head);
}

Games FactIndex::with(const std::string& fact) const {
  Games games;
  archive_.keyframes().forEachIndexRow(fact, [&](auto, std::uint32_t segment, std::string_view bytes) {
    if (!isUsable(segment)) return true;
    if (const auto some = readGames(bytes)) games |= *some;
    return true;
  });
  return games;
}

void FactIndex::forEachFact(const std::string& prefix,
                            const std::function<void(std::string_view, const Games&)>& see) const {
  archive_.keyframes().forEachIndexRowFrom(prefix,
                                           [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
                                             if (!isUsable(segment)) return true;
                                             if (const auto some = readGames(bytes))
                                               see(key.substr(prefix.size()), *some);
                                             return true;
                                           });
}

Games FactIndex::without(const std::string& number, const Range& range) const {
  Games out, in;
  archive_.keyframes().forEachIndexRow(number, [&](auto, std::uint32_t segment, std::string_view bytes) {
    if (!isUsable(segment) || bytes.size() % kRangeBytes != 0) return true;
    while (!bytes.empty()) {
      const auto game = unpack<std::uint32_t>(bytes);
      const auto least = unpack<std::int64_t>(bytes);
      const auto most = unpack<std::int64_t>(bytes);
      (most < range.least || least > range.most ? out : in).add(game);
    }
    return true;
  });
  return out - in;
}

std::vector<Keyframes::IndexRow> FactIndex::joined(std::uint32_t segment) const {
  std::vector<Keyframes::IndexRow> rows;
  Games games;
  const auto finish = [&] {
    if (!rows.empty() && rows.back().bytes.empty()) rows.back().bytes = bytesOf(games);
    games = Games();
  };
  archive_.keyframes().forEachIndexRowFrom({}, [&](std::string_view key, std::uint32_t of, std::string_view bytes) {
    if (!isUsable(of)) return true;
    const bool is_bitmap = !key.starts_with(kCoverage) && !isRange(key);
    if (rows.empty() || rows.back().key != key) {
      finish();
      rows.push_back({.key = std::string(key), .segment = segment, .bytes = {}});
    }
    if (is_bitmap) {
      if (const auto some = readGames(bytes)) games |= *some;
    } else {
      const bool is_first = rows.back().bytes.empty() || isRange(key);
      rows.back().bytes += is_first ? bytes : bytes.substr(std::min(bytes.size(), sizeof(Bytes32)));
    }
    return true;
  });
  finish();
  return rows;
}

FactIndex::Size FactIndex::size() const {
  Size size;
  archive_.keyframes().forEachIndexRowFrom(
      {}, [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
        ++size.rows;
        size.bytes += key.size() + bytes.size() + sizeof segment;
        const bool is_whole = key.starts_with(kCoverage) ? bytes.size() >= sizeof(Bytes32) &&
                                                               (bytes.size() - sizeof(Bytes32)) % kCoveredBytes == 0
                              : isRange(key) ? bytes.size() % kRangeBytes == 0
                                             : readGames(bytes).has_value();
        if (!is_whole) ++size.malformed;
        return true;
      });
  return size;
}

}  // namespace docket::find
