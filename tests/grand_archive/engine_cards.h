// The catalogue of a public engine's positions and cases: printed values from the facts, and the texts that are
// typed in typed_texts.json. Every other text is unread, and the catalogue says so.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"

namespace docket::grand_archive {

/// Where the data lies; tests skip if it is missing.
std::filesystem::path dataFolder();

/// A word of the engine's, as the documents write it: "NORM", "Norm".
std::string wordOf(std::string_view engines);

/// The classes that cards have: keywords of one kind, as some are names of subtypes too.
const std::vector<std::string>& classNames();

class EngineCards {
 public:
  static const EngineCards& get();
  [[nodiscard]] Rules rules() const { return {ruleset_, catalogue_}; }
  /// True if the text of a card is typed, in so far as it is about stats.
  [[nodiscard]] bool isTyped(const std::string& title) const { return typed_.contains(title); }
  /// True if a text can be about a stat ("power", "life", "level"): it has the word, or it is not in the data.
  [[nodiscard]] bool maySpeakOf(const std::string& title, const std::string& stat) const;

 private:
  EngineCards();
  Ruleset ruleset_;
  Catalogue catalogue_;
  std::set<std::string> typed_;
  std::map<std::string, std::string> texts_;  ///< in capitals, by title
};

#define SKIP_WITHOUT_CASES()                                                     \
  if (!std::filesystem::exists(dataFolder() / "verified.jsonl.xz")) {            \
    GTEST_SKIP() << "NOT TESTED: the engine's cases are not at " << dataFolder() \
                 << "; see tests/grand_archive/engine_cards.h";                  \
  }

}  // namespace docket::grand_archive
