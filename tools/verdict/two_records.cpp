#include "tools/verdict/two_records.h"

#include <map>
#include <set>
#include <utility>

#include "tools/verdict/state_fields.h"

namespace docket {
namespace {

/// One of the two records, as a list of fields.
class OneRecord {
 public:
  explicit OneRecord(const Side& side)
      : rules_(side.game->rules()),
        turn_labels_(rules_.ruleset, side.game->names(), side.game->events(), side.game->last()),
        state_(side.game->stateAt(side.at)),
        words_(state_, rules_, side.game->header(), turn_labels_) {
    for (StateField& field : stateFieldsOf(words_)) fields_.emplace(std::move(field.key), std::move(field.value));
  }

  [[nodiscard]] const std::map<StateField::Key, std::string>& fields() const { return fields_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Words& words() const { return words_; }

  [[nodiscard]] bool isCard(Entity subject) const { return kindOf(subject) == EntityKind::card && subject != 0; }
  [[nodiscard]] bool knows(Entity subject) const {
    const CardIndex card = state_.cardOf(numberOf(subject));
    return card != kNone && words_.definition(card) != nullptr;
  }
  [[nodiscard]] std::string subject(Entity entity) const {
    if (isCard(entity)) return words_.card(state_.cardOf(numberOf(entity)));
    return kindOf(entity) == EntityKind::player ? words_.player(static_cast<Seat>(numberOf(entity)))
                                                : std::string("the game");
  }
  /// The value of a field; empty if the record does not have it, or does not know it.
  [[nodiscard]] std::string said(const StateField::Key& key) const {
    const auto found = fields_.find(key);
    return found == fields_.end() || found->second.starts_with("unknown") ? std::string() : found->second;
  }
  /// True if the record does not say it because the card is unknown there.
  [[nodiscard]] bool isUnknownThere(const StateField::Key& key) const {
    const auto found = fields_.find(key);
    return found != fields_.end() || (isCard(key.subject) && !knows(key.subject));
  }

 private:
  Rules rules_;
  TurnLabels turn_labels_;
  State state_;
  Words words_;
  std::map<StateField::Key, std::string> fields_;
};

void countCards(const OneRecord& left, const OneRecord& right, TwoRecords& found) {
  std::set<std::uint32_t> numbers;
  for (const OneRecord* one : {&left, &right}) {
    for (const Card& card : one->state().cards) numbers.insert(card.number);
  }
  found.cards = numbers.size();
  for (const std::uint32_t number : numbers) {
    const bool one = left.knows(number), other = right.knows(number);
    (one && other ? found.known_to_both
     : one        ? found.known_left
     : other      ? found.known_right
                  : found.known_to_neither) += 1;
  }
}

void compareField(const OneRecord& left, const OneRecord& right, const StateField::Key& key, TwoRecords& found) {
  const std::string one = left.said(key), other = right.said(key);
  if (one == other) {
    found.same += one.empty() ? 0U : 1U;
  } else if (other.empty() && right.isUnknownThere(key)) {
    ++found.said_left;
  } else if (one.empty() && left.isUnknownThere(key)) {
    ++found.said_right;
  } else {
    const bool named_left = left.knows(key.subject) || !left.isCard(key.subject);
    found.contradictions.push_back({.subject = (named_left ? left : right).subject(key.subject),
                                    .field = key.field,
                                    .left = one.empty() ? "nothing" : one,
                                    .right = other.empty() ? "nothing" : other});
  }
}

}  // namespace

TwoRecords compareRecords(const Side& left, const Side& right) {
  const OneRecord one(left), other(right);
  TwoRecords found;
  countCards(one, other, found);
  for (const auto& [key, value] : one.fields()) compareField(one, other, key, found);
  for (const auto& [key, value] : other.fields()) {
    if (!one.fields().contains(key)) compareField(one, other, key, found);
  }
  return found;
}

}  // namespace docket
