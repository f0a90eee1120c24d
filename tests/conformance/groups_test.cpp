// Simultaneous events are judged once all of them have happened, so the findings do not depend on their order in the
// record. Tested on the records of the cases: each short run of events that no player performs is treated as such a
// group, in every order.
#include <capnp/message.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "tests/conformance/case_files.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance::groups_test {
namespace {

using schema::Event;

/// Clauses about what comes first, which the order of a group can decide, and why.
const std::map<std::string_view, std::string_view> kOfSequence = {
    {"lh.care", "asks how great the danger is before a lamp is put out"}};

/// The findings on a group by event (undecided ones with "?"), the winner, the stats and the open obligations.
struct Found {
  std::map<EventNumber, std::set<std::string>> clauses;
  bool over = false;
  Seats winners = 0;
  std::string table{};
};

std::string inWords(const Found& found) {
  std::string words = found.over ? fmt::format("{} has won", found.winners) : "the game goes on";
  for (const auto& [event, clauses] : found.clauses) words += fmt::format("; {}: {}", event, fmt::join(clauses, ", "));
  return words + found.table;
}

/// The card that an event moves, turns, flips, attaches, detaches, takes control of or changes a value of; 0 for other
/// events.
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

/// The cards that an event depends on: the host, and the subjects of its changes; nullopt if it sets a stat or begins
/// other kinds of changes.
std::optional<std::set<std::uint32_t>> changedCards(Event::Reader event) {
  using Kind = schema::Change::Kind;
  std::set<std::uint32_t> cards;
  if (event.isCardAttached()) cards.insert(docket::numberOf(event.getCardAttached().getHost()));
  for (const auto change : event.getBegins()) {
    const auto kind = change.getKind();
    if (kind != Kind::BONUS && kind != Kind::MINIMUM && kind != Kind::MAXIMUM) return std::nullopt;
    cards.insert(docket::numberOf(change.getSubject()));
  }
  return cards;
}

/// True if consecutive events can be treated as simultaneous: each affects another card, no change is about a card that
/// another event moves, and none causes another.
bool canHappenTogether(const Recording& game, EventNumber first, EventNumber count) {
  std::set<std::uint32_t> cards, changed;
  for (EventNumber number = first; number < first + count; ++number) {
    const HeldEvent event = game.event(number);
    const auto changes = changedCards(event);
    const std::uint32_t card = cardThatItHappensTo(event);
    const bool is_change = (*event).which() == Event::CHANGE_BEGAN;
    if (!changes || (!is_change && (card == 0 || !cards.insert(card).second))) return false;
    changed.insert(changes->begin(), changes->end());
    const auto context = event->getContext();
    for (const EventNumber cause : context.getCauses()) {
      if (cause >= first) return false;
    }
    if (event->getGroup() != 0 || context.getIdentities().size() != 0) return false;
  }
  return std::none_of(changed.begin(), changed.end(), [&](std::uint32_t card) { return cards.contains(card); });
}

/// The record up to a group, with the group's events in the given order.
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

std::string statsOf(const State& state, const Rules& rules) {
  std::string words;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (!state.cards[card].exists()) continue;
    for (std::size_t stat = 0; stat < rules.ruleset.stats.size(); ++stat) {
      const StatReading reading = readStat(state, rules, card, static_cast<StatIndex>(stat));
      if (reading.kind != StatReading::Kind::known) continue;
      words += fmt::format("; {} of #{}: {}{}", rules.ruleset.stats[stat].name, state.cards[card].number,
                           reading.amount, reading.doubtful == kNone ? "" : "?");
    }
  }
  return words;
}

std::string obligationsOf(const State& state) {
  std::multiset<std::string> all;
  for (const Obligation& one : state.obligations) {
    all.insert(fmt::format("; trait {} effect {} of #{} by #{} of {}: {}{}", one.trait, one.effect, int(one.card),
                           int(one.it), one.player, static_cast<int>(one.status), one.certain ? "" : "?"));
  }
  return fmt::format("{}", fmt::join(all, ""));
}

Found foundIn(const Recording& game, const Rules& rules, EventNumber first, const std::vector<EventNumber>& order) {
  Found found;
  const auto note = [&](const std::vector<Finding>& findings) {
    for (const Finding& one : findings) {
      if (one.event < first || kOfSequence.contains(one.clause)) continue;
      const bool certain = one.certainty == Finding::Certainty::certain;
      found.clauses[order[one.event - first]].insert(one.clause + (certain ? "" : "?"));
    }
  };
  State state = initialState(game.header(), rules);
  Step step;
  game.forEach(1, game.size(), [&](EventNumber number, const HeldEvent& event) {
    note(judge(pendingEvent(state, rules, number, event)));
    reduce(state, rules, number, event, step);
  });
  note(judgeGroup(state, rules));
  found.table = statsOf(state, rules) + obligationsOf(state);
  const GameEnd end = gameEndOf(state, rules);
  found.over = end.over;
  found.winners = end.winners;
  return found;
}

class Groups {
 public:
  explicit Groups(const CaseFile& file) : file_(file) {
    const CaseDocuments& documents = file.documents.value();
    ruleset_ = compile(documents.rules.root(), file.name);
    if (const auto& cards = documents.cards.document) catalogue_ = compile(cards->root(), ruleset_, file.name);
  }

  /// The number of groups of up to `most` events that were tried.
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
  Ruleset ruleset_;
  Catalogue catalogue_;
};

TEST(EventsAtTheSameTime, GiveTheSameFindingsInEveryOrder) {
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
