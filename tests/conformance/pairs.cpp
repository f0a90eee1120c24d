#include "tests/conformance/pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include "engine/rules/compile_ruleset.h"
#include "events/errors.h"
#include "events/text/quoted.h"
#include "tests/conformance/case_files.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance {
namespace {

using Names = std::pair<std::string, std::string>;

Names inOrder(const std::string& one, const std::string& other) {
  return one < other ? Names(one, other) : Names(other, one);
}

/// The pairs of the rulesets of one name.
class PairsOfRuleset {
 public:
  explicit PairsOfRuleset(std::string name) : name_(std::move(name)) {}

  void addVersion(schema::Ruleset::Reader document, const Ruleset& ruleset) {
    const auto facts = factsOfClauses(document, ruleset, readsTable());
    for (auto one = facts.begin(); one != facts.end(); ++one) {
      for (auto other = std::next(one); other != facts.end(); ++other) {
        Facts shared;
        std::set_intersection(one->second.begin(), one->second.end(), other->second.begin(), other->second.end(),
                              std::inserter(shared, shared.end()));
        if (shared.empty()) continue;
        auto& pair = pairs_[inOrder(one->first, other->first)];
        pair.facts.merge(shared);
      }
    }
  }

  /// Leaves out the pairs of a ruleset that this one extends: they are shown there.
  void leaveOut(const PairsOfRuleset& base) {
    std::erase_if(pairs_, [&](const auto& one) {
      const auto same = base.pairs_.find(one.first);
      return same != base.pairs_.end() && std::includes(same->second.facts.begin(), same->second.facts.end(),
                                                        one.second.facts.begin(), one.second.facts.end());
    });
  }

  /// Runs the cases of a file against the pairs that no case shows yet.
  void addShown(const CaseFile& file) {
    SwitchedCases cases(file);
    for (const Case& one : file.cases) {
      if (one.check || !one.variant.empty() || cases.answer(one, {}) != one.answer.text) continue;
      const std::string where = fmt::format("{}:{}", file.name, one.place.line);
      std::map<std::string, bool> decides;
      const auto is_decided_by = [&](const std::string& clause) {
        const auto [known, fresh] = decides.try_emplace(clause, false);
        if (fresh) known->second = otherwise(cases, one, {clause}, one.answer.text);
        return known->second;
      };
      for (auto& [names, pair] : pairs_) {
        if (!pair.shown.empty()) continue;
        const auto& [first, second] = names;
        if (is_decided_by(first) && is_decided_by(second)) {
          pair.shown = where;
        } else if (first == one.clause || second == one.clause) {
          const auto without = cases.answer(one, {one.clause});
          const std::string& other = first == one.clause ? second : first;
          if (without && is_decided_by(one.clause) && otherwise(cases, one, {one.clause, other}, *without))
            pair.shown = where;
        }
      }
    }
  }

  void add(const Names& names, const std::string& reason, const std::string& where,
           std::vector<std::string>& problems) {
    const auto pair = pairs_.find(names);
    const auto words = fmt::format("{}: {} and {}", where, names.first, names.second);
    if (pair == pairs_.end()) {
      problems.push_back(words + " read nothing that is the same: they are no pair, and want no reason");
    } else if (!pair->second.shown.empty()) {
      problems.push_back(fmt::format("{} have a case, {}: they want no reason", words, pair->second.shown));
    } else {
      pair->second.reason = reason;
    }
  }

  void addTo(std::vector<Pair>& all) const {
    for (const auto& [names, pair] : pairs_) {
      all.push_back({.ruleset = name_,
                     .one = names.first,
                     .other = names.second,
                     .facts = pair.facts,
                     .shown = pair.shown,
                     .reason = pair.reason});
    }
  }

 private:
  struct Found {
    Facts facts;
    std::string shown, reason;
  };

  /// True if the answer changes when these clauses are switched off. False if the rules lack one of them.
  static bool otherwise(SwitchedCases& cases, const Case& one, const std::vector<std::string>& off,
                        const std::string& answer) {
    for (const std::string& clause : off) {
      if (cases.rules().clause(clause) == nullptr) return false;
    }
    const auto without = cases.answer(one, off);
    return without && *without != answer;
  }

  std::string name_;
  std::map<Names, Found> pairs_;
};

/// Reasons for pairs of other rulesets are passed by.
void addReasons(std::map<std::string, PairsOfRuleset>& rulesets, const std::string& reasons,
                std::vector<std::string>& problems) {
  std::istringstream in(reasons);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    std::istringstream columns(line);
    std::string ruleset, one, other, reason;
    for (std::string* column : {&ruleset, &one, &other, &reason}) std::getline(columns, *column, '\t');
    if (reason.empty()) throw BadInput("pairs.tsv", number, 1, "expected four columns, with tabs between them");
    const auto of = rulesets.find(ruleset);
    if (of == rulesets.end()) continue;
    of->second.add(inOrder(one, other), reason, fmt::format("pairs.tsv:{}", number), problems);
  }
}

}  // namespace

std::string reasonsTable() {
  return readText(std::filesystem::path(docket::test::sourceDir()) / "tests/conformance/pairs.tsv");
}

Pairs findPairs(const std::optional<std::string>& ruleset, const std::string& reasons) {
  std::map<std::string, PairsOfRuleset> rulesets;
  std::map<std::filesystem::path, std::vector<CaseFile>> files;  // by their rulesets
  for (const auto& path : caseFiles()) {
    CaseFile file = readCases(path);
    if (file.documents) files[file.rules].push_back(std::move(file));
  }
  std::map<std::filesystem::path, std::string> names;
  for (const auto& [path, of_ruleset] : files) {
    const auto document = test::readWholeRuleset(readText(path), path.filename());
    const std::string name = document.root().getName().cStr();
    if (ruleset && name != *ruleset) continue;
    names[path] = name;
    PairsOfRuleset& pairs = rulesets.try_emplace(name, name).first->second;
    pairs.addVersion(document.root(), compile(document.root(), path.filename()));
    if (document.layers.size() < 2) continue;
    const auto base = test::readWholeRuleset(document.layers[1].text, document.layers[1].file);
    if (base.root().getName() == document.root().getName()) continue;
    PairsOfRuleset of_base(base.root().getName().cStr());
    of_base.addVersion(base.root(), compile(base.root(), document.layers[1].file));
    pairs.leaveOut(of_base);
  }
  if (rulesets.empty()) throw BadInput(fmt::format("no case is of a ruleset {}", docket::quoted(ruleset.value_or(""))));
  Pairs found;
  for (const auto& [path, name] : names) {
    for (const CaseFile& file : files[path]) rulesets.at(name).addShown(file);
  }
  addReasons(rulesets, reasons, found.problems);
  for (const auto& [name, pairs] : rulesets) pairs.addTo(found.all);
  return found;
}

std::size_t countBare(const std::vector<Pair>& pairs) {
  return static_cast<std::size_t>(std::count_if(
      pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.shown.empty() && pair.reason.empty(); }));
}

std::string printed(const Pairs& pairs, bool each) {
  std::string text;
  const auto line = [](const Pair& pair) {
    const std::string& why = pair.shown.empty() ? pair.reason : pair.shown;
    return fmt::format("  {}  {}  [{}]  {}\n", pair.one, pair.other, fmt::join(pair.facts, ", "),
                       why.empty() ? "no case and no reason" : why);
  };
  for (auto begin = pairs.all.begin(); begin != pairs.all.end();) {
    const auto end =
        std::find_if(begin, pairs.all.end(), [&](const Pair& one) { return one.ruleset != begin->ruleset; });
    const std::vector<Pair> of_one(begin, end);
    const auto with = [&](std::string Pair::*what) {
      return std::count_if(begin, end, [&](const Pair& pair) { return !(pair.*what).empty(); });
    };
    text += fmt::format("{}: {} pairs, {} with a case, {} with a reason, {} with neither\n", begin->ruleset,
                        of_one.size(), with(&Pair::shown), with(&Pair::reason), countBare(of_one));
    for (const Pair& pair : of_one) {
      if (each || (pair.shown.empty() && pair.reason.empty())) text += line(pair);
    }
    begin = end;
  }
  for (const std::string& problem : pairs.problems) text += problem + "\n";
  return text;
}

}  // namespace docket::conformance
