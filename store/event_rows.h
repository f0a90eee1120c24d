// The rows of events of an archive, walked: one iterator, which goes on from game to game where it is read in order.
#pragma once

#include <rocksdb/iterator.h>

#include <memory>
#include <string_view>

#include "store/database.h"
#include "store/packing.h"

namespace docket::detail {

class EventRows {
 public:
  explicit EventRows(const Database& database);
  /// The row that holds event `number` of the game. It is the caller's as long as he holds it.
  /// Throws DamagedArchive, naming the game and the event, where it cannot be read or is not there.
  std::shared_ptr<const OpenRow> at(std::uint32_t game, std::uint32_t number, std::string_view id);

 private:
  [[noreturn]] void missing(std::uint32_t number, std::string_view id) const;
  OpenRow& fresh();

  const Database& database_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  std::uint32_t game_ = 0;        // whose row is open
  std::shared_ptr<OpenRow> row_;  // the latest one that was given out
};

}  // namespace docket::detail
