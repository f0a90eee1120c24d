// docket generate: makes up games of a ruleset, legal ones or with planted mistakes that are listed beside them.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/jsonl.h"
#include "tools/command.h"
#include "tools/documents.h"
#include "tools/files.h"
#include "tools/generate/game.h"
#include "tools/generate/samples.h"
#include "tools/json_writer.h"
#include "tools/output.h"
#include "tools/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"(Makes up games that nobody played, as JSON Lines that docket import reads. They are legal; with --planted PERCENT
that share of the moves breaks a rule instead, or leaves out something mandatory. What was planted is known because it
was built so, not because a judge was asked: the generator and the judge have no code in common.

The same seed gives the same games on every machine, and game 7 is the same however many are made.

With -o FILE the games go to FILE, what was planted to FILE.planted.jsonl, a line each,
{"game","event","clause","what"}, and the sample catalogue that they are played with to FILE.cards.json. Without it the
games go to the standard output, and nothing can be planted.

Over a catalogue of your own (--cards) cards are drawn, enter play, are used, leave and return, as the ruleset's zones,
periods and limits have it; a play script (--play FILE) says more: schemas/play.capnp tells what it can say. Each
ruleset that ships has a script and a catalogue of invented cards.

--json (with -o): {"file","games","events","planted"}.

Examples:
  docket generate yugioh --games 3 > games.jsonl
  docket generate yugioh --games 100 --seed 7 --planted 10 -o games.jsonl
  docket import --cards games.jsonl.cards.json games.jsonl
  docket generate my-rules.json --cards my-cards.json --games 10 -o games.jsonl)";

constexpr std::size_t kMostScriptBytes = 16U << 20;
constexpr std::uint32_t kMostGames = 1'000'000;

std::optional<std::string_view> shipped(const std::string& file) {
  for (const auto& sample : generate::shippedSamples()) {
    if (sample.file == file) return sample.text;
  }
  return std::nullopt;
}

/// The documents that games are made from.
struct Workshop {
  HeldDocument ruleset, catalogue;
  std::optional<std::string_view> sample_cards;  ///< the catalogue's text, where it is the one that ships
  generate::Sheet sheet;
  std::optional<Document<schema::Play>> play;
};

Workshop open(const Arguments& arguments) {
  Workshop shop{.ruleset = chooseRuleset(arguments.words().front(), "", nullptr)};
  const auto& name = shop.ruleset.name;
  if (const auto cards = arguments.value("cards")) {
    shop.catalogue = chooseCatalogue(*cards, nullptr);
  } else {
    shop.sample_cards = shipped(name + ".cards.json");
    if (!shop.sample_cards) {
      throw BadInput(fmt::format("no sample cards of {} ship with docket: give a catalogue by --cards FILE", name));
    }
    shop.catalogue = readCatalogue(*shop.sample_cards, name + ".cards.json");
  }
  DocumentReader<schema::Ruleset> ruleset(shop.ruleset);
  DocumentReader<schema::Catalogue> catalogue(shop.catalogue);
  shop.sheet = generate::readSheet(ruleset.root(), catalogue.root());
  const auto file = arguments.value("play");
  const auto script = shop.sample_cards && !file ? shipped(name + ".play.json") : std::nullopt;
  if (file) {
    shop.play = readDocument<schema::Play>(readFile(*file, kMostScriptBytes), *file);
  } else if (script) {
    shop.play = readDocument<schema::Play>(*script, name + ".play.json");
  } else {
    shop.play = generate::plainPlay(shop.sheet);
  }
  requireFits(shop.play->root(), shop.sheet, file.value_or(name + ".play.json"));
  return shop;
}

/// How many there were of what was written.
struct Written {
  std::uint32_t games = 0;
  std::size_t events = 0, planted = 0;
};

Written write(const Workshop& shop, std::uint32_t games, const generate::Order& order, std::ostream& out,
              std::ostream* planted) {
  Written written{.games = games};
  for (std::uint32_t number = 1; number <= games; ++number) {
    const auto game = generate::makeGame(shop.sheet, shop.play->root(), order, number);
    writeJsonLines(game.recording, out);
    written.events += game.recording.size();
    written.planted += game.planted.size();
    if (planted == nullptr) continue;
    for (const auto& one : game.planted) {
      JsonWriter json;
      json.object().member("game", game.id).member("event", one.event);
      json.member("clause", one.clause).member("what", one.what).end();
      *planted << json.text() << '\n';
    }
  }
  return written;
}

void tell(const Written& written, const std::string& path, const Workshop& shop, bool json, std::ostream& out) {
  if (json) {
    JsonWriter answer;
    answer.object().member("file", path).member("games", written.games).member("events", written.events);
    out << answer.member("planted", written.planted).end().text() << '\n';
    return;
  }
  out << fmt::format("{}, {} to {}\n{} to {}.planted.jsonl\n", counted(written.games, "game"),
                     counted(written.events, "event"), printable(path), counted(written.planted, "planted mistake"),
                     printable(path));
  if (shop.sample_cards) out << fmt::format("their cards to {}.cards.json\n", printable(path));
}

int run(const Arguments& arguments, Streams& streams) {
  const auto games = arguments.number("games", 1, kMostGames).value_or(1);
  const generate::Order order{.seed = arguments.number("seed", 0, UINT32_MAX).value_or(1),
                              .planted_percent = arguments.number("planted", 0, 100).value_or(0)};
  const auto path = arguments.value("output");
  if (!path && order.planted_percent != 0) {
    throw BadInput("--planted: what is planted is listed beside the games, so give them a file by -o FILE");
  }
  const Workshop shop = open(arguments);
  if (!path) {
    write(shop, games, order, streams.out, nullptr);
    return 0;
  }
  OutputFile file(*path);
  OutputFile planted(*path + ".planted.jsonl");
  const Written written = write(shop, games, order, file.stream(), &planted.stream());
  file.keep();
  planted.keep();
  if (shop.sample_cards) {
    OutputFile cards(*path + ".cards.json");
    cards.stream() << *shop.sample_cards;
    cards.keep();
  }
  tell(written, *path, shop, arguments.json(), streams.out);
  return 0;
}

}  // namespace

Command generateCommand() {
  return {.name = "generate",
          .words = "RULESET",
          .summary = "make up games of a ruleset, with mistakes planted in them",
          .help = kHelp,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "games", .value = "N", .help = "how many (1)"},
                      {.name = "seed", .value = "S", .help = "another seed gives other games (1)"},
                      {.name = "planted", .value = "PERCENT", .help = "the share of moves that break a rule (0)"},
                      {.name = "cards", .value = "CATALOGUE", .help = "instead of the sample cards that ship"},
                      {.name = "play", .value = "FILE", .help = "a play script of your own"},
                      {.name = "output,o", .value = "FILE", .help = "write to a file, and what was planted beside it"}},
          .run = run};
}

}  // namespace docket
