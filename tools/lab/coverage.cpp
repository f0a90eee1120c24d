#include "tools/lab/coverage.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

#include "engine/fold/judged_running_state.h"
#include "engine/fold/reduce.h"
#include "engine/judge/applicable_rules.h"
#include "engine/judge/judge.h"
#include "engine/query/added_copies.h"
#include "events/errors.h"
#include "store/parallel.h"
#include "tools/lab/consulted_readings.h"
#include "tools/lab/noting_rules.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/rules_reach.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/render/words.h"

namespace docket::lab {
namespace {

constexpr std::uint32_t kMostParts = 1024;
constexpr std::uint64_t kGamesOfPart = 64;

/// A clause that has not been seen at work yet, and what it is tried by.
class Trial {
 public:
  Trial(const Documents& documents, const GameRules& rules, const std::string& clause)
      : documents_(documents), without_(withoutClause(documents, clause)) {
    DocumentReader<schema::Ruleset> document(documents.ruleset), without(without_.ruleset);
    reach_.emplace(rules.ruleset, document.root(), without.root());
  }

  /// Whether a game comes out otherwise without the clause. `consulted`: what the game consulted.
  [[nodiscard]] bool changes(const GameAtHand& game, const Consulted& consulted) const {
    return reach_->reaches(consulted) && pair() != nullptr && !foldBoth(game, *pair()).empty();
  }

 private:
  /// Made when the first game asks; null where the rules without it do not compile: other lines need its own.
  [[nodiscard]] const RulesetPair* pair() const {
    std::call_once(made_, [&] {
      try {
        pair_ = std::make_unique<const RulesetPair>(documents_, without_);
      } catch (const BadInput&) {
        // It is never seen at work by itself.
      }
    });
    return pair_.get();
  }

  const Documents& documents_;
  const Documents without_;
  std::optional<RulesReach> reach_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<const RulesetPair> pair_;
};

/// What games of one ruleset and one catalogue are held against. Shared by all threads.
class Subject {
  const Documents documents_;  // before what is made of them

 public:
  const std::shared_ptr<const GameRules> rules;
  std::vector<std::atomic<bool>> exercised;  ///< by clause

  explicit Subject(Documents of)
      : documents_(std::move(of)),
        rules(compileRules(documents_.ruleset, documents_.cards ? &*documents_.cards : nullptr)),
        exercised(rules->ruleset.clauses.size()) {
    for (const Clause& clause : rules->ruleset.clauses) {
      auto& trial = trials_.emplace_back();
      try {
        trial = std::make_unique<const Trial>(documents_, *rules, clause.id);
      } catch (const BadInput&) {
        // What it says of being off leads nowhere: it is never seen at work.
      }
    }
  }

  /// Goes through the clauses that no game has exercised yet, with one that consulted this.
  void tryClauses(const GameAtHand& game, const Consulted& consulted) {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (!exercised[i] && trials_[i] != nullptr && trials_[i]->changes(game, consulted)) exercised[i] = true;
    }
  }

  /// Rules to take the footprint of a game with, which are given back after it.
  std::unique_ptr<NotingRules> takeRules() {
    {
      const std::lock_guard lock(lending_);
      if (!idle_.empty()) {
        auto idle = std::move(idle_.back());
        idle_.pop_back();
        return idle;
      }
    }
    return std::make_unique<NotingRules>(documents_);
  }
  void giveBack(std::unique_ptr<NotingRules> lent) {
    const std::lock_guard lock(lending_);
    idle_.push_back(std::move(lent));
  }

 private:
  std::vector<std::unique_ptr<const Trial>> trials_;
  std::mutex lending_;  // guards idle_
  std::vector<std::unique_ptr<NotingRules>> idle_;
};

/// What is counted in games of one ruleset.
struct Counts {
  std::uint64_t games = 0, events = 0;
  std::map<std::string, std::uint64_t> broken{}, rulings{};
  std::map<std::string, LimitCovered> limits{};
  std::map<std::string, CardCovered> cards{};
};

class Counting {
 public:
  Counting(const GameAtHand& game, NotingRules& noting, Counts& counts)
      : game_(game), rules_(noting.rules->rules()), counts_(counts), readings_(game, noting) {}

  void count() {
    JudgedRunningState follower(game_.header(), rules_, game_, game_.history().pathTo(game_.last()));
    game_.forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      const auto judged = follower.judged(number, event);
      const auto computed = follower.before(number).computed;
      if (judged) countJudged(follower.before(number), number, judged->event);
      follower.add(number, event);
      if (judged && !follower.jumped()) {
        for (const Finding& cycle : cyclesBegun(computed, follower.state(), rules_, number))
          ++counts_.broken[cycle.clause];
      }
      readings_.read(follower, number, event, judged);
      countCards(follower.state(), follower.step());
      if (judged) countUse(follower.state(), judged->event);
      if (event->isRulingGiven()) {
        for (const auto clause : event->getRulingGiven().getClauses()) ++counts_.rulings[clause.cStr()];
      }
    });
    readings_.finish(follower.state());
    ++counts_.games;
    counts_.events += game_.last();
    for (const std::string& key : known_) ++counts_.cards[key].games;
    for (const std::string& key : in_play_) ++counts_.cards[key].in_play;
  }

 private:
  void countJudged(const State& before, EventNumber number, schema::Event::Reader event) {
    const EventAtHand at = atHand(before, rules_, number, event);
    for (const Finding& finding : judgeUnfolded(at)) {
      ++counts_.broken[finding.clause];
      if (const auto* exceeded = finding.as<Finding::LimitExceeded>())
        ++counts_.limits[rules_.ruleset.limits[exceeded->limit].name].broken;
    }
    if (!isAct(event) && !countsCopies(rules_)) return;
    for (const Limit* limit : limitsAsked(at)) ++counts_.limits[limit->name].uses;
  }

  void countCards(const State& state, const Step& step) {
    for (const CardIndex index : step.cards) {
      const Card& card = state.cards[index];
      const Definition* definition = state.definitionOf(card);
      if (definition == nullptr || !card.exists()) continue;
      known_.insert(definition->key);
      if (rules_.ruleset.zones[card.zone].in_play) in_play_.insert(definition->key);
    }
  }

  void countUse(const State& state, schema::Event::Reader event) {
    if (!isAct(event)) return;
    const ActQuestion act = questionOf(state, event);
    if (act.use.card >= state.cards.size()) return;
    const Definition* definition = state.definitionOf(state.cards[act.use.card]);
    if (definition != nullptr) ++counts_.cards[definition->key].uses;
  }

  const GameAtHand& game_;
  Rules rules_;
  Counts& counts_;
  ConsultedReadings readings_;
  std::set<std::string> known_, in_play_;
};

class Covering {
 public:
  Covering(const Archive& archive, const GameFilter& filter)
      : archive_(archive), filter_(filter), totals_(archive.totals()) {
    parts_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(totals_.games / kGamesOfPart, 1, kMostParts));
  }

  Coverage run(std::size_t threads, const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    inParallel(
        parts_, threads,
        [&](std::size_t part) {
          archive_.forEachGame(
              [&](Game& game) {
                seen_.fetch_add(1);
                if (passes(filter_, game.header())) cover(game);
                return true;
              },
              {.part = static_cast<std::uint32_t>(part), .of = parts_});
        },
        [&](std::size_t) { progress(seen_, totals_.games); });
    std::sort(damaged_.begin(), damaged_.end());
    return {.rulesets = gathered(), .damaged = std::move(damaged_)};
  }

 private:
  using Key = std::array<Bytes32, 2>;

  void cover(const Game& game) {
    Counts counts;
    const auto ruleset = digestIn(game.header().getRulesetDigest());
    if (!ruleset) return;
    const Key key{*ruleset, digestIn(game.header().getCatalogueDigest()).value_or(Bytes32{})};
    try {
      const auto subject = subjectOf(key);
      if (subject == nullptr)
        throw DamagedArchive(
            fmt::format("{}: the ruleset with the digest {} is not in the archive", game.id(), hex(*ruleset)));
      const GameAtHand at_hand(game);
      auto noting = subject->takeRules();
      Counting(at_hand, *noting, counts).count();
      subject->tryClauses(at_hand, noting->consulted);
      subject->giveBack(std::move(noting));
    } catch (const DamagedArchive& damaged) {
      return addDamaged(clipped(damaged.what(), 400));
    } catch (const kj::Exception& malformed) {
      return addDamaged(clipped(game.id(), 128) + ": " + clipped(malformed.getDescription().cStr(), 300));
    }
    add(key, counts);
  }

  void addDamaged(std::string what) {
    const std::lock_guard lock(adding_);
    damaged_.push_back(std::move(what));
  }

  std::shared_ptr<Subject> subjectOf(const Key& key) {
    const std::lock_guard lock(compiling_);
    const auto known = subjects_.find(key);
    if (known != subjects_.end()) return known->second;
    auto ruleset = findDocument(kRulesetKind, key[0], &archive_);
    if (!ruleset) return nullptr;
    Documents documents{.ruleset = std::move(*ruleset)};
    if (key[1] != Bytes32{}) documents.cards = findDocument(kCatalogueKind, key[1], &archive_);
    return subjects_.emplace(key, std::make_shared<Subject>(documents)).first->second;
  }

  void add(const Key& key, const Counts& counts) {
    const std::lock_guard lock(adding_);
    Counts& all = counts_[key];
    all.games += counts.games;
    all.events += counts.events;
    for (const auto& [clause, count] : counts.broken) all.broken[clause] += count;
    for (const auto& [clause, count] : counts.rulings) all.rulings[clause] += count;
    for (const auto& [limit, count] : counts.limits) {
      all.limits[limit].uses += count.uses;
      all.limits[limit].broken += count.broken;
    }
    for (const auto& [card, count] : counts.cards) {
      all.cards[card].games += count.games;
      all.cards[card].in_play += count.in_play;
      all.cards[card].uses += count.uses;
    }
  }

  std::vector<RulesCovered> gathered() {
    std::map<Bytes32, RulesCovered> by_ruleset;  // of all catalogues
    for (const auto& [key, subject] : subjects_) {
      const Ruleset& ruleset = subject->rules->ruleset;
      Counts& counts = counts_[key];
      if (counts.games == 0) continue;  // each of its games is damaged
      RulesCovered& made = by_ruleset[key[0]];
      made.name = ruleset.name;
      made.version = ruleset.version;
      made.games += counts.games;
      made.events += counts.events;
      if (made.clauses.empty()) {
        for (const Clause& clause : ruleset.clauses) {
          made.clauses.push_back({.id = clause.id, .place = clause.place, .gist = clause.gist});
        }
      }
      for (std::size_t i = 0; i < made.clauses.size(); ++i) {
        ClauseCovered& clause = made.clauses[i];
        clause.exercised = clause.exercised || subject->exercised[i];
        clause.broken += counts.broken[clause.id];
        clause.rulings += counts.rulings[clause.id];
      }
      for (const Limit& limit : ruleset.limits) {
        LimitCovered& covered = made.limits[limit.name];
        covered.wording = limit.wording;
        covered.uses += counts.limits[limit.name].uses;
        covered.broken += counts.limits[limit.name].broken;
      }
      for (const auto& card : subject->rules->catalogue.definitions()) {
        CardCovered& covered = made.cards[card->key];
        const CardCovered& counted = counts.cards[card->key];
        covered.title = card->title;
        covered.games += counted.games;
        covered.in_play += counted.in_play;
        covered.uses += counted.uses;
      }
    }
    std::vector<RulesCovered> all;
    for (auto& [digest, one] : by_ruleset) all.push_back(std::move(one));
    std::sort(all.begin(), all.end(), [](const RulesCovered& one, const RulesCovered& other) {
      return std::tie(one.name, one.version) < std::tie(other.name, other.version);
    });
    return all;
  }

  const Archive& archive_;
  const GameFilter& filter_;
  ArchiveTotals totals_;
  std::uint32_t parts_ = 1;
  std::atomic<std::uint64_t> seen_{0};
  std::mutex compiling_, adding_;  // guard subjects_; counts_ and damaged_
  std::map<Key, std::shared_ptr<Subject>> subjects_;
  std::map<Key, Counts> counts_;
  std::vector<std::string> damaged_;
};

template <typename Covered>
Tally tallyOfNamed(const std::map<std::string, Covered>& all) {
  const auto exercised =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return one.second.isExercised(); });
  return {.exercised = static_cast<std::size_t>(exercised), .of = all.size()};
}

}  // namespace

Tally tallyOf(const std::vector<ClauseCovered>& clauses) {
  const auto exercised = std::count_if(clauses.begin(), clauses.end(), [](const auto& one) { return one.exercised; });
  return {.exercised = static_cast<std::size_t>(exercised), .of = clauses.size()};
}

Tally tallyOf(const std::map<std::string, LimitCovered>& limits) { return tallyOfNamed(limits); }

Tally tallyOf(const std::map<std::string, CardCovered>& cards) { return tallyOfNamed(cards); }

Coverage coverageOf(const Archive& archive, const GameFilter& filter, std::size_t threads,
                    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  return Covering(archive, filter).run(threads, progress);
}

}  // namespace docket::lab
