// Sets of cards: by zone, in play, anywhere, by controller, by possible type, by the events that their texts answer,
// and those with continuous traits. A selection walks a set instead of all cards of the game. Each set holds a bit per
// card, so a state copies its sets in one piece and a card that moves changes only a few bits.
// Invariant: the sets follow from the cards, their definitions and the ledger alone, and are not facts of the state.
// Zones, controllers and answering texts are exact; the sets of types and of trait bearers may hold too many cards, but
// never too few.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ids.h"

namespace docket {

class CardSets {
 public:
  /// A subset of the cards, in the order of their indices. Valid until a card moves.
  class Cards {
   public:
    class Iterator {
     public:
      using difference_type = std::ptrdiff_t;
      using value_type = CardIndex;
      using pointer = const CardIndex*;
      using reference = CardIndex;
      using iterator_category = std::input_iterator_tag;

      Iterator(const Cards& cards, std::size_t block) : cards_(&cards), block_(block) { settle(); }
      CardIndex operator*() const {
        return static_cast<CardIndex>(block_ * kBlock + static_cast<unsigned>(std::countr_zero(left_)));
      }
      Iterator& operator++() {
        left_ &= left_ - 1;
        if (left_ == 0) {
          ++block_;
          settle();
        }
        return *this;
      }
      friend bool operator==(const Iterator& one, const Iterator& other) {
        return one.block_ == other.block_ && one.left_ == other.left_;
      }

     private:
      void settle() {
        for (left_ = 0; block_ < cards_->sets_->blocks(); ++block_) {
          left_ = cards_->in(block_);
          if (left_ != 0) return;
        }
      }

      const Cards* cards_;
      std::size_t block_;
      std::uint64_t left_ = 0;  // the cards of the block that were not visited yet
    };

    Cards(const CardSets& sets, std::size_t set)
        : sets_(&sets), set_(set), controlled_(set), of_type_(set), perhaps_(set) {}

    /// Narrows the set to the cards that a player controls; with seat 0, to the cards without a controller.
    [[nodiscard]] Cards controlledBy(Seat seat) const {
      Cards cards = *this;
      cards.controlled_ = sets_->controlled(seat);
      return cards;
    }
    /// Narrows the set to the cards that can have a type by their printed and recorded types. Types from continuous
    /// traits are ignored.
    [[nodiscard]] Cards thatCanBe(TypeIndex type) const {
      Cards cards = *this;
      cards.of_type_ = sets_->printed(type);
      cards.perhaps_ = sets_->special(any_type_set);
      return cards;
    }

    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, sets_->blocks()}; }
    [[nodiscard]] std::size_t size() const {
      std::size_t all = 0;
      for (std::size_t block = 0; block < sets_->blocks(); ++block)
        all += static_cast<unsigned>(std::popcount(in(block)));
      return all;
    }

   private:
    friend class CardSets;
    [[nodiscard]] std::uint64_t in(std::size_t block) const {
      const std::uint64_t* words = sets_->bits_.data() + block * sets_->stride();
      return words[set_] & words[controlled_] & (words[of_type_] | words[perhaps_]);
    }

    const CardSets* sets_;
    std::size_t set_, controlled_, of_type_,
        perhaps_;  // indices of the sets to intersect; repeating a set has no effect
  };

  CardSets() = default;
  /// `answered`: the payloads of events that texts of cards answer, one bit each (Catalogue::triggers).
  CardSets(const Ruleset& ruleset, std::size_t seats, std::uint64_t answered)
      : zones_(ruleset.zones.size()),
        seats_(seats),
        types_(std::min(ruleset.types.size(), kMaxTypesOfSets)),
        answered_(answered),
        stride_(printed(types_) + static_cast<unsigned>(std::popcount(answered))) {}

  [[nodiscard]] Cards in(ZoneIndex zone) const { return {*this, zone}; }
  [[nodiscard]] Cards inPlay() const { return {*this, special(in_play_set)}; }
  [[nodiscard]] Cards anywhere() const { return {*this, special(anywhere_set)}; }
  /// Cards with a text that answers events of a payload, wherever they are. If no card of the catalogue answers that
  /// payload: cards that answer any event.
  [[nodiscard]] Cards answering(unsigned payload) const { return thatAre(answers(payload), anywhere()); }
  [[nodiscard]] Cards answeringInPlay(unsigned payload) const { return thatAre(answers(payload), inPlay()); }
  /// Cards that can have a continuous trait, printed or recorded, wherever they are.
  [[nodiscard]] Cards bearing() const { return thatAre(special(bearing_set), anywhere()); }
  /// Cards that are attached to something.
  [[nodiscard]] Cards attached() const { return thatAre(special(attached_set), anywhere()); }

  void addToZone(CardIndex card, ZoneIndex zone, bool is_in_play) {
    put(card, zone);
    put(card, special(anywhere_set));
    if (is_in_play) put(card, special(in_play_set));
  }
  void takeFromZone(CardIndex card, ZoneIndex zone) {
    for (const std::size_t which : {std::size_t{zone}, special(in_play_set), special(anywhere_set)}) take(card, which);
  }
  /// Adds a card that is in no set to a zone. It is unattached, and its definition is unknown.
  void addNewCard(CardIndex card, ZoneIndex zone, bool is_in_play, Seat controller) {
    std::uint64_t* words = room(card);
    for (const std::size_t which :
         {std::size_t{zone}, special(anywhere_set), special(any_type_set), controlled(controller)}) {
      words[which] |= bit(card);
    }
    if (is_in_play) words[special(in_play_set)] |= bit(card);
  }
  void markAttached(CardIndex card, bool is_attached) { set(card, special(attached_set), is_attached); }
  /// Moves a card from the set of its former controller to that of the new one.
  void changeController(Seat former, Seat now, CardIndex card) {
    take(card, controlled(former));
    put(card, controlled(now));
  }
  /// Recorded changes that can alter a card's types or traits.
  struct Recorded {
    bool types = false;   ///< its types changed: it may have any type
    bool traits = false;  ///< it was given a trait
  };
  /// Updates a card's sets for a new definition. Null: the definition is unknown, as for a card that is in no set.
  void updateDefinition(CardIndex card, const Definition* former, const Definition* now, Recorded recorded) {
    std::uint64_t* words = room(card);
    const std::uint64_t types = now == nullptr ? 0 : now->type_set;
    for (std::uint64_t other = types ^ (former == nullptr ? 0 : former->type_set); other != 0; other &= other - 1) {
      const auto type = static_cast<unsigned>(std::countr_zero(other));
      mark(words[printed(type)], card, (types >> type & 1U) != 0);
    }
    const std::uint64_t triggers = now == nullptr ? 0 : now->triggers;
    mark(words[special(answering_set)], card, triggers != 0);
    for (std::uint64_t other = answered_ & (triggers ^ (former == nullptr ? 0 : former->triggers)); other != 0;
         other &= other - 1) {
      const auto payload = static_cast<unsigned>(std::countr_zero(other));
      mark(words[answers(payload)], card, (triggers >> payload & 1U) != 0);
    }
    mark(words[special(any_type_set)], card, canBeAnything(now, recorded));
    mark(words[special(bearing_set)], card, bears(now, recorded));
  }
  /// Updates a card's sets after the recorded changes to it changed.
  void updateRecorded(CardIndex card, const Definition* definition, Recorded recorded) {
    set(card, special(any_type_set), canBeAnything(definition, recorded));
    set(card, special(bearing_set), bears(definition, recorded));
  }

  friend bool operator==(const CardSets&, const CardSets&) = default;

 private:
  static constexpr std::size_t kBlock = 64;

  /// The sets that do not belong to a zone, a player or a type.
  enum Special : std::uint8_t {
    in_play_set,
    anywhere_set,
    answering_set,
    bearing_set,
    attached_set,
    any_type_set,
    specials
  };

  /// Narrows `some` to the cards of a set.
  static Cards thatAre(std::size_t set, Cards cards) {
    cards.controlled_ = set;
    return cards;
  }
  [[nodiscard]] std::size_t special(Special one) const { return zones_ + one; }
  [[nodiscard]] std::size_t controlled(Seat seat) const {
    return zones_ + specials + std::min<std::size_t>(seat, seats_);
  }
  [[nodiscard]] std::size_t printed(std::size_t type) const { return zones_ + specials + 1 + seats_ + type; }
  [[nodiscard]] std::size_t answers(unsigned payload) const {
    const std::uint64_t one = std::uint64_t{1} << payload;
    if ((answered_ & one) == 0) return special(answering_set);
    return printed(types_) + static_cast<unsigned>(std::popcount(answered_ & (one - 1)));
  }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_; }

  static bool canBeAnything(const Definition* definition, Recorded recorded) {
    return recorded.types || definition == nullptr;
  }
  static bool bears(const Definition* definition, Recorded recorded) {
    return recorded.traits || (definition != nullptr && definition->continuous);
  }

  static std::uint64_t bit(CardIndex card) { return std::uint64_t{1} << (card % kBlock); }
  static void mark(std::uint64_t& word, CardIndex card, bool is_in) {
    word = is_in ? word | bit(card) : word & ~bit(card);
  }
  std::uint64_t& word(CardIndex card, std::size_t which) { return bits_[card / kBlock * stride() + which]; }
  /// The words of a card's block, one for each set.
  std::uint64_t* room(CardIndex card) {
    for (; card / kBlock >= blocks_; ++blocks_) bits_.resize(bits_.size() + stride());
    return bits_.data() + card / kBlock * stride();
  }
  void put(CardIndex card, std::size_t which) { room(card)[which] |= bit(card); }
  void set(CardIndex card, std::size_t which, bool is_in) { is_in ? put(card, which) : take(card, which); }
  void take(CardIndex card, std::size_t which) {
    if (card / kBlock < blocks()) word(card, which) &= ~bit(card);
  }

  std::size_t zones_ = 0, seats_ = 0, types_ = 0, blocks_ = 0;
  std::uint64_t answered_ = 0;
  std::size_t stride_ = specials + 1;  // the number of sets
  /// For each block of 64 cards, a word for each set: the zones, the special sets, the cards without a controller and
  /// those of each seat, the types, and each answered payload.
  std::vector<std::uint64_t> bits_;
};

}  // namespace docket
