// The check goes in steps: 0 the opening, then the parts of kParts in their order, then the games by number. The child
// reports its current step; if it aborts or becomes silent, that step is damaged, and another child continues with the
// next one. The messages of the child: "at <step> <game or ->", "event <number>" before a block of events is read,
// "damage <event> <game or -> <text>", "note <text>", "refused <text>" if there is no archive, "environment <text>",
// "games <number>" that there are, "read <games> <events>", and "alive" if it has nothing else to say for a while.
#include "store/check/check.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

#include "events/errors.h"
#include "events/text/whole_number.h"
#include "store/archive.h"
#include "store/check/file_sums.h"
#include "store/check/log_sums.h"
#include "store/check/salvage.h"
#include "store/database.h"
#include "store/format.h"
#include "store/game_impl.h"
#include "store/log/log_check.h"
#include "store/platform/child.h"
#include "store/rows/index.h"

namespace docket {

namespace detail {

/// The child's side.
class CheckWorker {
 public:
  CheckWorker(const std::filesystem::path& path, const std::function<void(const Game&)>& also, const Report& report)
      : path_(path), also_(also), report_(report) {}

  void run(std::uint64_t from);

  // -- the parts; each throws DamagedArchive, or reports several damages itself

  void checkFiles() {
    requireFileSums(path_, [this] { alive(); });
  }

  void checkLeavesOfLog() {
    checkLog(*database_, [this] { aliveNowAndThen(); });
  }

  void checkLogs() {
    for (const auto& line : damagedLogs(path_, [this] { alive(); }))
      note(line +
           ": everything after this point is ignored; acknowledged events that were in it are reported as damage");
  }

  /// Checks every row of the families that no other part reads, and that each row belongs to a counted game.
  void checkIndex() {
    const auto games = database_->totals().games;
    for (const auto family : kFamilies) {
      if (family == Family::events || family == Family::games || family == Family::documents) continue;
      database_->forEach(family, "", "reading the index", [&](auto, auto value) {
        aliveNowAndThen();
        if (family == Family::index && (value.size() != 4 || readBig32(value) == 0 || readBig32(value) > games))
          throw DamagedArchive(damageText(path_, "", 0, "a row of the index belongs to no game"));
        return true;
      });
    }
    for (const auto family : {Family::games, Family::events}) {
      const auto rows = database_->iterator(family);
      rows->SeekToLast();
      require(rows->status(), path_, "reading the games");
      if (rows->Valid() && (rows->key().size() < 4 || readBig32(view(rows->key())) > games))
        throw DamagedArchive(damageText(path_, "", 0, "there are rows of a game that is not in the index"));
    }
  }

  void checkDocuments() {
    const Documents documents = Archive(database_).documents();
    for (const auto& entry : documents.list()) {
      alive();
      if (!documents.get(entry.digest))
        throw DamagedArchive(
            damageText(path_, "", 0, fmt::format("the document {} is listed but missing", entry.name)));
    }
  }

  void reportSalvages() {
    for (const auto& line : salvagesOf(*database_)) note(line);
  }

 private:
  void at(std::uint64_t step, std::string_view game) { report_(fmt::format("at {} {}", step, game)); }
  void alive() const { report_("alive"); }
  void aliveNowAndThen() {
    constexpr std::uint64_t kRows = 4096;
    if (++rows_ % kRows == 0) alive();
  }
  void note(std::string_view what) const { report_(fmt::format("note {}", what)); }
  void damage(std::uint32_t event, std::string_view game, std::string_view what) {
    report_(fmt::format("damage {} {} {}", event, game, what));
  }
  template <class Act>
  void step(std::uint64_t number, std::string_view game, Act&& act) {
    at(number, game);
    try {
      act();
    } catch (const DamagedArchive& error) {
      const auto* loss = database_->lossOf(game);
      if (loss == nullptr || loss->first_lost != seen_)
        damage(seen_, game, error.what());  // else it was reported already
    }
  }

  static std::uint64_t stepOf(std::uint32_t game);
  void checkGame(std::uint32_t number) {
    seen_ = 0;
    std::optional<Game> game;
    step(stepOf(number), "-", [&] {
      game = Archive(database_).open(number);
      if (!game) throw DamagedArchive(damageText(path_, "", 0, fmt::format("game {} has no rows", number)));
    });
    if (!game) return;
    step(stepOf(number), game->id(), [&] {
      checkRowsOfIndex(*game, number);
      checkEvents(*game);
      checkBranchPoint(*game, number);
      checkHeads(*game, number);
      seen_ = 0;
      checkLeaves(*database_, number, game->id());
      if (also_) also_(*game);
      const auto own_events = game->count() - game->shared();
      ++games_;
      events_ += own_events;
      report_(fmt::format("read 1 {}", own_events));
    });
  }

  void checkRowsOfIndex(const Game& game, std::uint32_t number) const {
    for (const auto& key : indexKeys(game.header(), game.label())) {
      const auto row = database_->get(Family::index, key, "reading the index");
      if (!row || row->size() != 4 || readBig32(*row) != number)
        throw DamagedArchive(damageText(path_, game.id(), 0, "a row of the index is missing or wrong"));
    }
    (void)game.secrets();
  }

  /// Checks that a branch is found from its parent, and that the parent still has the head at the branch point.
  void checkBranchPoint(const Game& game, std::uint32_t number) {
    const auto point = game.branchPoint();
    if (!point) return;
    seen_ = 0;
    const auto row = database_->get(Family::index, branchKey(point->parent, game.id()), "reading the index");
    if (!row || row->size() != 4 || readBig32(*row) != number)
      throw DamagedArchive(
          damageText(path_, game.id(), 0, "its parent's index row for this branch is missing or wrong"));
    const auto parent = Archive(database_).game(point->parent);
    const auto head = parent.headAt(point->at);
    const auto parted = game.header().getSourceDigest();
    if (head && (parted.size() != head->size() || !std::equal(head->begin(), head->end(), parted.begin())))
      throw DamagedArchive(
          damageText(path_, game.id(), point->at,
                     fmt::format("the head of game {} at that event does not match the one that the branch began with",
                                 point->parent)));
  }

  void checkEvents(const Game& game) {
    seen_ = 1;
    game.forEach([&](std::uint32_t event, schema::Event::Reader reader) {
      if (event % Head::kBlockEvents == 1) report_(fmt::format("event {}", event));
      (void)reader.totalSize();  // goes to every pointer of it
      seen_ = event + 1;
    });
  }

  void checkHeads(const Game& game, std::uint32_t number) {
    seen_ = game.count();
    const auto beyond = database_->get(Family::events, eventsKey(number, game.count() + 1), "reading events");
    if (beyond) throw DamagedArchive(damageText(path_, game.id(), game.count() + 1, "is stored but not counted"));
    EventRows rows(*database_);
    auto ends = game.segments();
    if (game.count() != game.shared()) ends.push_back({.last = game.count(), .head = game.head()});
    for (const auto& end : ends) {
      seen_ = end.last;
      const auto row = rows.at(number, end.last, game.id());
      if (row->last() != end.last || row->head() != end.head)
        throw DamagedArchive(damageText(path_, game.id(), end.last, "its head does not match the head of the game"));
    }
  }

  const std::filesystem::path& path_;
  const std::function<void(const Game&)>& also_;
  const Report& report_;
  std::shared_ptr<Database> database_;
  std::uint32_t seen_ = 0;                // the event that is damaged, if something is now
  std::uint64_t rows_ = 0;                // rows read so far
  std::uint64_t games_ = 0, events_ = 0;  // undamaged ones
};

// The parts that are checked besides the games, in order. Add a part here.
namespace {

struct Part {
  const char* name;
  const char* description;
  void (CheckWorker::*check)();
};
constexpr std::array kParts = {
    Part{.name = "files", .description = "the files of the database, by checksum", .check = &CheckWorker::checkFiles},
    Part{.name = "log",
         .description = "the write-ahead log and the list of tables, record by record",
         .check = &CheckWorker::checkLogs},
    Part{.name = "index",
         .description = "the index, row by row; derived rows are read but not compared with events",
         .check = &CheckWorker::checkIndex},
    Part{.name = "documents", .description = "the documents, by their digests", .check = &CheckWorker::checkDocuments},
    Part{.name = "leaves",
         .description = "the log of finished games, leaf by leaf, with its hashes and checkpoints",
         .check = &CheckWorker::checkLeavesOfLog},
    Part{.name = "salvages", .description = "losses that were accepted", .check = &CheckWorker::reportSalvages},
};

}  // namespace

std::uint64_t CheckWorker::stepOf(std::uint32_t game) { return kParts.size() + game; }

void CheckWorker::run(std::uint64_t from) {
  leaveDatabasesOpen();
  at(0, "-");
  try {
    requireArchive(path_);
    database_ = std::make_shared<Database>(path_, Access::read);
    if (from == 0)
      for (const auto& loss : database_->losses()) {
        const auto& id = loss.acknowledged.id;
        damage(loss.first_lost, id.empty() ? "-" : id,
               damageText(path_, id == "-" ? "" : id, loss.first_lost, loss.what));
      }
    for (std::uint64_t part = std::max<std::uint64_t>(from, 1); part <= kParts.size(); ++part)
      step(part, "-", [&] { (this->*kParts[part - 1].check)(); });
    const auto totals = database_->totals();
    report_(fmt::format("games {}", totals.games));
    const std::uint64_t first = std::max<std::uint64_t>(from, stepOf(1)) - kParts.size();
    for (std::uint64_t number = first; number <= totals.games; ++number) checkGame(static_cast<std::uint32_t>(number));
    if (games_ == totals.games && events_ != totals.events)
      damage(0, "-",
             damageText(path_, "", 0, fmt::format("{} events are counted, but {} are stored", totals.events, events_)));
  } catch (const DamagedArchive& error) {
    damage(0, "-", error.what());
  } catch (const BadInput& error) {
    report_(fmt::format("refused {}", error.what()));
  } catch (const std::exception& error) {
    report_(fmt::format("environment {}", error.what()));
  }
}

namespace {

/// The parent's side: the state of the child so far.
class CheckProgress {
 public:
  explicit CheckProgress(CheckReport& report) : report_(report) {}
  std::uint64_t step = 0;
  std::string environment, refused;

  void line(std::string_view text) {
    const auto word = take(text);
    if (word == "at") {
      step = number(take(text));
      game_ = take(text);
      event_ = 0;
      if (step != 0 && step <= kParts.size()) part().checked = true;
    } else if (word == "event") {
      event_ = static_cast<std::uint32_t>(number(take(text)));
    } else if (word == "damage") {
      const auto event = static_cast<std::uint32_t>(number(take(text)));
      const auto game = take(text);
      addDamage(named(game), event, std::string(text));
    } else if (word == "note") {
      report_.notes.emplace_back(text);
    } else if (word == "games") {
      report_.total_games = number(take(text));
    } else if (word == "read") {
      report_.games += number(take(text));
      report_.events += number(take(text));
    } else if (word == "environment") {
      environment = text;
    } else if (word == "refused") {
      refused = text;
    }
  }

  /// Notes that the child was ended by a signal, or exited with a status other than 0.
  void aborted(int signal) {
    addDamage(named(game_), event_, fmt::format("the database gave up (signal {}) while {}", signal, activity()));
  }

  void fellSilent(std::chrono::milliseconds silence) {
    const auto seconds = std::chrono::duration<double>(silence).count();
    addDamage(named(game_), event_,
              fmt::format("the check of this did not end: there was no answer for {:g} seconds while {}", seconds,
                          activity()));
  }

 private:
  CheckedPart& part() { return report_.parts[step - 1]; }
  [[nodiscard]] std::string activity() const {
    if (step == 0) return "it was opened";
    if (step <= kParts.size()) return fmt::format("looking at {}", kParts[step - 1].description);
    return "it was read";
  }
  void addDamage(std::string game, std::uint32_t event, std::string what) {
    if (step != 0 && step <= kParts.size()) part().whole = false;
    report_.damages.push_back({.game = std::move(game), .first_bad = event, .what = std::move(what)});
  }
  static std::string named(std::string_view game) { return game == "-" ? std::string() : std::string(game); }
  static std::string_view take(std::string_view& text) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
  }
  static std::uint64_t number(std::string_view text) { return wholeNumber<std::uint64_t>(text).value_or(0); }

  CheckReport& report_;
  std::string game_ = "-";
  std::uint32_t event_ = 0;
};

}  // namespace
}  // namespace detail

CheckReport check(const std::filesystem::path& path, const std::function<void(const Game&)>& also,
                  std::chrono::milliseconds silence, const std::function<void(const CheckReport&)>& progress) {
  constexpr int kMaxChildren = 1000;
  constexpr int kMaxSilent = 3;  // of a disk that does not answer
  if (sodium_init() < 0) throw EnvironmentError("libsodium cannot be used on this machine");
  CheckReport report;
  for (const auto& part : detail::kParts) report.parts.push_back({.name = part.name, .description = part.description});
  std::uint64_t from = 0;
  int silent = 0;
  for (int child = 0;; ++child) {
    detail::CheckProgress heard(report);
    const int signal =
        detail::runInChild([&](const detail::Report& say) { detail::CheckWorker(path, also, say).run(from); },
                           [&](std::string_view line) {
                             heard.line(line);
                             if (progress) progress(report);
                           },
                           silence);
    if (!heard.refused.empty()) throw BadInput(heard.refused);
    if (!heard.environment.empty()) throw EnvironmentError(heard.environment);
    if (signal == 0) break;
    if (signal == detail::kTimedOut) {
      heard.fellSilent(silence);
      ++silent;
    } else {
      heard.aborted(signal);
    }
    if (heard.step == 0) break;  // it cannot even be opened
    from = heard.step + 1;
    if (child + 1 < kMaxChildren && silent < kMaxSilent) continue;
    report.damages.push_back({.game = {},
                              .first_bad = 0,
                              .what = path.string() + ": so much of it is damaged that the rest was not checked"});
    break;
  }
  return report;
}

void requireWhole(const CheckReport& report) {
  if (report.whole()) return;
  std::string text;
  for (const auto& damage : report.damages) text += damage.what + "\n";
  throw DamagedArchive(text + fmt::format("{} games with {} events can be read; restore the rest from a backup",
                                          report.games, report.events));
}

}  // namespace docket
