#include "tools/generate/zone_roles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "events/text/whole_number.h"
#include "tools/generate/copies.h"

namespace docket::generate {
namespace {

constexpr std::size_t kMaxCopies = 3;  // the default of a script's deck

/// True if a line of a script can have a name, in quotes and in a list.
bool canBeSaid(const std::string& name) { return name.find_first_of("\"[],$") == std::string::npos; }

template <class Is>
std::string firstZone(const RulesSummary& summary, Is&& is) {
  const auto found = std::find_if(summary.zones.begin(), summary.zones.end(), [&](const ZoneKind& zone) {
    return !zone.shared && canBeSaid(zone.name) && is(zone);
  });
  return found == summary.zones.end() ? "" : found->name;
}

void chooseZones(const RulesSummary& summary, ZoneRoles& zone_roles) {
  const auto is_deck = [](const ZoneKind& zone) { return zone.pile && !zone.in_play; };
  zone_roles.deck = firstZone(summary, [&](const ZoneKind& zone) { return is_deck(zone) && zone.hidden; });
  if (zone_roles.deck.empty()) zone_roles.deck = firstZone(summary, is_deck);
  zone_roles.hand = firstZone(summary, [](const ZoneKind& zone) { return !zone.pile && !zone.in_play && zone.hidden; });
  const auto is_other = [&](const ZoneKind& zone) { return !zone.in_play && zone.name != zone_roles.deck; };
  if (zone_roles.hand.empty()) zone_roles.hand = firstZone(summary, is_other);
  zone_roles.play = firstZone(summary, [](const ZoneKind& zone) { return zone.in_play; });
  zone_roles.gone = firstZone(summary, [&](const ZoneKind& zone) { return is_deck(zone) && !zone.hidden; });
  if (zone_roles.gone.empty()) zone_roles.gone = zone_roles.hand;
  const auto miss = [&](std::string what, std::string why) {
    zone_roles.left_out.push_back({std::move(what), std::move(why)});
  };
  if (zone_roles.deck.empty()) {
    zone_roles.deck = zone_roles.hand;
    miss("no card is drawn", "the ruleset has no pile that each player has");
  }
  if (zone_roles.play.empty()) miss("no card comes into play", "the ruleset has no zone in play that each player has");
}

/// True if a period can begin; objections are reported.
bool canBegin(const RulesSummary& summary, const std::string& period, const std::string& name, ZoneRoles& zone_roles) {
  const ActContext context{.act = "began",
                           .names = {name.empty() ? period : name, period},
                           .own_turn = true,
                           .used_names = &zone_roles.used_names};
  Objections found = objections(summary, context);
  const Objections wins = winsAfter(summary, context, zone_roles);
  found.unread.insert(found.unread.end(), wins.unread.begin(), wins.unread.end());
  if (found.none()) return true;
  const std::string& what = name.empty() ? period : name;
  found.unread.insert(found.unread.end(), found.broken.begin(), found.broken.end());
  zone_roles.left_out.push_back({fmt::format("no {} begins", what), unreadWords(found.unread)});
  return false;
}

void chooseTimes(const RulesSummary& summary, ZoneRoles& zone_roles) {
  const auto find = [&](auto&& is) {
    return static_cast<std::size_t>(std::find_if(summary.periods.begin(), summary.periods.end(), is) -
                                    summary.periods.begin());
  };
  zone_roles.phases = {""};
  const auto outer = find([](const PeriodKind& period) { return period.within == kNowhere && !period.chain; });
  zone_roles.timeless =
      outer == summary.periods.size() || !canBegin(summary, summary.periods[outer].name, "", zone_roles);
  if (zone_roles.timeless) return;
  zone_roles.turn = summary.periods[outer].name;
  std::size_t holder = outer;
  const auto inner = find([&](const PeriodKind& period) { return period.within == outer && !period.names.empty(); });
  if (inner != summary.periods.size()) {
    const auto& kind = summary.periods[inner];
    std::vector<std::string> names;
    for (const auto& name : kind.names) {
      if (canBegin(summary, kind.name, name, zone_roles)) names.push_back(name);
    }
    zone_roles.timeless = names.empty();
    if (zone_roles.timeless) return;
    zone_roles.phases = names;
    zone_roles.named_phase = kind.name == "phase";
    holder = inner;
  }
  // The periods within these: a turn of a tide, a trick of a round.
  for (std::size_t i = 0; i < summary.periods.size(); ++i) {
    const auto& period = summary.periods[i];
    if (period.within != holder || !period.names.empty() || period.chain) continue;
    if (!canBegin(summary, period.name, "", zone_roles)) return;
    zone_roles.smaller.push_back(period.name);
    holder = i;  // periods are declared from the outside in
  }
}

void chooseCards(const RulesSummary& summary, ZoneRoles& zone_roles) {
  const AskedWords asked(summary);
  std::size_t by_traits = 0, unused = 0;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < summary.cards.size(); ++i) {
    const CardKind& card = summary.cards[i];
    const bool by_trait = (card.triggered && summary.traits_must) || card.speaks;
    by_traits += by_trait ? 1 : 0;
    if (by_trait) continue;
    zone_roles.cards.push_back(i);
    alike[{asked.among(card.types), asked.among(card.keywords)}].push_back(i);
    const auto used = [](const AbilityKind& ability) { return ability.plain; };
    unused += !card.abilities.empty() && std::none_of(card.abilities.begin(), card.abilities.end(), used) ? 1 : 0;
  }
  for (auto& [marks, cards] : alike) zone_roles.classes.push_back(std::move(cards));
  const auto leave_out = [&](std::size_t count, std::string what, std::string why) {
    if (count == 0) return;
    zone_roles.left_out.push_back(
        {fmt::format("{} of {} cards {}", count, summary.cards.size(), what), std::move(why)});
  };
  leave_out(by_traits, "stay out of the decks",
            "what their texts do, or how they win, is written as an expression or is uncertain");
  leave_out(unused, "have no ability that is used",
            "they have costs, targets or effects, which are written as expressions");
}

/// `count(in deck of me) >= 40`: the number of cards that a deck must have.
bool readSize(const std::string& that, const std::string& deck, std::size_t& size) {
  const auto head = fmt::format("count(in {} of me) ", deck);
  if (!that.starts_with(head)) return false;
  const auto rest = that.substr(head.size());
  const auto blank = rest.find(' ');
  const auto number =
      blank == std::string::npos ? std::nullopt : wholeNumber<std::size_t>(std::string_view(rest).substr(blank + 1));
  if (!number) return false;
  const auto how = rest.substr(0, blank);
  if (how == ">=") size = std::max(size, *number);
  if (how == "<=") size = std::min(size, *number);
  if (how == "=") size = *number;
  return how == ">=" || how == "<=" || how == "=";
}

void chooseDeck(const RulesSummary& summary, ZoneRoles& zone_roles) {
  std::vector<std::string> unread;
  for (const char* how : {">=", "<=", "= "}) {
    for (const DeckKind& rule : summary.decks) {
      if (rule.format.empty() && rule.that.find(how) != std::string::npos) {
        readSize(rule.that, zone_roles.deck, zone_roles.deck_size);
      }
    }
  }
  for (const DeckKind& rule : summary.decks) {
    std::size_t ignored = 0;
    if (rule.format.empty() && !readSize(rule.that, zone_roles.deck, ignored)) unread.push_back(rule.clause);
  }
  if (!unread.empty()) {
    zone_roles.left_out.push_back({"docket deck may report these decks", unreadWords(std::move(unread))});
  }
  std::map<std::string, std::size_t> of_title;
  for (const std::size_t card : zone_roles.cards) {
    auto& most = of_title[summary.cards[card].title];
    most = std::max(most, mostInDeck(summary, card, zone_roles.deck, kMaxCopies));
  }
  std::size_t available = 0;
  for (const auto& [title, most] : of_title) available += most;
  if (available >= zone_roles.deck_size) return;
  zone_roles.left_out.push_back({fmt::format("decks have {} cards, not {}", available, zone_roles.deck_size),
                                 "the catalogue has no more cards that can be played within the limits on copies"});
}

/// A win that asks for values, counters and numbers that were chosen alone; nothing that cards do changes these.
bool asksOfValuesAlone(const std::string& condition) {
  if (condition.empty()) return false;
  for (const char* word : {"count(", "any(", "all(", "every", "cards(", "sum(", " in ", "period", "phase", "turn",
                           "during", "zone", "stat", "#"}) {
    if (condition.find(word) != std::string::npos) return false;
  }
  return true;
}

}  // namespace

std::string unreadWords(std::vector<std::string> clauses) {
  std::sort(clauses.begin(), clauses.end());
  clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
  const bool nameless = std::erase(clauses, "") != 0;
  std::string words = clauses.empty() ? "" : fmt::format("[{}]", fmt::join(clauses, "], ["));
  if (nameless) words += clauses.empty() ? "a rule without a clause" : " and a rule without a clause";
  return fmt::format("what {} asks for is not met, or cannot be checked here", words);
}

bool isOfEmptyDeck(const WinKind& win, const ZoneRoles& zone_roles) {
  const auto emptied = fmt::format("count(in {} of ", zone_roles.deck);
  return zone_roles.deck != zone_roles.hand && win.if_that.starts_with(emptied) && win.if_that.ends_with(") = 0");
}

Objections winsAfter(const RulesSummary& summary, const ActContext& context, const ZoneRoles& zone_roles) {
  Objections found;
  for (const WinKind& win : summary.wins) {
    const bool named =
        win.named.empty() || std::find(context.names.begin(), context.names.end(), win.named) != context.names.end();
    if (win.by_terms || !named || (!win.on.empty() && win.on != context.act)) continue;
    if (win.on.empty() && context.act != "valueChanged" && context.act != "numberChosen" &&
        asksOfValuesAlone(win.if_that)) {
      continue;
    }
    // A player who concedes loses; scripts have this too.
    if (win.on == "conceded" && win.if_that.empty() && win.winner == "opponent(who)") continue;
    if (isOfEmptyDeck(win, zone_roles)) continue;  // its last card stays there
    if (holds(win.if_that, context) == std::optional(false)) continue;
    found.unread.push_back(win.clause);
  }
  return found;
}

ZoneRoles zoneRolesOf(const RulesSummary& summary) {
  ZoneRoles zone_roles;
  chooseZones(summary, zone_roles);
  zone_roles.used_names.zones = {zone_roles.deck, zone_roles.hand, zone_roles.play, zone_roles.gone};
  for (const auto& period : summary.periods) zone_roles.used_names.periods.push_back(period.name);
  chooseTimes(summary, zone_roles);
  if (zone_roles.timeless) zone_roles.used_names.periods.clear();
  chooseCards(summary, zone_roles);
  chooseDeck(summary, zone_roles);
  return zone_roles;
}

}  // namespace docket::generate
