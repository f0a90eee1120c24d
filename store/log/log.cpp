#include "store/log/log.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "store/game_impl.h"
#include "store/log/log_rows.h"
#include "store/recorder.h"

namespace docket {

using detail::Family;

namespace {

std::vector<std::uint8_t> bytesIn(std::string_view value) { return {value.begin(), value.end()}; }

}  // namespace

std::uint64_t Log::size() const { return detail::logSize(*database_); }

std::vector<std::uint8_t> Log::leafBytes(std::uint64_t number) const {
  const auto row = database_->get(Family::log, detail::leafKey(number), "reading its log");
  if (!row)
    throw DamagedArchive(
        detail::damageText(database_->path(), "", 0, fmt::format("leaf {} of its log is missing", number)));
  return bytesIn(*row);
}

void Log::forEachLeaf(std::uint64_t first,
                      const std::function<bool(std::uint64_t, std::vector<std::uint8_t>)>& visit) const {
  if (!database_->has(Family::log)) return;
  const auto rows = database_->iterator(Family::log);
  std::uint64_t next = first;
  for (rows->Seek(detail::leafKey(first)); rows->Valid() && rows->key()[0] == 'l'; rows->Next(), ++next) {
    if (detail::view(rows->key()) != detail::leafKey(next))
      throw DamagedArchive(
          detail::damageText(database_->path(), "", 0, fmt::format("leaf {} of its log is missing", next)));
    if (!visit(next, bytesIn(detail::view(rows->value())))) return;
  }
  detail::require(rows->status(), database_->path(), "reading its log");
}

SubtreeHash Log::hashes() const {
  return [held = database_, hashes = detail::storedHashes(*database_)](unsigned level, std::uint64_t index) {
    return hashes(level, index);
  };
}

std::vector<Log::OfGame> Log::leavesOf(const Game& game) const {
  std::vector<OfGame> leaves;
  const auto prefix = detail::gameKey(game.impl_->number, detail::GameRow::leaf);
  database_->forEach(Family::games, prefix, "reading a game's leaves", [&](auto key, auto value) {
    if (key.size() != prefix.size() + 4 || value.size() != 8)
      throw DamagedArchive(detail::damageText(database_->path(), game.id(), 0, "a row of its leaves is malformed"));
    leaves.push_back({.last = detail::readBig32(key.substr(prefix.size())), .leaf = detail::readBig64(value)});
    return true;
  });
  return leaves;
}

std::vector<Log::OfKey> Log::keys() const {
  std::vector<OfKey> keys;
  database_->forEach(Family::log, "k", "reading its keys", [&](auto row, auto) {
    const auto number = row.size() == detail::keyLeafKey(0).size() ? detail::readBig64(row.substr(1)) : size();
    const auto leaf = leafOf(leafBytes(number));
    if (const auto* change = std::get_if<KeyLeaf>(&leaf)) keys.push_back({.leaf = number, .change = *change});
    return true;
  });
  return keys;
}

std::vector<Log::StoredCheckpoint> Log::checkpoints() const {
  std::vector<StoredCheckpoint> stored;
  database_->forEach(Family::log, "c", "reading its checkpoints", [&](auto key, auto value) {
    if (key.size() == 9) stored.push_back({.size = detail::readBig64(key.substr(1)), .note = std::string(value)});
    return true;
  });
  return stored;
}

void Log::storeCheckpoint(const StoredCheckpoint& checkpoint) {
  database_->requireRecorder().write([&](rocksdb::WriteBatch& batch) {
    (void)batch.Put(database_->family(Family::log), detail::checkpointKey(checkpoint.size), checkpoint.note);
  });
}

std::uint64_t Log::add(const KeyLeaf& leaf) { return database_->requireRecorder().addLeaf(leaf); }

}  // namespace docket
