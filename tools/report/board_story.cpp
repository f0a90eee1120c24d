#include "tools/report/board_story.h"

#include <fmt/format.h>

#include <cstddef>
#include <range/v3/algorithm/mismatch.hpp>
#include <range/v3/range/primitives.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/slice.hpp>
#include <range/v3/view/take_while.hpp>
#include <range/v3/view/zip.hpp>
#include <utility>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/undefined.h"
#include "events/rewind_tree.h"
#include "tools/explain/board_words.h"
#include "tools/explain/explain_limits.h"
#include "tools/explain/explain_stat.h"
#include "tools/explain/explain_value.h"
#include "tools/render/rules_of_play_words.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// Values that the page reads as numbers.
unsigned plain(Grade grade) { return static_cast<unsigned>(grade); }
unsigned plain(expression::Value::Presence presence) { return static_cast<unsigned>(presence); }

bool isStale(const AmountReading& reading) {
  return reading.from == AmountReading::From::observed && reading.stale_since != 0;
}

unsigned plain(AmountReading::From from) {
  switch (from) {
    case AmountReading::From::computed:
      return 0;
    case AmountReading::From::printed:
      return 1;
    default:
      return 2;
  }
}

void addNumber(JsonWriter& json, const std::optional<std::int64_t>& number) {
  if (number) {
    json.item(*number);
  } else {
    json.itemJson("null");
  }
}

void addAmount(JsonWriter& json, const AmountReading& reading) {
  addNumber(json, reading.value.isKnown() ? std::optional(reading.amount()) : std::nullopt);
}

/// "Personality - Samurai, Unique": what a card is.
std::string cardKindWords(const Words& words, CardIndex card) {
  if (!words.knows(card)) return {};
  std::string text;
  const auto add = [&](Characteristic which, std::string_view lead) {
    const auto reading = readCharacteristics(words.state(), words.rules(), card, which);
    for (const std::string_view name : namesThatHold(reading)) {
      text += fmt::format("{}{}", text.empty() ? "" : lead, clipped(name, 40));
      lead = ", ";
    }
  };
  add(Characteristic::type, " ");
  add(Characteristic::subtype, " – ");
  add(Characteristic::keyword, " – ");
  return clipped(text, 200);
}

/// The text box of a card, without its marks; empty if it is not known.
std::string printedWords(const Words& words, CardIndex card) {
  constexpr std::size_t kMaxBytes = 4000;
  const Definition* known = words.definition(card);
  if (known == nullptr) return {};
  std::string text;
  for (const char character : std::string_view(known->text).substr(0, kMaxBytes)) {
    if (character != '*' && character != '_') text += character;
  }
  return printable(text, LineBreaks::kept);
}

}  // namespace

BoardStory::BoardStory(const OpenGame& game, const TurnLabels& turn_labels, Texts& texts,
                       ExplanationTable& explanations)
    : game_(game),
      turn_labels_(turn_labels),
      texts_(texts),
      explanations_(explanations),
      rules_(game.rules()),
      histories_(game, explanations) {}

void BoardStory::begin(const State& state) { take(state, true); }

void BoardStory::add(const State& state, EventNumber number, schema::Event::Reader event, const Step& step) {
  const Words words(state, rules_, game_.header(), turn_labels_);
  histories_.add(words, number, event);
  touched_.assign(state.cards.size(), false);
  for (const CardIndex card : step.cards) {
    if (card < touched_.size()) touched_[card] = true;
  }
  // After these the table was folded again, and no step says what differs.
  take(state, goesBack(event));
}

void BoardStory::take(const State& state, bool folded_again) {
  const Words words(state, rules_, game_.header(), turn_labels_);
  ++round_;
  change_ = JsonWriter();
  change_.object();
  touched_.resize(state.cards.size(), false);
  card_items_.resize(state.cards.size());
  shown_.resize(state.cards.size(), false);
  noteNames(words);
  noteDue(state, folded_again);
  const Board board = makeBoard(words, game_.last(), &cached_);
  shown_.assign(state.cards.size(), false);
  for (const BoardSide& side : board.sides) putSide(words, side);
  for (const BoardOther& other : board.others) putOther(words, other);
  putChain(words);
  putLimits(words, board.limits);
  putGame(words, board);
  sweep();
  steps_.push_back(change_.end().text());
}

void BoardStory::put(const std::string& key, Item& item, const std::string& value) {
  item.seen = round_;
  if (item.value == value) return;
  item.value = value;
  change_.memberJson(key, value);
}

void BoardStory::sweep() {
  const auto sweep_map = [&](auto& items) {
    std::erase_if(items, [&](const auto& item) {
      if (item.second.seen == round_) return false;
      change_.memberNull(item.first);
      return true;
    });
  };
  sweep_map(zones_);
  sweep_map(items_);
  for (CardIndex card = 0; card < card_items_.size(); ++card) {
    const auto sweep_card = [&](char kind, Item& item) {
      if (item.seen == round_ || item.value.empty()) return;
      change_.memberNull(fmt::format("{}{}", kind, card));
      item.value.clear();
    };
    sweep_card('c', card_items_[card].shown);
    sweep_card('e', card_items_[card].why);
  }
}

bool BoardStory::keep(const std::string& key) {
  const auto item = items_.find(key);
  if (item == items_.end()) return false;
  item->second.seen = round_;
  return true;
}

// -- cards

void BoardStory::noteNames(const Words& words) {
  const State& state = words.state();
  any_renamed_ = false;
  renamed_.assign(state.cards.size(), false);
  called_.resize(state.cards.size());
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    Called now{.number = state.cards[card].number};
    if (words.knows(card)) now.title = texts_.clippedNumber(readTitle(state, rules_.ruleset, card).title);
    if (now == called_[card]) continue;
    renamed_[card] = called_[card].number != 0;
    any_renamed_ = any_renamed_ || renamed_[card];
    called_[card] = now;
  }
}

bool BoardStory::speaksOfRenamed(const State& state, CardIndex card) const {
  const Entity host = state.cards[card].host;
  if (state.isCard(host) && renamed_[host]) return true;
  for (const EntryIndex index : state.entriesAbout(card)) {
    const CardIndex source = state.entry(index).source;
    if (state.isCard(source) && renamed_[source]) return true;
  }
  return false;
}

/// Which cards may be shown differently than on the last board: those that the event touched, and what the words for
/// them rest on.
void BoardStory::noteDue(const State& state, bool folded_again) {
  const std::size_t cards = state.cards.size();
  cached_.cards.resize(cards);
  cached_.due.assign(cards, false);
  hosts_.resize(cards, kNone);
  // A reading that unread words make uncertain names the first card in play with such words.
  FirstUnread unread{};
  for (std::size_t i = 0; i < unread.size(); ++i)
    unread[i] = unreadInPlay(state, rules_, static_cast<schema::Matter>(i));
  all_due_ = folded_again || unread != unread_;
  unread_ = unread;
  for (CardIndex card = 0; card < cards; ++card) {
    const bool renamed = any_renamed_ && (renamed_[card] || speaksOfRenamed(state, card));
    if (all_due_ || touched_[card] || !shown_[card] || renamed) cached_.due[card] = true;
    const Entity host = state.cards[card].host;
    if (host == hosts_[card] && !touched_[card]) continue;
    for (const Entity one : {host, hosts_[card]}) {
      if (state.isCard(one)) cached_.due[one] = true;
    }
    hosts_[card] = host;
  }
  // An observation goes stale with the first later change.
  for (const Observation& seen : state.observations) {
    const bool was_fresh = seen.event >= latest_change_;
    if (was_fresh && state.isCard(seen.subject)) cached_.due[seen.subject] = true;
  }
  latest_change_ = state.latest_change;
  due_ = cached_.due;
}

void BoardStory::addStat(JsonWriter& json, const BoardStat& stat) {
  const AmountReading& reading = stat.reading;
  json.list().item(static_cast<unsigned>(stat.stat));
  addAmount(json, reading);
  addNumber(json, stat.printed);
  json.item(plain(reading.from)).item(plain(reading.value.grade)).item(isStale(reading) ? 1 : 0);
  const bool seen = reading.seen && !reading.seen->absent;
  addNumber(json, seen ? std::optional(reading.seen->amount) : std::nullopt);
  json.item(plain(reading.value.presence)).end();
}

void BoardStory::addCounters(JsonWriter& json, const std::vector<Counter>& counters, const Words& words) {
  json.list();
  for (const Counter& counter : counters) json.item(texts_.number(counterWords(words, counter)));
  json.end();
}

void BoardStory::putCard(const Words& words, const BoardCard& shown) {
  const State& state = words.state();
  const Card& card = state.cards[shown.card];
  CardItems& items = card_items_[shown.card];
  for (const BoardCard& attached : shown.attached) putCard(words, attached);
  shown_[shown.card] = true;
  if (!due_[shown.card]) {
    items.shown.seen = items.why.seen = round_;
    return;
  }
  JsonWriter json;
  json.list().item(card.number).item(called_[shown.card].title);
  json.item(static_cast<unsigned>(card.owner)).item(static_cast<unsigned>(card.controller));
  json.item(static_cast<unsigned>(card.zone)).item(static_cast<unsigned>(card.zone_player)).item(card.slot);
  json.item(card.face == Facing::up ? 0 : 1).item(static_cast<unsigned>(card.orientation));
  json.item(texts_.number(attachmentWords(words, shown.card))).list();
  for (const BoardStat& stat : shown.stats) addStat(json, stat);
  json.end();
  addCounters(json, shown.counters, words);
  json.list();
  for (const BoardStatement& statement : shown.statements)
    json.list().item(texts_.number(statementWords(statement))).item(statement.event).end();
  for (const EntryIndex index : shown.changes) {
    const Entry& entry = state.entry(index);
    json.list().item(texts_.number(changeWords(words, entry))).item(entry.event).end();
  }
  json.end().list();
  for (const BoardCard& attached : shown.attached) json.item(attached.card);
  json.end().item(texts_.number(printedWords(words, shown.card)));
  put(fmt::format("c{}", shown.card), items.shown, json.end().text());
  if (rules_.ruleset.zones[card.zone].in_play) putWhy(words, shown);
}

void BoardStory::putWhy(const Words& words, const BoardCard& shown) {
  JsonWriter json;
  json.list().list();
  for (const BoardStat& stat : shown.stats) {
    json.item(explanations_.number(explainStat(words, shown.card, stat.stat).root));
  }
  json.end().item(explanations_.number(explainController(words, shown.card).root));
  json.item(texts_.number(cardKindWords(words, shown.card)));
  put(fmt::format("e{}", shown.card), card_items_[shown.card].why, json.end().text());
}

// -- players, and everything else that is not a card

void BoardStory::addValues(JsonWriter& json, Entity subject, const std::vector<BoardValue>& values,
                           const Words& words) {
  json.list();
  for (const BoardValue& value : values) {
    json.list().item(texts_.number(words.valueName(value.key)));
    addAmount(json, value.reading);
    json.item(plain(value.reading.value.grade)).item(histories_.number(words, subject, value.key)).end();
  }
  json.end();
}

/// An event lists only the cards that came to a zone or left it, because a zone can have thousands.
void BoardStory::putZone(const std::string& key, ShownZone&& zone) {
  zone.seen = round_;
  const auto [found, is_new] = zones_.try_emplace(key);
  ShownZone& was = found->second;
  const auto same_begin = ranges::mismatch(was.cards, zone.cards).in1 - was.cards.begin();
  const auto of_rest = [&](const auto& cards) {
    return cards | ranges::views::drop(same_begin) | ranges::views::reverse;
  };
  const auto same_end =
      ranges::distance(ranges::views::zip(of_rest(was.cards), of_rest(zone.cards)) |
                       ranges::views::take_while([](const auto& pair) { return pair.first == pair.second; }));
  const auto gone = static_cast<std::ptrdiff_t>(was.cards.size()) - same_begin - same_end;
  const auto come = static_cast<std::ptrdiff_t>(zone.cards.size()) - same_begin - same_end;
  const bool is_same = was.count == zone.count && was.counted_only == zone.counted_only && gone == 0 && come == 0;
  if (is_new || !is_same) {
    JsonWriter json;
    json.list().item(zone.count).item(zone.counted_only ? 1 : 0);
    if (!is_new) json.item(same_begin).item(gone);
    json.list();
    for (const auto card : zone.cards | ranges::views::slice(same_begin, same_begin + come)) json.item(card);
    change_.memberJson(is_new ? key : "+" + key, json.end().end().text());
  }
  was = std::move(zone);
}

void BoardStory::putSide(const Words& words, const BoardSide& side) {
  for (const BoardZone& zone : side.zones) {
    ShownZone shown{.counted_only = zone.counted_only, .count = zone.count, .cards = {}};
    for (const BoardCard& card : zone.cards) {
      const auto index = static_cast<std::int64_t>(card.card);
      shown.cards.push_back(card.elsewhere ? -1 - index : index);
      if (!card.elsewhere) putCard(words, card);
    }
    putZone(fmt::format("z{}.{}", zone.zone, side.seat), std::move(shown));
  }
  if (side.seat == 0) return;
  JsonWriter json;
  json.list();
  addValues(json, entityOf(EntityKind::player, side.seat), side.values, words);
  addCounters(json, side.counters, words);
  put(fmt::format("s{}", side.seat), json.end().text());
}

void BoardStory::putOther(const Words& words, const BoardOther& other) {
  JsonWriter json;
  json.list().item(texts_.number(words.subject(other.subject)));
  addValues(json, other.subject, other.values, words);
  json.list();
  for (const BoardStat& stat : other.stats) addStat(json, stat);
  json.end();
  addCounters(json, other.counters, words);
  json.list();
  for (const BoardStat& stat : other.stats) {
    json.item(explanations_.number(explainStat(words, other.subject, stat.stat).root));
  }
  put(fmt::format("o{}", other.subject), json.end().end().text());
}

// -- the game

void BoardStory::putGame(const Words& words, const Board& board) {
  JsonWriter json;
  json.list().item(texts_.number(turn_labels_.words(board.at))).item(turn_labels_.turn(board.at));
  json.item(plain(board.grade.overall)).list();
  for (const std::string& why : gradeWords(board.grade, 0)) json.item(texts_.number(why));
  json.end().list();
  for (const std::string& differs : board.grade.diverged) json.item(texts_.number(differs));
  json.end().item(texts_.number(outcomeWords(words)));
  put("g", json.end().text());
}

void BoardStory::putChain(const Words& words) {
  JsonWriter json;
  json.list();
  for (const Link& link : words.state().chain) {
    json.list().item(static_cast<unsigned>(link.position)).item(texts_.number(linkWords(words, link))).end();
  }
  put("k", json.end().text());
}

void BoardStory::putLimits(const Words& words, const CountsOfLimits& limits) {
  std::string made_of;
  for (const CountOfLimit& count : limits.counts) {
    const UsedCount& reading = count.reading;
    made_of += fmt::format("{} {} {}:{}:{}", count.limit.index, count.question.card, count.limit.max,
                           fmt::join(reading.used_by, ","), fmt::join(reading.perhaps_by, ","));
    for (const GivenBackUse& back : reading.given_back) made_of += fmt::format(";{} {}", back.use, back.by);
    made_of += '\n';
  }
  if (!all_due_ && !any_renamed_ && made_of == limits_ && keep("l")) return;
  limits_ = std::move(made_of);
  JsonWriter json;
  json.list();
  for (const CountOfLimit& count : limits.counts) {
    json.list().item(texts_.number(countedSubject(count, words))).item(count.reading.used);
    json.item(count.reading.perhaps).item(count.limit.max);
    json.item(explanations_.number(explainCount(words, count.limit, count.question))).end();
  }
  put("l", json.end().text());
}

void BoardStory::write(JsonWriter& json) const {
  json.list("steps");
  for (const std::string& step : steps_) json.itemJson(step);
  json.end();
  histories_.write(json);
}

}  // namespace docket::report
