// docket type: a transcript typed at a terminal, with completion, the table and the judge's findings beside it.
#include <fmt/format.h>
#include <unistd.h>

#include <ostream>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "store/desk_lock.h"
#include "tools/commands/command.h"
#include "tools/game/documents.h"
#include "tools/import/deck_list.h"
#include "tools/import/pinning.h"
#include "tools/io/files.h"
#include "tools/notation/transcript_reader.h"
#include "tools/terminal/terminal.h"
#include "tools/typing/new_game.h"
#include "tools/typing/saving.h"
#include "tools/typing/session.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kTypeHelp =
    R"(Opens a transcript in a full-screen editor, or begins a new one: one line per event
(docs/transcript.md). Tab completes acts, cards, zones and players. Errors and
findings appear below the line, the table beside it. Any line can be changed; what
follows is read again. FILE is saved as you type and is always ready for docket
import; without FILE it is game.txt, game-2.txt, ... Ctrl-T lists the keys.

Exit status: 2 for an unreadable line or no terminal, 4 while docket desk runs.)";

constexpr std::string_view kTypeExamples =
    R"(  docket type friday-12.txt
  docket type final.txt --cards cards.json
  docket type final.txt --ruleset yugioh --player Gus --player Hana)";

/// The limit of `docket import`.
constexpr std::size_t kMaxBytes = 16U << 20;

std::filesystem::path fileToType(const Arguments& arguments) {
  if (!arguments.words().empty()) return arguments.words().front();
  for (unsigned number = 1;; ++number) {
    std::filesystem::path file = number == 1 ? "game.txt" : fmt::format("game-{}.txt", number);
    if (!std::filesystem::exists(file)) return file;
  }
}

/// The header of a new game, as the options say it.
std::string newGame(const Arguments& arguments, const std::filesystem::path& file) {
  return typing::newGameText(arguments.value("id").value_or(gameIdFrom(file)), arguments.values("player"),
                             arguments.value("ruleset").value_or(""));
}

std::string textToType(const Arguments& arguments, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return newGame(arguments, file);
  for (const char* of_new : {"player", "ruleset", "id"}) {
    if (!arguments.values(of_new).empty())
      throw BadInput(fmt::format("{} exists: --{} is for a new game; the first lines of the file have this information",
                                 docket::quoted(file.string()), of_new));
  }
  std::string text = readText(file, kMaxBytes);
  if (text.empty()) return newGame(arguments, file);
  if (!looksLikeTranscript(text))
    throw BadInput(fmt::format("{}: this is not a transcript, which begins with a line like: game \"friday-12\"",
                               docket::quoted(file.string())));
  if (const std::size_t games = gamesOfTranscript(text).size(); games > 1)
    throw BadInput(fmt::format("{}: it holds {} games; put the one that you want to type into a separate file",
                               docket::quoted(file.string()), games));
  return text;
}

/// Prints a summary of what was typed, once the terminal is restored.
int printTyped(typing::Session& session, const Arguments& arguments, const std::filesystem::path& file,
               std::ostream& out) {
  while (session.work()) {
  }
  const std::size_t mistakes = session.mistakes();
  const EventNumber events = session.game().hasGame() ? session.game().game().size() : 0;
  out << fmt::format("{}  {}, {}, {}\n", file.string(), counted(events, "event"), counted(mistakes, "mistake"),
                     counted(session.findings(), "finding"));
  if (mistakes != 0) return kBadInput;
  out << "To import it: docket import " << file.string();
  for (const std::string& cards : arguments.values("cards")) out << " --cards " << cards;
  out << '\n';
  return kAgrees;
}

int runType(const Arguments& arguments, Streams& streams) {
  if (!streams.terminal || arguments.json())
    throw BadInput(
        "docket type needs a terminal; without one, write the transcript in any editor "
        "(docs/transcript.md) and import it: docket import FILE");
  const std::filesystem::path file = fileToType(arguments);
  const std::string text = textToType(arguments, file);
  std::optional<GameLoader> archive;
  requireNoDesk(arguments.archive());
  if (Archive::archiveExists(arguments.archive())) archive.emplace(arguments.archive());
  Pinning pinning({}, arguments.values("cards"));
  const auto rules_of = [&](schema::Header::Reader header) {
    return pinning.rulesFor(pinning.documentsFor(header, file.string(), archive ? &archive->archive() : nullptr));
  };
  typing::SavedText saved_text(file);
  typing::Session session(text, rules_of,
                          {.file = file.filename().string(),
                           .colour = streams.colour,
                           .rulesets = typing::rulesetNames(archive ? &archive->archive() : nullptr),
                           .deck_lines = [&](const std::string& deck, Seat seat,
                                             const Rules& rules) { return registeringLines(file, deck, seat, rules); },
                           .save = [&](std::string whole) { saved_text.put(std::move(whole)); },
                           .not_saved = [&] { return saved_text.trouble(); }});
  int signal = 0;
  {
    Terminal terminal(STDIN_FILENO, STDOUT_FILENO);
    signal = runAtTerminal(session, terminal);
  }
  for (const std::string& note : pinning.notes()) streams.err << "note: " << printable(note) << '\n';
  const int status = printTyped(session, arguments, file, streams.out);
  saved_text.finish();
  return signal == 0 ? status : 128 + signal;  // as shells report it
}

}  // namespace

Command typeCommand() {
  return {
      .name = "type",
      .words = "[FILE]",
      .summary = "type a game at a terminal, with completion and live checks",
      .help = kTypeHelp,
      .examples = kTypeExamples,
      .least_words = 0,
      .most_words = 1,
      .options = {{.name = "cards", .value = "FILE", .help = "a catalogue or card database"},
                  {.name = "ruleset", .value = "RULESET", .help = "ruleset of a new game: NAME or NAME@VERSION"},
                  {.name = "player", .value = "NAME", .help = "player of a new game, in order of seats; repeatable"},
                  {.name = "id", .value = "ID", .help = "id of a new game"}},
      .run = runType,
      .is_interactive = true};
}

}  // namespace docket
