#include "tools/case_law/precedents.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/words/words.h"

namespace docket::case_law {
namespace {

using Ruled = RulingVerdict::Outcome;

struct DecisionsOfGame {
  std::string id;
  std::string date{};
  std::vector<Decision> decisions{};
  std::string damage{};  // why they cannot be read
};

/// 16 times the logarithm to base 2, rounded down: by squaring, bit by bit.
std::uint32_t log16(std::uint64_t number) {
  constexpr unsigned kBits = 4;
  const auto whole = static_cast<unsigned>(std::bit_width(number) - 1);
  std::uint64_t rest = whole >= 31 ? number >> (whole - 31) : number << (31 - whole);  // from 2^31 to 2^32 - 1
  std::uint32_t log = whole;
  for (unsigned i = 0; i < kBits; ++i) {
    rest = rest * rest >> 31U;
    const bool bit = rest >> 32U != 0;
    if (bit) rest >>= 1U;
    log = log << 1U | (bit ? 1U : 0U);
  }
  return log;
}

/// The weight of a step that `having` of `all` decisions contain. Rare steps weigh more; the minimum is 1.
std::uint32_t weightOf(std::uint64_t having, std::uint64_t all) { return 1 + log16(all + 1) - log16(having + 1); }

std::uint64_t sumOf(const std::vector<std::uint32_t>& steps, const std::vector<std::uint32_t>& weights) {
  return std::accumulate(steps.begin(), steps.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, std::uint32_t step) { return sum + weights[step]; });
}

std::vector<std::uint32_t> shared(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& other) {
  std::vector<std::uint32_t> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  return both;
}

bool isClauseStep(const std::string& step) { return step.find(" > ") == std::string::npos && step.ends_with(']'); }

}  // namespace

void DecisionIndex::add(std::string game, std::string date, Decision decision) {
  Entry entry{.game = std::move(game), .date = std::move(date), .decision = {}, .steps = {}};
  for (std::string& step : decision.steps) {
    const auto [known, fresh] = numbers_.emplace(step, static_cast<std::uint32_t>(steps_.size()));
    if (fresh) {
      steps_.push_back(std::move(step));
      having_.push_back(0);
    }
    ++having_[known->second];
    entry.steps.push_back(known->second);
  }
  std::sort(entry.steps.begin(), entry.steps.end());
  decision.steps.clear();
  entry.decision = std::move(decision);
  entries_.push_back(std::move(entry));
}

void DecisionIndex::weigh() {
  weights_.clear();
  for (const std::uint32_t having : having_) weights_.push_back(weightOf(having, entries_.size()));
}

std::vector<std::uint32_t> DecisionIndex::numbersOf(const Steps& steps, std::size_t& unknown) const {
  std::vector<std::uint32_t> numbers;
  unknown = 0;
  for (const std::string& step : steps) {
    const auto known = numbers_.find(step);
    if (known != numbers_.end())
      numbers.push_back(known->second);
    else
      ++unknown;
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<Precedent> DecisionIndex::ranked(const std::vector<std::uint32_t>& question, std::uint64_t unknown_weight,
                                             const std::vector<std::uint32_t>& weights, std::size_t most,
                                             const std::function<bool(const Entry&)>& may) const {
  const std::uint64_t of_question = sumOf(question, weights) + unknown_weight;
  std::vector<Precedent> all;
  for (DecisionPlace place = 0; place < entries_.size(); ++place) {
    const Entry& entry = entries_[place];
    if (!may(entry)) continue;
    const std::uint64_t both = sumOf(shared(question, entry.steps), weights);
    const std::uint64_t either = of_question + sumOf(entry.steps, weights) - both;
    const auto nearness = either == 0 ? 0 : static_cast<std::uint32_t>(both * kSameShape / either);
    if (nearness != 0) all.push_back({.place = place, .nearness = nearness});
  }
  const auto is_nearer = [&](const Precedent& one, const Precedent& other) {
    if (one.nearness != other.nearness) return one.nearness > other.nearness;
    const Entry& first = entries_[one.place];
    const Entry& second = entries_[other.place];
    if (first.date != second.date) return first.date > second.date;
    if (first.game != second.game) return first.game < second.game;
    return std::pair(first.decision.event, first.decision.kind) <
           std::pair(second.decision.event, second.decision.kind);
  };
  const auto kept = std::min(most, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), is_nearer);
  all.resize(kept);
  for (Precedent& one : all) {
    auto both = shared(question, entries_[one.place].steps);
    std::stable_sort(both.begin(), both.end(),
                     [&](std::uint32_t step, std::uint32_t other) { return weights[step] > weights[other]; });
    for (const std::uint32_t step : both) {
      if (one.shared.size() < kMaxShared && steps_[step].find(" > ") == std::string::npos)
        one.shared.push_back(steps_[step]);
    }
  }
  return all;
}

std::vector<Precedent> DecisionIndex::nearest(const Steps& question, std::size_t most,
                                              const std::function<bool(const Entry&)>& may) const {
  std::size_t unknown = 0;
  const auto numbers = numbersOf(question, unknown);
  return ranked(numbers, unknown * std::uint64_t{weightOf(0, entries_.size())}, weights_, most, may);
}

std::vector<Precedent> DecisionIndex::nearestByClause(const Steps& question, std::size_t most,
                                                      const std::function<bool(const Entry&)>& may) const {
  std::vector<std::uint32_t> weights;
  for (const std::string& step : steps_) weights.push_back(isClauseStep(step) ? 1 : 0);
  std::size_t unknown = 0;
  const auto numbers = numbersOf(question, unknown);
  return ranked(numbers, 0, weights, most, may);
}

std::optional<DecisionIndex::Contradiction> DecisionIndex::contradiction(
    const Steps& question, const std::function<bool(const Entry&)>& may) const {
  std::size_t unknown = 0;
  const auto numbers = numbersOf(question, unknown);
  if (unknown != 0 || numbers.empty()) return std::nullopt;
  Contradiction found;
  for (DecisionPlace place = 0; place < entries_.size(); ++place) {
    const Entry& entry = entries_[place];
    const Decision& decision = entry.decision;
    if (decision.kind != Decision::Kind::ruling || decision.replaced_by != 0 || entry.steps != numbers || !may(entry))
      continue;
    if (decision.outcome == Ruled::right) found.right.push_back(place);
    if (decision.outcome == Ruled::wrong) found.wrong.push_back(place);
  }
  if (found.right.empty() || found.wrong.empty()) return std::nullopt;
  return found;
}

ArchiveDecisions decisionsOfArchive(GameLoader& loader, std::size_t threads,
                                    const std::function<void(std::size_t, std::size_t)>& progress) {
  const Archive& archive = loader.archive();
  const auto replaced = replacedRecords(archive);
  std::vector<std::string> ids;
  for (const GameEntry& entry : archive.list({})) {
    if (entry.parent.empty() && !replaced.contains(entry.id)) ids.push_back(entry.id);
  }
  ArchiveDecisions all{.games = ids.size()};
  DecisionCache cache(archive);
  std::atomic<std::uint64_t> were_cached = 0;
  const auto decisions_of = [&](const std::string& id) {
    DecisionsOfGame found{.id = id};
    try {
      const OpenGame game = loader.game(archive.game(id), std::nullopt);
      bool was_cached = false;
      found.date = textOf(game.header().getDate());
      found.decisions = cache.of(game, was_cached);
      were_cached += was_cached ? 1U : 0U;
    } catch (const DamagedArchive& damaged) {
      found.damage = clipped(damaged.what(), 400);
    }
    return found;
  };
  inParallelAndInOrder<DecisionsOfGame>(
      ids.size(), threads, [&](std::size_t i) { return decisions_of(ids[i]); },
      [&](DecisionsOfGame found) {
        if (!found.damage.empty()) all.damaged.push_back(std::move(found.damage));
        for (Decision& decision : found.decisions) all.index.add(found.id, found.date, std::move(decision));
      },
      [&](std::size_t done) {
        cache.storeIfFull();
        progress(done, ids.size());
      });
  cache.store();
  all.cached = were_cached;
  std::sort(all.damaged.begin(), all.damaged.end());
  all.index.weigh();
  return all;
}

}  // namespace docket::case_law
