// docket import: imports recorded games into the archive.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <range/v3/algorithm/count.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <set>

#include "engine/rules/unread_texts.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/commands/mistake_answer.h"
#include "tools/game/documents.h"
#include "tools/import/archive_import.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/io/temporary_folder.h"
#include "tools/notation/unlisted_words.h"
#include "tools/notation/unsaid_duration.h"
#include "tools/verdict/verdict.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kImportHelp =
    R"(Stores recorded games in the archive, which is created if there is none. FILE is a
replay of EDOPro (.yrpX), a game of Hearthstone (HSReplay or Power.log), JSON Lines
from docket export, or a transcript as docket log prints it, recognised by content.
A directory stands for all games in it, "-" for standard input.

A game is checked in full before any of it is stored. If it has errors, all of them
are reported and the game is skipped; the other games are imported. A summary of
what the rules find follows; docket verify has the details.

Exit status: 1 if a record contradicts its label or a pairing has no game, 2 if a
game was refused. See docs/your_files.md and docs/what_to_type.md (pairings).)";

constexpr std::string_view kImportExamples =
    R"(  docket import duel.yrpX --cards cards.cdb
  docket import game.txt --cards cards.json --dry-run
  docket import game.txt --cards cards.json --event "Open 2026" --round 3
  docket import --replaces friday/12 friday-12-corrected.txt)";

std::optional<std::string> expectedHeadOf(const Arguments& arguments) {
  constexpr std::size_t kDigits = 64;
  auto head = arguments.value("expect-head");
  if (head && (head->size() != kDigits || head->find_first_not_of("0123456789abcdef") != std::string::npos))
    throw BadInput("--expect-head: expected a head of 64 digits 0-9 a-f, as docket export and docket verify print it");
  return head;
}

Seat chosenSeat(const Arguments& arguments) {
  const auto text = arguments.value("seat");
  if (!text) return 0;
  if (const auto seat = seatNumber(*text)) return *seat;
  throw BadInput("--seat: expected a player's seat, 1 to 8 (or P1 to P8)");
}

/// The files that were named, and the games in the directories that were named.
std::vector<std::filesystem::path> filesOf(const std::vector<std::string>& words) {
  std::vector<std::filesystem::path> files;
  for (const auto& word : words) {
    if (!std::filesystem::is_directory(word)) {
      files.emplace_back(word);
      continue;
    }
    const auto had = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(word)) {
      if (entry.is_regular_file() && looksLikeGame(entry.path())) files.push_back(entry.path());
    }
    std::sort(files.begin() + had, files.end());
    if (files.size() == static_cast<std::size_t>(had)) throw BadInput(word + ": no game is in this directory");
  }
  return files;
}

/// "3 cards name keys that no catalogue has: "Pufferbely" (did you mean "Pufferbelly"?)"
std::string undefinedWords(const ImportResult& result) {
  constexpr std::size_t kMaxKeys = ImportResult::kMaxNearest;
  std::uint32_t cards = 0;
  std::string keys;
  for (std::size_t i = 0; i < result.undefined.size(); ++i) {
    const auto& one = result.undefined[i];
    cards += one.cards;
    if (i < kMaxKeys)
      keys += fmt::format("{}{}{}", i == 0 ? "" : ", ", docket::quoted(one.key), printable(one.nearest));
  }
  if (result.undefined.size() > kMaxKeys) keys += fmt::format(" and {} more", result.undefined.size() - kMaxKeys);
  const std::string_view names = cards == 1 ? "names a key" : result.undefined.size() == 1 ? "name a key" : "name keys";
  return fmt::format(
      "{} {} that {}: {}; what depends on {} is UNVERIFIED", counted(cards, "card"), names,
      result.has_catalogue ? "its catalogue does not have" : "no catalogue defines (give one with --cards)", keys,
      cards == 1 ? "its text" : "their texts");
}

/// Reports the games with cards that no catalogue has. Several games share one line: without a catalogue, every game of
/// an import would need its own.
class UndefinedCards {
 public:
  void add(const ImportResult& result) {
    if (result.undefined.empty()) return;
    Games& games = result.has_catalogue ? with_catalogue_ : without_;
    if (++games.count == 1) games.first = fmt::format("{}: {}", printable(result.game), undefinedWords(result));
    for (const auto& one : result.undefined) games.keys.insert(one.key);
  }
  void print(Streams& streams) const {
    print(with_catalogue_, "their catalogues do not have", streams);
    print(without_, "no catalogue defines (give one with --cards)", streams);
  }

 private:
  struct Games {
    std::size_t count = 0;
    std::string first;
    std::set<std::string> keys;
  };
  static void print(const Games& games, std::string_view lacking, Streams& streams) {
    if (games.count == 0) return;
    streams.err << styled(streams.colour, Style::warning, "attention") << "  "
                << (games.count == 1
                        ? games.first
                        : fmt::format("{} have cards that {}, of {} in all; what depends on their texts is UNVERIFIED: "
                                      "docket verify GAME shows it for one game, docket import --json lists the keys",
                                      counted(games.count, "game"), lacking, counted(games.keys.size(), "key")))
                << '\n';
  }

  Games with_catalogue_, without_;
};

/// Items that were skipped in the games, and notes on how the games were read: each once for all games that have it.
class ReadingNotes {
 public:
  void add(const ImportResult& result) {
    for (const Skipped& one : result.skipped) {
      skipped_[one.what].count += one.count;
      add(skipped_[one.what], result);
    }
    for (const std::string& note : result.notes) add(notes_[note], result);
  }
  void print(Streams& streams) const {
    for (const auto& [what, tally] : skipped_)
      noteLine(streams, "skipped",
               fmt::format("{} ({}{})", what, tally.count == 1 ? "once" : fmt::format("{} times", tally.count),
                           tally.games == 1 ? "" : fmt::format(" in {} games, first in {}", tally.games, tally.first)));
    for (const auto& [note, tally] : notes_)
      noteLine(streams, "note",
               tally.games == 1 ? tally.first + ": " + note
                                : fmt::format("{} ({} games, first in {})", note, tally.games, tally.first));
  }

 private:
  struct Tally {
    std::uint64_t count = 0;
    std::size_t games = 0;
    std::string first;  // the id of the first of them
  };
  static void add(Tally& tally, const ImportResult& result) {
    if (++tally.games == 1) tally.first = result.game;
  }

  std::map<std::string, Tally> skipped_, notes_;
};

/// The progress output and the summary.
class ImportReport {
 public:
  ImportReport(Streams& streams, bool json, bool dry_run, std::size_t files, std::shared_ptr<const Pairings> pairings)
      : streams_(streams),
        progress_(streams),
        list_(streams.out, "import"),
        json_(json),
        dry_run_(dry_run),
        files_(files),
        labels_(std::move(pairings)) {}

  void begins(const std::filesystem::path& file) {
    ++begun_;
    file_ = clipped(file.filename().string(), 30);
    printProgress();
  }
  void imported(const std::filesystem::path& file, const ImportResult& result) {
    progress_.wipe();
    printImported(file, result);
    printProgress();
  }
  void refused(const std::filesystem::path& file, const Refusal& refusal) {
    progress_.wipe();
    printRefused(file, refusal);
    printProgress();
  }
  /// `card_notes`: notes on how the card files were read.
  int ends(const std::vector<std::string>& card_notes) {
    progress_.wipe();
    for (const std::string& note : card_notes) noteLine(streams_, "cards", note);
    reading_notes_.print(streams_);
    undefined_.print(streams_);
    if (json_) {
      JsonWriter sums;
      sums.object().member("stored", stored_).member("there", unchanged_).member("refused", refused_);
      sums.list("cards", card_notes);
      labels_.writeSums(sums);
      list_.end(sums.end().text());
    } else if (files_ > 1 || games() > 1) {
      streams_.out << fmt::format("{} {}, {} unchanged, {} refused\n", stored_,
                                  dry_run_ ? "good and not stored" : "stored", unchanged_, refused_);
    }
    if (!json_) labels_.print(streams_);
    return refused_ != 0 ? kBadInput : labels_.allAgree() ? kAgrees : kDiffers;
  }

 private:
  using Mistake = notation::Mistake;

  [[nodiscard]] std::size_t games() const { return stored_ + unchanged_ + refused_; }

  void printProgress() {
    progress_.show(fmt::format("{}{}, {} done", files_ > 1 ? fmt::format("file {} of {}, ", begun_, files_) : "", file_,
                               counted(games(), "game")));
  }
  void printImported(const std::filesystem::path& file, const ImportResult& result) {
    const std::string_view status = result.already_stored ? "unchanged" : dry_run_ ? "good" : "stored";
    (result.already_stored ? unchanged_ : stored_) += 1;
    labels_.add(result.game, result.label);
    if (json_) {
      JsonWriter json;
      json.object().member("file", file.string()).member("game", result.game).member("events", result.events);
      json.member("head", hex(result.head)).member("status", status);
      json.memberOrNull("replaces", result.replaces);
      json.list("undefined", result.undefined, &ImportResult::Undefined::key).list("skipped");
      for (const auto& one : result.skipped) json.object().member("what", one.what).member("count", one.count).end();
      json.end().list("notes", result.notes);
      writeConflicts(json, result.label);
      list_.item(json.end().text());
      return;
    }
    streams_.out << tableRow(
        fmt::format("{}  {}  {}  head {}{}", styled(streams_.colour, Style::good, padded(status, 9)),
                    printable(result.game), counted(result.events, "event"), hex(result.head).substr(0, 16),
                    result.replaces.empty() ? "" : "  replaces " + printable(exactName(result.replaces))));
    printConflicts(result.game, result.label, streams_);
    reading_notes_.add(result);
    undefined_.add(result);
  }
  void printRefused(const std::filesystem::path& file, const Refusal& refusal) {
    ++refused_;
    labels_.refused(file);
    if (json_) return writeRefusal(file, refusal);
    for (const Mistake& mistake : refusal.mistakes)
      streams_.err << styled(streams_.colour, Style::bad, "refused    ") << printable(mistake.what()) << '\n';
    if (refusal.mistakes.empty())
      streams_.err << styled(streams_.colour, Style::bad, "refused    ") << printable(refusal.error.what()) << '\n';
    if (refusal.more != 0)
      streams_.err << "           " << printable(file.string()) << ": and " << counted(refusal.more, "more mistake")
                   << '\n';
  }
  void writeRefusal(const std::filesystem::path& file, const Refusal& refusal) {
    JsonWriter json;
    json.object().member("file", file.string()).member("status", "refused").list("errors");
    for (const Mistake& mistake : refusal.mistakes) writeMistake(json, mistake);
    if (refusal.mistakes.empty()) writeError(json, reportOf(refusal.error));
    list_.item(json.end().member("more", refusal.more).end().text());
  }

  Streams& streams_;
  ProgressLine progress_;
  AnswerList list_;
  bool json_, dry_run_;
  std::size_t files_;
  std::string file_{};  // the file that is being read
  ReadingNotes reading_notes_;
  UndefinedCards undefined_;
  LabelReport labels_;
  std::size_t begun_ = 0, stored_ = 0, unchanged_ = 0, refused_ = 0;
};

/// A note on how many typed stat changes have no duration, and how the first is read.
std::optional<std::string> unsaidDurationsNote(const OpenGame& game) {
  const std::string_view source = view(game.header().getSource());
  if (source != "transcript" && source != kReplacementSource) return std::nullopt;
  std::size_t count = 0;
  std::string first;
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    const auto unsaid = notation::unsaidDurations(event, game.names());
    if (count == 0 && !unsaid.empty()) first = fmt::format("event {}: {}", number, unsaid.front());
    count += unsaid.size();
  });
  if (count == 0) return std::nullopt;
  return count == 1 ? first : fmt::format("{} (and {} more)", first, count - 1);
}

/// A note on how many cards of the catalogue are not marked as read or unread.
std::optional<std::string> unsaidTextsNote(const GameLoader& loader, const OpenGame& game) {
  const auto digest = digestIn(game.header().getCatalogueDigest());
  const auto catalogue = digest ? findDocument(kCatalogueKind, *digest, &loader.archive()) : std::nullopt;
  if (!catalogue) return std::nullopt;
  DocumentReader<schema::Catalogue> document(*catalogue);
  if (document.root().getOfFacts()) return std::nullopt;
  std::size_t count = 0;
  std::string first;
  for (const auto card : document.root().getCards()) {
    if (unsaidTexts(card, game.rules().ruleset).empty()) continue;
    if (++count == 1) first = docket::quoted(view(card.getTitle()));
  }
  if (count == 0) return std::nullopt;
  return fmt::format(
      "the text of {}{} is not marked as read, so it counts as unread: docket cards check FILE says what "
      "to write in the catalogue",
      first, count == 1 ? "" : fmt::format(" and of {}", counted(count - 1, "more card")));
}

/// The rulings of the replaced record that are not in the new one, each in a form that can be given again.
std::vector<std::string> omittedRulings(GameLoader& loader, const OpenGame& game) {
  const std::string replaced = replacedId(game.id());
  // An archive that imported only the newer record has no rulings of the old one.
  if (replaced.empty() || !loader.archive().find(replaced)) return {};
  std::set<std::string> given;
  game.events().forEach(1, game.last(), [&](EventNumber, schema::Event::Reader event) {
    if (event.isRulingGiven()) given.insert(textOf(event.getRulingGiven().getClaim()));
  });
  std::vector<std::string> omitted;
  const OpenGame before = loader.game(exactName(replaced));
  before.events().forEach(1, before.last(), [&](EventNumber number, schema::Event::Reader event) {
    if (!event.isRulingGiven() || given.contains(textOf(event.getRulingGiven().getClaim()))) return;
    const auto ruling = event.getRulingGiven();
    omitted.push_back(fmt::format(
        "that of event {} of {} is not in this record: docket rule {} --at {} --claim '{}' --judge {} gives it "
        "again, if the events still have these numbers",
        number, exactName(replaced), gameNameOf(game.id()).game, ruling.getAt(), view(ruling.getClaim()),
        docket::quoted(view(ruling.getJudge()))));
  });
  return omitted;
}

/// The findings against a game that was just imported, and how much is unknown, one line each.
void printFirstLook(Streams& streams, GameLoader& loader, const OpenGame& game) {
  const Verdict verdict = [&] {
    const ElapsedLine line(streams, "looking at " + clipped(game.id(), 40));
    return verifyGame(game, loader.archive().derivedStore());
  }();
  const auto line = [&](std::string_view what, const std::string& words) {
    constexpr std::size_t kMaxBytes = 400;
    noteLine(streams, what, clipped(printable(fmt::format("{}: {}", game.id(), words)), kMaxBytes));
  };
  for (const auto& note : {unsaidDurationsNote(game), unsaidTextsNote(loader, game)}) {
    if (note) line("attention", *note);
  }
  for (const auto& unlisted : notation::unlistedWords(game.rules(), game.events(), game.last(), game.names()))
    line("attention", notation::wordsFor(unlisted));
  for (const std::string& ruling : omittedRulings(loader, game)) line("rulings", ruling);
  const auto& findings = verdict.legality.findings;
  if (!findings.empty()) {
    const ReportedFinding& first = findings.front();
    line("findings",
         fmt::format("{}, the first at event {}: {}{}", findings.size(), first.finding.event, first.explanation.what,
                     first.finding.clause.empty() ? "" : fmt::format(" [{}]", first.finding.clause)));
  }
  const auto wrong = ranges::count(verdict.rulings, RulingVerdict::Outcome::wrong, &RulingVerdict::outcome);
  const auto replaced = ranges::count_if(verdict.rulings, [](const RulingVerdict& one) {
    return one.outcome == RulingVerdict::Outcome::wrong && !one.stands();
  });
  if (wrong != 0) {
    const std::string of_them =
        replaced == wrong ? "which a later one replaced" : fmt::format("{} of them replaced by a later one", replaced);
    line("rulings",
         fmt::format("{} of {} wrong{}", wrong, verdict.rulings.size(), replaced == 0 ? "" : ", " + of_them));
  }
  const auto& uncertain = verdict.legality.uncertain;
  if (!uncertain.empty()) {
    line("not known",
         fmt::format("whether {} legal, the first at event {}: {}",
                     uncertain.size() == 1 ? "1 event was" : fmt::format("{} events were", uncertain.size()),
                     uncertain.front().event, uncertain.front().why));
  }
  if (!findings.empty() || wrong != 0 || !uncertain.empty())
    streams.err << "           docket verify " << printable(game.id()) << " shows the details\n";
}

/// The ids of the first games that were stored, to be looked at.
class FirstGames {
 public:
  static constexpr std::size_t kMax = 20;
  void add(const ImportResult& result) {
    ++all_;
    if (!result.already_stored && ids_.size() < kMax) ids_.push_back(result.game);
  }
  void look(const std::filesystem::path& archive, Streams& streams) const {
    if (ids_.empty() || all_ > kMax) return;
    streams.out.flush();  // notes about a game follow it
    GameLoader loader(archive);
    for (const std::string& id : ids_) printFirstLook(streams, loader, loader.game(id));
  }

 private:
  std::vector<std::string> ids_;
  std::size_t all_ = 0;
};

/// In a dry run: refuses a valid game whose id the archive already has.
void requireNew(const std::optional<GameLoader>& existing, const ImportResult& result, const std::string& file) {
  if (!existing || !existing->archive().find(result.game)) return;
  throw BadInput(
      fmt::format("{}: the archive already has a game {}: {}", file, result.game, otherIdAdvice(result.game)));
}

int runImport(const Arguments& arguments, Streams& streams) {
  const auto files = filesOf(arguments.words());
  if (arguments.value("id") == "") throw BadInput("--id is empty; leave it out to use the id in the file");
  if (arguments.value("id") && arguments.value("replaces"))
    throw BadInput("--id and --replaces exclude each other: a corrected record keeps the id of its game");
  if (arguments.has("dry-run") && arguments.value("replaces"))
    throw BadInput("--dry-run and --replaces exclude each other: try the file without --replaces");
  for (const char* of_one : {"id", "expect-head", "replaces", "game-of-match"}) {
    if (arguments.has(of_one) && files.size() > 1)
      throw BadInput(fmt::format("--{} is for one game, but several files are given", of_one));
  }
  std::optional<TemporaryFolder> scratch;
  std::optional<GameLoader> existing;
  if (arguments.has("dry-run")) {
    scratch.emplace("dry-run");
    if (Archive::archiveExists(arguments.archive())) existing.emplace(arguments.archive());
  }
  const auto archive = scratch ? scratch->path() / "archive" : arguments.archive();
  const Labelling labelling = labellingOf(arguments);
  if (labelling.pairings != nullptr) labelling.pairings->requireUnambiguous(files);
  ImportReport report(streams, arguments.json(), scratch.has_value(), files.size(), labelling.pairings);
  FirstGames first;
  std::vector<std::string> card_notes;
  {
    ArchiveImport archive_import(archive, {.ruleset = arguments.value("ruleset"),
                                           .cards = arguments.values("cards"),
                                           .id = arguments.value("id"),
                                           .seat = chosenSeat(arguments),
                                           .cut = arguments.has("cut"),
                                           .expected_head = expectedHeadOf(arguments),
                                           .replaces = arguments.value("replaces"),
                                           .labelling = labelling,
                                           .recorded_by = recordersIn(arguments)});
    for (const auto& file : files) {
      report.begins(file);
      const ImportCallbacks callbacks{.imported =
                                          [&](const ImportResult& result) {
                                            try {
                                              requireNew(existing, result, file.string());
                                              report.imported(file, result);
                                              first.add(result);
                                            } catch (const BadInput& error) {
                                              report.refused(file, Refusal{.error = error});
                                            }
                                          },
                                      .refused = [&](const Refusal& refusal) { report.refused(file, refusal); }};
      file == "-" ? archive_import.importStream(streams.in, "what was piped in", callbacks)
                  : archive_import.importFile(file, callbacks);
    }
    archive_import.finish();
    card_notes = archive_import.cardNotes();
  }
  const int status = report.ends(card_notes);
  if (!arguments.json()) first.look(archive, streams);
  return status;
}

}  // namespace

Command importCommand() {
  return {.name = "import",
          .words = "FILE...",
          .summary = "import recorded games into the archive",
          .help = kImportHelp,
          .examples = kImportExamples,
          .least_words = 1,
          .most_words = SIZE_MAX,
          .options =
              withLabels({{.name = "ruleset", .value = "RULESET", .help = "the ruleset, if the file does not name one"},
                          {.name = "cards", .value = "FILE", .help = "a catalogue or card database; repeatable"},
                          {.name = "seat", .value = "SEAT", .help = "import a replay as this player saw it"},
                          {.name = "id", .value = "ID", .help = "id of the game; ID-1, ID-2, ... if there are several"},
                          {.name = "replaces", .value = "GAME", .help = "store as the corrected record of GAME"},
                          {.name = "expect-head", .value = "HEAD", .help = "refuse a record with a different head"},
                          recordedByOption(),
                          {.name = "cut", .value = {}, .help = "accept an export whose end is missing"},
                          {.name = "dry-run", .value = {}, .help = "check the games, but store nothing"}}),
          .run = runImport,
          .changes_archive = true};
}

}  // namespace docket
