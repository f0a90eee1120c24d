#include "tools/explain/asked_table.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>

#include "engine/fold/reduce.h"
#include "engine/judge/scope_of_rules.h"
#include "tools/explain/claim_words.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/named_cards.h"
#include "tools/game/open_game_record.h"
#include "tools/words/scope_words.h"
#include "tools/words/speech.h"

namespace docket {
namespace {

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
    if (!scope.isCovered()) reply.explained.grade = worse(reply.explained.grade, Grade::unverified);
  }
  return reply;
}

void writeActs(JsonWriter& json, const std::vector<HypotheticalAct>& acts) {
  json.list("acts");
  for (const HypotheticalAct& act : acts) {
    json.object().member("act", act.text).member("standing", standingWord(act.standing));
    json.member("grade", gradeWord(act.explained.grade)).list("by");
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
    json.member("presence", presenceWord(reply.presence)).member("grade", gradeWord(reply.explained.grade));
    json.list("unknown", reply.unknown).list("judged", reply.judged).object("explanation");
    writeExplanation(json, reply.explained.root);
    json.end().end();
  }
  json.end();
}

}  // namespace

AskedTable::AskedTable(const OpenGame& game, const TurnLabels& turn_labels, EventNumber at,
                       const std::vector<std::string>& acts, const std::vector<std::string>& expressions)
    : game_(game), turn_labels_(turn_labels), hypothetical_(game, turn_labels, game.stateAt(at)) {
  for (const std::string& act : acts) acts_.push_back(hypothetical_.addAct(act));
  const OpenGameRecord table(game, at);
  for (const std::string& one : expressions) {
    // A question may use a name that the game uses only later.
    replies_.push_back(replyTo(one, words(), acts_.empty() ? game.names() : hypothetical_.names(), game, table,
                               NamedCards(game, hypothetical_.state())));
  }
}

bool AskedTable::differs() const {
  return ranges::any_of(acts_, [](const HypotheticalAct& act) { return act.standing == Standing::illegal; }) ||
         ranges::any_of(replies_, [](const Reply& reply) { return reply.explained.differs; });
}

Words AskedTable::words() const { return Words(hypothetical_.state(), game_.rules(), game_.header(), turn_labels_); }

void AskedTable::write(JsonWriter& json) const {
  writeActs(json, acts_);
  writeReplies(json, replies_);
}

}  // namespace docket
