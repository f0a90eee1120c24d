#include "tools/find/term_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <range/v3/algorithm/binary_search.hpp>
#include <utility>

#include "store/rows/written_games.h"
#include "tools/game/result_cache.h"

namespace docket::find {
namespace {

/// The rows that say which games a segment covers begin with the tag of the program that wrote it.
constexpr std::string_view kCoverage = "0\t";

std::string coverageKey(IndexLevel level) { return fmt::format("{}{}", kCoverage, static_cast<int>(level)); }

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

bool isRange(std::string_view key) { return key.starts_with(termPrefix(TermKind::number)); }

std::string_view programTag() {
  static const Digest kTag = ResultCache::programTag();
  return {reinterpret_cast<const char*>(kTag.data()), kTag.size()};
}

/// Which games a segment covers: after the tag of the program that wrote it, and how many events the archive had.
struct Coverage {
  std::uint64_t events = 0;
  Games games;
};

DerivedStore::IndexRow coverageRow(IndexLevel level, std::uint32_t segment, std::uint64_t events, const Games& games) {
  DerivedStore::IndexRow row{.key = coverageKey(level), .segment = segment, .bytes = std::string(programTag())};
  pack(row.bytes, events);
  row.bytes += bytesOf(games);
  return row;
}

/// Empty if it is malformed.
std::optional<Coverage> readCoverage(std::string_view bytes) {
  if (bytes.size() < sizeof(Digest) + sizeof(std::uint64_t)) return std::nullopt;
  bytes.remove_prefix(sizeof(Digest));
  const auto events = unpack<std::uint64_t>(bytes);
  auto games = readGames(bytes);
  if (!games) return std::nullopt;
  return Coverage{.events = events, .games = std::move(*games)};
}

bool isWhole(std::string_view key, std::string_view bytes) {
  if (key == kWrittenGames) return bytes.size() == sizeof(std::uint64_t);
  if (key.starts_with(kCoverage)) return readCoverage(bytes).has_value();
  return isRange(key) ? bytes.size() % kRangeBytes == 0 : readGames(bytes).has_value();
}

}  // namespace

void IndexWriter::add(std::uint32_t game, IndexLevel level, const GameTerms& terms) {
  const std::lock_guard lock(adding_);
  covered_[static_cast<std::size_t>(level)].add(game);
  for (const std::string& key : terms.keys) terms_[key].add(game);
  for (const auto& [key, range] : terms.ranges) {
    std::string& bytes = ranges_[key];
    pack(bytes, game);
    pack(bytes, range.least);
    pack(bytes, range.most);
  }
}

bool IndexWriter::addRow(std::string_view key, std::string_view bytes, const NumberOf& number_of) {
  const auto numbered = [&](const Games& games) -> std::optional<Games> {
    Games here;
    for (const std::uint32_t game : games) {
      const auto number = number_of(game);
      if (!number) return std::nullopt;
      if (*number != 0) here.add(*number);
    }
    return here;
  };
  const std::lock_guard lock(adding_);
  for (std::size_t level = 0; level < covered_.size(); ++level) {
    if (key != coverageKey(static_cast<IndexLevel>(level))) continue;
    const auto coverage = readCoverage(bytes);
    const auto games = coverage ? numbered(coverage->games) : std::nullopt;
    if (games) covered_[level] |= *games;
    return games.has_value();
  }
  if (!isTerm(key)) return false;
  if (!isRange(key)) {
    const auto places = readGames(bytes);
    const auto games = places ? numbered(*places) : std::nullopt;
    if (games && !games->isEmpty()) terms_[std::string(key)] |= *games;
    return games.has_value();
  }
  if (bytes.size() % kRangeBytes != 0) return false;
  while (!bytes.empty()) {
    const auto number = number_of(unpack<std::uint32_t>(bytes));
    if (!number) return false;
    if (*number != 0) {
      std::string& row = ranges_[std::string(key)];
      pack(row, *number);
      row += bytes.substr(0, kRangeBytes - sizeof(std::uint32_t));
    }
    bytes.remove_prefix(kRangeBytes - sizeof(std::uint32_t));
  }
  return true;
}

std::size_t IndexWriter::games() const {
  const std::lock_guard lock(adding_);
  std::size_t games = 0;
  for (const Games& of_level : covered_) games = std::max<std::size_t>(games, of_level.cardinality());
  return games;
}

std::vector<DerivedStore::IndexRow> IndexWriter::takeRows(std::uint32_t segment, std::uint64_t events) {
  const std::lock_guard lock(adding_);
  std::vector<DerivedStore::IndexRow> rows;
  for (std::size_t level = 0; level < covered_.size(); ++level) {
    const Games games = std::exchange(covered_[level], {});
    if (!games.isEmpty()) rows.push_back(coverageRow(static_cast<IndexLevel>(level), segment, events, games));
  }
  for (auto& [key, games] : terms_) rows.push_back({.key = key, .segment = segment, .bytes = bytesOf(games)});
  for (auto& [key, bytes] : ranges_) rows.push_back({.key = key, .segment = segment, .bytes = std::move(bytes)});
  terms_.clear();
  ranges_.clear();
  return rows;
}

TermIndex::TermIndex(const Archive& archive) : archive_(archive) {
  const DerivedStore rows = archive.derivedStore();
  std::map<std::uint32_t, std::uint64_t> written;
  forEachWrittenGame(rows, [&](std::uint32_t game, std::uint64_t events) { written[game] = events; });
  written_games_ = written.size();
  rows.forEachIndexRowFrom(kCoverage, [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
    next_segment_ = std::max(next_segment_, segment + 1);
    std::size_t level = 0;
    while (level < covered_.size() && key != coverageKey(static_cast<IndexLevel>(level))) ++level;
    if (level == covered_.size() || !bytes.starts_with(programTag())) return true;
    auto coverage = readCoverage(bytes);
    if (!coverage || coverage->events < written[0]) return true;
    for (const auto& [game, events] : written) {
      if (events > coverage->events) coverage->games.remove(game);
    }
    segments_.push_back(segment);
    covered_[level] |= coverage->games;
    return true;
  });
  std::sort(segments_.begin(), segments_.end());
  segments_.erase(std::unique(segments_.begin(), segments_.end()), segments_.end());
}

bool TermIndex::isScattered() const {
  constexpr std::size_t kFewSegments = 8, kFewWritten = 1'000;
  return segments_.size() > kFewSegments || written_games_ > kFewWritten;
}

bool TermIndex::isUsable(std::uint32_t segment) const { return ranges::binary_search(segments_, segment); }

Games TermIndex::with(const std::string& term) const {
  Games games;
  archive_.derivedStore().forEachIndexRow(term, [&](auto, std::uint32_t segment, std::string_view bytes) {
    if (!isUsable(segment)) return true;
    if (const auto found = readGames(bytes)) games |= *found;
    return true;
  });
  return games;
}

void TermIndex::forEachTerm(const std::string& prefix,
                            const std::function<void(std::string_view, const Games&)>& visit) const {
  archive_.derivedStore().forEachIndexRowFrom(prefix,
                                              [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
                                                if (!isUsable(segment)) return true;
                                                if (const auto found = readGames(bytes))
                                                  visit(key.substr(prefix.size()), *found);
                                                return true;
                                              });
}

Games TermIndex::without(const std::string& number, const Range& range) const {
  Games out, in;
  archive_.derivedStore().forEachIndexRow(number, [&](auto, std::uint32_t segment, std::string_view bytes) {
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

std::vector<DerivedStore::IndexRow> TermIndex::joined(std::uint32_t segment) const {
  const std::uint64_t events = archive_.totals().events;
  std::vector<DerivedStore::IndexRow> rows{deletedWrittenGames(events)};
  for (std::size_t level = 0; level < covered_.size(); ++level) {
    if (!covered_[level].isEmpty())
      rows.push_back(coverageRow(static_cast<IndexLevel>(level), segment, events, covered_[level]));
  }
  Games games;
  const auto finish = [&] {
    if (!rows.empty() && rows.back().bytes.empty()) rows.back().bytes = bytesOf(games);
    games = Games();
  };
  archive_.derivedStore().forEachIndexRowFrom(
      {}, [&](std::string_view key, std::uint32_t row_segment, std::string_view bytes) {
        if (key.starts_with(kCoverage) || key == kWrittenGames || !isUsable(row_segment)) return true;
        if (rows.empty() || rows.back().key != key) {
          finish();
          rows.push_back({.key = std::string(key), .segment = segment, .bytes = {}});
        }
        if (isRange(key)) {
          rows.back().bytes += bytes;
        } else if (const auto found = readGames(bytes)) {
          games |= *found;
        }
        return true;
      });
  finish();
  return rows;
}

TermIndex::Size TermIndex::size() const {
  Size size;
  archive_.derivedStore().forEachIndexRowFrom({},
                                              [&](std::string_view key, std::uint32_t segment, std::string_view bytes) {
                                                ++size.rows;
                                                size.bytes += key.size() + bytes.size() + sizeof segment;
                                                if (!isWhole(key, bytes)) ++size.malformed;
                                                return true;
                                              });
  return size;
}

}  // namespace docket::find
