#include "engine/rules/compile_ruleset.h"

#include <capnp/schema.h>

#include <limits>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/rules/compile_limits.h"
#include "engine/rules/compile_rules_of_play.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/ruleset_compiler.h"
#include "engine/rules/table_clauses.h"
#include "events/errors.h"

namespace docket {
namespace {

/// The start of a value; empty if the document gives none, which the least number denotes: no document can write it.
std::optional<std::int64_t> startOf(schema::Value::Reader value) {
  const std::int64_t start = value.getStart();
  return start == std::numeric_limits<std::int64_t>::min() ? std::nullopt : std::optional(start);
}

/// Compiles the data: the vocabulary, limits, the calculation.
class DataCompiler {
 public:
  explicit DataCompiler(RulesetCompiler& compiler)
      : compiler_(compiler), document_(compiler.document), ruleset_(compiler.ruleset) {}

  void compile() {
    ruleset_.name = textOf(document_.getName());
    ruleset_.version = textOf(document_.getVersion());
    ruleset_.from = textOf(document_.getFrom());
    ruleset_.game = textOf(document_.getGame());
    ruleset_.cards_of = document_.getCardsOf().size() != 0 ? textOf(document_.getCardsOf()) : ruleset_.name;
    if (ruleset_.name.empty()) compiler_.refuse("it has no name");
    constexpr unsigned kMaxClauses = 1000;  // a check of a ruleset switches each of them
    if (document_.getClauses().size() > kMaxClauses) {
      refuse(fmt::format("it has {} clauses; the maximum is {}", document_.getClauses().size(), kMaxClauses));
    }
    for (auto clause : document_.getClauses()) {
      if (std::string_view(textOf(clause.getId())).starts_with(kTableClauses)) {
        compiler_.refuse(fmt::format("clause ids that begin with \"{}\" are reserved for the engine", kTableClauses),
                         clause.getId());
      }
      ruleset_.clauses.push_back({.id = textOf(clause.getId()),
                                  .place = textOf(clause.getPlace()),
                                  .gist = textOf(clause.getGist()),
                                  .without = textOf(clause.getWithout())});
    }
    compileZones();
    compilePeriods();
    compileStats();
    compileLimits(compiler_);
    compileCalculation();
    compileGranting();
    compileCardHandling();
    bindNames();
  }

 private:
  [[noreturn]] static void refuse(const std::string& why, capnp::Text::Reader value = {}) {
    RulesetCompiler::refuse(why, value);
  }
  [[nodiscard]] std::string clause(capnp::Text::Reader id) const { return compiler_.clause(id); }

  void compileZones() {
    compiler_.requireBounded(document_.getZones(), "zones");
    std::vector<std::string> locations;
    for (auto zone : document_.getZones()) {
      const std::string location =
          zone.hasLocation() ? "shared " + textOf(zone.getLocation()) : "own " + textOf(zone.getName());
      auto found = std::find(locations.begin(), locations.end(), location);
      if (found == locations.end()) found = locations.insert(found, location);
      if (zone.getInPlay()) ruleset_.zones_in_play |= std::uint64_t{1} << (ruleset_.zones.size() % 64U);
      ruleset_.zones.push_back({.name = textOf(zone.getName()),
                                .owner = zone.getOwner(),
                                .kind = zone.getKind(),
                                .seen_by = zone.getSeenBy(),
                                .in_play = zone.getInPlay(),
                                .several = zone.getSeveral(),
                                .location = static_cast<std::uint8_t>(found - locations.begin())});
      for (auto part : zone.getParts()) {
        Zone::Part& made =
            ruleset_.zones.back().parts.emplace_back(Zone::Part{.name = textOf(part.getName()), .slots = {}});
        for (const std::int16_t slot : part.getSlots()) made.slots.push_back(slot);
      }
    }
    ruleset_.orientations = textsOf(document_.getOrientations());
    if (ruleset_.orientations.size() > kMaxListed) refuse("it has more than 64 orientations");
  }

  void compilePeriods() {
    compiler_.requireBounded(document_.getPeriods(), "periods", kMaxPeriods);
    for (auto period : document_.getPeriods()) {
      // A period is declared after the one that holds it, so that no two hold each other.
      const auto within = period.hasWithin()
                              ? compiler_.require(ruleset_.periods, period.getWithin(), "period (before this one)")
                              : kUnbound;
      // A finding cites a clause, so an order without a clause is not judged.
      if (period.getOrder() == schema::Period::Order::FORWARD && !period.getLifted() && period.getClause().size() == 0)
        refuse(fmt::format("the period \"{}\" has an order but no \"clause\" that gives it", textOf(period.getName())),
               period.getName());
      ruleset_.periods.push_back({.name = textOf(period.getName()),
                                  .within = within,
                                  .names = textsOf(period.getNames()),
                                  .forward = period.getOrder() == schema::Period::Order::FORWARD && !period.getLifted(),
                                  .chains = period.getChain(),
                                  .clause = clause(period.getClause())});
    }
  }

  void compileStats() {
    compiler_.requireBounded(document_.getStats(), "stats");
    for (auto stat : document_.getStats()) {
      ruleset_.stats.push_back({.name = textOf(stat.getName()),
                                .short_name = textOf(stat.getShort()),
                                .floor_at_zero = stat.getFloor() == schema::Stat::Floor::ZERO,
                                .floor_clause = clause(stat.getFloorClause()),
                                .floor_unless_calculated = stat.getFloor() == schema::Stat::Floor::UNLESS_CALCULATED,
                                .of = stat.getOf(),
                                .delta = stat.getDelta()});
    }
    compiler_.requireBounded(document_.getValues(), "values");
    for (auto value : document_.getValues()) {
      ruleset_.values.push_back({.name = textOf(value.getName()),
                                 .start = startOf(value),
                                 .floor_at_zero = value.getFloor() == schema::Stat::Floor::ZERO,
                                 .floor_unless_calculated = value.getFloor() == schema::Stat::Floor::UNLESS_CALCULATED,
                                 .of_game = value.getOf() == schema::Value::Of::GAME});
      if (value.getBounded()) compileStatOfValue(value);
    }
    compileChanges();
    compiler_.requireBounded(document_.getTypes(), "types");
    for (auto type : document_.getTypes()) {
      std::uint64_t has = 0;
      for (auto stat : type.getStats()) has |= 1ULL << compiler_.require(ruleset_.stats, stat, "stat");
      if (type.getSupertype()) ruleset_.supertypes |= 1ULL << ruleset_.types.size();
      ruleset_.types.push_back(textOf(type.getName()));
      ruleset_.type_stats.push_back(has);
      auto& attributes = ruleset_.type_attributes.emplace_back();
      for (auto one : type.getAttributes()) attributes.emplace_back(textOf(one.getName()), textOf(one.getValue()));
    }
  }

  /// The stat whose base is the last value: it is floored as the value is.
  void compileStatOfValue(schema::Value::Reader value) {
    using Holder = schema::Stat::Holder;
    Value& base = ruleset_.values.back();
    if (ruleset_.stat(base.name) != kUnbound)
      refuse(fmt::format("stat \"{}\" appears in it twice", base.name), value.getName());
    base.stat = static_cast<StatIndex>(ruleset_.stats.size());
    ruleset_.stats.push_back({.name = base.name,
                              .short_name = {},
                              .floor_at_zero = base.floor_at_zero,
                              .floor_clause = {},
                              .floor_unless_calculated = base.floor_unless_calculated,
                              .of = base.of_game ? Holder::GAME : Holder::PLAYER,
                              .of_value = static_cast<ValueIndex>(ruleset_.values.size() - 1)});
  }

  /// The sizes of changes: a stat for each stat or value that can be changed in that way. The stat of a value has only
  /// those of the value.
  void compileChanges() {
    using Of = schema::ChangeSize::Of;
    compiler_.requireBounded(document_.getChanges(), "changes", 16);
    const std::size_t declared = ruleset_.stats.size();
    for (auto change : document_.getChanges()) {
      const auto add = [&](const std::string& of) {
        const std::string name = of + " " + textOf(change.getName());
        if (ruleset_.stat(name) != kUnbound)
          refuse(fmt::format("stat \"{}\" appears in it twice", name), change.getName());
        ruleset_.stats.push_back({.name = name,
                                  .short_name = {},
                                  .floor_at_zero = change.getFloor() == schema::Stat::Floor::ZERO,
                                  .floor_clause = {},
                                  .of = schema::Stat::Holder::ANY,
                                  .delta = change.getDelta()});
      };
      if (change.getName().size() == 0) refuse("a change has no name");
      if (change.getDelta() == schema::Stat::Delta::NONE) {
        refuse(fmt::format("change \"{}\" has no \"delta\"", textOf(change.getName())), change.getName());
      }
      for (std::size_t i = 0; i < declared && change.getOf() == Of::STATS; ++i) {
        if (ruleset_.stats[i].delta != schema::Stat::Delta::NONE || ruleset_.stats[i].of_value != kUnbound) continue;
        const auto size = static_cast<StatIndex>(ruleset_.stats.size());
        add(std::string(ruleset_.stats[i].name));
        const bool is_penalty = change.getDelta() == schema::Stat::Delta::SUBTRACTED;
        (is_penalty ? ruleset_.stats[i].penalty : ruleset_.stats[i].bonus) = size;
      }
      for (std::size_t i = 0; i < ruleset_.values.size() && change.getOf() == Of::VALUES; ++i) {
        add(ruleset_.values[i].name);
      }
    }
    if (ruleset_.stats.size() > kMaxListed) refuse("it has more than 64 stats, counting the sizes of their changes");
  }

  void compileCalculation() {
    const auto from = document_.getCalculation();
    Calculation& made = ruleset_.calculation;
    made.contradiction = from.getContradiction();
    made.outcomes = {from.getBelow(), from.getAbove(), from.getBetween()};
    made.sum = from.getSum();
    made.bounds = from.getBounds();
    made.clamp = from.getClamp();
    made.after_contradiction = from.getAfterContradiction();
    made.set = from.getSet();
    made.set_from = from.getSetFrom();
    made.switching = from.getSwitch();
    made.copying = from.getCopy();
    made.deltas = from.getDeltas();
    made.asterisk = from.getAsterisk();
    made.absent_set = from.getAbsentSet();
    made.sum_clause = clause(from.getSumClause());
    made.computed = from.getComputed() || !made.sum_clause.empty();
    made.floor_clause = clause(from.getFloorClause());
    made.clamp_clause = clause(from.getClampClause());
    made.absent_clause = clause(from.getAbsentClause());
    made.set_clause = clause(from.getSetClause());
    const auto clauses = from.getContradictionClauses();
    for (unsigned i = 0; i < made.contradiction_clauses.size() && clauses.size() != 0; ++i) {
      made.contradiction_clauses[i] = clause(clauses[std::min(i, clauses.size() - 1)]);
    }
  }

  void compileGranting() {
    using From = schema::Granting;
    const auto from = document_.getGranting();
    ruleset_.granting = {.keywords_for_good = from.getKeywordsLast() == From::KeywordsLast::FOR_GOOD,
                         .keyword_copies = from.getKeywordCopies() == From::Copies::EACH,
                         .trait_copies = from.getTraitCopies() == From::Copies::EACH,
                         .keys_are_titles = from.getTitles() == From::Titles::KEYS};
  }

  void compileCardHandling() {
    ruleset_.control_clause = clause(document_.getControl().getClause());
    const auto attachment = document_.getAttachment();
    ruleset_.attachment_clause = clause(attachment.getClause());
    ruleset_.fate = attachment.getFate();
    ruleset_.fate_zone = ruleset_.fate == schema::Attachment::Fate::GOES_TO
                             ? compiler_.require(ruleset_.zones, attachment.getFateZone(), "zone")
                             : kUnbound;
    ruleset_.modifiers_to_host = attachment.getModifiers() == schema::Attachment::Modifiers::TO_HOST;
    ruleset_.modifiers_clause = clause(attachment.getModifiersClause());
    ruleset_.detach_on_face_down = attachment.getDetachOnFaceDown();
    ruleset_.face_down_clears_counters = document_.getFaceDown().getClearsCounters();
    ruleset_.face_down_clears_changes = document_.getFaceDown().getClearsChanges();
  }

  void bindNames() {
    const auto bind = [&](const auto& things, std::uint8_t Binding::*index) {
      for (std::size_t i = 0; i < things.size(); ++i) {
        ruleset_.bindings.of(things[i].name).*index = static_cast<std::uint8_t>(i);
      }
    };
    bind(ruleset_.zones, &Binding::zone);
    bind(ruleset_.stats, &Binding::stat);
    bind(ruleset_.values, &Binding::value);
    bind(ruleset_.periods, &Binding::period);
    for (std::size_t i = 0; i < ruleset_.orientations.size(); ++i) {
      ruleset_.bindings.of(ruleset_.orientations[i]).orientation = static_cast<std::uint8_t>(i);
    }
    for (std::size_t i = 0; i < ruleset_.limits.size(); ++i) {
      const Limit& limit = ruleset_.limits[i];
      if (limit.every_ability && !limit.designator.empty()) ruleset_.bindings.of(limit.designator).limits |= 1ULL << i;
    }
  }

  RulesetCompiler& compiler_;
  schema::Ruleset::Reader document_;
  Ruleset& ruleset_;
};

}  // namespace

/// Compiles the switches.
class SwitchCompiler {
 public:
  static void compile(RulesetCompiler& compiler) {
    for (auto line : compiler.document.getReadings()) {
      const auto& found = ruleSwitches()[compiler.require(ruleSwitches(), line.getReading(), "reading")];
      compiler.ruleset.on_.set(static_cast<std::size_t>(found.which));
      for (auto name : line.getNames()) {
        const bool opening = found.which == RuleSwitch::sentence_names_its_subject;
        const std::string text = textOf(name);
        const bool says_how = text.find(" ..., ") != std::string::npos || text.find(" ... ") != std::string::npos;
        if (opening && !says_how) {
          RulesetCompiler::refuse(
              "it says neither how a sentence opens, as \"While this ..., he\" does, nor what a noun can be called, as "
              "\"Follower ... it, its\" does",
              name);
        }
      }
      compiler.ruleset.switches.push_back(
          {.which = found.which, .clause = compiler.clause(line.getClause()), .names = textsOf(line.getNames())});
    }
  }
};

Ruleset compile(schema::Ruleset::Reader document, const std::string& file, Consulted* consulted) {
  Ruleset ruleset;
  ruleset.recordIn(consulted);
  RulesetCompiler compiler(document, ruleset);
  return placing(document, file, [&] {
    if (document.hasExtends()) {
      RulesetCompiler::refuse("it extends another ruleset, which was not loaded", document.getExtends().getName());
    }
    DataCompiler(compiler).compile();
    SwitchCompiler::compile(compiler);
    compileRulesOfPlay(compiler);
    if (consulted != nullptr) ruleset.read_by = std::exchange(*consulted, {});
    return std::move(ruleset);
  });
}

}  // namespace docket
