#include "engine/fold/computed.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "engine/fold/filing.h"
#include "engine/fold/fold.h"
#include "engine/fold/ledger.h"
#include "engine/fold/traits_that_apply.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/evaluation/plain.h"
#include "engine/query/modifiers.h"
#include "engine/query/stats.h"
#include "engine/rules/expression/certain.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using expression::Type;
using expression::Value;
using schema::Change;

/// Mostly traits come to few entries: there is room for these without asking for memory.
template <class Each>
using Few = boost::container::small_vector<Each, 16>;

template <class Each>
std::span<const Each> spanOf(const Few<Each>& few) {
  return {few.data(), few.size()};
}

/// All in which two computed entries can differ.
auto contentOf(const Entry& entry) {
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
  friend bool operator==(const Given& one, const Given& other) {
    const auto same = [](const Entry& a, const Entry& b) { return contentOf(a) == contentOf(b); };
    return one.read == other.read && one.written == other.written && one.measured == other.measured &&
           one.beside_cards == other.beside_cards && one.is_plain == other.is_plain && one.names == other.names &&
           ranges::equal(one.entries, other.entries, same);
  }
};

}  // namespace

/// What each continuous trait comes to where nothing that any of them gives is in force: that depends on what it read
/// alone.
struct TraitsApart {
  ApplyingTraits applying;
  Few<std::shared_ptr<const Given>> given;  ///< by each of them
  bool is_all = false;                      ///< no trait reads what another gives: it is all that they come to

  /// What one of them gives, or null; `next` is where it is looked for first, and is moved on.
  [[nodiscard]] std::shared_ptr<const Given> of(const Applying& one, std::size_t& next) const {
    if (next >= applying.size() || !(applying[next] == one)) {
      const auto found = ranges::find(applying, one);
      if (found == applying.end()) return nullptr;
      next = static_cast<std::size_t>(found - applying.begin());
    }
    return given[next++];
  }
};

namespace {

/// The entries that traits come to, with the traits that they are of.
struct Round {
  Few<Entry> entries;
  Few<TraitOf> traits;       ///< of each entry
  StateParts read, written;  ///< what it was computed from, and what it changes
  [[nodiscard]] bool stands() const { return entries.empty() || !read.touch(written); }
};

/// Computes rounds. The names of entries stay the same from round to round, so that rounds can be compared.
class Computing {
 public:
  /// In a state in which nothing computed is in force, and in which `former` was before; null: nothing. Of what the
  /// state keeps, what has not changed is not computed again.
  Computing(const State& state, const Rules& rules, std::shared_ptr<const ComputedEntries> former)
      : state_(state), rules_(rules), former_(std::move(former)), apart_(makeApart()) {}

  /// What comes of the traits but some, where what changes those parts of the state is in force.
  Round round(const std::vector<TraitOf>& left_out, StateParts in_force) {
    Round round{.read = readByGathering()};
    const bool again = round.read.touch(in_force);
    const auto gathered = again ? traitsThatApply(state_, rules_) : ApplyingTraits();
    std::size_t next = 0;
    for (const Applying& one : spanOf(again ? gathered : apart_->applying)) {
      if (ranges::contains(left_out, one.trait)) continue;
      add(round, one.trait, *giveAgain(one, apart_->of(one, next), in_force, nullptr));
    }
    addModifiers(round, left_out, in_force);
    return round;
  }
  /// The entries of a round in the form of computed ones: the former ones, where they are the same; null: none.
  [[nodiscard]] std::shared_ptr<const ComputedEntries> inForm(const Round& round) const {
    if (round.entries.empty()) return nullptr;
    Few<const Entry*> ordered;
    for (const Entry& entry : round.entries) ordered.push_back(&entry);
    ranges::sort(ordered, [](const Entry* one, const Entry* other) {  // of two of which none is older, the first one
      return isOlder(*one, *other) || (!isOlder(*other, *one) && one < other);
    });
    const auto content = [](const Entry* entry) { return contentOf(*entry); };
    if (former_ != nullptr && former_->cycles.empty() && former_->names == names_ &&
        ranges::equal(ordered, former_->entries, {}, content, contentOf)) {
      return former_;
    }
    std::vector<Entry> entries;
    entries.reserve(ordered.size());
    for (const Entry* entry : ordered) entries.push_back(*entry);
    return std::make_shared<const ComputedEntries>(linked(std::move(entries), names_));
  }
  [[nodiscard]] std::shared_ptr<const TraitsApart> apart() const { return apart_; }
  /// Whether all comes to what it came to when it was last computed.
  [[nodiscard]] bool isAsBefore() {
    if (state_.kept.apart == nullptr || !apart_->is_all || apart_ != state_.kept.apart) return false;
    // A modifier that was there, or was left out in a cycle, can be gone while each trait gives what it gave.
    const bool was_alone =
        former_ == nullptr || (former_->cycles.empty() && ranges::none_of(former_->entries, isModifier));
    return was_alone && modifiersApart().empty();
  }
  /// What was read for it where that is so.
  [[nodiscard]] StateParts readApart() const {
    StateParts read = readByGathering();
    for (const auto& given : apart_->given) read |= given->read | given->measured;
    return read;
  }

 private:
  /// What a trait gives, which gave `former` before these parts of the state were something else; null: nobody knows
  /// what it gave. `cards`: those in which something else lies since; null: nobody knows which.
  [[nodiscard]] std::shared_ptr<const Given> giveAgain(const Applying& one, std::shared_ptr<const Given> former,
                                                       StateParts changed, const FewCards* cards) {
    if (former == nullptr) return give(one);
    const bool may_count = cards != nullptr && changed.has(StatePart::counters);
    if (may_count && hasItsCounters(one, *former)) changed = changed.without(StatePart::counters);
    if (!former->readsAny(changed)) return former;
    if (cards != nullptr && isAboutNoneOf(*cards, one, *former, changed)) return former;
    if (former->hasSameEntries(changed)) {
      auto measured = measuredAgain(*former);
      return *measured == *former ? former : measured;
    }
    return give(one, former);
  }

  /// Whether a trait reads no counters but those on its bearer, which are what they were.
  [[nodiscard]] bool hasItsCounters(const Applying& one, const Given& former) const {
    const FewCards& counted = state_.kept.counters_changed_since_apart;
    if (counted.areMore() || former.measured.has(StatePart::counters)) return false;
    if (ranges::contains(counted, one.trait.bearer)) return false;
    const auto counts = [](const Condition& what) {
      return what && what->reads.has(StatePart::counters) && !what->counts_on_self_alone;
    };
    const Ability& ability = *one.trait.ability;
    return ranges::none_of(ability.conditions, counts, &AbilityCondition::that) &&
           ranges::none_of(ability.effects, [&](const Effect& effect) {
             return counts(effect.to) || counts(effect.if_) || counts(effect.amount) || counts(effect.most);
           });
  }

  /// Whether nothing that a trait read has changed but what lies in some cards, and it was about none of them and is
  /// not about any now: then it comes to the same, whatever else is in play.
  [[nodiscard]] bool isAboutNoneOf(const FewCards& cards, const Applying& one, const Given& former,
                                   StateParts changed) {
    constexpr StateParts kOfCards = StateParts::allZones() | StateParts::of(StatePart::identity) |
                                    StateParts::of(StatePart::shown) | StateParts::of(StatePart::orientation) |
                                    StateParts::of(StatePart::face);
    if (cards.areMore() || !former.is_plain || former.read.has(StatePart::other) || isUnheardInPlay()) return false;
    if ((former.beside_cards | former.measured).touch(changed) || !former.read.within(changed).isPartOf(kOfCards)) {
      return false;
    }
    return ranges::none_of(cards, [&](CardIndex card) {
      if (card == one.trait.bearer || ranges::contains(former.entries, card, &Entry::subject)) return true;
      return ranges::any_of(one.trait.ability->effects, [&](const Effect& effect) {
        if (!effect.isChange() || !effect.to) return false;
        return expression::isPlainlyAmong(*effect.to, pointOf(one, kNone), card).value_or(true);
      });
    });
  }

  /// Whether there is a card in play of which nobody read what its text says: it can give anything to any other.
  [[nodiscard]] bool isUnheardInPlay() const {
    return ranges::any_of(state_.unheard_in_play, [](std::uint32_t cards) { return cards != 0; });
  }

  [[nodiscard]] std::shared_ptr<const TraitsApart> makeApart() {
    // What a footprint notes of a trait was noted when it was asked: it reads the same, and would ask the same.
    const auto& former = state_.kept.apart;
    const StateParts changed = state_.kept.changed_since_apart;
    if (former != nullptr && !readByGathering().touch(changed)) return sameApart(former, changed);
    const auto applying = traitsThatApply(state_, rules_);
    if (former != nullptr && ranges::equal(applying, former->applying)) return sameApart(former, changed);
    auto made = std::make_shared<TraitsApart>();
    made->applying = applying;
    made->given.reserve(made->applying.size());
    std::size_t next = 0;
    for (const Applying& one : made->applying) {
      made->given.push_back(giveAgain(one, former == nullptr ? nullptr : former->of(one, next), changed,
                                      &state_.kept.cards_changed_since_apart));
    }
    made->is_all = isAll(*made);
    return made;
  }

  /// Where the same traits apply as before: mostly they all come to the same, and nothing is put together again.
  [[nodiscard]] std::shared_ptr<const TraitsApart> sameApart(const std::shared_ptr<const TraitsApart>& former,
                                                             StateParts changed) {
    std::shared_ptr<TraitsApart> made;
    for (std::size_t i = 0; i < former->given.size(); ++i) {
      auto again = giveAgain(former->applying[i], former->given[i], changed, &state_.kept.cards_changed_since_apart);
      if (again == former->given[i]) continue;
      if (made == nullptr) made = std::make_shared<TraitsApart>(*former);
      made->given[i] = std::move(again);
    }
    if (made == nullptr) return former;
    made->is_all = isAll(*made);
    return made;
  }

  /// Whether no trait reads what another gives.
  [[nodiscard]] bool isAll(const TraitsApart& apart) const {
    StateParts read = readByGathering();
    StateParts written;
    for (const auto& given : apart.given) {
      read |= given->read | given->measured;
      written |= given->written;
    }
    return !read.touch(written);
  }

  void add(Round& round, const TraitOf& trait, const Given& given) {
    for (std::size_t i = 0; i < given.entries.size(); ++i) {
      round.entries.push_back(given.entries[i]);
      if (given.names[i] != nullptr) round.entries.back().what = nameNumber(*given.names[i]);
      round.traits.push_back(trait);
    }
    round.read |= given.read | given.measured;
    round.written |= given.written;
  }

  /// What cards modify by what is printed on them, where nothing computed is in force; read once.
  [[nodiscard]] const Modifiers& modifiersApart() {
    if (!modifiers_apart_) {
      const Modifiers found = modifiers(state_, rules_);
      modifiers_apart_.emplace().assign(found.begin(), found.end());
    }
    return *modifiers_apart_;
  }

  void addModifiers(Round& round, const std::vector<TraitOf>& left_out, StateParts in_force) {
    const Modifiers now = in_force.none() ? Modifiers() : modifiers(state_, rules_);
    const Modifiers& modified = in_force.none() ? modifiersApart() : now;
    if (modified.empty()) return;
    round.read |=
        StateParts::allStats() | StateParts::of(StatePart::identity) | StateParts::of(StatePart::characteristics);
    round.written |= StateParts::allStats();
    for (const Entry& entry : modified) {
      const TraitOf of{.bearer = entry.source};
      if (ranges::contains(left_out, of)) continue;
      round.entries.push_back(entry);
      round.traits.push_back(of);
    }
  }

  /// What decides which traits apply, and what modifies what. All that is asked of `it` is asked here.
  [[nodiscard]] StateParts readByGathering() const {
    StateParts read =
        StateParts::of(StatePart::bearers) | StateParts::of(StatePart::traits) | StateParts::of(StatePart::attachment);
    // Where footprints are taken it is asked again for what the other position of the switch would read, until it has
    // been noted that this could come to something else.
    constexpr auto kSwitch = RuleSwitch::continuous_while_in_play;
    const Consulted* noted = rules_.ruleset.consulted;
    if ((noted != nullptr && !noted->has(kSwitch)) || !rules_.ruleset.holds(kSwitch)) {
      read |= StateParts::of(StatePart::periods);
    }
    return read;
  }

  /// Notes that a trait asks that, and not of a card alone.
  void read(const expression::Expression& what) {
    given_.read |= what.reads.without(StatePart::event);
    given_.beside_cards |= what.reads.without(StatePart::event);
  }
  [[nodiscard]] expression::Point pointOf(const Applying& one, Entity it) const {
    return {.state = state_, .rules = rules_, .self = one.trait.bearer, .it = state_.isCard(it) ? it : kNone};
  }

  /// The same of a number or a condition; `doubtful` where it is not certain.
  [[nodiscard]] expression::Plain ask(const expression::Expression& what, const Applying& one, Entity it,
                                      bool& doubtful) {
    read(what);
    const expression::Point point = pointOf(one, it);
    if (const auto plain = expression::plainly(what, point)) return *plain;
    const Value value = expression::evaluate(what, point).value;
    const bool is_certain = expression::isCertainButForTexts(value);
    doubtful = doubtful || !is_certain;
    // A condition that is not certain may hold.
    const bool may_hold = value.type == Type::boolean && (!is_certain || value.isTrue());
    return {.type = value.type, .number = value.type == Type::boolean ? std::int64_t{may_hold} : value.number};
  }

  /// `former`: what it gave before, which is given again where it comes to the same; null: nobody knows.
  [[nodiscard]] std::shared_ptr<const Given> give(const Applying& one, std::shared_ptr<const Given> former = nullptr) {
    given_.entries.clear();
    given_.names.clear();
    given_.read = given_.written = given_.measured = given_.beside_cards = {};
    given_.is_plain = !isUnheardInPlay();
    std::uint16_t place = 0;
    for (const Effect& effect : one.trait.ability->effects) {
      // One place for each effect of each trait: which of them came first can be seen by it.
      const auto index = static_cast<std::uint16_t>(one.place * 64U + place++ % 64U);
      if (!effect.isChange()) continue;
      forEachSubject(one, effect, [&](Entity subject) { applyTo(one, effect, index, subject); });
    }
    if (former != nullptr && *former == given_) return former;
    // A copy: it is as large as it has to be, and the place is used again.
    return std::make_shared<const Given>(given_);
  }

  /// Calls with each whom an effect is about.
  template <class Take>
  void forEachSubject(const Applying& one, const Effect& effect, Take&& take) {
    if (!effect.to) return take(one.trait.bearer);
    const auto take_if = [&](Entity subject) {
      if (!one.own_card_only || subject == one.trait.bearer) take(subject);
    };
    const expression::Point point = pointOf(one, one.trait.bearer);
    if (expression::SelectedCards cards;
        effect.to->asks_each_alone && expression::addPlainCards(*effect.to, point, cards)) {
      given_.read |= effect.to->reads.without(StatePart::event);
      for (const CardIndex card : cards) take_if(card);
      return;
    }
    given_.is_plain = false;
    read(*effect.to);
    const Value to = expression::valueAt(*effect.to, point);
    if (to.type == Type::cards) {
      for (const CardIndex card : to.cards) take_if(card);
    } else if (to.isKnown()) {
      take_if(to.entity);
    }
  }

  /// Whether all that it depends on holds; `doubtful` where something unknown decides.
  [[nodiscard]] bool holds(const Applying& one, const Effect& effect, Entity subject, bool& doubtful) {
    const auto meets = [&](const Condition& condition) {
      return !condition || ask(*condition, one, subject, doubtful).isTrue();
    };
    return meets(effect.if_) && !ranges::any_of(one.trait.ability->conditions, [&](const AbilityCondition& condition) {
             return !meets(condition.that);
           });
  }

  void applyTo(const Applying& one, const Effect& effect, std::uint16_t index, Entity subject) {
    Entry entry{.event = one.since,
                .index = index,
                .kind = changeOf(effect.what),
                .last = Change::Last::WHILE_SOURCE,
                .computed = true,
                .subject = subject,
                .source = one.source};
    if (!holds(one, effect, subject, entry.doubtful)) return;
    if (entry.doubtful && entry.kind == Change::Kind::CONTROL) return;
    const bool about_stat = effect.stat != kUnbound;
    if (about_stat) entry.what = effect.stat;
    if (entry.kind == Change::Kind::CONTROL) {
      given_.read |= StateParts::of(StatePart::control);
      given_.beside_cards |= StateParts::of(StatePart::control);
      entry.player = controllerBy(one);
    }
    bool doubtful = entry.doubtful;
    if (effect.amount) entry.asked = narrow(ask(*effect.amount, one, subject, doubtful).number);
    entry.doubtful = doubtful;
    entry.amount = entry.asked;
    if (about_stat) measure(one, effect, entry);
    given_.written |= partsOf(entry);
    given_.entries.push_back(entry);
    given_.names.push_back(about_stat ? nullptr : &effect.name);
  }

  /// How much a change of a stat comes to.
  void measure(const Applying& one, const Effect& effect, Entry& entry) {
    if (entry.kind != Change::Kind::BONUS) {
      const StatIndex stat = effect.stat;
      given_.measured |= StateParts::ofStat(stat) | rules_.ruleset.total_reads[stat] |
                         StateParts::of(StatePart::identity) | StateParts::of(StatePart::characteristics);
    }
    holdAgainstStat(entry);
    if (!effect.most || entry.kind != Change::Kind::BONUS) return;
    bool doubtful = entry.doubtful;
    entry.most = narrow(ask(*effect.most, one, entry.subject, doubtful).number);
    entry.doubtful = doubtful;
    entry.most_of_value = effect.most_of_value;
  }

  /// What an entry comes to by what its stat was before it.
  void holdAgainstStat(Entry& entry) const {
    const auto stat = static_cast<StatIndex>(entry.what);
    if (entry.kind == Change::Kind::SET) {
      entry.amount = bonusToReach(state_, rules_, entry.subject, stat, entry.asked, &entry);
    }
    if (isBound(entry)) entry.before = sumBefore(state_, rules_, entry.subject, stat, entry);
  }

  /// The same entries about the same subjects, held against stats that are others by now.
  [[nodiscard]] std::shared_ptr<const Given> measuredAgain(const Given& former) const {
    auto given = std::make_shared<Given>(former);
    for (std::size_t i = 0; i < given->entries.size(); ++i) {
      if (given->names[i] == nullptr) holdAgainstStat(given->entries[i]);
    }
    return given;
  }

  static std::int32_t narrow(std::int64_t amount) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(amount, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max()));
  }

  [[nodiscard]] Seat controllerBy(const Applying& one) const {
    if (state_.isCard(one.trait.bearer)) return state_.cards[one.trait.bearer].controller;
    return kindOf(one.trait.bearer) == EntityKind::player ? static_cast<Seat>(numberOf(one.trait.bearer)) : Seat{0};
  }

  std::uint16_t nameNumber(std::string_view name) {
    const auto place = std::find(names_.begin(), names_.end(), name) - names_.begin();
    if (static_cast<std::size_t>(place) == names_.size()) names_.push_back(name);
    return static_cast<std::uint16_t>(place);
  }

  const State& state_;
  Rules rules_;
  std::vector<std::string_view> names_;
  Given given_;  // of the trait at hand
  std::shared_ptr<const ComputedEntries> former_;
  std::shared_ptr<const TraitsApart> apart_;
  std::optional<Modifiers> modifiers_apart_;
};

/// Calls with the place of each entry of one list that the other does not have. Mostly they are the same.
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

/// Whether an amount grew beyond what an entry holds: it would grow on.
bool isBeyond(const Entry& entry) {
  return entry.amount == std::numeric_limits<std::int32_t>::max() ||
         entry.amount == std::numeric_limits<std::int32_t>::min();
}

/// The traits of which two rounds hold different entries.
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

/// Puts a result into the state, with the controllers that it and the one before it decide.
void put(State& state, std::shared_ptr<const ComputedEntries> computed) {
  const auto former = std::exchange(state.computed, std::move(computed));
  for (const auto& one : {former, state.computed}) {
    if (one == nullptr) continue;
    for (const Entry& entry : one->entries) {
      if (entry.kind != Change::Kind::CONTROL || !state.isCard(entry.subject)) continue;
      setController(state, entry.subject, controllerOf(state, entry.subject));
    }
  }
}

/// One attempt to settle without some of the traits: gives those that still change, none where it settled. `read` gets
/// all that was read for it.
std::vector<TraitOf> settle(State& state, Computing& computing, const std::vector<TraitOf>& left_out,
                            StateParts& read) {
  put(state, nullptr);
  Round last = computing.round(left_out, {});
  read |= last.read;
  if (last.stands()) {  // nothing that they come to is among what they read: it is settled
    put(state, computing.inForm(last));
    return {};
  }
  const std::uint32_t most = std::min<std::uint32_t>(kMostRounds, static_cast<std::uint32_t>(last.entries.size()) + 16);
  std::vector<TraitOf> changed;
  for (std::uint32_t i = 0; i < most; ++i) {
    put(state, computing.inForm(last));
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
  if (!computes(state, rules)) return;
  StateParts read;
  std::vector<TraitOf> cycles;
  const auto former = state.computed;
  put(state, nullptr);
  Computing computing(state, rules, former);
  if (computing.isAsBefore()) {
    put(state, former);
    state.kept.traits.restsOn(computing.readApart());
    state.kept.changed_since_apart = {};
    state.kept.cards_changed_since_apart.clear();
    state.kept.counters_changed_since_apart.clear();
    return;
  }
  for (;;) {
    const std::vector<TraitOf> changing = settle(state, computing, cycles, read);
    if (changing.empty()) break;
    cycles.insert(cycles.end(), changing.begin(), changing.end());
  }
  state.kept.traits.restsOn(read);
  state.kept.apart = computing.apart();
  state.kept.changed_since_apart = {};
  state.kept.cards_changed_since_apart.clear();
  state.kept.counters_changed_since_apart.clear();
  if (cycles.empty()) return;
  ComputedEntries all = state.computed == nullptr ? ComputedEntries{} : *state.computed;
  all.cycles = std::move(cycles);
  put(state, std::make_shared<const ComputedEntries>(std::move(all)));
}

void foldComputed(Fold& fold) {
  fold.tellChanges();
  if (fold.state.kept.traits.holds()) return;
  const auto former = fold.state.computed;
  if (!fold.computed_before) fold.computed_before = former;
  refreshComputed(fold.state, fold.rules);
  StateParts changed;
  const auto note_missing = [&](const auto& from, const auto& to) {
    if (from == nullptr) return;
    forEachMissing(from->entries, to == nullptr ? std::span<const Entry>() : to->entries, [&](std::size_t i) {
      fold.noteSubject(from->entries[i].subject);
      changed |= partsOf(from->entries[i]);
    });
  };
  if (former == fold.state.computed) return;
  note_missing(former, fold.state.computed);
  note_missing(fold.state.computed, former);
  fold.step.changed |= changed;
  fold.state.kept.changeComputed(changed);
}

}  // namespace docket
