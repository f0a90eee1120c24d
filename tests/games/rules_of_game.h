// The documents of the sample games: a game in tests/games names a ruleset of engine/rulesets and its version; its
// catalogue is the one in tests/games/catalogues that has the ruleset's name, if there is one.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket {

inline std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw BadInput(path.string(), 0, 0, "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

class RulesOfGame {
 public:
  explicit RulesOfGame(schema::Header::Reader header)
      : RulesOfGame(std::string(header.getRuleset().cStr()), std::string(header.getRulesetVersion().cStr())) {}

  RulesOfGame(const std::string& name, const std::string& version) {
    const std::filesystem::path root = docket::test::sourceDir();
    auto file = root / "engine/rulesets" / (name + "-" + version + ".json");
    if (!std::filesystem::exists(file)) file.replace_filename(name + ".json");  // one that has a single version
    ruleset_ = compile(test::readWholeRuleset(readFile(file), file.filename()).root(), file.filename());
    if (ruleset_.version != version) throw BadInput(file.filename(), 0, 0, "it is not version " + version);
    const auto cards = root / "tests/games/catalogues" / (name + ".json");
    if (std::filesystem::exists(cards)) {
      const auto document = readDocument<schema::Catalogue>(readFile(cards), cards.filename());
      catalogue_ = compile(document.root(), ruleset_, cards.filename());
    }
  }

  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset_, .catalogue = catalogue_}; }

 private:
  Ruleset ruleset_;
  Catalogue catalogue_;
};

}  // namespace docket
