#include "tools/generate/play_rules_summary.h"

#include <algorithm>

#include "tools/generate/rules_summary.h"

namespace docket::generate {
namespace {

std::string text(capnp::Text::Reader reader) { return {reader.begin(), reader.size()}; }

void readPermission(schema::Permission::Reader from, RulesSummary& summary) {
  PermissionKind permission{.on = text(from.getOn()),
                            .named = text(from.getNamed()),
                            .if_that = text(from.getIf()),
                            .clause = text(from.getClause()),
                            .by = from.getBy(),
                            .forbidden = from.getForbidden(),
                            .lifted = from.getLifted()};
  for (auto grant : from.getGrants()) {
    permission.grants.push_back(
        {.to = text(grant.getTo()), .clause = text(grant.getClause()), .says = grant.getSays()});
  }
  summary.permissions.push_back(std::move(permission));
}

}  // namespace

void readRulesOfPlay(schema::Ruleset::Reader ruleset, RulesSummary& summary) {
  for (auto act : ruleset.getActs()) {
    if (act.getVoid()) summary.void_acts.push_back(text(act.getAct()));
    for (auto from : act.getRequires()) {
      summary.requirements.push_back({.act = text(act.getAct()),
                                      .what = from.getWhat(),
                                      .named = text(from.getNamed()),
                                      .that = text(from.getThat()),
                                      .if_that = text(from.getIf()),
                                      .clause = text(from.getClause()),
                                      .after = from.getAfter()});
    }
  }
  for (auto permission : ruleset.getPermissions()) readPermission(permission, summary);
  for (auto from : ruleset.getNumbers()) {
    summary.numbers.push_back({.what = text(from.getWhat()),
                               .clause = text(from.getClause()),
                               .unless = text(from.getUnless()),
                               .least = from.getLeast(),
                               .most = from.getMost()});
  }
  for (auto from : ruleset.getWins()) {
    summary.wins.push_back({.on = text(from.getOn()),
                            .named = text(from.getNamed()),
                            .if_that = text(from.getIf()),
                            .winner = text(from.getWinner()),
                            .clause = text(from.getClause()),
                            .by_terms = from.getTerms().size() != 0});
  }
  for (auto from : ruleset.getDecks()) {
    summary.decks.push_back(
        {.format = text(from.getFormat()), .that = text(from.getThat()), .clause = text(from.getClause())});
  }
}

}  // namespace docket::generate
