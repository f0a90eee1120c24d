// The implementation of Game.
#pragma once

#include <capnp/serialize.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/game.h"
#include "store/rows/event_rows.h"

namespace docket {

namespace detail {
/// The first two rows of a game.
struct HeaderAndTail {
  std::string header;
  Tail tail;
};
/// Reads them at the position of an iterator over the games, and leaves the iterator on the second. Throws
/// DamagedArchive if they are not those of game `number`.
[[nodiscard]] HeaderAndTail readHeaderAndTail(rocksdb::Iterator& games, const Database& database, std::uint32_t number);
}  // namespace detail

struct Game::Impl {
  /// Opens a game from its row; `header_row` is the row of its header. Throws DamagedArchive if it is malformed.
  Impl(const detail::Database& from, std::uint32_t game_number, std::string_view header_row, const detail::Tail& up_to);

  std::shared_ptr<const detail::Database> held;  // keeps data readable that was opened before the archive was refreshed
  const detail::Database& database;
  std::uint32_t number;
  kj::Array<capnp::word> header_words;
  std::unique_ptr<capnp::FlatArrayMessageReader> message;
  schema::Header::Reader header;
  std::string id;
  Digest head0{};
  detail::Tail tail;
  std::optional<detail::StoredBranchPoint> branch_point;  // for a branch
  /// The games whose rows hold the shared events of a branch, each up to `last`, oldest first.
  struct Ancestor {
    std::uint32_t last = 0;
    std::uint32_t game = 0;
    std::string id;
  };
  std::vector<Ancestor> ancestors;
  std::optional<std::string> secret_row;    // set if it was read with the other rows; else it is looked up
  std::optional<std::string> label_row;     // likewise; empty: the game has no label
  std::shared_ptr<detail::EventRows> rows;  // created when the first event is read, or shared by a pass over all games
  std::shared_ptr<rocksdb::Iterator> derived;  // for a pass over all games, if there is derived data; else null

  detail::EventRows& events();
  /// The row that holds event `number`, of this game or of a game whose past it shares; copy the pointer to keep it.
  /// Throws DamagedArchive.
  const std::shared_ptr<detail::OpenRow>& rowOf(std::uint32_t number);
  /// The secrets of a game's row. Throws DamagedArchive.
  [[nodiscard]] Secrets secretsOf(std::uint32_t game, std::string_view named) const;
  /// The number of the last shared event.
  [[nodiscard]] std::uint32_t shared() const { return ancestors.empty() ? 0 : ancestors.back().last; }

 private:
  void findAncestors();
};

}  // namespace docket
