#include "engine/query/acts/recorded_names.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "engine/state/computed_entries.h"
#include "events/entity.h"
#include "events/shape.h"
#include "events/text/nearest.h"

namespace docket {
namespace {

template <class Things>
std::string noSuch(std::string_view what, std::string_view name, const Things& things) {
  const auto known = things | ranges::views::transform([](const auto& one) -> std::string_view { return one.name; }) |
                     ranges::to_vector;
  return fmt::format("the ruleset has no {} \"{}\"{}", what, name, didYouMean(name, known));
}

using Kind = schema::NameKind;

/// A field with a name that rulesets list (schemas/marks.capnp, `names`), or one that must not be empty (`needed`).
struct NamedField {
  capnp::StructSchema::Field field;
  std::string_view name;
  std::optional<Kind> kind;
  bool needed;
};
using NamedFields = std::vector<NamedField>;

NamedFields namedFieldsOf(const Shape& shape) {
  NamedFields named;
  for (const FieldShape& one : shape.fields) {
    if (one.value.mark != Mark::name || one.list || (!one.names && !one.needed)) continue;
    named.push_back({.field = one.field, .name = one.name, .kind = one.names, .needed = one.needed});
  }
  return named;
}

/// A payload of an event, with those of its fields.
struct NamedPayload {
  capnp::StructSchema::Field field;
  NamedFields named;
};

/// Indexed by the payload.
std::vector<std::optional<NamedPayload>> namedPayloads() {
  std::vector<std::optional<NamedPayload>> all;
  for (const FieldShape* one : payloadFields()) {
    auto& named = all.emplace_back();
    if (one->value.kind != docket::Kind::structure) continue;
    named = NamedPayload{.field = one->field, .named = namedFieldsOf(*one->value.shape)};
  }
  return all;
}

/// Goes through the names of one event; used once.
class NamesOfEvent {
 public:
  NamesOfEvent(const Ruleset& ruleset, const Names& names) : ruleset_(ruleset), names_(names) {}

  std::vector<std::string> wrongIn(schema::Event::Reader event) {
    look(event);
    return std::move(wrong_);
  }

 private:
  void look(schema::Event::Reader event) {
    static const auto kPayloads = namedPayloads();
    static const NamedFields kOfChanges = namedFieldsOf(shapeOf(capnp::Schema::from<schema::Change>()));
    const auto which = static_cast<std::size_t>(event.which());
    if (which < kPayloads.size() && kPayloads[which] && !kPayloads[which]->named.empty()) {
      const auto payload = capnp::DynamicStruct::Reader(event).get(kPayloads[which]->field);
      for (const NamedField& one : kPayloads[which]->named) field(event, payload.as<capnp::DynamicStruct>(), one);
    }
    if (event.hasBegins()) {
      for (const auto change : event.getBegins()) {
        for (const NamedField& one : kOfChanges) ofChange(change, one);
      }
    }
    if (event.isCorrected() && event.getCorrected().hasReplacement()) look(event.getCorrected().getReplacement());
  }

  [[nodiscard]] std::string_view nameIn(const capnp::DynamicStruct::Reader& owner, const NamedField& field) const {
    return names_.text(owner.get(field.field).as<NameNumber>());
  }

  void field(schema::Event::Reader event, const capnp::DynamicStruct::Reader& payload, const NamedField& field) {
    const std::string_view name = nameIn(payload, field);
    if (name.empty()) {
      if (field.needed) wrong_.push_back(fmt::format("it does not say which {}", field.name));
      return;
    }
    if (field.kind == Kind::PERIOD_NAME) return periodName(names_.text(event.getBegan().getPeriod()), name);
    if (field.kind == Kind::VALUE) return value(event.getValueChanged(), name);
    if (field.kind) ofKind(*field.kind, name);
  }

  void ofChange(schema::Change::Reader change, const NamedField& field) {
    const std::string_view name = nameIn(change, field);
    if (field.kind == Kind::OF_EFFECT) {
      if (isAboutStat(change.getKind())) ofKind(Kind::STAT, name);
    } else if (field.kind && !name.empty()) {
      ofKind(*field.kind, name);
    }
  }

  /// Names that a ruleset lists for all events alike.
  void ofKind(Kind kind, std::string_view name) {
    if (kind == Kind::ZONE && ruleset_.zone(name) == kUnbound) wrong_.push_back(noSuchZone(ruleset_, name));
    if (kind == Kind::STAT && ruleset_.stat(name) == kUnbound) wrong_.push_back(noSuchStat(ruleset_, name));
    if (kind == Kind::PERIOD && ruleset_.period(name) == kUnbound) wrong_.push_back(noSuchPeriod(ruleset_, name));
    if (kind == Kind::ORIENTATION) ofList("orientation", ruleset_.orientations, name);
  }

  /// If the ruleset lists none, any name is accepted.
  void ofList(std::string_view what, const std::vector<std::string>& known, std::string_view name) {
    if (known.empty() || ranges::contains(known, name)) return;
    wrong_.push_back(fmt::format("the ruleset has no {} \"{}\"{}", what, name, didYouMean(name, known)));
  }

  void periodName(std::string_view kind, std::string_view name) {
    const PeriodIndex index = ruleset_.period(kind);
    if (index != kUnbound) ofList(kind, ruleset_.periods[index].names, name);
  }

  /// The value of players, or of the game; if the ruleset lists none of theirs, any name is accepted.
  void value(schema::Event::ValueChanged::Reader changed, std::string_view name) {
    const EntityKind kind = kindOf(changed.getSubject());
    if (kind != EntityKind::player && kind != EntityKind::game) return;
    const bool of_game = kind == EntityKind::game;
    const bool lists = of_game ? ranges::any_of(ruleset_.values, &Value::of_game) : !ruleset_.values.empty();
    if (!lists || ruleset_.value(name) != kUnbound) return;
    const auto known = ruleset_.values | ranges::views::transform(&Value::name) | ranges::to_vector;
    wrong_.push_back(fmt::format("{} no value \"{}\" in the ruleset{}", of_game ? "the game has" : "players have", name,
                                 didYouMean(name, known)));
  }

  const Ruleset& ruleset_;
  const Names& names_;
  std::vector<std::string> wrong_;
};

}  // namespace

std::vector<std::string> unknownNames(const Ruleset& ruleset, const Names& names, schema::Event::Reader event) {
  return NamesOfEvent(ruleset, names).wrongIn(event);
}

std::string noSuchZone(const Ruleset& ruleset, std::string_view name) { return noSuch("zone", name, ruleset.zones); }
std::string noSuchPeriod(const Ruleset& ruleset, std::string_view kind) {
  if (kind.empty()) return "it does not say which period";
  return noSuch("period", kind, ruleset.periods);
}
std::string noSuchStat(const Ruleset& ruleset, std::string_view name) { return noSuch("stat", name, ruleset.stats); }

}  // namespace docket
