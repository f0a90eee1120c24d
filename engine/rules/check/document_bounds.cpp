#include "engine/rules/check/document_bounds.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/ability.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/rule_switches.h"
#include "events/payload_names.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {
namespace {

/// A kind of event that a document names.
struct Payload {
  std::string name;
  EventMeaning meaning;
  bool of_game;
};

std::optional<Payload> payloadCalled(std::string_view name) {
  const auto which = payloadNamed(name);
  return which ? std::optional(Payload{std::string(name), meaningOf(*which), classOf(*which).of_game}) : std::nullopt;
}

/// The kind of event that is next to a name or a condition: in "on", else in an "act" that is one.
std::optional<Payload> payloadOf(const DocumentFrame& frame) {
  for (const DocumentFrame* one = &frame; one != nullptr; one = one->above) {
    for (const MarkedField& field : markedFields(one->owner.getSchema())) {
      if (field.marks.text != TextMark::names || field.marks.kind != NameKind::PAYLOAD) continue;
      const auto name = one->owner.get(field.field).as<capnp::Text>();
      return payloadCalled(view(name));
    }
  }
  return std::nullopt;
}

NamesHere ofEvent(const DocumentFrame& frame, std::string_view name) {
  const auto payload = payloadOf(frame);
  if (!payload) return {.any = true};
  if (payload->meaning.names.empty()) {
    return {.none = fmt::format("an event \"{}\" has no name: no such event has a name", payload->name)};
  }
  NamesHere here{.kinds = payload->meaning.names};
  // The name of a granted ability can itself have designators before a colon: "Ninja Battle: Bow a
  // Follower."
  const bool by_ability = ranges::contains(here.kinds, NameKind::ABILITY);
  here.may_be_elsewhere = by_ability && name.find(':') != std::string_view::npos;
  return here;
}

NamesHere ofEffect(Effect::What what) {
  if (changesStat(what)) return {.kinds = {NameKind::STAT}};
  switch (what) {
    case Effect::What::GRANT_KEYWORD:
    case Effect::What::REMOVE_KEYWORD:
      return {.kinds = {NameKind::KEYWORD}, .may_be_elsewhere = true};
    case Effect::What::SET_TYPE:
    case Effect::What::ADD_TYPE:
    case Effect::What::REMOVE_TYPE:
    case Effect::What::ACT_AS:
      return {.kinds = {NameKind::TYPE}};
    case Effect::What::ADD_SUPERTYPE:
      return {.kinds = {NameKind::SUPERTYPE}};
    case Effect::What::ADD_SUBTYPE:
    case Effect::What::SET_SUBTYPE:
      return {.kinds = {NameKind::SUBTYPE}, .may_be_elsewhere = true};
    case Effect::What::GRANT_TRAIT:
    case Effect::What::REMOVE_TRAIT:
    case Effect::What::GRANT_ABILITY:
    case Effect::What::REMOVE_ABILITY:
    case Effect::What::NEGATE_EFFECTS:
      return {.kinds = {NameKind::ABILITY}, .may_be_elsewhere = true};
    case Effect::What::SET_TITLE:
      return {.any = true};
    case Effect::What::FORBID:
    case Effect::What::PERMIT:
    case Effect::What::MUST:
      return {.kinds = {NameKind::PERMISSION}};
    case Effect::What::MOVE:
      return {.kinds = {NameKind::ZONE}};
    case Effect::What::TURN:
      return {.kinds = {NameKind::ORIENTATION}};
    case Effect::What::GAIN:
    case Effect::What::LOSE:
      return {.kinds = {NameKind::VALUE}};
    case Effect::What::PLACE_COUNTERS:
    case Effect::What::REMOVE_COUNTERS:
      return {.kinds = {NameKind::COUNTER}};
    default:
      return {.none = "an effect of this kind has no \"name\": it would be ignored"};
  }
}

NamesHere ofReading(capnp::Text::Reader reading) {
  const RuleSwitchName* known = ruleSwitchNamed(view(reading));
  switch (known == nullptr ? RuleSwitchNames::words : known->names) {
    case RuleSwitchNames::types:
      return {.kinds = {NameKind::TYPE}};
    case RuleSwitchNames::stats:
      return {.kinds = {NameKind::STAT}};
    case RuleSwitchNames::keywords:
      return {.kinds = {NameKind::KEYWORD}};
    case RuleSwitchNames::designators:
      return {.kinds = {NameKind::DESIGNATOR}};
    case RuleSwitchNames::triggers:
      return {.kinds = {NameKind::TRIGGER}};
    case RuleSwitchNames::words:
      return {.any = true};
    case RuleSwitchNames::none:
      break;
  }
  return {.none = fmt::format("the reading {} uses no names: they would be ignored", docket::quoted(view(reading)))};
}

// -- words of conditions

WordBounds ofEventIn(const DocumentFrame& frame, bool after) {
  const auto payload = payloadOf(frame);
  if (!payload) return {};
  const EventMeaning& meaning = payload->meaning;
  return {.it = meaning.it || (after && meaning.it_after),
          .that = meaning.that,
          .amount = meaning.amount,
          .use = meaning.use,
          .where = fmt::format("the event \"{}\"", payload->name)};
}

/// The parties of a permission's act; "by" says which of them does it.
WordBounds ofPermission(const DocumentFrame& frame) {
  using By = schema::Permission::By;
  const auto permission = frame.owner.as<schema::Permission>();
  WordBounds bounds = ofEventIn(frame, false);
  const auto payload = payloadOf(frame);
  if (payload && permission.getBy() == By::THAT) {
    bounds.it = payload->meaning.that;
    bounds.that = payload->meaning.it || payload->meaning.subject;
  }
  if (permission.getBy() == By::PARTY) bounds.it = bounds.that = true;
  return bounds;
}

WordBounds ofLimit(const DocumentFrame& frame, std::string_view field) {
  const auto limit = frame.owner.as<schema::Limit>();
  WordBounds bounds{.that = false, .amount = false, .use = false, .where = "a limit on cards"};
  if (field != "maxIs") return bounds;
  bounds.it = bounds.that = limit.getCounted() == schema::Limit::Counted::COPIES_ATTACHED;
  bounds.where = "a limit that does not count what is attached";
  return bounds;
}

/// Within an ability: of the event that it answers, if it answers one; of its first target, within effects.
WordBounds ofAbility(const DocumentFrame& frame, std::string_view field, const DocumentFrame& of_ability) {
  const auto ability = of_ability.owner.as<schema::Ability>();
  const bool effect = frame.owner.getSchema() == capnp::Schema::from<schema::Effect>();
  if (ability.getKind() == schema::Ability::Kind::CONTINUOUS) {
    return {
        .who = false, .that = false, .amount = false, .use = false, .where = "a continuous trait answers no event and"};
  }
  const bool reacts = ability.getTrigger().getOn().size() != 0;
  WordBounds bounds{
      .it = false, .that = false, .amount = false, .use = false, .where = "an ability that answers no event"};
  if (reacts) {
    bounds = ofEventIn({.owner = ability.getTrigger(), .above = nullptr}, false);
  } else if (ability.getKind() == schema::Ability::Kind::TRIGGERED || ability.getTrigger().getName().size() != 0) {
    bounds = {};  // the rules define implicit and named triggers
  }
  const bool is_trait = ability.getKind() == schema::Ability::Kind::TRIGGERED;
  // An obligation of a trait stores neither the amount of the event nor which ability was used.
  if (is_trait || effect) bounds.amount = bounds.use = false;
  const bool about_card = (frame.owner.getSchema() == capnp::Schema::from<schema::Target>() && field == "that") ||
                          (frame.owner.getSchema() == capnp::Schema::from<schema::Cost>() && field == "card");
  if (about_card) bounds.it = true;
  if (frame.owner.getSchema() == capnp::Schema::from<schema::Target>() && field == "that") bounds.that = true;
  if (effect && ability.getTargets().size() != 0) bounds.that = true;
  return bounds;
}

}  // namespace

std::string cardOf(const DocumentFrame& frame) {
  const DocumentFrame* card = frame.within<schema::Card>();
  return card == nullptr ? std::string{}
                         : fmt::format("card {}", docket::quoted(view(card->owner.as<schema::Card>().getKey())));
}

bool mayComeFromElsewhere(const DocumentFrame& frame, NameKind kind) {
  if (kind == NameKind::ABILITY || kind == NameKind::TRIGGER) return true;
  const bool of_cards = kind == NameKind::KEYWORD || kind == NameKind::SUBTYPE || kind == NameKind::TITLE;
  return of_cards && frame.within<schema::Card>() != nullptr;
}

NamesHere namesHere(const DocumentFrame& frame, NameKind name_kind, std::string_view name) {
  const auto is_in = [&](auto schema_of) { return frame.owner.getSchema() == schema_of; };
  switch (name_kind) {
    case NameKind::OF_EVENT:
      return ofEvent(frame, name);
    case NameKind::OF_EFFECT:
      return ofEffect(frame.owner.as<schema::Effect>().getWhat());
    case NameKind::OF_READING:
      return ofReading(frame.owner.as<schema::Reading>().getReading());
    case NameKind::PAYLOAD: {
      const auto payload = payloadCalled(name);
      if (!payload || payload->of_game) return {.any = true};
      return {.none = fmt::format("\"{}\" is not an event of a game: no rule is about it", name)};
    }
    case NameKind::PERIOD:           // looked up when it was compiled; limits have words of their own
    case NameKind::ATTRIBUTE_VALUE:  // of one attribute: vocabulary_check.cpp
      return {.any = true};
    case NameKind::ZONE:
      if (is_in(capnp::Schema::from<schema::Ability>())) return {.kinds = {name_kind, NameKind::ZONE_PART}};
      return {.kinds = {name_kind}, .any = name == "play" && is_in(capnp::Schema::from<schema::Obligations::Place>())};
    case NameKind::TYPE:
      return {.kinds = {name_kind}, .any = name == "player" && is_in(capnp::Schema::from<schema::KeywordKind>())};
    default:
      return {.kinds = {name_kind}, .may_be_elsewhere = mayComeFromElsewhere(frame, name_kind)};
  }
}

WordBounds boundsHere(const DocumentFrame& frame, std::string_view field) {
  const auto schema_of = frame.owner.getSchema();
  if (const DocumentFrame* ability = frame.within<schema::Ability>()) {
    if (schema_of == capnp::Schema::from<schema::Trigger>()) return ofEventIn(frame, false);
    return ofAbility(frame, field, *ability);
  }
  if (frame.within<schema::NamedTrait>() != nullptr) {
    return {.who = false,
            .that = false,
            .amount = false,
            .use = false,
            .where = "a trait of the rules answers no event and"};
  }
  if (schema_of == capnp::Schema::from<schema::Limit>()) return ofLimit(frame, field);
  if (schema_of == capnp::Schema::from<schema::Permission>()) return ofPermission(frame);
  if (schema_of == capnp::Schema::from<schema::Permission::Grant>()) {
    return {.amount = false, .use = false, .where = "what a permission grants"};
  }
  if (schema_of == capnp::Schema::from<schema::Act::Requirement>()) {
    const auto requirement = frame.owner.as<schema::Act::Requirement>();
    return ofEventIn(frame, field == "that" && requirement.getAfter());
  }
  const bool of_event = schema_of == capnp::Schema::from<schema::Win>() ||
                        schema_of == capnp::Schema::from<schema::NamedTrigger>() ||
                        schema_of == capnp::Schema::from<schema::Following::Moment>() ||
                        schema_of == capnp::Schema::from<schema::Tally::Counted>();
  return of_event ? ofEventIn(frame, false) : WordBounds{};
}

std::vector<std::string_view> namesOfPeriod(const Ruleset& ruleset, std::string_view period) {
  const PeriodIndex index = ruleset.period(period);
  if (index == kUnbound) return {};
  const auto& names = ruleset.periods[index].names;
  return {names.begin(), names.end()};
}

}  // namespace docket
