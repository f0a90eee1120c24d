#include "tools/case_law/library_check.h"

#include <fmt/format.h>

#include "engine/rules/amendments.h"
#include "events/errors.h"
#include "tools/cases/case_runner.h"
#include "tools/lab/attribution.h"

namespace docket::case_law {
namespace {

using cases::Case;
using cases::CaseFile;

/// The rulesets that are kept compiled; more are compiled again.
constexpr std::size_t kMaxCompiled = 64;

std::string variantOf(const Case& one) { return one.variant.empty() ? std::string() : one.clause + "/" + one.variant; }

HeldDocument heldRules(const CaseFile& file) {
  const WholeRuleset& whole = file.documents->rules;
  HeldDocument held = heldRuleset(whole.root(), whole.layers.front().file);
  held.json = whole.layers.front().text;
  held.whole = std::make_shared<const WholeRuleset>(whole);
  return held;
}

std::optional<HeldDocument> heldCards(const CaseFile& file) {
  const cases::CaseCards& cards = file.documents->cards;
  if (cards.document == nullptr) return std::nullopt;
  HeldDocument held = heldCatalogue(cards.document->root(), cards.file);
  held.json = cards.text;
  return held;
}

/// The answer, or why there is none.
std::pair<std::string, bool> answerOf(const cases::CasesUnder& under, const Case& one) {
  try {
    return {under.answer(one), true};
  } catch (const BadInput& cannot) {
    return {cannot.what(), false};
  }
}

CaseOutcome outcomeOf(const Case& one, const std::string& given) {
  if (given == one.answer.text) return CaseOutcome::agrees;
  return cases::isDecided(given) ? CaseOutcome::differs : CaseOutcome::undecided;
}

}  // namespace

std::string_view wordOf(CaseOutcome outcome) {
  constexpr std::string_view kWords[] = {"agrees", "differs", "undecided", "cannot be asked"};
  return kWords[static_cast<std::size_t>(outcome)];
}

lab::Documents LibraryCheck::documentsFor(const CaseFile& file, const Case& one, bool to) const {
  const auto& rules = to && plan_.to_rules ? plan_.to_rules : plan_.rules;
  const auto& cards = to && plan_.to_cards ? plan_.to_cards : plan_.cards;
  lab::Documents documents{.ruleset = rules ? *rules : heldRules(file), .cards = cards ? cards : heldCards(file)};
  if (one.variant.empty()) return documents;
  DocumentReader<schema::Ruleset> document(documents.ruleset);
  documents.ruleset =
      heldRuleset(withVariant(document.root(), one.clause, one.variant).root(), documents.ruleset.origin);
  return documents;
}

std::shared_ptr<const GameRules> LibraryCheck::rulesFor(const CaseFile& file, const Case& one) {
  const lab::Documents documents = documentsFor(file, one, false);
  const std::pair key(documents.ruleset.digest, documents.cards ? documents.cards->digest : Digest{});
  if (const auto known = compiled_.find(key); known != compiled_.end()) return known->second;
  if (compiled_.size() >= kMaxCompiled) compiled_.clear();
  return compiled_[key] = lab::compileDocuments(documents);
}

CheckedFile LibraryCheck::check(const CaseFile& file) {
  const HeldDocument own = heldRules(file);
  const HeldDocument& used = plan_.rules ? *plan_.rules : own;
  CheckedFile checked{.ruleset = fmt::format("{} {}", used.name, used.version), .from = used.from};
  for (const auto* rules : {&plan_.rules, &plan_.to_rules}) {
    if (*rules && (*rules)->name != own.name) checked.is_of_other_game = true;
  }
  if (checked.is_of_other_game) return checked;
  std::map<std::string, std::vector<std::size_t>> by_variant;
  for (std::size_t i = 0; i < file.cases.size(); ++i) by_variant[variantOf(file.cases[i])].push_back(i);
  checked.cases.resize(file.cases.size());
  for (const auto& [variant, places] : by_variant) {
    std::vector<CheckedCase*> alike;
    for (const std::size_t place : places) {
      checked.cases[place].case_line = &file.cases[place];
      alike.push_back(&checked.cases[place]);
    }
    try {
      const auto rules = rulesFor(file, *alike.front()->case_line);
      const cases::CasesUnder under(file, rules->rules());
      for (CheckedCase* one : alike) {
        if (const Clause* clause = rules->ruleset.clause(one->case_line->clause)) {
          one->place = clause->place;
          one->gist = clause->gist;
        }
        const std::string& problem = file.records[one->case_line->record].problem;
        if (!problem.empty()) {
          one->given = problem;
          continue;
        }
        auto [given, is_answer] = answerOf(under, *one->case_line);
        if (is_answer) one->outcome = outcomeOf(*one->case_line, given);
        one->given = std::move(given);
      }
      if (plan_.compares()) compare(file, alike);
    } catch (const BadInput& no_such_rules) {
      if (variant.empty()) throw;
      for (CheckedCase* one : alike) one->given = no_such_rules.what();
    }
  }
  return checked;
}

void LibraryCheck::compare(const CaseFile& file, const std::vector<CheckedCase*>& alike) {
  const Case& first = *alike.front()->case_line;
  const lab::RulesetPair pair(documentsFor(file, first, false), documentsFor(file, first, true));
  const cases::CasesUnder other(file, pair.right().rules());
  std::vector<CheckedCase*> changed;
  std::vector<lab::Difference> differences;
  for (CheckedCase* one : alike) {
    if (one->outcome == CaseOutcome::unasked) continue;
    auto [answer, is_answer] = answerOf(other, *one->case_line);
    if (answer == one->given) continue;
    differences.push_back({.from = one->given, .to = answer, .named = {one->case_line->clause}});
    one->change = {.answer = std::move(answer), .causes = {}};
    changed.push_back(one);
  }
  lab::attribute(pair, differences, [&](const std::shared_ptr<const GameRules>& between) {
    const cases::CasesUnder under(file, between->rules());
    std::vector<std::string> answers;
    for (const CheckedCase* one : changed) answers.push_back(answerOf(under, *one->case_line).first);
    return std::optional(std::move(answers));
  });
  for (std::size_t i = 0; i < changed.size(); ++i) changed[i]->change->causes = std::move(differences[i].causes);
}

}  // namespace docket::case_law
