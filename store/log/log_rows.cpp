#include "store/log/log_rows.h"

#include <fmt/format.h>

#include <vector>

#include "events/errors.h"

namespace docket::detail {
namespace {

std::string numbered(char kind, std::uint64_t number) {
  std::string key(1, kind);
  appendBig64(key, number);
  return key;
}

[[noreturn]] void throwMissingHash(const Database& database, unsigned level, std::uint64_t index) {
  throw DamagedArchive(damageText(
      database.path(), "", 0,
      level == 0 ? fmt::format("leaf {} of its log is missing", index)
                 : fmt::format("the log has no hash of leaves {} to {}", index << level, ((index + 1) << level) - 1)));
}

/// The hashes of one stored level, from `first` on.
std::vector<TreeHash> stored(const Database& database, unsigned level, std::uint64_t first, std::uint64_t count) {
  std::vector<TreeHash> hashes;
  const auto rows = database.iterator(Family::log);
  const auto key_of = [&](std::uint64_t index) { return level == 0 ? leafKey(index) : hashKey(level, index); };
  rows->Seek(key_of(first));
  for (std::uint64_t index = first; index < first + count; ++index, rows->Next()) {
    const bool is_present =
        rows->Valid() && view(rows->key()) == key_of(index) && (level == 0 || rows->value().size() == sizeof(TreeHash));
    require(rows->status(), database.path(), "reading its log");
    if (!is_present) throwMissingHash(database, level, index);
    const auto value = view(rows->value());
    hashes.push_back(level == 0 ? leafHash({reinterpret_cast<const std::uint8_t*>(value.data()), value.size()})
                                : bytes32(value));
  }
  return hashes;
}

}  // namespace

std::string leafKey(std::uint64_t leaf) { return numbered('l', leaf); }

std::string hashKey(unsigned level, std::uint64_t index) {
  std::string key = {'h', static_cast<char>(level)};
  appendBig64(key, index);
  return key;
}

std::string keyLeafKey(std::uint64_t leaf) { return numbered('k', leaf); }

std::string checkpointKey(std::uint64_t size) { return numbered('c', size); }

std::string segmentLeafKey(std::uint32_t game, std::uint32_t last) {
  std::string key = gameKey(game, GameRow::leaf);
  appendBig32(key, last);
  return key;
}

std::uint64_t logSize(const Database& database) {
  if (!database.has(Family::log)) return 0;
  const auto rows = database.iterator(Family::log);
  rows->SeekForPrev(leafKey(UINT64_MAX));
  require(rows->status(), database.path(), "reading its log");
  const bool has_leaf = rows->Valid() && rows->key().size() == 9 && rows->key()[0] == 'l';
  return has_leaf ? readBig64(view(rows->key()).substr(1)) + 1 : 0;
}

SubtreeHash storedHashes(const Database& database) {
  return [&database](unsigned level, std::uint64_t index) {
    const unsigned below = level % kStoredLevels;
    auto hashes = stored(database, level - below, index << below, std::uint64_t{1} << below);
    while (hashes.size() > 1) {
      for (std::size_t i = 0; i < hashes.size() / 2; ++i) hashes[i] = nodeHash(hashes[2 * i], hashes[2 * i + 1]);
      hashes.resize(hashes.size() / 2);
    }
    return hashes.front();
  };
}

}  // namespace docket::detail
