#include "tools/generate/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"

namespace docket::generate {

Table::Table(const RulesSummary& summary) : summary_(&summary), periods_(summary.periods.size()) {}

std::size_t Table::find(std::uint32_t number) const {
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    if (cards_[i].number == number) return i;
  }
  return kNowhere;
}

bool Table::isTaken(const Line& line) const {
  const std::string_view slot = line.value("slot");
  const std::size_t zone = line.value("zone").empty() ? kNowhere : summary_->zone(line.value("zone"));
  if (zone == kNowhere || !summary_->zones[zone].slots || slot.empty() || slot.starts_with('-')) return false;
  const std::uint32_t player = line.value("toPlayer").empty() ? line.number("player") : line.number("toPlayer");
  return std::any_of(cards_.begin(), cards_.end(), [&](const TableCard& card) {
    return card.zone == zone && card.player == player && card.slot == slot && card.number != line.number("card");
  });
}

bool Table::inPlay(const TableCard& card) const { return card.zone != kNowhere && summary_->zones[card.zone].in_play; }

std::vector<std::size_t> Table::pile(std::size_t zone, std::uint8_t player) const {
  std::vector<std::size_t> found;
  for (const std::size_t card : order_) {
    if (cards_[card].zone == zone && cards_[card].player == player) found.push_back(card);
  }
  return found;
}

std::size_t Table::attachedTo(std::string_view host, std::size_t kind) const {
  return static_cast<std::size_t>(std::count_if(cards_.begin(), cards_.end(), [&](const TableCard& card) {
    return card.host == host && (kind == kNowhere || card.kind == kind);
  }));
}

std::vector<ShownCard> Table::showOpen() {
  std::vector<ShownCard> shown;
  for (TableCard& card : cards_) {
    if (card.shown || card.zone == kNowhere || card.kind == kNowhere) continue;
    const ZoneKind& zone = summary_->zones[card.zone];
    if (!zone.open && (zone.hidden || !card.face_up)) continue;
    card.shown = true;
    shown.push_back({.number = card.number, .key = summary_->cards[card.kind].key});
  }
  return shown;
}

void Table::apply(const Line& line, std::uint32_t number) {
  const auto& what = line.payload;
  const auto card = find(line.number("card"));
  if (what == "deckRegistered") return registerDeck(line);
  if (what == "shuffled") return shuffle(line);
  if (what == "began") return begin(line);
  if (what == "ended") return end(summary_->period(line.value("period")));
  if (what == "cardsDrawn") {
    for (const auto drawn : line.numbers("cards")) {
      move(find(drawn), summary_->zone(line.value("to")), static_cast<std::uint8_t>(line.number("player")), line);
    }
    return;
  }
  if (what == "cardCreated") {
    order_.push_back(cards_.size());
    cards_.push_back({.number = line.number("card"),
                      .kind = summary_->card(line.definition),
                      .owner = static_cast<std::uint8_t>(line.number("owner"))});
    fresh_ = line.number("card") + 1;
    return move(cards_.size() - 1, summary_->zone(line.value("zone")), static_cast<std::uint8_t>(line.number("player")),
                line);
  }
  if (card == kNowhere) return;
  if (what == "abilityActivated" || what == "traitTriggered" || what == "cardPlayed") {
    acts_.emplace_back(number, cards_[card].number);
  }
  if (what == "cardMoved") {
    move(card, summary_->zone(line.value("zone")), static_cast<std::uint8_t>(line.number("player")), line);
  } else if (what == "cardPlayed" && !line.value("zone").empty()) {
    const auto to = line.value("toPlayer").empty() ? line.number("player") : line.number("toPlayer");
    move(card, summary_->zone(line.value("zone")), static_cast<std::uint8_t>(to), line);
  } else if (what == "cardCeased") {
    leave(card);
    cards_[card].zone = kNowhere;
  } else if (what == "cardTurned") {
    cards_[card].turned = line.value("orientation");
  } else if (what == "cardFlipped") {
    flip(line);
  } else if (what == "cardAttached") {
    cards_[card].host = line.value("host");
    ++cards_[card].attached;
  } else if (what == "cardDetached") {
    cards_[card].host.clear();
  } else if (what == "controlChanged") {
    cards_[card].controller = static_cast<std::uint8_t>(line.number("player"));
  }
}

void Table::move(std::size_t card, std::size_t zone, std::uint8_t player, const Line& line) {
  if (card == kNowhere || zone == kNowhere) {
    throw BadInput(
        fmt::format("a play script moves a card that is not there, or to a zone that the ruleset does not "
                    "have, by {}",
                    line.payload));
  }
  TableCard& moved = cards_[card];
  const ZoneKind& to = summary_->zones[zone];
  const bool stays = moved.zone != kNowhere && summary_->zones[moved.zone].location == to.location &&
                     (summary_->zones[moved.zone].in_play || moved.player == player);
  if (!stays) {
    leave(card);
    moved.face_up = !to.hidden;
    moved.turned = summary_->orientations.empty() ? "" : summary_->orientations.front();
    moved.controller = player != 0 ? player : moved.owner;
  }
  takeFromPiles(card);
  moved.zone = zone;
  moved.player = player;
  moved.slot = to.slots ? std::string(line.value("slot")) : std::string{};
  if (const auto face = line.value("face"); !face.empty()) moved.face_up = face == "up";
  if (const auto turned = line.value("orientation"); !turned.empty()) moved.turned = turned;
  order_.insert(line.value("slot") == "-2" ? order_.begin() : order_.end(), card);
}

void Table::takeFromPiles(std::size_t card) { order_.erase(std::find(order_.begin(), order_.end(), card)); }

/// A card that leaves its place loses its host and attachments.
void Table::leave(std::size_t card) {
  ++cards_[card].left;
  cards_[card].host.clear();
  release(card, true);
}

void Table::release(std::size_t card, bool gone) {
  const auto host = fmt::format("#{}", cards_[card].number);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    if (cards_[i].host != host) continue;
    cards_[i].host.clear();
    if (!gone || !summary_->attached_share_fate) continue;
    Line fate{.payload = "cardMoved"};
    move(i, summary_->fate_zone, cards_[i].owner, fate);
  }
}

void Table::flip(const Line& line) {
  const auto place = find(line.number("card"));
  TableCard& card = cards_[place];
  if (const auto turned = line.value("orientation"); !turned.empty()) card.turned = turned;
  const bool was_up = card.face_up;
  card.face_up = line.value("face") == "up";
  if (!was_up || card.face_up) return;
  const bool own = std::any_of(acts_.begin(), acts_.end(), [&](const auto& act) {
    return !line.causes.empty() && act.first == line.causes.front() && act.second == card.number;
  });
  ++(own ? card.turned_down_by_own : card.turned_down_by_other);
  if (!summary_->detach_on_face_down) return;
  card.host.clear();
  release(place, false);
}

void Table::registerDeck(const Line& line) {
  const auto player = static_cast<std::uint8_t>(line.number("player"));
  const auto zone = summary_->zone(line.value("zone"));
  for (const auto& key : line.keys) {
    order_.push_back(cards_.size());
    cards_.push_back({.number = fresh_++,
                      .kind = summary_->card(key),
                      .owner = player,
                      .player = player,
                      .controller = player,
                      .zone = zone,
                      .face_up = !summary_->zones[zone].hidden});
  }
}

void Table::shuffle(const Line& line) {
  const auto pile_cards = pile(summary_->zone(line.value("zone")), static_cast<std::uint8_t>(line.number("player")));
  for (const std::size_t card : pile_cards) takeFromPiles(card);
  for (const auto old : line.order) {
    const auto card = find(old);
    order_.push_back(card);
    cards_[card].number = fresh_++;
    cards_[card].shown = false;
    ++cards_[card].left;
  }
}

void Table::begin(const Line& line) {
  const auto period = summary_->period(line.value("period"));
  if (period == kNowhere) throw BadInput(fmt::format("the ruleset has no period \"{}\"", line.value("period")));
  end(period);
  if (summary_->periods[period].within == kNowhere) acts_.clear();
  periods_[period] = {.begun = periods_[period].begun + 1, .open = true, .name = std::string(line.value("name"))};
}

/// Inner periods end with it.
void Table::end(std::size_t period) {
  if (period == kNowhere) return;
  periods_[period].open = false;
  periods_[period].name.clear();
  for (std::size_t inner = 0; inner < periods_.size(); ++inner) {
    if (inner != period && summary_->periods[inner].within == period) end(inner);
  }
}

}  // namespace docket::generate
