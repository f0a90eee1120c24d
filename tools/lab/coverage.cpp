#include "tools/lab/coverage.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

#include "engine/rules/amendments.h"
#include "events/errors.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/lab/game_footprint.h"
#include "tools/lab/kept_footprints.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/rules_reach.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

constexpr std::uint32_t kMaxCoverageParts = 1024;
constexpr std::uint64_t kGamesOfCoveragePart = 64;

/// A clause that has not been seen at work yet, and what it is tried by.
class Trial {
 public:
  /// `document`: of the documents' ruleset.
  Trial(const Documents& documents, schema::Ruleset::Reader document, const GameRules& rules, const std::string& clause)
      : documents_(documents), without_(withClauseOff(document, clause)) {
    reach_.emplace(rules.ruleset, document, without_.root());
  }

  /// Whether a game that consulted this can end differently without the clause.
  [[nodiscard]] bool reaches(const Consulted& consulted) const { return reach_->reaches(consulted); }
  /// Whether a game does end differently without it.
  [[nodiscard]] bool changes(const GameAtHand& game) const { return pair() != nullptr && resultsDiffer(game, *pair()); }

 private:
  /// Made when the first game asks; null if the rules without it do not compile: other lines need its own.
  [[nodiscard]] const RulesetPair* pair() const {
    std::call_once(made_, [&] {
      try {
        Documents without{.ruleset = heldRuleset(without_.root(), documents_.ruleset.origin),
                          .cards = documents_.cards};
        pair_ = std::make_unique<const RulesetPair>(documents_, std::move(without));
      } catch (const BadInput&) {
        // It is never seen at work by itself.
      }
    });
    return pair_.get();
  }

  const Documents& documents_;
  const Document<schema::Ruleset> without_;
  std::optional<RulesReach> reach_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<const RulesetPair> pair_;
};

/// What games of one ruleset and one catalogue are held against. Shared by all threads.
class Subject {
  const Documents documents_;  // before what is made of them

 public:
  const std::shared_ptr<const GameRules> rules;
  std::vector<std::atomic<bool>> exercised;       ///< by clause
  std::vector<std::atomic<std::uint64_t>> asked;  ///< by clause: the games that can end differently without it
  FootprintTaker footprints;

  explicit Subject(Documents of)
      : documents_(std::move(of)),
        rules(compileRules(documents_.ruleset, documents_.cards ? &*documents_.cards : nullptr)),
        exercised(rules->ruleset.clauses.size()),
        asked(rules->ruleset.clauses.size()),
        footprints(documents_) {
    DocumentReader<schema::Ruleset> document(documents_.ruleset);
    for (const Clause& clause : rules->ruleset.clauses) {
      auto& trial = trials_.emplace_back();
      try {
        trial = std::make_unique<const Trial>(documents_, document.root(), *rules, clause.id);
      } catch (const BadInput&) {
        // What it says of being off leads nowhere: it is never seen at work.
      }
    }
  }

  /// Goes through the clauses that no game has exercised yet. What the game was tried without is added to its
  /// footprint; gives whether there was any such clause.
  bool tryClauses(const GameAtHand& game, GameFootprint& footprint) {
    bool tried = false;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i] == nullptr || !trials_[i]->reaches(footprint.consulted)) continue;
      ++asked[i];
      if (exercised[i]) continue;
      const std::string& clause = rules->ruleset.clauses[i].id;
      auto known = footprint.trials.find(clause);
      if (known == footprint.trials.end()) {
        known = footprint.trials.emplace(clause, trials_[i]->changes(game)).first;
        tried = true;
      }
      if (known->second) exercised[i] = true;
    }
    return tried;
  }

 private:
  std::vector<std::unique_ptr<const Trial>> trials_;
};

/// What is counted in games of one ruleset.
struct RulesetCounts {
  std::uint64_t games = 0, events = 0, kept = 0;
  std::map<std::string, std::uint64_t> broken{}, rulings{};
  std::map<std::string, LimitCovered> limits{};
  std::map<std::string, CardCovered> cards{};

  void add(const GameFootprint& game) {
    ++games;
    events += game.events;
    for (const auto& [clause, count] : game.broken) broken[clause] += count;
    for (const auto& [clause, count] : game.rulings) rulings[clause] += count;
    for (const auto& [limit, count] : game.limits) {
      limits[limit].uses += count.uses;
      limits[limit].broken += count.broken;
    }
    for (const auto& [card, count] : game.cards) {
      cards[card].add({.games = 1, .in_play = count.in_play ? 1U : 0U, .uses = count.uses, .most_uses = count.uses});
    }
  }
};

class Covering {
 public:
  Covering(const Archive& archive, const CoveragePlan& plan)
      : archive_(archive), plan_(plan), totals_(archive.totals()), replaced_(replacedRecords(archive)), kept_(archive) {
    parts_ = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(totals_.games / kGamesOfCoveragePart, 1, kMaxCoverageParts));
  }

  Coverage run(const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    inParallel(
        parts_, plan_.threads,
        [&](std::size_t part) {
          archive_.forEachGame(
              [&](Game& game) {
                seen_.fetch_add(1);
                if (passes(plan_.filter, game) && !replaced_.contains(game.id())) cover(game);
                return true;
              },
              {.part = static_cast<std::uint32_t>(part), .of = parts_});
        },
        [&](std::size_t) {
          kept_.storeIfFull();
          progress(seen_, totals_.games);
        });
    kept_.store();
    std::sort(damaged_.begin(), damaged_.end());
    return {.rulesets = gathered(), .damaged = std::move(damaged_)};
  }

 private:
  using Key = std::array<Bytes32, 2>;

  void cover(const Game& game) {
    GameFootprint footprint;
    bool was_kept = false;
    const auto ruleset = digestIn(game.header().getRulesetDigest());
    if (!ruleset) return;
    const Key key{*ruleset, digestIn(game.header().getCatalogueDigest()).value_or(Bytes32{})};
    try {
      const auto subject = subjectOf(key);
      if (subject == nullptr)
        throw DamagedArchive(
            fmt::format("{}: the ruleset with the digest {} is not in the archive", game.id(), hex(*ruleset)));
      const GameAtHand at_hand(game);
      auto before = plan_.again ? std::nullopt : kept_.find(game, subject->rules->tag);
      was_kept = before.has_value();
      footprint = before ? std::move(*before) : subject->footprints.of(at_hand);
      if (subject->tryClauses(at_hand, footprint) || !was_kept) kept_.add(game, subject->rules->tag, footprint);
    } catch (const DamagedArchive& damaged) {
      return addDamaged(clipped(damaged.what(), 400));
    } catch (const kj::Exception& malformed) {
      return addDamaged(clipped(game.id(), 128) + ": " + clipped(malformed.getDescription().cStr(), 300));
    }
    const std::lock_guard lock(adding_);
    counts_[key].add(footprint);
    counts_[key].kept += was_kept ? 1U : 0U;
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

  std::vector<RulesCovered> gathered() {
    std::map<Bytes32, RulesCovered> by_ruleset;  // of all catalogues
    for (const auto& [key, subject] : subjects_) {
      const Ruleset& ruleset = subject->rules->ruleset;
      RulesetCounts& counts = counts_[key];
      if (counts.games == 0) continue;  // each of its games is damaged
      RulesCovered& made = by_ruleset[key[0]];
      made.name = ruleset.name;
      made.version = ruleset.version;
      made.games += counts.games;
      made.events += counts.events;
      made.kept += counts.kept;
      if (made.clauses.empty()) {
        for (const Clause& clause : ruleset.clauses) {
          made.clauses.push_back({.id = clause.id, .place = clause.place, .gist = clause.gist});
        }
      }
      for (std::size_t i = 0; i < made.clauses.size(); ++i) {
        ClauseCovered& clause = made.clauses[i];
        clause.exercised = clause.exercised || subject->exercised[i];
        clause.games += subject->asked[i];
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
        covered.title = card->title;
        covered.add(counts.cards[card->key]);
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
  const CoveragePlan& plan_;
  ArchiveTotals totals_;
  std::set<std::string, std::less<>> replaced_;
  std::uint32_t parts_ = 1;
  KeptFootprints kept_;
  std::atomic<std::uint64_t> seen_{0};
  std::mutex compiling_, adding_;  // guard subjects_; counts_ and damaged_
  std::map<Key, std::shared_ptr<Subject>> subjects_;
  std::map<Key, RulesetCounts> counts_;
  std::vector<std::string> damaged_;
};

template <typename Covered>
Tally tallyOfNamed(const std::map<std::string, Covered>& all) {
  const auto exercised =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return one.second.isExercised(); });
  return {.exercised = static_cast<std::size_t>(exercised), .of = all.size()};
}

}  // namespace

void CardCovered::add(const CardCovered& other) {
  games += other.games;
  in_play += other.in_play;
  uses += other.uses;
  most_uses = std::max(most_uses, other.most_uses);
}

std::string_view neverDone(const CardCovered& card) {
  if (card.games == 0) return "never in a game";
  if (!card.isExercised()) return "never in play or used";
  if (card.uses == 0) return "never used";
  return card.most_uses < 2 ? "never used twice" : "";
}

Tally tallyOf(const std::vector<ClauseCovered>& clauses) {
  const auto exercised = std::count_if(clauses.begin(), clauses.end(), [](const auto& one) { return one.exercised; });
  return {.exercised = static_cast<std::size_t>(exercised), .of = clauses.size()};
}

Tally tallyOf(const std::map<std::string, LimitCovered>& limits) { return tallyOfNamed(limits); }

Tally tallyOf(const std::map<std::string, CardCovered>& cards) { return tallyOfNamed(cards); }

Coverage coverageOf(const Archive& archive, const CoveragePlan& plan,
                    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  return Covering(archive, plan).run(progress);
}

}  // namespace docket::lab
