// The rows of events of an archive, walked: one iterator, which goes on from game to game where it is read in order.
// The first rows of the game that is being read stay open, as most games have no more and are gone through twice.
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
  /// The row that holds event `number` of the game, until another is asked for; whoever copies the pointer has it as
  /// long as he holds that. Throws DamagedArchive, naming the game and the event, where it cannot be read or is not
  /// there.
  const std::shared_ptr<OpenRow>& at(std::uint32_t game, std::uint32_t number, std::string_view id);

 private:
  static constexpr std::size_t kKept = 6;  // of 256 events each, some tens of KB

  [[noreturn]] void missing(std::uint32_t number, std::string_view id) const;
  static OpenRow& fresh(std::shared_ptr<OpenRow>& place);

  const Database& database_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  std::uint32_t game_ = 0;                            // whose rows are open
  std::array<std::shared_ptr<OpenRow>, kKept> kept_;  // the last one is the only one that gives way to others
  std::size_t open_ = 0;                              // how many of them are of that game
};

}  // namespace docket::detail
