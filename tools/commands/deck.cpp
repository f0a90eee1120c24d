// docket deck: checks a deck against a ruleset.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/limits/decks.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/tri_state.h"
#include "engine/rules/table_clauses.h"
#include "events/errors.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"
#include "events/recording.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "tools/commands/command.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/import/deck_list.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kDeckHelp =
    R"help(Checks size, composition and copies, clause by clause. FILE is text ("3 Title" per
line, "[zone]" before another part, "#" for comments), JSON, or a .ydk file. A card
is named by title, "Title (Version)" or key. Parts without a zone in the ruleset,
such as a side deck, are counted and not judged. See docs/rulesets_and_cards.md.

Exit status: 1 if the deck breaks a rule.)help";

constexpr std::string_view kDeckExamples =
    R"help(  docket deck deck.txt --cards cards.json
  docket deck deck.txt --cards cards.json --format limited --json
  docket deck deck.txt --cards cards.json --registers P1)help";

std::string deckFormat(const Arguments& arguments, const DeckList& list, const Ruleset& ruleset) {
  const auto formats = formatsOf(ruleset);
  std::string format = arguments.value("format").value_or(list.format);
  if (format.empty() && !formats.empty()) {
    throw BadInput(fmt::format("--format is missing: {} has rules for {}", ruleset.name, fmt::join(formats, ", ")));
  }
  if (!format.empty() && !formats.empty() && std::find(formats.begin(), formats.end(), format) == formats.end()) {
    throw BadInput(fmt::format("{} has no rules for decks of the format {}{}", ruleset.name, docket::quoted(format),
                               didYouMean(format, formats)));
  }
  return format;
}

/// "packs=6" of --value, beside those of the list.
void takeValues(const Arguments& arguments, const Ruleset& ruleset, DeckList& list) {
  for (const std::string& given : arguments.values("value")) {
    const auto sign = given.find('=');
    const auto value = sign == std::string::npos ? std::nullopt : wholeNumber<std::int64_t>(given.substr(sign + 1));
    if (!value) throw BadInput(fmt::format("--value {}: expected NAME=NUMBER", docket::quoted(given)));
    list.values.emplace_back(given.substr(0, sign), *value);
  }
  for (const auto& [name, value] : list.values) {
    if (ruleset.value(name) != kUnbound) continue;
    std::vector<std::string> known;
    for (const Value& one : ruleset.values) known.push_back(one.name);
    throw BadInput(fmt::format("{} has no value {}{}", ruleset.name, docket::quoted(name), didYouMean(name, known)));
  }
}

/// A game in which only the deck was registered, and the findings against it.
struct Registered {
  State state;
  std::vector<Finding> findings;
  std::vector<std::string> keys;  ///< of the cards, by CardIndex
};

/// A zone's cards are registered by one event, as a player lays down a deck.
std::uint32_t registerZone(Recording& game, const DeckList& list, const Rules& rules, ZoneIndex zone,
                           std::uint32_t first) {
  return game.add([&](schema::Event::Builder event) {
    auto deck = event.initDeckRegistered();
    deck.setPlayer(1);
    deck.setZone(game.name(rules.ruleset.zones[zone].name));
    deck.setFirst(first);
    deck.setCount(list.countIn(zone));
    auto identities = event.initContext().initIdentities(deck.getCount());
    unsigned next = 0;
    for (const DeckList::Entry& entry : list.entries) {
      for (std::uint32_t i = 0; entry.zone == zone && i < entry.count; ++i) {
        identities[next].setCard(first + next);
        identities[next++].setDefinition(entry.key);
      }
    }
  });
}

Registered registered(const DeckList& list, const Rules& rules, const std::string& format) {
  Recording game;
  auto header = game.header();
  header.initPlayers(2);
  header.setFormat(format);
  auto values = header.initStartingValues(static_cast<unsigned>(list.values.size()));
  for (unsigned i = 0; i < values.size(); ++i) {
    values[i].setPlayer(1);
    values[i].setValue(list.values[i].first);
    values[i].setAmount(list.values[i].second);
  }
  Registered made{.state = initialState(game.header(), rules), .findings = {}, .keys = {}};
  Step step;
  for (std::size_t i = 0; i < rules.ruleset.zones.size(); ++i) {
    const auto zone = static_cast<ZoneIndex>(i);
    if (list.countIn(zone) == 0) continue;
    const auto number = registerZone(game, list, rules, zone, static_cast<std::uint32_t>(made.state.numbers.size()));
    for (const DeckList::Entry& entry : list.entries) {
      if (entry.zone == zone) made.keys.insert(made.keys.end(), entry.count, entry.key);
    }
    const HeldEvent event = game.event(number);
    for (Finding& finding : judge(pendingEvent(made.state, rules, number, event)))
      made.findings.push_back(std::move(finding));
    reduce(made.state, rules, number, event, step);
  }
  return made;
}

/// True if the ruleset names no clause for a finding, so that the requirement itself says more.
bool isUnnamed(const std::string& clause) { return clause == tableClause(OwnClause::rules_say_so).id; }

/// Copies are counted over the whole list. Adds the other findings against registering it.
void addJudged(const std::vector<Finding>& judged, const Ruleset& ruleset, std::vector<DeckFinding>& findings) {
  for (const Finding& one : judged) {
    const auto* unmet = one.as<Finding::RequirementUnmet>();
    const Requirement* requirement = unmet == nullptr ? nullptr : unmet->requirement;
    const bool included = std::any_of(findings.begin(), findings.end(), [&](const DeckFinding& other) {
      return other.clause == one.clause && (other.requirement == requirement || one.is<Finding::LimitExceeded>());
    });
    if (included) continue;
    findings.push_back({.clause = one.clause,
                        .gist = isUnnamed(one.clause) ? std::string("it cannot be registered this way")
                                                      : ruleset.clause(one.clause)->gist,
                        .requirement = requirement,
                        .certain = one.isCertain()});
  }
}

std::string gistOf(const DeckFinding& finding, const Ruleset& ruleset) {
  if (!finding.gist.empty() || finding.requirement == nullptr) return finding.gist;
  return isUnnamed(finding.clause) ? "the rules require that " + Words::requirement(*finding.requirement)
                                   : ruleset.clause(finding.clause)->gist;
}

/// The unknown values that decide it; for a value that was not given, how to give it.
std::string whyPerhaps(const DeckFinding& finding, const State& state, const Ruleset& ruleset) {
  for (const expression::Reason& reason : finding.why) {
    if (reason.kind != expression::Reason::Kind::no_start) continue;
    const std::string name = printable(valueName(state, ruleset, reason.number));
    return fmt::format("\"{0}\" is not known; give it with --value \"{0}=NUMBER\"", name);
  }
  return "it depends on something unknown";
}

std::string wrongWith(const DeckFinding& finding, const Registered& deck, const Ruleset& ruleset) {
  const State& state = deck.state;
  std::string what = printable(gistOf(finding, ruleset));
  if (finding.limit != kUnbound && finding.card != kNone) {
    const Definition* card = state.definitionOf(state.cards[finding.card]);
    const std::string name = card == nullptr || card->title.empty() ? deck.keys[finding.card]
                             : card->version.empty()                ? card->title
                                                                    : card->title + " (" + card->version + ")";
    what = fmt::format("{} of {}; {} at most", counted(static_cast<std::size_t>(finding.copies), "copy", "copies"),
                       printable(name), finding.max);
  } else if (finding.limit != kUnbound) {
    what = printable(ruleset.limits[finding.limit].wording);
  }
  return finding.certain ? what : fmt::format("{} (perhaps: {})", what, whyPerhaps(finding, state, ruleset));
}

void writeDeckFindings(const std::vector<DeckFinding>& findings, TriState legal, bool judged, const Registered& deck,
                       const DeckList& list, const Ruleset& ruleset, const std::string& format,
                       const std::string& registers, Streams& streams) {
  JsonWriter json;
  json.object();
  if (legal == TriState::undecided) {
    json.memberNull("legal");
  } else {
    json.member("legal", legal == TriState::yes);
  }
  json.member("judged", judged).member("format", format).member("cards", deck.state.cards.size());
  json.list("findings");
  for (const DeckFinding& finding : findings) {
    json.object().member("clause", finding.clause).member("certain", finding.certain);
    if (finding.limit == kUnbound) {
      json.member("gist", gistOf(finding, ruleset));
    } else {
      json.member("limit", ruleset.limits[finding.limit].name);
    }
    if (finding.card != kNone) {
      json.member("card", deck.keys[finding.card]);
      json.member("copies", finding.copies).member("max", finding.max);
    }
    json.end();
  }
  json.end().list("apart");
  for (const auto& [part, cards] : list.unplacedParts())
    json.object().member("part", part).member("cards", cards).end();
  json.end().list("unknown");
  for (const auto& [key, line, count] : list.unknown())
    json.object().member("card", key).member("line", line).member("copies", count).end();
  json.end();
  json.memberOrNull("registers", registers);
  writeAnswer(streams.out, "deck", json.end().text());
}

void printUnknown(const DeckList& list, const std::string& file, Streams& streams) {
  streams.out.flush();  // it comes after the counts
  for (const auto& [key, line, count] : list.unknown())
    streams.err << styled(streams.colour, Style::warning, "unknown")
                << fmt::format(
                       "  {}:{}: the catalogue has no card {} ({}); any verdict that depends on it is unknown\n",
                       printable(file), line, printable(key), counted(count, "copy", "copies"));
}

/// "P1" or "1".
Seat seatTyped(std::string_view seat) {
  const std::string_view number = seat.starts_with('P') || seat.starts_with('p') ? seat.substr(1) : seat;
  if (number.size() != 1 || number.front() < '1' || number.front() > '8')
    throw BadInput("--registers: expected a player's seat, P1 to P8");
  return static_cast<Seat>(number.front() - '0');
}

int runDeck(const Arguments& arguments, Streams& streams) {
  const std::string& file = arguments.words().front();
  if (!arguments.value("cards")) throw BadInput("--cards is missing: give the catalogue with the cards of the list");
  const auto opened = archiveNamedOrPresent(arguments);
  const Archive* archive = opened ? &*opened : nullptr;
  const HeldDocument catalogue = chooseCatalogue(arguments.values("cards"), archive);
  DocumentReader<schema::Catalogue> document(catalogue);
  const auto ruleset_name = document.root().getRuleset();
  const auto name = arguments.value("ruleset").value_or(std::string(ruleset_name.begin(), ruleset_name.size()));
  if (name.empty()) throw BadInput("--ruleset is missing, and the catalogue names none");
  const auto rules = compileRules(chooseRuleset(name, {}, archive), &catalogue);
  const Ruleset& ruleset = rules->ruleset;

  DeckList list = readDeckList(readText(file, kMaxDeckBytes), file, rules->rules());
  const std::string format = deckFormat(arguments, list, ruleset);
  takeValues(arguments, ruleset, list);
  const Registered deck = registered(list, rules->rules(), format);
  const State& state = deck.state;
  auto findings = checkDeck(state, rules->rules(), 1, format);
  addJudged(deck.findings, ruleset, findings);
  const bool judged = !findings.empty() || hasDeckRules(rules->rules(), format);
  TriState legal = isLegalDeck(findings, rules->rules(), format);
  // Copies count over the whole list, and a part of it was not judged.
  if (legal == TriState::yes && !list.unplacedParts().empty()) legal = TriState::undecided;
  const int status = legal == TriState::no ? kDiffers : kAgrees;
  const auto seat = arguments.value("registers");
  const std::string registers = seat ? registeringLines(list, rules->rules(), seatTyped(*seat)) : std::string();
  if (arguments.json()) {
    writeDeckFindings(findings, legal, judged, deck, list, ruleset, format, registers, streams);
    return status;
  }
  if (seat) {
    printUnknown(list, file, streams);
    streams.out << registers;
    return kAgrees;
  }
  streams.out << fmt::format("{} {}, {}{}\n", ruleset.name, ruleset.version, format.empty() ? "" : format + ", ",
                             counted(state.cards.size(), "card"));
  for (std::size_t zone = 0; zone < ruleset.zones.size(); ++zone) {
    const auto count = list.countIn(static_cast<ZoneIndex>(zone));
    if (count != 0) streams.out << fmt::format("  {}: {}\n", ruleset.zones[zone].name, counted(count, "card"));
  }
  for (const auto& [part, cards] : list.unplacedParts())
    streams.out << fmt::format("  {}: {}, not judged: the ruleset has no such zone\n", part, counted(cards, "card"));
  printUnknown(list, file, streams);
  if (!judged) {
    streams.out << fmt::format("not judged: {} {} has no rules of decks\n", ruleset.name, ruleset.version);
  } else if (findings.empty()) {
    streams.out << (legal == TriState::yes ? "legal\n" : "no problems found in the parts that were judged\n");
  }
  for (const DeckFinding& finding : findings) {
    streams.out << tableRow(fmt::format("{}  {}", styled(streams.colour, Style::name, padded(finding.clause, 24)),
                                        wrongWith(finding, deck, ruleset)));
  }
  return status;
}

}  // namespace

Command deckCommand() {
  return {.name = "deck",
          .words = "FILE",
          .summary = "check a deck list against the rules of deck building",
          .help = kDeckHelp,
          .examples = kDeckExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "ruleset",
                       .value = "RULESET",
                       .help = "NAME, NAME@VERSION or a file; default: the catalogue's"},
                      {.name = "cards", .value = "FILE", .help = "a catalogue or card database; repeatable"},
                      {.name = "format", .value = "FORMAT", .help = "constructed, limited, ...; default: the list's"},
                      {.name = "value", .value = "NAME=NUMBER", .help = "a value that the rules use: packs=6"},
                      {.name = "registers", .value = "SEAT", .help = "print the list as lines of a transcript"}},
          .run = runDeck,
          .uses_pager = true};
}

}  // namespace docket
