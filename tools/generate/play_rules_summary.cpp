#include "tools/generate/play_rules_summary.h"

#include <algorithm>

#include "events/text/text_view.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {
namespace {

void readPermissionKind(schema::Permission::Reader from, RulesSummary& summary) {
  PermissionKind permission{.on = textOf(from.getOn()),
                            .named = textOf(from.getNamed()),
                            .if_that = textOf(from.getIf()),
                            .clause = textOf(from.getClause()),
                            .by = from.getBy(),
                            .forbidden = from.getForbidden(),
                            .lifted = from.getLifted()};
  for (auto grant : from.getGrants()) {
    permission.grants.push_back(
        {.to = textOf(grant.getTo()), .clause = textOf(grant.getClause()), .says = grant.getSays()});
  }
  summary.permissions.push_back(std::move(permission));
}

}  // namespace

void readRulesOfPlay(schema::Ruleset::Reader ruleset, RulesSummary& summary) {
  for (auto act : ruleset.getActs()) {
    if (act.getVoid()) summary.void_acts.push_back(textOf(act.getAct()));
    for (auto from : act.getRequires()) {
      summary.requirements.push_back({.act = textOf(act.getAct()),
                                      .what = from.getWhat(),
                                      .named = textOf(from.getNamed()),
                                      .that = textOf(from.getThat()),
                                      .if_that = textOf(from.getIf()),
                                      .clause = textOf(from.getClause()),
                                      .after = from.getAfter()});
    }
  }
  for (auto permission : ruleset.getPermissions()) readPermissionKind(permission, summary);
  for (auto from : ruleset.getNumbers()) {
    summary.numbers.push_back({.what = textOf(from.getWhat()),
                               .clause = textOf(from.getClause()),
                               .unless = textOf(from.getUnless()),
                               .least = from.getLeast(),
                               .most = from.getMost()});
  }
  for (auto from : ruleset.getWins()) {
    summary.wins.push_back({.on = textOf(from.getOn()),
                            .named = textOf(from.getNamed()),
                            .if_that = textOf(from.getIf()),
                            .winner = textOf(from.getWinner()),
                            .clause = textOf(from.getClause()),
                            .by_terms = from.getTerms().size() != 0});
  }
  for (auto from : ruleset.getDecks()) {
    summary.decks.push_back(
        {.format = textOf(from.getFormat()), .that = textOf(from.getThat()), .clause = textOf(from.getClause())});
  }
}

}  // namespace docket::generate
