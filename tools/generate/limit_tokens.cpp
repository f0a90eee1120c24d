#include "tools/generate/limit_tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/generate/copies.h"

namespace docket::generate {
namespace {

using When = schema::Limit::GivenBack::When;

/// Another number for each life of a card, as far as a limit cares.
std::uint32_t lifeOf(const TableCard& card, const LimitKind& limit) {
  std::uint32_t life = 0;
  for (const When when : limit.given_back) {
    if (when == When::LEAVES_LOCATION) life += card.left;
    if (when == When::TURNED_FACE_DOWN) life += card.turned_down_by_own + card.turned_down_by_other;
    if (when == When::TURNED_FACE_DOWN_BY_OTHER) life += card.turned_down_by_other;
    if (when == When::ATTACHED) life += card.attached;
  }
  return life;
}

bool givesBackNegated(const LimitKind& limit) {
  return std::find(limit.given_back.begin(), limit.given_back.end(), When::ACTIVATION_NEGATED) !=
         limit.given_back.end();
}

}  // namespace

std::optional<LimitTokens::Act> LimitTokens::actOf(const Table& table, const Line& line) const {
  Act act{.card = table.find(line.number("card")), .player = static_cast<std::uint8_t>(line.number("player"))};
  if (act.card == kNowhere) return std::nullopt;
  if (line.payload == "abilityActivated") {
    act.counted = LimitCounted::ACTIVATIONS;
    act.ability = line.number("ability");
  } else if (line.payload == "traitTriggered") {
    act.counted = LimitCounted::TRIGGERS;
    act.ability = line.number("trait");
  } else if (line.payload == "cardPlayed") {
    act.counted = LimitCounted::PLAYS;
  } else {
    return std::nullopt;
  }
  act.trigger = line.value("trigger");
  act.designator = line.value("designator");
  return act;
}

std::optional<LimitTokens::Token> LimitTokens::tokenOf(const Table& table, const Act& act,
                                                       const LimitOfCard& entry) const {
  const LimitKind& limit = summary_->limits[entry.limit];
  const bool of_uses = limit.counted == LimitCounted::USES &&
                       (act.counted == LimitCounted::ACTIVATIONS || act.counted == LimitCounted::TRIGGERS);
  if ((limit.counted != act.counted && !of_uses) || limit.lifted) return std::nullopt;
  const TableCard& card = table.cards()[act.card];
  Token token{.limit = entry.limit, .max = limit.max_readable ? entry.max : 0, .name = limit.name};
  if (limit.period != kNowhere) {
    const TablePeriod& period = table.period(limit.period);
    if (!period.open) return std::nullopt;
    token.name += fmt::format("|in {}", period.begun);
  }
  for (const LimitKey key : limit.keys) {
    if (key == LimitKey::INSTANCE) token.name += fmt::format("|card {} life {}", act.card, lifeOf(card, limit));
    if (key == LimitKey::ABILITY) token.name += fmt::format("|ability {} of {}", act.ability, card.kind);
    if (key == LimitKey::TITLE || key == LimitKey::CURRENT_TITLE) token.name += "|title " + entry.title;
    if (key == LimitKey::VERSION) token.name += "|version " + summary_->cards[card.kind].version;
    if (key == LimitKey::PLAYER) token.name += fmt::format("|player {}", act.player);
    if (key == LimitKey::GROUP) token.name += "|group " + entry.group;
    if (key == LimitKey::TRIGGER) token.name += "|trigger " + act.trigger;
    if (key == LimitKey::HOST) token.name += "|host " + card.host;
  }
  return token;
}

std::vector<LimitTokens::Token> LimitTokens::tokensOf(const Table& table, const Act& act) const {
  std::vector<Token> tokens;
  const auto add = [&](const LimitOfCard& entry) {
    if (auto token = tokenOf(table, act, entry)) tokens.push_back(std::move(*token));
  };
  const TableCard& card = table.cards()[act.card];
  const CardKind& kind = summary_->cards[card.kind];
  const std::string_view from = card.zone == kNowhere ? std::string_view() : summary_->zones[card.zone].name;
  for (std::size_t i = 0; i < summary_->limits.size(); ++i) {
    const LimitKind& limit = summary_->limits[i];
    const bool of_abilities = act.counted != LimitCounted::PLAYS && limit.every_ability &&
                              (limit.designator.empty() || limit.designator == act.designator);
    const bool of_cards = act.counted == LimitCounted::PLAYS && limit.every_card && isAbout(*summary_, i, kind, from);
    if (of_abilities || of_cards) add({.limit = i, .max = limit.max, .title = kind.title});
  }
  if (act.counted == LimitCounted::PLAYS) {
    for (const auto& entry : kind.limits) add(entry);
  } else if (act.ability >= 1 && act.ability <= kind.abilities.size()) {
    for (const auto& entry : kind.abilities[act.ability - 1].limits) add(entry);
  }
  return tokens;
}

std::vector<Excess> LimitTokens::beyond(const Table& table, const Line& line) const {
  std::vector<Excess> excesses = copiesBeyond(*summary_, table, line);
  const auto act = actOf(table, line);
  if (!act) return excesses;
  for (const Token& token : tokensOf(table, *act)) {
    const auto spent = spent_.find(token.name);
    if ((spent == spent_.end() ? 0 : spent->second) < token.max) continue;
    const LimitKind& limit = summary_->limits[token.limit];
    if (auto clause = limit.clauseAt(line.payload)) {
      // A line that does not name the event that it answers may answer another one.
      const bool by_trigger = std::find(limit.keys.begin(), limit.keys.end(), LimitKey::TRIGGER) != limit.keys.end();
      const bool unsaid = by_trigger && act->trigger.empty();
      excesses.push_back({.limit = token.limit, .clause = std::move(*clause), .certain = limit.certain() && !unsaid});
    }
  }
  return excesses;
}

void LimitTokens::apply(const Table& table, const Line& line, std::uint32_t number) {
  if (line.payload == "activationNegated") {
    const auto refunded = refunded_by_negation_.find(line.number("activation"));
    if (refunded == refunded_by_negation_.end()) return;
    for (const auto& name : refunded->second) --spent_[name];
    refunded_by_negation_.erase(refunded);
    return;
  }
  const auto act = actOf(table, line);
  if (!act) return;
  for (const Token& token : tokensOf(table, *act)) {
    ++spent_[token.name];
    if (givesBackNegated(summary_->limits[token.limit])) refunded_by_negation_[number].push_back(token.name);
  }
}

}  // namespace docket::generate
