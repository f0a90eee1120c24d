#include "store/leaf_of_game.h"

#include <algorithm>

#include "events/errors.h"
#include "events/public_header.h"
#include "events/text_view.h"
#include "store/database.h"
#include "store/packing.h"

namespace docket::detail {
namespace {

Digest digestIn(capnp::Data::Reader data) {
  Digest digest{};
  if (data.size() == digest.size()) std::copy(data.begin(), data.end(), digest.begin());
  return digest;
}

}  // namespace

GameLeaf leafOfGame(schema::Header::Reader header, const Secrets& secrets) {
  return {.id_commitment = idCommitment(textOf(header.getId()), idSaltOf(header, secrets.of(0))),
          .ruleset = digestIn(header.getRulesetDigest()),
          .catalogue = digestIn(header.getCatalogueDigest())};
}

GameLeaf leafOfGame(const Database& database, std::uint32_t game, std::string_view id) {
  const auto header = database.get(Family::games, gameKey(game, GameRow::header), "reading a game's header");
  const auto secret = database.get(Family::games, gameKey(game, GameRow::secret), "reading a game's secret");
  const auto secrets = secret ? decodeSecrets(*secret) : std::nullopt;
  if (!header || header->size() <= sizeof(Bytes32) || !secrets)
    throw DamagedArchive(damageText(database.path(), id, 0, "its header or its secret is missing"));
  try {
    kj::Array<capnp::word> words;
    capnp::FlatArrayMessageReader message(wordsOf(std::string_view(*header).substr(sizeof(Bytes32)), words),
                                          storedMessages());
    return leafOfGame(message.getRoot<schema::Header>(), *secrets);
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database.path(), id, 0, malformed.getDescription().cStr()));
  }
}

}  // namespace docket::detail
