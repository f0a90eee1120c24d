#include "tools/lab/coverage.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>

#include "engine/rules/amendments.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/printable.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/lab/footprint_cache.h"
#include "tools/lab/game_footprint.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/rules_reach.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

constexpr std::uint32_t kMaxCoverageParts = 1024;
constexpr std::uint64_t kGamesOfCoveragePart = 64;

/// A clause that has had no effect so far, and the rules without it.
class Trial {
 public:
  /// `document`: of the documents' ruleset.
  Trial(const Documents& documents, schema::Ruleset::Reader document, const GameRules& rules, const std::string& clause)
      : documents_(documents), without_(withClauseOff(document, clause)) {
    reach_.emplace(rules.ruleset, document, without_.root());
  }

  /// True if a game that consulted this can end differently without the clause.
  [[nodiscard]] bool reaches(const Consulted& consulted) const { return reach_->reaches(consulted); }
  /// True if a game does end differently without it.
  [[nodiscard]] bool changes(const LabGame& game) const { return pair() != nullptr && resultsDiffer(game, *pair()); }

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

/// Counts over the games of one ruleset and one catalogue.
struct RulesetCounts {
  std::uint64_t games = 0, events = 0, cached = 0;
  std::set<std::string> exercised{};             ///< clauses
  std::map<std::string, std::uint64_t> asked{};  ///< by clause: the games whose result can change without it
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

/// The documents of a group of games, and their rules with each clause switched off. Shared by all threads.
class CoveredDocuments {
  const Documents documents_;  // first: the other members are made from them

 public:
  const std::shared_ptr<const GameRules> rules;
  FootprintTaker footprints;

  explicit CoveredDocuments(Documents documents)
      : documents_(std::move(documents)),
        rules(compileRules(documents_.ruleset, documents_.cards ? &*documents_.cards : nullptr)),
        footprints(documents_),
        exercised_(rules->ruleset.clauses.size()),
        asked_(rules->ruleset.clauses.size()) {
    DocumentReader<schema::Ruleset> document(documents_.ruleset);
    for (const Clause& clause : rules->ruleset.clauses) {
      auto& trial = trials_.emplace_back();
      try {
        trial = std::make_unique<const Trial>(documents_, document.root(), *rules, clause.id);
      } catch (const BadInput&) {
        // The rules do not compile without this clause, so it never counts as exercised.
      }
    }
  }

  /// Goes through the clauses that no game has exercised yet. What the game was tried without is added to its
  /// footprint; gives whether there was any such clause.
  bool tryClauses(const LabGame& game, GameFootprint& footprint) {
    bool tried = false;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i] == nullptr || !trials_[i]->reaches(footprint.consulted)) continue;
      ++asked_[i];
      if (exercised_[i]) continue;
      const std::string& clause = rules->ruleset.clauses[i].id;
      auto known = footprint.trials.find(clause);
      if (known == footprint.trials.end()) {
        known = footprint.trials.emplace(clause, trials_[i]->changes(game)).first;
        tried = true;
      }
      if (known->second) exercised_[i] = true;
    }
    return tried;
  }

  /// Adds what tryClauses() found.
  void addTo(RulesetCounts& counts) const {
    const auto& clauses = rules->ruleset.clauses;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      if (exercised_[i]) counts.exercised.insert(clauses[i].id);
      counts.asked[clauses[i].id] += asked_[i];
    }
  }

 private:
  std::vector<std::unique_ptr<const Trial>> trials_;
  std::vector<std::atomic<bool>> exercised_;       // by clause
  std::vector<std::atomic<std::uint64_t>> asked_;  // by clause: the games whose result can change without it
};

/// The digests of a ruleset and a catalogue, which is zero if the games have none.
using DocumentsKey = std::array<Digest, 2>;
using CountsByDocuments = std::map<DocumentsKey, RulesetCounts>;

/// The documents with these digests; empty if the archive lacks the ruleset.
std::optional<Documents> documentsOf(const DocumentsKey& key, const Archive& archive) {
  auto ruleset = findDocument(kRulesetKind, key[0], &archive);
  if (!ruleset) return std::nullopt;
  Documents documents{.ruleset = std::move(*ruleset)};
  if (key[1] != Digest{}) documents.cards = findDocument(kCatalogueKind, key[1], &archive);
  return documents;
}

/// Adds the counts under one pair of documents.
void addCounts(const GameRules& rules, const RulesetCounts& counts, RulesCovered& into) {
  const auto count_in = [](const auto& by_name, const std::string& name) {
    const auto found = by_name.find(name);
    return found == by_name.end() ? typename std::decay_t<decltype(by_name)>::mapped_type{} : found->second;
  };
  into.name = rules.ruleset.name;
  into.version = rules.ruleset.version;
  into.games += counts.games;
  into.events += counts.events;
  into.cached += counts.cached;
  if (into.clauses.empty()) {
    for (const Clause& clause : rules.ruleset.clauses)
      into.clauses.push_back({.id = clause.id, .place = clause.place, .gist = clause.gist});
  }
  for (ClauseCovered& clause : into.clauses) {
    clause.exercised = clause.exercised || counts.exercised.contains(clause.id);
    clause.games += count_in(counts.asked, clause.id);
    clause.broken += count_in(counts.broken, clause.id);
    clause.rulings += count_in(counts.rulings, clause.id);
  }
  for (const Limit& limit : rules.ruleset.limits) {
    LimitCovered& covered = into.limits[limit.name];
    const LimitCovered counted = count_in(counts.limits, limit.name);
    covered.wording = limit.wording;
    covered.uses += counted.uses;
    covered.broken += counted.broken;
  }
  for (const auto& card : rules.catalogue.definitions()) {
    CardCovered& covered = into.cards[card->key];
    covered.title = card->title;
    covered.add(count_in(counts.cards, card->key));
  }
}

Coverage coverageBy(const Archive& archive, const CountsByDocuments& all, std::vector<std::string> damaged) {
  std::map<Digest, RulesCovered> by_ruleset;  // of all catalogues
  for (const auto& [key, counts] : all) {
    const auto documents = documentsOf(key, archive);
    if (!documents || counts.games == 0) continue;
    const auto rules = compileDocuments(*documents);
    addCounts(*rules, counts, by_ruleset[key[0]]);
  }
  Coverage coverage{.damaged = std::move(damaged)};
  for (auto& [digest, one] : by_ruleset) coverage.rulesets.push_back(std::move(one));
  std::sort(coverage.rulesets.begin(), coverage.rulesets.end(), [](const RulesCovered& one, const RulesCovered& other) {
    return std::tie(one.name, one.version) < std::tie(other.name, other.version);
  });
  std::sort(coverage.damaged.begin(), coverage.damaged.end());
  return coverage;
}

class CoverageRun {
 public:
  CoverageRun(const Archive& archive, const CoveragePlan& plan)
      : archive_(archive), plan_(plan), totals_(archive.totals()), cache_(archive) {
    parts_ = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(totals_.games / kGamesOfCoveragePart, 1, kMaxCoverageParts));
  }

  Coverage run(const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const auto replaced = replacedRecords(archive_);
    inParallel(
        parts_, plan_.threads,
        [&](std::size_t part) {
          archive_.forEachGame(
              [&](Game& game) {
                seen_.fetch_add(1);
                if (passes(plan_.filter, game) && !replaced.contains(game.id())) cover(game);
                return true;
              },
              {.part = static_cast<std::uint32_t>(part), .of = parts_});
        },
        [&](std::size_t) {
          cache_.storeIfFull();
          progress(seen_, totals_.games);
        });
    cache_.store();
    return coverageBy(archive_, takeCounts(), std::move(damaged_));
  }

  /// The counts of the games of a range; damaged() names the others.
  CountsByDocuments countRange(const leaf_ranges::RangeRun& run,
                               const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const auto& games = run.games();
    GameReaders readers(archive_);
    inParallel(
        games.size(), plan_.threads,
        [&](std::size_t i) {
          coverLogged(run, games[i], *readers.take());
          seen_.fetch_add(1);
        },
        [&](std::size_t) {
          cache_.storeIfFull();
          progress(seen_, games.size());
        });
    cache_.store();
    for (std::string& one : damaged_) one = run.withoutPath(std::move(one));
    std::sort(damaged_.begin(), damaged_.end());
    return takeCounts();
  }
  [[nodiscard]] const std::vector<std::string>& damaged() const { return damaged_; }

 private:
  using Key = DocumentsKey;

  void coverLogged(const leaf_ranges::RangeRun& run, const LoggedGame& logged, GameReader& reader) {
    Game stored = reader.open(logged.number);
    if (!passes(plan_.filter, stored) || run.isReplaced(stored.id())) return;
    try {
      cover(run.asLogged(std::move(stored), logged));
    } catch (const DamagedArchive& damaged) {
      addDamaged(clipped(damaged.what(), 400));
    }
  }

  /// The counts, including how often each clause was consulted.
  CountsByDocuments takeCounts() {
    for (auto& [key, counts] : counts_) covered_.at(key)->addTo(counts);
    return std::move(counts_);
  }

  void cover(const Game& game) {
    GameFootprint footprint;
    bool was_cached = false;
    const auto ruleset = digestIn(game.header().getRulesetDigest());
    if (!ruleset) return;
    const Key key{*ruleset, digestIn(game.header().getCatalogueDigest()).value_or(Digest{})};
    try {
      const auto covered = coveredDocuments(key);
      if (covered == nullptr)
        throw DamagedArchive(
            fmt::format("{}: the ruleset with the digest {} is not in the archive", game.id(), hex(*ruleset)));
      const LabGame lab_game(game);
      auto before = plan_.again ? std::nullopt : cache_.find(game, covered->rules->tag);
      was_cached = before.has_value();
      footprint = before ? std::move(*before) : covered->footprints.of(lab_game);
      if (covered->tryClauses(lab_game, footprint) || !was_cached) cache_.add(game, covered->rules->tag, footprint);
    } catch (const DamagedArchive& damaged) {
      return addDamaged(clipped(damaged.what(), 400));
    } catch (const kj::Exception& malformed) {
      return addDamaged(clipped(game.id(), 128) + ": " + clipped(malformed.getDescription().cStr(), 300));
    }
    const std::lock_guard lock(adding_);
    counts_[key].add(footprint);
    counts_[key].cached += was_cached ? 1U : 0U;
  }

  void addDamaged(std::string what) {
    const std::lock_guard lock(adding_);
    damaged_.push_back(std::move(what));
  }

  std::shared_ptr<CoveredDocuments> coveredDocuments(const Key& key) {
    const std::lock_guard lock(compiling_);
    const auto known = covered_.find(key);
    if (known != covered_.end()) return known->second;
    auto documents = documentsOf(key, archive_);
    if (!documents) return nullptr;
    return covered_.emplace(key, std::make_shared<CoveredDocuments>(std::move(*documents))).first->second;
  }

  const Archive& archive_;
  const CoveragePlan& plan_;
  ArchiveTotals totals_;
  std::uint32_t parts_ = 1;
  FootprintCache cache_;
  std::atomic<std::uint64_t> seen_{0};
  std::mutex compiling_, adding_;  // guard covered_; counts_ and damaged_
  std::map<Key, std::shared_ptr<CoveredDocuments>> covered_;
  CountsByDocuments counts_;
  std::vector<std::string> damaged_;
};

template <typename Covered>
Tally tallyOfNamed(const std::map<std::string, Covered>& all) {
  const auto exercised =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return one.second.isExercised(); });
  return {.exercised = static_cast<std::size_t>(exercised), .total = all.size()};
}

std::string coverageLine(const DocumentsKey& key, const RulesetCounts& counts) {
  const auto count_in = [](const std::map<std::string, std::uint64_t>& by_name, const std::string& name) {
    const auto found = by_name.find(name);
    return found == by_name.end() ? 0 : found->second;
  };
  JsonWriter json;
  json.object().object("coverage").member("ruleset", hex(key[0])).member("catalogue", hex(key[1]));
  json.member("games", counts.games).member("events", counts.events).list("clauses");
  for (const auto& [clause, asked] : counts.asked) {
    json.object().member("clause", clause).member("exercised", counts.exercised.contains(clause));
    json.member("games", asked).member("broken", count_in(counts.broken, clause));
    json.member("rulings", count_in(counts.rulings, clause)).end();
  }
  json.end().list("limits");
  for (const auto& [limit, count] : counts.limits)
    json.object().member("limit", limit).member("uses", count.uses).member("broken", count.broken).end();
  json.end().list("cards");
  for (const auto& [card, count] : counts.cards) {
    json.object().member("card", card).member("games", count.games).member("inPlay", count.in_play);
    json.member("uses", count.uses).member("mostUses", count.most_uses).end();
  }
  return json.end().end().end().text();
}

/// Adds the counts of a line.
void addLine(schema::RangeLine::Coverage::Reader from, RulesetCounts& counts) {
  counts.games += from.getGames();
  counts.events += from.getEvents();
  for (const auto clause : from.getClauses()) {
    const std::string id = textOf(clause.getClause());
    if (clause.getExercised()) counts.exercised.insert(id);
    counts.asked[id] += clause.getGames();
    counts.broken[id] += clause.getBroken();
    counts.rulings[id] += clause.getRulings();
  }
  for (const auto limit : from.getLimits()) {
    LimitCovered& covered = counts.limits[textOf(limit.getLimit())];
    covered.uses += limit.getUses();
    covered.broken += limit.getBroken();
  }
  for (const auto card : from.getCards()) {
    counts.cards[textOf(card.getCard())].add({.games = card.getGames(),
                                              .in_play = card.getInPlay(),
                                              .uses = card.getUses(),
                                              .most_uses = card.getMostUses()});
  }
}

/// Adds up the lines of all ranges.
void readCounts(const Archive& archive, const leaf_ranges::ResultLines& lines, CountsByDocuments& counts,
                std::vector<std::string>& damaged) {
  std::map<std::uint64_t, std::uint64_t> games;  // games counted so far, by the first leaf of their range
  lines.forEach([&](const leaf_ranges::ResultLines::Line& line) {
    std::uint64_t& so_far = games[line.range.leaves.first];
    const bool is_counts = line.says.isCoverage();
    if (!is_counts && !line.says.isDamaged()) line.file.refuse("this is neither a count nor a damaged game");
    const std::uint64_t of_line = is_counts ? line.says.getCoverage().getGames() : 1;
    if (of_line > line.games - so_far) line.file.refuse(fmt::format("the range has only {} games", line.games));
    so_far += of_line;
    if (!is_counts) return damaged.push_back(printable(textOf(line.says.getDamaged())));
    const auto from = line.says.getCoverage();
    if (from.getRuleset().size() != sizeof(Digest) || from.getCatalogue().size() != sizeof(Digest))
      line.file.refuse("expected the digests of a ruleset and of a catalogue");
    const DocumentsKey key{digestIn(from.getRuleset()).value(), digestIn(from.getCatalogue()).value()};
    if (!documentsOf(key, archive))
      line.file.refuse(fmt::format("the archive has no ruleset with the digest {}", hex(key[0])));
    addLine(from, counts[key]);
  });
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
  return {.exercised = static_cast<std::size_t>(exercised), .total = clauses.size()};
}

Tally tallyOf(const std::map<std::string, LimitCovered>& limits) { return tallyOfNamed(limits); }

Tally tallyOf(const std::map<std::string, CardCovered>& cards) { return tallyOfNamed(cards); }

Coverage coverageOf(const Archive& archive, const CoveragePlan& plan,
                    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  return CoverageRun(archive, plan).run(progress);
}

void coverRange(const Archive& archive, const CoveragePlan& plan, const leaf_ranges::RangeRun& run,
                leaf_ranges::ResultWriter& writer, const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  CoverageRun covering(archive, plan);
  for (const auto& [key, counts] : covering.countRange(run, progress)) writer.add(coverageLine(key, counts));
  for (const std::string& damaged : covering.damaged())
    writer.add(JsonWriter().object().member("damaged", damaged).end().text());
}

void checkCoverage(const Archive& archive, const leaf_ranges::ResultLines& lines) {
  CountsByDocuments counts;
  std::vector<std::string> damaged;
  readCounts(archive, lines, counts, damaged);
}

Coverage coverageOf(const Archive& archive, const leaf_ranges::ResultLines& lines) {
  CountsByDocuments counts;
  std::vector<std::string> damaged;
  readCounts(archive, lines, counts, damaged);
  return coverageBy(archive, counts, std::move(damaged));
}

}  // namespace docket::lab
