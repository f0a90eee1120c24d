// Which cards lie in each zone, in play, and anywhere: what a selection walks instead of all cards of the game. A bit
// for each card in each of these, so that a state with it is copied as before and a card that moves costs a few bits.
// Invariant: a card is where its Card::zone says (Fold::lies, keyframe_load.cpp). It follows from the cards alone, and
// is no fact of the state.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "engine/rules/ids.h"

namespace docket {

class CardsByZone {
 public:
  /// Some of the cards, in the order of their indices. Valid until a card moves.
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
        for (left_ = 0; block_ < cards_->blocks_; ++block_) {
          left_ = cards_->first_[block_ * cards_->stride_];
          if (left_ != 0) return;
        }
      }

      const Cards* cards_;
      std::size_t block_;
      std::uint64_t left_ = 0;  // of the block, those that were not given yet
    };

    Cards(const std::uint64_t* first, std::size_t stride, std::size_t blocks)
        : first_(first), stride_(stride), blocks_(blocks) {}
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, blocks_}; }

   private:
    const std::uint64_t* first_;
    std::size_t stride_, blocks_;
  };

  CardsByZone() = default;
  explicit CardsByZone(std::size_t zones) : zones_(zones) {}

  [[nodiscard]] Cards in(ZoneIndex zone) const { return row(zone); }
  [[nodiscard]] Cards inPlay() const { return row(zones_); }
  [[nodiscard]] Cards anywhere() const { return row(zones_ + 1); }

  void add(CardIndex card, ZoneIndex zone, bool in_play) {
    while (card / kBlock >= blocks()) bits_.resize(bits_.size() + stride());
    for (const std::size_t which : {std::size_t{zone}, zones_ + 1}) word(card, which) |= bit(card);
    if (in_play) word(card, zones_) |= bit(card);
  }
  void remove(CardIndex card, ZoneIndex zone) {
    for (const std::size_t which : {std::size_t{zone}, zones_, zones_ + 1}) word(card, which) &= ~bit(card);
  }

  friend bool operator==(const CardsByZone&, const CardsByZone&) = default;

 private:
  static constexpr std::size_t kBlock = 64;

  static std::uint64_t bit(CardIndex card) { return std::uint64_t{1} << (card % kBlock); }
  [[nodiscard]] std::size_t stride() const { return zones_ + 2; }
  [[nodiscard]] std::size_t blocks() const { return bits_.size() / stride(); }
  std::uint64_t& word(CardIndex card, std::size_t which) { return bits_[card / kBlock * stride() + which]; }
  [[nodiscard]] Cards row(std::size_t which) const { return {bits_.data() + which, stride(), blocks()}; }

  std::size_t zones_ = 0;
  std::vector<std::uint64_t> bits_;  // by block of 64 cards: a word for each zone, for those in play, for all there are
};

}  // namespace docket
