// docket rules: the rulesets that the program and the archive know, and what one says.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <tuple>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/commands/command.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/document_remarks.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/render/ruleset_words.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRulesHelp =
    R"(list   lists the shipped rulesets and those of the archive, with their dates
show   prints a ruleset in words, or one CLAUSE with what holds without it
check  checks a draft: each mistake with line and column, and what has no effect
diff   lists the clauses that differ, with what was added, removed and changed
add    checks a ruleset and stores it in the archive

RULESET, A and B are NAME, NAME@VERSION or a file. docs/adding_a_game.md explains
how to write one.

Exit status: check: 2 for a mistake; diff: 1 if they differ.)";

constexpr std::string_view kRulesExamples =
    R"(  docket rules show yugioh ygo.hard.use
  docket rules check draft.json
  docket rules diff l5r-celestial@2009-06-01 l5r-celestial@2011-06-06)";

/// The number of games played under each ruleset, by its digest. One pass over the headers.
std::map<Digest, std::uint64_t> gamesByRuleset(const std::optional<Archive>& archive) {
  std::map<Digest, std::uint64_t> games;
  if (!archive) return games;
  archive->forEachGame([&](const Game& game) {
    if (const auto digest = digestIn(game.header().getRulesetDigest())) ++games[*digest];
    return true;
  });
  return games;
}

int listRulesets(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() > 1)
    throw BadInput(fmt::format("docket rules list: {} is one argument too many; docket rules show RULESET shows one",
                               docket::quoted(arguments.words()[1])));
  const auto archive = archiveNamedOrPresent(arguments);
  const auto games = gamesByRuleset(archive);
  AnswerList rulesets(streams.out, "rules");
  for (const auto& known : knownRulesets(archive ? &*archive : nullptr)) {
    DocumentReader<schema::Ruleset> document(known);
    const auto game = document.root().getGame();
    const std::string_view title(game.begin(), game.size());
    const auto played = games.find(known.digest);
    const std::uint64_t count = played == games.end() ? 0 : played->second;
    if (arguments.json()) {
      JsonWriter json;
      json.object().member("name", known.name).member("version", known.version).member("from", known.from);
      json.member("game", title).member("digest", hex(known.digest)).member("origin", known.origin);
      rulesets.item(json.member("games", count).end().text());
      continue;
    }
    streams.out << tableRow(fmt::format(
        "{}  {}  {}  {}  {}{}",
        styled(streams.colour, Style::name, padded(printable(known.name + '@' + known.version), 28)),
        padded(printable(title), 24), padded(known.from.empty() ? "" : "from " + printable(known.from), 15),
        hex(known.digest).substr(0, 16), printable(known.origin), count == 0 ? "" : ", " + counted(count, "game")));
  }
  if (arguments.json()) rulesets.end();
  return kAgrees;
}

/// Throws BadInput for a clause that the ruleset has not, with the nearest.
void requireClause(schema::Ruleset::Reader ruleset, const std::string& id) {
  std::vector<std::string_view> ids;
  for (auto clause : ruleset.getClauses()) {
    ids.push_back(view(clause.getId()));
    if (ids.back() == id) return;
  }
  throw BadInput(fmt::format("{} {} has no clause {}{}", view(ruleset.getName()), view(ruleset.getVersion()),
                             docket::quoted(id), didYouMean(id, ids)));
}

/// A clause, what holds without it, and the other readings of it that the ruleset has.
void showClause(schema::Ruleset::Reader ruleset, const std::string& id, Streams& streams) {
  for (auto clause : ruleset.getClauses()) {
    if (view(clause.getId()) != id) continue;
    streams.out << fmt::format("{}  ({})\n", styled(streams.colour, Style::name, printable(id)),
                               printable(view(clause.getPlace())))
                << paragraph(printable(view(clause.getGist())), 2, 2);
    if (clause.hasWithout()) streams.out << paragraph("without it: " + printable(view(clause.getWithout())), 2, 4);
    for (auto variant : clause.getVariants()) {
      streams.out << paragraph(
          fmt::format("variant {}: {}", printable(view(variant.getName())), printable(view(variant.getGist()))), 2, 4);
    }
    return;
  }
}

int showRuleset(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() < 2) throw BadInput("docket rules show: expected the name of a ruleset (docket rules lists them)");
  const auto archive = archiveNamedOrPresent(arguments);
  const auto held = chooseRuleset(words[1], {}, archive ? &*archive : nullptr);
  DocumentReader<schema::Ruleset> document(held);
  if (words.size() > 2) requireClause(document.root(), words[2]);
  if (arguments.json()) {
    writeAnswer(streams.out, "rules show", writeJson(document.root()));
    return kAgrees;
  }
  const auto rules = compileRules(held, nullptr);
  if (words.size() > 2) {
    showClause(document.root(), words[2], streams);
  } else {
    streams.out << describeRuleset(*rules, document.root(), streams.colour);
  }
  return kAgrees;
}

int addRuleset(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() != 2) throw BadInput("docket rules add: expected one file");
  const auto held = [&] {
    const auto archive = archiveIfPresent(arguments);
    return chooseRuleset(words[1], {}, archive ? &*archive : nullptr);
  }();
  const auto rules = compileRules(held, nullptr);  // what does not compile is refused
  const auto remarks = remarksOn(held, rules->ruleset, true);
  refuseMistakes(remarks);
  auto loader = GameLoader::toRecord(arguments.archive());
  publishDocument(loader.archive(), held);
  printNotes(remarks, streams.err);
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("name", held.name).member("version", held.version).member("digest", hex(held.digest)).end();
    writeAnswer(streams.out, "rules add", json.text());
  } else {
    streams.out << fmt::format("stored  {} {}  {}\n", printable(held.name), printable(held.version), hex(held.digest));
  }
  return kAgrees;
}

int runRules(const Arguments& arguments, Streams& streams) {
  const std::string what = arguments.words().empty() ? "list" : arguments.words().front();
  if (what == "list") return listRulesets(arguments, streams);
  if (what == "show") return showRuleset(arguments, streams);
  if (what == "add") return addRuleset(arguments, streams);
  if (what == "check") return checkRules(arguments, streams);
  return diffRules(arguments, streams);
}

}  // namespace

Command rulesCommand() {
  return {.name = "rules",
          .words = "[list | show RULESET [CLAUSE] | check FILE | diff A B | add FILE]",
          .summary = "list, show, check, compare and store rulesets",
          .help = kRulesHelp,
          .examples = kRulesExamples,
          .least_words = 0,
          .most_words = 3,
          .options = {},
          .run = runRules,
          .changes_archive = true,
          .read_only_subcommands = {"list", "show", "check", "diff"},
          .uses_pager = true};
}

}  // namespace docket
