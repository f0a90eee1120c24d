#include "tools/cases/case_runner.h"

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
#include "events/json/json_place.h"

namespace docket::cases {

/// A record, folded under some rules: the table after each of its events.
class CasesUnder::Folded {
 public:
  /// Throws BadInput, with its place in the file, for an event that the ruleset cannot take.
  Folded(const Record& record, const std::string& file, const Rules& rules)
      : game_(record.game), events_(game_), rules_(rules) {
    RunningState running(game_.header(), rules);
    const bool keeps = game_.size() <= kMaxKept;
    if (keeps) states_.push_back(std::make_shared<const State>(running.state()));
    for (EventNumber number = 1; number <= game_.size(); ++number) {
      const auto refuse = [&](const std::string& why) {
        const TextPlace at = record.places.at(number - 1);
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
      if (keeps) states_.push_back(std::make_shared<const State>(running.state()));
    }
  }

  /// The table after an event.
  [[nodiscard]] std::shared_ptr<const State> after(EventNumber number) const {
    return states_.empty() ? foldedAlong(history_.pathTo(number)) : states_.at(number);
  }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const EventsOf<Recording>& events() const { return events_; }
  [[nodiscard]] EventNumber size() const { return game_.size(); }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  /// The table at the end of a path of its history.
  [[nodiscard]] std::shared_ptr<const State> along(const Path& path) const {
    const EventNumber last = path.stretches.empty() ? EventNumber{0} : path.stretches.back().last;
    return path.corrections.empty() ? after(last) : foldedAlong(path);
  }

 private:
  /// The tables of a longer record are not kept: each is folded when it is asked for.
  static constexpr EventNumber kMaxKept = 2'000;

  [[nodiscard]] std::shared_ptr<const State> foldedAlong(const Path& path) const {
    auto state = std::make_shared<State>(initialState(game_.header(), rules_));
    foldAlong(*state, rules_, events_, path);
    return state;
  }

  const Recording& game_;
  EventsOf<Recording> events_;
  Rules rules_;
  History history_;
  std::vector<std::shared_ptr<const State>> states_;  // by the number of events folded; empty: not kept
};

/// The record as a case asks for it, after an event.
class CasesUnder::AskedAfter : public RecordOnPath {
 public:
  AskedAfter(const Folded& folded, EventNumber at)
      : RecordOnPath(folded.history(), folded.events(), folded.rules(), folded.size(), at), folded_(folded) {}

 protected:
  [[nodiscard]] std::shared_ptr<const State> at(const Path& path) const override { return folded_.along(path); }

 private:
  const Folded& folded_;
};

CasesUnder::CasesUnder(const CaseFile& file, const Rules& rules) : file_(file), rules_(rules) {}
CasesUnder::~CasesUnder() = default;

const CasesUnder::Folded& CasesUnder::folded(std::size_t record) const {
  auto& kept = records_[record];
  if (kept == nullptr) kept = std::make_unique<Folded>(file_.records[record], file_.name, rules_);
  return *kept;
}

std::shared_ptr<const State> CasesUnder::after(std::size_t record, EventNumber event) const {
  return folded(record).after(event);
}

template <class Evaluate>
auto CasesUnder::asking(const Case& one, Evaluate&& evaluate) const {
  const Recording& game = file_.records[one.record].game;
  const auto question =
      expression::parse(one.question, {.ruleset = rules_.ruleset, .names = &game.names()},
                        {.file = file_.name, .line = one.question_place.line, .column = one.question_place.column});
  if (!canAnswer(one.answer, question.type())) {
    throw BadInput(file_.name, one.answer_place.line, one.answer_place.column,
                   fmt::format("{} asks for {}, and {} is {}", one.question, expression::typeWords(question.type()),
                               one.answer.text, expression::typeWords(*one.answer.type)));
  }
  const Folded& of_record = folded(one.record);
  const AskedAfter record(of_record, one.at);
  return evaluate(question, of_record.after(one.at), record);
}

std::string CasesUnder::answer(const Case& one, AnswerMethod method) const {
  return asking(one, [&](const auto& question, std::shared_ptr<const State> state, const auto& record) {
    if (method == AnswerMethod::from_keyframe) {
      const auto frame = saveKeyframe(*state, rules_);
      state = std::make_shared<const State>(loadKeyframe({frame.begin(), frame.size()}, rules_));
    }
    const expression::Point point{.state = *state, .rules = rules_, .record = &record};
    const auto value = method == AnswerMethod::explained ? expression::evaluate(question, point).value
                                                         : expression::valueAt(question, point);
    const std::string given = expression::answerText(*state, value);
    return readAnswer({.file = file_.name, .text = given, .at = {}}, {given, {}}).text;
  });
}

void CasesUnder::show(const Case& one,
                      const std::function<void(const expression::Expression&, const expression::Point&)>& visit) const {
  asking(one, [&](const auto& question, const std::shared_ptr<const State>& state, const auto& record) {
    visit(question, {.state = *state, .rules = rules_, .record = &record});
  });
}

namespace {

/// Compiles a ruleset's document. Throws BadInput with the place in the text of what does not compile.
template <class Compile>
auto placingRules(const WholeRuleset& rules, Compile&& compile_it) {
  try {
    return compile_it();
  } catch (const BadDocument& bad) {
    const auto [file, place] = writtenAt(rules, bad.path(), {.line = bad.lineWithin(), .column = bad.columnWithin()});
    throw BadInput(file, place.line, place.column, bad.reason());
  }
}
template <class Compile>
auto placingCards(const CaseCards& cards, Compile&& compile_it) {
  try {
    return compile_it();
  } catch (const BadDocument& bad) {
    if (cards.text.empty()) throw;
    const auto place = placeWithin({.text = cards.text, .file = cards.file}, bad.path(),
                                   {.line = bad.lineWithin(), .column = bad.columnWithin()});
    throw BadInput(cards.file, place.line, place.column, bad.reason());
  }
}

const std::string& fileOf(const WholeRuleset& rules) { return rules.layers.front().file; }

/// The documents compiled in one wording, and the records that were folded under it.
struct Reworded {
  Reworded(Ruleset rules, const CaseFile& file, const CaseCards& cards)
      : ruleset(std::move(rules)),
        catalogue(cards.document == nullptr
                      ? Catalogue{}
                      : placingCards(cards, [&] { return compile(cards.document->root(), ruleset, cards.file); })),
        under(file, {.ruleset = ruleset, .catalogue = catalogue}) {}

  /// Checks the documents against the names that they declare.
  void check(const CaseDocuments& documents) const {
    const auto document = documents.rules.root();
    placingRules(documents.rules, [&] { refuseMistakes(checkRuleset(document, ruleset), fileOf(documents.rules)); });
    const CaseCards& cards = documents.cards;
    // Names in a catalogue of facts that the ruleset lacks are only noted.
    if (cards.document == nullptr || cards.document->root().getOfFacts()) return;
    placingCards(cards, [&] {
      refuseMistakes(checkCatalogue(cards.document->root(), document, ruleset, catalogue), cards.file);
    });
  }

  Ruleset ruleset;
  Catalogue catalogue;
  CasesUnder under;
};

/// The documents as they were read, and their wordings, each made when the first case asks for it.
struct Rulebook {
  Rulebook(const CaseFile& case_file, const CaseDocuments& read) : file(case_file), documents(read) {}

  const Reworded& asItIs() {
    return *kept("", [&] {
      auto reworded_rules = reworded(
          placingRules(documents.rules, [&] { return compile(documents.rules.root(), fileOf(documents.rules)); }));
      reworded_rules->check(documents);
      return reworded_rules;
    });
  }
  const Reworded& without(const std::string& clause) { return without(std::vector{clause}); }
  /// With the first of these clauses switched off, and then each of the others.
  const Reworded& without(const std::vector<std::string>& clauses) {
    if (clauses.empty()) return asItIs();
    return *kept(fmt::format("-{}", fmt::join(clauses, "-")), [&] {
      auto document = withClauseOff(documents.rules.root(), clauses.front());
      for (std::size_t i = 1; i < clauses.size(); ++i) document = withClauseOff(document.root(), clauses[i]);
      return reworded(compile(document.root(), fileOf(documents.rules)));
    });
  }
  const Reworded& variant(const std::string& clause, const std::string& name) {
    return *kept(clause + "/" + name, [&] {
      return reworded(compile(withVariant(documents.rules.root(), clause, name).root(), fileOf(documents.rules)));
    });
  }

  /// The unchanged documents, with a note of what is consulted.
  [[nodiscard]] std::unique_ptr<Reworded> noting(Consulted& consulted) const {
    return reworded(compile(documents.rules.root(), fileOf(documents.rules), &consulted));
  }

  const CaseFile& file;
  const CaseDocuments& documents;

 private:
  [[nodiscard]] std::unique_ptr<Reworded> reworded(Ruleset rules) const {
    return std::make_unique<Reworded>(std::move(rules), file, documents.cards);
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
  Runner(const CaseFile& file, const CaseDocuments& documents, AnswerMethod method)
      : file_(file), book_(file, documents), as_it_is_(book_.asItIs()), method_(method) {}

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
      const std::string given = answer(one, varied ? book_.variant(one.clause, one.variant) : as_it_is_);
      result.passed = given == one.answer.text;
      if (!result.passed) {
        return wrong(result, one, fmt::format("{}: {} is {}, not {}", reading, one.question, given, one.answer.text));
      }
      under = fmt::format("{}, {}", reading, off);
      const std::string without = answer(one, varied ? as_it_is_ : book_.without(one.clause));
      result.fails_off = without != one.answer.text;
      if (result.fails_off == one.check) {
        return wrong(result, one,
                     fmt::format("{}: {} is {} {}{}", reading, one.question, without, off,
                                 one.check ? ", so the clause decides it: write case instead of check"
                                           : " too, so it does not show the clause (check is for what it leaves as it "
                                             "is)"));
      }
    } catch (const std::exception& error) {
      return failedToEvaluate(result, one, under, error);
    }
    return result;
  }

  /// Runs a case under rules that record footprints in `consulted`, which is cleared first: the case is folded again.
  void consult(const Case& one, Consulted& consulted) {
    const auto noting = book_.noting(consulted);
    consulted = {};
    static_cast<void>(answer(one, *noting));
    ConsultedCards({.ruleset = noting->ruleset, .catalogue = noting->catalogue})
        .note(*noting->under.after(one.record, file_.records[one.record].game.size()));
  }
  [[nodiscard]] schema::Ruleset::Reader document() const { return book_.documents.rules.root(); }
  [[nodiscard]] const Ruleset& rules() const { return as_it_is_.ruleset; }

  /// The answer with these clauses switched off; empty if there is none.
  std::optional<std::string> without(const Case& one, const std::vector<std::string>& clauses) {
    if (!file_.records[one.record].problem.empty()) return std::nullopt;
    try {
      return answer(one, book_.without(clauses));
    } catch (const BadInput&) {
      return std::nullopt;
    }
  }

  /// The answer to a case under the rules as they are, or why there is none.
  std::string given(const Case& one) {
    if (const auto& problem = file_.records[one.record].problem; !problem.empty()) return problem;
    try {
      return answer(one, one.variant.empty() ? as_it_is_ : book_.variant(one.clause, one.variant));
    } catch (const std::exception& error) {
      return error.what();
    }
  }

 private:
  [[nodiscard]] std::string answer(const Case& one, const Reworded& under) const {
    return under.under.answer(one, method_);
  }

  CaseResult wrong(CaseResult result, const Case& one, const std::string& what) const {
    result.problem = fmt::format("{}:{}:{}: {} ({})", file_.name, one.place.line, one.place.column, what, one.shows);
    return result;
  }

  /// A result for a case that could not be evaluated. An error with a line of its own keeps that line.
  [[nodiscard]] CaseResult failedToEvaluate(CaseResult result, const Case& one, const std::string& under,
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
  AnswerMethod method_;
};

/// Throws BadInput if they cannot be read.
const CaseDocuments& documentsIn(const CaseFile& file) {
  if (file.documents) return *file.documents;
  throw BadInput(file.problems.empty() ? file.name + ": it names no ruleset" : file.problems.front());
}

CaseResult unread(const CaseFile& file, const std::string& problem) {
  return {.clause = {}, .variant = {}, .file = file.name, .place = {}, .problem = problem, .unread = true};
}

}  // namespace

std::vector<CaseResult> runCases(const CaseFile& file, AnswerMethod method) {
  std::vector<CaseResult> results;
  for (const std::string& problem : file.problems) results.push_back(unread(file, problem));
  if (!file.documents) return results;
  try {
    for (CaseResult& result : runCases(file, *file.documents, method)) results.push_back(std::move(result));
  } catch (const BadInput& documents) {
    results.push_back(unread(file, documents.what()));
  }
  return results;
}

std::vector<CaseResult> runCases(const CaseFile& file, const CaseDocuments& documents, AnswerMethod method) {
  std::vector<CaseResult> results;
  Runner runner(file, documents, method);
  for (const Case& one : file.cases) results.push_back(runner.run(one));
  return results;
}

std::vector<std::string> answersOf(const CaseFile& file, const CaseDocuments& documents) {
  std::vector<std::string> answers;
  Runner runner(file, documents, AnswerMethod::folded);
  for (const Case& one : file.cases) answers.push_back(runner.given(one));
  return answers;
}

class SwitchedCases::Asking : public Runner {
 public:
  explicit Asking(const CaseFile& file) : Runner(file, documentsIn(file), AnswerMethod::folded) {}
};

SwitchedCases::SwitchedCases(const CaseFile& file) : asking_(std::make_unique<Asking>(file)) {}
SwitchedCases::~SwitchedCases() = default;

std::optional<std::string> SwitchedCases::answer(const Case& one, const std::vector<std::string>& off) {
  return asking_->without(one, off);
}
schema::Ruleset::Reader SwitchedCases::document() const { return asking_->document(); }
const Ruleset& SwitchedCases::rules() const { return asking_->rules(); }

void forEachConsulted(const CaseFile& file, const std::function<void(const ConsultedCase&)>& visit) {
  Runner runner(file, documentsIn(file), AnswerMethod::folded);
  for (const Case& one : file.cases) {
    if (!one.variant.empty() || !file.records[one.record].problem.empty()) continue;
    Consulted consulted;
    runner.consult(one, consulted);
    const auto without = withClauseOff(runner.document(), one.clause);
    visit({.case_line = one,
           .rules = runner.rules(),
           .document = runner.document(),
           .without = without.root(),
           .consulted = consulted});
  }
}

}  // namespace docket::cases
