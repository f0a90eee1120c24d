#include "tests/conformance/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/fold/events_of.h"
#include "engine/fold/record_on_path.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/recorded_names.h"
#include "engine/query/cards/consulted_cards.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/amendments.h"
#include "engine/rules/catalogue.h"
#include "engine/rules/check/document_check.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/expression/literals.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_place.h"
#include "tests/answered.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance {
namespace {

/// A record, folded under some rules: the table after each of its events.
class Folded {
 public:
  /// Throws BadInput, with its place in the file, for an event that the ruleset cannot take.
  Folded(const Record& record, const std::string& file, const Rules& rules)
      : game_(record.game), events_(game_), rules_(rules) {
    RunningState running(game_.header(), rules);
    states_.push_back(std::make_shared<const State>(running.state()));
    for (EventNumber number = 1; number <= game_.size(); ++number) {
      const auto refuse = [&](const std::string& why) {
        const TextPosition at = record.places.at(number - 1);
        throw BadInput(file, at.line, at.column, fmt::format("{}, {}", record.name, why));
      };
      const auto event = game_.event(number);
      if (const auto wrong = unknownNames(rules.ruleset, game_.names(), event); !wrong.empty())
        refuse(fmt::format("event {}: {}", number, wrong.front()));
      try {
        running.add(number, event, events_);
        history_.add(number, event);
      } catch (const DamagedArchive& cannot_be_folded) {
        refuse(cannot_be_folded.what());
      }
      states_.push_back(std::make_shared<const State>(running.state()));
    }
  }

  /// The table after an event.
  [[nodiscard]] std::shared_ptr<const State> after(EventNumber number) const { return states_.at(number); }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const EventsOf<Recording>& events() const { return events_; }
  [[nodiscard]] EventNumber size() const { return game_.size(); }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  /// The table at the end of a path of its history.
  [[nodiscard]] std::shared_ptr<const State> along(const Path& path) const {
    const EventNumber last = path.stretches.empty() ? EventNumber{0} : path.stretches.back().last;
    if (path.corrections.empty()) return after(last);
    auto state = std::make_shared<State>(begin(game_.header(), rules_));
    foldAlong(*state, rules_, events_, path);
    return state;
  }

 private:
  const Recording& game_;
  EventsOf<Recording> events_;
  Rules rules_;
  History history_;
  std::vector<std::shared_ptr<const State>> states_;  // by the number of events folded
};

/// The record as a case asks for it, after an event.
class AskedAfter : public RecordOnPath {
 public:
  AskedAfter(const Folded& folded, EventNumber at)
      : RecordOnPath(folded.history(), folded.events(), folded.rules(), folded.size(), at), folded_(folded) {}

 protected:
  [[nodiscard]] std::shared_ptr<const State> at(const Path& path) const override { return folded_.along(path); }

 private:
  const Folded& folded_;
};

/// A document's text, which knows where in it the value stands that does not compile.
struct Text : DocumentText {
  explicit Text(DocumentText text) : DocumentText(std::move(text)) {}

  /// `of`: what the text gives, where it is of a ruleset.
  template <class Compile>
  auto placing(Compile&& compile, const WholeRuleset* of = nullptr) const {
    try {
      return compile();
    } catch (const BadDocument& bad) {
      const TextPlace inner{.line = bad.lineWithin(), .column = bad.columnWithin()};
      const WrittenAt at = of != nullptr
                               ? writtenAt(*of, bad.path(), inner)
                               : WrittenAt{name, placeWithin({.text = json, .file = name}, bad.path(), inner)};
      throw BadInput(at.file, at.place.line, at.place.column, bad.reason());
    }
  }
};

/// The documents compiled in one wording, and the records that were folded under it.
struct Reworded {
  Reworded(Ruleset rules, const std::optional<Document<schema::Catalogue>>& cards, const Text& cards_text)
      : ruleset(std::move(rules)) {
    if (cards) catalogue = cards_text.placing([&] { return compile(cards->root(), ruleset, cards_text.name); });
  }

  /// Checks the documents against the names that they declare.
  void check(const WholeRuleset& rules, const Text& text, const std::optional<Document<schema::Catalogue>>& cards,
             const Text& cards_text) const {
    const auto document = rules.root();
    text.placing([&] { refuseMistakes(checkRuleset(document, ruleset), text.name); }, &rules);
    if (!cards || cards->root().getOfFacts()) return;  // what it names and the ruleset has not is only noted
    cards_text.placing(
        [&] { refuseMistakes(checkCatalogue(cards->root(), document, ruleset, catalogue), cards_text.name); });
  }

  const Folded& folded(std::size_t record, const CaseFile& file) const {
    auto& kept = records[record];
    if (kept == nullptr) {
      kept =
          std::make_unique<Folded>(file.records[record], file.name, Rules{.ruleset = ruleset, .catalogue = catalogue});
    }
    return *kept;
  }

  Ruleset ruleset;
  Catalogue catalogue;
  mutable std::map<std::size_t, std::unique_ptr<Folded>> records;
};

/// The documents as they were read, and their wordings, each made when the first case asks for it.
struct Rulebook {
  explicit Rulebook(CaseDocuments documents)
      : rules_text(std::move(documents.rules)),
        cards_text(std::move(documents.cards)),
        ruleset(test::readWholeRuleset(rules_text.json, rules_text.name)) {
    if (!cards_text.json.empty()) cards.emplace(readDocument<schema::Catalogue>(cards_text.json, cards_text.name));
  }

  const Reworded& asItIs() {
    return *kept("", [&] {
      auto made = reworded(rules_text.placing([&] { return compile(ruleset.root(), rules_text.name); }, &ruleset));
      made->check(ruleset, rules_text, cards, cards_text);
      return made;
    });
  }
  const Reworded& without(const std::string& clause) { return without(std::vector{clause}); }
  /// With the first of these clauses switched off, and then each of the others.
  const Reworded& without(const std::vector<std::string>& clauses) {
    if (clauses.empty()) return asItIs();
    return *kept(fmt::format("-{}", fmt::join(clauses, "-")), [&] {
      auto document = withClauseOff(ruleset.root(), clauses.front());
      for (std::size_t i = 1; i < clauses.size(); ++i) document = withClauseOff(document.root(), clauses[i]);
      return reworded(compile(document.root(), rules_text.name));
    });
  }
  const Reworded& variant(const std::string& clause, const std::string& name) {
    return *kept(clause + "/" + name,
                 [&] { return reworded(compile(withVariant(ruleset.root(), clause, name).root(), rules_text.name)); });
  }

  /// The documents as they are, noting what is asked of them.
  [[nodiscard]] std::unique_ptr<Reworded> noting(Consulted& consulted) const {
    return reworded(compile(ruleset.root(), rules_text.name, &consulted));
  }

  Text rules_text, cards_text;
  WholeRuleset ruleset;
  std::optional<Document<schema::Catalogue>> cards;

 private:
  [[nodiscard]] std::unique_ptr<Reworded> reworded(Ruleset rules) const {
    return std::make_unique<Reworded>(std::move(rules), cards, cards_text);
  }
  template <class Make>
  std::unique_ptr<Reworded>& kept(const std::string& wording, Make&& make) {
    auto& one = wordings_[wording];
    if (one == nullptr) one = make();
    return one;
  }

  std::map<std::string, std::unique_ptr<Reworded>> wordings_;
};

class Runner {
 public:
  /// Throws BadInput if the documents do not compile.
  Runner(const CaseFile& file, CaseDocuments documents, Asked asked)
      : file_(file), book_(std::move(documents)), as_it_is_(book_.asItIs()), asked_(asked) {}

  CaseResult run(const Case& one) {
    CaseResult result{
        .clause = one.clause, .variant = one.variant, .file = file_.name, .place = one.place, .check = one.check};
    if (const auto& problem = file_.records[one.record].problem; !problem.empty()) {
      result.problem = problem;
      return result;
    }
    const bool varied = !one.variant.empty();
    const std::string reading = varied ? one.clause + "/" + one.variant : one.clause;
    const std::string off = varied ? "with the clause as it is" : "with the clause off";
    std::string under = reading;
    try {
      const Answer given = answer(one, varied ? book_.variant(one.clause, one.variant) : as_it_is_);
      result.passed = given.text == one.answer.text;
      if (!result.passed) {
        return wrong(result, one,
                     fmt::format("{}: {} is {}, not {}", reading, one.question, given.text, one.answer.text));
      }
      under = fmt::format("{}, {}", reading, off);
      const Answer without = answer(one, varied ? as_it_is_ : book_.without(one.clause));
      result.fails_off = without.text != one.answer.text;
      if (result.fails_off == one.check) {
        return wrong(result, one,
                     fmt::format("{}: {} is {} {}{}", reading, one.question, without.text, off,
                                 one.check ? ", so the clause decides it: write case instead of check"
                                           : " too, so it does not show the clause (check is for what it leaves as it "
                                             "is)"));
      }
    } catch (const std::exception& error) {
      return cannot(result, one, under, error);
    }
    return result;
  }

  /// The same of rules that take footprints in `consulted`, which is cleared first: their records are folded anew.
  void consult(const Case& one, Consulted& consulted) {
    const auto noting = book_.noting(consulted);
    consulted = {};
    (void)answer(one, *noting);
    ConsultedCards({.ruleset = noting->ruleset, .catalogue = noting->catalogue})
        .note(*noting->folded(one.record, file_).after(file_.records[one.record].game.size()));
  }
  [[nodiscard]] schema::Ruleset::Reader document() const { return book_.ruleset.root(); }
  [[nodiscard]] const Ruleset& rules() const { return as_it_is_.ruleset; }

  /// The answer with these clauses switched off; empty if there is none.
  std::optional<std::string> without(const Case& one, const std::vector<std::string>& clauses) {
    if (!file_.records[one.record].problem.empty()) return std::nullopt;
    try {
      return answer(one, book_.without(clauses)).text;
    } catch (const BadInput&) {
      return std::nullopt;
    }
  }

  /// The answer to a case under the rules as they are, or why there is none.
  std::string given(const Case& one) {
    if (const auto& problem = file_.records[one.record].problem; !problem.empty()) return problem;
    try {
      return answer(one, one.variant.empty() ? as_it_is_ : book_.variant(one.clause, one.variant)).text;
    } catch (const std::exception& error) {
      return error.what();
    }
  }

 private:
  Answer answer(const Case& one, const Reworded& under) {
    const Recording& game = file_.records[one.record].game;
    const auto question =
        expression::parse(one.question, {.ruleset = under.ruleset, .names = &game.names()},
                          {.file = file_.name, .line = one.question_place.line, .column = one.question_place.column});
    if (!canAnswer(one.answer, question.type())) {
      throw BadInput(file_.name, one.answer_place.line, one.answer_place.column,
                     fmt::format("{} asks for {}, and {} is {}", one.question, expression::typeWords(question.type()),
                                 one.answer.text, expression::typeWords(*one.answer.type)));
    }
    const Folded& folded = under.folded(one.record, file_);
    const AskedAfter record(folded, one.at);
    const Rules rules{.ruleset = under.ruleset, .catalogue = under.catalogue};
    auto state = folded.after(one.at);
    if (asked_ == Asked::from_keyframe) {
      const auto frame = saveKeyframe(*state, rules);
      state = std::make_shared<const State>(loadKeyframe({frame.begin(), frame.size()}, rules));
    }
    const std::string given = test::answered(question, {.state = *state, .rules = rules, .record = &record});
    return readAnswer({.file = file_.name, .text = given, .at = {}}, {given, {}});
  }

  CaseResult wrong(CaseResult result, const Case& one, const std::string& what) const {
    result.problem = fmt::format("{}:{}:{}: {} ({})", file_.name, one.place.line, one.place.column, what, one.shows);
    return result;
  }

  /// What has a place of its own is said there, once.
  [[nodiscard]] CaseResult cannot(CaseResult result, const Case& one, const std::string& under,
                                  const std::exception& error) const {
    const auto* bad = dynamic_cast<const BadInput*>(&error);
    if (bad == nullptr || bad->line() == 0) {
      return wrong(std::move(result), one, fmt::format("{}: {}", under, error.what()));
    }
    result.problem = fmt::format("{} ({}: {})", error.what(), under, one.shows);
    return result;
  }

  const CaseFile& file_;
  Rulebook book_;
  const Reworded& as_it_is_;
  Asked asked_;
};

CaseResult unread(const CaseFile& file, const std::string& problem) {
  return {.clause = {}, .variant = {}, .file = file.name, .place = {}, .problem = problem, .unread = true};
}

}  // namespace

DocumentText textAt(const std::filesystem::path& path) {
  if (path.empty()) return {};
  return {.name = std::filesystem::proximate(path).string(), .json = readText(path)};
}

CaseDocuments documentsOf(const CaseFile& file) { return {.rules = textAt(file.rules), .cards = textAt(file.cards)}; }

std::vector<CaseResult> runCases(const CaseFile& file, Asked asked) {
  std::vector<CaseResult> results;
  for (const std::string& problem : file.problems) results.push_back(unread(file, problem));
  if (!file.has_documents) return results;
  try {
    for (CaseResult& result : runCases(file, documentsOf(file), asked)) results.push_back(std::move(result));
  } catch (const BadInput& documents) {
    results.push_back(unread(file, documents.what()));
  }
  return results;
}

std::vector<CaseResult> runCases(const CaseFile& file, CaseDocuments documents, Asked asked) {
  std::vector<CaseResult> results;
  Runner runner(file, std::move(documents), asked);
  for (const Case& one : file.cases) results.push_back(runner.run(one));
  return results;
}

std::vector<std::string> answersOf(const CaseFile& file, CaseDocuments documents) {
  std::vector<std::string> answers;
  Runner runner(file, std::move(documents), Asked::folded);
  for (const Case& one : file.cases) answers.push_back(runner.given(one));
  return answers;
}

class SwitchedCases::Asking : public Runner {
 public:
  explicit Asking(const CaseFile& file) : Runner(file, documentsOf(file), Asked::folded) {}
};

SwitchedCases::SwitchedCases(const CaseFile& file) : asking_(std::make_unique<Asking>(file)) {}
SwitchedCases::~SwitchedCases() = default;

std::optional<std::string> SwitchedCases::answer(const Case& one, const std::vector<std::string>& off) {
  return asking_->without(one, off);
}
schema::Ruleset::Reader SwitchedCases::document() const { return asking_->document(); }
const Ruleset& SwitchedCases::rules() const { return asking_->rules(); }

void forEachConsulted(const CaseFile& file, const std::function<void(const ConsultedCase&)>& see) {
  Runner runner(file, documentsOf(file), Asked::folded);
  for (const Case& one : file.cases) {
    if (!one.variant.empty() || !file.records[one.record].problem.empty()) continue;
    Consulted consulted;
    runner.consult(one, consulted);
    const auto without = withClauseOff(runner.document(), one.clause);
    see({.asked = one,
         .rules = runner.rules(),
         .document = runner.document(),
         .without = without.root(),
         .consulted = consulted});
  }
}

RulesetClauses clausesOf(const std::filesystem::path& ruleset) {
  const auto document = test::readWholeRuleset(readText(ruleset), ruleset.filename());
  RulesetClauses made{
      .name = document.root().getName().cStr(), .version = document.root().getVersion().cStr(), .clauses = {}};
  for (auto clause : document.root().getClauses()) {
    made.clauses.push_back(
        {.id = clause.getId().cStr(), .place = clause.getPlace().cStr(), .gist = clause.getGist().cStr()});
  }
  return made;
}

std::vector<RulesetClauses> clausesOfRulesets() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<RulesetClauses> all;
  for (const auto& file : files) all.push_back(clausesOf(file));
  return all;
}

std::vector<CaseResult> runAll() {
  std::vector<CaseResult> all;
  for (const auto& path : caseFiles()) {
    for (CaseResult& result : runCases(readCases(path))) all.push_back(std::move(result));
  }
  return all;
}

}  // namespace docket::conformance
