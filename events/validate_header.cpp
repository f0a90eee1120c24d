#include "events/validate_header.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/split.hpp>
#include <string>
#include <string_view>

#include "events/fields_check.h"
#include "events/game_id.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/validate.h"

namespace docket {
namespace {

bool hasDotSegment(std::string_view id) {
  return ranges::any_of(id | ranges::views::split('/'), [](auto&& segment) {
    const auto name = segment | ranges::to<std::string>;
    return name == "." || name == "..";
  });
}

std::optional<Fault> checkPlayer(schema::Header::Player::Reader player, std::size_t index) {
  const auto fault = [&](const char* field, const char* message) {
    return Fault{fmt::format("players[{}].{}", index, field), message};
  };
  if (player.hasSalt() && player.getSalt().size() != 16) return fault("salt", "a salt has 16 bytes");
  if (!player.hasCommitment()) return std::nullopt;
  if (player.getCommitment().size() != 32) return fault("commitment", "a commitment has 32 bytes");
  if (player.hasName() || player.hasSalt()) return fault("commitment", "it replaces a name that was erased");
  return std::nullopt;
}

std::optional<Fault> checkDigest(capnp::Data::Reader digest, const char* field) {
  if (digest.size() == 0 || digest.size() == 32) return std::nullopt;
  return Fault{field, "a digest has 32 bytes"};
}

std::optional<Fault> checkSource(schema::Header::Reader header) {
  if (header.hasIdSalt() && header.getIdSalt().size() != 16) return Fault{"idSalt", "a salt has 16 bytes"};
  if (auto fault = checkDigest(header.getSourceDigest(), "sourceDigest")) return fault;
  if (header.hasSourceSalt() && header.getSourceSalt().size() != 16) return Fault{"sourceSalt", "a salt has 16 bytes"};
  if (header.hasSourceSalt() && !header.hasSourceDigest()) {
    return Fault{"sourceSalt", "there is no sourceDigest that it could belong to"};
  }
  if (header.hasSourceCommitment() && header.getSourceCommitment().size() != 32) {
    return Fault{"sourceCommitment", "a commitment has 32 bytes"};
  }
  if (header.hasSourceCommitment() && header.hasSourceDigest()) {
    return Fault{"sourceCommitment", "it replaces a sourceDigest that was left out"};
  }
  if (header.getViewer() != 0 && header.hasSourceDigest()) {
    return Fault{"sourceDigest",
                 "the record of what one seat could see has only a commitment to what the game came from; hidden cards "
                 "could be guessed from its digest"};
  }
  return std::nullopt;
}

/// A record of format 1 says nothing of its format, and shows by the digest of its source, which has no salt there.
std::optional<Fault> checkFormat(schema::Header::Reader header) {
  const auto format = header.getRecordFormat();
  if (format > kRecordFormat) {
    return Fault{"recordFormat",
                 fmt::format("this record is of format {}, and this program reads format {}: use a newer "
                             "docket",
                             format, kRecordFormat)};
  }
  const bool unsalted = header.hasSourceDigest() && !header.hasSourceSalt();
  if (format == 1 || unsalted) {
    return Fault{unsalted ? "sourceDigest" : "recordFormat",
                 fmt::format("this record is of format 1: hidden cards can be guessed from its digest of the source; "
                             "this program reads format {}: import the original file of the game again; if there "
                             "is none, remove sourceDigest and recordFormat from the header",
                             kRecordFormat)};
  }
  return std::nullopt;
}

}  // namespace

bool isDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
    if (!isDigit(text[i])) return false;
  }
  const int month = (text[5] - '0') * 10 + (text[6] - '0');
  const int day = (text[8] - '0') * 10 + (text[9] - '0');
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

std::optional<Fault> validate(schema::Header::Reader header) {
  const auto id = view(header.getId());
  if (!isGameId(id)) {
    return Fault{"id", fmt::format("{} is not a game id: use 1 to 128 of A-Z a-z 0-9 . _ - /", docket::quoted(id))};
  }
  if (gameNameOf(id).record != 0 && view(header.getSource()) != kReplacementSource) {
    return Fault{"id", fmt::format("{} is the id of a record that replaces another: docket import --replaces {} makes "
                                   "one from a file of the game",
                                   docket::quoted(id), gameNameOf(id).game)};
  }
  // A shell that makes files of ids is to stay where it is.
  if (hasDotSegment(id)) return Fault{"id", fmt::format("{} has . or .. between its slashes", docket::quoted(id))};
  const auto players = header.getPlayers();
  if (players.size() > kMaxSeats) {
    return Fault{"players", fmt::format("{} players; the maximum is {}", players.size(), kMaxSeats)};
  }
  if (const auto viewer = header.getViewer(); viewer > players.size() && viewer != kSpectator) {
    return Fault{"viewer", fmt::format("there is no seat {}", viewer)};
  }
  const auto date = view(header.getDate());
  if (!date.empty() && !isDate(date))
    return Fault{"date", fmt::format("{} is not a date: expected YYYY-MM-DD", docket::quoted(date))};
  for (capnp::uint i = 0; i < players.size(); ++i) {
    if (auto fault = checkPlayer(players[i], i)) return fault;
  }
  if (auto fault = checkDigest(header.getRulesetDigest(), "rulesetDigest")) return fault;
  if (auto fault = checkDigest(header.getCatalogueDigest(), "catalogueDigest")) return fault;
  if (auto fault = checkFormat(header)) return fault;
  if (auto fault = checkSource(header)) return fault;
  FieldsCheck fields({.seats = players.size(), .cards = 0, .events = 0, .names = 0});
  if (!fields.structure(header, shapeOf(capnp::Schema::from<schema::Header>()))) return fields.fault();
  return std::nullopt;
}

}  // namespace docket
