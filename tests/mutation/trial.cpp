#include "tests/mutation/trial.h"
#include "engine/rules/compile_ruleset.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/rules/check/document_check.h"
#include "engine/rules/check/document_marks.h"
#include "events/document.h"
#include "events/errors.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::mutation {
namespace {

namespace fs = std::filesystem;
using conformance::answersOf;
using conformance::CaseFile;
using conformance::CaseResult;
using conformance::runCases;

const fs::path kRoot = docket::test::sourceDir();

std::string nameFrom(const fs::path& path) { return fs::relative(path, kRoot).string(); }

/// The results of the cases of a file, with and without their clauses, as far as they can be compared.
std::vector<std::string> resultsOf(const CaseFile& file, const conformance::CaseDocuments& documents) {
  std::vector<std::string> all;
  for (const CaseResult& result : runCases(file, documents)) {
    all.push_back(fmt::format("{}{}{}", result.passed, result.fails_off, result.problem));
  }
  return all;
}

void addNotes(const std::vector<Remark>& remarks, std::vector<std::string>& notes) {
  refuseMistakes(remarks, "");
  for (const Remark& remark : remarks) notes.push_back(remark.text());
}

/// All notes about a ruleset and its catalogues. Throws BadInput if anything is refused.
std::vector<std::string> notesOf(const std::string& rules_json, const std::string& cards_json,
                                 const std::vector<std::pair<std::string, std::string>>& more_cards) {
  std::vector<std::string> notes;
  const auto rules = test::readWholeRuleset(rules_json, "rules");
  const Ruleset ruleset = compile(rules.root(), "rules");
  if (cards_json.empty()) addNotes(checkRuleset(rules.root(), ruleset), notes);
  const auto check_cards = [&](const std::string& json) {
    const auto cards = readDocument<schema::Catalogue>(json, "cards");
    const Catalogue catalogue = compile(cards.root(), ruleset, "cards");
    addNotes(checkCatalogue(cards.root(), rules.root(), ruleset, catalogue), notes);
  };
  if (!cards_json.empty()) check_cards(cards_json);
  for (const auto& [name, json] : more_cards) check_cards(json);
  std::sort(notes.begin(), notes.end());
  return notes;
}

/// The remarks on a ruleset with each of its clauses switched.
std::vector<std::string> notesOfSwitches(const std::string& rules_json) {
  std::vector<std::string> notes;
  addNotes(checkSwitches(test::readWholeRuleset(rules_json, "rules").root(), "rules"), notes);
  std::sort(notes.begin(), notes.end());
  return notes;
}

bool hasMore(const std::vector<std::string>& notes, const std::vector<std::string>& than) {
  return !std::includes(than.begin(), than.end(), notes.begin(), notes.end());
}

/// True if two texts mean the same; a default that is written out makes no difference.
bool sayTheSame(bool catalogues, const std::string& one, const std::string& other) {
  const auto same = [&]<class Root>(Root*) {
    const auto left = readDocument<Root>(one, "document"), right = readDocument<Root>(other, "document");
    return haveEqualContent(capnp::DynamicStruct::Reader(left.root()), capnp::DynamicStruct::Reader(right.root()));
  };
  return catalogues ? same(static_cast<schema::Catalogue*>(nullptr)) : same(static_cast<schema::Ruleset*>(nullptr));
}

}  // namespace

std::string_view nameOf(Outcome outcome) {
  constexpr std::string_view kNames[] = {"refused", "noted", "shown", "same", "for people", "remains"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::vector<Subject> subjects() {
  std::map<std::string, Subject> rulesets, catalogues;
  const auto ruleset = [&](const fs::path& path) -> Subject& {
    Subject& one = rulesets[nameFrom(path)];
    if (one.name.empty()) one = {.name = nameFrom(path), .json = conformance::readText(path)};
    return one;
  };
  for (const auto& entry : fs::directory_iterator(kRoot / "engine/rulesets")) {
    if (entry.is_regular_file()) ruleset(entry.path());
  }
  std::vector<std::shared_ptr<const CaseFile>> files;
  for (const auto& path : conformance::caseFiles()) {
    files.push_back(std::make_shared<const CaseFile>(conformance::readCases(path)));
  }
  const auto game_of = [](const std::string& json) {
    return std::string(test::readWholeRuleset(json, "rules").root().getName().cStr());
  };
  for (const auto& read : files) {
    const CaseFile& file = *read;
    const std::string game = game_of(ruleset(file.rules).json);
    // The cases of one version of a ruleset are asked of the others too: most of their lines are the same.
    for (auto& [name, one] : rulesets) {
      if (game_of(one.json) == game) one.files.push_back(read);
    }
    if (file.cards.empty()) continue;
    const std::string name_of_cards = nameFrom(file.cards), cards_json = conformance::readText(file.cards);
    if (!nameFrom(file.rules).starts_with("engine/")) {  // with a ruleset that ships none of its cards do
      Subject& cards = catalogues[name_of_cards];
      cards.name = name_of_cards;
      cards.is_catalogue = true;
      cards.json = cards_json;
      cards.ruleset_json = ruleset(file.rules).json;
      cards.files.push_back(read);
    }
    for (auto& [name, one] : rulesets) {
      const auto known = std::pair(name_of_cards, cards_json);
      if (game_of(one.json) != game ||
          std::find(one.catalogues.begin(), one.catalogues.end(), known) != one.catalogues.end())
        continue;
      one.catalogues.push_back(known);
    }
  }
  std::vector<Subject> all;
  for (auto* some : {&rulesets, &catalogues}) {
    for (auto& [name, one] : *some) all.push_back(std::move(one));
  }
  return all;
}

struct Trial::UnmutatedResults {
  std::vector<std::string> notes, notes_of_switches;
  std::vector<std::vector<std::string>> answers, results;  // of each file
  mutable std::size_t telling = 0;                         // the file that showed the last mutant: asked first
};

Trial::Trial(const Subject& subject) : subject_(subject), known_(std::make_unique<UnmutatedResults>()) {
  known_->notes = subject.is_catalogue ? notesOf(subject.ruleset_json, subject.json, {})
                                       : notesOf(subject.json, {}, subject.catalogues);
  if (!subject.is_catalogue) known_->notes_of_switches = notesOfSwitches(subject.json);
  for (const auto& file : subject.files) {
    known_->answers.push_back(answersOf(*file, documents(*file, subject.json)));
    known_->results.push_back(resultsOf(*file, documents(*file, subject.json)));
  }
}

conformance::CaseDocuments Trial::documents(const CaseFile& file, const std::string& json) const {
  if (subject_.is_catalogue) return {.rules = file.documents->rules, .cards = cases::readCaseCards(json, "cards")};
  return {.rules = test::readWholeRuleset(json, "rules"), .cards = file.documents->cards};
}

template <class Differs>
bool Trial::anyFile(Differs&& differs) const {
  const std::size_t count = subject_.files.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (known_->telling + i) % count;
    if (!differs(*subject_.files[at], at)) continue;
    known_->telling = at;
    return true;
  }
  return false;
}

Trial::~Trial() = default;

std::vector<Mutant> mutantsOf(const Subject& subject) {
  return mutantsOf(subject.json, subject.is_catalogue ? capnp::StructSchema(capnp::Schema::from<schema::Catalogue>())
                                                      : capnp::StructSchema(capnp::Schema::from<schema::Ruleset>()));
}

Outcome Trial::of(const Mutant& mutant) const {
  if (mutant.for_people) return Outcome::for_people;
  const std::string json = mutated(subject_.json, mutant);
  try {
    if (sayTheSame(subject_.is_catalogue, subject_.json, json)) return Outcome::same;
    const bool cards = subject_.is_catalogue;
    const auto notes = cards ? notesOf(subject_.ruleset_json, json, {}) : notesOf(json, {}, subject_.catalogues);
    if (hasMore(notes, known_->notes)) return Outcome::noted;
    // Switching off each clause takes much longer than the unchanged rules, which show most mutants.
    const bool shown = anyFile([&](const CaseFile& file, std::size_t at) {
      return answersOf(file, documents(file, json)) != known_->answers[at];
    });
    if (shown) return Outcome::shown;
    if (!cards && hasMore(notesOfSwitches(json), known_->notes_of_switches)) return Outcome::noted;
    const bool shown_switched = anyFile([&](const CaseFile& file, std::size_t at) {
      return resultsOf(file, documents(file, json)) != known_->results[at];
    });
    if (shown_switched) return Outcome::shown;
  } catch (const BadInput&) {
    return Outcome::refused;
  }
  return Outcome::remains;
}

}  // namespace docket::mutation
