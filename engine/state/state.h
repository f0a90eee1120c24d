// The state of a game after an event: the location, owner and controller of everything, and the changes in force. A
// value: it can be copied, kept and compared; two folds of the same events under the same rules give equal states. It
// stores only raw facts. Stats, controllers and counts of limits are computed from them (stats.h, ledger.h, limits.h).
// Invariant: fingerprint is the sum of the hashes of the facts (facts.h); every change goes through Fold (fold.h).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ids.h"
#include "engine/rules/ruleset.h"
#include "engine/state/amount_of.h"
#include "engine/state/card.h"
#include "engine/state/card_sets.h"
#include "engine/state/derived.h"
#include "engine/state/event_context.h"
#include "engine/state/fingerprint.h"
#include "engine/state/play_state.h"
#include "engine/state/pool.h"
#include "engine/state/shared.h"
#include "events/key_index.h"
#include "events/names.h"
#include "events/seats.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The highest number of card numbers that one event may assign; a record that asks for more is damaged.
inline constexpr std::size_t kMaxNumbersAtOnce = 100'000;
/// The highest number of card numbers in a keyframe, which bounds the memory that a damaged one can ask for.
inline constexpr std::size_t kMaxCardNumbers = 100'000'000;

/// The maximum numbers of events kept for texts that refer back to them, of obligations, and of statements.
inline constexpr std::size_t kMaxRemembered = 64;
inline constexpr std::size_t kMaxObligations = 10'000;
inline constexpr std::size_t kMaxStatements = 10'000;

/// The bonus has no maximum.
inline constexpr std::int32_t kNoCap = std::numeric_limits<std::int32_t>::max();

/// An entry of the ledger of continuous changes. It fills one cache line and starts on one in the pool: each reading of
/// a stat walks over several entries.
struct Entry {
  EventNumber event = 0;    ///< the event that began it
  std::uint16_t index = 0;  ///< its index in that event's `begins`
  schema::Change::Kind kind{};
  schema::Change::Last last{};
  bool computed : 1 = false;  ///< from a continuous trait: not a fact of the state (computed.h)
  /// True: `cap` limits the resulting value, as in recorded changes; false: it limits the bonus.
  bool caps_value : 1 = true;
  bool doubtful = false;           ///< a computed entry: something unknown decides whether it applies, or its amount
  Entity subject = kNone;          ///< a card's index, or another entity
  std::uint16_t stat_or_name = 0;  ///< a stat's index for changes of stats, else a name: State::nameOf
  PeriodIndex period = kUnbound;   ///< for untilEnd
  Seat player = 0;
  std::int32_t amount = 0;  ///< the counted amount; for `set`, the bonus or penalty that reached the value; 0 if its
                            ///< subject had no such stat to receive it
  std::int32_t stated_amount = 0;  ///< the amount as the event gives it
  std::int32_t cap = kNoCap;       ///< for a bonus "(to a maximum of ...)"
  std::int64_t before = 0;         ///< for a bound: the stat's value just before the bound began
  CardIndex source = kNone;
  EntryIndex next_of_subject = kNone, previous_of_subject = kNone;
  EntryIndex next_ending = kNone, previous_ending = kNone;  ///< links the entries that end together
  EntryIndex next_of_event = kNone;                         ///< circular list of the entries that began with one event
};

static_assert(sizeof(Entry) == 64);

/// True if an entry bounds a stat.
inline bool isBound(const Entry& entry) {
  return entry.kind == schema::Change::Kind::MINIMUM || entry.kind == schema::Change::Kind::MAXIMUM;
}

/// True if a place of the pool holds an entry: event numbers start at 1.
inline bool isLive(const Entry& entry) { return entry.event != 0; }

/// Indices of computed entries start here.
inline constexpr EntryIndex kFirstComputed = 0x80000000U;

/// A continuous trait of a card or another entity.
struct TraitOf {
  Entity bearer = kNone;
  const Ability* ability = nullptr;
  friend bool operator==(const TraitOf&, const TraitOf&) = default;
};

/// The entries that the continuous traits give in a state. They are computed and never recorded.
struct ComputedEntries {
  std::vector<Entry> entries;                             ///< oldest first; a subject's entries are linked newest first
  std::vector<std::pair<Entity, EntryIndex>> by_subject;  ///< the newest entry about each subject, sorted by subject
  std::vector<std::string_view> names;  ///< the names that Entry::stat_or_name indexes; owned by the catalogue
  std::vector<TraitOf> cycles;          ///< traits that undo themselves or each other: they have no effect
  bool about_types = false;             ///< an entry gives types that are not printed, or may do so
  bool grant_traits = false;

  /// The newest entry about a subject, or kNone.
  [[nodiscard]] EntryIndex newestAbout(Entity subject) const;
};

/// A bound, or a change of keywords or types, that its subject received at another time than with the event that began
/// it: after the source of a continuous trait came into play, for example when the card came under the control of the
/// player whose cards the trait affects, or with earlier events that happened at the same time.
struct ReceivedChange {
  Entity subject;
  EventNumber event;    ///< Entry::event of the change
  std::uint16_t index;  ///< Entry::index
  StatIndex stat;       ///< of a bound
  CardIndex source;
  EventNumber since;      ///< the event with which the subject received it, or the first of its group
  bool of_words = false;  ///< a change of keywords or types, and not a bound
};

/// A minimum that had no effect in a contradiction and has none after it (schemas/ruleset.capnp, "afterContradiction").
struct IgnoredBound {
  Entity subject;
  EventNumber event;    ///< Entry::event of the bound
  std::uint16_t index;  ///< Entry::index
  StatIndex stat;
  friend bool operator==(const IgnoredBound&, const IgnoredBound&) = default;
};

/// A use that limits count: a play, an activation, an application or a trigger.
struct Use {
  EventNumber event = 0;
  CardIndex card = kNone;  ///< kNone: the use of a player's ability, not of a card
  std::uint32_t definition = 0;
  EventNumber trigger = 0;
  EntryIndex first_entry = kNone;  ///< one of the circular list of entries that it began
  UseIndex previous_in_use_list = kNone;
  std::uint32_t use_list = 0;  ///< its index in State::use_lists
  Entity host = kNone;
  std::uint16_t ability = 0;  ///< from 1 in the definition; 0: unknown, or `named` gives it
  NameNumber designator = 0;
  NameNumber named = 0;  ///< the name of a granted ability
  Seat player = 0;
  schema::Limit::Counted counted{};
  bool negated = false, effect_negated = false, resolved = false;
  bool applied = false;  ///< its effects count as applied (for limits of applications)
  /// The event with which its card was last turned face-down since the use: by something else, by this ability itself,
  /// or by an unknown cause. 0: never.
  EventNumber turned_by_other = 0, turned_by_itself = 0, turned_by_unrecorded = 0;
  EventNumber resolved_at = 0;
  std::uint32_t titled = 0;  ///< the title that the card of a granted ability had then (titleNumber)
};

/// Counters of one kind on a card or another subject.
struct Counter {
  Entity subject;
  NameNumber name;
  std::int64_t amount;
};

/// An entity's life, honor, gold, points and so on. Keyed by the ruleset's value or, if the ruleset has none, by name
/// (valueKey).
struct EntityValue {
  Entity subject;
  std::uint32_t key;
  std::int64_t amount = 0;  ///< 0 if unknown
  bool known = true;        ///< false: it was gained or lost, and the amount before is unknown
};

/// The sort keys of State::counters and State::values. Both are sorted vectors: a game has a few dozen of each, and a
/// vector is copied in one piece.
inline constexpr auto kCounterKey = [](const Counter& counter) { return std::pair{counter.subject, counter.name}; };
inline constexpr auto kValueKey = [](const EntityValue& value) { return std::pair{value.subject, value.key}; };

/// The latest observation of a reading. It is stale once something that can change the reading has happened.
struct Observation {
  Entity subject;
  NameNumber reading;
  bool base;
  bool absent;
  EventNumber event;
  std::int64_t amount;
  bool explained = true;  ///< the rules gave the same amount then
  // For an observation without `reading`, written as an expression: the stat or value of the ruleset that the
  // expression reads.
  StatIndex stat = kUnbound;
  std::uint32_t key = 0;
};

/// A stat or value read by an expression for which the recorder observed, at `event`, another result than the rules
/// give. Something that the expression read must differ from the record; it is unknown what.
struct DoubtedAmount {
  AmountOf amount;
  EventNumber event;
};

/// An event that the recorder could not describe: since `event`, any fact about `subject` (kNone: about anything) may
/// differ from the record.
struct Skip {
  Entity subject = kNone;
  EventNumber event = 0;
};
inline constexpr std::size_t kMaxSkips = 64;  ///< beyond this many open skips, they are merged into one about anything

/// The current period of a kind, or the latest one.
struct PeriodNow {
  bool open = false;
  Seat player = 0;
  NameNumber name = 0;
  EventNumber began = 0;
  std::uint32_t count = 0;  ///< how many periods of the kind have begun
  Entity place = kNone;
  std::vector<Entity> parties{};  ///< the parties of the period, as the state names them: the two sides of a duel
};

/// An ability that something had been given and then lost. Kept as long as a use can refer to it.
struct EndedGrant {
  Entity subject = kNone;
  NameNumber name = 0;
  EventNumber began = 0, ended = 0;
};

/// A link of the chain of activations that is being built or resolved.
struct Link {
  EventNumber activation;
  std::uint8_t position;
  bool resolved;
};

/// The game's names with their bindings. Copies of a state share it until one of them learns a new name.
struct Vocabulary {
  Names names;
  std::vector<Binding> bindings{Binding{}};  ///< by name number
  bool names_traits = false;                 ///< true if one of the names is that of a trait in the rules

  [[nodiscard]] const Binding& operator[](NameNumber name) const {
    return bindings[name < bindings.size() ? name : 0U];
  }
};

/// The definitions that occur in the game, by the numbers that cards use. Shared in the same way.
struct Definitions {
  std::vector<const Definition*> known{nullptr};  ///< null: unidentified, or a key that no catalogue has
  /// As `known`, but with an empty definition for a key that no catalogue has.
  std::vector<const Definition*> named{nullptr};
  std::uint32_t undefined = 0;    ///< the number of such keys
  std::uint32_t unread = 0;       ///< the number of definitions with a text that is not fully read
  std::uint64_t triggers_in = 0;  ///< the zones in which a text of a definition can be triggered (Definition)
  KeyIndex by_key;                ///< the number of each key; if several share a key, the first
  KeyIndex by_title;              ///< likewise for each title that the record or a catalogue gives
  std::vector<std::shared_ptr<const Definition>> own;  ///< definitions that no catalogue has

  /// The number of the definition with that key, or kNone.
  [[nodiscard]] std::uint32_t find(std::string_view key) const {
    return by_key.find(key, [this](std::uint32_t number) { return std::string_view(named[number]->key); });
  }
  /// The first known definition with that title, or null. An empty title finds nothing.
  [[nodiscard]] const Definition* titled(std::string_view title) const {
    if (title.empty()) return nullptr;
    const std::uint32_t number =
        by_title.find(title, [this](std::uint32_t one) { return std::string_view(named[one]->title); });
    return number == kNone ? nullptr : named[number];
  }
};

/// Something that must happen because a text requires it: a triggered trait in response to an event, or an effect of an
/// act.
struct Obligation {
  enum class Status : std::uint8_t {
    open,
    optional,    ///< may be done, but is not required
    waiting,     ///< an effect of an activation that has not resolved yet
    discharged,  ///< done by event `by`
    impossible,  ///< and `why`
    waived,      ///< by a judge, with event `by`
    missed,      ///< event `by` found that it was not done
  };
  enum class Why : std::uint8_t { none, condition, cost, target, source, negation, nothing };
  EventNumber trigger = 0;  ///< the event that triggered it; for an effect, the act that causes it
  EventNumber group = 0;    ///< the first of the events simultaneous with that one
  EventNumber by = 0;       ///< the event that closed it; for an effect of a resolved activation, the resolution
  CardIndex card = kNone;   ///< kNone: from an ability that the player has
  std::uint32_t definition = 0;
  std::uint16_t trait = 0;   ///< the number of the card's ability or trait, from 1; 0: `named` gives it
  NameNumber named = 0;      ///< the name of a granted ability
  std::uint16_t effect = 0;  ///< the number of its effect, from 1; 0: the trait itself
  Seat player = 0;           ///< the controller of the card at that time
  Seat who = 0;              ///< the player of the triggering event
  CardIndex it = kNone;      ///< the card of the triggering event
  Entity that = kNone;       ///< the other party of that event; for an effect, the act's target
  Entity subject = kNone;    ///< for an effect, the entity that it affects; kNone if unknown
  Status status{};
  Why why{};
  bool certain = true;  ///< false: something unknown decides whether the obligation exists
  /// The number of the ruleset's `follows` line that requires it, from 1; 0: a text requires it.
  std::uint16_t follow_up_rule = 0;

  /// True while it is still to be done or declined.
  [[nodiscard]] bool isOpen() const { return status <= Status::waiting; }
};

/// An event that a cost or a reaction of a text may refer back to.
struct Remembered {
  EventNumber event = 0;
  EventNumber spent = 0;  ///< the act whose cost it paid
  EventContext context;
  /// The event's card before the event: a cost paid with the card itself is checked against it.
  ZoneIndex zone = kUnbound;
  std::uint8_t orientation = 0;
  Facing face = Facing::up;
};

/// A statement about cards (statements.h); not part of their identity.
struct Statement {
  EventNumber event = 0;
  std::uint64_t hash = 0;          ///< the hash of the words
  Seat player = 0;                 ///< the player who said it
  Seats seats = kEveryone;         ///< the seats that heard it
  std::string words{};             ///< empty: the record does not give the words
  std::vector<CardIndex> cards{};  ///< sorted; without cards that were shuffled away or ceased to exist
};

/// A card that moved, with one of several simultaneous events, to a place that may now hold too many. The number is
/// judged after all of those events.
struct Arrival {
  enum class At : std::uint8_t {
    slot,  ///< to a slot in which another card lay
    play,  ///< into play, or under the control of another player
    host   ///< attached to the host
  };
  EventNumber event = 0;  ///< the event that moved it
  EventNumber group = 0;  ///< the first of the simultaneous events
  CardIndex card = kNone;
  At at = At::slot;
  schema::Event::Which act{};  ///< the act as which limits judge it; not set for a slot
};

struct Outcome {
  bool over = false;
  Seats winners = 0;              ///< empty: none, or as `everybody` says
  schema::Everybody everybody{};  ///< all players won, or lost
  NameNumber reason = 0;
  EventNumber event = 0;
};

struct State;

/// All entries about a subject, recorded and computed, newest first.
class EntriesAbout {
 public:
  struct End {};
  class Iterator {
   public:
    Iterator(const State& state, EntryIndex recorded, EntryIndex computed)
        : state_(&state), recorded_(recorded), computed_(computed) {
      choose();
    }
    EntryIndex operator*() const { return now_; }
    inline Iterator& operator++();
    friend bool operator==(const Iterator& one, End) { return one.now_ == kNone; }
    friend bool operator!=(const Iterator& one, End) { return one.now_ != kNone; }

   private:
    inline void choose();
    const State* state_;
    EntryIndex recorded_, computed_, now_ = kNone;
  };

  EntriesAbout(const State& state, EntryIndex recorded, EntryIndex computed)
      : state_(state), recorded_(recorded), computed_(computed) {}
  [[nodiscard]] Iterator begin() const { return {state_, recorded_, computed_}; }
  [[nodiscard]] static End end() { return {}; }

 private:
  const State& state_;
  EntryIndex recorded_, computed_;
};

/// Uses of texts whose effects on stats are not known to the rules, in a game whose records do not give these effects
/// either (RuleSwitch::uses_leave_stats_unrecorded). Such a use may have changed anything that was there before its
/// turn ended.
struct UnrecordedChanges {
  CardIndex by = kNone;   ///< the card of the latest such use
  EventNumber until = 0;  ///< the last event of the turn of that use; 0: there was no use
  bool goes_on = false;   ///< true: the turn of that use is still going on

  /// True if a stat of something that arrived with that event may have changed.
  [[nodiscard]] bool mayHaveChanged(EventNumber arrived) const { return goes_on || (until != 0 && arrived <= until); }
};

struct State {
  EventNumber event = 0;  ///< the last event folded
  std::uint32_t seats = 0;
  std::string format;  ///< the game's format, from its header; empty: not given
  std::vector<Card> cards;
  std::vector<CardIndex> numbers;             ///< the card of each number; kNone for a number that a shuffle removed
  CardSets sets;                              ///< derived: cards by zone, controller, possible type and texts
  std::vector<std::vector<CardIndex>> piles;  ///< by pile(); from the bottom
  Pool<Entry> entries;
  std::uint32_t bounds = 0;  ///< derived: the number of minimums and maximums among them
  /// The first entry of each subject that is not a card, sorted by subject.
  std::vector<std::pair<Entity, EntryIndex>> other_subjects;
  std::array<EntryIndex, kMaxPeriods> ending = filled();  ///< the first entry that ends with a period of each kind
  std::vector<Use> uses;
  UseIndex uses_kept = 0;  ///< uses before this index outlived the period after which uses are forgotten
  std::vector<UseIndex> last_of_use_list;  ///< by use list, numbered per game (findUseList() in limits.h)
  std::vector<std::uint32_t> use_lists;    ///< the Definition::use_list of each of these
  std::vector<EndedGrant> ended_grants;    ///< in the order in which they ended
  std::vector<Counter> counters;           ///< in order of subject and name
  std::vector<EntityValue> values;         ///< likewise
  std::vector<Observation> observations;   ///< in order of subject, reading, base
  std::vector<DoubtedAmount> doubted;      ///< in order of the amount
  std::vector<Skip> skipped;               ///< in the order of their events; only skips that nothing has settled
  std::array<PeriodNow, kMaxPeriods> periods{};
  std::vector<Link> chain;
  std::vector<Obligation> obligations;       ///< in the order in which they arose; closed ones until they are forgotten
  std::vector<Remembered> remembered;        ///< the latest kMaxRemembered, oldest first
  EventNumber latest_activation = 0;         ///< the latest one this turn that was not void
  EventNumber latest_change = 0;             ///< the latest event that can have changed a reading
  UnrecordedChanges unrecorded;              ///< changes to stats that uses may have made and no record gives
  std::vector<EventNumber> void_events;      ///< acts that the ruleset holds void
  std::vector<IgnoredBound> ignored_bounds;  ///< in the order in which they became ignored
  std::vector<ReceivedChange> received_changes;            ///< in the order in which they were received
  std::vector<std::pair<Entity, StatIndex>> contradicted;  ///< derived: the stats whose bounds are ignored now
  std::shared_ptr<const ComputedEntries> computed;         ///< derived; null if no trait computes anything
  std::uint32_t granted_traits = 0;                        ///< derived: how many ledger entries give a trait
  MatterCounts unread_in_play{};                           ///< derived: the number of such cards (undefined.h)
  Outcome outcome;
  Shared<std::vector<Statement>> statements;  ///< in the order of their events, at most kMaxStatements
  std::vector<Arrival> arrivals;              ///< arrivals with the latest simultaneous events, in order
  PlayState play;
  Shared<Vocabulary> vocabulary;
  Shared<Definitions> definitions;
  FactSum fingerprint;
  Derived derived;

  /// The card with a number, or kNone.
  [[nodiscard]] CardIndex cardOf(std::uint32_t number) const {
    return number < numbers.size() ? numbers[number] : kNone;
  }
  [[nodiscard]] const Definition* definitionOf(const Card& card) const { return definitions->known[card.definition]; }
  [[nodiscard]] std::size_t pile(ZoneIndex zone, Seat player) const { return zone * (seats + 1U) + player; }
  /// Converts an entity to the state's own identifier: a card to its index.
  [[nodiscard]] Entity subjectOf(Entity entity) const {
    return kindOf(entity) == EntityKind::card ? cardOf(numberOf(entity)) : entity;
  }
  [[nodiscard]] bool isCard(Entity subject) const { return subject < cards.size(); }
  /// The key in `values` of the value with that name.
  [[nodiscard]] std::uint32_t valueKey(NameNumber name) const {
    const auto bound = (*vocabulary)[name].value;
    return bound != kUnbound ? bound : kNamedValues + name;
  }
  /// Keys of values that the ruleset does not define start here.
  static constexpr std::uint32_t kNamedValues = 0x10000;
  /// An entity's value; null if its initial amount is unknown and it has never been set or changed.
  [[nodiscard]] const EntityValue* valueOf(Entity subject, std::uint32_t key) const;
  /// The number of counters of a kind on a subject.
  [[nodiscard]] std::int64_t countersOn(Entity subject, NameNumber name) const;
  /// The newest recorded entry about a subject, which links to the older ones; kNone if there is none.
  [[nodiscard]] EntryIndex newestEntryAbout(Entity subject) const {
    return isCard(subject) ? cards[subject].first_entry : newestEntryAboutOther(subject);
  }
  /// newestEntryAbout() for a subject that is not a card.
  [[nodiscard]] EntryIndex newestEntryAboutOther(Entity subject) const;
  /// All entries about a subject, including the computed ones: the input of every reading.
  [[nodiscard]] EntriesAbout entriesAbout(Entity subject) const {
    return {*this, newestEntryAbout(subject), computed == nullptr ? kNone : computed->newestAbout(subject)};
  }
  /// A recorded or computed entry by index.
  [[nodiscard]] const Entry& entry(EntryIndex index) const {
    return index < kFirstComputed ? entries[index] : computed->entries[index - kFirstComputed];
  }
  /// The name that an entry is about (a keyword, a type, a trait, an act); not for changes of stats.
  [[nodiscard]] std::string_view nameOf(const Entry& entry) const {
    return entry.computed ? computed->names[entry.stat_or_name] : vocabulary->names.text(entry.stat_or_name);
  }
  /// The use record of an activation; null if it was forgotten or never existed.
  [[nodiscard]] const Use* useOf(EventNumber event) const;
  [[nodiscard]] Use* useOf(EventNumber activation) { return const_cast<Use*>(std::as_const(*this).useOf(activation)); }

 private:
  static constexpr std::array<EntryIndex, kMaxPeriods> filled() {
    std::array<EntryIndex, kMaxPeriods> all{};
    for (auto& one : all) one = kNone;
    return all;
  }
};

inline void EntriesAbout::Iterator::choose() {
  // If both began with the same event, the recorded entry is the newer.
  const bool computed =
      computed_ != kNone && (recorded_ == kNone || state_->entry(computed_).event > state_->entry(recorded_).event);
  now_ = computed ? computed_ : recorded_;
}

inline EntriesAbout::Iterator& EntriesAbout::Iterator::operator++() {
  (now_ == computed_ ? computed_ : recorded_) = state_->entry(now_).next_of_subject;
  choose();
  return *this;
}

}  // namespace docket
