// The check goes in steps: 0 the opening, 1 the files, 2 the documents, 3 and on the games by number. The child says
// which step it is at; where it aborts, that step is damaged, and a further child goes on with the next one.
// What the child says: "at <step> <game or ->", "event <number>" before a block of events is read, "damage <event>
// <game or -> <text>", "environment <text>", "read <games> <events>".
#include "store/check.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "events/errors.h"
#include "store/archive.h"
#include "store/child.h"
#include "store/database.h"
#include "store/file_sums.h"
#include "store/format.h"
#include "store/game_state.h"
#include "store/index.h"

namespace docket {

namespace detail {

// The child's side.
class Walk {
 public:
  Walk(const std::filesystem::path& path, const std::function<void(const Game&)>& also, const Report& report)
      : path_(path), also_(also), report_(report) {}

  void run(std::uint64_t from) {
    leaveDatabasesOpen();
    at(0, "-");
    try {
      database_ = std::make_shared<Database>(path_, Access::read);
      if (from == 0)
        for (const auto& loss : database_->losses()) {
          const auto& id = loss.promised.id;
          damage(loss.first_lost, id, damageText(path_, id == "-" ? "" : id, loss.first_lost, loss.what));
        }
      if (from <= 1) step(1, "-", [&] { checkFiles(); });
      if (from <= 2) step(2, "-", [&] { checkDocuments(); });
      const auto games = database_->totals().games;
      for (std::uint64_t number = std::max<std::uint64_t>(from, 3) - 2; number <= games; ++number)
        checkGame(static_cast<std::uint32_t>(number));
    } catch (const DamagedArchive& error) {
      damage(0, "-", error.what());
    } catch (const std::exception& error) {
      report_(fmt::format("environment {}", error.what()));
    }
  }

 private:
  void at(std::uint64_t step, std::string_view game) { report_(fmt::format("at {} {}", step, game)); }
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

  void checkFiles() const {
    requireFileSums(path_);
    for (const auto family : kFamilies)
      if (family != Family::events && family != Family::games && family != Family::documents)
        database_->forEach(family, "", "reading the index", [](auto, auto) { return true; });
  }

  void checkDocuments() const {
    const Documents documents = Archive(database_).documents();
    for (const auto& entry : documents.list())
      if (!documents.get(entry.digest))
        throw DamagedArchive(
            damageText(path_, "", 0, fmt::format("the document {} is listed and missing", entry.name)));
  }

  void checkGame(std::uint32_t number) {
    seen_ = 0;
    std::optional<Game> game;
    step(number + 2U, "-", [&] {
      game = Archive(database_).open(number);
      if (!game) throw DamagedArchive(damageText(path_, "", 0, fmt::format("game {} has no rows", number)));
    });
    if (!game) return;
    step(number + 2U, game->id(), [&] {
      checkIndex(*game, number);
      checkEvents(*game);
      checkParting(*game, number);
      checkHeads(*game, number);
      seen_ = 0;
      if (also_) also_(*game);
      report_(fmt::format("read 1 {}", game->count() - game->shared()));
    });
  }

  void checkIndex(const Game& game, std::uint32_t number) const {
    for (const auto& key : indexKeys(game.header())) {
      const auto row = database_->get(Family::index, key, "reading the index");
      if (!row || row->size() != 4 || big(*row) != number)
        throw DamagedArchive(damageText(path_, game.id(), 0, "a row of the index is missing or wrong"));
    }
    (void)game.secrets();
  }

  /// That a branch is found from its parent, and that its parent still has the head from which it parted.
  void checkParting(const Game& game, std::uint32_t number) {
    const auto point = game.branchPoint();
    if (!point) return;
    seen_ = 0;
    const auto row = database_->get(Family::index, branchKey(point->parent, game.id()), "reading the index");
    if (!row || row->size() != 4 || big(*row) != number)
      throw DamagedArchive(
          damageText(path_, game.id(), 0, "the row that finds it from its parent is missing or wrong"));
    const auto parent = Archive(database_).game(point->parent);
    const auto head = parent.headAt(point->at);
    const auto parted = game.header().getSourceDigest();
    if (head && (parted.size() != head->size() || !std::equal(head->begin(), head->end(), parted.begin())))
      throw DamagedArchive(
          damageText(path_, game.id(), point->at,
                     fmt::format("game {} has another head there than when it parted", point->parent)));
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
    if (beyond) throw DamagedArchive(damageText(path_, game.id(), game.count() + 1, "is there and not counted"));
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
  std::uint32_t seen_ = 0;  // the event that is damaged, if something is now
};

namespace {

// The parent's side: what is known of the child so far.
class Heard {
 public:
  explicit Heard(CheckReport& report) : report_(report) {}
  std::uint64_t step = 0;
  std::string environment;

  void line(std::string_view text) {
    const auto word = take(text);
    if (word == "at") {
      step = number(take(text));
      game_ = take(text);
      event_ = 0;
    } else if (word == "event") {
      event_ = static_cast<std::uint32_t>(number(take(text)));
    } else if (word == "damage") {
      const auto event = static_cast<std::uint32_t>(number(take(text)));
      const auto game = take(text);
      report_.damages.push_back({.game = named(game), .first_bad = event, .what = std::string(text)});
    } else if (word == "read") {
      report_.games += number(take(text));
      report_.events += number(take(text));
    } else if (word == "environment") {
      environment = text;
    }
  }

  void aborted(int signal) {
    const std::string at = step == 0 ? "it was opened" : step == 1 ? "its files were read" : "it was read";
    report_.damages.push_back({.game = named(game_),
                               .first_bad = event_,
                               .what = fmt::format("the database gave up (signal {}) while {}", signal, at)});
  }

 private:
  static std::string named(std::string_view game) { return game == "-" ? std::string() : std::string(game); }
  static std::string_view take(std::string_view& text) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
  }
  static std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  CheckReport& report_;
  std::string game_ = "-";
  std::uint32_t event_ = 0;
};

}  // namespace
}  // namespace detail

CheckReport check(const std::filesystem::path& path, const std::function<void(const Game&)>& also) {
  constexpr int kMostChildren = 1000;
  if (sodium_init() < 0) throw EnvironmentError("libsodium cannot be used on this machine");
  detail::requireArchive(path);
  CheckReport report;
  std::uint64_t from = 0;
  for (int child = 0; child < kMostChildren; ++child) {
    detail::Heard heard(report);
    const int signal = detail::runInChild([&](const detail::Report& say) { detail::Walk(path, also, say).run(from); },
                                          [&](std::string_view line) { heard.line(line); });
    if (!heard.environment.empty()) throw EnvironmentError(heard.environment);
    if (signal == 0) break;
    heard.aborted(signal);
    if (heard.step == 0) break;  // it cannot even be opened
    from = heard.step + 1;
  }
  return report;
}

void requireWhole(const CheckReport& report) {
  if (report.whole()) return;
  std::string text;
  for (const auto& damage : report.damages) text += damage.what + "\n";
  throw DamagedArchive(text + fmt::format("{} games with {} events can be read; restore the rest from a copy",
                                          report.games, report.events));
}

}  // namespace docket
