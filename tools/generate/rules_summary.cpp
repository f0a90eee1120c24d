#include "tools/generate/rules_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "events/errors.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket::generate {
namespace {

template <class Items>
std::size_t placeNamed(const Items& items, std::string_view name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return i;
  }
  return kNowhere;
}

void readTimes(schema::Ruleset::Reader ruleset, RulesSummary& summary) {
  for (auto from : ruleset.getPeriods()) {
    summary.periods.push_back({.name = textOf(from.getName()),
                               .clause = textOf(from.getClause()),
                               .names = textsOf(from.getNames()),
                               .forward = from.getOrder() == schema::Period::Order::FORWARD && !from.getLifted(),
                               .chain = from.getChain()});
  }
  for (std::size_t i = 0; i < summary.periods.size(); ++i) {
    summary.periods[i].within = summary.period(textOf(ruleset.getPeriods()[static_cast<unsigned>(i)].getWithin()));
  }
  for (auto from : ruleset.getObligations().getDeadlines()) {
    summary.deadlines.push_back({.act = textOf(from.getAct()), .named = textOf(from.getNamed())});
  }
}

void readPlaces(schema::Ruleset::Reader ruleset, RulesSummary& summary) {
  for (auto from : ruleset.getZones()) {
    const auto seen = from.getSeenBy();
    summary.zones.push_back(
        {.name = textOf(from.getName()),
         .location = from.getLocation().size() != 0 ? textOf(from.getLocation()) : textOf(from.getName()),
         .in_play = from.getInPlay(),
         .pile = from.getKind() == schema::Zone::Kind::PILE,
         .hidden = seen != schema::Zone::SeenBy::EVERYONE && seen != schema::Zone::SeenBy::FACE_UP,
         .open = seen == schema::Zone::SeenBy::EVERYONE,
         .shared = from.getOwner() == schema::Zone::Owner::SHARED,
         .slots = from.getKind() == schema::Zone::Kind::SLOTS && !from.getSeveral()});
  }
  const auto attachment = ruleset.getAttachment();
  summary.attached_share_fate = attachment.getFate() == schema::Attachment::Fate::GOES_TO;
  summary.fate_zone = summary.zone(textOf(attachment.getFateZone()));
  summary.detach_on_face_down = attachment.getDetachOnFaceDown();
}

/// The quoted text after a word, if the text is nothing but that: `keyword "Unique"`.
std::optional<std::string> quotedAfter(std::string_view word, std::string_view text) {
  if (!text.starts_with(word) || text.size() < word.size() + 3 || text[word.size()] != ' ') return std::nullopt;
  text.remove_prefix(word.size() + 1);
  if (text.front() != '"' || text.find('"', 1) != text.size() - 1) return std::nullopt;
  return std::string(text.substr(1, text.size() - 2));
}

/// `if keyword(it, "Kensai") then 2 else 1`.
bool readMaximum(const std::string& text, LimitKind& limit) {
  static constexpr std::string_view kBefore = "if keyword(it, \"", kThen = "\") then ", kElse = " else ";
  const auto then = text.find(kThen);
  const auto otherwise = text.find(kElse);
  if (!text.starts_with(kBefore) || then == std::string::npos || otherwise == std::string::npos) return false;
  const auto number = [&](std::size_t from, std::size_t to, std::int32_t& into) {
    return std::from_chars(text.data() + from, text.data() + to, into).ptr == text.data() + to;
  };
  limit.raised_for = text.substr(kBefore.size(), then - kBefore.size());
  return number(then + kThen.size(), otherwise, limit.raised_max) &&
         number(otherwise + kElse.size(), text.size(), limit.max);
}

void readHolders(schema::Limit::Reader from, LimitKind& limit) {
  limit.every_card = from.getEveryCard();
  if (const auto holders = textOf(from.getHoldsFor()); !holders.empty()) {
    const auto keyword = quotedAfter("keyword", holders);
    const auto type = quotedAfter("type", holders);
    const auto zone = quotedAfter("zone", holders);
    limit.readable = keyword || type || zone;
    limit.of_keyword = keyword.value_or("");
    limit.of_type = type.value_or("");
    limit.of_zone = zone.value_or("");
  }
  if (const auto maximum = textOf(from.getMaxIs()); !maximum.empty()) limit.max_readable = readMaximum(maximum, limit);
  for (auto judged : from.getJudged()) limit.judged.emplace_back(textOf(judged.getAct()), textOf(judged.getClause()));
}

void readLimits(schema::Ruleset::Reader ruleset, RulesSummary& summary) {
  for (auto from : ruleset.getLimits()) {
    LimitKind limit{.name = textOf(from.getName()),
                    .clause = textOf(from.getClause()),
                    .designator = textOf(from.getDesignator()),
                    .counted = from.getCounted(),
                    .period = summary.period(textOf(from.getWithin())),
                    .max = from.getMax(),
                    .every_ability = from.getEveryAbility(),
                    .lifted = from.getLifted(),
                    .format = textOf(from.getFormat())};
    readHolders(from, limit);
    for (auto key : from.getKeyedBy()) limit.keys.push_back(key);
    for (auto back : from.getGivenBack()) limit.given_back.push_back(back.getWhen());
    summary.limits.push_back(std::move(limit));
  }
}

std::vector<LimitOfCard> cardLimits(capnp::List<schema::LimitOf>::Reader from, const CardKind& card,
                                    const RulesSummary& summary,
                                    const std::map<std::string, std::string>& title_of_key) {
  std::vector<LimitOfCard> limits;
  for (auto entry : from) {
    const auto limit = summary.limit(textOf(entry.getLimit()));
    if (limit == kNowhere) {
      throw BadInput(fmt::format("card \"{}\": the ruleset has no limit \"{}\"", card.key, textOf(entry.getLimit())));
    }
    const auto other = title_of_key.find(textOf(entry.getTitle()));
    std::string title = card.title;
    if (entry.hasTitle()) title = other != title_of_key.end() ? other->second : textOf(entry.getTitle());
    limits.push_back({.limit = limit,
                      .max = entry.getMax() > 0 ? entry.getMax() : summary.limits[limit].max,
                      .group = textOf(entry.getGroup()),
                      .title = std::move(title)});
  }
  return limits;
}

bool isPlainAbility(schema::Ability::Reader ability) {
  return ability.getKind() == schema::Ability::Kind::ABILITY && ability.getConditions().size() == 0 &&
         ability.getCosts().size() == 0 && ability.getTargets().size() == 0 && ability.getEffects().size() == 0 &&
         ability.getTrigger().getOn().size() == 0;
}

/// True if a text may read a stat: two such traits can undo each other.
bool asksStats(capnp::Text::Reader text) {
  static constexpr std::string_view kWords[] = {"stat",    "base",   "total", "sum(",
                                                "highest", "lowest", "most(", "least("};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return std::string_view(text.begin(), text.size()).find(word) != std::string_view::npos;
  });
}

/// True if a continuous trait sets stats by something other than stats: no rule of play asks for it.
bool changesStats(schema::Ability::Reader ability) {
  using What = schema::Effect::What;
  if (ability.getLimits().size() != 0 || ability.getCosts().size() != 0 || ability.getTargets().size() != 0)
    return false;
  for (auto condition : ability.getConditions()) {
    if (asksStats(condition.getThat())) return false;
  }
  for (auto effect : ability.getEffects()) {
    const auto what = effect.getWhat();
    if (what != What::BONUS && what != What::MINIMUM && what != What::MAXIMUM) return false;
    if (asksStats(effect.getTo()) || asksStats(effect.getAmount()) || asksStats(effect.getIf())) return false;
  }
  return true;
}

void readCardKinds(schema::Catalogue::Reader catalogue, RulesSummary& summary) {
  std::map<std::string, std::string> title_of_key;
  for (auto card : catalogue.getCards()) title_of_key.emplace(textOf(card.getKey()), textOf(card.getTitle()));
  for (auto from : catalogue.getCards()) {
    CardKind card{.key = textOf(from.getKey()),
                  .title = textOf(from.getTitle()),
                  .version = textOf(from.getVersion()),
                  .types = textsOf(from.getTypes()),
                  .keywords = textsOf(from.getKeywords())};
    if (const auto alias = title_of_key.find(textOf(from.getAlias())); alias != title_of_key.end()) {
      card.title = alias->second;
    }
    if (const auto printings = from.getPrintings(); printings.size() != 0) {
      card.keywords = textsOf(printings[printings.size() - 1].getKeywords());
    }
    for (auto ability : from.getAbilities()) {
      card.abilities.push_back({.designator = textOf(ability.getDesignator()),
                                .zones = textsOf(ability.getZones()),
                                .limits = cardLimits(ability.getLimits(), card, summary, title_of_key),
                                .plain = isPlainAbility(ability)});
      card.triggered = card.triggered || ability.getKind() == schema::Ability::Kind::TRIGGERED;
      card.speaks = card.speaks || ability.getDoubtful();
      if (ability.getKind() != schema::Ability::Kind::CONTINUOUS) continue;
      card.continuous = true;
      card.speaks = card.speaks || !changesStats(ability);
    }
    card.speaks = card.speaks || from.getWins().size() != 0 || from.getDoubtful();
    card.limits = cardLimits(from.getLimits(), card, summary, title_of_key);
    summary.place_of_key.emplace(card.key, summary.cards.size());
    summary.cards.push_back(std::move(card));
  }
}

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

/// Adds requirements, permissions, numbers, wins and rules of decks, as in the document. Conditions stay unparsed
/// texts.
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

}  // namespace

bool LimitKind::keyed(schema::Limit::Key key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

std::optional<std::string> LimitKind::clauseAt(std::string_view act) const {
  if (judged.empty()) return clause;
  for (const auto& [judged_act, judged_clause] : judged) {
    if (judged_act == act) return judged_clause;
  }
  return std::nullopt;
}

std::size_t RulesSummary::zone(std::string_view name) const { return placeNamed(zones, name); }
std::size_t RulesSummary::period(std::string_view name) const { return placeNamed(periods, name); }
std::size_t RulesSummary::limit(std::string_view name) const { return placeNamed(limits, name); }
std::size_t RulesSummary::card(std::string_view key) const {
  const auto found = place_of_key.find(key);
  return found == place_of_key.end() ? kNowhere : found->second;
}

RulesSummary readRulesSummary(schema::Ruleset::Reader ruleset, schema::Catalogue::Reader catalogue) {
  RulesSummary summary{.ruleset = textOf(ruleset.getName()),
                       .version = textOf(ruleset.getVersion()),
                       .catalogue = textOf(catalogue.getName()),
                       .orientations = textsOf(ruleset.getOrientations())};
  for (auto clause : ruleset.getClauses()) summary.clauses.push_back(textOf(clause.getId()));
  for (auto value : ruleset.getValues()) summary.values.push_back(textOf(value.getName()));
  summary.traits_must = ruleset.getObligations().getClause().size() != 0;
  readTimes(ruleset, summary);
  readPlaces(ruleset, summary);
  readLimits(ruleset, summary);
  readRulesOfPlay(ruleset, summary);
  readCardKinds(catalogue, summary);
  return summary;
}

}  // namespace docket::generate
