// Events that happen at the same time are judged when all of them have happened: in whatever order a record has them,
// the same is found. Asked of the records of the cases: each few events in a row that no player does, but that happen,
// are taken for such a group, in all their orders.
#include <capnp/message.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/outcome.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "tests/conformance/runner.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance::groups_test {
namespace {

using schema::Event;

/// Clauses about what comes first, which the order of a group can decide, and why.
const std::map<std::string_view, std::string_view> kOfSequence = {
    {"lh.care", "asks how great the danger is before a lamp is put out"}};

/// What is found of a group: by the place of each event in the record, its clauses, those that are not certain with a
/// question mark; and who has won then.
struct Found {
  std::map<EventNumber, std::set<std::string>> clauses;
  bool over = false;
  Seat winner = 0;
};

std::string inWords(const Found& found) {
  std::string words = found.over ? fmt::format("P{} has won", found.winner) : "the game goes on";
  for (const auto& [event, clauses] : found.clauses) words += fmt::format("; {}: {}", event, fmt::join(clauses, ", "));
  return words;
}

/// The card that an event is about, by its number, if it is one of those that happen together; 0 if it is none.
std::uint32_t cardThatItHappensTo(Event::Reader event) {
  switch (event.which()) {
    case Event::CARD_MOVED:
      return event.getCardMoved().getCard();
    case Event::CONTROL_CHANGED:
      return event.getControlChanged().getCard();
    case Event::CARD_ATTACHED:
      return event.getCardAttached().getCard();
    case Event::CARD_DETACHED:
      return event.getCardDetached().getCard();
    case Event::CARD_TURNED:
      return event.getCardTurned().getCard();
    case Event::CARD_FLIPPED:
      return event.getCardFlipped().getCard();
    case Event::VALUE_CHANGED: {
      const auto subject = event.getValueChanged().getSubject();
      return kindOf(subject) == EntityKind::card ? docket::numberOf(subject) : subject;
    }
    default:
      return 0;
  }
}

/// Whether events can be taken for one group: they happen, each to another card, and none comes of another.
bool canHappenTogether(const Recording& game, EventNumber first, EventNumber count) {
  std::set<std::uint32_t> cards;
  for (EventNumber number = first; number < first + count; ++number) {
    const HeldEvent event = game.event(number);
    const std::uint32_t card = cardThatItHappensTo(event);
    if (card == 0 || !cards.insert(card).second) return false;
    const auto context = event->getContext();
    for (const EventNumber cause : context.getCauses()) {
      if (cause >= first) return false;
    }
    if (event->getGroup() != 0 || event->hasBegins() || context.getIdentities().size() != 0) return false;
  }
  return true;
}

/// The record up to a group, in that order of the places of its events.
Recording inOrder(const Recording& game, EventNumber first, const std::vector<EventNumber>& order) {
  Recording made;
  made.setHeader(game.header());
  for (EventNumber number = 1; number < first; ++number) {
    const HeldEvent event = game.event(number);
    made.add(event);
  }
  std::vector<std::string> names;
  for (EventNumber number = first; number < first + order.size(); ++number) {
    const HeldEvent event = game.event(number);
    for (const auto name : event->getContext().getNames()) names.emplace_back(name.begin(), name.end());
  }
  for (const EventNumber place : order) {
    capnp::MallocMessageBuilder message;
    const HeldEvent event = game.event(place);
    const Event::Reader read = event;
    message.setRoot(read);
    auto copy = message.getRoot<Event>();
    copy.setGroup(first);
    auto list = copy.getContext().initNames(static_cast<unsigned>(names.size()));
    for (unsigned i = 0; i < names.size(); ++i) list.set(i, names[i].c_str());
    names.clear();
    made.add(copy.asReader());
  }
  return made;
}

Found foundIn(const Recording& game, const Rules& rules, EventNumber first, const std::vector<EventNumber>& order) {
  Found found;
  const auto note = [&](const std::vector<Finding>& findings) {
    for (const Finding& one : findings) {
      if (one.event < first || kOfSequence.contains(one.clause)) continue;
      const bool certain = one.grade == Finding::Grade::certain;
      found.clauses[order[one.event - first]].insert(one.clause + (certain ? "" : "?"));
    }
  };
  State state = begin(game.header(), rules);
  Step step;
  game.forEach(1, game.size(), [&](EventNumber number, const HeldEvent& event) {
    note(judge(atHand(state, rules, number, event)));
    reduce(state, rules, number, event, step);
  });
  note(judgeGroup(state, rules));
  const End end = endOf(state, rules);
  found.over = end.over;
  found.winner = end.winner;
  return found;
}

class Groups {
 public:
  explicit Groups(const CaseFile& file) : file_(file), documents_(documentsOf(file)) {
    const WholeRuleset whole = test::readWholeRuleset(documents_.rules.json, documents_.rules.name);
    ruleset_ = compile(whole.root(), documents_.rules.name);
    if (documents_.cards.json.empty()) return;
    const auto cards = readDocument<schema::Catalogue>(documents_.cards.json, documents_.cards.name);
    catalogue_ = compile(cards.root(), ruleset_, documents_.cards.name);
  }

  /// How many groups of so many events were asked.
  std::size_t ask(EventNumber most) const {
    std::size_t asked = 0;
    for (const Record& record : file_.records) {
      if (!record.problem.empty()) continue;
      for (EventNumber count = 2; count <= most; ++count) {
        for (EventNumber first = 1; first + count <= record.game.size() + 1; ++first) {
          if (!canHappenTogether(record.game, first, count)) continue;
          askInAllOrders(record, first, count);
          ++asked;
        }
      }
    }
    return asked;
  }

 private:
  void askInAllOrders(const Record& record, EventNumber first, EventNumber count) const {
    const Rules rules{.ruleset = ruleset_, .catalogue = catalogue_};
    std::vector<EventNumber> order(count);
    std::iota(order.begin(), order.end(), first);
    const Found expected = foundIn(inOrder(record.game, first, order), rules, first, order);
    while (std::next_permutation(order.begin(), order.end())) {
      const Found found = foundIn(inOrder(record.game, first, order), rules, first, order);
      EXPECT_EQ(inWords(found), inWords(expected)) << fmt::format(
          "{}: record {}, events {} in the order {}", file_.name, record.name, first, fmt::join(order, ", "));
    }
  }

  const CaseFile& file_;
  CaseDocuments documents_;
  Ruleset ruleset_;
  Catalogue catalogue_;
};

TEST(EventsAtTheSameTime, AreFoundTheSameInAllTheirOrders) {
  const bool whole = std::getenv("DOCKET_WHOLE") != nullptr;
  std::size_t asked = 0;
  for (const auto& path : caseFiles()) {
    const CaseFile file = readCases(path);
    asked += Groups(file).ask(whole ? 6 : 4);
  }
  EXPECT_GT(asked, 350U);
}

}  // namespace
}  // namespace docket::conformance::groups_test
