#include "tests/bench/workload_trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/limits.h"
#include "engine/query/stats/stats.h"

namespace docket::workload {
namespace {

constexpr StatIndex kForce = 0;  // the ruleset's only stat

bool isInPlay(const Rules& rules, const Card& card) { return card.exists() && rules.ruleset.zones[card.zone].in_play; }

/// How often an ability of that designator was used, as its limit counts it; 0 if no event named the designator.
std::int32_t usesOf(const State& state, const Rules& rules, std::string_view designator, CardIndex card, Seat player) {
  const UseQuestion question{.card = card,
                             .definition = state.cards[card].definition,
                             .designator = state.vocabulary->names.find(designator),
                             .player = player};
  std::int32_t used = 0;
  if (question.designator == 0) return used;
  for (const ApplicableLimit& limit : limitsOf(state, rules, question).limits)
    used += countUses(state, rules, limit, question);
  return used;
}

std::string lineOf(const State& state, const Rules& rules, const Trace& trace, CardIndex index) {
  const Card& card = state.cards[index];
  if (!isInPlay(rules, card)) return fmt::format("card {:02} {}", index, rules.ruleset.zones[card.zone].name);
  const std::string host = card.host == kNone ? "--" : fmt::format("{:02}", card.host);
  return fmt::format("card {:02} play ctl={} force={} counters={} host={} used={}", index, card.controller - 1,
                     trace.force(index), state.countersOn(index, state.vocabulary->names.find("counter")), host,
                     usesOf(state, rules, "activate", index, card.controller));
}

/// A line for each player and title whose effect was used this turn.
void addTitles(const State& state, const Rules& rules, std::vector<std::string>& lines) {
  std::vector<std::uint32_t> seen;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const std::uint32_t definition = state.cards[card].definition;
    if (std::find(seen.begin(), seen.end(), definition) != seen.end()) continue;
    seen.push_back(definition);
    const auto title = titleNumber(state.definitions->known[definition]->title);
    for (const Seat player : {Seat{1}, Seat{2}}) {
      if (usesOf(state, rules, "effect", card, player) == 0) continue;
      lines.push_back(fmt::format("name p={} title={:02}", player - 1, title));
    }
  }
}

}  // namespace

Trace::Trace(const Rules& rules, const State& state, std::uint32_t value, std::uint32_t illegal)
    : rules_(&rules), value_(value), illegal_(illegal) {
  for (CardIndex card = 0; card < state.cards.size(); ++card) read(state, card);
}

void Trace::read(const State& state, CardIndex index) {
  TracedCard& known = cards_.at(index);
  total_[known.controller] -= known.force;
  known = {};
  const Card& card = state.cards[index];
  if (!isInPlay(*rules_, card)) return;
  known = {.force = static_cast<std::int32_t>(readStat(state, *rules_, index, kForce).amount),
           .controller = card.controller};
  total_.at(known.controller) += known.force;
}

void Trace::turnOver(bool illegal) {
  if (illegal) ++illegal_;
  const auto mixed =
      static_cast<std::uint32_t>(total_[1]) << 16U ^ static_cast<std::uint32_t>(total_[2]) << 1U ^ (illegal ? 1U : 0U);
  value_ = std::rotl((value_ ^ mixed) * 0x01000193U, 13);
}

std::string listing(const State& state, const Rules& rules, const Trace& trace) {
  const PeriodNow& turn = state.periods[rules.ruleset.period("turn")];
  const PeriodNow& phase = state.periods[rules.ruleset.period("phase")];
  std::vector<std::string> lines{
      fmt::format("illegal {}", trace.illegal()),
      fmt::format("phase {}", phase.open ? state.vocabulary->names.text(phase.name) : kPhases[0]),
      fmt::format("turn {} p={}", turn.count, turn.count == 0 ? 255 : turn.player - 1),
      fmt::format("trace {:08x}", trace.value()),
  };
  addTitles(state, rules, lines);
  for (CardIndex card = 0; card < state.cards.size(); ++card) lines.push_back(lineOf(state, rules, trace, card));
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void Fnv::add(std::string_view text) {
  for (const char byte : text) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
}

std::string Fnv::hex() const { return fmt::format("{:016x}", value_); }

std::string hashOf(const State& state, const Rules& rules, const Trace& trace) {
  Fnv hash;
  hash.add(listing(state, rules, trace));
  return hash.hex();
}

}  // namespace docket::workload
