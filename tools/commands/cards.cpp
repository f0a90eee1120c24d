// docket cards: lists, shows and checks the cards of catalogues.
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/document_remarks.h"
#include "tools/game/game_loader.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/render/catalogue_file.h"
#include "tools/render/rules_of_play_words.h"
#include "tools/render/ruleset_words.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCardsHelp =
    R"(list    lists the catalogues of the archive
find    finds cards by a part of their title or key
show    shows the types, stats, abilities and limits of a card
check   checks a catalogue: each mistake with line and column
import  checks a catalogue or card database and stores it
export  writes a catalogue as JSON, one card per line
read    makes a catalogue from printed texts (docs/reading_cards.md)
new     writes a small catalogue to fill in

Exit status of check: 1 if a limit and a text disagree, 2 for a mistake.)";

constexpr std::string_view kCardsExamples =
    R"(  docket cards find fox
  docket cards show "Lantern Fox" --of cards.json
  docket cards new --ruleset yugioh -o new.json
  docket cards read cards.json --explain "Lantern Fox")";

constexpr std::string_view kDefaultRuleset = "yugioh";  // of card facts that name none

std::vector<HeldDocument> cataloguesOf(const Arguments& arguments) {
  if (arguments.has("of") && arguments.has("game"))
    throw BadInput("docket cards: --of and --game both name a catalogue: leave one of them out");
  const auto opened = archiveNamedOrPresent(arguments);
  const Archive* archive = opened ? &*opened : nullptr;
  if (const auto catalogue = arguments.value("of")) return {chooseCatalogue(*catalogue, archive)};
  if (archive == nullptr)
    throw BadInput(
        fmt::format("{}: there is no archive: name a catalogue's file with --of", arguments.archive().string()));
  if (const auto id = arguments.value("game")) {
    const auto digest = digestIn(named(*archive, *id).header().getCatalogueDigest());
    if (!digest) throw BadInput(fmt::format("{} has no catalogue", *id));
    if (auto found = findDocument(kCatalogueKind, *digest, archive)) return {std::move(*found)};
    throw DamagedArchive(fmt::format("the catalogue of {}, {}, is not in the archive", *id, hex(*digest)));
  }
  auto all = knownCatalogues(*archive);
  if (all.empty()) throw BadInput("the archive has no catalogue: docket cards import FILE stores one");
  return all;
}

std::string cardJson(const HeldDocument& catalogue, schema::Card::Reader card) {
  JsonWriter json;
  return json.object().member("catalogue", labelOf(catalogue)).memberJson("card", writeJson(card)).end().text();
}

int listCatalogues(const Arguments& arguments, Streams& streams) {
  AnswerList catalogues(streams.out, "cards");
  for (const auto& catalogue : cataloguesOf(arguments)) {
    DocumentReader<schema::Catalogue> document(catalogue);
    const auto cards = document.root().getCards().size();
    if (arguments.json()) {
      JsonWriter json;
      json.object().member("name", catalogue.name).member("version", catalogue.version).member("cards", cards);
      json.member("ruleset", textOf(document.root().getRuleset())).member("digest", hex(catalogue.digest)).end();
      catalogues.item(json.text());
      continue;
    }
    streams.out << tableRow(fmt::format("{}  {}  {}",
                                        styled(streams.colour, Style::name, padded(printable(labelOf(catalogue)), 32)),
                                        padded(counted(cards, "card"), 14), hex(catalogue.digest).substr(0, 16)));
  }
  if (arguments.json()) catalogues.end();
  return kAgrees;
}

int find(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket cards find: expected one text to look for");
  const auto wanted = asciiLower(arguments.words()[1]);
  const auto most = arguments.number("most").value_or(kMaxShown);
  std::size_t found = 0;
  AnswerList cards(streams.out, "cards find");
  for (const auto& catalogue : cataloguesOf(arguments)) {
    DocumentReader<schema::Catalogue> document(catalogue);
    for (const auto card : document.root().getCards()) {
      const auto key = textOf(card.getKey());
      const auto title = textOf(card.getTitle());
      if (asciiLower(title).find(wanted) == std::string::npos && asciiLower(key).find(wanted) == std::string::npos)
        continue;
      if (++found > most) continue;
      if (arguments.json()) {
        cards.item(cardJson(catalogue, card));
      } else {
        streams.out << tableRow(
            fmt::format("{}  {}", styled(streams.colour, Style::name, padded(printable(key), 12)), printable(title)));
      }
    }
  }
  if (arguments.json()) {
    JsonWriter sums;
    cards.end(sums.object().member("found", found).end().text());
  } else {
    streams.out << counted(found, "card");
    if (found > most) streams.out << fmt::format(", the first {} of them shown (--most shows more)", most);
    streams.out << '\n';
  }
  return kAgrees;
}

/// A card, shown with the limits of the ruleset that its catalogue is for.
class CardPage {
 public:
  CardPage(const GameRules& rules, bool colour) : rules_(rules), words_(rules), colour_(colour) {}

  std::string text(const Definition& card) {
    text_ = styled(colour_, Style::strong, printable(card.title.empty() ? card.key : card.title)) + '\n';
    line("key", card.key);
    line("version", card.version);
    line("types", joined(card.supertypes, card.types, card.subtypes));
    line("keywords", fmt::format("{}", fmt::join(card.keywords, ", ")));
    stats(card);
    if (card.doubtful) line("doubtful", "the card itself may have limits that are not listed here");
    for (std::size_t index = 0; index < card.abilities.size(); ++index) ability(card, index);
    return std::move(text_);
  }

 private:
  void line(std::string_view name, const std::string& what) {
    if (what.empty()) return;
    text_ += tableRow(fmt::format("  {}  {}", styled(colour_, Style::faint, padded(name, 10)), printable(what)));
  }
  static std::string joined(const std::vector<std::string>& first, const std::vector<std::string>& second,
                            const std::vector<std::string>& third) {
    std::string all;
    for (const auto* list : {&first, &second, &third}) {
      for (const auto& one : *list) all += (all.empty() ? "" : ", ") + one;
    }
    return all;
  }
  void stats(const Definition& card) {
    for (std::size_t stat = 0; stat < card.stats.size(); ++stat) {
      const PrintedStat& printed = card.stats[stat];
      const auto name = printable(rules_.ruleset.stats[stat].name);
      if (printed.unsaid) {
        line(name, "not known");
        continue;
      }
      switch (printed.kind) {
        case schema::PrintedStat::Kind::NUMBER:
          line(name, printed.specified ? std::to_string(printed.amount) : "not known");
          break;
        case schema::PrintedStat::Kind::MODIFIER:
          line(name, fmt::format("{:+}", printed.amount));
          break;
        case schema::PrintedStat::Kind::ASTERISK:
          line(name, "*");
          break;
        case schema::PrintedStat::Kind::ABSENT:
          break;
      }
    }
  }
  void ability(const Definition& card, std::size_t index) {
    const Ability& one = card.abilities[index];
    std::string what = one.name.empty() ? "ability" : one.name;
    if (!one.designator.empty()) what += fmt::format(" ({})", one.designator);
    if (!one.event.empty()) what += fmt::format(", on {}", one.event);
    if (!one.zones.empty()) what += fmt::format(", from {}", fmt::join(one.zones, ", "));
    constexpr std::array<std::string_view, 4> kSides = {"", ", face up", ", face down", ", face up or down"};
    what += kSides.at(static_cast<std::size_t>(one.face));
    constexpr std::array<std::string_view, 3> kKinds = {"ability", "triggered", "continuous"};
    line(fmt::format("{} {}", kKinds.at(static_cast<std::size_t>(one.kind)), index + 1), what);
    if (one.trigger.on.which)
      line("", "answers " + kindWords(one.trigger.on) + (one.trigger.if_ ? ", if " + one.trigger.if_->words() : ""));
    for (const AbilityCondition& condition : one.conditions) {
      if (condition.that) line("", (condition.permits ? "even if " : "if ") + condition.that->words());
    }
    for (const Effect& effect : one.effects) line("", effectWords(effect));
    if (one.doubtful) line("", "it may have limits that are not listed here");
    for (const LimitOf& limit : one.limits) {
      line("", fmt::format("{}: {}{}", rules_.ruleset.limits[limit.limit].name, words_.limit(limit.limit, limit.max),
                           limit.group.empty() ? "" : "; group " + limit.group));
    }
  }

  const GameRules& rules_;
  RuleWords words_;
  bool colour_;
  std::string text_;
};

HeldDocument rulesetOf(schema::Catalogue::Reader catalogue, const Archive* archive,
                       const std::optional<std::string>& asked = {}) {
  const auto name = asked.value_or(textOf(catalogue.getRuleset()));
  return chooseRuleset(name.empty() ? std::string(kDefaultRuleset) : name, {}, archive);
}

[[noreturn]] void refuseCard(const std::string& wanted, const std::vector<HeldDocument>& catalogues) {
  std::vector<std::string> known;
  for (const auto& catalogue : catalogues) {
    DocumentReader<schema::Catalogue> document(catalogue);
    for (const auto card : document.root().getCards()) known.push_back(textOf(card.getTitle()));
  }
  throw BadInput(fmt::format("no catalogue has the card {}{}; docket cards find looks for a part of a title",
                             docket::quoted(wanted), didYouMean(wanted, known)));
}

int showCard(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2)
    throw BadInput("docket cards show: expected one card (a title of several words in quotation marks)");
  const auto& wanted = arguments.words()[1];
  const auto catalogues = cataloguesOf(arguments);
  const auto archive = archiveNamedOrPresent(arguments);
  bool found = false;
  AnswerList cards(streams.out, "cards show");
  for (const auto& catalogue : catalogues) {
    DocumentReader<schema::Catalogue> document(catalogue);
    std::shared_ptr<const GameRules> rules;  // compiled for the first card that is shown
    for (const auto card : document.root().getCards()) {
      if (textOf(card.getKey()) != wanted && asciiLower(textOf(card.getTitle())) != asciiLower(wanted)) continue;
      found = true;
      if (arguments.json()) {
        cards.item(cardJson(catalogue, card));
        continue;
      }
      if (!rules) rules = compileRules(rulesetOf(document.root(), archive ? &*archive : nullptr), &catalogue);
      streams.out << CardPage(*rules, streams.colour).text(*rules->catalogue.find(textOf(card.getKey())));
    }
  }
  if (!found) refuseCard(wanted, catalogues);
  if (arguments.json()) cards.end();
  return kAgrees;
}

int import(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket cards import: expected one file");
  const auto catalogue = chooseCatalogue(arguments.words()[1], nullptr);
  if (catalogue.name.empty()) throw BadInput(fmt::format("{}: the catalogue has no name", catalogue.origin));
  DocumentReader<schema::Catalogue> document(catalogue);
  auto loader = GameLoader::toRecord(arguments.archive());
  const auto ruleset = rulesetOf(document.root(), &loader.archive(), arguments.value("ruleset"));
  const auto rules = compileRules(ruleset, &catalogue);
  publishDocument(loader.archive(), catalogue);
  for (const std::string& note : catalogue.notes) streams.err << "note: " << printable(note) << '\n';
  printNotes(remarksOnCards(catalogue, ruleset, rules->ruleset, rules->catalogue), streams.err);
  const auto cards = document.root().getCards().size();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("name", catalogue.name).member("version", catalogue.version).member("cards", cards);
    writeAnswer(streams.out, "cards import", json.member("digest", hex(catalogue.digest)).end().text());
  } else {
    streams.out << fmt::format("stored  {}  {}  {}\n", printable(labelOf(catalogue)), counted(cards, "card"),
                               hex(catalogue.digest));
  }
  return kAgrees;
}

int exportCatalogue(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 1) throw BadInput("docket cards export: name the catalogue with --of or --game");
  const auto catalogues = cataloguesOf(arguments);
  if (catalogues.size() != 1) {
    const auto labels = catalogues | ranges::views::transform(labelOf) | ranges::to_vector;
    throw BadInput(fmt::format("docket cards export: the archive has several catalogues; name one with --of: {}",
                               fmt::join(labels, ", ")));
  }
  DocumentReader<schema::Catalogue> document(catalogues.front());
  if (const auto path = arguments.value("output")) {
    OutputFile file(*path);
    writeCatalogue(file.stream(), document.root());
    file.keep();
  } else {
    writeCatalogue(streams.out, document.root());
  }
  return kAgrees;
}

int checkAgainstRuleset(const Arguments& arguments, Streams& streams) {
  const auto archive = archiveNamedOrPresent(arguments);
  return checkCards(
      arguments,
      [&](auto catalogue) { return rulesetOf(catalogue, archive ? &*archive : nullptr, arguments.value("ruleset")); },
      streams);
}

int runCards(const Arguments& arguments, Streams& streams) {
  const std::string what = arguments.words().empty() ? "list" : arguments.words().front();
  if (what == "list") return listCatalogues(arguments, streams);
  if (what == "find") return find(arguments, streams);
  if (what == "show") return showCard(arguments, streams);
  if (what == "check") return checkAgainstRuleset(arguments, streams);
  if (what == "import") return import(arguments, streams);
  if (what == "export") return exportCatalogue(arguments, streams);
  if (what == "new") return newCatalogue(arguments, streams);
  return readCards(arguments, streams);
}

}  // namespace

Command cardsCommand() {
  return {
      .name = "cards",
      .words = "[list | find TEXT | show CARD | check FILE | import FILE | export | read FILE | new]",
      .summary = "find, show, check and store cards; read printed texts",
      .help = kCardsHelp,
      .examples = kCardsExamples,
      .least_words = 0,
      .most_words = 2,
      .options =
          {{.name = "ruleset", .value = "RULESET", .help = "use this ruleset", .belongs_to = "check import read new"},
           {.name = "of",
            .value = "CATALOGUE",
            .help = "NAME, NAME@VERSION or a file",
            .belongs_to = "list find show export"},
           {.name = "game",
            .value = "GAME",
            .help = "the catalogue of this game",
            .belongs_to = "list find show export"},
           {.name = "most",
            .value = "COUNT",
            .help = "maximum number of results (100)",
            .least = 1,
            .most = 1'000'000,
            .belongs_to = "find read"},
           {.name = "output,o", .value = "FILE", .help = "write to this file", .belongs_to = "export read new"},
           {.name = "wordings", .value = "FILE", .help = "read with these wordings", .belongs_to = "read"},
           {.name = "corrections", .value = "FILE", .help = "apply these decisions about words", .belongs_to = "read"},
           {.name = "explain", .value = "CARD", .help = "show a text beside what was read", .belongs_to = "read"},
           {.name = "unread", .value = {}, .help = "list unread words by frequency", .belongs_to = "read"}},
      .run = runCards,
      .changes_archive = true,
      .read_only_subcommands = {"list", "find", "show", "check", "read", "new"},
      .uses_pager = true};
}

}  // namespace docket
