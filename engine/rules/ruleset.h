// A ruleset, compiled: the plain structures that the reducer and the judge read. It is made once from the document
// (schemas/ruleset.capnp) and never changed. Names of the document become small indices here.
// Invariant: every index in it is in range; what the document got wrong was refused when it was compiled.
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
#include "engine/rules/rule_switches.h"
#include "engine/rules/rules_of_play.h"
#include "events/key_index.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

struct Ability;

inline constexpr std::size_t kMostPeriods = 16;

struct Zone {
  std::string name;
  schema::Zone::Owner owner;
  schema::Zone::Kind kind;
  schema::Zone::SeenBy seen_by;
  bool in_play;
  bool several = false;   ///< of slots: one of them can hold more than one card
  std::uint8_t location;  ///< zones with the same number are one location
  struct Part {
    std::string name;
    std::vector<std::int16_t> slots;
  };
  std::vector<Part> parts{};  ///< some of its numbered places, as texts call them

  /// Whether somebody does not see its cards unless they are turned up for all: they come into it face down.
  [[nodiscard]] bool hides() const {
    using By = schema::Zone::SeenBy;
    return seen_by == By::NOBODY || seen_by == By::OWNER || seen_by == By::OTHERS;
  }
};

struct Period {
  std::string name;
  PeriodIndex within;              ///< the period that holds it, or kUnbound
  std::vector<std::string> names;  ///< in the order in which they come
  bool forward;                    ///< a later one never comes before an earlier one
  bool chains;                     ///< its activations are the links of a chain
  std::string clause;
};

struct Stat {
  std::string name;
  std::string short_name;
  bool floor_at_zero;
  std::string floor_clause;
  bool floor_unless_calculated = false;  ///< negative, it is 0 but in a calculation or a comparison
  schema::Stat::Holder of{};
  schema::Stat::Delta delta{};     ///< it is the size of a change, and what becomes of that
  Condition total{};               ///< an amount: the base is this and not what is printed; `this` is the entity
  ValueIndex of_value = kUnbound;  ///< the value that is its base
  StatIndex bonus = kUnbound;      ///< the size of what is added to it
  StatIndex penalty = kUnbound;    ///< the size of what is subtracted
};

struct Value {
  std::string name;
  std::optional<std::int64_t> start;  ///< nothing: the rules do not say it
  bool floor_at_zero;
  bool floor_unless_calculated = false;  ///< negative, it is 0 but in a calculation or a comparison
  bool of_game = false;                  ///< the game itself has it from the start, and not each player
  StatIndex stat = kUnbound;             ///< the stat that it is the base of, for which changes and bounds hold
};

struct Calculation {
  using Outcome = schema::Calculation::Outcome;
  schema::Calculation::Contradiction contradiction{};
  std::array<Outcome, 3> outcomes{Outcome::MAXIMUM, Outcome::MINIMUM, Outcome::BASE};  ///< below both, above, between
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
  bool computed =
      false;  ///< the rules say how stats come to their values; else stats are known where they are observed
  std::string sum_clause, floor_clause, clamp_clause, absent_clause, set_clause;
  std::array<std::string, 3> contradiction_clauses;  ///< total below both bounds, above both, between
};

/// What becomes of the features that cards are given.
struct Granting {
  bool keywords_for_good = false;  ///< they outlast the effect that grants them
  bool keyword_copies = false, trait_copies = false;
  bool keys_are_titles = false;
};

/// Where the uses that a limit counts must lie.
enum class Within : std::uint8_t { period, game, face_up, trigger };

struct GivenBack {
  using When = schema::Limit::GivenBack::When;
  When when;
  std::string clause;
};

/// Whether what is counted is how many cards there are, and not how often something was done.
constexpr bool isOfCopies(schema::Limit::Counted counted) {
  return counted >= schema::Limit::Counted::COPIES_IN_PLAY && counted <= schema::Limit::Counted::COPIES_IN_DECK;
}

/// Whether what is counted holds what was done: uses are activations and triggers.
constexpr bool holds(schema::Limit::Counted counted, schema::Limit::Counted done) {
  using Counted = schema::Limit::Counted;
  return counted == done || (counted == Counted::USES && (done == Counted::ACTIVATIONS || done == Counted::TRIGGERS));
}

/// A limit of the algebra.
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
  std::string designator;     ///< for every_ability: only those with it; empty: all
  bool every_card = false;    ///< holds for every card that `holds_for` is true of
  bool per_instance = false;  ///< identical abilities of one card stack, each with its own count
  bool lifted = false;        ///< cards may name it, and it holds for none
  std::string format{};       ///< of copies in a deck: only in decks of this format; empty: of every format
  Condition holds_for{};      ///< about `it`
  Condition max_is{};         ///< an amount instead of max: `this` is the card, `it` its host
  struct Judged {
    schema::Event::Which act;
    std::string clause;
  };
  std::vector<Judged> judged{};  ///< at which events, each under a clause
  bool judges_additions = true;  ///< it has no such list, and is judged at those that can add to its count

  /// The clause by which it is judged at such an event, or null where it is not.
  [[nodiscard]] const std::string* judgedAt(schema::Event::Which act) const;
  [[nodiscard]] bool keyed(Key key) const { return keyed_by.test(static_cast<std::size_t>(key)); }
  /// The clause by which `when` gives a use back, or null where it does not.
  [[nodiscard]] const std::string* givenBackBy(GivenBack::When when) const;
};

struct Requirement {
  using What = schema::Act::Requirement::What;
  What what;
  std::string clause;
  std::string named{};  ///< only for events with this name; empty: any (read_event.h)
  Condition that{};     ///< for What::THAT: about the event
  Condition if_{};      ///< only where this holds before it
  bool after = false;   ///< `that` is asked of the state after it
};

struct Act {
  bool is_void = false;  ///< an illegal one is void
  std::vector<Requirement> requirements;
};

struct Clause {
  std::string id, place, gist, without;  ///< `without`: what holds when it is off
};

/// A switch that the ruleset has on, and the clause by which.
struct HeldSwitch {
  RuleSwitch reading;
  std::string clause;
  std::vector<std::string> names;
};

/// What a name means in a ruleset; kUnbound where it means nothing there.
struct Binding {
  ZoneIndex zone = kUnbound;
  StatIndex stat = kUnbound;
  ValueIndex value = kUnbound;
  PeriodIndex period = kUnbound;
  std::uint8_t orientation = kUnbound;
  bool trait = false;        ///< the rules say what it means to have the trait of that name
  std::uint64_t limits = 0;  ///< those that hold for every ability with this designator, a bit each
  friend bool operator==(const Binding&, const Binding&) = default;
};

/// What every name of a ruleset means in it: a game learns its names one by one, and each may mean several things.
class Bindings {
 public:
  [[nodiscard]] Binding find(std::string_view name) const {
    const std::uint32_t found = numberOf(name);
    return found == kNone ? Binding{} : bindings_[found];
  }
  /// The binding of a name, to be changed; made where there is none yet.
  Binding& of(const std::string& name);

 private:
  [[nodiscard]] std::uint32_t numberOf(std::string_view name) const {
    return by_name_.find(name, [this](std::uint32_t number) { return std::string_view(names_[number]); });
  }

  std::vector<std::string> names_;
  std::vector<Binding> bindings_;  // by the place of the name
  KeyIndex by_name_;
};

struct Ability;

/// What it means to have a trait that the rules know by its name: a continuous trait's effects.
struct NamedTrait {
  std::string name, clause;
  std::shared_ptr<const Ability> text;
};

struct Ruleset {
  std::string name, version, from, game;
  std::vector<Clause> clauses;
  std::vector<expression::NamedExpression> definitions;  ///< names for expressions, each with those before it in it
  std::vector<Zone> zones;
  std::uint64_t zones_in_play = 0;  ///< a bit each (zone mod 64)
  std::vector<std::string> orientations;
  std::vector<Period> periods;
  std::vector<Stat> stats;
  std::array<StateParts, 64> total_reads{};  ///< for each stat what its total reads, directly or through other totals
  std::vector<Value> values;
  std::vector<std::string> types;
  std::vector<std::uint64_t> type_stats;  ///< for each type, a bit for each stat that it has
  std::vector<std::vector<std::pair<std::string, std::string>>> type_attributes;  ///< for each type
  std::uint64_t supertypes = 0;                                                   ///< a bit for each type that is one
  Calculation calculation;
  Granting granting;
  std::vector<Limit> limits;
  std::vector<std::shared_ptr<const Ability>> abilities;  ///< that every player has, and no card
  std::uint64_t refers = 0;                               ///< the payloads that one of these refers back to, a bit each
  std::uint64_t triggers_before = 0, triggers_after = 0;  ///< what traits that it names answer, before or after
  std::uint64_t listens = 0;                              ///< those, and the acts that have such a text
  std::uint64_t followed = 0;                             ///< the payloads that another act has to follow, a bit each
  std::uint64_t limits_of_every_ability = 0;              ///< those without a designator, a bit each
  std::uint64_t limits_of_every_card = 0;                 ///< a bit each
  std::bitset<8> counted;    ///< by schema::Limit::Counted: what a limit that holds counts; of uses their kinds too
  std::array<Act, 64> acts;  ///< by schema::Event::Which
  std::string control_clause, attachment_clause;
  schema::Attachment::Fate fate{};
  ZoneIndex fate_zone = kUnbound;
  bool modifiers_to_host = false;  ///< what is attached gives its host what is printed on it as modifiers
  std::string modifiers_clause;
  bool detach_on_face_down = false, face_down_clears_counters = false, face_down_clears_changes = false;
  bool uses_outlast = false;  ///< a limit of every ability counts uses longer than a period
  std::vector<HeldSwitch> readings;
  std::vector<Permission> permissions;
  std::vector<Precedence> precedence;
  ObligationRules obligations;
  std::vector<DeckRule> decks;
  std::vector<WinRule> wins;
  WinTimes win_times;
  std::vector<NumberRule> numbers;
  std::vector<KeywordKind> keyword_kinds;
  std::vector<TypeAttribute> attributes;
  std::vector<std::string> characteristics;
  DeclaredWords declared;
  std::vector<NamedTrigger> triggers;
  std::vector<NamedTrait> traits;
  /// By payload, the places in `permissions` of the acts that an event of it can be.
  std::vector<std::vector<std::uint16_t>> permissions_at;
  std::uint64_t judged_whole = 0;  ///< the payloads of which all rules of the game stand here, a bit each
  bool plays = false;              ///< it has permissions, wins or numbers: fold_play.h has something to do
  bool hears_ended = false;        ///< what ended at the same time can still forbid
  PeriodIndex forget_uses_with =
      kUnbound;  ///< when it ends, uses that only periods within it count can be forgotten; or kUnbound

  Bindings bindings;

  /// Whether a limit counts such a thing.
  [[nodiscard]] bool counts(schema::Limit::Counted what) const { return counted.test(static_cast<std::size_t>(what)); }
  /// The index of the thing of that name, or kUnbound.
  [[nodiscard]] ZoneIndex zone(std::string_view name) const;
  [[nodiscard]] PeriodIndex period(std::string_view name) const;
  [[nodiscard]] StatIndex stat(std::string_view name) const;
  [[nodiscard]] ValueIndex value(std::string_view name) const;
  [[nodiscard]] LimitIndex limit(std::string_view name) const;
  [[nodiscard]] const Clause* clause(std::string_view id) const;
  /// The trigger, or the trait, that the rules know by that name; null where they know none.
  [[nodiscard]] const NamedTrigger* trigger(std::string_view name) const;
  [[nodiscard]] const NamedTrait* trait(std::string_view name) const;
  /// The places in `permissions` of the acts that an event of that payload can be.
  [[nodiscard]] std::span<const std::uint16_t> permissionsAt(schema::Event::Which which) const {
    const auto place = static_cast<std::size_t>(which);
    return place < permissions_at.size() ? std::span<const std::uint16_t>(permissions_at[place])
                                         : std::span<const std::uint16_t>();
  }
  /// Whether an event of that payload can be an act that somebody may not do.
  [[nodiscard]] bool permitsAt(schema::Event::Which which) const { return !permissionsAt(which).empty(); }
  /// Whether the ruleset takes a thing so.
  [[nodiscard]] bool reads(RuleSwitch reading) const {
    if (consulted != nullptr) [[unlikely]]
      consulted->add(reading);
    return holds(reading);
  }
  /// The same, of a switch that is asked often and seldom matters: `matters` says whether the other position could come
  /// to something else, and is called only where footprints are taken.
  template <class Matters>
  [[nodiscard]] bool reads(RuleSwitch reading, Matters&& matters) const {
    if (consulted != nullptr) [[unlikely]] {
      if (matters()) consulted->add(reading);
    }
    return holds(reading);
  }
  /// The same, where nothing but speed depends on it, or the caller notes it himself.
  [[nodiscard]] bool holds(RuleSwitch reading) const { return held_.test(static_cast<std::size_t>(reading)); }
  /// The line that says so, or null where it does not.
  [[nodiscard]] const HeldSwitch* held(RuleSwitch reading) const;
  /// The same, where the caller notes it himself.
  [[nodiscard]] const HeldSwitch* lineOf(RuleSwitch reading) const;

  /// Where what a game asks is noted; null: nowhere. Whoever sets it has these rules to himself.
  Consulted* consulted = nullptr;
  Consulted read_by;  ///< by what of itself its own texts were read; where footprints are taken
  /// Notes that a line of this clause came to something.
  void note(std::string_view clause) const {
    if (consulted != nullptr) [[unlikely]]
      consulted->addLine(clause);
  }
  void note(RuleField field) const {
    if (consulted != nullptr) [[unlikely]]
      consulted->add(field);
  }
  void note(RuleSwitch reading) const {
    if (consulted != nullptr) [[unlikely]]
      consulted->add(reading);
  }
  void noteLimit(std::size_t place) const {
    if (consulted == nullptr) [[likely]]
      return;
    consulted->addLimit(place);
    if (isOfCopies(limits[place].counted)) consulted->addUsedLimit(place);  // what lies there counts
  }

 private:
  friend class SwitchCompiler;
  std::bitset<static_cast<std::size_t>(RuleSwitch::count_)> held_;
};

}  // namespace docket
