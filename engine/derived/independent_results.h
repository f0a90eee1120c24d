// The result of each continuous trait on its own, when no trait's result is in force: it depends only on what the trait
// reads. The results are cached from event to event (Derived::Values::independent), with their memory, so that
// recomputing allocates nothing unless more traits apply.
// Invariant: a cached result equals a fresh evaluation; the changes since the last evaluation decide whether a trait is
// evaluated again (trait_evaluator.h).
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/derived/traits_that_apply.h"
#include "engine/rules/state_parts.h"
#include "engine/state/state.h"

namespace docket {

/// All fields in which two computed entries can differ.
inline auto contentOf(const Entry& entry) {
  return std::tuple(entry.subject, entry.event, entry.index, entry.source, entry.kind, entry.stat_or_name, entry.amount,
                    entry.stated_amount, entry.cap, entry.caps_value, entry.before, entry.player, entry.doubtful);
}

/// The result of a trait.
struct TraitResult {
  static constexpr std::size_t kUsual = 2;  // usual number of entries: a trait mostly affects its own card or one other
  boost::container::small_vector<Entry, kUsual> entries;  ///< without Entry::stat_or_name if they name something
  /// The name for each entry; null if it is about a stat.
  boost::container::small_vector<const std::string*, kUsual> names;
  StateParts read, written;  ///< its dependencies, and the parts that it changes
  StateParts measured;       ///< further dependencies of the amounts of its entries

  [[nodiscard]] bool readsAny(StateParts changed) const {
    return read.has(StatePart::other) || (read | measured).touch(changed);
  }
  /// True if it still has the same entries: at most their amounts can differ.
  [[nodiscard]] bool hasSameEntries(StateParts changed) const {
    return !read.has(StatePart::other) && !read.touch(changed);
  }
  /// True if the result and the dependencies are the same.
  friend bool operator==(const TraitResult& one, const TraitResult& other);
};

/// The results of all continuous traits that apply, each on its own.
class IndependentResults {
 public:
  IndependentResults() = default;
  /// For an independent copy of the state: copies the results, but not the spare memory.
  IndependentResults(const IndependentResults& other);
  IndependentResults& operator=(const IndependentResults&) = delete;

  [[nodiscard]] const ApplicableTraits& applicable() const { return applicable_; }
  /// The result of one of them, by index; null: unknown.
  [[nodiscard]] const TraitResult* result(std::size_t which) const { return results_[which].get(); }
  /// The result of a trait, searched for from index `next`, which is advanced; null: unknown, or it does not apply.
  [[nodiscard]] const TraitResult* resultOf(const ApplicableTrait& one, std::size_t& next) const;
  /// True if it was ever computed.
  [[nodiscard]] bool isMade() const { return is_made_; }
  /// True if no trait reads what another gives: these results are final.
  [[nodiscard]] bool isFinal() const { return is_final_; }
  /// What decides which traits apply.
  [[nodiscard]] StateParts gathering() const { return gathering_; }
  /// All dependencies.
  [[nodiscard]] StateParts read() const;

  /// Sets the traits that apply; keeps the results of those that applied before. `gathering`: what was read to
  /// determine them. Returns false if they are the same.
  bool setApplicable(const ApplicableTraits& now, StateParts gathering);
  /// Sets the result of one of them.
  void setResult(std::size_t which, const TraitResult& now);
  /// Call when every result is set: determines isMade() and isFinal().
  void finishResults();

  /// `kept` for use by one state alone: the object itself if it has no other owner, else a copy; a new one if it is
  /// null.
  [[nodiscard]] static std::shared_ptr<IndependentResults> ownedCopy(std::shared_ptr<IndependentResults> kept);
  /// Reuses the memory of computed entries that have no other owner, without clearing it; keeps at most kMaxReusable.
  [[nodiscard]] std::shared_ptr<ComputedEntries> reusableEntries();

 private:
  /// Enough for the entries of this event and the previous one, of the rounds between them, and for one that a judge
  /// still holds.
  static constexpr std::size_t kMaxReusable = 6;

  /// The index of a trait among those that apply, if it does; `next`: as in resultOf().
  [[nodiscard]] std::optional<std::size_t> placeOf(const ApplicableTrait& one, std::size_t& next) const;
  [[nodiscard]] std::unique_ptr<TraitResult> unused();

  ApplicableTraits applicable_;
  StateParts gathering_;
  /// Parallel to applicable_; former_ is used in setApplicable().
  std::vector<std::unique_ptr<TraitResult>> results_, former_;
  std::vector<std::unique_ptr<TraitResult>> unused_;  // for reuse, from traits that no longer apply
  std::vector<std::shared_ptr<ComputedEntries>> reusable_;
  bool is_final_ = false, is_made_ = false;
};

}  // namespace docket
