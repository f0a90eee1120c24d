#include "events/public_header.h"

#include <capnp/any.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>

#include "events/canonical_bytes.h"
#include "events/errors.h"
#include "events/public.h"
#include "events/text/text_view.h"
#include "events/validate.h"

namespace docket {
namespace {

capnp::Data::Reader data(const Salt& salt) { return {salt.data(), salt.size()}; }

Digest commitment(schema::Header::Player::Reader player) {
  const auto salt = player.getSalt();
  Hash hash;
  hash.update(std::span<const std::uint8_t>(salt.begin(), salt.size()));
  hash.update(view(player.getName()));
  return hash.value();
}

/// The digest of a hidden source must not be public: a viewer who knows all but one card could try every card until the
/// digest matches.
void forgetSource(schema::Header::Builder header) {
  Hash hash;
  for (const auto part : {header.asReader().getSourceSalt(), header.asReader().getSourceDigest()})
    hash.update(std::span<const std::uint8_t>(part.begin(), part.size()));
  const auto sealed = hash.value();
  header.disownSourceDigest();
  header.disownSourceSalt();
  header.setSourceCommitment(capnp::Data::Reader(sealed.data(), sealed.size()));
}

void forget(schema::Header::Player::Builder player) {
  const auto sealed = commitment(player.asReader());
  player.disownName();
  player.disownSalt();
  player.setCommitment(capnp::Data::Reader(sealed.data(), sealed.size()));
}

}  // namespace

std::vector<std::uint8_t> publicBytes(schema::Header::Reader header) {
  constexpr unsigned kUsualWords = 128;  // the library would clear a thousand
  capnp::MallocMessageBuilder message(kUsualWords);
  message.setRoot(header);
  auto copy = message.getRoot<schema::Header>();
  copy.setViewer(0);  // so that a redacted record has the heads of the whole one
  copy.disownIdSalt();
  for (auto player : copy.getPlayers()) {
    if (player.hasSalt()) forget(player);
  }
  if (header.hasSourceSalt()) forgetSource(copy);
  std::vector<std::uint8_t> bytes;
  appendCanonicalWords(copy.asReader(), bytes);
  return bytes;
}

void redact(schema::Header::Builder header, std::uint8_t viewer) {
  header.setViewer(viewer);
  if (header.hasSourceSalt()) return forgetSource(header);
  header.disownSourceDigest();
}

void saltSource(schema::Header::Builder header, const Secret& secret) {
  if (!header.hasSourceDigest() || header.hasSourceSalt()) return;
  header.setSourceSalt(data(deriveSalt(secret, 0, kMaxSeats)));  // no event has the number 0, no seat this one
}

void saltHeader(schema::Header::Builder header, const Secret& secret) {
  saltSource(header, secret);
  if (!header.hasIdSalt()) header.setIdSalt(data(newSalt()));
  for (auto player : header.getPlayers()) {
    if (player.hasName() && !player.hasSalt() && !player.hasCommitment()) player.setSalt(data(newSalt()));
  }
}

void takeSalts(schema::Header::Builder header, schema::Header::Reader stored) {
  if (stored.hasIdSalt() && !header.hasIdSalt()) header.setIdSalt(stored.getIdSalt());
  auto players = header.getPlayers();
  for (capnp::uint i = 0; i < players.size() && i < stored.getPlayers().size(); ++i) {
    auto player = players[i];
    const auto stored_player = stored.getPlayers()[i];
    if (!player.hasName() || player.hasSalt() || player.hasCommitment()) continue;
    if (stored_player.hasCommitment()) {
      player.disownName();
      player.setCommitment(stored_player.getCommitment());
    } else if (stored_player.hasSalt() && stored_player.getName() == player.getName()) {
      player.setSalt(stored_player.getSalt());
    }
  }
}

Salt idSaltOf(schema::Header::Reader header, const Secret& secret) {
  Salt salt{};
  if (header.getIdSalt().size() != salt.size()) return deriveSalt(secret, 0, kMaxSeats + 1);  // after the source's
  std::copy(header.getIdSalt().begin(), header.getIdSalt().end(), salt.begin());
  return salt;
}

bool nameCanBeGuessed(schema::Header::Reader header, std::uint8_t seat, const Secret& secret) {
  const auto salt = header.getPlayers()[seat - 1U].getSalt();
  const auto derived = deriveSalt(secret, 0, static_cast<std::uint16_t>(seat - 1U));
  return std::equal(salt.begin(), salt.end(), derived.begin(), derived.end());
}

void erasePlayer(schema::Header::Builder header, std::uint8_t seat) {
  auto players = header.getPlayers();
  if (seat == 0 || seat > players.size()) {
    throw BadInput(fmt::format("there is no seat {}: the game has {}", seat, players.size()));
  }
  auto player = players[seat - 1U];
  if (player.hasCommitment()) return;
  if (!player.hasSalt()) throw BadInput(fmt::format("the name at seat {} has no salt, so its head would change", seat));
  forget(player);
}

}  // namespace docket
