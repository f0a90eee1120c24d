#include "tools/case_law/case_from_ruling.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "events/errors.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "tools/case_law/derivation.h"
#include "tools/lab/case_file.h"
#include "tools/lab/lab_game.h"
#include "tools/lab/minimising.h"

namespace docket::case_law {
namespace {

using expression::Expression;
using expression::Operator;

/// A claim at the end of a record: its value, how it is derived, and its value without each clause that may decide it.
struct Derived {
  std::string value;
  Steps steps;
  std::vector<std::string> without;
  friend bool operator==(const Derived&, const Derived&) = default;
};

/// Derives claims under the rules of a game, and with some of its clauses switched off.
class ClaimDeriver {
 public:
  ClaimDeriver(const lab::Documents& documents, std::shared_ptr<const GameRules> rules)
      : documents_(documents), rules_(std::move(rules)) {}

  /// Counts the values without this clause as a part of what is derived. A clause that the ruleset lacks, or that other
  /// parts of it need, is left out.
  void switchOff(const std::string& clause) {
    if (rules_->ruleset.clause(clause) == nullptr || without_.size() >= kMaxSwitched) return;
    try {
      without_.push_back(lab::compileDocuments(lab::withoutClause(documents_, clause)));
    } catch (const BadInput&) {
      // Its rules do not compile without it.
    }
  }

  [[nodiscard]] Expression claimOf(const lab::LabGame& game, const std::string& text) const {
    return parsed(*rules_, game, text);
  }
  [[nodiscard]] Derived of(const lab::LabGame& game, const std::string& text) const {
    Derived derived;
    derived.value = asked(*rules_, game, text, &derived.steps);
    for (const auto& rules : without_) derived.without.push_back(asked(*rules, game, text, nullptr));
    return derived;
  }

 private:
  /// A judge cites few clauses, and each is one more fold of every record that is tried.
  static constexpr std::size_t kMaxSwitched = 4;

  static Expression parsed(const GameRules& rules, const lab::LabGame& game, const std::string& text) {
    return expression::parseCondition(text, {.ruleset = rules.ruleset, .names = &game.names()}, {.file = "claim"});
  }
  static std::string asked(const GameRules& game_rules, const lab::LabGame& game, const std::string& text,
                           Steps* steps) {
    const Rules rules = game_rules.rules();
    const Expression claim = parsed(game_rules, game, text);
    const State state = game.stateAt(rules, game.last());
    const lab::LabRecord record(game, rules, game.last());
    const expression::Point point{.state = state, .rules = rules, .record = &record};
    if (steps != nullptr) *steps = stepsOf(claim, point);
    const auto value = expression::valueAt(claim, point);
    // Why something is unknown names events, which have other numbers in a smaller record.
    return value.isUnknown() ? "unknown" : value.isTrue() ? "true" : "false";
  }

  const lab::Documents& documents_;
  std::shared_ptr<const GameRules> rules_;
  std::vector<std::shared_ptr<const GameRules>> without_;
};

/// The question of a claim and the answer that it claims: "stat(#2, "Force")" and "3" of `stat(#2, "Force") = 3`.
lab::CaseTopic::Question questionOf(const Expression& claim, EventNumber at) {
  const auto text = [&](expression::NodeIndex node) { return std::string(claim.sourceOf(node)); };
  const auto& root = claim.node(claim.root);
  const auto left = claim.child(claim.root, 0), right = claim.child(claim.root, 1);
  if (root.op == Operator::negation) return {.text = text(left), .at = at, .published = "false"};
  const bool gives = root.op == Operator::equal && claim.node(left).op == Operator::call &&
                     (claim.node(right).op <= Operator::literal_text || expression::isEntity(claim.node(right).op));
  if (gives) return {.text = text(left), .at = at, .published = text(right)};
  return {.text = claim.words(), .at = at, .published = "true"};
}

/// A judge's words as a part of a line of cases.
std::string asPart(std::string words) {
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '|' || static_cast<unsigned char>(c) < ' '; }, ' ');
  const auto begin = words.find_first_not_of(' ');
  return begin == std::string::npos ? "as ruled" : words.substr(begin, words.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

CaseFromRuling writeCaseFromRuling(const std::filesystem::path& file, const OpenGame& game,
                                   const lab::Documents& documents, EventNumber number, const std::string& source,
                                   const std::function<void(std::size_t)>& progress) {
  const HeldEvent event = game.event(std::clamp<EventNumber>(number, 1, game.last()));
  if (number == 0 || number > game.last() || !event->isRulingGiven())
    throw BadInput(fmt::format("{} has no ruling at event {} (docket rulings lists them)", game.id(), number));
  const auto ruling = event->getRulingGiven();
  const EventNumber about = ruling.getAt() != 0 ? ruling.getAt() : number;
  const auto rules = lab::compileDocuments(documents);
  ClaimDeriver deriver(documents, rules);
  const lab::LabGame stored(game.stored());
  const std::string claim = deriver.claimOf(stored, textOf(ruling.getClaim())).withNumbers();
  std::vector<EventNumber> until(about);
  std::iota(until.begin(), until.end(), EventNumber{1});
  const std::string id = fmt::format("{}/ruling-{}", game.id(), number);
  const auto then = lab::reducedGame(stored, rules->ruleset, until, id, claim);
  const lab::LabGame whole(then.game);
  std::vector<std::string> clauses = textsOf(ruling.getClauses());
  for (const std::string& clause : clausesOf(deriver.of(whole, then.claim).steps)) clauses.push_back(clause);
  for (const std::string& clause : clauses) deriver.switchOff(clause);
  const Derived kept = deriver.of(whole, then.claim);
  const auto minimised = lab::minimise(
      whole, rules->ruleset, id, then.claim,
      [&](const lab::ReducedGame& reduced) {
        return !reduced.claim.empty() && deriver.of(lab::LabGame(reduced.game), reduced.claim) == kept;
      },
      progress);
  const lab::LabGame least(minimised.least.game);
  const auto question = questionOf(deriver.claimOf(least, minimised.least.claim), least.last());
  lab::CaseTopic topic{.questions = {question}, .clauses = std::move(clauses)};
  topic.shows = asPart(textOf(ruling.getNote()));
  topic.source = source.empty() ? fmt::format("{}, event {}", game.id(), number) : source;
  topic.date = textOf(game.header().getDate());
  const auto lines = lab::writeCaseFile(file, minimised.least.game, topic, documents, std::nullopt);
  const auto computed = lab::answerUnder(*rules, least, question);
  return {.line = lines.front(), .computed = computed ? computed->text : "unknown", .events = least.last()};
}

}  // namespace docket::case_law
