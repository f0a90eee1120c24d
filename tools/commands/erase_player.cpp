// docket erase-player: erases a player's name from the archive, and reports other places that contain it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/ids.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/game_label.h"
#include "events/json/json_writer.h"
#include "events/public_header.h"
#include "events/text/text_view.h"
#include "store/archive.h"
#include "store/naming.h"
#include "store/rewriting.h"
#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/game/name_places.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kErasePlayerHelp =
    R"(Replaces the name, exactly as written, by its commitment in every game that this
player played, so heads, checkpoints and proofs stay valid. The database is then
rewritten and every file searched for the name. This cannot be undone, and needs
--yes. A name inside an id, a note, a ruling or a document is covered by heads: it
stays and is listed. Backups and exports are not touched. See docs/operations.md.

Exit status: 1 if the name is still found somewhere.)";

constexpr std::string_view kErasePlayerExamples =
    R"(  docket erase-player Hana --dry-run
  docket erase-player Hana --yes
  docket erase-player Gus --game friday/12 --yes)";

/// A player of that name.
struct NamedSeat {
  std::string game;
  Seat seat = 0;
  std::vector<std::uint8_t> salt;
  Digest head{};
  bool can_be_guessed = false;
  bool in_label = false;  ///< the name is next to the record, so it can always be erased

  [[nodiscard]] bool canBeErased() const { return in_label || !salt.empty(); }
};

std::vector<NamedSeat> seatsOf(const Archive& archive, const std::string& name) {
  std::vector<NamedSeat> seats;
  archive.list({.player = name}, [&](const GameEntry& entry) {
    const auto game = archive.game(entry.id);
    const auto players = game.header().getPlayers();
    const GameLabel label = game.label();
    for (unsigned i = 0; i < players.size(); ++i) {
      const auto seated = static_cast<unsigned>(i + 1);
      if (playerOf(game.header(), label, seated) != name) continue;
      const bool in_label = view(players[i].getName()) != name;
      const auto salt = players[i].getSalt();
      const auto seat = static_cast<Seat>(i + 1);
      seats.push_back({.game = entry.id,
                       .seat = seat,
                       .salt = {salt.begin(), salt.end()},
                       .head = entry.head,
                       .can_be_guessed = !in_label && nameCanBeGuessed(game.header(), seat, game.secrets().of(0)),
                       .in_label = in_label});
    }
    return true;
  });
  return seats;
}

/// The seats of the game, in any of its records, and seats with the same salt, which would open the commitment.
std::vector<NamedSeat> ofGame(const std::vector<NamedSeat>& seats, std::string_view game) {
  const auto is_of = [&](const NamedSeat& one) { return gameNameOf(one.game).game == game; };
  std::vector<std::vector<std::uint8_t>> salts;
  for (const auto& one : seats) {
    if (is_of(one) && !one.salt.empty()) salts.push_back(one.salt);
  }
  std::vector<NamedSeat> chosen;
  for (const auto& one : seats) {
    if (is_of(one) || ranges::contains(salts, one.salt)) chosen.push_back(one);
  }
  return chosen;
}

/// The games of which a person of that name recorded events; `game`: only that one, whichever of its records.
std::vector<std::string> gamesRecordedBy(const Archive& archive, const std::string& name,
                                         const std::optional<std::string>& game) {
  std::vector<std::string> games;
  archive.forEachGame([&](const Game& one) {
    const auto recorded = one.label().recorded_by;
    if ((!game || gameNameOf(one.id()).game == *game) && ranges::contains(recorded, name, &RecordedBy::name))
      games.emplace_back(one.id());
    return true;
  });
  return games;
}

void eraseRecorder(Archive& archive, const std::string& game, const std::string& name) {
  NewLabel changed{.game = game, .label = archive.game(game).label()};
  eraseRecordedBy(changed.label, name);
  archive.label({&changed, 1});
}

struct Erased {
  std::string name;
  bool dry_run = false;
  std::vector<NamedSeat> seats;
  std::vector<std::string> recorded;  ///< games
  std::vector<NamePlace> elsewhere;
  BytesFound left;

  /// Fewer bytes than these are in any file by chance.
  static constexpr std::size_t kFewestBytes = 4;
  [[nodiscard]] bool isSearched() const { return !dry_run && name.size() >= kFewestBytes; }

  [[nodiscard]] std::string_view statusOf(const NamedSeat& one) const {
    return !one.canBeErased() ? "has no salt" : dry_run ? "to be erased" : "erased";
  }
  [[nodiscard]] bool whole() const {
    return elsewhere.empty() && left.nowhere() &&
           !ranges::any_of(seats, [](const NamedSeat& one) { return !one.canBeErased(); });
  }
};

void printJson(const Erased& erased, std::ostream& out) {
  JsonWriter json;
  json.object().member("name", erased.name).member("dryRun", erased.dry_run).list("games");
  for (const auto& one : erased.seats) {
    json.object().member("game", one.game).member("player", static_cast<unsigned>(one.seat));
    json.member("head", hex(one.head)).member("status", erased.statusOf(one));
    json.member("canBeGuessed", one.can_be_guessed).member("inLabel", one.in_label).end();
  }
  json.end().list("recorded", erased.recorded).list("elsewhere");
  for (const auto& place : erased.elsewhere) {
    json.object().member("game", place.game).member("field", place.field);
    json.member("events", place.events).member("first", place.first).end();
  }
  json.end();
  if (!erased.isSearched()) {
    writeAnswer(out, "erase-player", json.memberNull("files").memberNull("rows").end().text());
    return;
  }
  json.list("files", erased.left.files, [](const auto& file) { return file.string(); }).list("rows");
  for (const auto& rows : erased.left.rows) json.object().member("kind", rows.kind).member("rows", rows.rows).end();
  writeAnswer(out, "erase-player", json.end().end().text());
}

void printSeats(const Erased& erased, Streams& streams) {
  for (const auto& one : erased.seats) {
    const auto style = !one.canBeErased() ? Style::bad : erased.dry_run ? Style::name : Style::good;
    streams.out << tableRow(fmt::format(
        "{}  {}  P{}  head {}{}", styled(streams.colour, style, padded(std::string(erased.statusOf(one)), 12)),
        printable(one.game), one.seat, hex(one.head).substr(0, 16), one.in_label ? "  in its label" : ""));
    if (!one.canBeErased()) streams.out << "              this name is covered by the head, and stays\n";
    if (one.can_be_guessed)
      streams.out << "              its salt comes from the game's secret: whoever has that can test guesses\n";
  }
  for (const std::string& game : erased.recorded)
    streams.out << tableRow(fmt::format("{}  {}  recorded events",
                                        styled(streams.colour, erased.dry_run ? Style::name : Style::good,
                                               padded(erased.dry_run ? "to be erased" : "erased", 12)),
                                        printable(game)));
  if (erased.seats.empty() && erased.recorded.empty()) streams.out << "no game has a player of that name\n";
}

void printPlaces(const Erased& erased, Streams& streams) {
  constexpr std::size_t kMax = 20;
  if (!erased.elsewhere.empty()) streams.out << "\nThe name, or a longer text with its letters, stays in\n";
  for (std::size_t i = 0; i < std::min(kMax, erased.elsewhere.size()); ++i)
    streams.out << "  " << printable(wordsOf(erased.elsewhere[i])) << '\n';
  if (erased.elsewhere.size() > kMax)
    streams.out << fmt::format("  and {} more (--json has them all)\n", erased.elsewhere.size() - kMax);
}

void printErased(const Erased& erased, const std::filesystem::path& archive, Streams& streams) {
  printSeats(erased, streams);
  printPlaces(erased, streams);
  if (erased.dry_run) {
    streams.out << "\nNothing was changed: --yes erases the name; this cannot be undone.\n";
    return;
  }
  streams.out << "\nThe tables and the log of the database were rewritten. ";
  if (!erased.isSearched()) {
    streams.out << "The name is so short that any file may contain its bytes by chance, so no file was searched.\n";
  } else if (erased.left.nowhere()) {
    streams.out << fmt::format("No file of {} and no row contains the name any more{}.\n", printable(archive.string()),
                               erased.elsewhere.empty() ? "" : ", except for the places above");
  } else {
    streams.out << "The bytes of the name are still in\n";
    for (const auto& rows : erased.left.rows)
      streams.out << fmt::format("  {} of \"{}\"\n", counted(rows.rows, "row"), printable(rows.kind));
    for (const auto& file : erased.left.files) streams.out << "  the file " << printable(file.string()) << '\n';
  }
  streams.out
      << "\nNot erased, and up to you: backups and other copies of the archive; exports,\n"
         "reports and transcripts, and the archives of others that took them; what the file system and the disk\n"
         "keep of files that are gone (snapshots, free blocks, the cells of an SSD); the history of this shell.\n";
}

int runErasePlayer(const Arguments& arguments, Streams& streams) {
  const auto game = arguments.value("game");
  if (arguments.has("yes") == arguments.has("dry-run"))
    throw BadInput(
        "docket erase-player: give --yes to erase the name for good, or --dry-run to see what that would change");
  if (game && arguments.has("all")) throw BadInput("docket erase-player: --game or --all, not both");
  Erased erased{.name = arguments.words().front(), .dry_run = arguments.has("dry-run")};
  if (erased.name.empty()) throw BadInput("docket erase-player: the name is empty");
  {
    auto archive = Archive::open(arguments.archive(), erased.dry_run ? Access::read : Access::record);
    erased.seats = seatsOf(archive, erased.name);
    std::optional<std::string> only;
    if (game) {
      only = gameNameOf(named(archive, *game).id()).game;
      erased.seats = ofGame(erased.seats, *only);
    }
    erased.recorded = gamesRecordedBy(archive, erased.name, only);
    for (const auto& one : erased.seats) {
      if (!erased.dry_run && one.canBeErased()) archive.erasePlayer(one.game, one.seat);
    }
    for (const std::string& one : erased.recorded) {
      if (!erased.dry_run) eraseRecorder(archive, one, erased.name);
    }
  }
  ProgressLine progress(streams);
  if (!erased.dry_run) {
    progress.show("rewriting the tables");
    rewriteTables(arguments.archive());
    if (erased.isSearched()) erased.left = findBytes(arguments.archive(), erased.name);
  }
  const auto archive = Archive::open(arguments.archive(), Access::read);
  if (erased.seats.empty() && erased.recorded.empty()) {
    if (const std::string unknown = unknownNameIn({.player = erased.name}, archive); !unknown.empty())
      streams.err << "docket erase-player: " << printable(unknown) << '\n';
  }
  erased.elsewhere =
      placesOf(archive, erased.name, [&](std::uint64_t games) { progress.show(fmt::format("{} games read", games)); });
  // Data that is going to be erased does not count as a place where the name remains.
  std::erase_if(erased.elsewhere, [&](const NamePlace& place) {
    const auto is_it = [&](const NamedSeat& one) { return one.game == place.game; };
    const bool is_recorder = place.field == "label.recordedBy" && ranges::contains(erased.recorded, place.game);
    return erased.dry_run && (is_recorder || (place.is_player && ranges::any_of(erased.seats, is_it)));
  });
  progress.wipe();
  if (arguments.json()) {
    printJson(erased, streams.out);
  } else {
    printErased(erased, arguments.archive(), streams);
  }
  return erased.whole() ? kAgrees : kDiffers;
}

}  // namespace

Command erasePlayerCommand() {
  return {.name = "erase-player",
          .words = "NAME",
          .summary = "erase a player's name; heads and proofs stay valid",
          .help = kErasePlayerHelp,
          .examples = kErasePlayerExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "game", .value = "GAME", .help = "only in this game and those that share its past"},
                      {.name = "all", .value = {}, .help = "in every game (the default)"},
                      {.name = "dry-run", .value = {}, .help = "show what would be erased"},
                      {.name = "yes", .value = {}, .help = "erase the name"}},
          .run = runErasePlayer,
          .changes_archive = true};
}

}  // namespace docket
