// Rulings in a separate file: JSON Lines, each a rulingGiven payload with the point `at`.
// {"judge":"Femi","at":45,"claim":"not legal(45)","clauses":["ygo.hard.use"]}
// Invariant: each ruling is about an existing point of the game; any other is refused with its line.
#pragma once

#include <capnp/message.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/ids.h"
#include "schemas/ruling.capnp.h"

namespace docket {

struct FiledRuling {
  std::string place;  ///< "rulings.jsonl:3"
  std::unique_ptr<capnp::MallocMessageBuilder> message;

  [[nodiscard]] schema::Ruling::Reader ruling() const { return message->getRoot<schema::Ruling>().asReader(); }
};

/// Reads a file of rulings about a game of `last` events. Throws BadInput with file, line and column.
[[nodiscard]] std::vector<FiledRuling> readRulings(const std::filesystem::path& file, EventNumber last);

}  // namespace docket
