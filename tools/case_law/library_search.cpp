#include "tools/case_law/library_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>

#include "engine/rules/ruleset.h"
#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/text_view.h"
#include "tools/case_law/derivation.h"
#include "tools/case_law/library_check.h"
#include "tools/case_law/precedents.h"
#include "tools/cases/case_runner.h"
#include "tools/lab/fewer_cards.h"

namespace docket::case_law {
namespace {

using cases::Case;
using cases::CaseFile;

/// The cases that --like shows at most.
constexpr std::size_t kMaxLike = 20;

bool hasText(const std::string& text, const std::string& wanted) {
  return asciiLower(text).find(asciiLower(wanted)) != std::string::npos;
}

/// A file with what its cases are searched by.
class SearchedFile {
 public:
  explicit SearchedFile(const CaseFile& file) : file_(file) {
    if (!file.documents) return;
    for (const auto clause : file.documents->rules.root().getClauses())
      clauses_[textOf(clause.getId())] = textOf(clause.getPlace()) + ' ' + textOf(clause.getGist());
    if (const auto& cards = file.documents->cards.document) {
      for (const auto card : cards->root().getCards()) titles_[textOf(card.getKey())] = textOf(card.getTitle());
    }
  }

  [[nodiscard]] bool fits(const Case& one, const CaseFilter& filter) {
    if (!filter.clause.empty() && one.clause != filter.clause) return false;
    if (!filter.card.empty() && !hasCard(one.record, filter.card)) return false;
    const auto clause = clauses_.find(one.clause);
    const std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", one.clause, one.question, one.shows, one.source,
                                        file_.records[one.record].name, clause == clauses_.end() ? "" : clause->second);
    return ranges::all_of(filter.words, [&](const std::string& word) { return hasText(all, word); });
  }

 private:
  bool hasCard(std::size_t record, const std::string& wanted) {
    auto [known, fresh] = cards_.emplace(record, lab::CardKeys{});
    const Recording& game = file_.records[record].game;
    for (EventNumber number = 1; fresh && number <= game.size(); ++number) {
      const HeldEvent event = game.event(number);
      lab::addCardsOf(event, known->second);
    }
    return std::any_of(known->second.begin(), known->second.end(), [&](const std::string& key) {
      const auto title = titles_.find(key);
      return hasText(key, wanted) || (title != titles_.end() && hasText(title->second, wanted));
    });
  }

  const CaseFile& file_;
  std::map<std::string, std::string> clauses_, titles_;  // by id, by key
  std::map<std::size_t, lab::CardKeys> cards_;           // of records
};

/// The steps by which a case is answered; none if it cannot be asked.
Steps stepsOfCase(LibraryCheck& check, const CaseFile& file, const Case& one) {
  Steps steps;
  if (!file.documents || !file.records[one.record].problem.empty()) return steps;
  try {
    const auto rules = check.rulesFor(file, one);
    cases::CasesUnder(file, rules->rules()).show(one, [&](const auto& question, const auto& point) {
      steps = stepsOf(question, point);
    });
  } catch (const BadInput&) {
    // docket cases check says why.
  }
  return steps;
}

/// Those found that are nearest to the case at a place.
std::vector<FoundCase> nearestTo(const std::string& place, const std::vector<FoundCase>& found) {
  LibraryCheck check({});
  const auto colon = place.rfind(':');
  const CaseFile file = readFile(place.substr(0, colon));
  const auto named_case =
      std::find_if(file.cases.begin(), file.cases.end(), [&](const Case& one) { return placeOf(file, one) == place; });
  if (named_case == file.cases.end())
    throw BadInput(fmt::format("--like {}: expected FILE:LINE of a case (docket cases find lists them)", place));
  DecisionIndex index;
  for (const FoundCase& one : found)
    index.add(placeOf(*one.file, one.caseLine()), one.caseLine().date,
              {.steps = stepsOfCase(check, *one.file, one.caseLine())});
  index.weigh();
  std::vector<FoundCase> nearest;
  const auto is_other = [&](const DecisionIndex::Entry& entry) { return entry.game != place; };
  for (const Precedent& one : index.nearest(stepsOfCase(check, file, *named_case), kMaxLike, is_other)) {
    nearest.push_back(found[one.place]);
    nearest.back().nearness = one.nearness;
  }
  return nearest;
}

}  // namespace

std::vector<FoundCase> findCases(const std::filesystem::path& library, const CaseFilter& filter,
                                 const std::function<void(const std::string&)>& unread) {
  std::vector<FoundCase> found;
  for (const auto& path : filesOf(library)) {
    const auto file = std::make_shared<const CaseFile>(readFile(path));
    for (const std::string& problem : file->problems) unread(problem);
    SearchedFile searched(*file);
    for (std::size_t i = 0; i < file->cases.size(); ++i) {
      if (searched.fits(file->cases[i], filter)) found.push_back({.file = file, .place = i});
    }
  }
  return filter.like.empty() ? found : nearestTo(filter.like, found);
}

}  // namespace docket::case_law
