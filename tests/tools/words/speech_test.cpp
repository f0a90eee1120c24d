// Descriptions of events in words, one per row.
#include "tools/words/speech.h"

#include <capnp/dynamic.h>
#include <capnp/message.h>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "tests/tools/disputed_game.h"
#include "tools/game/game_loader.h"

namespace docket::speech_test {
namespace {

class Speaking : public test::DisputedGame {
 protected:
  /// The sentence for each event of a game, from 1.
  [[nodiscard]] std::vector<Spoken> told(const std::string& id) const {
    GameLoader loader(place.archive());
    const OpenGame game = loader.game(id);
    const TurnLabels turn_labels(game.rules().ruleset, game.names(), game.events(), game.last());
    RunningState running(game.header(), game.rules());
    Speech speech;
    std::vector<Spoken> all(1);
    game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
      running.add(number, event, game.events());
      all.push_back(speech.tell(Words(running.state(), game.rules(), game.header(), turn_labels), number, event));
    });
    return all;
  }

  /// The sentences for events after a beginning in which Aiko has Old Keep #1 and Steady Guard #2 in hand.
  [[nodiscard]] std::vector<std::string> toldOf(const std::vector<std::string>& events) {
    std::string lines =
        R"({"game":{"id":"spoken","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial","rulesetVersion":"2011-06-06"}})"
        "\n"
        R"({"context":{"identities":[{"card":1,"definition":"Old Keep"},{"card":2,"definition":"Steady Guard"}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":3}})"
        "\n";
    for (const std::string& event : events) lines += event + "\n";
    importGame("spoken.jsonl", lines);
    std::vector<std::string> said;
    for (const Spoken& one : told("spoken")) said.push_back(one.text);
    said.erase(said.begin(), said.begin() + 2);
    return said;
  }
};

TEST_F(Speaking, DescribesEventsAsPeopleDo) {
  struct {
    const char* event;
    const char* said;
  } const rows[] = {
      {R"({"deckRegistered":{"player":2,"zone":"fate deck","first":4,"count":1}})", "Bastien has 1 card in fate deck"},
      {R"({"shuffled":{"player":2,"zone":"fate deck","first":5,"count":1}})", "Bastien shuffles fate deck"},
      {R"({"actor":2,"cardsDrawn":{"player":2,"from":"fate deck","to":"hand","cards":[5]}})",
       "Bastien draws 1 unknown card from fate deck to hand"},
      {R"({"began":{"period":"turn","player":1}})", "Turn 1, Aiko"},
      {R"({"began":{"period":"phase","name":"action"}})", "Action phase"},
      {R"({"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up","fromPlayer":1,"from":"hand"}})",
       "Aiko moves Old Keep from hand to home, face up"},
      {R"({"actor":1,"cardPlayed":{"player":1,"card":2,"zone":"home","face":"up","method":"recruit"}})",
       "Aiko plays Steady Guard to home, face up (recruit)"},
      {R"({"actor":1,"abilityActivated":{"player":1,"card":2,"ability":1,"designator":"Battle","targets":["#1"]}})",
       "Aiko uses Steady Guard: ability 1 \"strike\" (Battle), targeting Old Keep"},
      {R"({"activationNegated":{"activation":9}})", "The activation of Steady Guard (event 9) is negated"},
      {R"({"actor":1,"cardTurned":{"card":2,"orientation":"bowed"}})", "Steady Guard is turned: bowed"},
      {R"({"actor":1,"valueChanged":{"subject":"P1","value":"Family Honor","how":"set","amount":7}})",
       "Aiko has 7 Family Honor"},
      {R"({"actor":2,"valueChanged":{"subject":"P1","value":"Family Honor","how":"lost","amount":2}})",
       "Aiko loses 2 Family Honor"},
      {R"({"counterPlaced":{"subject":"#1","counter":"wealth","amount":1}})", "1 wealth counter on Old Keep"},
      {R"({"actor":2,"controlChanged":{"card":2,"player":2,"until":"turn"}})",
       "Bastien takes control of Steady Guard until the turn ends"},
      {R"({"cardsRevealed":{"player":1,"cards":[3]}})", "Aiko reveals 1 unknown card"},
      {R"({"randomOutcome":{"player":1,"what":"coin","results":[1]}})", "Aiko, coin: 1"},
      {R"({"note":"A coffee is spilt"})", "Note: “A coffee is spilt”"},
      {R"({"observed":{"subject":"#2","reading":"Force","amount":5}})", "Recorded: Force of Steady Guard is 5"},
      {R"({"rulingGiven":{"judge":"Dana","at":9,"claim":"1 = 1","note":"It stands."}})",
       "Dana rules about event 9: “It stands.”"},
      {R"({"penaltyGiven":{"player":2,"penalty":"warning","judge":"Dana"}})", "Bastien is given a warning"},
      {R"({"corrected":{"event":13,"replacement":{"actor":2,"valueChanged":{"subject":"P1","value":"Family Honor","how":"lost","amount":3}}}})",
       "The record of event 13 is corrected: Aiko loses 3 Family Honor"},
      {R"({"rewound":{"to":20,"judge":"Dana"}})", "Dana takes the game back to event 20"},
      {R"({"ended":{"period":"phase"}})", "The phase ends"},
      {R"({"conceded":{"player":2}})", "Bastien concedes"},
      {R"({"gameEnded":{"winner":1,"reason":"concession"}})", "Aiko wins (concession)"},
  };
  std::vector<std::string> events;
  for (const auto& row : rows) events.emplace_back(row.event);
  const auto said = toldOf(events);
  ASSERT_EQ(said.size(), events.size());
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(said[i], rows[i].said) << rows[i].event;
}

// Events that have only their kind: a kind without a sentence would give an empty text. No event is "nothing"; the
// sentence of a beginning is its name alone.
TEST_F(Speaking, EveryKindOfEventHasASentence) {
  importGame(
      "court.jsonl",
      R"({"game":{"id":"court-of-all","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial"}})"
      "\n"
      R"({"note":"x"})"
      "\n");
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court-of-all");
  const TurnLabels turn_labels(game.rules().ruleset, game.names(), game.events(), game.last());
  const State state = initialState(game.header(), game.rules());
  const Words words(state, game.rules(), game.header(), turn_labels);
  for (const auto kind : capnp::Schema::from<schema::Event>().getUnionFields()) {
    if (kind.getProto().getName() == "nothing" || kind.getProto().getName() == "began") continue;
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<schema::Event>();
    event.initBegins(1);
    capnp::DynamicStruct::Builder(event).clear(kind);
    Speech speech;
    EXPECT_FALSE(speech.tell(words, 1, event.asReader()).text.empty()) << kind.getProto().getName().cStr();
  }
}

TEST_F(Speaking, BeginningsAndIdentitiesAreListedBelow) {
  const auto all = told("court/7");
  EXPECT_EQ(all[1].details,
            (std::vector<std::string>{"Now known to Aiko: Steady Guard, Iron Blade", "Now known: Old Keep"}));
  EXPECT_EQ(all[7].details,
            (std::vector<std::string>{"Now known: Steady Guard",
                                      "Steady Guard: Personal Honor at least 4, while its source is in play"}));
  EXPECT_EQ(all[9].details, (std::vector<std::string>{"Steady Guard: Force +2, while its source is attached"}));
}

TEST_F(Speaking, EveryEventOfTheSampleGamesHasOne) {
  test::importSamples(place);
  GameLoader loader(place.archive());
  for (const GameEntry& game : loader.archive().list()) {
    const auto all = told(game.id);
    for (std::size_t event = 1; event < all.size(); ++event)
      EXPECT_FALSE(all[event].text.empty()) << game.id << ' ' << event;
  }
}

}  // namespace
}  // namespace docket::speech_test
