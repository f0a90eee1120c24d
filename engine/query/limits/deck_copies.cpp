#include "engine/query/limits/deck_copies.h"

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <map>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <utility>

#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/counted_copies.h"

namespace docket {
namespace {

/// Cards that count together: those that certainly do, and those for which something unknown decides it.
struct Group {
  std::vector<CardIndex> counted, perhaps;
};

/// True if an expression about `it` gives the same result for any two cards for which lieAlike() holds: it reads
/// neither what is on a card or below it in its pile, nor the card's identity.
bool asksOfLooks(const Condition& about) {
  using expression::Operator;
  using expression::Type;
  if (!about) return true;
  const auto differs = [&](StatePart part) { return about->reads.has(part); };
  constexpr std::array kDiffering{StatePart::counters, StatePart::piles, StatePart::observations, StatePart::bearers,
                                  StatePart::other};
  if (ranges::any_of(kDiffering, differs)) return false;
  return ranges::none_of(about->nodes, [&](const expression::Node& one) {
    if (one.op != Operator::equal && one.op != Operator::unequal) return false;
    const Type compared = about->node(one.first_child).type;
    return compared == Type::card || compared == Type::entity || compared == Type::cards;
  });
}

/// True if two cards are known to be the same, in the same position, without attachments or changes.
bool lieAlike(const State& state, const Card& one, const Card& other) {
  const auto is_bare = [](const Card& card) {
    return card.host == kNone && card.first_attached == kNone && card.first_entry == kNone;
  };
  // Compares first the properties in which most cards of a deck differ.
  return one.definition == other.definition && state.computed == nullptr && is_bare(one) && is_bare(other) &&
         one.zone == other.zone && one.zone_player == other.zone_player && one.slot == other.slot &&
         one.arrived == other.arrived && one.owner == other.owner && one.controller == other.controller &&
         one.face == other.face && one.orientation == other.orientation && one.known_to == other.known_to &&
         one.created == other.created;
}

/// The cards that a player owns.
struct Owned {
  std::vector<std::uint32_t> copies;  ///< how many of each definition
  std::uint32_t most_of_title = 0;    ///< how many there are of one title at most
  std::uint32_t most_of_version = 0;  ///< of one version of one title
  bool has_own_limits = false;        ///< one of them names limits itself
};

/// Empty if any of them is unidentified.
std::optional<Owned> ownedBy(const State& state, Seat player) {
  Owned owned{.copies = std::vector<std::uint32_t>(state.definitions->known.size())};
  for (const Card& card : state.cards) {
    if (!card.exists() || card.owner != player) continue;
    if (state.definitionOf(card) == nullptr) return std::nullopt;
    ++owned.copies[card.definition];
  }
  boost::container::small_vector<std::pair<CopyKey, std::uint32_t>, 64> versions;
  for (std::size_t i = 0; i < owned.copies.size(); ++i) {
    if (owned.copies[i] == 0) continue;
    const Definition& definition = *state.definitions->known[i];
    owned.has_own_limits = owned.has_own_limits || !definition.limits.empty();
    if (definition.title_number == 0) continue;  // it counts with no other
    versions.emplace_back(CopyKey{.title = definition.title_number, .version = definition.version}, owned.copies[i]);
  }
  // Equal cards are neighbours then.
  ranges::sort(versions, {}, &std::pair<CopyKey, std::uint32_t>::first);
  CopyKey last;
  std::uint32_t of_title = 0;
  std::uint32_t of_version = 0;
  for (const auto& [key, copies] : versions) {
    of_version = key == last ? of_version + copies : copies;
    of_title = key.title == last.title ? of_title + copies : copies;
    last = key;
    owned.most_of_title = std::max(owned.most_of_title, of_title);
    owned.most_of_version = std::max(owned.most_of_version, of_version);
  }
  return owned;
}

class ExcessCopies {
 public:
  /// `owned`: ownedBy() the player.
  ExcessCopies(const State& state, const Rules& rules, Seat player, const std::optional<Owned>& owned, LimitIndex index,
               bool certainly_of_format)
      : state_(state),
        rules_(rules),
        player_(player),
        owned_(owned),
        index_(index),
        limit_(rules.ruleset.limits[index]),
        certain_(certainly_of_format) {}

  /// Adds the excess copies, `among` the cards in question.
  void run(std::span<const CardIndex> among, std::vector<CopiesBeyond>& found) {
    rules_.ruleset.noteLimit(index_);
    if (areFewOfEach()) return;
    const auto crowded = crowdedDefinitions(among);
    if (crowded && crowded->empty()) return;
    gather(crowded);
    std::optional<CopiesBeyond> doubtful;
    for (const Group& group : groups_) {
      if (auto beyond = judge(group, among)) {
        if (beyond->certain) {
          found.push_back(*std::move(beyond));
        } else if (!doubtful) {
          doubtful = std::move(beyond);
        }
      }
    }
    if (!doubtful) doubtful = ofUnknown(among);
    // Unknown cards of the deck are reported once.
    if (doubtful) found.push_back(*std::move(doubtful));
  }

 private:
  /// The cards of a definition, which count with those of the same key if the limit holds for them.
  struct Kind {
    CopyKey key;
    std::size_t definition = 0;
    std::int32_t allowed = 0;
  };

  /// True if there are no more equal cards than the limit allows copies, wherever they are and whatever
  /// else it counts by.
  [[nodiscard]] bool areFewOfEach() const {
    using Key = schema::Limit::Key;
    if (!owned_ || owned_->has_own_limits || !limit_.keyed(Key::TITLE) || limit_.max_is || limit_.max < 1) return false;
    const std::uint32_t most = limit_.keyed(Key::VERSION) ? owned_->most_of_version : owned_->most_of_title;
    return most <= static_cast<std::uint32_t>(limit_.max);
  }

  /// The definitions that may have too many cards, found without evaluating for which cards the limit applies: a deck
  /// has few different cards, and mostly no more of each than any format allows. An empty vector if there are none;
  /// nullopt if this cannot be decided so cheaply. A definition without a key counts alone, so one card of it is never
  /// too many.
  [[nodiscard]] std::optional<std::vector<bool>> crowdedDefinitions(std::span<const CardIndex> among) const {
    if (limit_.max_is || !owned_) return std::nullopt;
    const std::vector<std::uint32_t>& copies = owned_->copies;
    std::vector<bool> asked(copies.size(), among.empty());
    for (const CardIndex card : among) asked[state_.cards[card].definition] = true;
    boost::container::small_vector<Kind, 64> kinds;
    for (std::size_t i = 0; i < copies.size(); ++i) {
      if (copies[i] == 0) continue;
      const Definition& definition = *state_.definitions->known[i];
      const std::int32_t allowed = allowedOf(definition);
      const auto key = copyKey(limit_, index_, definition);
      if (!key && allowed < 1) return std::nullopt;
      if (key) kinds.push_back({.key = *key, .definition = i, .allowed = allowed});
    }
    ranges::sort(kinds, {}, &Kind::key);
    std::vector<bool> crowded;
    for (std::span<const Kind> rest(kinds.data(), kinds.size()); !rest.empty();) {
      const auto other = ranges::find_if(rest, [&](const Kind& kind) { return kind.key != rest.front().key; });
      const auto together = rest.first(static_cast<std::size_t>(other - rest.begin()));
      rest = rest.subspan(together.size());
      std::int64_t cards = 0;
      std::int32_t allowed = together.front().allowed;
      bool is_asked = false;
      for (const Kind& kind : together) {
        cards += copies[kind.definition];
        allowed = std::min(allowed, kind.allowed);
        is_asked = is_asked || asked[kind.definition];
      }
      if (!is_asked || cards <= allowed) continue;
      crowded.resize(copies.size());
      for (const Kind& kind : together) crowded[kind.definition] = true;
    }
    return crowded;
  }

  /// The number of copies of a definition that the limit would allow if it applied to it.
  [[nodiscard]] std::int32_t allowedOf(const Definition& definition) const {
    std::int32_t fewest = limit_.max;
    for (const LimitOf& own : definition.limits)
      if (own.limit == index_) fewest = std::min(fewest, own.max);
    return fewest;
  }

  /// `among`: by definition, whether it matters; empty if all do.
  void gather(const std::optional<std::vector<bool>>& among) {
    const ApplicableLimit applicable{.limit = &limit_, .index = index_, .max = limit_.max};
    for (CardIndex card = 0; card < state_.cards.size(); ++card) {
      if (!state_.cards[card].exists() || state_.cards[card].owner != player_) continue;
      if (among && !(*among)[state_.cards[card].definition]) continue;
      const Definition* definition = state_.definitionOf(state_.cards[card]);
      const TriState held = holdsFor(applicable, card);
      if (held == TriState::no) continue;
      if (definition == nullptr && countsByWhatIsPrinted(limit_)) {
        unknown_.push_back(card);
        continue;
      }
      Group& group = groupOf(definition == nullptr ? std::optional(CopyKey{}) : copyKey(limit_, index_, *definition));
      (held == TriState::yes ? group.counted : group.perhaps).push_back(card);
    }
  }

  /// Whether the limit holds for a card. A deck has several of each, and what held for one holds for those like it.
  [[nodiscard]] TriState holdsFor(const ApplicableLimit& applicable, CardIndex card) {
    if (!asksOfLooks(limit_.holds_for)) {
      return holdsForCard(state_, rules_, applicable, card);
    }
    const auto same = ranges::find_if(
        asked_, [&](const auto& one) { return lieAlike(state_, state_.cards[one.first], state_.cards[card]); });
    if (same != asked_.end()) return same->second;
    asked_.emplace_back(card, holdsForCard(state_, rules_, applicable, card));
    return asked_.back().second;
  }

  /// A card that counts with no other forms its own group.
  Group& groupOf(const std::optional<CopyKey>& key) {
    if (!key) return groups_.emplace_back();
    const auto [found, fresh] = places_.emplace(*key, groups_.size());
    return fresh ? groups_.emplace_back() : groups_[found->second];
  }

  static bool isAsked(CardIndex card, std::span<const CardIndex> among) {
    return among.empty() || std::binary_search(among.begin(), among.end(), card);
  }

  /// Cards of a group may allow different numbers. Returns the first whose number is exceeded: certain ones first, then
  /// those in question.
  [[nodiscard]] std::optional<CopiesBeyond> judge(const Group& group, std::span<const CardIndex> among) const {
    const auto counted = static_cast<std::int64_t>(group.counted.size());
    const auto all = counted + static_cast<std::int64_t>(group.perhaps.size() + unknown_.size());
    if (all <= fewestAllowed(group)) return std::nullopt;
    std::optional<CopiesBeyond> doubtful;
    for (const CardIndex card : kindsOf(group, among)) {
      const ApplicableLimit applicable = strictest(card);
      if (all <= applicable.least_max) continue;
      const bool certain = certain_ && ranges::contains(group.counted, card) && counted > applicable.max;
      if (certain) return beyond(applicable, card, group, true);
      if (!doubtful) doubtful = beyond(applicable, card, group, false);
    }
    return doubtful;
  }

  /// A lower bound of the number of copies that any card of the group is allowed, found without asking which limits
  /// apply; 0 if there is no cheap bound.
  [[nodiscard]] std::int64_t fewestAllowed(const Group& group) const {
    if (limit_.max_is) return 0;
    std::int32_t fewest = limit_.max;
    for (const auto* cards : {&group.counted, &group.perhaps}) {
      for (const CardIndex card : *cards) {
        const Definition* definition = state_.definitionOf(state_.cards[card]);
        if (definition == nullptr) return 0;
        fewest = std::min(fewest, allowedOf(*definition));
      }
    }
    return fewest;
  }

  /// One card of each definition in a group, with the cards in question first; empty if there are none of these.
  [[nodiscard]] std::vector<CardIndex> kindsOf(const Group& group, std::span<const CardIndex> among) const {
    std::vector<CardIndex> kinds;
    std::vector<std::uint32_t> reported;
    const auto take = [&](bool asked) {
      for (const auto* cards : {&group.counted, &group.perhaps}) {
        for (const CardIndex card : *cards) {
          const std::uint32_t definition = state_.cards[card].definition;
          if (isAsked(card, among) != asked || ranges::contains(reported, definition)) continue;
          reported.push_back(definition);
          kinds.push_back(card);
        }
      }
    };
    take(true);
    if (!kinds.empty()) take(false);
    return kinds;
  }

  /// Unidentified cards: they can be copies of one card.
  [[nodiscard]] std::optional<CopiesBeyond> ofUnknown(std::span<const CardIndex> among) const {
    const auto first =
        std::find_if(unknown_.begin(), unknown_.end(), [&](CardIndex card) { return isAsked(card, among); });
    const std::size_t most = !limit_.every_card ? 1 : limit_.max_is ? 0 : static_cast<std::size_t>(limit_.max);
    if (first == unknown_.end() || unknown_.size() <= most) return std::nullopt;
    const ApplicableLimit applicable{.limit = &limit_,
                                     .index = index_,
                                     .max = static_cast<std::int32_t>(most),
                                     .least_max = static_cast<std::int32_t>(most)};
    return beyond(applicable, *first, {}, false);
  }

  /// The limit as it applies to a card: of several lines about it, the one that allows the fewest; the ruleset's own if
  /// it is unknown whether it applies.
  [[nodiscard]] ApplicableLimit strictest(CardIndex card) const {
    std::optional<ApplicableLimit> found;
    for (const ApplicableLimit& one : limitsOf(state_, rules_, questionAbout(card)).limits) {
      if (one.index == index_ && (!found || one.max < found->max)) found = one;
    }
    if (found) return *found;
    return {.limit = &limit_, .index = index_, .max = limit_.max, .least_max = limit_.max};
  }

  [[nodiscard]] UseQuestion questionAbout(CardIndex card) const {
    return {.card = card,
            .definition = state_.cards[card].definition,
            .player = player_,
            .host = state_.cards[card].host,
            .counted = Limit::Counted::COPIES_IN_DECK,
            .coming = true,
            .any_format = true};
  }

  [[nodiscard]] CopiesBeyond beyond(const ApplicableLimit& applicable, CardIndex card, const Group& group,
                                    bool certain) const {
    CopiesBeyond made{.limit = applicable, .question = questionAbout(card), .count = {}, .certain = certain};
    const auto add = [&](const std::vector<CardIndex>& cards, std::vector<EventNumber>& events) {
      for (const CardIndex other : cards) {
        if (other != card) events.push_back(state_.cards[other].arrived);
      }
    };
    add(group.counted, made.count.used_by);
    add(group.perhaps, made.count.perhaps_by);
    add(unknown_, made.count.perhaps_by);
    add(unknown_, made.count.of_unknown);
    made.count.used = static_cast<std::int32_t>(made.count.used_by.size());
    made.count.perhaps = static_cast<std::int32_t>(made.count.perhaps_by.size());
    return made;
  }

  const State& state_;
  const Rules& rules_;
  Seat player_;
  const std::optional<Owned>& owned_;
  LimitIndex index_;
  const Limit& limit_;
  bool certain_;
  /// One card of each group of identical cards, and whether the limit applies to it.
  std::vector<std::pair<CardIndex, TriState>> asked_;
  std::vector<Group> groups_;  // in the order of the cards
  std::map<CopyKey, std::size_t> places_;
  std::vector<CardIndex> unknown_;  // each can belong to any group
};

template <class Fits>
std::vector<CopiesBeyond> countBeyond(const State& state, const Rules& rules, Seat player,
                                      std::span<const CardIndex> among, Fits&& fits) {
  std::vector<CopiesBeyond> found;
  const auto owned = ownedBy(state, player);
  for (std::size_t i = 0; i < rules.ruleset.limits.size(); ++i) {
    const Limit& limit = rules.ruleset.limits[i];
    if (limit.counted != Limit::Counted::COPIES_IN_DECK || limit.lifted) continue;
    const TriState of_format = fits(limit);
    if (of_format == TriState::no) continue;
    ExcessCopies(state, rules, player, owned, static_cast<LimitIndex>(i), of_format == TriState::yes).run(among, found);
  }
  return found;
}

}  // namespace

TriState fitsFormat(const Limit& limit, const State& game) {
  if (limit.format.empty() || limit.format == game.format) return TriState::yes;
  return game.format.empty() ? TriState::undecided : TriState::no;
}

bool registersLimited(const Rules& rules, schema::Event::Reader event) {
  return event.isDeckRegistered() && rules.ruleset.counts(Limit::Counted::COPIES_IN_DECK);
}

std::vector<CardIndex> registeredBy(const State& after, schema::Event::DeckRegistered::Reader deck) {
  std::vector<CardIndex> cards;
  cards.reserve(std::min<std::size_t>(deck.getCount(), after.cards.size()));
  for (std::uint32_t i = 0; i < deck.getCount(); ++i) {
    if (const CardIndex card = after.cardOf(deck.getFirst() + i); card != kNone) cards.push_back(card);
  }
  std::sort(cards.begin(), cards.end());
  return cards;
}

std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player,
                                       std::span<const CardIndex> among) {
  return countBeyond(state, rules, player, among, [&](const Limit& limit) { return fitsFormat(limit, state); });
}

std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player, std::string_view format) {
  return countBeyond(state, rules, player, {}, [&](const Limit& limit) {
    return limit.format.empty() || limit.format == format ? TriState::yes : TriState::no;
  });
}

}  // namespace docket
