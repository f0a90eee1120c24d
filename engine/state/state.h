// The state of a game after an event: what is where, whose, and what is in force. A value: it can be copied, kept and
// compared; two folds of the same events under the same rules give equal states.
// Only raw facts are stored. Stats, controllers, limit counters are readings of them (stats.h, ledger.h, limits.h).
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
#include "engine/state/event_context.h"
#include "engine/state/fingerprint.h"
#include "engine/state/kept.h"
#include "engine/state/play_state.h"
#include "engine/state/pool.h"
#include "engine/state/shared.h"
#include "events/key_index.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// How many card numbers one event may give out; a record that asks for more is damaged.
inline constexpr std::size_t kMostNumbersAtOnce = 100'000;

/// How many events that a text may refer back to are kept, and how many obligations.
inline constexpr std::size_t kMostRemembered = 64;
inline constexpr std::size_t kMostObligations = 10'000;
inline constexpr std::size_t kMostStatements = 10'000;

/// No maximum for what a bonus raises.
inline constexpr std::int32_t kNoMost = std::numeric_limits<std::int32_t>::max();

/// An entry of the ledger of continuous changes. It fills a line of cache, and in the pool begins with one: each
/// reading of a stat walks over some.
struct Entry {
  EventNumber event = 0;    ///< that began it
  std::uint16_t index = 0;  ///< in that event's `begins`
  schema::Change::Kind kind{};
  schema::Change::Last last{};
  bool computed : 1 = false;      ///< of a continuous trait: no fact of the state (computed.h)
  bool most_of_value : 1 = true;  ///< `most` is of what it raises, as recorded changes have it; else of the bonus
  bool doubtful = false;          ///< computed: something unknown decides whether it applies, or how much
  Entity subject = kNone;         ///< a card's index, or another entity
  std::uint16_t what = 0;         ///< a stat's index for changes of stats, else a name: State::nameOf
  PeriodIndex period = kUnbound;  ///< for untilEnd
  Seat player = 0;
  std::int32_t amount = 0;      ///< as it counts; for `set`, the bonus or penalty that reached the value; 0 where its
                                ///< subject had no such stat to receive it
  std::int32_t asked = 0;       ///< as the event says it
  std::int32_t most = kNoMost;  ///< for a bonus "(to a maximum of ...)"
  std::int64_t before = 0;      ///< for a bound: the stat's value just before it came
  CardIndex source = kNone;
  EntryIndex next_of_subject = kNone, previous_of_subject = kNone;
  EntryIndex next_ending = kNone, previous_ending = kNone;  ///< among those that end together
  EntryIndex next_of_event = kNone;                         ///< ring of the entries that began with one event
};

static_assert(sizeof(Entry) == 64);

/// Whether an entry bounds a stat.
inline bool isBound(const Entry& entry) {
  return entry.kind == schema::Change::Kind::MINIMUM || entry.kind == schema::Change::Kind::MAXIMUM;
}

/// Whether a place of the pool holds an entry: events count from 1.
inline bool isLive(const Entry& entry) { return entry.event != 0; }

/// Computed entries have indices of their own, from here on.
inline constexpr EntryIndex kFirstComputed = 0x80000000U;

/// A continuous trait of a card or another entity.
struct TraitOf {
  Entity bearer = kNone;
  const Ability* ability = nullptr;
  friend bool operator==(const TraitOf&, const TraitOf&) = default;
};

/// What the continuous traits give in a state: entries of the ledger that are computed and never recorded.
struct ComputedEntries {
  std::vector<Entry> entries;  ///< the oldest first; a subject's are linked, the newest first
  std::vector<std::pair<Entity, EntryIndex>> by_subject;  ///< the newest entry about each, in order of the subject
  std::vector<std::string_view> names;                    ///< what Entry::what names; they live in the catalogue
  std::vector<TraitOf> cycles;                            ///< traits that undo themselves: they have no effect
  bool about_types = false;  ///< one of them gives other types than are printed, or it is doubtful what it gives
  bool grant_traits = false;

  /// The newest entry about a subject, or kNone.
  [[nodiscard]] EntryIndex about(Entity subject) const;
};

/// A bound of a continuous trait that a stat received after its source came into play, as when the card came under the
/// control of the player whose cards have it.
struct ReceivedBound {
  Entity subject;
  EventNumber event;    ///< Entry::event of the bound
  std::uint16_t index;  ///< Entry::index
  StatIndex stat;
  CardIndex source;
  EventNumber since;  ///< the event with which the stat received it
};

/// A minimum that had no effect in a contradiction and has none after it (schemas/ruleset.capnp, "afterContradiction").
struct IgnoredBound {
  Entity subject;
  EventNumber event;    ///< Entry::event of the bound
  std::uint16_t index;  ///< Entry::index
  StatIndex stat;
  friend bool operator==(const IgnoredBound&, const IgnoredBound&) = default;
};

/// One use: a play, an activation, an application, a trigger. What limits count.
struct Use {
  EventNumber event = 0;
  CardIndex card = kNone;  ///< kNone: of an ability that the player has, and no card
  std::uint32_t definition = 0;
  EventNumber trigger = 0;
  EntryIndex first_entry = kNone;  ///< one of the ring of entries that it began
  UseIndex previous_of_chain = kNone;
  std::uint32_t chain = 0;  ///< its chain, as a place in State::chains
  Entity host = kNone;
  std::uint16_t ability = 0;  ///< from 1 in the definition; 0 not known, or `named` says it
  NameNumber designator = 0;
  NameNumber named = 0;  ///< of an ability that was given: its name
  Seat player = 0;
  schema::Limit::Counted counted{};
  bool negated = false, effect_negated = false, resolved = false;
  bool applied = false;  ///< its effects count as applied (limits of applications)
  /// The event with which its card was last turned face-down since: by something else than this ability, by this
  /// ability itself, by something of which nobody says what it was. 0 never.
  EventNumber turned_by_other = 0, turned_by_itself = 0, turned_by_unsaid = 0;
  EventNumber resolved_at = 0;
  std::uint32_t titled = 0;  ///< of a given ability: the title of its card then (titleNumber)
};

/// Counters of one kind on a card or another subject.
struct Counter {
  Entity subject;
  NameNumber name;
  std::int64_t amount;
};

/// An entity's life, honor, gold, points, ... Keyed by the ruleset's value, or where it has none by name (valueKey).
struct EntityValue {
  Entity subject;
  std::uint32_t key;
  std::int64_t amount = 0;  ///< 0 unless known
  bool known = true;        ///< else it was gained or lost, and nobody said what it was before
};

/// The sort keys of State::counters and State::values. Both are sorted vectors: a game has a few dozen of each, and a
/// vector is copied in one piece.
inline constexpr auto kCounterKey = [](const Counter& counter) { return std::pair{counter.subject, counter.name}; };
inline constexpr auto kValueKey = [](const EntityValue& value) { return std::pair{value.subject, value.key}; };

/// The latest observation of a reading; stale once something that can change it happened since.
struct Observation {
  Entity subject;
  NameNumber reading;
  bool base;
  bool absent;
  EventNumber event;
  std::int64_t amount;
  bool explained = true;  ///< the rules gave it then
  // Of one without `reading`, which was written as an expression: the stat or value of the ruleset that it asks for.
  StatIndex stat = kUnbound;
  std::uint32_t key = 0;
};

/// A stat or value that an expression asked for of which the recorder saw, at `event`, that it comes to something else
/// than the rules give: something that it asked for is not so, and nobody knows what.
struct DoubtedAmount {
  AmountOf amount;
  EventNumber event;
};

/// Something that happened and that nobody could read: since `event` what is so of `subject` (kNone: of anything) may
/// be otherwise than the record says.
struct Skip {
  Entity subject = kNone;
  EventNumber event = 0;
};
inline constexpr std::size_t kMostSkips = 64;  ///< of so many that are open, all become one about anything

/// A period of a kind that is under way, or the last one that was.
struct PeriodNow {
  bool open = false;
  Seat player = 0;
  NameNumber name = 0;
  EventNumber began = 0;
  std::uint32_t count = 0;  ///< how many of the kind have begun
  Entity place = kNone;
  std::vector<Entity> parties{};  ///< between whom it is, as the state names them: a duel's two
};

/// A copy of an ability that something had been given, and has no longer. Kept while a use can have been of it.
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

/// The game's names with their bindings. Shared between copies of a state until one of them learns a new name.
struct Vocabulary {
  Names names;
  std::vector<Binding> bindings{Binding{}};  ///< by name number
  bool names_traits = false;                 ///< one of them is that of a trait that the rules know

  [[nodiscard]] const Binding& operator[](NameNumber name) const {
    return bindings[name < bindings.size() ? name : 0U];
  }
};

/// The definitions that occur in the game, by the numbers that cards have. Shared likewise.
struct Definitions {
  std::vector<const Definition*> known{nullptr};  ///< null: not known what it is, or a key that no catalogue has
  std::vector<const Definition*> named{nullptr};  ///< the same; of such a key an empty one, which has the key
  std::uint32_t undefined = 0;                    ///< how many of them are such keys
  std::uint32_t unread = 0;                       ///< how many have a text that nobody read
  std::uint64_t triggers_in = 0;  ///< the zones in which a text of one of them can be triggered (Definition)
  KeyIndex by_key;                ///< the number of each key: of several with it, the first
  KeyIndex by_title;              ///< likewise of each title that the record or a catalogue says
  std::vector<std::shared_ptr<const Definition>> own;  ///< those that no catalogue has

  /// The number of the definition of that key, or kNone.
  [[nodiscard]] std::uint32_t find(std::string_view key) const {
    return by_key.find(key, [this](std::uint32_t number) { return std::string_view(named[number]->key); });
  }
  /// The first known definition of that title, or null; no definition is found by having none.
  [[nodiscard]] const Definition* titled(std::string_view title) const {
    if (title.empty()) return nullptr;
    const std::uint32_t number =
        by_title.find(title, [this](std::uint32_t one) { return std::string_view(named[one]->title); });
    return number == kNone ? nullptr : named[number];
  }
};

/// What must happen because a text says so: a triggered trait in answer to an event, or an effect of an act.
struct Obligation {
  enum class Status : std::uint8_t {
    open,
    optional,    ///< may be done, and need not
    waiting,     ///< an effect of an activation that has not resolved yet
    discharged,  ///< done by event `by`
    impossible,  ///< and `why`
    waived,      ///< by a judge, with event `by`
    missed,      ///< event `by` found it not done
  };
  enum class Why : std::uint8_t { none, condition, cost, target, source, negation, nothing };
  EventNumber trigger = 0;  ///< the event that it answers; of an effect: the act that it is an effect of
  EventNumber group = 0;    ///< the events that happen at the same time as that one
  EventNumber by = 0;       ///< what closed it; of an effect of an activation that resolved: the resolution
  CardIndex card = kNone;   ///< kNone: of an ability that the player has
  std::uint32_t definition = 0;
  std::uint16_t trait = 0;   ///< which of the card's abilities and traits, from 1; 0: `named` says it
  NameNumber named = 0;      ///< of an ability that was given: its name
  std::uint16_t effect = 0;  ///< which of its effects, from 1; 0: the trait itself
  Seat player = 0;           ///< who controlled the card then
  Seat who = 0;              ///< the player of the event that it answers
  CardIndex it = kNone;      ///< the card of that event
  Entity that = kNone;       ///< its other party; of an effect: the act's target
  Entity subject = kNone;    ///< of an effect: to whom; kNone where that is not known
  Status status{};
  Why why{};
  bool certain = true;          ///< false: something unknown decides whether it is one
  std::uint16_t following = 0;  ///< which line of the ruleset's `follows` it is by, from 1; 0: by a text

  /// Whether it has yet to be done, or not to be done.
  [[nodiscard]] bool isOpen() const { return status <= Status::waiting; }
};

/// An event that a cost or a reaction of a text may refer back to.
struct Remembered {
  EventNumber event = 0;
  EventNumber spent = 0;  ///< the act whose cost it paid
  EventContext happening;
  /// How the card that it is about lay before: what pays with its own card is asked of it as it lay then.
  ZoneIndex zone = kUnbound;
  std::uint8_t orientation = 0;
  Facing face = Facing::up;
};

/// What was told of cards, apart from what they are (statements.h).
struct Statement {
  EventNumber event = 0;
  std::uint64_t hash = 0;          ///< of the words
  Seat player = 0;                 ///< who told it
  std::uint8_t seats = 0xFF;       ///< the seats that were told
  std::string words{};             ///< empty: the record does not say what
  std::vector<CardIndex> cards{};  ///< sorted; without those that were shuffled away or ceased
};

/// A card that came to where there may be too many, with one of several events that happen at the same time. How many
/// there are is judged when all of them have happened.
struct Arrival {
  enum class At : std::uint8_t {
    slot,  ///< in which another card lay
    play,  ///< in play, or under the control of another player
    host   ///< attached to it
  };
  EventNumber event = 0;  ///< that brought it there
  EventNumber group = 0;  ///< the first of these events
  CardIndex card = kNone;
  At at = At::slot;
  schema::Event::Which act{};  ///< as what its limits judge it; of a slot nothing
};

struct Outcome {
  bool over = false;
  Seat winner = 0;
  schema::Everybody everybody{};  ///< all players won, or lost
  NameNumber reason = 0;
  EventNumber event = 0;
};

struct State;

/// The entries about a subject, recorded and computed, the newest first.
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

/// Uses of texts of which nobody read what they do to stats, in a game whose records do not say it either
/// (RuleSwitch::uses_leave_stats_unsaid): what was there until such a turn was over may have been changed by them.
struct UnsaidChanges {
  CardIndex by = kNone;   ///< whose text was used last
  EventNumber until = 0;  ///< the last event of the turn in which it was; 0: there was none
  bool goes_on = false;   ///< that turn is not over

  /// Whether a stat of what came to where it is with that event may have been changed.
  [[nodiscard]] bool mayHaveChanged(EventNumber arrived) const { return goes_on || (until != 0 && arrived <= until); }
};

struct State {
  EventNumber event = 0;  ///< the last one folded
  std::uint32_t seats = 0;
  std::string format;  ///< of the game, as its header says; empty: it does not say
  std::vector<Card> cards;
  std::vector<CardIndex> numbers;             ///< card of each number; kNone for a number that a shuffle took away
  CardSets sets;                              ///< derived: which cards lie where, whose they are, what they can be
  std::vector<std::vector<CardIndex>> piles;  ///< by pile(); from the bottom
  Pool<Entry> entries;
  std::uint32_t bounds = 0;                                   ///< derived: how many of them are minimums and maximums
  std::vector<std::pair<Entity, EntryIndex>> other_subjects;  ///< first entry of subjects that are no cards, in order
  std::array<EntryIndex, kMostPeriods> ending = filled();     ///< first entry that ends with a period of each kind
  std::vector<Use> uses;
  UseIndex uses_kept = 0;                 ///< uses before this one outlived the period with which uses are forgotten
  std::vector<UseIndex> last_of_chain;    ///< by Definition chain, numbered per game (Fold::chain)
  std::vector<std::uint32_t> chains;      ///< Definition::chain of each of these
  std::vector<EndedGrant> ended_grants;   ///< in the order in which they ended
  std::vector<Counter> counters;          ///< in order of subject and name
  std::vector<EntityValue> values;        ///< likewise
  std::vector<Observation> observations;  ///< in order of subject, reading, base
  std::vector<DoubtedAmount> doubted;     ///< in order of the amount
  std::vector<Skip> skipped;              ///< in the order of their events; those that nothing settled
  std::array<PeriodNow, kMostPeriods> periods{};
  std::vector<Link> chain;
  std::vector<Obligation> obligations;       ///< in the order in which they arose; closed ones until they are forgotten
  std::vector<Remembered> remembered;        ///< the latest kMostRemembered, oldest first
  EventNumber latest_activation = 0;         ///< that was not void, this turn
  EventNumber latest_happening = 0;          ///< the last event that can have changed a reading
  UnsaidChanges unsaid;                      ///< what uses may have done to stats, and no record says
  std::vector<EventNumber> void_events;      ///< acts that the ruleset holds void
  std::vector<IgnoredBound> ignored_bounds;  ///< in the order in which they became so
  std::vector<ReceivedBound> received_bounds;              ///< in the order in which they were received
  std::vector<std::pair<Entity, StatIndex>> contradicted;  ///< stats whose bounds are ignored now; derived
  std::shared_ptr<const ComputedEntries> computed;         ///< derived; null where no trait computes anything
  std::uint32_t given_traits = 0;                          ///< derived: how many entries of the ledger give a trait
  MatterCounts unheard_in_play{};                          ///< derived: how many such cards there are (undefined.h)
  Outcome outcome;
  Shared<std::vector<Statement>> said;  ///< in the order of their events, at most kMostStatements
  std::vector<Arrival> arrivals;        ///< with the latest events that happen at the same time, in their order
  PlayState play;
  Shared<Vocabulary> vocabulary;
  Shared<Definitions> definitions;
  FactSum fingerprint;
  Kept kept;

  /// The card of a number, or kNone.
  [[nodiscard]] CardIndex cardOf(std::uint32_t number) const {
    return number < numbers.size() ? numbers[number] : kNone;
  }
  [[nodiscard]] const Definition* definitionOf(const Card& card) const { return definitions->known[card.definition]; }
  [[nodiscard]] std::size_t pile(ZoneIndex zone, Seat player) const { return zone * (seats + 1U) + player; }
  /// An entity as the state names it: a card by its index.
  [[nodiscard]] Entity subjectOf(Entity entity) const {
    return kindOf(entity) == EntityKind::card ? cardOf(numberOf(entity)) : entity;
  }
  [[nodiscard]] bool isCard(Entity subject) const { return subject < cards.size(); }
  /// The key of a value of that name in `values`.
  [[nodiscard]] std::uint32_t valueKey(NameNumber name) const {
    const auto bound = (*vocabulary)[name].value;
    return bound != kUnbound ? bound : kNamedValues + name;
  }
  static constexpr std::uint32_t kNamedValues = 0x10000;  ///< keys from here on: values that the ruleset has not
  /// An entity's value; null where nobody said what it is at the start, and it was never set or changed since.
  [[nodiscard]] const EntityValue* valueOf(Entity subject, std::uint32_t key) const;
  /// How many counters of a kind are on a subject.
  [[nodiscard]] std::int64_t countersOn(Entity subject, NameNumber name) const;
  /// The first of the recorded entries about a subject, the newest first; kNone where there is none.
  [[nodiscard]] EntryIndex entriesAbout(Entity subject) const {
    return isCard(subject) ? cards[subject].first_entry : entriesAboutOther(subject);
  }
  /// The same for a subject that is no card.
  [[nodiscard]] EntryIndex entriesAboutOther(Entity subject) const;
  /// All entries about a subject, the computed ones too: what readings go by.
  [[nodiscard]] EntriesAbout about(Entity subject) const {
    return {*this, entriesAbout(subject), computed == nullptr ? kNone : computed->about(subject)};
  }
  /// An entry, recorded or computed.
  [[nodiscard]] const Entry& entry(EntryIndex index) const {
    return index < kFirstComputed ? entries[index] : computed->entries[index - kFirstComputed];
  }
  /// The name that an entry is about (a keyword, a type, a trait, an act); not for changes of stats.
  [[nodiscard]] std::string_view nameOf(const Entry& entry) const {
    return entry.computed ? computed->names[entry.what] : vocabulary->names.text(entry.what);
  }
  /// The use record of an activation, or null where it was forgotten or never was.
  [[nodiscard]] const Use* useOf(EventNumber event) const;

 private:
  static constexpr std::array<EntryIndex, kMostPeriods> filled() {
    std::array<EntryIndex, kMostPeriods> all{};
    for (auto& one : all) one = kNone;
    return all;
  }
};

inline void EntriesAbout::Iterator::choose() {
  // What began with the same event as the trait's card came is the newer.
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
