// The game of docs/expressions.md and of the tests of the expression language, and answers as text.
// Its events are those of the page, with the same numbers.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/record_on_path.h"
#include "engine/fold/reduce.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "tests/engine/asked_record.h"
#include "tests/engine/test_table.h"

namespace docket {

class ExpressionGame {
 public:
  ExpressionGame() {
    deck(1, {"Gate Guard", "Old Captain", "Iron Fan", "Ant", ""});             // 1: #1 to #5
    deck(2, {"Gate Guard", "Ant", ""});                                        // 2: #6 to #8
    table.turn(1);                                                             // 3
    table.phase("first");                                                      // 4
    table.move(1, "field", 1, 0);                                              // 5
    table.move(2, "field", 1, 1);                                              // 6
    table.move(4, "field", 1, 2);                                              // 7
    table.move(6, "field", 2, 0);                                              // 8
    table.move(8, "bench", 2, -1, schema::Face::DOWN);                         // 9
    table.move(3, "bench", 1);                                                 // 10
    table.attach(3, 2, 1);                                                     // 11
    table.activate(1, 4, 1);                                                   // 12
    table.activate(1, 4, 1);                                                   // 13: once too often
    table.phase("second");                                                     // 14
    table.control(6, 1, "turn");                                               // 15
    table.change(1, schema::Change::Kind::GRANT_KEYWORD, "Ninja", 0, "turn");  // 16
    table.play([&](schema::Event::Builder event) {                             // 17
      event.initCounterPlaced().setSubject(1);
      event.getCounterPlaced().setCounter(table.game.name("Wealth"));
      event.getCounterPlaced().setAmount(2);
    });
    table.play([&](schema::Event::Builder event) {  // 18
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 2));
      changed.setValue(table.game.name("life"));
      changed.setHow(schema::How::LOST);
      changed.setAmount(5);
    });
    table.change(2, schema::Change::Kind::REMOVE_KEYWORD, "Unique", 0);  // 19
    observe(1, "Chi", 7);                                                // 20
    table.move(5, "hand", 1);                                            // 21
    observe(1, "Force", 2);                                              // 22
  }

  void observe(std::uint32_t card, const std::string& reading, std::int64_t amount) {
    table.play([&](schema::Event::Builder event) {
      auto observed = event.initObserved();
      observed.setSubject(card);
      observed.setReading(table.game.name(reading));
      observed.setAmount(amount);
    });
  }

  [[nodiscard]] static Rules rules() { return TestRules::get().rules(); }
  [[nodiscard]] expression::Scope scope() const {
    return {.ruleset = rules().ruleset, .names = &table.game.names(), .has_self = true};
  }

  /// The result of an expression at the end of the game; `this` is card #1.
  template <class Evaluating>
  [[nodiscard]] auto at(std::string_view text, Evaluating&& evaluating) const {
    const EventsOf events(table.game);
    History history;
    for (EventNumber n = 1; n <= table.game.size(); ++n) history.add(n, *table.game.event(n));
    const Rules all = rules();
    const AskedRecord record(table.game, history, events, all, table.state.event);
    return evaluating(expression::parse(text, scope()),
                      expression::Point{.state = table.state, .rules = all, .record = &record, .self = 0});
  }

  [[nodiscard]] expression::Answer answer(std::string_view text, std::uint32_t steps = expression::kMaxSteps) const {
    return at(text, [&](const expression::Expression& asked, const expression::Point& point) {
      return evaluate(asked, point, steps);
    });
  }

  /// A card becomes known to be one of these titles.
  void identify(std::uint32_t card, const std::string& title) {
    table.play([&](schema::Event::Builder event) {
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(card);
      print(identity, title);
      event.initCardsRevealed().setPlayer(2);
      event.getCardsRevealed().initCards(1).set(0, card);
    });
  }

  /// An answer as the page writes it (statements.h).
  [[nodiscard]] std::string said(std::string_view text) const { return said(answer(text).value); }
  [[nodiscard]] std::string said(const expression::Value& value) const {
    return expression::answerText(table.state, value);
  }

  TestTable table;

 private:
  /// Cards of these titles; "Ant" is the catalogue's, "" is unknown.
  void deck(Seat player, const std::vector<std::string>& titles) {
    const auto first = static_cast<std::uint32_t>(table.state.numbers.size());
    table.play([&](schema::Event::Builder event) {
      auto identities = event.initContext().initIdentities(static_cast<unsigned>(titles.size()));
      for (unsigned i = 0; i < titles.size(); ++i) {
        identities[i].setCard(first + i);
        if (titles[i] == "Ant") identities[i].setDefinition("Ant");
        if (!titles[i].empty() && titles[i] != "Ant") print(identities[i], titles[i]);
      }
      auto registered = event.initDeckRegistered();
      registered.setPlayer(player);
      registered.setZone(table.game.name("deck"));
      registered.setFirst(first);
      registered.setCount(static_cast<std::uint32_t>(titles.size()));
    });
  }

  static void print(schema::Identity::Builder identity, const std::string& title) {
    identity.setDefinition(title);
    auto printed = identity.initPrinted();
    printed.setTitle(title);
    const bool tool = title == "Iron Fan";
    const bool captain = title == "Old Captain";
    printed.initTypes(1).set(0, tool ? "Tool" : "Fighter");
    auto keywords = printed.initKeywords(captain ? 2 : 1);
    keywords.set(0, tool ? "Weapon" : "Samurai");
    if (captain) keywords.set(1, "Unique");
    auto stats = printed.initStats(tool ? 1 : 2);
    stats[0].setStat("Force");
    stats[0].setAmount(tool ? 1 : captain ? 4 : 2);
    if (tool) stats[0].setKind(schema::PrintedStat::Kind::MODIFIER);
    if (tool) return;
    stats[1].setStat("Chi");
    stats[1].setAmount(captain ? 3 : 2);
  }
};

}  // namespace docket
