// What each continuous trait comes to by itself, where nothing that any of them gives is in force: that depends on what
// it read alone. It is kept from event to event (Kept::apart) with the room that it takes, so that computing it again
// asks for no memory where no more applies than before. Invariant: what is kept of a trait is what it would give if it
// were asked anew; what changed since it was last asked decides whether it is (trait_giver.h).
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/fold/traits_that_apply.h"
#include "engine/rules/state_parts.h"
#include "engine/state/state.h"

namespace docket {

/// All in which two computed entries can differ.
inline auto contentOf(const Entry& entry) {
  return std::tuple(entry.subject, entry.event, entry.index, entry.source, entry.kind, entry.what, entry.amount,
                    entry.asked, entry.most, entry.most_of_value, entry.before, entry.player, entry.doubtful);
}

/// What a trait comes to.
struct Given {
  static constexpr std::size_t kUsual = 2;  // entries: a trait is mostly about its own card, or about another
  boost::container::small_vector<Entry, kUsual> entries;             ///< with no Entry::what where they name something
  boost::container::small_vector<const std::string*, kUsual> names;  ///< what each names; null where it is about a stat
  StateParts read, written;                                          ///< what it was computed from, and what it changes
  StateParts measured;      ///< what how much the entries come to rests on beside that
  StateParts beside_cards;  ///< of what was read, all that was not asked of cards alone: whether it is about them
  bool is_plain = false;    ///< what was so asked was known for certain, and no text that nobody read was in play

  [[nodiscard]] bool readsAny(StateParts changed) const {
    return read.has(StatePart::other) || (read | measured).touch(changed);
  }
  /// Whether it has the same entries all the same: at most how much they come to can be another.
  [[nodiscard]] bool hasSameEntries(StateParts changed) const {
    return !read.has(StatePart::other) && !read.touch(changed);
  }
  /// Whether it comes to the same, found by asking for the same.
  friend bool operator==(const Given& one, const Given& other);
};

/// What all continuous traits that apply come to, each by itself.
class TraitsApart {
 public:
  TraitsApart() = default;
  /// For a copy of the state, which goes on by itself: what is known, without the room to put together more.
  TraitsApart(const TraitsApart& other);
  TraitsApart& operator=(const TraitsApart&) = delete;

  [[nodiscard]] const ApplyingTraits& applying() const { return applying_; }
  /// What one of them gives, by its place among them; null: nobody knows.
  [[nodiscard]] const Given* given(std::size_t which) const { return given_[which].get(); }
  /// The same of a trait, which may apply or not; `next` is where it is looked for first, and is moved on.
  [[nodiscard]] const Given* givenBy(const Applying& one, std::size_t& next) const;
  /// Whether it was ever computed.
  [[nodiscard]] bool isMade() const { return is_made_; }
  /// Whether no trait reads what another gives: it is all that they come to.
  [[nodiscard]] bool isAll() const { return is_all_; }
  /// All that was read for it, `gathering` to know what applies.
  [[nodiscard]] StateParts read(StateParts gathering) const;

  /// That these apply from now on: what those give that applied before stays.
  void lineUp(const ApplyingTraits& now);
  /// What one of them gives from now on.
  void give(std::size_t which, const Given& now);
  /// That it is known what each gives; `gathering`: what was read to know what applies.
  void settle(StateParts gathering);

  /// The same for one state alone to go on with: itself where nobody else holds it, else a copy; new where there is
  /// none.
  [[nodiscard]] static std::shared_ptr<TraitsApart> forOneAlone(std::shared_ptr<TraitsApart> kept);
  /// Room for computed entries that nobody else holds any longer, with what lay in it; at most kMostRooms are kept.
  [[nodiscard]] std::shared_ptr<ComputedEntries> room();

 private:
  /// Those of this event and of the one before, of the rounds between, and one that a judge holds.
  static constexpr std::size_t kMostRooms = 6;

  /// Where a trait stands among those that apply, if it does; `next`: as givenBy() has it.
  [[nodiscard]] std::optional<std::size_t> placeOf(const Applying& one, std::size_t& next) const;
  [[nodiscard]] std::unique_ptr<Given> unused();

  ApplyingTraits applying_;
  std::vector<std::unique_ptr<Given>> given_, former_;  // by each of applying_; former_ while they are lined up
  std::vector<std::unique_ptr<Given>> unused_;          // of traits that no longer apply
  std::vector<std::shared_ptr<ComputedEntries>> rooms_;
  bool is_all_ = false, is_made_ = false;
};

}  // namespace docket
