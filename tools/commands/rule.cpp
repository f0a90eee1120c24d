// docket rule: a judge's decision, added to the record of a game.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/take.hpp>
#include <set>

#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/functions.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/commands/command.h"
#include "tools/game/entity_parser.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/io/json_answer.h"
#include "tools/verdict/live_game.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/verdict/rulings_given.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRuleHelp =
    R"(Adds a decision to a game as its next event; a finished game gets a new segment and
keeps its heads. A ruling is a claim about the table at a point
(docs/expressions.md). It is recomputed now and whenever the game is verified.
Penalties, extra time and rewinds are a judge's discretion and are only recorded. A
penalty that looks misspelt is refused unless --new-penalty is given.

Exit status: 1 if the rules give a different result than the claim.)";

constexpr std::string_view kRuleExamples =
    R"(  docket rule duel --at 27 --claim 'not legal(27)' --judge Femi
  docket rule duel --penalty warning --player P1 --judge Femi --note "Slow play"
  docket rule friday/12 --rewind 18 --judge Erin --dry-run)";

/// The penalties that most policies have.
constexpr std::array<std::string_view, 5> kUsualPenalties{"caution", "warning", "game loss", "match loss",
                                                          "disqualification"};
constexpr std::size_t kMaxGamesAsked = 200;

/// The usual penalties, and those that judges gave in this game and in the latest other games of its event: only
/// suggestions, so that a misspelt name is not recorded as a new penalty.
std::vector<std::string> penaltiesKnown(const OpenGame& game, GameLoader& loader) {
  std::set<std::string> known(kUsualPenalties.begin(), kUsualPenalties.end());
  const auto add = [&](const OpenGame& source) {
    source.events().forEach(1, source.last(), [&](EventNumber, schema::Event::Reader event) {
      if (event.isPenaltyGiven()) known.emplace(source.names().text(event.getPenaltyGiven().getPenalty()));
    });
  };
  add(game);
  const std::string event = textOf(game.header().getEvent());
  if (!event.empty()) {
    const auto games = loader.archive().list({.event = event});
    for (const GameEntry& other : games | ranges::views::reverse | ranges::views::take(kMaxGamesAsked)) {
      if (other.id != game.id()) add(loader.game(exactName(other.id)));
    }
  }
  known.erase("");
  return {known.begin(), known.end()};
}

void requireOneKind(const Arguments& arguments) {
  int kinds = 0;
  for (const auto* kind : {"claim", "penalty", "minutes", "rewind"}) kinds += arguments.has(kind) ? 1 : 0;
  if (kinds != 1) throw BadInput("docket rule: expected one of --claim, --penalty, --minutes and --rewind");
  if (arguments.has("new-penalty") && !arguments.has("penalty"))
    throw BadInput("docket rule: --new-penalty goes with --penalty");
  if (arguments.has("penalty") != arguments.has("player"))
    throw BadInput("docket rule: --penalty and --player go together");
  for (const auto* of_claim : {"cite", "supersedes", "at"}) {
    if (arguments.has(of_claim) && !arguments.has("claim"))
      throw BadInput(fmt::format("docket rule: --{} belongs to --claim", of_claim));
  }
  if (arguments.value("judge").value_or("").empty()) {
    throw BadInput("docket rule: who decides? add the name, as in --judge \"Femi, head judge\"");
  }
  if (arguments.has("minutes") && arguments.has("note")) throw BadInput("docket rule: extra time cannot have a note");
}

/// Refuses clauses that neither the ruleset nor the table has, with the nearest.
void requireClauses(const Arguments& arguments, const Ruleset& ruleset) {
  for (const std::string& cited : arguments.values("cite")) {
    if (ruleset.clause(cited) != nullptr) continue;
    std::vector<std::string_view> known;
    for (const Clause& clause : ruleset.clauses) known.emplace_back(clause.id);
    throw BadInput(
        fmt::format("the rules {} have no clause {}{}", ruleset.name, docket::quoted(cited), didYouMean(cited, known)));
  }
}

/// The ruling that an appeal replaces has to stand.
void requireStanding(const OpenGame& game, EventNumber earlier) {
  game.events().forEach(earlier + 1, game.last(), [&](EventNumber later, schema::Event::Reader event) {
    if (!event.isRulingGiven() || event.getRulingGiven().getSupersedes() != earlier) return;
    throw BadInput(fmt::format("the ruling of event {} was already replaced by event {}", earlier, later));
  });
}

/// Refuses a claim about an event that the game does not have, because such a claim could never be checked.
void requireEvents(const expression::Expression& claim, const OpenGame& game) {
  for (const expression::Node& call : claim.nodes) {
    if (call.op != expression::Operator::call) continue;
    std::size_t place = 0;
    for (auto at = call.first_child; at != kNone; at = claim.node(at).next, ++place) {
      const expression::Node& number = claim.node(at);
      const bool is_event = number.op == expression::Operator::literal_number && takesEvent(call.function, place);
      if (is_event && number.number > std::int64_t{game.last()})
        throw BadInput(fmt::format("the claim: there is no event {} in {}: its last is {}", number.number,
                                   printable(game.id()), game.last()));
    }
  }
}

void writeRulingGiven(JsonWriter& json, const Arguments& arguments, const OpenGame& game) {
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const State table = game.stateAt(at);
  const NamedCards cards(game, table);
  // A claim that cannot be parsed is refused here, instead of being undecided later.
  const auto claim = expression::parseCondition(
      *arguments.value("claim"), {.ruleset = game.gameRules().ruleset, .names = &game.names(), .subjects = &cards},
      {.file = "claim"});
  requireEvents(claim, game);
  requireClauses(arguments, game.gameRules().ruleset);
  json.object("rulingGiven").member("at", at);
  // It is recorded with the numbers of its cards, as what a title means can change later.
  json.member("claim", claim.withNumbers());
  if (const auto cited = arguments.values("cite"); !cited.empty()) json.list("clauses", cited);
  if (const auto typed = arguments.value("supersedes")) {
    const EventNumber earlier = numberIn(*typed, "the event of a ruling");
    const auto is_ruling = [&] {
      const HeldEvent event = game.event(earlier);
      return event->isRulingGiven();
    };
    if (earlier == 0 || earlier > game.last() || !is_ruling())
      throw BadInput(fmt::format("event {} is not a ruling of {}", earlier, game.id()));
    requireStanding(game, earlier);
    json.member("supersedes", earlier);
  }
}

/// Refuses a penalty that is misspelt: one that is nearly one of those that are known.
void requirePenalty(const std::string& penalty, const Arguments& arguments, const OpenGame& game, GameLoader& loader) {
  const auto known = penaltiesKnown(game, loader);
  const std::string near = nearestName(penalty, known);
  if (near.empty() || ranges::contains(known, penalty) || arguments.has("new-penalty")) return;
  throw BadInput(fmt::format("there is no penalty {} here{}: the known ones are {}", docket::quoted(penalty),
                             didYouMeanAny({near}), fmt::join(known, ", ")));
}

/// The event as a line of JSON.
std::string eventLine(const Arguments& arguments, const OpenGame& game, GameLoader& loader) {
  JsonWriter json;
  json.object();
  if (arguments.has("claim")) {
    writeRulingGiven(json, arguments, game);
  } else if (const auto penalty = arguments.value("penalty")) {
    const Seat player = seatOf(arguments.value("player"), game.header());
    requirePenalty(*penalty, arguments, game, loader);
    json.object("penaltyGiven").member("player", static_cast<unsigned>(player)).member("penalty", *penalty);
  } else if (const auto minutes = arguments.number("minutes")) {
    json.object("timeExtended").member("minutes", *minutes);
  } else {
    json.object("rewound").member("to", game.point(*arguments.value("rewind")));
  }
  if (const auto judge = arguments.value("judge")) json.member("judge", *judge);
  if (const auto note = arguments.value("note")) json.member("note", *note);
  return json.end().end().text();
}

std::string verdictLine(const RulingVerdict& ruling) {
  return paragraph(fmt::format("{}: {}", rightOrWrong(ruling.outcome), whyWithParts(ruling)), 0, 2);
}

int printRecorded(const Arguments& arguments, const OpenGame& game, EventNumber number, const Digest& head,
                  Streams& streams) {
  const RulingsGiven given = rulingsGiven(game);
  const auto ruling = ranges::find(given.rulings, number, &RulingVerdict::event);
  const bool claimed = ruling != given.rulings.end();
  const auto other = ranges::find(given.discretion, number, &Discretion::event);
  const std::string undone = other == given.discretion.end() ? std::string() : other->undone;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", number).member("head", hex(head));
    if (claimed) {
      json.member("outcome", outcomeWord(ruling->outcome)).member("why", whyWithParts(*ruling));
    } else {
      json.memberNull("outcome").memberNull("why");
    }
    if (!undone.empty()) json.member("undone", undone);
    writeAnswer(streams.out, "rule", json.end().text());
  } else {
    streams.out << fmt::format("{}: event {} is recorded\n", printable(game.id()), number);
    if (claimed) streams.out << verdictLine(*ruling);
    if (!undone.empty()) streams.out << paragraph(undone, 0, 2);
    streams.out << styled(streams.colour, Style::faint, "head " + hex(head)) << '\n';
  }
  return claimed && ruling->outcome == RulingVerdict::Outcome::wrong ? kDiffers : kAgrees;
}

/// Shows what would be written, and how it would be judged, and writes nothing.
int showUnwritten(const Arguments& arguments, const OpenGame& game, const std::string& line, const ReadEvent& next,
                  Streams& streams) {
  std::optional<RulingVerdict> ruling;
  std::string undone;
  const auto event = next.event();
  const TurnLabels turn_labels = turnLabelsOf(game);
  if (event->isRulingGiven()) ruling = verifyRuling(game, turn_labels, next.number, event->getRulingGiven());
  if (event->isRewound()) undone = rewindWords(game, turn_labels, game.last(), event->getRewound().getTo());
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", next.number).memberJson("would", line);
    if (ruling) json.member("outcome", outcomeWord(ruling->outcome)).member("why", whyWithParts(*ruling));
    if (!undone.empty()) json.member("undone", undone);
    writeAnswer(streams.out, "rule", json.end().text());
  } else {
    streams.out << fmt::format("{}: event {} would be\n  {}\n", printable(game.id()), next.number, printable(line));
    if (ruling) streams.out << verdictLine(*ruling);
    if (!undone.empty()) streams.out << paragraph(undone, 0, 2);
    streams.out << "nothing was written (--dry-run)\n";
  }
  return ruling && ruling->outcome == RulingVerdict::Outcome::wrong ? kDiffers : kAgrees;
}

int runRule(const Arguments& arguments, Streams& streams) {
  requireOneKind(arguments);
  const bool dry = arguments.has("dry-run");
  GameLoader loader(arguments.archive(), dry ? Access::read : Access::record);
  std::string id;
  std::string line;
  bool finished = false;
  {
    const OpenGame game = loader.game(arguments.words().front());
    id = game.id();
    line = eventLine(arguments, game, loader);
    finished = game.stored().sealed() == game.last();
  }
  LiveGame live(loader.game(exactName(id)));
  const ReadEvent next = live.read(line, 1, loader.archive(), [] {});
  if (dry) return showUnwritten(arguments, loader.game(exactName(id)), line, next, streams);
  loader.archive().append(id, NewEvent{.number = next.number, .event = next.event(), .head = next.head});
  if (finished) static_cast<void>(loader.archive().seal(id));
  return printRecorded(arguments, loader.game(exactName(id)), next.number, next.head, streams);
}

}  // namespace

Command ruleCommand() {
  return {.name = "rule",
          .words = "GAME",
          .summary = "record a judge's ruling, penalty, extra time or rewind",
          .help = kRuleHelp,
          .examples = kRuleExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "at", .value = "POINT", .help = "the point that the claim is about (default: the end)"},
                      {.name = "claim", .value = "EXPRESSION", .help = "the ruling, as a condition"},
                      {.name = "cite", .value = "CLAUSE", .help = "a clause that the judge cites; repeatable"},
                      {.name = "supersedes", .value = "N", .help = "on appeal: the event of the replaced ruling"},
                      {.name = "penalty", .value = "NAME", .help = "give this penalty to --player"},
                      {.name = "new-penalty", .value = {}, .help = "accept a penalty that is similar to a known one"},
                      {.name = "player", .value = "P1", .help = "the player who gets the penalty"},
                      {.name = "minutes", .value = "N", .help = "extra time", .least = 1, .most = 100'000},
                      {.name = "rewind", .value = "POINT", .help = "go back to the table after this event"},
                      {.name = "judge", .value = "NAME", .help = "who decides; required"},
                      {.name = "note", .value = "TEXT", .help = "what the judge said"},
                      {.name = "dry-run", .value = {}, .help = "show the event and verdict, but record nothing"}},
          .run = runRule,
          .changes_archive = true};
}

}  // namespace docket
