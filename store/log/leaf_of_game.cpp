#include "store/log/leaf_of_game.h"

#include <fmt/format.h>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/public_header.h"
#include "events/text/text_view.h"
#include "store/database.h"
#include "store/log/log_rows.h"
#include "store/rows/packing.h"

namespace docket::detail {

GameLeaf leafOfGame(schema::Header::Reader header, const Secrets& secrets) {
  return {.id_commitment = idCommitment(textOf(header.getId()), idSaltOf(header, secrets.of(0))),
          .ruleset = digestOrZero(header.getRulesetDigest()),
          .catalogue = digestOrZero(header.getCatalogueDigest())};
}

namespace {

/// The result of `visit` for the header and the secrets of a stored game.
template <class Visit>
auto withHeader(const Database& database, std::uint32_t game, std::string_view id, Visit&& visit) {
  const auto header = database.get(Family::games, gameKey(game, GameRow::header), "reading a game's header");
  const auto secret = database.get(Family::games, gameKey(game, GameRow::secret), "reading a game's secret");
  const auto secrets = secret ? decodeSecrets(*secret) : std::nullopt;
  if (!header || header->size() <= sizeof(Digest) || !secrets)
    throw DamagedArchive(damageText(database.path(), id, 0, "its header or its secret is missing"));
  try {
    kj::Array<capnp::word> words;
    capnp::FlatArrayMessageReader message(wordsOf(std::string_view(*header).substr(sizeof(Digest)), words),
                                          storedMessages());
    return visit(message.getRoot<schema::Header>(), *secrets);
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database.path(), id, 0, malformed.getDescription().cStr()));
  }
}

}  // namespace

GameLeaf leafOfGame(const Database& database, std::uint32_t game, std::string_view id) {
  return withHeader(database, game, id,
                    [](schema::Header::Reader header, const Secrets& secrets) { return leafOfGame(header, secrets); });
}

std::optional<Replaced> replacedIn(schema::Header::Reader header) {
  Replaced replaced{.id = replacedId(docket::view(header.getId()))};
  const bool is_one = docket::view(header.getSource()) == kReplacementSource && !replaced.id.empty();
  if (!is_one || header.getSourceDigest().size() != replaced.head.size()) return std::nullopt;
  replaced.head = digestOrZero(header.getSourceDigest());
  return replaced;
}

std::optional<Replaced> replacedIn(const Database& database, std::uint32_t game, std::string_view id) {
  return withHeader(database, game, id,
                    [](schema::Header::Reader header, const Secrets&) { return replacedIn(header); });
}

std::optional<std::uint64_t> leafThatIsReplaced(const Database& database, const Replaced& replaced, std::string_view by,
                                                std::uint32_t before) {
  const auto number = database.numberOf(replaced.id);
  if (!number || *number >= before) return std::nullopt;
  const auto prefix = gameKey(*number, GameRow::segment);
  std::optional<std::uint64_t> leaf;
  database.forEach(Family::games, prefix, "reading a game's segments", [&](auto key, auto head) {
    if (head.size() != sizeof(Digest) || bytes32(head) != replaced.head) return true;
    const auto row = database.get(Family::games, segmentLeafKey(*number, readBig32(key.substr(prefix.size()))),
                                  "reading a game's leaves");
    if (row && row->size() == sizeof(std::uint64_t)) leaf = readBig64(*row);
    return !leaf;
  });
  if (!leaf)
    throw BadInput(
        fmt::format("game {} replaces a record {} with the head {}, but the record stored here was never "
                    "finished with that head",
                    by, replaced.id, hex(replaced.head)));
  return leaf;
}

}  // namespace docket::detail
