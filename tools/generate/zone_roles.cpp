#include "tools/generate/zone_roles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "tools/generate/copies.h"

namespace docket::generate {
namespace {

constexpr std::size_t kMostCopies = 3;  // as a script's deck says where it says nothing

/// Whether a line of a script can say a name, in quotes and in a list.
bool canBeSaid(const std::string& name) { return name.find_first_of("\"[],$") == std::string::npos; }

template <class Is>
std::string firstZone(const Sheet& sheet, Is&& is) {
  const auto found = std::find_if(sheet.zones.begin(), sheet.zones.end(), [&](const ZoneKind& zone) {
    return !zone.shared && canBeSaid(zone.name) && is(zone);
  });
  return found == sheet.zones.end() ? "" : found->name;
}

void chooseZones(const Sheet& sheet, Grounds& grounds) {
  const auto is_deck = [](const ZoneKind& zone) { return zone.pile && !zone.in_play; };
  grounds.deck = firstZone(sheet, [&](const ZoneKind& zone) { return is_deck(zone) && zone.hidden; });
  if (grounds.deck.empty()) grounds.deck = firstZone(sheet, is_deck);
  grounds.hand = firstZone(sheet, [](const ZoneKind& zone) { return !zone.pile && !zone.in_play && zone.hidden; });
  const auto is_other = [&](const ZoneKind& zone) { return !zone.in_play && zone.name != grounds.deck; };
  if (grounds.hand.empty()) grounds.hand = firstZone(sheet, is_other);
  grounds.play = firstZone(sheet, [](const ZoneKind& zone) { return zone.in_play; });
  grounds.gone = firstZone(sheet, [&](const ZoneKind& zone) { return is_deck(zone) && !zone.hidden; });
  if (grounds.gone.empty()) grounds.gone = grounds.hand;
  const auto miss = [&](std::string what, std::string why) {
    grounds.left_out.push_back({std::move(what), std::move(why)});
  };
  if (grounds.deck.empty()) {
    grounds.deck = grounds.hand;
    miss("no card is drawn", "the ruleset has no pile that each player has");
  }
  if (grounds.play.empty()) miss("no card comes into play", "the ruleset has no zone in play that each player has");
}

/// Whether a period can begin; what speaks against it is told.
bool canBegin(const Sheet& sheet, const std::string& period, const std::string& name, Grounds& grounds) {
  const Scene scene{
      .act = "began", .names = {name.empty() ? period : name, period}, .own_turn = true, .around = &grounds.around};
  Objections found = objections(sheet, scene);
  const Objections wins = winsAfter(sheet, scene, grounds);
  found.unread.insert(found.unread.end(), wins.unread.begin(), wins.unread.end());
  if (found.none()) return true;
  const std::string& what = name.empty() ? period : name;
  found.unread.insert(found.unread.end(), found.broken.begin(), found.broken.end());
  grounds.left_out.push_back({fmt::format("no {} begins", what), unreadWords(found.unread)});
  return false;
}

void chooseTimes(const Sheet& sheet, Grounds& grounds) {
  const auto find = [&](auto&& is) {
    return static_cast<std::size_t>(std::find_if(sheet.periods.begin(), sheet.periods.end(), is) -
                                    sheet.periods.begin());
  };
  grounds.phases = {""};
  const auto outer = find([](const PeriodKind& period) { return period.within == kNowhere && !period.chain; });
  grounds.timeless = outer == sheet.periods.size() || !canBegin(sheet, sheet.periods[outer].name, "", grounds);
  if (grounds.timeless) return;
  grounds.turn = sheet.periods[outer].name;
  std::size_t holder = outer;
  const auto inner = find([&](const PeriodKind& period) { return period.within == outer && !period.names.empty(); });
  if (inner != sheet.periods.size()) {
    const auto& kind = sheet.periods[inner];
    std::vector<std::string> names;
    for (const auto& name : kind.names) {
      if (canBegin(sheet, kind.name, name, grounds)) names.push_back(name);
    }
    grounds.timeless = names.empty();
    if (grounds.timeless) return;
    grounds.phases = names;
    grounds.named_phase = kind.name == "phase";
    holder = inner;
  }
  // What is within these: a turn of a tide, a trick of a round.
  for (std::size_t i = 0; i < sheet.periods.size(); ++i) {
    const auto& period = sheet.periods[i];
    if (period.within != holder || !period.names.empty() || period.chain) continue;
    if (!canBegin(sheet, period.name, "", grounds)) return;
    grounds.smaller.push_back(period.name);
    holder = i;  // periods are declared from the outside in
  }
}

void chooseCards(const Sheet& sheet, Grounds& grounds) {
  const AskedWords asked(sheet);
  std::size_t by_traits = 0, unused = 0;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < sheet.cards.size(); ++i) {
    const CardKind& card = sheet.cards[i];
    const bool by_trait = (card.triggered && sheet.traits_must) || card.speaks;
    by_traits += by_trait ? 1 : 0;
    if (by_trait) continue;
    grounds.cards.push_back(i);
    alike[{asked.among(card.types), asked.among(card.keywords)}].push_back(i);
    const auto used = [](const AbilityKind& ability) { return ability.plain; };
    unused += !card.abilities.empty() && std::none_of(card.abilities.begin(), card.abilities.end(), used) ? 1 : 0;
  }
  for (auto& [marks, cards] : alike) grounds.classes.push_back(std::move(cards));
  const auto some = [&](std::size_t count, std::string what, std::string why) {
    if (count == 0) return;
    grounds.left_out.push_back({fmt::format("{} of {} cards {}", count, sheet.cards.size(), what), std::move(why)});
  };
  some(by_traits, "stay out of the decks",
       "what their texts do, or how they win, is written as an expression or is uncertain");
  some(unused, "have no ability that is used", "they have costs, targets or effects, which are written as expressions");
}

/// `count(in deck of me) >= 40`: by how many a deck is held to that.
bool readSize(const std::string& that, const std::string& deck, std::size_t& size) {
  const auto head = fmt::format("count(in {} of me) ", deck);
  if (!that.starts_with(head)) return false;
  const auto rest = that.substr(head.size());
  const auto blank = rest.find(' ');
  std::size_t number = 0;
  if (blank == std::string::npos ||
      std::from_chars(rest.data() + blank + 1, rest.data() + rest.size(), number).ptr != rest.data() + rest.size()) {
    return false;
  }
  const auto how = rest.substr(0, blank);
  if (how == ">=") size = std::max(size, number);
  if (how == "<=") size = std::min(size, number);
  if (how == "=") size = number;
  return how == ">=" || how == "<=" || how == "=";
}

void chooseDeck(const Sheet& sheet, Grounds& grounds) {
  std::vector<std::string> unread;
  for (const char* how : {">=", "<=", "= "}) {
    for (const DeckKind& rule : sheet.decks) {
      if (rule.format.empty() && rule.that.find(how) != std::string::npos) {
        readSize(rule.that, grounds.deck, grounds.deck_size);
      }
    }
  }
  for (const DeckKind& rule : sheet.decks) {
    std::size_t ignored = 0;
    if (rule.format.empty() && !readSize(rule.that, grounds.deck, ignored)) unread.push_back(rule.clause);
  }
  if (!unread.empty()) {
    grounds.left_out.push_back({"docket deck may report these decks", unreadWords(std::move(unread))});
  }
  std::map<std::string, std::size_t> of_title;
  for (const std::size_t card : grounds.cards) {
    auto& most = of_title[sheet.cards[card].title];
    most = std::max(most, mostInDeck(sheet, card, grounds.deck, kMostCopies));
  }
  std::size_t there = 0;
  for (const auto& [title, most] : of_title) there += most;
  if (there >= grounds.deck_size) return;
  grounds.left_out.push_back({fmt::format("decks have {} cards, not {}", there, grounds.deck_size),
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

bool isOfEmptyDeck(const WinKind& win, const Grounds& grounds) {
  const auto emptied = fmt::format("count(in {} of ", grounds.deck);
  return grounds.deck != grounds.hand && win.if_that.starts_with(emptied) && win.if_that.ends_with(") = 0");
}

Objections winsAfter(const Sheet& sheet, const Scene& scene, const Grounds& grounds) {
  Objections found;
  for (const WinKind& win : sheet.wins) {
    const bool named =
        win.named.empty() || std::find(scene.names.begin(), scene.names.end(), win.named) != scene.names.end();
    if (win.by_terms || !named || (!win.on.empty() && win.on != scene.act)) continue;
    if (win.on.empty() && scene.act != "valueChanged" && scene.act != "numberChosen" &&
        asksOfValuesAlone(win.if_that)) {
      continue;
    }
    // Who concedes loses, as a script has it too.
    if (win.on == "conceded" && win.if_that.empty() && win.winner == "opponent(who)") continue;
    if (isOfEmptyDeck(win, grounds)) continue;  // its last card stays there
    if (holds(win.if_that, scene) == std::optional(false)) continue;
    found.unread.push_back(win.clause);
  }
  return found;
}

Grounds groundsOf(const Sheet& sheet) {
  Grounds grounds;
  chooseZones(sheet, grounds);
  grounds.around.zones = {grounds.deck, grounds.hand, grounds.play, grounds.gone};
  for (const auto& period : sheet.periods) grounds.around.periods.push_back(period.name);
  chooseTimes(sheet, grounds);
  if (grounds.timeless) grounds.around.periods.clear();
  chooseCards(sheet, grounds);
  chooseDeck(sheet, grounds);
  return grounds;
}

}  // namespace docket::generate
