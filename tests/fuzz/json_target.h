// The fuzz target for JSON: any input is refused with BadInput or read; then writing and reading it again gives the
// same.
#pragma once

#include <capnp/message.h>
#include <kj/debug.h>

#include <sstream>
#include <string>
#include <string_view>

#include "events/document.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/jsonl.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

template <class Root>
void requireSame(typename Root::Reader once, typename Root::Reader again) {
  KJ_REQUIRE(canonicalWords(once).asBytes() == canonicalWords(again).asBytes(), "written and read, it is another");
}

/// The bytes as a game in JSON Lines. Returns whether they are one.
inline bool takeGame(std::string_view bytes) {
  Recording game;
  try {
    std::istringstream in{std::string(bytes)};
    game = readJsonLines(in, "fuzz");
  } catch (const BadInput&) {
    return false;
  }
  std::stringstream text;
  writeJsonLines(game, text);
  const Recording again = readJsonLines(text, "written");
  KJ_REQUIRE(again.size() == game.size());
  requireSame<schema::Header>(std::as_const(game).header(), std::as_const(again).header());
  for (std::uint32_t n = 1; n <= game.size(); ++n) requireSame<schema::Event>(*game.event(n), *again.event(n));
  return true;
}

/// The bytes as a document. Returns whether they are one.
inline bool takeDocument(std::string_view bytes) {
  try {
    const auto read = readDocument<schema::Ruleset>(bytes, "fuzz");
    const auto again = readDocument<schema::Ruleset>(writeJson(read.root()), "written");
    requireSame<schema::Ruleset>(read.root(), again.root());
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).rfind("fuzz", 0) == 0, "what was written was refused", refused.what());
    return false;
  }
  return true;
}

}  // namespace docket
