#include "engine/rules/check/ability_check.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <string_view>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/check/effect_check.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/limit_reach.h"
#include "events/payload_names.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

std::string_view kindName(schema::Ability::Kind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"an ability that is used", "a triggered trait",
                                                      "a continuous trait"};
  return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace

void AbilityCheck::say(Remark::Severity severity, const std::string& at, const std::string& message) {
  remarks_.add({.severity = severity, .path = at, .message = message, .of = card_});
}

void AbilityCheck::noteWrittenOut() {
  for (const auto& [limit, written] : written_out_) {
    const std::string_view what = card_.empty() ? "ability" : "card";
    remarks_.note(written.first,
                  fmt::format("{} \"max\" {} of the limit {}, which is already its value: a later edit of the "
                              "ruleset's number does not reach {}",
                              written.count == 1 ? fmt::format("1 {} writes the", what)
                                                 : fmt::format("{} {} write the", written.count,
                                                               card_.empty() ? "abilities" : "cards"),
                              ruleset_.limits[limit].max, docket::quoted(ruleset_.limits[limit].name),
                              written.count == 1 ? "it" : "them"));
  }
}

void AbilityCheck::checkLimitList(capnp::List<schema::LimitOf>::Reader limits, const std::string& at,
                                  std::optional<Kind> kind) {
  for (unsigned i = 0; i < limits.size(); ++i) {
    const LimitIndex index = ruleset_.limit(view(limits[i].getLimit()));
    if (index != kUnbound) checkLimit(limits[i], index, fmt::format("{}[{}]", at, i), kind);
  }
}

void AbilityCheck::checkLimit(schema::LimitOf::Reader from, LimitIndex index, const std::string& at,
                              std::optional<Kind> kind) {
  using Key = schema::Limit::Key;
  const Limit& limit = ruleset_.limits[index];
  const std::string name = docket::quoted(limit.name);
  const bool on_cards = isOnCards(limit.counted);
  if (!kind && !on_cards) {
    error(at + ".limit", fmt::format("{} is a limit on abilities: write it in the \"limits\" of one", name));
  } else if (kind && on_cards) {
    error(at + ".limit", fmt::format("{} is a limit on cards: write it in the \"limits\" of the card", name));
  } else if (kind && !canHave(*kind, limit.counted)) {
    error(at + ".limit", fmt::format("{} never counts anything of {}", name, kindName(*kind)));
  }
  if (from.getMax() < 0) error(at + ".max", "a limit is at least 1");
  if (limit.max_is && from.getMax() != 0) {
    error(at + ".max", fmt::format("the ruleset computes the maximum of {}: this number is ignored", name));
  } else if (from.getMax() != 0 && from.getMax() == limit.max) {
    WrittenOut& written = written_out_[index];
    if (written.count++ == 0) written.first = at + ".max";
  }
  if (from.getGroup().size() != 0 && !limit.keyed(Key::GROUP)) {
    error(at + ".group", fmt::format("{} is not counted by group", name));
  }
  if (from.getTitle().size() != 0 && !limit.keyed(Key::TITLE)) {
    error(at + ".title", fmt::format("{} is not counted by title", name));
  }
}

void AbilityCheck::checkAbility(schema::Ability::Reader ability, const std::string& at) {
  const Kind kind = ability.getKind();
  checkLimitList(ability.getLimits(), at + ".limits", kind);
  if (ability.getTrigger().getBefore() && kind == Kind::ABILITY && ruleset_.isOn(RuleSwitch::abilities_are_optional)) {
    note(at + ".trigger.before", "abilities are optional: only a trait can come before the event");
  }
  for (unsigned i = 0; i < ability.getConditions().size(); ++i) {
    checkCondition(ability, ability.getConditions()[i], fmt::format("{}.conditions[{}]", at, i));
  }
  for (unsigned i = 0; i < ability.getCosts().size(); ++i) {
    checkCost(ability.getCosts()[i], fmt::format("{}.costs[{}]", at, i));
  }
  checkEffects(ability.getEffects(), kind == Kind::CONTINUOUS, at, card_, remarks_);
}

void AbilityCheck::checkCondition(schema::Ability::Reader ability, schema::Condition::Reader condition,
                                  const std::string& at) {
  if (condition.getThat().size() == 0 && condition.getPermits().size() == 0) {
    return error(at, "the condition has no effect: it has neither \"that\" nor \"permits\"");
  }
  if (condition.getPermits().size() == 0) return;
  if (ability.getKind() != Kind::ABILITY) {
    return error(at + ".permits", "only an ability that is used lifts what the rules require of its use");
  }
  const auto& requirements = ruleset_.acts.at(static_cast<std::size_t>(schema::Event::ABILITY_ACTIVATED)).requirements;
  const bool required = ranges::any_of(
      requirements, [&](const Requirement& one) { return enumerantName(one.what) == view(condition.getPermits()); });
  if (!required) {
    note(at + ".permits", fmt::format("the rules never require {} of an ability: there is nothing to lift",
                                      docket::quoted(view(condition.getPermits()))));
  }
}

void AbilityCheck::checkCost(schema::Cost::Reader cost, const std::string& at) {
  if (cost.getOn().size() == 0) return;  // reported already
  const EventMeaning meaning = meaningOf(payloadNamed(view(cost.getOn())).value());
  if (cost.getAmount().size() != 0 && !meaning.amount) {
    error(at + ".amount", fmt::format("a {} has no amount: the cost could never be paid", view(cost.getOn())));
  }
  if (cost.getCard().size() != 0 && !meaning.it) {
    error(at + ".card", fmt::format("a {} is about no card: the cost could never be paid", view(cost.getOn())));
  }
}

}  // namespace docket
