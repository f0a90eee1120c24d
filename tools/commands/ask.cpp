// docket ask: questions about a table: what an expression gives, whether an act that did not happen would be legal.
#include <fmt/format.h>

#include <ostream>

#include "engine/fold/reduce.h"
#include "engine/judge/scope_of_rules.h"
#include "events/errors.h"
#include "tools/commands/command.h"
#include "tools/explain/answer.h"
#include "tools/explain/claim_words.h"
#include "tools/explain/hypothetical.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/game/open_game_record.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/scope_words.h"
#include "tools/words/speech.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kAskHelp =
    R"(Prints the value and grade of each EXPRESSION (docs/expressions.md). --act asks if an
act would be legal, and if not, which clause and event forbid it. It is typed as a
line of a transcript or as the fields of an event, and can be repeated: each act
follows those before it, and the expressions are evaluated after all of them.

Exit status: 1 if an act is illegal, or if a value differs from the record.)";

constexpr std::string_view kAskExamples =
    R"(  docket ask court --at T3 'count(in play)' 'stat(#2, "Force")'
  docket ask duel 'legal(27)' 'clause(27)' --why
  docket ask court --at 30 --act 'P1 moves "Unbowed Champion" to battlefield')";

struct Reply {
  std::string expression, value;
  std::string in_words;  ///< what it says of an act whether it was legal
  expression::Value::Presence presence{};
  std::vector<std::string> unknown;
  std::vector<std::string> judged;  ///< of each act whose legality it asks: what of it was judged
  Explained explained;
};

/// An event to judge, with the table before it.
ScopeOfAct scopeOfEvent(const OpenGame& game, const Rules& rules, EventNumber number) {
  const State before = game.stateAt(number - 1);
  const HeldEvent event = game.event(number);
  return scopeOf(pendingEvent(before, rules, number, event).informed());
}

/// The acts that a question is about.
ActWords actsOf(const expression::Expression& asked, const OpenGame& game, const Words& words) {
  ActWords acts;
  for (const EventNumber number : actsAskedAbout(asked, game.last())) {
    const State after = game.stateAt(number);
    const HeldEvent event = game.event(number);
    acts[number] = Speech().tell(Words(after, words.rules(), words.header(), words.turnLabels()), number, event).text;
  }
  return acts;
}

Reply replyTo(const std::string& asked, const Words& words, const Names& names, const OpenGame& game,
              const OpenGameRecord& table, const NamedCards& cards) {
  const auto parsed = expression::parse(asked, {.ruleset = words.rules().ruleset, .names = &names, .subjects = &cards},
                                        {.file = "question"});
  const auto answer = answerSeen(parsed, words, table, [&]() -> const Names& { return names; });
  const std::string value = valueWords(answer.value, words);
  const ActWords acts = actsOf(parsed, game, words);
  Reply reply{.expression = asked,
              .value = value,
              .in_words = ClaimWords(parsed, words, acts).ofTheAct(value),
              .presence = answer.value.presence,
              .unknown = {},
              .explained = explainAnswer(parsed, answer, words)};
  for (const auto& reason : answer.value.reasons()) reply.unknown.push_back(reasonWords(reason, words));
  if (!answer.value.isKnown()) return reply;
  for (const auto& [number, told] : acts) {
    const ScopeOfAct scope = scopeOfEvent(game, words.rules(), number);
    reply.judged.push_back(fmt::format("event {}: {}", number, judgedWords(scope)));
    if (!scope.spoken()) reply.explained.agreement = worse(reply.explained.agreement, Agreement::unverified);
  }
  return reply;
}

Style answerStyle(Agreement agreement) {
  return agreement == Agreement::exact ? Style::good : agreement == Agreement::unverified ? Style::warning : Style::bad;
}

void printReply(std::ostream& out, const Reply& reply, const Words& words, bool why, bool colour) {
  if (why) return printExplanation(out, reply.explained, words, colour);
  const auto agreement = reply.explained.agreement;
  out << flushRight(fmt::format("{}: {}", clipped(reply.expression, 200), styled(colour, Style::strong, reply.value)),
                    styled(colour, answerStyle(agreement), agreementWord(agreement)), 2);
  if (!reply.in_words.empty()) out << paragraph(reply.in_words, 2, 4);
  for (const std::string& judged : reply.judged) out << paragraph(judged, 2, 4);
  for (const std::string& reason : reply.unknown) out << paragraph(reason, 2, 4);
}

void printAct(std::ostream& out, const HypotheticalAct& act, const Words& words, bool colour) {
  Explained explained = act.explained;
  if (!act.by.empty()) {
    Explanation by{.what = "by whom it could be done"};
    for (const auto& one : act.by) {
      // No clause need say it, yet it matters at a table.
      const bool others = one.controller != 0 && one.controller != one.player;
      by.children.push_back(
          {.what = words.player(one.player),
           .value = std::string(standingWord(one.standing)) +
                    (others ? fmt::format(", but {} controls the card", Words::seat(one.controller)) : std::string()),
           .clause = one.clause,
           .event = one.event});
    }
    explained.root.children.push_back(std::move(by));
  }
  printExplanation(out, explained, words, colour);
}

void writeActs(JsonWriter& json, const std::vector<HypotheticalAct>& acts) {
  json.list("acts");
  for (const HypotheticalAct& act : acts) {
    json.object().member("act", act.text).member("standing", standingWord(act.standing));
    json.member("grade", agreementWord(act.explained.agreement)).list("by");
    for (const auto& one : act.by) {
      json.object().member("player", static_cast<unsigned>(one.player));
      json.member("standing", standingWord(one.standing));
      json.member("controller", static_cast<unsigned>(one.controller));
      json.member("clause", one.clause).member("event", one.event).end();
    }
    json.end().object("explanation");
    writeExplanation(json, act.explained.root);
    json.end().end();
  }
  json.end();
}

void writeReplies(JsonWriter& json, const std::vector<Reply>& replies) {
  json.list("answers");
  for (const Reply& reply : replies) {
    json.object().member("expression", reply.expression).member("value", reply.value);
    json.member("inWords", reply.in_words);
    json.member("presence", presenceWord(reply.presence)).member("grade", agreementWord(reply.explained.agreement));
    json.list("unknown", reply.unknown).list("judged", reply.judged).object("explanation");
    writeExplanation(json, reply.explained.root);
    json.end().end();
  }
  json.end();
}

int runAsk(const Arguments& arguments, Streams& streams) {
  const auto& typed = arguments.words();
  const std::vector<std::string> asked(typed.begin() + 1, typed.end());
  if (asked.empty() && !arguments.has("act"))
    throw BadInput("docket ask: expected an EXPRESSION or --act (see docket help ask)");
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(typed.front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const TurnLabels turn_labels = turnLabelsOf(game);
  const Rules rules = game.rules();
  Hypothetical supposed(game, turn_labels, game.stateAt(at));
  bool differs = false;
  std::vector<HypotheticalAct> acts;
  for (const std::string& act : arguments.values("act")) {
    acts.push_back(supposed.suppose(act));
    differs = differs || acts.back().standing == Standing::illegal;
  }
  const Words words(supposed.state(), rules, game.header(), turn_labels);
  const OpenGameRecord table(game, at);
  std::vector<Reply> replies;
  for (const std::string& one : asked) {
    // A question may name what the game names only later.
    replies.push_back(replyTo(one, words, acts.empty() ? game.names() : supposed.names(), game, table,
                              NamedCards(game, supposed.state())));
    differs = differs || replies.back().explained.differs;
  }
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", at);
    writeActs(json, acts);
    writeReplies(json, replies);
    writeAnswer(streams.out, "ask", json.end().text());
    return differs ? 1 : 0;
  }
  streams.out << fmt::format("After {}\n", words.eventWhen(at));
  for (const HypotheticalAct& act : acts) {
    printAct(streams.out, act, words, streams.colour);
    if (&act != &acts.back() || !replies.empty()) streams.out << '\n';
  }
  if (!acts.empty() && !replies.empty()) streams.out << "On the table after that\n";
  for (const Reply& reply : replies) printReply(streams.out, reply, words, arguments.has("why"), streams.colour);
  return differs ? 1 : 0;
}

}  // namespace

Command askCommand() {
  return {.name = "ask",
          .words = "GAME [EXPRESSION...]",
          .summary = "evaluate expressions, or judge an act that did not happen",
          .help = kAskHelp,
          .examples = kAskExamples,
          .least_words = 1,
          .most_words = 100,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "act", .value = "EVENT", .help = "an act to judge; repeatable"},
                      {.name = "why", .value = {}, .help = "show how each answer follows"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runAsk,
          .uses_pager = true};
}

}  // namespace docket
