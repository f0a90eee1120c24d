#include "engine/query/limits/decks.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/acts/requirements.h"
#include "engine/query/limits/deck_copies.h"
#include "engine/rules/table_clauses.h"

namespace docket {
namespace {

bool isFor(const std::string& format, std::string_view wanted) { return format.empty() || format == wanted; }

/// True if the requirement can be judged for a deck list: it depends on no single event.
bool isOfAnyDeck(const Requirement& requirement) {
  return requirement.after && !requirement.if_ && requirement.named.empty();
}

/// The requirements of the rules on a registered deck, which has no created cards.
void askRequirements(const State& registered, const Rules& rules, Seat player, std::vector<DeckFinding>& findings) {
  for (const Requirement& requirement : requirementsOf(rules, schema::Event::DECK_REGISTERED)) {
    if (!isOfAnyDeck(requirement)) continue;
    const TriState met = holds(requirement.that, registered, rules, {.player = player});
    if (met == TriState::yes) continue;
    findings.push_back({.clause = requirement.clause, .requirement = &requirement, .certain = met == TriState::no});
  }
}

}  // namespace

std::vector<DeckFinding> checkDeck(const State& registered, const Rules& rules, Seat player, std::string_view format) {
  std::vector<DeckFinding> findings;
  for (const DeckRule& rule : rules.ruleset.decks) {
    if (!isFor(rule.format, format)) continue;
    const Entity self = entityOf(EntityKind::player, player);
    const TriState met = holds(rule.that, registered, rules, {.player = player}, self);
    if (met == TriState::yes) continue;
    findings.push_back({.clause = rule.clause, .gist = rule.gist, .certain = met == TriState::no});
    if (met == TriState::undecided && rule.that) {
      findings.back().why = valueOf(*rule.that, registered, rules, {.player = player}, self).reasons();
    }
  }
  askRequirements(registered, rules, player, findings);
  for (const CopiesBeyond& copies : copiesBeyond(registered, rules, player, format)) {
    findings.push_back({.clause = copies.limit.limit->clause,
                        .limit = copies.limit.index,
                        .card = copies.question.card,
                        .copies = copies.count.used + 1,
                        .max = copies.limit.max,
                        .certain = copies.certain});
  }
  for (DeckFinding& finding : findings) {
    rules.ruleset.note(finding.clause);
    if (finding.clause.empty()) finding.clause = tableClause(OwnClause::rules_say_so).id;
  }
  return findings;
}

bool hasDeckRules(const Rules& rules, std::string_view format) {
  const std::vector<std::string> formats = formatsOf(rules.ruleset);
  if (!formats.empty()) return ranges::contains(formats, format);
  const bool counts = ranges::any_of(rules.ruleset.limits, [](const Limit& limit) {
    return limit.counted == schema::Limit::Counted::COPIES_IN_DECK && !limit.lifted;
  });
  return counts || !rules.ruleset.decks.empty() ||
         ranges::any_of(requirementsOf(rules, schema::Event::DECK_REGISTERED), isOfAnyDeck);
}

TriState isLegalDeck(const std::vector<DeckFinding>& findings, const Rules& rules, std::string_view format) {
  if (ranges::any_of(findings, &DeckFinding::certain)) return TriState::no;
  rules.ruleset.note(RuleField::scope);
  return findings.empty() && hasDeckRules(rules, format) ? TriState::yes : TriState::undecided;
}

std::vector<std::string> formatsOf(const Ruleset& ruleset) {
  std::vector<std::string> formats;
  const auto add = [&](const std::string& format) {
    if (!format.empty() && !ranges::contains(formats, format)) formats.push_back(format);
  };
  for (const DeckRule& rule : ruleset.decks) add(rule.format);
  for (const Limit& limit : ruleset.limits) add(limit.format);
  return formats;
}

}  // namespace docket
