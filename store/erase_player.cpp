#include "store/erase_player.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "events/errors.h"
#include "events/heads.h"
#include "events/public_header.h"
#include "store/database.h"
#include "store/rows/index.h"
#include "store/rows/label_rows.h"
#include "store/rows/packing.h"

namespace docket::detail {
namespace {

/// The row of a header and the label without the name of one player. Data that contained the name is not copied, so no
/// byte of it is left.
struct ErasedHeader {
  std::string row;
  GameLabel label;
  std::vector<std::string> keys_before, keys_after;  // their keys in the index

  ErasedHeader(std::string_view row_before, const GameLabel& label_before, std::uint8_t seat) : label(label_before) {
    kj::Array<capnp::word> words;
    capnp::FlatArrayMessageReader stored(wordsOf(row_before.substr(sizeof(Digest)), words), storedMessages());
    const auto before = stored.getRoot<schema::Header>();
    capnp::MallocMessageBuilder erasing;
    erasing.setRoot(before);
    // A label names seats that the header leaves open.
    if (seat != 0 && seat <= label.players.size() && !label.players[seat - 1U].empty()) {
      eraseFromLabel(label, seat);
    } else {
      erasePlayer(erasing.getRoot<schema::Header>(), seat);
    }
    const auto after = erasing.getRoot<schema::Header>().asReader();
    const Digest head = bytes32(row_before);
    KJ_REQUIRE(Head(before, Secrets{}).value() == head, "its header does not match its head");
    KJ_REQUIRE(Head(after, Secrets{}).value() == head, "its head would change");
    capnp::MallocMessageBuilder message;
    message.setRoot(after);
    row.assign(row_before.substr(0, sizeof(Digest)));
    appendMessage(row, message);
    keys_before = indexKeys(before, label_before);
    keys_after = indexKeys(after, label);
  }
};

}  // namespace

void addErasure(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, std::uint8_t seat) {
  const auto [number, stored] = storedHeader(database, id);
  std::vector<std::string> found_out;
  std::string of_game;
  appendBig32(of_game, number);
  database.forEach(Family::verdicts, of_game, "reading a result about a game", [&](auto key, auto) {
    found_out.emplace_back(key);
    return true;
  });
  try {
    const ErasedHeader erased(stored, readLabel(database, number, id), seat);
    (void)batch.Put(database.family(Family::games), gameKey(number, GameRow::header), erased.row);
    if (!erased.label.empty())
      (void)batch.Put(database.family(Family::games), gameKey(number, GameRow::label), encode(erased.label));
    replaceIndexKeys(database, batch, erased.keys_before, erased.keys_after, number);
    for (const auto& key : found_out) (void)batch.Delete(database.family(Family::verdicts), key);
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database.path(), id, 0, malformed.getDescription().cStr()));
  }
}

}  // namespace docket::detail
