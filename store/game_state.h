// What a Game holds.
#pragma once

#include <capnp/serialize.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/game.h"
#include "store/rows/event_rows.h"

namespace docket {

struct Game::Impl {
  /// Opens a game from its row: `header_row` is that of its header. Throws DamagedArchive where it is malformed.
  Impl(const detail::Database& from, std::uint32_t of, std::string_view header_row, const detail::Tail& up_to);

  std::shared_ptr<const detail::Database> held;  // what was opened before the archive was refreshed stays readable
  const detail::Database& database;
  std::uint32_t number;
  kj::Array<capnp::word> header_words;
  std::unique_ptr<capnp::FlatArrayMessageReader> message;
  schema::Header::Reader header;
  std::string id;
  Bytes32 head0{};
  detail::Tail tail;
  std::optional<detail::Parting> parting;  // of a branch
  /// Whose rows hold the events of a branch that are not its own: those up to `last`, the oldest first.
  struct Past {
    std::uint32_t last = 0;
    std::uint32_t game = 0;
    std::string id;
  };
  std::vector<Past> past;
  std::optional<std::string> secret_row;       // where it was read with the others; else it is looked for
  std::optional<std::string> label_row;        // likewise; empty: the game has none
  std::shared_ptr<detail::EventRows> rows;     // made when the first event is read, or those of a pass over all games
  std::shared_ptr<rocksdb::Iterator> derived;  // of a pass over all games, where anything is derived; else null

  detail::EventRows& events();
  /// The row that holds event `number`, of this game or of one whose past it shares; whoever keeps it copies the
  /// pointer. Throws DamagedArchive.
  const std::shared_ptr<detail::OpenRow>& rowOf(std::uint32_t number);
  /// The secrets of a game's row. Throws DamagedArchive.
  [[nodiscard]] Secrets secretsOf(std::uint32_t game, std::string_view named) const;
  /// The number of the last event that is not its own.
  [[nodiscard]] std::uint32_t shared() const { return past.empty() ? 0 : past.back().last; }

 private:
  void findPast();
};

}  // namespace docket
