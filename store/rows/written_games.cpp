#include "store/rows/written_games.h"

#include <rocksdb/write_batch.h>

#include <limits>
#include <set>
#include <string>

#include "store/database.h"
#include "store/log/log_rows.h"
#include "store/rows/rows.h"

namespace docket {

DerivedStore::IndexRow deletedWrittenGames(std::uint64_t events) {
  DerivedStore::IndexRow row{.key = std::string(kWrittenGames), .segment = 0, .bytes = {}};
  detail::appendBig64(row.bytes, events);
  return row;
}

void forEachWrittenGame(const DerivedStore& rows,
                        const std::function<void(std::uint32_t game, std::uint64_t events)>& visit) {
  rows.forEachIndexRow(kWrittenGames, [&](auto, std::uint32_t game, std::string_view bytes) {
    const bool is_whole = bytes.size() == sizeof(std::uint64_t);
    visit(game, is_whole ? detail::readBig64(bytes) : std::numeric_limits<std::uint64_t>::max());
    return true;
  });
}

namespace detail {
namespace {

/// Collects the games whose events a batch writes or deletes.
class GamesOfBatch : public rocksdb::WriteBatch::Handler {
 public:
  explicit GamesOfBatch(const Database& database) : events_(database.family(Family::events)->GetID()) {}

  [[nodiscard]] const std::set<std::uint32_t>& all() const { return all_; }

  rocksdb::Status PutCF(std::uint32_t family, const rocksdb::Slice& key, const rocksdb::Slice&) override {
    return visit(family, view(key));
  }
  rocksdb::Status DeleteCF(std::uint32_t family, const rocksdb::Slice& key) override {
    return visit(family, view(key));
  }
  rocksdb::Status DeleteRangeCF(std::uint32_t family, const rocksdb::Slice&, const rocksdb::Slice&) override {
    return family == events_ ? rocksdb::Status::NotSupported("events are deleted one by one") : rocksdb::Status::OK();
  }

 private:
  rocksdb::Status visit(std::uint32_t family, std::string_view key) {
    if (family == events_ && key.size() >= sizeof(std::uint32_t)) all_.insert(readBig32(key));
    return rocksdb::Status::OK();
  }

  const std::uint32_t events_;
  std::set<std::uint32_t> all_;
};

}  // namespace

void addWrittenGames(const Database& database, rocksdb::WriteBatch& batch, std::uint32_t games, std::uint64_t events) {
  GamesOfBatch written(database);
  require(batch.Iterate(&written), database.path(), "looking through a write");
  std::string value;
  appendBig64(value, events);
  for (const std::uint32_t game : written.all()) {
    if (game <= games) (void)batch.Put(database.family(Family::derived), indexRowKey(kWrittenGames, game), value);
  }
}

}  // namespace detail
}  // namespace docket
