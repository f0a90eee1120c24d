#include "tools/lab/case_question.h"

#include <fmt/format.h>

#include <range/v3/algorithm/find_if.hpp>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "events/errors.h"
#include "tools/game/document_remarks.h"

namespace docket::lab {
namespace {

std::string rulesName(const CaseRules& rules) {
  return fmt::format("{} {}", rules.documents().ruleset.name, rules.documents().ruleset.version);
}

/// The answer of the other rules. A draft has the name and version of the ruleset that it changes.
std::string otherwise(const std::string& answer, const CaseRules& rules, const CaseRules& other) {
  const bool is_draft = rulesName(rules) == rulesName(other);
  return is_draft ? answer + " under the other rules" : fmt::format("{} under {}", answer, rulesName(other));
}

/// The line of a question that is answered so: of the first clause that decides it, else of the first that leaves it as
/// it is; empty if the rules have none of them.
std::optional<CaseLine> caseLine(const CaseTopic::Question& question, const CaseAnswer& answer, const CaseTopic& topic,
                                 const Recording& game, CaseRules& rules) {
  std::optional<CaseLine> line;
  for (const std::string& clause : topic.clauses) {
    const auto without = rules.has(clause) ? rules.answerWithout(clause, game, question) : std::nullopt;
    if (!without || (line && answer == *without)) continue;
    line = {.check = answer == *without,
            .clause = clause,
            .question = question.text,
            .answer = answer.text,
            .at = question.at};
    if (!line->check) return line;
  }
  return line;
}

}  // namespace

std::optional<CaseAnswer> answerUnder(const GameRules& under, const LabGame& game,
                                      const CaseTopic::Question& question) {
  const Rules rules = under.rules();
  try {
    const auto parsed =
        expression::parse(question.text, {.ruleset = rules.ruleset, .names = &game.names()}, {.file = "question"});
    const State state = game.stateAt(rules, question.at);
    const LabRecord record(game, rules, question.at);
    const auto value = expression::evaluate(parsed, {.state = state, .rules = rules, .record = &record}).value;
    return CaseAnswer{.text = expression::answerText(state, value), .known = !value.isUnknown()};
  } catch (const BadInput&) {
    return std::nullopt;  // these rules do not have what it names
  } catch (const DamagedArchive&) {
    return std::nullopt;  // nor can the record be folded under them
  }
}

CaseRules::CaseRules(Documents documents) : documents_(std::move(documents)), rules_(compileDocuments(documents_)) {}

void CaseRules::requireGood() const {
  auto remarks = remarksOn(documents_.ruleset, rules_->ruleset);
  if (documents_.cards && !documents_.cards->of_facts) {
    for (PlacedRemark& remark :
         remarksOnCards(*documents_.cards, documents_.ruleset, rules_->ruleset, rules_->catalogue))
      remarks.push_back(std::move(remark));
  }
  const auto mistake = ranges::find_if(remarks, &PlacedRemark::is_error);
  if (mistake != remarks.end())
    throw BadInput(fmt::format("a case cannot be made from documents with mistakes: {}", lineOf(*mistake)));
}

std::optional<CaseAnswer> CaseRules::answer(const Recording& game, const CaseTopic::Question& question) const {
  return answerUnder(*rules_, LabGame(game), question);
}

std::optional<CaseAnswer> CaseRules::answerWithout(const std::string& clause, const Recording& game,
                                                   const CaseTopic::Question& question) {
  const auto [found, fresh] = without_.emplace(clause, nullptr);
  if (fresh) {
    try {
      found->second = compileDocuments(withoutClause(documents_, clause));
    } catch (const BadInput&) {
      // Rules that need the clause do not compile without it.
    }
  }
  return found->second ? answerUnder(*found->second, LabGame(game), question) : std::nullopt;
}

std::vector<CaseLine> caseLines(const Recording& game, const CaseTopic& topic, CaseRules& rules,
                                const CaseRules* other) {
  std::vector<CaseLine> lines;
  for (const CaseTopic::Question& question : topic.questions) {
    const auto answer = rules.answer(game, question);
    const auto other_answer = other == nullptr ? std::nullopt : other->answer(game, question);
    if (!answer || (other != nullptr && (!other_answer || other_answer == answer))) continue;
    auto line = caseLine(question, *answer, topic, game, rules);
    if (!line) continue;
    if (!question.published.empty()) line->answer = question.published;
    line->shows = other_answer          ? otherwise(other_answer->text, rules, *other)
                  : topic.shows.empty() ? "cut down from a longer game"
                                        : topic.shows;
    lines.push_back(*std::move(line));
  }
  return lines;
}

}  // namespace docket::lab
