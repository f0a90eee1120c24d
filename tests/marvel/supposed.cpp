#include "tests/marvel/supposed.h"

#include <range/v3/algorithm/find_if.hpp>

#include "tests/witness/supposed_event.h"

namespace docket::marvel {

using witness::SupposedEvent;

template <class Fill>
std::vector<Finding> Supposed::judged(Fill&& fill) const {
  SupposedEvent event(state_);
  fill(event);
  return event.judged(rules_);
}

template <class Fill>
void Supposed::happens(Fill&& fill) {
  SupposedEvent event(state_);
  fill(event);
  Step step;
  reduce(state_, rules_, state_.event + 1, event.whole(), step);
}

std::vector<Finding> Supposed::used(std::uint32_t card, std::size_t ability, Seat player, EventNumber trigger) const {
  return judged([&](SupposedEvent& supposed) {
    auto activated = supposed.event().initAbilityActivated();
    activated.setPlayer(player);
    activated.setCard(card);
    activated.setAbility(static_cast<std::uint16_t>(ability + 1));
    activated.setTrigger(trigger);
  });
}

std::vector<Finding> Supposed::played(std::uint32_t card, Seat player, Seat to, std::string_view zone) const {
  return judged([&](SupposedEvent& supposed) {
    auto act = supposed.event().initCardPlayed();
    act.setPlayer(player);
    act.setCard(card);
    act.setZone(supposed.name(zone));
    if (!zone.empty()) act.setToPlayer(to);
  });
}

std::vector<Finding> Supposed::attached(std::uint32_t card, std::uint32_t host) const {
  return judged([&](SupposedEvent& supposed) {
    auto act = supposed.event().initCardAttached();
    act.setCard(card);
    act.setHost(host);
  });
}

void Supposed::moves(std::uint32_t card, Seat player, std::string_view zone) {
  happens([&](SupposedEvent& supposed) {
    auto moved = supposed.event().initCardMoved();
    moved.setCard(card);
    moved.setPlayer(player);
    moved.setZone(supposed.name(zone));
    moved.setFace(schema::Face::UP);
  });
}

void Supposed::turnsOver(std::uint32_t card, const std::string& code) {
  happens([&](SupposedEvent& supposed) {
    supposed.event().initCardFlipped().setCard(card);
    auto identity = supposed.event().initContext().initIdentities(1)[0];
    identity.setCard(card);
    identity.setDefinition(code);
  });
}

void Supposed::begins(std::string_view period, std::string_view of_kind) {
  happens([&](SupposedEvent& supposed) {
    auto began = supposed.event().initBegan();
    began.setPeriod(supposed.name(period));
    began.setName(supposed.name(of_kind));
  });
}

const Finding* beyondLimit(const std::vector<Finding>& findings) {
  const auto of = [&](bool certain_only) {
    return ranges::find_if(findings, [&](const Finding& one) {
      return one.is<Finding::LimitExceeded>() && (!certain_only || one.certainty == Finding::Certainty::certain);
    });
  };
  if (const auto found = of(true); found != findings.end()) return &*found;
  const auto found = of(false);
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace docket::marvel
