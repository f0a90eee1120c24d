// docket import: takes recorded games into the archive.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json_writer.h"
#include "events/quoted.h"
#include "tools/commands/command.h"
#include "tools/import/game_import.h"
#include "tools/io/json_answer.h"
#include "tools/render/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"(Reads games that were recorded elsewhere and stores them: JSON Lines as docket export writes them, transcripts as
docket log prints them or a judge types them (docs/transcript.md), replays of EDOPro (.yrpX), and games of Hearthstone,
as HSReplay writes them (.xml) or as its client logs them (docs/hearthstone.md); which it is, is seen by what is in it.
A directory stands for every game in it, and a file of any of these but a replay can hold several games. Each game is
checked in full before anything of it is stored; one with a mistake in it is told and left out, the others are taken in
all the same, and the exit status is then 2. A game that is there already is left as it is. The archive is made where
there is none.

What docket export writes ends in how many events there are and in the head that they come to. A record that was cut or
altered on its way is refused; --cut takes one without its end as far as it goes. --expect-head takes a record only
where its head is the one that its publisher tells.

The rules are those that the file names. For a replay it is the latest ruleset "yugioh", for a game of Hearthstone
"hearthstone"; --cards gives what its cards are, can do and how often (facts, a card a line, or a catalogue). It can be
given several times: each game gets the catalogue that is for its ruleset.

--json: an item for each game, {"file","game","events","head","status","undefined"}, where the status is "stored" or "was
there", and undefined are the keys of cards that no catalogue has; or {"file","status":"refused","errors":[]}. Sums:
{"stored","there","refused"}.

Examples:
  docket import game.jsonl
  docket import final.txt
  docket import --ruleset l5r-celestial@2009-06-01 game.jsonl
  docket import --cards cards.jsonl --archive duels games/edopro
  docket import --seat 1 --id duel-1-as-seen-by-1 duel.yrpX
  docket import --expect-head 5f0c7f...2c35 final.jsonl)";

std::optional<std::string> expectedHeadOf(const Arguments& arguments) {
  constexpr std::size_t kDigits = 64;
  auto head = arguments.value("expect-head");
  if (head && (head->size() != kDigits || head->find_first_not_of("0123456789abcdef") != std::string::npos))
    throw BadInput("--expect-head: expected a head of 64 digits 0-9 a-f, as docket export and docket verify print it");
  return head;
}

Seat seatOf(const Arguments& arguments) {
  auto text = arguments.value("seat");
  if (!text) return 0;
  if (text->size() == 2 && (text->front() == 'P' || text->front() == 'p')) text->erase(0, 1);
  if (text->size() != 1 || text->front() < '1' || text->front() > '8')
    throw BadInput("--seat: expected a player's seat, 1 to 8 (or P1 to P8)");
  return static_cast<Seat>(text->front() - '0');
}

// The files that were named, and the games in the directories that were named.
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
std::string undefinedWords(const Taken& taken) {
  constexpr std::size_t kMostKeys = Taken::kMostNearest;
  std::uint32_t cards = 0;
  std::string keys;
  for (std::size_t i = 0; i < taken.undefined.size(); ++i) {
    const auto& one = taken.undefined[i];
    cards += one.cards;
    if (i < kMostKeys)
      keys += fmt::format("{}{}{}", i == 0 ? "" : ", ", docket::quoted(one.key), printable(one.nearest));
  }
  if (taken.undefined.size() > kMostKeys) keys += fmt::format(" and {} more", taken.undefined.size() - kMostKeys);
  const std::string_view names = cards == 1 ? "names a key" : taken.undefined.size() == 1 ? "name a key" : "name keys";
  return fmt::format(
      "{} {} that {}: {}; what depends on {} is UNVERIFIED", counted(cards, "card"), names,
      taken.has_catalogue ? "its catalogue has not" : "nothing defines, as it has no catalogue (--cards)", keys,
      cards == 1 ? "its text" : "their texts");
}

/// What is said while it goes on, and in the end.
class Report {
 public:
  Report(Streams& streams, bool json, std::size_t files)
      : streams_(streams), list_(streams.out, "import"), json_(json), files_(files) {}

  void begins(const std::filesystem::path& file) {
    ++done_;
    if (streams_.progress && files_ > 1)
      streams_.err << fmt::format("\r\x1b[K{}/{} {}", done_, files_, printable(file.filename().string())) << std::flush;
  }
  void took(const std::filesystem::path& file, const Taken& taken) {
    clear();
    const std::string_view status = taken.was_there ? "was there" : "stored";
    (taken.was_there ? there_ : stored_) += 1;
    if (json_) {
      JsonWriter json;
      json.object().member("file", file.string()).member("game", taken.game).member("events", taken.events);
      json.member("head", hex(taken.head)).member("status", status).list("undefined");
      for (const auto& one : taken.undefined) json.item(one.key);
      list_.item(json.end().end().text());
      return;
    }
    streams_.out << fmt::format("{}  {}  {}  head {}\n", styled(streams_.colour, Style::good, padded(status, 9)),
                                printable(taken.game), counted(taken.events, "event"), hex(taken.head).substr(0, 16));
    if (!taken.undefined.empty()) {
      streams_.err << styled(streams_.colour, Style::warning, "attention") << "  " << printable(taken.game) << ": "
                   << undefinedWords(taken) << '\n';
    }
  }
  void refused(const std::filesystem::path& file, const BadInput& error) {
    clear();
    ++refused_;
    if (json_) {
      JsonWriter json;
      json.object().member("file", file.string()).member("status", "refused").list("errors");
      writeError(json, reportOf(error));
      list_.item(json.end().end().text());
    } else {
      streams_.err << styled(streams_.colour, Style::bad, "refused    ") << printable(error.what()) << '\n';
    }
  }
  int ends() {
    clear();
    if (json_) {
      JsonWriter sums;
      sums.object().member("stored", stored_).member("there", there_).member("refused", refused_).end();
      list_.end(sums.text());
    } else if ((files_ > 1 || stored_ + there_ + refused_ > 1)) {
      streams_.out << fmt::format("{} stored, {} already there, {} refused\n", stored_, there_, refused_);
    }
    return refused_ == 0 ? 0 : 2;
  }

 private:
  void clear() {
    if (streams_.progress && files_ > 1) streams_.err << "\r\x1b[K" << std::flush;
  }

  Streams& streams_;
  AnswerList list_;
  bool json_;
  std::size_t files_;
  std::size_t done_ = 0, stored_ = 0, there_ = 0, refused_ = 0;
};

int run(const Arguments& arguments, Streams& streams) {
  const auto files = filesOf(arguments.words());
  for (const char* of_one : {"id", "expect-head"}) {
    if (arguments.value(of_one) && files.size() > 1)
      throw BadInput(fmt::format("--{} is for one game, but several files are given", of_one));
  }
  GameImport game_import(arguments.archive(), {.ruleset = arguments.value("ruleset"),
                                               .cards = arguments.values("cards"),
                                               .id = arguments.value("id"),
                                               .seat = seatOf(arguments),
                                               .cut = arguments.has("cut"),
                                               .expected_head = expectedHeadOf(arguments)});
  Report report(streams, arguments.json(), files.size());
  for (const auto& file : files) {
    report.begins(file);
    game_import.take(file, {.took = [&](const Taken& taken) { report.took(file, taken); },
                            .refused = [&](const BadInput& error) { report.refused(file, error); }});
  }
  game_import.finish();
  return report.ends();
}

}  // namespace

Command importCommand() {
  return {.name = "import",
          .words = "FILE...",
          .summary = "import recorded games into the archive",
          .help = kHelp,
          .least_words = 1,
          .most_words = SIZE_MAX,
          .options = {{.name = "ruleset", .value = "RULESET", .help = "NAME, NAME@VERSION or the file of a ruleset"},
                      {.name = "cards", .value = "FILE", .help = "what the cards can do: a catalogue or card facts"},
                      {.name = "seat", .value = "SEAT", .help = "of a replay: only what this player could see"},
                      {.name = "id", .value = "ID", .help = "the id that the game gets"},
                      {.name = "expect-head", .value = "HEAD", .help = "only if the record has this head"},
                      {.name = "cut", .value = {}, .help = "also an exported record whose end is missing"}},
          .run = run,
          .changes_archive = true};
}

}  // namespace docket
