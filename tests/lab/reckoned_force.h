// The Force of each Personality in a generated game, computed from the recorded events alone, independently of the
// engine: from printed values, bonuses, what Items give, the floor and bounds that contradict each other.
// It knows only as much of the game as the generator's script: cards are registered, shuffled and moved, changes last
// until a turn or a phase ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "events/recording.h"
#include "schemas/event.capnp.h"

namespace docket::lab::test {

/// The rules for computing it.
struct Wording {
  enum class Bounds : std::uint8_t { firstHolds, byTotal };
  Bounds bounds = Bounds::byTotal;
  bool floor = true;
};

/// Which of the cases of bounds gave a Personality its Force.
enum class ForceCase : std::uint8_t { plain, below, above, between, ended };

struct Force {
  std::int64_t amount = 0;
  ForceCase by{};
};

/// The Force that is printed, by the key of its card.
struct PrintedForces {
  std::map<std::string, std::int64_t> of_personalities;
  std::map<std::string, std::int64_t> of_items;  ///< the bonuses that they give to their hosts
};

class ReckonedForce {
 public:
  ReckonedForce(const Wording& wording, const PrintedForces& printed) : wording_(wording), printed_(printed) {}

  void add(const Recording& game, std::uint32_t number, schema::Event::Reader event) {
    now_ = number;
    learn(event);
    if (event.isDeckRegistered()) registered(event.getDeckRegistered());
    if (event.isShuffled()) shuffled(event.getShuffled());
    if (event.isCardPlayed()) moved(event.getCardPlayed().getCard(), name(game, event.getCardPlayed().getZone()));
    if (event.isCardMoved()) moved(event.getCardMoved().getCard(), name(game, event.getCardMoved().getZone()));
    if (event.isCardAttached()) attached(event.getCardAttached().getCard(), event.getCardAttached().getHost());
    if (event.isCardDetached()) host_of_item_.erase(cards_numbered_[event.getCardDetached().getCard()]);
    if (event.isBegan()) periodBegan(name(game, event.getBegan().getPeriod()));
    if (event.hasBegins()) {
      for (const auto change : event.getBegins()) began(game, change);
    }
    for (auto& [card, state] : cards_) {
      state.items = 0;
      for (const auto& [item, host] : host_of_item_) state.items += host == card ? items_.at(item) : 0;
      reckon(state);
    }
  }

  /// The Personalities in play, by their numbers.
  [[nodiscard]] std::map<std::uint32_t, Force> forces() const {
    std::map<std::uint32_t, Force> all;
    for (const auto& [card, state] : cards_) {
      if (state.in_play && state.personality) all.emplace(state.number, state.force);
    }
    return all;
  }

 private:
  enum class Until : std::uint8_t { turn, phase };
  struct Bonus {
    std::int64_t amount;
    Until until;
  };
  struct Bound {
    bool minimum;
    std::int64_t amount;
    Until until;
    std::uint32_t came;
    bool ignored = false;
  };
  struct Card {
    bool in_play = false, personality = false, was_between = false;
    std::int64_t printed = 0;
    std::int64_t items = 0;    // the bonuses of attachments
    std::uint32_t number = 0;  // of its last move; cards in play are not shuffled
    std::vector<Bonus> bonuses{};
    std::vector<Bound> bounds{};  // in the order of their events
    Force force{};
  };

  static std::string name(const Recording& game, std::uint16_t number) {
    return std::string(game.names().text(number));
  }

  void learn(schema::Event::Reader event) {
    if (!event.hasContext()) return;
    for (const auto identity : event.getContext().getIdentities())
      keys_[identity.getCard()] = identity.getDefinition().cStr();
  }

  void registered(schema::Event::DeckRegistered::Reader deck) {
    for (std::uint32_t i = 0; i < deck.getCount(); ++i) {
      const std::uint32_t card = deck.getFirst() + i;
      cards_numbered_[card] = card;
      const auto known = printed_.of_personalities.find(keys_[card]);
      if (known != printed_.of_personalities.end()) cards_[card] = {.personality = true, .printed = known->second};
      const auto item = printed_.of_items.find(keys_[card]);
      if (item != printed_.of_items.end()) items_[card] = item->second;
    }
  }

  void shuffled(schema::Event::Shuffled::Reader shuffle) {
    const auto before = cards_numbered_;
    const auto order = shuffle.getOrder();
    for (std::uint32_t i = 0; i < shuffle.getCount(); ++i)
      cards_numbered_[shuffle.getFirst() + i] = before.at(order[i]);
  }

  void attached(std::uint32_t number, std::uint32_t host) {
    const std::uint32_t card = cards_numbered_[number];
    if (items_.contains(card)) host_of_item_[card] = cards_numbered_[host & 0x0FFF'FFFFU];
  }

  void moved(std::uint32_t number, const std::string& zone) {
    const bool in_play = zone == "home" || zone == "battlefield";
    if (!in_play) host_of_item_.erase(cards_numbered_[number]);
    const auto found = cards_.find(cards_numbered_[number]);
    if (found == cards_.end()) return;
    if (!in_play) std::erase_if(host_of_item_, [&](const auto& item) { return item.second == found->first; });
    if (!in_play && found->second.in_play) {  // its bonuses and bounds end when it leaves play
      found->second.bonuses.clear();
      found->second.bounds.clear();
      found->second.was_between = false;
    }
    found->second.in_play = in_play;
    found->second.number = number;
  }

  void periodBegan(const std::string& period) {
    const bool turn = period == "turn";
    if (!turn && period != "phase") return;
    const auto over = [&](const auto& one) { return turn || one.until == Until::phase; };
    for (auto& [number, card] : cards_) {
      std::erase_if(card.bonuses, over);
      std::erase_if(card.bounds, over);
    }
  }

  void began(const Recording& game, schema::Change::Reader change) {
    if (name(game, change.getName()) != "Force") return;
    const auto found = cards_.find(cards_numbered_[change.getSubject() & 0x0FFF'FFFFU]);
    if (found == cards_.end()) return;
    const Until until = name(game, change.getUntil()) == "turn" ? Until::turn : Until::phase;
    if (change.getKind() == schema::Change::Kind::BONUS) {
      found->second.bonuses.push_back({change.getAmount(), until});
    } else {
      found->second.bounds.push_back(
          {change.getKind() == schema::Change::Kind::MINIMUM, change.getAmount(), until, now_});
    }
  }

  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

  void reckon(Card& card) const {
    std::int64_t total = card.printed + card.items;
    for (const Bonus& bonus : card.bonuses) total += bonus.amount;
    if (wording_.floor) total = std::max<std::int64_t>(total, 0);
    std::int64_t low = kLowest;
    std::int64_t high = kHighest;
    for (const Bound& bound : card.bounds) {
      if (bound.minimum) low = std::max(low, bound.amount);
      if (!bound.minimum) high = std::min(high, bound.amount);
    }
    card.force =
        wording_.bounds == Wording::Bounds::firstHolds ? byFirst(card, total) : byTotal(card, total, low, high);
  }

  /// A bound that contradicts those before it has no effect.
  static Force byFirst(const Card& card, std::int64_t total) {
    std::int64_t low = kLowest;
    std::int64_t high = kHighest;
    for (const Bound& bound : card.bounds) {
      if (bound.minimum && bound.amount <= high) low = std::max(low, bound.amount);
      if (!bound.minimum && bound.amount >= low) high = std::min(high, bound.amount);
    }
    return {.amount = std::min(std::max(total, low), high), .by = ForceCase::plain};
  }

  /// The three cases; what is left of a contradiction in which neither bound was applied has no effect either.
  Force byTotal(Card& card, std::int64_t total, std::int64_t low, std::int64_t high) const {
    const bool contradict = low > high;
    const bool between = contradict && total >= high && total <= low;
    if (card.was_between && !contradict) {
      for (Bound& bound : card.bounds) bound.ignored = bound.ignored || bound.came != now_;
    }
    card.was_between = between;
    if (contradict && !between) {
      for (Bound& bound : card.bounds) bound.ignored = false;
    }
    if (between) return {.amount = card.printed, .by = ForceCase::between};
    if (contradict) return total < high ? Force{high, ForceCase::below} : Force{low, ForceCase::above};
    bool any_ignored = false;
    low = kLowest;
    high = kHighest;
    for (const Bound& bound : card.bounds) {
      any_ignored = any_ignored || bound.ignored;
      if (bound.ignored) continue;
      if (bound.minimum) low = std::max(low, bound.amount);
      if (!bound.minimum) high = std::min(high, bound.amount);
    }
    return {.amount = std::min(std::max(total, low), high), .by = any_ignored ? ForceCase::ended : ForceCase::plain};
  }

  Wording wording_;
  const PrintedForces& printed_;
  std::map<std::uint32_t, std::string> keys_;              // by number, as identities say
  std::map<std::uint32_t, std::uint32_t> cards_numbered_;  // the card of each number
  std::map<std::uint32_t, Card> cards_;
  std::map<std::uint32_t, std::int64_t> items_;          // the bonus of each Item
  std::map<std::uint32_t, std::uint32_t> host_of_item_;  // of each attached one
  std::uint32_t now_ = 0;
};

}  // namespace docket::lab::test
