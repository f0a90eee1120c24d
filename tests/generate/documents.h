// The documents that generated games are made from and judged by: a ruleset of engine/rulesets, and the catalogue and
// the play script of tools/generate/plays that are for it.
#pragma once

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/spelled_out.h"
#include "events/document.h"
#include "events/errors.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/text_of.h"
#include "tools/generate/game.h"
#include "tools/generate/samples.h"
#include "tools/generate/script_check.h"

namespace docket::generate {

inline std::string sampleText(const std::string& file) {
  for (const auto& sample : shippedSamples()) {
    if (sample.file == file) return std::string(sample.text);
  }
  throw BadInput(file, 0, 0, "no such sample");
}

/// The names of the rulesets that have a play script.
inline std::vector<std::string> rulesetsWithScripts() {
  std::vector<std::string> names;
  for (const auto& sample : shippedSamples()) {
    const auto end = sample.file.find(".play.json");
    if (end != std::string_view::npos) names.emplace_back(sample.file.substr(0, end));
  }
  return names;
}

/// The text of the ruleset document of that name; if it has several versions, the latest.
inline std::string rulesetText(const std::string& name) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(docket::test::sourceDir() + "/engine/rulesets")) {
    if (!entry.is_regular_file()) continue;
    if (entry.path().filename().string().starts_with(name)) files.push_back(entry.path());
  }
  if (files.empty()) throw BadInput(name, 0, 0, "no such ruleset");
  return test::textOf(*std::max_element(files.begin(), files.end()));
}

struct Documents {
  explicit Documents(const std::string& name)
      : ruleset_document(test::readRulesetDocument(rulesetText(name), name)),
        catalogue_document(readDocument<schema::Catalogue>(sampleText(name + ".cards.json"), name + ".cards.json")),
        play(readDocument<schema::Play>(sampleText(name + ".play.json"), name + ".play.json")),
        ruleset(compile(ruleset_document.root(), name)),
        catalogue(compile(catalogue_document.root(), ruleset, name + ".cards.json")),
        summary(readRulesSummary(spelledOut(ruleset_document.root()).root(), catalogue_document.root())) {
    requireFits(play.root(), summary, name + ".play.json");
  }

  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset, .catalogue = catalogue}; }

  Document<schema::Ruleset> ruleset_document;
  Document<schema::Catalogue> catalogue_document;
  Document<schema::Play> play;
  Ruleset ruleset;
  Catalogue catalogue;
  RulesSummary summary;
};

/// The clauses of every plant of a script, and of the limits that a card of the catalogue has.
inline std::set<std::string> clausesPlantedBy(const Documents& documents) {
  std::set<std::string> clauses;
  const auto add = [&](auto plants) {
    for (auto plant : plants) {
      for (auto clause : plant.getClauses()) clauses.insert(clause.cStr());
    }
  };
  const auto play = documents.play.root();
  for (auto move : play.getMoves()) add(move.getPlants());
  for (auto move : play.getOpening()) add(move.getPlants());
  for (auto move : play.getEndings()) add(move.getPlants());
  for (auto answer : play.getAnswers()) add(answer.getPlants());
  for (auto deck : play.getDecks()) add(deck.getPlants());
  for (const auto& card : documents.summary.cards) {
    for (const auto& of : card.limits) clauses.insert(documents.summary.limits[of.limit].clause);
    for (const auto& ability : card.abilities) {
      for (const auto& of : ability.limits) clauses.insert(documents.summary.limits[of.limit].clause);
    }
  }
  return clauses;
}

/// The clauses that rulings of its moves cite.
inline std::set<std::string> clausesRuledOnBy(const Documents& documents) {
  std::set<std::string> clauses;
  for (auto move : documents.play.root().getMoves()) {
    for (auto line : move.getLines()) {
      if (const auto clause = clauseClaimed(line.cStr()); !clause.empty()) clauses.emplace(clause);
    }
  }
  return clauses;
}

/// The name of a ruleset as a test's name can have it.
inline std::string asTestName(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

}  // namespace docket::generate
