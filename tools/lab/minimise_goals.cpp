#include "tools/lab/minimise_goals.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/explain/observed_answer.h"
#include "tools/lab/attribution.h"
#include "tools/lab/change_words.h"
#include "tools/lab/difference_line.h"
#include "tools/lab/questions.h"

namespace docket::lab {
namespace {

class Truth : public MinimiseGoal {
 public:
  Truth(std::shared_ptr<const GameRules> rules, std::string expression, std::string clause)
      : rules_(std::move(rules)), expression_(std::move(expression)), clause_(std::move(clause)) {}

  bool shows(const ReducedGame& reduced) override {
    if (reduced.claim.empty()) return false;
    const Rules rules = rules_->rules();
    const LabGame game(reduced.game);
    const auto claim = expression::parseCondition(
        reduced.claim, {.ruleset = rules.ruleset, .names = &reduced.game.names()}, {.file = "--keep"});
    const State state = game.stateAt(rules, game.last());
    const LabRecord record(game, rules, game.last());
    const TurnLabels turn_labels;
    const Words words(state, rules, game.header(), turn_labels);
    const auto value = answerSeen(claim, words, record, namesOf(game)).value;
    return !value.isUnknown() && value.isTrue();
  }

  CaseTopic topic(const ReducedGame& reduced) override {
    return {.questions = {{.text = reduced.claim, .at = reduced.game.size()}}, .clauses = {clause_}};
  }

  std::string words() const override { return expression_; }

 private:
  std::shared_ptr<const GameRules> rules_;
  std::string expression_, clause_;
};

class Broken : public MinimiseGoal {
 public:
  Broken(std::shared_ptr<const GameRules> rules, std::string clause)
      : rules_(std::move(rules)), clause_(std::move(clause)) {
    const auto& clauses = rules_->ruleset.clauses;
    if (rules_->ruleset.clause(clause_) != nullptr) return;
    const auto ids = clauses | ranges::views::transform(&Clause::id) | ranges::to_vector;
    throw BadInput(fmt::format("{} {} has no clause {}{}", rules_->ruleset.name, rules_->ruleset.version,
                               docket::quoted(clause_), didYouMean(clause_, ids)));
  }

  bool shows(const ReducedGame& reduced) override { return found(reduced) != 0; }

  CaseTopic topic(const ReducedGame& reduced) override {
    return {.questions = {{.text = brokeQuestion(found(reduced), clause_), .at = reduced.game.size()}},
            .clauses = {clause_}};
  }

  std::string words() const override { return "a finding of " + clause_; }

  std::vector<std::string> causes() const override {
    return {fmt::format("{}: {}", clause_, rules_->ruleset.clause(clause_)->gist)};
  }

 private:
  /// The first event that breaks the clause, or 0.
  [[nodiscard]] EventNumber found(const ReducedGame& reduced) const {
    const Rules rules = rules_->rules();
    const LabGame game(reduced.game);
    RunningState running(game.header(), rules, game, game.history().pathTo(game.last()));
    EventNumber first = 0;
    game.forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
      if (first != 0) return;
      const auto judged = running.eventInEffect(number, event);
      if (!judged) return running.add(number, event, game);
      const PendingEvent pending = running.next(number, judged->event);
      for (const Finding& finding : judge(pending)) {
        if (finding.clause == clause_ && finding.isCertain()) first = number;
      }
      running.add(number, event, pending, game);
    });
    return first;
  }

  std::shared_ptr<const GameRules> rules_;
  std::string clause_;
};

class Otherwise : public MinimiseGoal {
 public:
  Otherwise(std::shared_ptr<const RulesetPair> pair, const LabGame& whole, const std::string& clause)
      : pair_(std::move(pair)) {
    auto differences = foldBoth(whole, *pair_);
    attribute(whole, *pair_, differences);
    for (Difference& one : differences) {
      if (!clause.empty() && !ranges::contains(one.causes, clause)) continue;
      aim_ = std::move(one);
      legal_ = legalOnBothSides(whole, aim_);
      return;
    }
    throw BadInput(clause.empty() ? "the two give the same results for this game, so there is nothing to minimise"
                                  : fmt::format("no difference in the game comes from {}", docket::quoted(clause)));
  }

  /// An act that is legal under one side stays legal there in what is left of the game: it is not illegal for
  /// another reason, nor perhaps.
  bool shows(const ReducedGame& reduced) override {
    const auto found = find(reduced);
    return found && legalOnBothSides(LabGame(reduced.game), *found) == legal_;
  }

  CaseTopic topic(const ReducedGame& reduced) override {
    const auto found = find(reduced);
    if (!found) return {};
    CaseTopic topic{.questions = questionsAbout(*found, reduced.game, pair_->right().ruleset), .clauses = {}};
    const auto add = [&](const std::vector<std::string>& clauses) {
      for (const std::string& clause : clauses) {
        if (!ranges::contains(topic.clauses, clause)) topic.clauses.push_back(clause);
      }
    };
    add(found->causes);
    add(found->compared.clauses);
    add(found->named);
    return topic;
  }

  std::string words() const override {
    const std::string_view kind = kindWord(aim_.compared.kind);
    return fmt::format("{}: {} -> {} [{}]", aim_.compared.key.empty() ? std::string(kind) : aim_.compared.key,
                       answerWords(kind, aim_.from), answerWords(kind, aim_.to), fmt::join(aim_.causes, " + "));
  }

  std::vector<std::string> causes() const override {
    std::vector<std::string> gists;
    for (const std::string& cause : aim_.causes) {
      const std::string gist = gistOf(cause, *pair_);
      if (!gist.empty()) gists.push_back(fmt::format("{}: {}", cause, gist));
    }
    return gists;
  }

 private:
  /// The answers of both sides on whether an act was legal; empty if the event is no act.
  using Legal = std::array<std::optional<CaseAnswer>, 2>;
  [[nodiscard]] Legal legalOnBothSides(const LabGame& game, const Difference& one) const {
    if (one.compared.kind != ComparedItem::Kind::legality) return {};
    const CaseTopic::Question legal{.text = fmt::format("legal({})", one.compared.event),
                                    .at = askedAfter(game, one.compared.event)};
    const auto known = [&](const GameRules& side) {
      auto answer = answerUnder(side, game, legal);
      return answer && answer->known ? answer : std::nullopt;
    };
    return {known(pair_->left()), known(pair_->right())};
  }

  /// A difference of the same kind from the same cause.
  [[nodiscard]] std::optional<Difference> find(const ReducedGame& reduced) const {
    const LabGame game(reduced.game);
    auto differences = foldBoth(game, *pair_);
    std::erase_if(differences, [&](const Difference& one) { return !alike(one); });
    attribute(game, *pair_, differences);
    for (Difference& one : differences) {
      if (one.causes == aim_.causes) return std::move(one);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool alike(const Difference& one) const {
    if (one.compared.kind != aim_.compared.kind) return false;
    switch (one.compared.kind) {
      case ComparedItem::Kind::value:
        return one.compared.field.kind == aim_.compared.field.kind &&
               one.compared.field.name == aim_.compared.field.name;
      case ComparedItem::Kind::legality:
      case ComparedItem::Kind::deck:
      case ComparedItem::Kind::ruling:
        return one.from == aim_.from && one.to == aim_.to;
      default:
        return true;
    }
  }

  std::shared_ptr<const RulesetPair> pair_;
  Difference aim_;
  Legal legal_;  // of the whole game
};

}  // namespace

std::unique_ptr<MinimiseGoal> aimAtTruth(std::shared_ptr<const GameRules> rules, std::string expression,
                                         std::string clause) {
  return std::make_unique<Truth>(std::move(rules), std::move(expression), std::move(clause));
}

std::unique_ptr<MinimiseGoal> aimAtFinding(std::shared_ptr<const GameRules> rules, std::string clause) {
  return std::make_unique<Broken>(std::move(rules), std::move(clause));
}

std::unique_ptr<MinimiseGoal> aimAtDifference(std::shared_ptr<const RulesetPair> pair, const LabGame& whole,
                                              const std::string& clause) {
  return std::make_unique<Otherwise>(std::move(pair), whole, clause);
}

}  // namespace docket::lab
