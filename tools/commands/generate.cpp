// docket generate: makes up games of a ruleset, legal ones or with planted mistakes that are listed beside them.
#include <capnp/any.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <ostream>

#include "engine/rules/spelled_out.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/json/jsonl.h"
#include "tools/commands/command.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/generate/game.h"
#include "tools/generate/plain_play.h"
#include "tools/generate/samples.h"
#include "tools/generate/script_check.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kGenerateHelp =
    R"(Generates games that docket import reads. The same seed gives the same games on
every machine. With --planted, that share of the moves breaks a rule; -o also writes
what was planted to FILE.planted.jsonl and the cards to FILE.cards.json. For your
own ruleset or cards, a script is derived from the documents; what it has to leave
out is reported. docs/generating.md has the details.)";

constexpr std::string_view kGenerateExamples =
    R"(  docket generate yugioh --games 3 > games.jsonl
  docket generate yugioh --games 20 --seed 7 --planted 10 -o games.jsonl
  docket generate my-rules.json --cards my-cards.json -o games.jsonl)";

constexpr std::size_t kMaxScriptBytes = 16U << 20;
constexpr std::uint32_t kMaxGames = 1'000'000;

std::optional<std::string_view> shipped(const std::string& file) {
  for (const auto& sample : generate::shippedSamples()) {
    if (sample.file == file) return sample.text;
  }
  return std::nullopt;
}

/// The documents that games are made from.
struct GeneratorContext {
  HeldDocument ruleset, catalogue;
  std::optional<std::string_view> sample_cards;  ///< the catalogue's text, if it is the shipped one
  generate::RulesSummary summary;
  std::optional<Document<schema::Play>> play;
  bool plain = false;                       ///< the script is made from the ruleset's document
  std::vector<generate::LeftOut> left_out;  ///< of it
  std::vector<std::string> plants;          ///< of it
};

void makePlain(GeneratorContext& context) {
  auto plain = generate::plainPlay(context.summary);
  context.play = std::move(plain.play);
  context.plain = true;
  context.plants = std::move(plain.plants);
  context.left_out.insert(context.left_out.end(), plain.left_out.begin(), plain.left_out.end());
}

/// A script that ships has the rules of play of the ruleset that ships in it: only limits, periods, zones and
/// attachment are read from the document. Says so of a document in which others are changed.
void noteChanges(GeneratorContext& context, schema::Ruleset::Reader ours) {
  std::optional<HeldDocument> shipped;
  for (auto& known : knownRulesets(nullptr)) {
    if (known.digest == context.ruleset.digest) return;
    if (known.name == context.ruleset.name && (!shipped || shipped->version != context.ruleset.version)) {
      shipped = std::move(known);
    }
  }
  if (!shipped) return;
  DocumentReader<schema::Ruleset> reader(*shipped);
  const auto theirs = reader.root();
  std::vector<std::string> changed;
  const auto compare = [&](const char* what, capnp::AnyStruct::Reader one, capnp::AnyStruct::Reader other) {
    if (one != other) changed.emplace_back(what);
  };
  const auto compare_all = [&](const char* what, auto one, auto other) {
    bool same = one.size() == other.size();
    for (unsigned i = 0; same && i < one.size(); ++i) same = capnp::AnyStruct::Reader(one[i]) == other[i];
    if (!same) changed.emplace_back(what);
  };
  compare_all("acts", ours.getActs(), theirs.getActs());
  compare_all("permissions", ours.getPermissions(), theirs.getPermissions());
  compare_all("precedence", ours.getPrecedence(), theirs.getPrecedence());
  compare_all("numbers", ours.getNumbers(), theirs.getNumbers());
  compare_all("decks", ours.getDecks(), theirs.getDecks());
  compare_all("wins", ours.getWins(), theirs.getWins());
  compare_all("readings", ours.getReadings(), theirs.getReadings());
  compare("obligations", ours.getObligations(), theirs.getObligations());
  if (changed.empty()) return;
  context.left_out.push_back(
      {fmt::format("{} of the document differ from those that the shipped play script was written for",
                   fmt::join(changed, ", ")),
       fmt::format("it is of {}@{}: under the changed document one of its acts can be illegal, and a "
                   "planted one legal",
                   shipped->name, shipped->version)});
}

GeneratorContext open(const Arguments& arguments) {
  GeneratorContext context{.ruleset = chooseRuleset(arguments.words().front(), "", nullptr)};
  const auto& name = context.ruleset.name;
  if (const auto cards = arguments.value("cards")) {
    context.catalogue = chooseCatalogue(*cards, nullptr);
  } else {
    context.sample_cards = shipped(name + ".cards.json");
    if (!context.sample_cards) {
      throw BadInput(fmt::format("no sample cards of {} ship with docket: give a catalogue with --cards FILE", name));
    }
    context.catalogue = readCatalogue(*context.sample_cards, name + ".cards.json");
  }
  static_cast<void>(compileRules(context.ruleset, &context.catalogue));  // refuses the documents that import refuses
  DocumentReader<schema::Ruleset> ruleset(context.ruleset);
  DocumentReader<schema::Catalogue> catalogue(context.catalogue);
  context.summary = generate::readRulesSummary(spelledOut(ruleset.root()).root(), catalogue.root());
  const auto file = arguments.value("play");
  const auto script = context.sample_cards && !file ? shipped(name + ".play.json") : std::nullopt;
  if (file) {
    context.play = readDocument<schema::Play>(readText(*file, kMaxScriptBytes), *file);
  } else if (script) {
    context.play = readDocument<schema::Play>(*script, name + ".play.json");
  } else {
    makePlain(context);
  }
  try {
    requireFits(context.play->root(), context.summary, file.value_or(name + ".play.json"));
    if (script) noteChanges(context, ruleset.root());
  } catch (const BadInput& misfit) {
    // A ruleset that has been changed does without the shipped script, if that refers to removed things.
    if (!script) throw;
    context.left_out.push_back({"the shipped play script is not used", misfit.what()});
    makePlain(context);
  }
  return context;
}

/// Counts of what was written.
struct Written {
  std::uint32_t games = 0;
  std::size_t events = 0, planted = 0;
};

Written writeGames(const GeneratorContext& context, std::uint32_t games, const generate::Order& order,
                   std::ostream& out, std::ostream* planted) {
  Written written{.games = games};
  for (std::uint32_t number = 1; number <= games; ++number) {
    const auto game = generate::makeGame(context.summary, context.play->root(), order, number);
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

void printGenerated(const Written& written, const std::string& path, const GeneratorContext& context, bool json,
                    std::ostream& out) {
  if (json) {
    JsonWriter answer;
    answer.object().member("file", path).member("games", written.games).member("events", written.events);
    answer.member("planted", written.planted).list("leftOut");
    for (const auto& [what, why] : context.left_out) answer.object().member("what", what).member("why", why).end();
    writeAnswer(out, "generate", answer.end().list("plants", context.plants).end().text());
    return;
  }
  out << fmt::format("{}, {} to {}\n{} to {}.planted.jsonl\n", counted(written.games, "game"),
                     counted(written.events, "event"), printable(path), counted(written.planted, "planted mistake"),
                     printable(path));
  if (context.sample_cards) out << fmt::format("their cards to {}.cards.json\n", printable(path));
}

/// Warns about what a script made from documents leaves out, and why.
void warn(const GeneratorContext& context, std::ostream& err) {
  for (const auto& [what, why] : context.left_out)
    err << fmt::format("docket: {}: {}\n", printable(what), printable(why));
}

int runGenerate(const Arguments& arguments, Streams& streams) {
  const auto games = arguments.number("games").value();
  const generate::Order order{.seed = arguments.number("seed").value(),
                              .planted_percent = arguments.number("planted").value()};
  const auto path = arguments.value("output");
  if (!path && order.planted_percent != 0) {
    throw BadInput("--planted: the planted mistakes are listed beside the games, so give a file with -o FILE");
  }
  const GeneratorContext context = open(arguments);
  if (!arguments.json() || !path) warn(context, streams.err);
  if (!path) {
    writeGames(context, games, order, streams.out, nullptr);
    return kAgrees;
  }
  OutputFile file(*path);
  OutputFile planted(*path + ".planted.jsonl");
  const Written written = writeGames(context, games, order, file.stream(), &planted.stream());
  file.keep();
  planted.keep();
  if (context.sample_cards) {
    writeOutputFile(*path + ".cards.json", *context.sample_cards);
  }
  printGenerated(written, *path, context, arguments.json(), streams.out);
  return kAgrees;
}

}  // namespace

Command generateCommand() {
  return {
      .name = "generate",
      .words = "RULESET",
      .summary = "generate games of a ruleset, with planted mistakes if wanted",
      .help = kGenerateHelp,
      .examples = kGenerateExamples,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "games",
                   .value = "N",
                   .help = "number of games (1)",
                   .least = 1,
                   .most = kMaxGames,
                   .default_value = 1},
                  {.name = "seed",
                   .value = "S",
                   .help = "seed of the random choices (1)",
                   .most = UINT32_MAX,
                   .default_value = 1},
                  {.name = "planted",
                   .value = "PERCENT",
                   .help = "share of moves that break a rule (0)",
                   .most = 100,
                   .default_value = 0},
                  {.name = "cards", .value = "CATALOGUE", .help = "use these cards instead of the sample cards"},
                  {.name = "play", .value = "FILE", .help = "use this play script"},
                  {.name = "output,o", .value = "FILE", .help = "write to FILE, FILE.planted.jsonl, FILE.cards.json"}},
      .run = runGenerate};
}

}  // namespace docket
