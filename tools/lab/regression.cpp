#include "tools/lab/regression.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

#include "engine/fold/reduce.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/lab/attribution.h"
#include "tools/lab/footprint_cache.h"
#include "tools/lab/game_footprint.h"
#include "tools/lab/journal.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/reach.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

/// Prefix of the line for a game that could not be read.
constexpr std::string_view kDamaged = "damaged\t";

/// Prefix of the line for a game whose cards cannot be read under one side's rules; the reason follows.
constexpr std::string_view kUnfit = "unfit\t";

/// Prefix of the line with the id of the first game of a part that was folded under its pair of documents.
constexpr std::string_view kSides = "sides\t";

/// About how many games a part has: the work that each thread loses if a run is killed.
constexpr std::uint64_t kGamesOfPart = 64;
constexpr std::uint64_t kMaxParts = 4096;

/// Throws BadInput if what a result says is no line of PartDone, or is about a game of another range.
void requireLine(const std::string& text, const leaf_ranges::ResultLines::Line& line) {
  std::string shown = text;
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  if (printable(shown) != shown) line.file.refuse("the line has control characters");
  if (text.starts_with(kDamaged) || text.starts_with(kUnfit)) return;
  if (text.starts_with(kSides)) return line.requireGame(std::string_view(text).substr(kSides.size()));
  const auto difference = readLine(text);
  if (!difference) line.file.refuse("expected a difference, or a game that could not be compared");
  line.requireGame(difference->game);
}

class RegressionRun {
 public:
  RegressionRun(const Archive& archive, const RegressionPlan& plan)
      : archive_(archive), plan_(plan), totals_(archive.totals()), footprints_(archive) {
    const auto parts = plan.games.empty() ? totals_.games / kGamesOfPart : plan.games.size();
    parts_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(parts, 1, kMaxParts));
  }

  /// If no game was named, leaves out records that others replace, as docket games does.
  void findReplaced() {
    if (plan_.games.empty()) replaced_ = replacedRecords(archive_);
  }

  /// True if the run compares that game: it is among those asked for, and both sides can read it.
  bool compares(const std::string& id) {
    if ((!plan_.games.empty() && !plan_.games.contains(id)) || replaced_.contains(id)) return false;
    const auto game = archive_.find(id);
    if (!game) return plan_.games.empty() && selectsAll();
    try {
      return (!plan_.games.empty() || passes(plan_.filter, *game)) && pairOf(game->header()).pair != nullptr;
    } catch (const DamagedArchive&) {
      return false;
    }
  }

  RegressionResult run(const Progress& progress) {
    findReplaced();
    std::map<std::size_t, PartDone> done;
    std::optional<Journal> journal;
    if (plan_.journal) {
      journal.emplace(*plan_.journal, identity());
      done = journal->takeDone();
    }
    std::vector<std::uint32_t> open;
    for (std::uint32_t part = 0; part < parts_; ++part) {
      const auto known = done.find(part);
      if (known == done.end()) {
        open.push_back(part);
      } else {
        seen_ += known->second.games + known->second.of_other_documents + known->second.without_changed_cards +
                 known->second.without_changed_rules;
      }
    }
    std::mutex adding;
    inParallel(
        open.size(), plan_.threads,
        [&](std::size_t i) {
          PartDone part = runPart(open[i]);
          if (journal) journal->keep(open[i], part);
          const std::lock_guard lock(adding);
          done.emplace(open[i], std::move(part));
        },
        [&](std::size_t) {
          footprints_.storeIfFull();
          progress(seen_, plan_.games.empty() ? totals_.games : plan_.games.size());
        });
    footprints_.store();
    return resultOf(std::move(done));
  }

  /// The comparison of the games of a range, in the order of their leaves.
  PartDone runRange(const leaf_ranges::RangeRun& run, const Progress& progress) {
    const auto& games = run.games();
    const std::size_t parts = (games.size() + kGamesOfPart - 1) / kGamesOfPart;
    std::vector<PartDone> done(parts);
    GameReaders readers(archive_);
    inParallel(
        parts, plan_.threads,
        [&](std::size_t part) {
          const auto reader = readers.take();
          std::set<const RulesetPair*> seen_sides;
          for (std::size_t i = part * kGamesOfPart; i < std::min((part + 1) * kGamesOfPart, games.size()); ++i)
            runLogged(run, games[i], *reader, done[part], seen_sides);
        },
        [&](std::size_t) {
          footprints_.storeIfFull();
          progress(seen_, games.size());
        });
    footprints_.store();
    PartDone all;
    for (PartDone& part : done) all.add(std::move(part));
    return all;
  }

  /// The result of these parts, in their order.
  RegressionResult resultOf(std::map<std::size_t, PartDone>&& done) {
    auto [result, representatives] = gathered(std::move(done));
    describe(result, representatives);
    return std::move(result);
  }

 private:
  void runLogged(const leaf_ranges::RangeRun& run, const LoggedGame& logged, GameReader& reader, PartDone& done,
                 std::set<const RulesetPair*>& seen_sides) {
    seen_.fetch_add(1);
    Game stored = reader.open(logged.number);
    if (!passes(plan_.filter, stored) || run.isReplaced(stored.id())) return;
    const std::size_t before = done.lines.size();
    try {
      runGame(run.asLogged(std::move(stored), logged), done, seen_sides);
    } catch (const DamagedArchive& damaged) {
      done.lines.push_back(std::string(kDamaged) + clipped(damaged.what(), 400));
    }
    for (std::size_t i = before; i < done.lines.size(); ++i) {
      if (done.lines[i].starts_with(kDamaged)) done.lines[i] = run.withoutPath(std::move(done.lines[i]));
    }
  }

  [[nodiscard]] bool selectsAll() const {
    const GameFilter& filter = plan_.filter;
    return filter.id_prefix.empty() && filter.player.empty() && filter.event.empty() && filter.date_from.empty() &&
           filter.date_to.empty() && filter.ruleset.empty();
  }

  /// All that the answers depend on.
  [[nodiscard]] Digest identity() const {
    std::string text =
        fmt::format("semantics {} games {} events {} parts {}\n", kSemantics, totals_.games, totals_.events, parts_);
    for (const auto* document : {&plan_.from, &plan_.to, &plan_.from_cards, &plan_.to_cards})
      text += *document ? hex((*document)->digest) + "\n" : std::string("as pinned\n");
    const GameFilter& filter = plan_.filter;
    for (const std::string* one : {&filter.id_prefix, &filter.player, &filter.event, &filter.date_from, &filter.date_to,
                                   &filter.ruleset, &filter.ruleset_version})
      text += *one + '\n';
    text += plan_.everything ? "everything\n" : "what it reaches\n";
    for (const std::string& game : plan_.games) text += game + '\n';
    archive_.list({}, [&](const GameEntry& game) {
      text += fmt::format("{} {} {}\n", game.id, game.count, hex(game.head));
      return true;
    });
    return digest(std::string_view(text));
  }

  PartDone runPart(std::uint32_t part) {
    PartDone done;
    std::set<const RulesetPair*> seen_sides;
    if (!plan_.games.empty()) {
      std::uint32_t place = 0;
      for (const std::string& id : plan_.games) {
        if (place++ % parts_ != part) continue;
        seen_.fetch_add(1);
        runGame(archive_.game(id), done, seen_sides);
      }
      return done;
    }
    archive_.forEachGame(
        [&](Game& game) {
          seen_.fetch_add(1);
          if (passes(plan_.filter, game) && !replaced_.contains(game.id())) runGame(game, done, seen_sides);
          return true;
        },
        {.part = part, .of = parts_});
    return done;
  }

  void runGame(const Game& game, PartDone& done, std::set<const RulesetPair*>& seen_sides) {
    try {
      const auto known = pairOf(game.header());
      if (!known.unfit.empty()) return done.lines.push_back(std::string(kUnfit) + known.unfit);
      if (known.pair == nullptr) {
        ++done.of_other_documents;
        return;
      }
      if (seen_sides.insert(known.pair.get()).second) done.lines.push_back(fmt::format("{}{}", kSides, game.id()));
      const LabGame lab_game(game);
      if (known.reach != nullptr && !isReached(game, lab_game, known)) {
        ++(known.reach->goesByNames() ? done.without_changed_cards : done.without_changed_rules);
        return;
      }
      auto differences = foldBoth(lab_game, *known.pair);
      attribute(lab_game, *known.pair, differences);
      for (const Difference& one : differences) done.lines.push_back(differenceText(lineOf(game.id(), one)));
      ++done.games;
      done.events += game.count();
    } catch (const DamagedArchive& damaged) {
      done.lines.push_back(std::string(kDamaged) + clipped(damaged.what(), 400));
    } catch (const kj::Exception& malformed) {
      done.lines.push_back(
          fmt::format("{}{}: {}", kDamaged, clipped(game.id(), 128), clipped(malformed.getDescription().cStr(), 300)));
    }
  }

  // -- rules

  [[nodiscard]] HeldDocument pinned(std::string_view kind, const Digest& digest, std::string_view game) const {
    auto found = findDocument(kind, digest, &archive_);
    if (!found)
      throw DamagedArchive(fmt::format("{}: the {} with the digest {} is not in the archive", game, kind, hex(digest)));
    return std::move(*found);
  }

  /// The name of the catalogue that a game is pinned to. Under compiling_.
  const std::string& catalogueName(const Digest& digest, std::string_view game) {
    const auto [name, is_new] = catalogue_names_.try_emplace(digest);
    if (is_new) name->second = pinned(kCatalogueKind, digest, game).name;
    return name->second;
  }

  /// The rules of both sides for a game.
  struct ComparedRules {
    std::shared_ptr<const RulesetPair> pair;  ///< null for a game of another ruleset or catalogue
    std::shared_ptr<const Reach> reach;       ///< of the pair; null if everything is asked for
    std::shared_ptr<FootprintTaker> taker;    ///< under the left side; null if no footprints are taken
    std::string unfit;                        ///< why they cannot be compiled; empty if they can
  };
  ComparedRules pairOf(schema::Header::Reader header) {
    const std::string_view id = view(header.getId());
    for (const auto* side : {&plan_.from, &plan_.to}) {
      if (*side && (*side)->name != view(header.getRuleset())) return {};
    }
    if (header.getSemantics() > kSemantics)
      throw DamagedArchive(fmt::format("{}: it needs a newer program (semantics {})", id, header.getSemantics()));
    const auto ruleset = digestIn(header.getRulesetDigest());
    const auto cards = digestIn(header.getCatalogueDigest()).value_or(Digest{});
    if (!ruleset) throw DamagedArchive(fmt::format("{}: its header has no ruleset", id));
    const auto digest_or = [](const std::optional<HeldDocument>& side, const Digest& own) {
      return side ? side->digest : own;
    };
    const Key key{digest_or(plan_.from, *ruleset), digest_or(plan_.to, *ruleset), digest_or(plan_.from_cards, cards),
                  digest_or(plan_.to_cards, cards)};
    const std::lock_guard lock(compiling_);  // while it compiles, too: others want the same rules
    const auto& draft = plan_.from_cards ? plan_.from_cards : plan_.to_cards;
    if (draft && cards != Digest{} && catalogueName(cards, id) != draft->name) return {};
    ComparedRules& known = pairs_[key];
    if (known.pair != nullptr || !known.unfit.empty()) return known;
    const auto side = [&](const std::optional<HeldDocument>& rules, const std::optional<HeldDocument>& with) {
      Documents documents{.ruleset = rules ? *rules : pinned(kRulesetKind, *ruleset, id), .cards = with};
      if (!with && cards != Digest{}) documents.cards = pinned(kCatalogueKind, cards, id);
      return documents;
    };
    try {
      known.pair =
          std::make_shared<const RulesetPair>(side(plan_.from, plan_.from_cards), side(plan_.to, plan_.to_cards));
      if (!plan_.everything) known.reach = std::make_shared<const Reach>(*known.pair);
      if (known.reach != nullptr && known.reach->asksFootprints())
        known.taker = std::make_shared<FootprintTaker>(known.pair->leftDocuments());
    } catch (const BadInput& unfit) {
      known.unfit = clipped(unfit.what(), 400);
    }
    return known;
  }

  /// True if the change can reach the game. A footprint under the documents of the game is stored.
  bool isReached(const Game& game, const LabGame& lab_game, const ComparedRules& known) {
    return known.reach->reaches(game, [&] {
      const Digest& rules = known.pair->left().tag;
      const bool is_own = isOwn(game.header(), known.pair->left());
      if (is_own) {
        if (auto kept = footprints_.find(game, rules)) return std::move(kept->consulted);
      }
      GameFootprint taken = known.taker->of(lab_game);
      if (is_own) footprints_.add(game, rules, taken);
      return std::move(taken.consulted);
    });
  }

  /// True if these are the documents that the game is pinned to.
  static bool isOwn(schema::Header::Reader header, const GameRules& rules) {
    return digestIn(header.getRulesetDigest()) == rules.ruleset_digest &&
           digestIn(header.getCatalogueDigest()).value_or(Digest{}) == rules.catalogue_digest;
  }

  /// The merged result, and at least one game for each pair of documents.
  struct Gathered {
    RegressionResult result;
    std::set<std::string> representatives;
  };
  static Gathered gathered(std::map<std::size_t, PartDone>&& done) {
    Gathered all;
    RegressionResult& result = all.result;
    for (auto& [part, one] : done) {
      result.games += one.games;
      result.events += one.events;
      result.of_other_documents += one.of_other_documents;
      result.without_changed_cards += one.without_changed_cards;
      result.without_changed_rules += one.without_changed_rules;
      for (const std::string& line : one.lines) {
        if (line.starts_with(kDamaged)) {
          result.damaged.push_back(line.substr(kDamaged.size()));
        } else if (line.starts_with(kSides)) {
          all.representatives.insert(line.substr(kSides.size()));
        } else if (line.starts_with(kUnfit)) {
          ++result.unfit[line.substr(kUnfit.size())];
        } else if (auto difference = readLine(line)) {
          result.differences.push_back(std::move(*difference));
        }
      }
      one.lines.clear();
      one.lines.shrink_to_fit();
    }
    return all;
  }

  static void describePart(const std::string& part, const Causes& causes, const RulesetPair& pair,
                           RegressionResult& result) {
    if (!causes.name(part)) return;
    if (std::string gist = gistOf(part, pair); !gist.empty()) result.gists.emplace(part, std::move(gist));
    if (auto words = wordsOf(part, pair); !words.empty()) result.words.emplace(part, std::move(words));
  }

  /// Describes the causes of the differences, and lists the changes that no game reaches.
  void describe(RegressionResult& result, const std::set<std::string>& representatives) {
    Causes causes;
    for (const DifferenceLine& line : result.differences) {
      causes.add(line.cause);
      causes.add(line.replaced);
    }
    std::set<const RulesetPair*> explained;
    Unreached unreached(causes);
    for (const std::string& id : representatives) {
      const auto known = pairOf(archive_.game(id).header());
      if (known.pair == nullptr || !explained.insert(known.pair.get()).second) continue;
      unreached.add(*known.pair);
      for (const Change& change : known.pair->changes()) {
        describePart(change.name, causes, *known.pair, result);
        for (const std::string& clause : change.left_clauses) describePart(clause, causes, *known.pair, result);
        for (const std::string& clause : change.right_clauses) describePart(clause, causes, *known.pair, result);
      }
    }
    result.unreached = unreached.changes();
    result.unreached_cards = unreached.cards();
  }

  using Key = std::array<Digest, 4>;

  const Archive& archive_;
  const RegressionPlan& plan_;
  ArchiveTotals totals_;
  std::set<std::string, std::less<>> replaced_;  // if no games are asked for by name
  FootprintCache footprints_;
  std::uint32_t parts_ = 1;
  std::atomic<std::uint64_t> seen_{0};
  std::mutex compiling_;  // guards pairs_ and catalogue_names_
  std::map<Key, ComparedRules> pairs_;
  std::map<Digest, std::string> catalogue_names_;  // by digest
};

}  // namespace

RegressionResult regress(const Archive& archive, const RegressionPlan& plan, const Progress& progress) {
  return RegressionRun(archive, plan).run(progress);
}

std::set<std::string> comparedOf(const Archive& archive, const RegressionPlan& plan,
                                 const std::set<std::string>& games) {
  RegressionRun running(archive, plan);
  running.findReplaced();
  std::set<std::string> compared;
  for (const std::string& id : games) {
    if (running.compares(id)) compared.insert(id);
  }
  return compared;
}

std::set<std::string> comparedOf(const Archive& archive, const RegressionPlan& plan,
                                 const leaf_ranges::ResultLines& lines, const std::set<std::string>& games) {
  RegressionRun running(archive, plan);
  std::set<std::string> compared;
  for (const std::string& id : games) {
    const auto game = archive.find(id);
    if (game && lines.has(*game) && !lines.isReplaced(id) && running.compares(id)) compared.insert(id);
  }
  return compared;
}

void regressRange(const Archive& archive, const RegressionPlan& plan, const leaf_ranges::RangeRun& run,
                  leaf_ranges::ResultWriter& writer, const Progress& progress) {
  const PartDone done = RegressionRun(archive, plan).runRange(run, progress);
  for (const std::string& line : done.lines) writer.add(JsonWriter().object().member("difference", line).end().text());
  JsonWriter json;
  json.object().object("compared").member("games", done.games).member("events", done.events);
  json.member("skipped", done.of_other_documents)
      .member("leftOut", done.without_changed_cards)
      .member("unasked", done.without_changed_rules);
  writer.add(json.end().end().text());
}

namespace {

/// The lines of each range, by its first leaf.
std::map<std::size_t, PartDone> readParts(const leaf_ranges::ResultLines& lines) {
  std::map<std::size_t, PartDone> parts;
  const leaf_ranges::DoneRange* counted_range = nullptr;
  lines.forEach(
      [&](const leaf_ranges::ResultLines::Line& line) {
        PartDone& part = parts[line.range.leaves.first];
        if (line.says.isDifference()) {
          part.lines.push_back(textOf(line.says.getDifference()));
          return requireLine(part.lines.back(), line);
        }
        if (!line.says.isCompared() || counted_range == &line.range)
          line.file.refuse("this is not a difference, nor how many games were compared");
        counted_range = &line.range;
        const auto sums = line.says.getCompared();
        part.add({.games = sums.getGames(),
                  .events = sums.getEvents(),
                  .of_other_documents = sums.getSkipped(),
                  .without_changed_cards = sums.getLeftOut(),
                  .without_changed_rules = sums.getUnasked()});
        std::uint64_t left = line.games;
        for (const std::uint64_t sum :
             {part.games, part.of_other_documents, part.without_changed_cards, part.without_changed_rules}) {
          if (sum > left)
            line.file.refuse(fmt::format("the range has {}, and these are more", counted(line.games, "game")));
          left -= sum;
        }
      },
      [&](const auto& range, const auto& file) {
        if (counted_range != &range) file.refuse("how many games were compared is missing");
      });
  return parts;
}

}  // namespace

void checkRegression(const leaf_ranges::ResultLines& lines) { static_cast<void>(readParts(lines)); }

RegressionResult regressionOf(const Archive& archive, const RegressionPlan& plan,
                              const leaf_ranges::ResultLines& lines) {
  return RegressionRun(archive, plan).resultOf(readParts(lines));
}

}  // namespace docket::lab
