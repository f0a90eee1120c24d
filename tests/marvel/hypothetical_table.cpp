#include "tests/marvel/hypothetical_table.h"

#include <range/v3/algorithm/find_if.hpp>

#include "tests/witness/hypothetical_event.h"

namespace docket::marvel {

using witness::HypotheticalEvent;

template <class Fill>
std::vector<Finding> HypotheticalTable::judged(Fill&& fill) const {
  HypotheticalEvent event(state_);
  fill(event);
  return event.judged(rules_);
}

template <class Fill>
void HypotheticalTable::happens(Fill&& fill) {
  HypotheticalEvent event(state_);
  fill(event);
  Step step;
  reduce(state_, rules_, state_.event + 1, event.whole(), step);
}

std::vector<Finding> HypotheticalTable::used(std::uint32_t card, std::size_t ability, Seat player,
                                             EventNumber trigger) const {
  return judged([&](HypotheticalEvent& hypothetical) {
    auto activated = hypothetical.event().initAbilityActivated();
    activated.setPlayer(player);
    activated.setCard(card);
    activated.setAbility(static_cast<std::uint16_t>(ability + 1));
    activated.setTrigger(trigger);
  });
}

std::vector<Finding> HypotheticalTable::played(std::uint32_t card, Seat player, Seat to, std::string_view zone) const {
  return judged([&](HypotheticalEvent& hypothetical) {
    auto act = hypothetical.event().initCardPlayed();
    act.setPlayer(player);
    act.setCard(card);
    act.setZone(hypothetical.name(zone));
    if (!zone.empty()) act.setToPlayer(to);
  });
}

std::vector<Finding> HypotheticalTable::attached(std::uint32_t card, std::uint32_t host) const {
  return judged([&](HypotheticalEvent& hypothetical) {
    auto act = hypothetical.event().initCardAttached();
    act.setCard(card);
    act.setHost(host);
  });
}

void HypotheticalTable::moves(std::uint32_t card, Seat player, std::string_view zone) {
  happens([&](HypotheticalEvent& hypothetical) {
    auto moved = hypothetical.event().initCardMoved();
    moved.setCard(card);
    moved.setPlayer(player);
    moved.setZone(hypothetical.name(zone));
    moved.setFace(schema::Face::UP);
  });
}

void HypotheticalTable::turnsOver(std::uint32_t card, const std::string& code) {
  happens([&](HypotheticalEvent& hypothetical) {
    hypothetical.event().initCardFlipped().setCard(card);
    auto identity = hypothetical.event().initContext().initIdentities(1)[0];
    identity.setCard(card);
    identity.setDefinition(code);
  });
}

void HypotheticalTable::begins(std::string_view period, std::string_view of_kind) {
  happens([&](HypotheticalEvent& hypothetical) {
    auto began = hypothetical.event().initBegan();
    began.setPeriod(hypothetical.name(period));
    began.setName(hypothetical.name(of_kind));
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
