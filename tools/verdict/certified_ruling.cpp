#include "tools/verdict/certified_ruling.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <set>

#include "engine/fold/reduce.h"
#include "events/errors.h"
#include "tools/game/grade.h"
#include "tools/notation/transcript.h"
#include "tools/verdict/ruling_verdict.h"

namespace docket {
namespace {

/// These words are part of the format, unlike prose, which may be reworded.
std::vector<std::string> statementOf(const CertifiedRuling& judged, const GameRules& rules) {
  const RulingVerdict& verdict = judged.verdict;
  std::vector<std::string> lines{fmt::format("ruling {}", verdict.event), fmt::format("about {}", verdict.about),
                                 fmt::format("claim {}", notedString(verdict.claim))};
  for (const std::string& clause : verdict.clauses) lines.push_back(fmt::format("cites {}", notedString(clause)));
  if (verdict.superseded_by != 0) lines.push_back(fmt::format("superseded by {}", verdict.superseded_by));
  const Explained& derivation = verdict.derivation;
  lines.push_back(fmt::format("verdict {}", outcomeWord(verdict.outcome)));
  lines.push_back(fmt::format("value {}", derivation.root.value.empty() ? "unreadable" : derivation.root.value));
  lines.push_back(fmt::format("grade {}", gradeWord(derivation.grade)));
  lines.push_back(fmt::format("opened {} of {}", judged.opened, judged.opened + judged.closed));
  lines.push_back(fmt::format("semantics {}", kSemantics));
  lines.push_back(fmt::format("ruleset {}", hex(rules.ruleset_digest)));
  if (rules.catalogue_digest != Digest{}) lines.push_back(fmt::format("catalogue {}", hex(rules.catalogue_digest)));
  return lines;
}

}  // namespace

bool givesRuling(const Recording& record, EventNumber number) {
  if (number == 0 || number > record.size()) return false;
  const HeldEvent event = record.event(number);
  return event->isRulingGiven();
}

CertifiedRuling judgedFrom(const std::shared_ptr<const Recording>& record,
                           const std::shared_ptr<const GameRules>& rules, EventNumber number) {
  if (!givesRuling(*record, number)) throw BadInput(fmt::format("event {} of the record is not a ruling", number));
  const HeldEvent event = record->event(number);
  const OpenGame game(record, rules);
  const TurnLabels turn_labels = turnLabelsOf(game);
  CertifiedRuling judged{
      .verdict = verifyRuling(game, turn_labels, number, event->getRulingGiven()), .statement = {}, .clauses = {}};
  record->forEach(1, record->size(), [&](EventNumber other, const HeldEvent& given) {
    if (other > number && given->isRulingGiven() && given->getRulingGiven().getSupersedes() == number)
      judged.verdict.superseded_by = other;
    for (const auto seal : given->getContext().getSeals()) ++(seal.hasSalt() ? judged.opened : judged.closed);
  });
  judged.statement = statementOf(judged, *rules);
  for (const std::string& cited : judged.verdict.clauses) {
    if (!ranges::contains(judged.clauses, cited)) judged.clauses.push_back(cited);
  }
  addClauses(judged.verdict.derivation.root, judged.clauses);
  return judged;
}

EventNumber lastRulingThatStands(const EventSource& events, EventNumber last) {
  std::set<EventNumber> standing;
  events.forEach(1, last, [&](EventNumber number, const HeldEvent& event) {
    if (!event->isRulingGiven()) return;
    standing.erase(event->getRulingGiven().getSupersedes());
    standing.insert(number);
  });
  if (standing.empty()) throw BadInput("there is no ruling to certify (docket rule adds one)");
  return *standing.rbegin();
}

}  // namespace docket
