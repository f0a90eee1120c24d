// A typed game for several tests: its text, and the documents by which it is read.
#pragma once

#include <string>

#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/import/pinning.h"
#include "tools/typing/typed_transcript.h"

namespace docket::test {

inline const std::string kFriday = sourceDir() + "/tests/typed/friday-12.txt";
inline const std::string kFridayCards = sourceDir() + "/tests/games/catalogues/yugioh.json";

/// The documents of a typed game, its catalogue one of a file.
inline typing::TypedTranscript::RulesOf rulesWith(const std::string& cards) {
  auto pinning = std::make_shared<Pinning>(std::nullopt, std::vector<std::string>{cards});
  return [pinning](schema::Header::Reader header) {
    return pinning->rulesFor(pinning->documentsFor(header, "typed", nullptr));
  };
}

}  // namespace docket::test
