#include "engine/ruleset.h"

#include <capnp/schema.h>
#include <fmt/core.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <set>

#include "events/errors.h"
#include "events/nearest.h"
#include "schemas/event.capnp.h"

namespace docket {
namespace {

std::string text(capnp::Text::Reader reader) { return {reader.begin(), reader.size()}; }

std::vector<std::string> texts(capnp::List<capnp::Text>::Reader list) {
  std::vector<std::string> all;
  for (auto one : list) all.push_back(text(one));
  return all;
}

template <class Things>
std::uint8_t find(const Things& things, std::string_view name) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].name == name) return static_cast<std::uint8_t>(i);
  }
  return kUnbound;
}

/// A document being compiled: what it declares, and the errors it can be refused with.
class Compiler {
 public:
  Compiler(schema::Ruleset::Reader document, const std::string& file) : document_(document), file_(file) {}

  Ruleset compile() {
    ruleset_.name = text(document_.getName());
    ruleset_.version = text(document_.getVersion());
    ruleset_.from = text(document_.getFrom());
    ruleset_.game = text(document_.getGame());
    if (ruleset_.name.empty()) refuse("it has no name");
    for (auto clause : document_.getClauses()) {
      ruleset_.clauses.push_back(
          {.id = text(clause.getId()), .place = text(clause.getPlace()), .gist = text(clause.getGist())});
    }
    zones();
    periods();
    stats();
    limits();
    acts();
    calculation();
    rest();
    return std::move(ruleset_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw BadInput(file_, 0, 0, why); }

  template <class Things>
  std::uint8_t require(const Things& things, std::string_view name, std::string_view what) const {
    const std::uint8_t found = find(things, name);
    if (found == kUnbound) {
      const auto names = things |
                         ranges::views::transform([](const auto& thing) { return std::string_view(thing.name); }) |
                         ranges::to_vector;
      refuse(fmt::format("unknown {} \"{}\"{}", what, name, didYouMean(name, names)));
    }
    return found;
  }

  template <class List>
  void bounded(const List& list, std::size_t most, std::string_view what) const {
    if (list.size() > most) refuse(fmt::format("it has {} {}; {} are the most", list.size(), what, most));
    std::set<std::string> seen;
    for (auto one : list) {
      if (!seen.insert(text(one.getName())).second)
        refuse(fmt::format("{} \"{}\" stands in it twice", what, text(one.getName())));
    }
  }

  std::string clause(capnp::Text::Reader id) const {
    if (id.size() != 0 && ruleset_.clause(text(id)) == nullptr) {
      const auto ids = ruleset_.clauses |
                       ranges::views::transform([](const Clause& one) { return std::string_view(one.id); }) |
                       ranges::to_vector;
      refuse(fmt::format("unknown clause \"{}\"{}", text(id), didYouMean(text(id), ids)));
    }
    return text(id);
  }

  void zones() {
    bounded(document_.getZones(), 64, "zones");
    std::vector<std::string> locations;
    for (auto zone : document_.getZones()) {
      const std::string location =
          zone.hasLocation() ? "shared " + text(zone.getLocation()) : "own " + text(zone.getName());
      auto found = std::find(locations.begin(), locations.end(), location);
      if (found == locations.end()) found = locations.insert(found, location);
      ruleset_.zones.push_back({.name = text(zone.getName()),
                                .owner = zone.getOwner(),
                                .kind = zone.getKind(),
                                .seen_by = zone.getSeenBy(),
                                .in_play = zone.getInPlay(),
                                .location = static_cast<std::uint8_t>(found - locations.begin())});
    }
    ruleset_.orientations = texts(document_.getOrientations());
    if (ruleset_.orientations.size() > 64) refuse("it has more than 64 orientations");
  }

  void periods() {
    bounded(document_.getPeriods(), kMostPeriods, "periods");
    for (auto period : document_.getPeriods()) {
      // A period is declared after the one that holds it, so that no two hold each other.
      const auto within = period.hasWithin()
                              ? require(ruleset_.periods, text(period.getWithin()), "period (before this one)")
                              : kUnbound;
      ruleset_.periods.push_back({.name = text(period.getName()),
                                  .within = within,
                                  .names = texts(period.getNames()),
                                  .forward = period.getOrder() == schema::Period::Order::FORWARD,
                                  .chains = period.getChain(),
                                  .clause = clause(period.getClause())});
    }
  }

  void stats() {
    bounded(document_.getStats(), 64, "stats");
    for (auto stat : document_.getStats()) {
      ruleset_.stats.push_back({.name = text(stat.getName()),
                                .short_name = text(stat.getShort()),
                                .floor_at_zero = stat.getFloor() == schema::Stat::Floor::ZERO,
                                .floor_clause = clause(stat.getFloorClause())});
    }
    bounded(document_.getValues(), 64, "values");
    for (auto value : document_.getValues()) {
      ruleset_.values.push_back({.name = text(value.getName()),
                                 .start = value.getStart(),
                                 .floor_at_zero = value.getFloor() == schema::Stat::Floor::ZERO});
    }
    bounded(document_.getTypes(), 64, "types");
    for (auto type : document_.getTypes()) {
      std::uint64_t has = 0;
      for (auto stat : type.getStats()) has |= 1ULL << require(ruleset_.stats, text(stat), "stat");
      ruleset_.types.push_back(text(type.getName()));
      ruleset_.type_stats.push_back(has);
    }
  }

  void limits() {
    bounded(document_.getLimits(), 64, "limits");
    for (auto limit : document_.getLimits()) {
      Limit made{.name = text(limit.getName()),
                 .wording = text(limit.getWording()),
                 .clause = clause(limit.getClause()),
                 .counted = limit.getCounted(),
                 .max = limit.getMax(),
                 .every_ability = limit.getEveryAbility(),
                 .designator = text(limit.getDesignator())};
      if (made.max < 1) refuse(fmt::format("limit \"{}\" has max {}; 1 is the least", made.name, made.max));
      for (auto key : limit.getKeyedBy()) made.keyed_by.set(static_cast<std::size_t>(key));
      for (auto back : limit.getGivenBack())
        made.given_back.push_back({.when = back.getWhen(), .clause = clause(back.getClause())});
      within(made, text(limit.getWithin()));
      ruleset_.limits.push_back(std::move(made));
    }
    forgetting();
  }

  void within(Limit& limit, const std::string& name) const {
    limit.period = kUnbound;
    if (name == "game") {
      limit.within = Within::game;
    } else if (name == "face-up") {
      limit.within = Within::face_up;
    } else if (name == "trigger") {
      limit.within = Within::trigger;
    } else {
      limit.within = Within::period;
      limit.period = require(ruleset_.periods, name, "period");
    }
  }

  /// Uses are forgotten with the outermost period that a limit counts within; what outlasts every period is kept.
  void forgetting() {
    ruleset_.forget_uses_with = kUnbound;
    ruleset_.uses_outlast = false;
    ruleset_.limits_of_every_ability = 0;
    for (std::size_t i = 0; i < ruleset_.limits.size(); ++i) {
      const Limit& limit = ruleset_.limits[i];
      if (limit.every_ability && limit.designator.empty()) ruleset_.limits_of_every_ability |= 1ULL << i;
      if (limit.within != Within::period) {
        ruleset_.uses_outlast = ruleset_.uses_outlast || limit.every_ability;
      } else if (ruleset_.forget_uses_with == kUnbound || holds(limit.period, ruleset_.forget_uses_with)) {
        ruleset_.forget_uses_with = limit.period;
      } else if (limit.period != ruleset_.forget_uses_with && !holds(ruleset_.forget_uses_with, limit.period)) {
        ruleset_.uses_outlast = true;  // two periods of which neither holds the other: keep all
      }
    }
  }

  [[nodiscard]] bool holds(PeriodIndex outer, PeriodIndex inner) const {
    while (inner != kUnbound && inner != outer) inner = ruleset_.periods[inner].within;
    return inner == outer;
  }

  void acts() {
    const auto payloads = capnp::Schema::from<schema::Event>().getUnionFields();
    for (auto act : document_.getActs()) {
      const std::string name = text(act.getAct());
      std::vector<std::string_view> names;
      std::size_t index = payloads.size();
      for (auto field : payloads) {
        names.emplace_back(field.getProto().getName().cStr(), field.getProto().getName().size());
        if (names.back() == name) index = field.getProto().getDiscriminantValue();
      }
      if (index == payloads.size()) refuse(fmt::format("unknown act \"{}\"{}", name, didYouMean(name, names)));
      Act& made = ruleset_.acts.at(index);
      made.is_void = act.getVoid();
      for (auto requirement : act.getRequires()) {
        made.requirements.push_back({.what = requirement.getWhat(), .clause = clause(requirement.getClause())});
      }
    }
  }

  void calculation() {
    const auto from = document_.getCalculation();
    Calculation& made = ruleset_.calculation;
    made.contradiction = from.getContradiction();
    made.sum_clause = clause(from.getSumClause());
    made.floor_clause = clause(from.getFloorClause());
    made.clamp_clause = clause(from.getClampClause());
    made.absent_clause = clause(from.getAbsentClause());
    made.set_clause = clause(from.getSetClause());
    const auto clauses = from.getContradictionClauses();
    for (unsigned i = 0; i < made.contradiction_clauses.size() && clauses.size() != 0; ++i) {
      made.contradiction_clauses[i] = clause(clauses[std::min(i, clauses.size() - 1)]);
    }
  }

  void rest() {
    ruleset_.control_clause = clause(document_.getControl().getClause());
    const auto attachment = document_.getAttachment();
    ruleset_.attachment_clause = clause(attachment.getClause());
    ruleset_.fate = attachment.getFate();
    ruleset_.fate_zone = ruleset_.fate == schema::Attachment::Fate::GOES_TO
                             ? require(ruleset_.zones, text(attachment.getFateZone()), "zone")
                             : kUnbound;
    ruleset_.detach_on_face_down = attachment.getDetachOnFaceDown();
    ruleset_.face_down_clears_counters = document_.getFaceDown().getClearsCounters();
    ruleset_.face_down_clears_changes = document_.getFaceDown().getClearsChanges();
  }

  schema::Ruleset::Reader document_;
  const std::string& file_;
  Ruleset ruleset_{};
};

}  // namespace

const std::string* Limit::givenBackBy(schema::Limit::GivenBack::When when) const {
  for (const GivenBack& back : given_back) {
    if (back.when == when) return &back.clause;
  }
  return nullptr;
}

ZoneIndex Ruleset::zone(std::string_view wanted) const { return find(zones, wanted); }
PeriodIndex Ruleset::period(std::string_view wanted) const { return find(periods, wanted); }
StatIndex Ruleset::stat(std::string_view wanted) const { return find(stats, wanted); }
ValueIndex Ruleset::value(std::string_view wanted) const { return find(values, wanted); }
LimitIndex Ruleset::limit(std::string_view wanted) const { return find(limits, wanted); }

const Clause* Ruleset::clause(std::string_view id) const {
  for (const Clause& one : clauses) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

Ruleset compile(schema::Ruleset::Reader document, const std::string& file) {
  return Compiler(document, file).compile();
}

}  // namespace docket
