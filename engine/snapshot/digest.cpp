#include "engine/snapshot/digest.h"

#include <boost/container/small_vector.hpp>

#include "engine/query/stats/stats.h"
#include "events/overload.h"

namespace docket {
namespace {

std::uint64_t word(std::uint32_t low, std::uint32_t high) { return static_cast<std::uint64_t>(high) << 32U | low; }

/// The part of a finding's kind that enters the digest. Running digests are stored and shown, so these numbers never
/// change.
struct InDigest {
  std::uint32_t number;
  std::int32_t used = 0, max = 0;
  std::uint32_t ability = 0, effect = 0, fault = 0;
};

InDigest inDigest(const Finding& finding) {
  return std::visit(
      Overload{
          [](const Finding::LimitExceeded& limit) {
            return InDigest{.number = 0, .used = limit.used, .max = limit.max};
          },
          [](const Finding::RequirementUnmet&) { return InDigest{.number = 1}; },
          [](const Finding::OutOfOrder&) { return InDigest{.number = 2}; },
          [](const Finding::Cycle&) { return InDigest{.number = 3}; },
          [](const Finding::NotPermitted&) { return InDigest{.number = 4}; },
          [](const Finding::Unpaid&) { return InDigest{.number = 4}; },
          [](const Finding::NumberOutOfBounds&) { return InDigest{.number = 5}; },
          [](const Finding::OtherWinner&) { return InDigest{.number = 6}; },
          [](const Finding::AfterTheEnd&) { return InDigest{.number = 6}; },
          [](const Finding::TraitMissed& missed) { return InDigest{.number = 7, .ability = missed.trait}; },
          [](const Finding::FollowUpMissed&) { return InDigest{.number = 7}; },
          [](const Finding::AgainstText& text) {
            return InDigest{.number = text.of_trait ? 8U : 9U,
                            .ability = text.ability,
                            .fault = 1 + static_cast<std::uint32_t>(text.fault)};
          },
          [](const Finding::OtherEffect& other) {
            return InDigest{.number = 10,
                            .ability = other.ability,
                            .effect = other.effect,
                            .fault = 8 + static_cast<std::uint32_t>(other.fault)};
          },
          [](const Finding::Impossible&) { return InDigest{.number = 11}; },
          [](const Finding::Unexplained&) { return InDigest{.number = 12}; },
      },
      finding.what);
}

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
    const InDigest kind = inDigest(finding);
    words.push_back(word(finding.card, kind.number << 8U | static_cast<std::uint32_t>(finding.certainty)));
    words.push_back(word(static_cast<std::uint32_t>(kind.used), static_cast<std::uint32_t>(kind.max)));
    if (kind.ability != 0) words.push_back(word(kind.ability | kind.effect << 16U, kind.fault));
    for (const char letter : finding.clause) words.push_back(static_cast<unsigned char>(letter));
    for (const EventNumber event : finding.rests_on) words.push_back(event);
  }
  value_ = hashWords(words.data(), words.size());
}

}  // namespace docket
