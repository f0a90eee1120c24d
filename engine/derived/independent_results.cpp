#include "engine/derived/independent_results.h"

#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <utility>

#include "events/sole_owner.h"

namespace docket {

bool operator==(const TraitResult& one, const TraitResult& other) {
  const auto same = [](const Entry& a, const Entry& b) { return contentOf(a) == contentOf(b); };
  return one.read == other.read && one.written == other.written && one.measured == other.measured &&
         one.names == other.names && ranges::equal(one.entries, other.entries, same);
}

IndependentResults::IndependentResults(const IndependentResults& other)
    : applicable_(other.applicable_),
      gathering_(other.gathering_),
      is_final_(other.is_final_),
      is_made_(other.is_made_) {
  for (const auto& one : other.results_)
    results_.push_back(one == nullptr ? nullptr : std::make_unique<TraitResult>(*one));
}

std::optional<std::size_t> IndependentResults::placeOf(const ApplicableTrait& one, std::size_t& next) const {
  if (next >= applicable_.size() || !(applicable_[next] == one)) {
    const auto found = ranges::find(applicable_, one);
    if (found == applicable_.end()) return std::nullopt;
    next = static_cast<std::size_t>(found - applicable_.begin());
  }
  return next++;
}

const TraitResult* IndependentResults::resultOf(const ApplicableTrait& one, std::size_t& next) const {
  const auto place = placeOf(one, next);
  return place ? results_[*place].get() : nullptr;
}

StateParts IndependentResults::read() const {
  StateParts read = gathering_;
  for (const auto& one : results_) read |= one->read | one->measured;
  return read;
}

bool IndependentResults::setApplicable(const ApplicableTraits& now, StateParts gathering) {
  gathering_ = gathering;
  if (is_made_ && ranges::equal(now, applicable_)) return false;
  std::swap(results_, former_);
  std::size_t next = 0;
  for (const ApplicableTrait& one : now) {
    const auto place = placeOf(one, next);
    results_.push_back(place ? std::move(former_[*place]) : nullptr);
  }
  for (auto& one : former_) {
    if (one != nullptr) unused_.push_back(std::move(one));
  }
  former_.clear();
  applicable_.assign(now.begin(), now.end());
  return true;
}

std::unique_ptr<TraitResult> IndependentResults::unused() {
  if (unused_.empty()) return std::make_unique<TraitResult>();
  auto one = std::move(unused_.back());
  unused_.pop_back();
  return one;
}

void IndependentResults::setResult(std::size_t which, const TraitResult& now) {
  if (results_[which] == nullptr) results_[which] = unused();
  *results_[which] = now;
}

void IndependentResults::finishResults() {
  StateParts written;
  for (const auto& one : results_) written |= one->written;
  is_final_ = !read().touch(written);
  is_made_ = true;
}

std::shared_ptr<IndependentResults> IndependentResults::ownedCopy(std::shared_ptr<IndependentResults> kept) {
  if (kept == nullptr) return std::make_shared<IndependentResults>();
  if (!hasOneOwner(kept)) return std::make_shared<IndependentResults>(*kept);
  return kept;
}

std::shared_ptr<ComputedEntries> IndependentResults::reusableEntries() {
  const auto found = ranges::find_if(reusable_, hasOneOwner<ComputedEntries>);
  if (found != reusable_.end()) return *found;
  auto made = std::make_shared<ComputedEntries>();
  if (reusable_.size() < kMaxReusable) reusable_.push_back(made);
  return made;
}

}  // namespace docket
