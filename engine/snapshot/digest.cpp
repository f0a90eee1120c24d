#include "engine/snapshot/digest.h"

#include <boost/container/small_vector.hpp>

#include "engine/query/stats.h"

namespace docket {
namespace {

std::uint64_t word(std::uint32_t low, std::uint32_t high) { return static_cast<std::uint64_t>(high) << 32U | low; }

}  // namespace

void RunningDigest::add(const State& state, const Rules& rules, const Step& step,
                        const std::vector<Finding>& findings) {
  boost::container::small_vector<std::uint64_t, 64> words{value_.low, value_.high, state.fingerprint.low,
                                                          state.fingerprint.high, state.event};
  for (const CardIndex index : step.cards) {
    const Card& card = state.cards[index];
    if (!card.exists() || !rules.ruleset.zones[card.zone].in_play) continue;
    words.push_back(word(index, card.controller));
    for (std::size_t stat = 0; stat < rules.ruleset.stats.size(); ++stat) {
      const StatReading reading = readStat(state, rules, index, static_cast<StatIndex>(stat));
      if (reading.kind == StatReading::Kind::known) words.push_back(static_cast<std::uint64_t>(reading.amount));
      words.push_back(static_cast<std::uint64_t>(reading.kind));
    }
  }
  for (const Finding& finding : findings) {
    words.push_back(
        word(finding.card, static_cast<std::uint32_t>(finding.kind) << 8U | static_cast<std::uint32_t>(finding.grade)));
    words.push_back(word(static_cast<std::uint32_t>(finding.used), static_cast<std::uint32_t>(finding.max)));
    if (finding.ability != 0) {
      words.push_back(word(finding.ability | static_cast<std::uint32_t>(finding.effect) << 16U,
                           static_cast<std::uint32_t>(finding.fault)));
    }
    for (const char letter : finding.clause) words.push_back(static_cast<unsigned char>(letter));
    for (const EventNumber event : finding.rests_on) words.push_back(event);
  }
  value_ = hashWords(words.data(), words.size());
}

}  // namespace docket
