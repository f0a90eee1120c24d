#include "tools/lab/footprint_cache.h"

#include <capnp/message.h>

#include <cstdint>
#include <functional>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <vector>

#include "events/packed_message.h"
#include "events/text/text_view.h"
#include "schemas/footprint.capnp.h"

namespace docket::lab {
namespace {

namespace rv = ranges::views;

using Written = schema::GameFootprint;
using Places = std::vector<std::uint16_t>;
using Counts = std::map<std::string, std::uint64_t>;

/// The places below `many` that are noted.
Places notedPlaces(std::size_t many, const std::function<bool(std::size_t)>& is_noted) {
  return rv::iota(std::size_t{0}, many) | rv::filter(is_noted) | ranges::to<Places>;
}

template <class Init>
void writePlaces(const Places& places, Init&& init) {
  auto list = init(static_cast<unsigned>(places.size()));
  for (unsigned i = 0; i < list.size(); ++i) list.set(i, places[i]);
}

template <class Init>
void writeCounts(const Counts& counts, Init&& init) {
  auto list = init(static_cast<unsigned>(counts.size()));
  unsigned i = 0;
  for (const auto& [name, count] : counts) {
    list[i].setName(name);
    list[i++].setCount(count);
  }
}

Counts read(capnp::List<Written::Count>::Reader list) {
  Counts counts;
  for (const auto one : list) counts.emplace(textOf(one.getName()), one.getCount());
  return counts;
}

void writeConsulted(const Consulted& consulted, Written::Builder out) {
  constexpr auto kSwitches = static_cast<std::size_t>(RuleSwitch::count_);
  constexpr auto kRuleFields = static_cast<std::size_t>(RuleField::count_);
  writePlaces(notedPlaces(kSwitches, [&](std::size_t i) { return consulted.has(static_cast<RuleSwitch>(i)); }),
              [&](unsigned size) { return out.initSwitches(size); });
  writePlaces(notedPlaces(kRuleFields, [&](std::size_t i) { return consulted.has(static_cast<RuleField>(i)); }),
              [&](unsigned size) { return out.initFields(size); });
  writePlaces(notedPlaces(Consulted::kLimits, [&](std::size_t i) { return consulted.hasLimit(i); }),
              [&](unsigned size) { return out.initLimitsAsked(size); });
  writePlaces(notedPlaces(Consulted::kLimits, [&](std::size_t i) { return consulted.hasUsedLimit(i); }),
              [&](unsigned size) { return out.initLimitsUsed(size); });
  auto agreed = out.initLimitsAgreed(static_cast<unsigned>(consulted.agreed().size()));
  unsigned at = 0;
  for (const auto& [place, keys] : consulted.agreed()) {
    agreed[at].setLimit(place);
    auto uses = agreed[at++].initUses(static_cast<unsigned>(keys.size()));
    unsigned place_of_use = 0;
    for (const Agreed& use : keys) uses.set(place_of_use++, use.keys | std::uint32_t{use.unknown} << 16U);
  }
  auto fates = out.initFates(static_cast<unsigned>(consulted.fates().size()));
  at = 0;
  for (const auto& [place, fate] : consulted.fates()) {
    fates[at].setLimit(place);
    fates[at++].setOf(fate);
  }
  auto lines = out.initLines(static_cast<unsigned>(consulted.lines().size()));
  unsigned i = 0;
  for (const std::string& clause : consulted.lines()) lines.set(i++, clause);
}

/// Empty if a stored place does not exist in this program.
std::optional<Consulted> readConsulted(Written::Reader in) {
  Consulted consulted;
  for (const auto place : in.getSwitches()) {
    if (place >= static_cast<std::size_t>(RuleSwitch::count_)) return std::nullopt;
    consulted.add(static_cast<RuleSwitch>(place));
  }
  for (const auto place : in.getFields()) {
    if (place >= static_cast<std::size_t>(RuleField::count_)) return std::nullopt;
    consulted.add(static_cast<RuleField>(place));
  }
  for (const auto place : in.getLimitsAsked()) consulted.addLimit(place);
  for (const auto place : in.getLimitsUsed()) consulted.addUsedLimit(place);
  for (const auto of_limit : in.getLimitsAgreed()) {
    for (const std::uint32_t use : of_limit.getUses()) {
      consulted.addAgreed(of_limit.getLimit(), {.keys = static_cast<std::uint16_t>(use & 0xFFFFU),
                                                .unknown = static_cast<std::uint16_t>(use >> 16U)});
    }
  }
  for (const auto of_limit : in.getFates()) {
    for (unsigned fate = 0; fate < static_cast<unsigned>(UseFate::count_); ++fate) {
      if ((of_limit.getOf() >> fate & 1U) != 0) consulted.addFate(of_limit.getLimit(), static_cast<UseFate>(fate));
    }
  }
  for (const auto clause : in.getLines()) consulted.addLine(view(clause));
  return consulted;
}

std::optional<GameFootprint> read(Written::Reader in) {
  auto consulted = readConsulted(in);
  if (!consulted) return std::nullopt;
  GameFootprint footprint{.consulted = std::move(*consulted),
                          .events = in.getEvents(),
                          .broken = read(in.getBroken()),
                          .rulings = read(in.getRulings())};
  for (const auto limit : in.getLimits()) {
    footprint.limits[textOf(limit.getLimit())] = {.uses = limit.getUses(), .broken = limit.getBroken()};
  }
  for (const auto card : in.getCards()) {
    footprint.cards[textOf(card.getCard())] = {.in_play = card.getInPlay(), .uses = card.getUses()};
  }
  for (const auto trial : in.getTrials()) footprint.trials[textOf(trial.getClause())] = trial.getChanges();
  return footprint;
}

}  // namespace

std::string bytesOf(const GameFootprint& footprint) {
  capnp::MallocMessageBuilder message;
  auto out = message.initRoot<Written>();
  writeConsulted(footprint.consulted, out);
  out.setEvents(footprint.events);
  writeCounts(footprint.broken, [&](unsigned size) { return out.initBroken(size); });
  writeCounts(footprint.rulings, [&](unsigned size) { return out.initRulings(size); });
  auto limits = out.initLimits(static_cast<unsigned>(footprint.limits.size()));
  unsigned i = 0;
  for (const auto& [name, counts] : footprint.limits) {
    limits[i].setLimit(name);
    limits[i].setUses(counts.uses);
    limits[i++].setBroken(counts.broken);
  }
  auto cards = out.initCards(static_cast<unsigned>(footprint.cards.size()));
  i = 0;
  for (const auto& [key, counts] : footprint.cards) {
    cards[i].setCard(key);
    cards[i].setInPlay(counts.in_play);
    cards[i++].setUses(counts.uses);
  }
  auto trials = out.initTrials(static_cast<unsigned>(footprint.trials.size()));
  i = 0;
  for (const auto& [clause, changes] : footprint.trials) {
    trials[i].setClause(clause);
    trials[i++].setChanges(changes);
  }
  return packed(message);
}

std::optional<GameFootprint> readFootprint(std::string_view bytes) {
  return readPacked<Written>(bytes, [](Written::Reader in) -> std::optional<GameFootprint> { return read(in); });
}

}  // namespace docket::lab
