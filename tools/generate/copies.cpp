#include "tools/generate/copies.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/contains.hpp>

#include "tools/generate/limit_tokens.h"

namespace docket::generate {
namespace {

/// The card's entry for a limit in CardKind::limits; null if it has none.
const LimitOfCard* saidOf(const CardKind& kind, std::size_t limit) {
  const auto found =
      std::find_if(kind.limits.begin(), kind.limits.end(), [&](const auto& one) { return one.limit == limit; });
  return found == kind.limits.end() ? nullptr : &*found;
}

bool holdsFor(const RulesSummary& summary, std::size_t place, const CardKind& kind, std::string_view zone) {
  const LimitKind& limit = summary.limits[place];
  if (limit.lifted) return false;
  return limit.every_card ? isAbout(summary, place, kind, zone) : saidOf(kind, place) != nullptr;
}

const std::string& titleFor(const CardKind& kind, std::size_t limit) {
  const LimitOfCard* entry = saidOf(kind, limit);
  return entry == nullptr || entry->title.empty() ? kind.title : entry->title;
}

/// A card that is about to be one more.
struct ArrivingCard {
  std::size_t kind = kNowhere;
  std::size_t card = kNowhere;  ///< in Table::cards(), where it is there already
  std::uint8_t player = 0;
  std::string host, zone;
};

class CopyLimitCheck {
 public:
  CopyLimitCheck(const RulesSummary& summary, const Table& table, const Line& line)
      : summary_(summary), table_(table), line_(line) {}

  std::vector<Excess> run() {
    if (line_.payload == "deckRegistered") {
      deck();
    } else if (line_.payload == "cardAttached") {
      const auto card = table_.find(line_.number("card"));
      if (card != kNowhere) ask(coming(card, table_.cards()[card].controller), LimitCounted::COPIES_ATTACHED);
    } else if (line_.payload == "cardCreated") {
      if (isInPlay(line_.value("zone"))) {
        ask({.kind = summary_.card(line_.definition),
             .player = seat("player"),
             .zone = std::string(line_.value("zone"))},
            LimitCounted::COPIES_IN_PLAY);
      }
    } else {
      intoPlay();
    }
    return std::move(excesses_);
  }

 private:
  [[nodiscard]] std::uint8_t seat(std::string_view field) const {
    return static_cast<std::uint8_t>(line_.number(field));
  }
  [[nodiscard]] bool isInPlay(std::string_view zone) const {
    const auto place = summary_.zone(zone);
    return place != kNowhere && summary_.zones[place].in_play;
  }
  [[nodiscard]] ArrivingCard coming(std::size_t card, std::uint8_t player) const {
    const TableCard& table_card = table_.cards()[card];
    const std::string host = line_.payload == "cardAttached" ? std::string(line_.value("host")) : table_card.host;
    return {.kind = table_card.kind,
            .card = card,
            .player = player != 0 ? player : table_card.controller,
            .host = host,
            .zone = table_card.zone == kNowhere ? "" : summary_.zones[table_card.zone].name};
  }

  void intoPlay() {
    const auto card = table_.find(line_.number("card"));
    if (card == kNowhere) return;
    const bool is_in_play = table_.inPlay(table_.cards()[card]);
    const bool comes = line_.payload == "cardPlayed" || line_.payload == "cardMoved";
    if (comes ? is_in_play || !isInPlay(line_.value("zone")) : !is_in_play || line_.payload != "controlChanged") return;
    const auto to = line_.value("toPlayer").empty() ? seat("player") : seat("toPlayer");
    ask(coming(card, to), LimitCounted::COPIES_IN_PLAY);
  }

  void ask(const ArrivingCard& one, LimitCounted counted) {
    for (std::size_t i = 0; i < summary_.limits.size(); ++i) {
      const LimitKind& limit = summary_.limits[i];
      const CardKind& kind = summary_.cards[one.kind];
      if (limit.counted != counted || !holdsFor(summary_, i, kind, one.zone)) continue;
      const auto clause = limit.clauseAt(line_.payload);
      if (!clause || count(i, one) < maximum(i, kind, one)) continue;
      excesses_.push_back({.limit = i, .clause = *clause, .certain = limit.certain()});
    }
  }

  [[nodiscard]] std::int64_t maximum(std::size_t place, const CardKind& kind, const ArrivingCard& one) const {
    const LimitKind& limit = summary_.limits[place];
    if (!limit.max_readable) return 0;
    const LimitOfCard* entry = saidOf(kind, place);
    if (limit.raised_for.empty()) return entry != nullptr ? entry->max : limit.max;
    for (const TableCard& card : table_.cards()) {
      if (one.host != fmt::format("#{}", card.number)) continue;
      return ranges::contains(summary_.cards[card.kind].keywords, limit.raised_for) ? limit.raised_max : limit.max;
    }
    return limit.max;
  }

  [[nodiscard]] std::int64_t count(std::size_t place, const ArrivingCard& one) const {
    std::int64_t found = 0;
    for (std::size_t i = 0; i < table_.cards().size(); ++i) {
      if (i != one.card && isAnother(place, one, table_.cards()[i])) ++found;
    }
    return found;
  }

  [[nodiscard]] bool isAnother(std::size_t place, const ArrivingCard& one, const TableCard& card) const {
    const LimitKind& limit = summary_.limits[place];
    if (card.zone == kNowhere ||
        !holdsFor(summary_, place, summary_.cards[card.kind], summary_.zones[card.zone].name)) {
      return false;
    }
    if (limit.counted == LimitCounted::COPIES_IN_PLAY && !table_.inPlay(card)) return false;
    if (limit.counted == LimitCounted::COPIES_ATTACHED && (card.host.empty() || card.host != one.host)) return false;
    if (limit.keyed(LimitKey::PLAYER) && card.controller != one.player) return false;
    if (limit.keyed(LimitKey::HOST) && card.host != one.host) return false;
    return isSame(place, summary_.cards[one.kind], summary_.cards[card.kind]);
  }

  [[nodiscard]] bool isSame(std::size_t place, const CardKind& one, const CardKind& other) const {
    const LimitKind& limit = summary_.limits[place];
    const bool by_title = limit.keyed(LimitKey::TITLE) || limit.keyed(LimitKey::CURRENT_TITLE);
    if (by_title && titleFor(one, place) != titleFor(other, place)) return false;
    return !limit.keyed(LimitKey::VERSION) || one.version == other.version;
  }

  /// A deck is asked about once for each kind of card in it.
  void deck() {
    std::map<std::string, std::int64_t> keys;
    std::vector<std::string> order;
    for (const auto& key : line_.keys) {
      if (++keys[key] == 1) order.push_back(key);
    }
    const std::string zone(line_.value("zone"));
    for (const auto& key : order) {
      const CardKind& kind = summary_.cards[summary_.card(key)];
      for (std::size_t i = 0; i < summary_.limits.size(); ++i) {
        const LimitKind& limit = summary_.limits[i];
        if (limit.counted != LimitCounted::COPIES_IN_DECK || !holdsFor(summary_, i, kind, zone)) continue;
        const auto clause = limit.clauseAt(line_.payload);
        if (clause && inDeck(i, kind, keys, zone) > maximum(i, kind, {})) {
          excesses_.push_back({.limit = i, .clause = *clause, .certain = limit.certain()});
        }
      }
    }
  }

  [[nodiscard]] std::int64_t inDeck(std::size_t place, const CardKind& kind,
                                    const std::map<std::string, std::int64_t>& keys, const std::string& zone) const {
    std::int64_t found = 0;
    for (const auto& [key, copies] : keys) {
      const CardKind& other = summary_.cards[summary_.card(key)];
      if (holdsFor(summary_, place, other, zone) && isSame(place, kind, other)) found += copies;
    }
    return found;
  }

  const RulesSummary& summary_;
  const Table& table_;
  const Line& line_;
  std::vector<Excess> excesses_;
};

}  // namespace

bool isAbout(const RulesSummary& summary, std::size_t place, const CardKind& kind, std::string_view zone) {
  const LimitKind& limit = summary.limits[place];
  if (!limit.every_card || limit.lifted) return false;
  if (!limit.readable) return true;
  return (limit.of_keyword.empty() || ranges::contains(kind.keywords, limit.of_keyword)) &&
         (limit.of_type.empty() || ranges::contains(kind.types, limit.of_type)) &&
         (limit.of_zone.empty() || limit.of_zone == zone);
}

std::vector<Excess> copiesBeyond(const RulesSummary& summary, const Table& table, const Line& line) {
  return CopyLimitCheck(summary, table, line).run();
}

std::size_t mostInDeck(const RulesSummary& summary, std::size_t kind, std::string_view zone, std::size_t most) {
  for (std::size_t i = 0; i < summary.limits.size(); ++i) {
    const LimitKind& limit = summary.limits[i];
    if (limit.counted != LimitCounted::COPIES_IN_DECK || !holdsFor(summary, i, summary.cards[kind], zone)) continue;
    const LimitOfCard* entry = saidOf(summary.cards[kind], i);
    most = std::min(most, static_cast<std::size_t>(entry != nullptr ? entry->max : limit.max));
  }
  return most;
}

}  // namespace docket::generate
