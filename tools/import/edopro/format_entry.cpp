#include "tools/import/edopro/format_entry.h"

#include <capnp/message.h>

#include <span>
#include <string>
#include <string_view>

#include "tools/import/edopro/file_import.h"
#include "tools/import/formats.h"

namespace docket::edopro {
namespace {

constexpr std::string_view kMagic = "yrp";  // yrpX, or yrp1 of an older program

}  // namespace

bool looksLikeReplay(std::string_view first_bytes) { return first_bytes.starts_with(kMagic); }

ReadGame readGame(const GameToRead& game) {
  capnp::MallocMessageBuilder bare;  // a replay has no header of ours
  const auto rules_of = [&](std::string_view ruleset) {
    bare.initRoot<schema::Header>().setRuleset(std::string(ruleset));
    return game.rules_of(bare.getRoot<schema::Header>());
  };
  const std::span text(game.source.text.data(), game.source.text.size());
  ReadGame read = importReplay(std::as_bytes(text), game.file, rules_of,
                               {.game = game.id, .seat = game.seat, .secret = game.secret()});
  requireValid(read.recording, game.file);
  return read;
}

}  // namespace docket::edopro
