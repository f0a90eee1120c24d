#include "engine/fold/computed.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/derived/independent_results.h"
#include "engine/derived/traits_that_apply.h"
#include "engine/fold/fold.h"
#include "engine/fold/ledger.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/trait_evaluator.h"
#include "engine/query/stats/modifiers.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using schema::Change;

/// Holds the usual few entries without allocating.
template <class Each>
using Few = boost::container::small_vector<Each, 16>;

template <class Each>
std::span<const Each> spanOf(const Few<Each>& few) {
  return {few.data(), few.size()};
}

/// The entries of all traits, each with its trait.
struct Round {
  Few<Entry> entries;
  Few<TraitOf> traits;       ///< the trait of each entry
  StateParts read, written;  ///< its dependencies, and the parts that it changes
  [[nodiscard]] bool isSettled() const { return entries.empty() || !read.touch(written); }
};

/// Computes rounds. The names of entries stay the same from round to round, so that rounds can be compared.
class TraitComputer {
 public:
  /// For a state without computed entries in force. `former`: its computed entries before; null: none. `results`: the
  /// traits' results on their own at the last computation; only what has changed since is computed again.
  TraitComputer(const State& state, const Rules& rules, std::shared_ptr<const ComputedEntries> former,
                std::shared_ptr<IndependentResults> results)
      : state_(state),
        rules_(rules),
        evaluator_(state, rules),
        former_(std::move(former)),
        results_(std::move(results)) {
    bringUpToDate();
  }

  /// The entries of all traits but `left_out`, given that traits which change these parts of the state are in force.
  Round round(const std::vector<TraitOf>& left_out, StateParts in_force) {
    const bool again = results_->gathering().touch(in_force);
    StateReader reader(state_, rules_);
    const auto gathered = again ? traitsThatApply(reader) : ApplicableTraits();
    Round round{.read = results_->gathering() | reader.read()};
    std::size_t next = 0;
    for (const ApplicableTrait& one : spanOf(again ? gathered : results_->applicable())) {
      if (ranges::contains(left_out, one.trait)) continue;
      add(round, one.trait, evaluator_.reevaluate(one, results_->resultOf(one, next), in_force));
    }
    addModifiers(round, left_out, in_force);
    return round;
  }
  /// A round's entries as computed entries: the former ones if they are the same; null: none.
  [[nodiscard]] std::shared_ptr<const ComputedEntries> toComputedEntries(const Round& round) {
    if (round.entries.empty()) return nullptr;
    Few<const Entry*> ordered;
    for (const Entry& entry : round.entries) ordered.push_back(&entry);
    ranges::sort(ordered, [](const Entry* one, const Entry* other) {  // if neither is older, the first one
      return isOlder(*one, *other) || (!isOlder(*other, *one) && one < other);
    });
    const auto content = [](const Entry* entry) { return contentOf(*entry); };
    if (former_ != nullptr && former_->cycles.empty() && ranges::equal(former_->names, names_) &&
        ranges::equal(ordered, former_->entries, {}, content, contentOf)) {
      return former_;
    }
    auto made = results_->reusableEntries();
    made->entries.clear();
    for (const Entry* entry : ordered) made->entries.push_back(*entry);
    made->names.assign(names_.begin(), names_.end());
    made->cycles.clear();
    link(*made);
    return made;
  }
  [[nodiscard]] const std::shared_ptr<IndependentResults>& results() const { return results_; }
  /// True if the result is the same as at the last computation.
  [[nodiscard]] bool isAsBefore() {
    if (!are_results_same_ || !results_->isFinal()) return false;
    // A former modifier, or one left out in a cycle, can be gone although each trait's result is unchanged.
    const bool was_alone =
        former_ == nullptr || (former_->cycles.empty() && ranges::none_of(former_->entries, isModifier));
    return was_alone && independentModifiers().entries.empty();
  }
  /// The dependencies of a result for which isAsBefore() holds.
  [[nodiscard]] StateParts readIndependently() { return results_->read() | independentModifiers().read; }

 private:
  void bringUpToDate() {
    // A footprint noted everything when the trait was evaluated: an evaluation with the same dependencies would note
    // the same.
    const StateParts changed = state_.derived.values().changed_since_independent;
    const bool gathers = !results_->isMade() || results_->gathering().touch(changed);
    if (gathers) {
      StateReader reader(state_, rules_);
      const auto applicable = traitsThatApply(reader);
      are_results_same_ = !results_->setApplicable(applicable, reader.read());
    }
    for (std::size_t i = 0; i < results_->applicable().size(); ++i) {
      const TraitResult* former = results_->result(i);
      const TraitResult& now = evaluator_.reevaluate(results_->applicable()[i], former, changed);
      if (&now == former) continue;
      results_->setResult(i, now);
      are_results_same_ = false;
    }
    if (gathers || !are_results_same_) results_->finishResults();
  }

  void add(Round& round, const TraitOf& trait, const TraitResult& given) {
    for (std::size_t i = 0; i < given.entries.size(); ++i) {
      round.entries.push_back(given.entries[i]);
      if (given.names[i] != nullptr) round.entries.back().stat_or_name = nameNumber(*given.names[i]);
      round.traits.push_back(trait);
    }
    round.read |= given.read | given.measured;
    round.written |= given.written;
  }

  /// The modifiers printed on cards, and what was read to find them.
  struct PrintedModifiers {
    std::vector<Entry> entries;
    StateParts read;
  };
  [[nodiscard]] PrintedModifiers modifiersNow() const {
    StateReader reader(state_, rules_);
    std::vector<Entry> found = modifiers(reader);
    return {.entries = std::move(found), .read = reader.read()};
  }
  /// The printed modifiers when no computed entries are in force; read once.
  [[nodiscard]] const PrintedModifiers& independentModifiers() {
    if (!independent_modifiers_) independent_modifiers_ = modifiersNow();
    return *independent_modifiers_;
  }

  void addModifiers(Round& round, const std::vector<TraitOf>& left_out, StateParts in_force) {
    const PrintedModifiers modified = in_force.none() ? independentModifiers() : modifiersNow();
    round.read |= modified.read;
    for (const Entry& entry : modified.entries) {
      const TraitOf trait{.bearer = entry.source};
      if (ranges::contains(left_out, trait)) continue;
      round.entries.push_back(entry);
      round.traits.push_back(trait);
      round.written |= partsOf(entry);
    }
  }

  std::uint16_t nameNumber(std::string_view name) {
    const auto place = std::find(names_.begin(), names_.end(), name) - names_.begin();
    if (static_cast<std::size_t>(place) == names_.size()) names_.push_back(name);
    return static_cast<std::uint16_t>(place);
  }

  const State& state_;
  Rules rules_;
  TraitEvaluator evaluator_;
  Few<std::string_view> names_;
  std::shared_ptr<const ComputedEntries> former_;
  std::shared_ptr<IndependentResults> results_;
  bool are_results_same_ = true;  // the result equals that of the last computation
  std::optional<PrintedModifiers> independent_modifiers_;
};

/// Calls `take` with the index of each entry of one list that the other does not have. Mostly they are equal.
template <class Take>
void forEachMissing(std::span<const Entry> from, std::span<const Entry> to, Take take) {
  const auto same = [](const Entry& one, const Entry& other) { return contentOf(one) == contentOf(other); };
  const auto first = std::mismatch(from.begin(), from.end(), to.begin(), to.end(), same).first;
  if (first == from.end()) return;
  Few<const Entry*> there;
  for (const Entry& entry : to) there.push_back(&entry);
  const auto content = [](const Entry* entry) { return contentOf(*entry); };
  ranges::sort(there, {}, content);
  for (auto entry = first; entry != from.end(); ++entry) {
    if (!ranges::binary_search(there, contentOf(*entry), {}, content)) {
      take(static_cast<std::size_t>(entry - from.begin()));
    }
  }
}

/// True if an amount exceeds what an entry can hold: it would grow without end.
bool isBeyond(const Entry& entry) {
  return entry.amount == std::numeric_limits<std::int32_t>::max() ||
         entry.amount == std::numeric_limits<std::int32_t>::min();
}

/// Adds the traits whose entries differ between two rounds.
void addChanged(const Round& one, const Round& other, std::vector<TraitOf>& changed) {
  for (const auto& [from, to] : {std::pair{&one, &other}, std::pair{&other, &one}}) {
    Few<bool> differs(from->entries.size());
    for (std::size_t i = 0; i < differs.size(); ++i) differs[i] = isBeyond(from->entries[i]);
    forEachMissing(spanOf(from->entries), spanOf(to->entries), [&](std::size_t i) { differs[i] = true; });
    for (std::size_t i = 0; i < differs.size(); ++i) {
      if (differs[i] && !ranges::contains(changed, from->traits[i])) changed.push_back(from->traits[i]);
    }
  }
}

/// Stores a result in the state, and updates the controllers that it and the previous result decide.
void setComputed(State& state, std::shared_ptr<const ComputedEntries> computed) {
  const auto former = std::exchange(state.computed, std::move(computed));
  for (const ComputedEntries* one : {former.get(), state.computed.get()}) {
    if (one == nullptr) continue;
    for (const Entry& entry : one->entries) {
      if (entry.kind != Change::Kind::CONTROL || !state.isCard(entry.subject)) continue;
      setController(state, entry.subject, controllerOf(state, entry.subject));
    }
  }
}

constexpr std::uint32_t kSpareRounds = 16;  // so that a short chain has a second half

/// Tries to settle without some of the traits: returns those that still change, none if it settled. Adds the
/// dependencies to `read`.
std::vector<TraitOf> settle(State& state, TraitComputer& computing, const std::vector<TraitOf>& left_out,
                            StateParts& read) {
  setComputed(state, nullptr);
  Round last = computing.round(left_out, {});
  read |= last.read;
  if (last.isSettled()) {  // no trait reads their entries: it is settled
    setComputed(state, computing.toComputedEntries(last));
    return {};
  }
  // A chain settles within as many rounds as it has entries. What still changes in the second half is in a cycle.
  const auto most = std::min(kMaxRounds, static_cast<std::uint32_t>(last.entries.size()) + kSpareRounds);
  std::vector<TraitOf> changed;
  for (std::uint32_t i = 0; i < most; ++i) {
    setComputed(state, computing.toComputedEntries(last));
    Round next = computing.round(left_out, last.written);
    read |= next.read;
    std::vector<TraitOf> now;
    addChanged(last, next, now);
    if (now.empty()) return {};
    last = std::move(next);
    if (i < most / 2) continue;
    for (const TraitOf& trait : now) {
      if (!ranges::contains(changed, trait)) changed.push_back(trait);
    }
  }
  return changed;
}

}  // namespace

void refreshComputed(State& state, const Rules& rules) {
  if (!mayHaveComputedEntries(state, rules)) return;
  StateParts read;
  std::vector<TraitOf> cycles;
  const auto former = state.computed;
  setComputed(state, nullptr);
  TraitComputer computing(state, rules, former,
                          IndependentResults::ownedCopy(std::move(state.derived.values().independent)));
  if (computing.isAsBefore()) {
    setComputed(state, former);
    state.derived.values().traits.restsOn(computing.readIndependently());
    state.derived.values().storeIndependent(computing.results());
    return;
  }
  for (;;) {
    const std::vector<TraitOf> changing = settle(state, computing, cycles, read);
    if (changing.empty()) break;
    cycles.insert(cycles.end(), changing.begin(), changing.end());
  }
  state.derived.values().traits.restsOn(read);
  state.derived.values().storeIndependent(computing.results());
  if (cycles.empty()) return;
  ComputedEntries all = state.computed == nullptr ? ComputedEntries{} : *state.computed;
  all.cycles = std::move(cycles);
  setComputed(state, std::make_shared<const ComputedEntries>(std::move(all)));
}

void computeAgain(Fold& fold) {
  // Each trait's own result is unchanged, but their combination may not be.
  fold.state.derived.values().independent = nullptr;
  foldComputed(fold);
}

void foldComputed(Fold& fold) {
  fold.reportPendingChanges();
  if (fold.state.derived.values().traits.holds()) return;
  const auto former = fold.state.computed;
  if (!fold.computed_before) fold.computed_before = former;
  refreshComputed(fold.state, fold.rules);
  StateParts changed;
  const auto note_missing = [&](const auto& from, const auto& to) {
    if (from == nullptr) return;
    forEachMissing(from->entries, to == nullptr ? std::span<const Entry>() : to->entries, [&](std::size_t i) {
      fold.markSubjectChanged(from->entries[i].subject);
      changed |= partsOf(from->entries[i]);
    });
  };
  if (former == fold.state.computed) return;
  note_missing(former, fold.state.computed);
  note_missing(fold.state.computed, former);
  fold.step.changed |= changed;
  fold.state.derived.values().changeComputed(changed);
}

}  // namespace docket
