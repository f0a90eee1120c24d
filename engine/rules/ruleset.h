// A compiled ruleset: the plain structures that the reducer and the judge read. Made once from the document
// (schemas/ruleset.capnp), whose names become small indices; only the footprints (recordIn(), `read_by`) are set later.
// Const readers such as isOn() and switchLine() note what they read in the footprint, if one is recorded.
// Invariant: every index is in range; the compiler refuses invalid documents.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/consulted.h"
#include "engine/rules/declared_words.h"
#include "engine/rules/ids.h"
#include "engine/rules/payload_set.h"
#include "engine/rules/rule_switches.h"
#include "engine/rules/rules_of_play.h"
#include "events/key_index.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

struct Ability;

struct Zone {
  std::string name;
  schema::Zone::Owner owner;
  schema::Zone::Kind kind;
  schema::Zone::SeenBy seen_by;
  bool in_play;
  bool several = false;   ///< for slots: a slot can hold more than one card
  std::uint8_t location;  ///< zones with the same number are one location
  struct Part {
    std::string name;
    std::vector<std::int16_t> slots;
  };
  std::vector<Part> parts{};  ///< some of its numbered places, by the name that texts use

  /// True if some player cannot see its cards unless they are turned up for all: cards enter it face-down.
  [[nodiscard]] bool hides() const {
    using By = schema::Zone::SeenBy;
    return seen_by == By::NOBODY || seen_by == By::OWNER || seen_by == By::OTHERS;
  }
};

struct Period {
  std::string name;
  PeriodIndex within;              ///< the period that contains it, or kUnbound
  std::vector<std::string> names;  ///< in order
  bool forward;                    ///< a later name never comes before an earlier one
  bool chains;                     ///< its activations are the links of a chain
  std::string clause;
};

struct Stat {
  std::string name;
  std::string short_name;
  bool floor_at_zero;
  std::string floor_clause;
  bool floor_unless_calculated = false;  ///< a negative amount counts as 0, except in a calculation or a comparison
  schema::Stat::Holder of{};
  schema::Stat::Delta delta{};     ///< for a stat that is the size of a change: how such changes apply
  Condition total{};               ///< an amount that replaces the printed base; `this` is the entity
  ValueIndex of_value = kUnbound;  ///< the value that is its base
  StatIndex bonus = kUnbound;      ///< the stat for the size of increases of it
  StatIndex penalty = kUnbound;    ///< the stat for the size of reductions of it
};

struct Value {
  std::string name;
  std::optional<std::int64_t> start;  ///< empty: the rules do not give it
  bool floor_at_zero;
  bool floor_unless_calculated = false;  ///< a negative amount counts as 0, except in a calculation or a comparison
  bool of_game = false;                  ///< the game itself has it from the start, instead of each player
  StatIndex stat = kUnbound;             ///< the stat that has it as its base, and to which changes and bounds apply
};

struct Calculation {
  using Outcome = schema::Calculation::Outcome;
  schema::Calculation::Contradiction contradiction{};
  std::array<Outcome, 3> outcomes{Outcome::MAXIMUM, Outcome::MINIMUM,
                                  Outcome::BASE};  ///< for a total below both bounds, above both, between
  schema::Calculation::Sum sum{};
  schema::Calculation::Bounds bounds{};
  schema::Calculation::Clamp clamp{};
  schema::Calculation::After after_contradiction{};
  schema::Calculation::Set set{};
  schema::Calculation::SetFrom set_from{};
  schema::Calculation::Switch switching{};
  schema::Calculation::Copy copying{};
  schema::Calculation::Deltas deltas{};
  schema::Calculation::Asterisk asterisk{};
  schema::Calculation::AbsentSet absent_set{};
  bool computed = false;  ///< the rules say how stats are computed; otherwise a stat is known only if it was observed
  std::string sum_clause, floor_clause, clamp_clause, absent_clause, set_clause;
  std::array<std::string, 3> contradiction_clauses;  ///< total below both bounds, above both, between
};

/// What happens to granted features of cards.
struct Granting {
  bool keywords_for_good = false;  ///< they outlast the effect that grants them
  bool keyword_copies = false, trait_copies = false;
  bool keys_are_titles = false;
};

/// The scope of the uses that a limit counts.
enum class Within : std::uint8_t { period, game, face_up, trigger };

struct GivenBack {
  using When = schema::Limit::GivenBack::When;
  When when;
  std::string clause;
};

/// True if the existing cards are counted, rather than how often something was done.
constexpr bool isOfCopies(schema::Limit::Counted counted) {
  return counted >= schema::Limit::Counted::COPIES_IN_PLAY && counted <= schema::Limit::Counted::COPIES_IN_DECK;
}

/// True if the count includes a kind of act: uses are activations and triggers.
constexpr bool countsAct(schema::Limit::Counted counted, schema::Limit::Counted done) {
  using Counted = schema::Limit::Counted;
  return counted == done || (counted == Counted::USES && (done == Counted::ACTIVATIONS || done == Counted::TRIGGERS));
}

/// A limit of the algebra (limits.h).
struct Limit {
  using Counted = schema::Limit::Counted;
  using Key = schema::Limit::Key;
  std::string name, wording, clause;
  Counted counted;
  std::bitset<16> keyed_by{};  ///< bits by Key
  Within within{};
  PeriodIndex period = kUnbound;  ///< for Within::period
  std::int32_t max;
  std::vector<GivenBack> given_back{};
  bool every_ability;
  std::string designator;     ///< for every_ability: only abilities with it; empty: all
  bool every_card = false;    ///< applies to every card for which `holds_for` is true
  bool per_instance = false;  ///< identical abilities of one card stack, each with its own count
  bool lifted = false;        ///< cards may name it, but it applies to none
  std::string format{};       ///< for copies in a deck: only in decks of this format; empty: of every format
  Condition holds_for{};      ///< about `it`
  Condition max_is{};         ///< an amount that replaces max: `this` is the card, `it` its host
  struct Judged {
    schema::Event::Which act;
    std::string clause;
  };
  std::vector<Judged> judged{};  ///< the events at which it is judged, each under a clause
  bool judges_additions = true;  ///< it has no such list, and is judged at the events that can add to its count

  /// The clause by which it is judged at such an event; null if it is not.
  [[nodiscard]] const std::string* judgedAt(schema::Event::Which act) const;
  [[nodiscard]] bool keyed(Key key) const { return keyed_by.test(static_cast<std::size_t>(key)); }
  /// The clause by which `when` gives a use back; null if it does not.
  [[nodiscard]] const std::string* givenBackBy(GivenBack::When when) const;
};

struct Requirement {
  using What = schema::Act::Requirement::What;
  What what;
  std::string clause;
  std::string named{};  ///< only for events with this name; empty: any (read_event.h)
  Condition that{};     ///< for What::THAT: about the event
  Condition if_{};      ///< only if this holds before the event
  bool after = false;   ///< `that` is evaluated in the state after it
};

struct Act {
  bool is_void = false;  ///< an illegal one is void
  std::vector<Requirement> requirements;
};

struct Clause {
  std::string id, place, gist, without;  ///< `without`: what applies when it is off
};

/// A switch that the ruleset turns on, with its clause.
struct SwitchLine {
  RuleSwitch which;
  std::string clause;
  std::vector<std::string> names;
};

/// The meaning of a name in a ruleset; kUnbound if it has none.
struct Binding {
  ZoneIndex zone = kUnbound;
  StatIndex stat = kUnbound;
  ValueIndex value = kUnbound;
  PeriodIndex period = kUnbound;
  std::uint8_t orientation = kUnbound;
  bool trait = false;        ///< the rules define a trait of that name
  std::uint64_t limits = 0;  ///< the limits on every ability with this designator, one bit each
  friend bool operator==(const Binding&, const Binding&) = default;
};

/// The meanings of all names of a ruleset: a game learns its names one by one, and each may have several meanings.
class Bindings {
 public:
  [[nodiscard]] Binding find(std::string_view name) const {
    const std::uint32_t found = numberOf(name);
    return found == kNone ? Binding{} : bindings_[found];
  }
  /// The binding of a name, for modification; created if it does not exist.
  Binding& of(const std::string& name);

 private:
  [[nodiscard]] std::uint32_t numberOf(std::string_view name) const {
    return by_name_.find(name, [this](std::uint32_t number) { return std::string_view(names_[number]); });
  }

  std::vector<std::string> names_;
  std::vector<Binding> bindings_;  // by the name's index
  KeyIndex by_name_;
};

/// The meaning of a trait that the rules define by name: the effects of a continuous trait.
struct NamedTrait {
  std::string name, clause;
  std::shared_ptr<const Ability> text;
};

struct Ruleset {
  std::string name, version, from, game;
  std::string cards_of;  ///< the ruleset whose catalogues and mats go with it: mostly its own name
  std::vector<Clause> clauses;
  std::vector<expression::NamedExpression> definitions;  ///< names for expressions; each may use the earlier ones
  std::vector<Zone> zones;
  std::uint64_t zones_in_play = 0;  ///< a bit each (zone mod 64)
  std::vector<std::string> orientations;
  std::vector<Period> periods;
  std::vector<Stat> stats;
  std::array<StateParts, kMaxListed>
      total_reads{};  ///< the dependencies of each stat's total, direct or through other totals
  std::vector<Value> values;
  std::vector<std::string> types;
  std::vector<std::uint64_t> type_stats;  ///< for each type, a bit for each stat that it has
  std::vector<std::vector<std::pair<std::string, std::string>>> type_attributes;  ///< for each type
  std::uint64_t supertypes = 0;  ///< a bit for each type that is a supertype
  Calculation calculation;
  Granting granting;
  std::vector<Limit> limits;
  std::vector<std::shared_ptr<const Ability>> abilities;  ///< abilities that every player has, and no card
  PayloadSet referred_to = 0;                             ///< the payloads that one of these refers back to
  PayloadSet triggers_before = 0,
             triggers_after = 0;              ///< the payloads that its named traits answer, before or after
  PayloadSet reacted_to = 0;                  ///< those, and the acts with such a text
  PayloadSet followed = 0;                    ///< the payloads that another act has to follow
  std::uint64_t limits_of_every_ability = 0;  ///< limits on every ability without a designator, one bit each
  std::uint64_t limits_of_every_card = 0;     ///< a bit each
  std::bitset<8> counted;              ///< by schema::Limit::Counted: what the limits count; for uses, their kinds too
  std::array<Act, kMaxPayloads> acts;  ///< by schema::Event::Which
  std::string control_clause, attachment_clause;
  schema::Attachment::Fate fate{};
  ZoneIndex fate_zone = kUnbound;
  bool modifiers_to_host = false;  ///< modifiers printed on an attached card apply to its host
  std::string modifiers_clause;
  bool detach_on_face_down = false, face_down_clears_counters = false, face_down_clears_changes = false;
  bool uses_outlast = false;  ///< a limit on every ability counts uses for longer than a period
  std::vector<SwitchLine> switches;
  std::vector<Permission> permissions;
  std::vector<Precedence> precedence;
  ObligationRules obligations;
  std::vector<DeckRule> decks;
  std::vector<WinRule> wins;
  std::vector<Tally> tallies;
  PayloadSet tallied = 0;    ///< the payloads that tallies count
  bool asks_origin = false;  ///< an expression asks from where a card comes: the state keeps the latest move
  WinTimes win_times;
  std::vector<NumberRule> numbers;
  std::vector<KeywordKind> keyword_kinds;
  std::vector<TypeAttribute> attributes;
  std::vector<std::string> characteristics;
  DeclaredWords declared;
  std::vector<NamedTrigger> triggers;
  std::vector<NamedTrait> traits;
  /// For each payload, the indices in `permissions` of the acts that such an event can be.
  std::vector<std::vector<std::uint16_t>> permissions_at;
  PayloadSet judged_whole = 0;        ///< the payloads whose game rules are all in this ruleset
  bool has_rules_of_play = false;     ///< it has permissions, wins or numbers: fold_play.h is needed
  bool counts_ended_sayings = false;  ///< sayings that ended at the same time can still forbid
  /// When it ends, uses that only periods within it count can be forgotten; or kUnbound.
  PeriodIndex forget_uses_with = kUnbound;

  Bindings bindings;

  /// True if a limit counts such a thing.
  [[nodiscard]] bool counts(schema::Limit::Counted what) const { return counted.test(static_cast<std::size_t>(what)); }
  /// The index of the thing with a name, or kUnbound.
  [[nodiscard]] ZoneIndex zone(std::string_view name) const;
  [[nodiscard]] PeriodIndex period(std::string_view name) const;
  [[nodiscard]] StatIndex stat(std::string_view name) const;
  [[nodiscard]] ValueIndex value(std::string_view name) const;
  [[nodiscard]] LimitIndex limit(std::string_view name) const;
  [[nodiscard]] const Clause* clause(std::string_view id) const;
  /// The trigger, or the trait, that the rules define by a name; null if there is none.
  [[nodiscard]] const NamedTrigger* trigger(std::string_view name) const;
  [[nodiscard]] const NamedTrait* trait(std::string_view name) const;
  /// The indices in `permissions` of the acts that an event of that payload can be.
  [[nodiscard]] std::span<const std::uint16_t> permissionsAt(schema::Event::Which which) const {
    const auto place = static_cast<std::size_t>(which);
    return place < permissions_at.size() ? std::span<const std::uint16_t>(permissions_at[place])
                                         : std::span<const std::uint16_t>();
  }
  /// True if an event of that payload can be an act that may be forbidden.
  [[nodiscard]] bool permitsAt(schema::Event::Which which) const { return !permissionsAt(which).empty(); }
  /// True if the ruleset turns a switch on.
  [[nodiscard]] bool isOn(RuleSwitch which) const {
    note(which);
    return isOnUnnoted(which);
  }
  /// isOn() for a switch that is read often and rarely matters: `matters` says whether the other position could
  /// change the result, and is called only if footprints are recorded.
  template <class Matters>
  [[nodiscard]] bool isOn(RuleSwitch which, Matters&& matters) const {
    note(which, matters);
    return isOnUnnoted(which);
  }
  /// isOn() without a note, if only speed depends on the switch or the caller notes it.
  [[nodiscard]] bool isOnUnnoted(RuleSwitch which) const { return on_.test(static_cast<std::size_t>(which)); }
  /// The line that turns the switch on; null if there is none.
  [[nodiscard]] const SwitchLine* switchLine(RuleSwitch which) const;
  /// switchLine() without a note: the caller notes the switch.
  [[nodiscard]] const SwitchLine* switchLineUnnoted(RuleSwitch which) const;
  /// The clause of the line that turns the switch on; empty if it is off.
  [[nodiscard]] const std::string& clauseOfSwitch(RuleSwitch which) const;

  /// From now on, notes in `footprint` which rules a game consults; null: nowhere. Call it only with exclusive access
  /// to these rules.
  void recordIn(Consulted* footprint) { footprint_ = footprint; }
  Consulted read_by;  ///< the parts of the ruleset that were used to read its own texts; only with footprints
  /// Calls `add` with the footprint if footprints are recorded. `add` must change nothing else, so that recording
  /// changes no result.
  template <class Add>
  void record(Add&& add) const {
    if (footprint_ != nullptr) [[unlikely]]
      add(*footprint_);
  }
  /// Notes that a line with this clause had an effect.
  void note(std::string_view clause) const {
    record([&](Consulted& footprint) { footprint.addLine(clause); });
  }
  void note(RuleField field) const {
    record([&](Consulted& footprint) { footprint.add(field); });
  }
  void note(RuleSwitch which) const {
    record([&](Consulted& footprint) { footprint.add(which); });
  }
  /// Notes a clause or field if `matters` says that the result could depend on it. `matters` is called only if
  /// footprints are recorded.
  template <class Part, class Matters>
  void note(const Part& part, Matters&& matters) const {
    record([&](Consulted&) {
      if (matters()) note(part);
    });
  }
  void noteLimit(std::size_t place) const {
    record([&](Consulted& footprint) {
      footprint.addLimit(place);
      if (isOfCopies(limits[place].counted)) footprint.addUsedLimit(place);  // existing copies count
    });
  }

 private:
  friend class SwitchCompiler;
  Consulted* footprint_ = nullptr;
  std::bitset<static_cast<std::size_t>(RuleSwitch::count_)> on_;
};

}  // namespace docket
