// Iterates over the event rows of an archive: one iterator, which continues from game to game when they are read in
// order. The first rows of the current game stay open, because most games have no more and are read twice.
#pragma once

#include <rocksdb/iterator.h>

#include <array>
#include <memory>
#include <string_view>

#include "store/database.h"
#include "store/rows/packing.h"

namespace docket::detail {

class EventRows {
 public:
  explicit EventRows(const Database& database);
  /// The row that holds event `number` of the game, valid until the next call; copy the pointer to keep it. Throws
  /// DamagedArchive, naming the game and the event, if the row is unreadable or missing.
  const std::shared_ptr<OpenRow>& at(std::uint32_t game, std::uint32_t number, std::string_view id);

 private:
  static constexpr std::size_t kOpenRows = 6;  // of 256 events each, tens of KB

  [[noreturn]] void throwMissingRow(std::uint32_t number, std::string_view id) const;
  static OpenRow& fresh(std::shared_ptr<OpenRow>& place);

  const Database& database_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  std::uint32_t game_ = 0;                                     // the game whose rows are open
  std::array<std::shared_ptr<OpenRow>, kOpenRows> open_rows_;  // only the last one is replaced by other rows
  std::size_t open_ = 0;                                       // the number of rows of that game
};

}  // namespace docket::detail
