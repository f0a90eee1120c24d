#include "tools/report/slip.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/rules/expression/functions.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/explain/board_words.h"
#include "tools/render/verdict_text.h"
#include "tools/report/disputes.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/speech.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

constexpr std::size_t kWidestNote = 1000;

std::string judgeWords(const std::string& judge) { return judge.empty() ? "a judge" : clipped(judge); }

bool isStanding(const RulingVerdict& ruling) { return ruling.superseded_by == 0; }

/// "15, 16 and 17"; the last of them, if there are many.
std::string numbersOf(const std::vector<EventNumber>& numbers) {
  constexpr std::size_t kShown = 12;
  std::string words = numbers.size() > kShown ? "..., " : "";
  const std::size_t first = numbers.size() > kShown ? numbers.size() - kShown : 0;
  for (std::size_t i = first; i < numbers.size(); ++i) {
    words += i == first ? "" : i + 1 == numbers.size() ? " and " : ", ";
    words += std::to_string(numbers[i]);
  }
  return words;
}

[[noreturn]] void refuse(const OpenGame& game, const Verdict& verdict, const std::vector<Discretion>& decisions,
                         const std::optional<EventNumber>& number) {
  std::vector<EventNumber> rulings, others;
  for (const RulingVerdict& ruling : verdict.rulings) rulings.push_back(ruling.event);
  for (const Discretion& one : decisions) others.push_back(one.event);
  const std::string wrong =
      number.value_or(0) == 0
          ? fmt::format("{} has no ruling that still stands", printable(game.id()))
          : fmt::format("event {} of {} is not a decision of a judge", *number, printable(game.id()));
  if (rulings.empty() && others.empty()) throw BadInput(wrong + ": it has no rulings (docket rule adds one)");
  std::string known;
  if (!rulings.empty()) known = fmt::format("its rulings are {}", numbersOf(rulings));
  if (!others.empty())
    known += fmt::format("{}its {}decisions are {}", known.empty() ? "" : ", ", known.empty() ? "" : "other ",
                         numbersOf(others));
  throw BadInput(fmt::format("{}: {} (--ruling {})", wrong, known, rulings.empty() ? others.back() : rulings.back()));
}

EventNumber lastStanding(const Verdict& verdict) {
  EventNumber last = 0;
  for (const RulingVerdict& ruling : verdict.rulings) {
    if (isStanding(ruling)) last = ruling.event;
  }
  return last;
}

/// The dispute about a ruling, with the table that it is about; empty if that is no table of the game.
std::optional<Dispute> disputeOf(const RulingVerdict& ruling, const OpenGame& game, const TurnLabels& turn_labels) {
  if (ruling.about == 0 || ruling.about > game.last()) return std::nullopt;
  Verdict of_this;
  of_this.rulings = {ruling};
  Disputes disputes(game, of_this);
  const Rules rules = game.rules();
  for (const EventNumber number : disputes.wanted()) {
    const State state = game.stateAt(number);
    const HeldEvent event = game.event(number);
    disputes.visit(Words(state, rules, game.header(), turn_labels), number, event);
  }
  if (disputes.all().empty()) return std::nullopt;
  Dispute dispute = disputes.all().front();
  dispute.ruling = nullptr;  // it was that of the verdict here
  return dispute;
}

/// Another ruling in words for readers who do not know event numbers: its decision, and the judge.
std::string rulingWords(const Verdict& verdict, EventNumber number, const OpenGame& game,
                        const TurnLabels& turn_labels) {
  const auto ruling = ranges::find(verdict.rulings, number, &RulingVerdict::event);
  if (ruling == verdict.rulings.end()) return Words::event(number);
  const auto dispute = disputeOf(*ruling, game, turn_labels);
  return fmt::format("{} (event {}, by {})",
                     clipped(dispute && !dispute->claim.empty() ? dispute->claim : ruling->claim, 400), number,
                     judgeWords(ruling->judge));
}

/// The slip's description of the table that it is about.
void fillTable(Slip& slip, const OpenGame& game, const TurnLabels& turn_labels) {
  if (slip.about == 0 || slip.about > game.last()) return;
  const Rules rules = game.rules();
  const State state = game.stateAt(slip.about);
  const Words words(state, rules, game.header(), turn_labels);
  const HeldEvent event = game.event(slip.about);
  slip.when = turn_labels.words(slip.about);
  if (slip.about != slip.event) slip.act = Speech().tell(words, slip.about, event).text;
  if (!slip.ruling) return;
  if (const auto dispute = disputeOf(*slip.ruling, game, turn_labels)) {
    slip.claim = dispute->claim;
    slip.gives = dispute->gives;
    for (const auto& [act, says] : dispute->acts) {
      if (act != slip.about) slip.acts.push_back(fmt::format("Event {}: {}", act, says));
    }
    for (const auto& [what, since] : dispute->changes)
      slip.changes.push_back(fmt::format("{} (event {})", what, since));
  }
}

void fillRuling(Slip& slip, const RulingVerdict& ruling, const Verdict& verdict, const OpenGame& game,
                const TurnLabels& turn_labels) {
  slip.ruling = ruling;
  slip.about = ruling.about;
  slip.judge = ruling.judge;
  slip.note = ruling.note;
  slip.claim = clipped(ruling.claim, 400);
  if (ruling.supersedes != 0) slip.supersedes = rulingWords(verdict, ruling.supersedes, game, turn_labels);
  if (!isStanding(ruling)) slip.superseded_by = rulingWords(verdict, ruling.superseded_by, game, turn_labels);
  for (const std::string& id : ruling.clauses) {
    const Clause* clause = game.gameRules().ruleset.clause(id);
    slip.clauses.emplace_back(clipped(id), clause == nullptr ? std::string() : clipped(clause->gist, 400));
  }
}

/// Which card an event uses or plays, by which of its abilities (0: not given), and by whom.
struct CardUse {
  schema::Event::Which payload{};
  Seat player = 0;
  std::uint32_t card = 0;
  std::uint32_t ability = 0;
};

std::optional<CardUse> useIn(schema::Event::Reader event) {
  if (event.isAbilityActivated())
    return CardUse{event.which(), event.getAbilityActivated().getPlayer(), event.getAbilityActivated().getCard(),
                   event.getAbilityActivated().getAbility()};
  if (event.isCardPlayed())
    return CardUse{event.which(), event.getCardPlayed().getPlayer(), event.getCardPlayed().getCard()};
  if (event.isTraitTriggered())
    return CardUse{event.which(), event.getTraitTriggered().getPlayer(), event.getTraitTriggered().getCard()};
  return std::nullopt;
}

std::string ordinal(std::size_t number) {
  constexpr std::array<std::string_view, 6> kWords{"first", "second", "third", "fourth", "fifth", "sixth"};
  return number <= kWords.size() ? std::string(kWords[number - 1]) : fmt::format("{}th", number);
}

/// "Gus"; "P1" of a player without a name.
std::string playerWords(schema::Header::Reader header, Seat player) {
  const auto players = header.getPlayers();
  const bool named = player >= 1 && player <= players.size() && players[player - 1U].getName().size() != 0;
  return named ? clipped(textOf(players[player - 1U].getName()), 60) : Words::seat(player);
}

/// "the second use of Ember Lynx by Gus in turn 5", "the play of Iron Bell by Gus in turn 2"; empty of an event that is
/// neither. Uses of an ability count with those of other cards of the title, in the same turn; the ability is named if
/// others were used too.
std::string useWords(const OpenGame& game, const TurnLabels& turn_labels, EventNumber number) {
  const State then = game.stateAt(number);
  const auto title = [&](std::uint32_t card) {
    const CardIndex index = then.cardOf(card);
    return index == kNone ? std::string_view{} : readTitle(then, game.rules().ruleset, index).title;
  };
  const HeldEvent event = game.event(number);
  const auto use = useIn(event);
  if (!use || title(use->card).empty()) return {};
  std::size_t count = 0, of_others = 0;
  const std::uint32_t turn = turn_labels.turn(number);
  const Path path = game.pathTo(number);  // what a judge took back does not count
  game.events().forEach(1, number, [&](EventNumber earlier, schema::Event::Reader one) {
    const auto other = useIn(one);
    if (path.covers(earlier) && other && other->payload == use->payload && other->player == use->player &&
        turn_labels.turn(earlier) == turn && title(other->card) == title(use->card))
      ++(other->ability == use->ability ? count : of_others);
  });
  const std::string_view act = event->isCardPlayed() ? "play" : event->isTraitTriggered() ? "trigger" : "use";
  const std::string ability =
      of_others != 0 && use->ability != 0 ? fmt::format("ability {} of ", use->ability) : std::string();
  return fmt::format("the {}{} of {}{} by {}{}", count > 1 ? ordinal(count) + " " : "", act, ability,
                     clipped(title(use->card), 80), playerWords(game.header(), use->player),
                     turn == 0
                         ? std::string()
                         : fmt::format(" in {} {}", game.rules().ruleset.periods[turn_labels.outermost()].name, turn));
}

/// The question as people at a table ask it: about an act, whether it was legal.
void askAsAtTheTable(Slip& slip, const OpenGame& game, const TurnLabels& turn_labels) {
  slip.answer = "Yes.";
  slip.question = fmt::format("Is this true: {}?", slip.claim);
  try {
    const auto claim = game.gameRules().claims.read(slip.ruling->claim, game.rules().ruleset, namesOf(game));
    const bool denied = claim->node(claim->root).op == expression::Operator::negation;
    const auto legality = denied ? claim->node(claim->root).first_child : claim->root;
    const expression::Node& asked = claim->node(legality);
    const auto acts = actsAskedAbout(*claim, game.last());
    const bool legal = asked.op == expression::Operator::call && asked.function == expression::Function::legal;
    if (!legal || acts.size() != 1) return;
    const std::string use = useWords(game, turn_labels, *acts.begin());
    slip.question = use.empty() ? fmt::format("Was event {} legal?", *acts.begin()) : fmt::format("Was {} legal?", use);
    if (denied) slip.answer = "No.";
  } catch (const BadInput&) {  // a claim that cannot be read stays as it is
  }
}

}  // namespace

Slip slipOf(const OpenGame& game, const Verdict& verdict, std::optional<EventNumber> asked) {
  const std::vector<Discretion> decisions = discretionIn(game);
  const Ruleset& ruleset = game.gameRules().ruleset;
  const TurnLabels turn_labels = turnLabelsOf(game);
  const EventNumber number = asked.value_or(lastStanding(verdict));
  Slip slip{.game = std::string(game.id()),
            .head = verdict.head,
            .ruleset = rulesetWords(ruleset),
            .occasion = occasionWords(game.header()),
            .event = number};
  for (const auto player : game.header().getPlayers())
    slip.players.push_back(clipped(fmt::format("P{} {}", slip.players.size() + 1, textOf(player.getName())), 60));
  const auto ruling = ranges::find(verdict.rulings, number, &RulingVerdict::event);
  const auto discretion = ranges::find(decisions, number, &Discretion::event);
  if (number != 0 && ruling != verdict.rulings.end()) {
    fillRuling(slip, *ruling, verdict, game, turn_labels);
  } else if (number != 0 && discretion != decisions.end()) {
    slip.about = discretion->about;
    slip.judge = discretion->judge;
    slip.note = discretion->note;
    const std::string what = discretion->undone.empty() ? clipped(discretion->what, 400) : discretion->undone;
    slip.decided =
        fmt::format("{}: {}{}", discretion->word, what, discretion->corrected ? ", which was recorded wrongly" : "");
  } else {
    refuse(game, verdict, decisions, asked);
  }
  fillTable(slip, game, turn_labels);
  if (slip.ruling) askAsAtTheTable(slip, game, turn_labels);
  for (const Discretion& one : decisions) {
    if (one.kind != schema::Event::PENALTY_GIVEN || one.corrected) continue;
    const std::string player =
        one.player != 0 && one.player <= slip.players.size() ? slip.players[one.player - 1U] : Words::seat(one.player);
    slip.penalties.push_back(
        fmt::format("{}: {} (event {}, {})", player, clipped(one.penalty), one.event, judgeWords(one.judge)));
  }
  for (const GradeLine& line : gradeLines(verdict)) {
    if (line.part == "legality") slip.scope = line.words;
  }
  return slip;
}

std::string jsonOf(const Slip& slip) {
  JsonWriter json;
  json.object().member("game", slip.game).member("ruling", slip.event).member("head", slip.head);
  json.member("ruleset", slip.ruleset).list("occasion", slip.occasion).list("players", slip.players);
  json.member("at", slip.about).member("when", slip.when).member("act", slip.act).list("acts", slip.acts);
  json.list("changes", slip.changes);
  json.member("claim", slip.ruling ? slip.ruling->claim : std::string()).member("claimInWords", slip.claim);
  json.member("question", slip.question).member("answer", slip.answer);
  json.member("decided", slip.decided).member("note", clipped(slip.note, kWidestNote)).member("judge", slip.judge);
  json.list("clauses");
  for (const auto& [id, says] : slip.clauses) json.object().member("clause", id).member("says", says).end();
  json.end().list("penalties", slip.penalties).member("supersedes", slip.supersedes);
  json.member("supersededBy", slip.superseded_by);
  if (slip.ruling) {
    json.member("outcome", outcomeWord(slip.ruling->outcome)).member("why", whyWithParts(*slip.ruling));
  } else {
    json.memberNull("outcome").memberNull("why");
  }
  json.list("gives");
  for (const auto& [what, value] : slip.gives) json.object().member("what", what).member("value", value).end();
  return json.end().member("scope", slip.scope).end().text();
}

}  // namespace docket::report
