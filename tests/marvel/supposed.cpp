#include "tests/marvel/supposed.h"

#include <range/v3/algorithm/find_if.hpp>

namespace docket::marvel {

using Event = schema::Event;

NameNumber Supposed::name(std::string_view text) {
  if (text.empty()) return 0;
  if (const NameNumber known = state_.vocabulary->names.find(text); known != 0) return known;
  fresh_.emplace_back(text);
  return static_cast<NameNumber>(state_.vocabulary->names.size() + fresh_.size());
}

template <class Fill>
Event::Reader Supposed::built(capnp::MallocMessageBuilder& message, Fill& fill) {
  auto event = message.initRoot<Event>();
  fresh_.clear();
  fill(event);
  auto names = event.getContext().initNames(static_cast<unsigned>(fresh_.size()));
  for (unsigned i = 0; i < fresh_.size(); ++i) names.set(i, fresh_[i]);
  return event.asReader();
}

template <class Fill>
std::vector<Finding> Supposed::judged(Fill&& fill) {
  capnp::MallocMessageBuilder message;
  return judgeHypothetical(atHand(state_, rules_, state_.event + 1, built(message, fill)));
}

template <class Fill>
void Supposed::happens(Fill&& fill) {
  capnp::MallocMessageBuilder message;
  Step step;
  reduce(state_, rules_, state_.event + 1, built(message, fill), step);
}

std::vector<Finding> Supposed::used(std::uint32_t card, std::size_t ability, Seat player, EventNumber trigger) {
  return judged([&](Event::Builder event) {
    auto activated = event.initAbilityActivated();
    activated.setPlayer(player);
    activated.setCard(card);
    activated.setAbility(static_cast<std::uint16_t>(ability + 1));
    activated.setTrigger(trigger);
  });
}

std::vector<Finding> Supposed::played(std::uint32_t card, Seat player, Seat to, std::string_view zone) {
  return judged([&](Event::Builder event) {
    auto act = event.initCardPlayed();
    act.setPlayer(player);
    act.setCard(card);
    act.setZone(name(zone));
    if (!zone.empty()) act.setToPlayer(to);
  });
}

std::vector<Finding> Supposed::attached(std::uint32_t card, std::uint32_t host) {
  return judged([&](Event::Builder event) {
    auto act = event.initCardAttached();
    act.setCard(card);
    act.setHost(host);
  });
}

void Supposed::moves(std::uint32_t card, Seat player, std::string_view zone) {
  happens([&](Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(card);
    moved.setPlayer(player);
    moved.setZone(name(zone));
    moved.setFace(schema::Face::UP);
  });
}

void Supposed::turnsOver(std::uint32_t card, const std::string& code) {
  happens([&](Event::Builder event) {
    event.initCardFlipped().setCard(card);
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(card);
    identity.setDefinition(code);
  });
}

void Supposed::begins(std::string_view period, std::string_view of_kind) {
  happens([&](Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(name(period));
    began.setName(name(of_kind));
  });
}

const Finding* beyondLimit(const std::vector<Finding>& findings) {
  const auto of = [&](bool certain_only) {
    return ranges::find_if(findings, [&](const Finding& one) {
      return one.is<Finding::LimitExceeded>() && (!certain_only || one.grade == Finding::Grade::certain);
    });
  };
  if (const auto found = of(true); found != findings.end()) return &*found;
  const auto found = of(false);
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace docket::marvel
