#include "tools/import/edopro/format.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include "events/errors.h"
#include "events/validate.h"
#include "tools/import/edopro/import.h"
#include "tools/import/formats.h"

namespace docket::edopro {
namespace {

constexpr std::string_view kMagic = "yrp";  // yrpX, or yrp1 of an older program
constexpr const char* kRuleset = "yugioh";

/// An importer builds what it builds without asking; what it built is held to what every record is held to.
void requireValid(const Recording& recording, const std::string& name) {
  Roster roster(recording.header());
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const auto event = recording.event(number);
    if (const auto fault = validate(event, number, roster))
      throw BadInput(
          fmt::format("{}: it is not possible at event {}: {}: {}", name, number, fault->path, fault->message));
    roster.add(event);
  }
}

}  // namespace

bool looksLikeReplay(std::string_view first_bytes) { return first_bytes.starts_with(kMagic); }

ReadGame readGame(const GameToRead& game) {
  capnp::MallocMessageBuilder bare;  // a replay has no header of ours: the game is known by the kind of the file
  bare.initRoot<schema::Header>().setRuleset(kRuleset);
  const Rules rules = game.rules_of(bare.getRoot<schema::Header>());
  const std::span text(game.of.text.data(), game.of.text.size());
  ReadGame read;
  read.recording =
      importReplay(std::as_bytes(text), game.file, rules, {.game = game.id, .seat = game.seat, .secret = game.secret()})
          .recording;
  requireValid(read.recording, game.file);
  return read;
}

}  // namespace docket::edopro
