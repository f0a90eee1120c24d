#include "tools/generate/plain_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "events/text/text_lists.h"
#include "tools/generate/make_move.h"
#include "tools/generate/plain_moves.h"
#include "tools/generate/zone_roles.h"

namespace docket::generate {
namespace {

/// A way in which a move is planted: with which cards it breaks which clauses.
struct PlainPlant {
  const MoveSteps* steps = nullptr;
  std::vector<std::string> clauses;
  std::vector<std::size_t> classes;
};

/// How the rules judge a move in one phase.
struct MoveVerdict {
  std::vector<std::size_t> classes;  ///< of cards with which the rules allow it; a single 0 if it is about no card
  std::vector<PlainPlant> plants;

  [[nodiscard]] bool sameAs(const MoveVerdict& other) const {
    const auto same = [](const PlainPlant& a, const PlainPlant& b) {
      return a.steps == b.steps && a.clauses == b.clauses && a.classes == b.classes;
    };
    return classes == other.classes &&
           std::equal(plants.begin(), plants.end(), other.plants.begin(), other.plants.end(), same);
  }
};

class PlainPlayWriter {
 public:
  explicit PlainPlayWriter(const RulesSummary& summary)
      : summary_(summary),
        at_(zoneRolesOf(summary)),
        moves_(plainMoves(summary, at_)),
        message_(std::make_unique<capnp::MallocMessageBuilder>()) {}

  PlainPlay write() && {
    auto play = message_->initRoot<Play>();
    play.setRuleset(summary_.ruleset);
    writeDeck(play);
    writeTurns(play.initTurns());
    writeOpening(play);
    for (const PlainMove& move : moves_) addMove(move);
    auto list = play.initMoves(static_cast<unsigned>(written_.size()));
    for (unsigned i = 0; i < list.size(); ++i) fill(list[i], written_[i]);
    writeEnding(play);
    return {.play = Document<Play>(std::move(message_)),
            .left_out = std::move(at_.left_out),
            .plants = {planted_.begin(), planted_.end()}};
  }

 private:
  /// A move in the phases in which the rules say the same of it.
  struct Written {
    const PlainMove* move = nullptr;
    std::vector<std::string> phases;
    MoveVerdict verdict;
  };

  [[nodiscard]] ActContext context(std::string act, std::vector<std::string> names) const {
    return {.act = std::move(act), .names = std::move(names), .own_turn = true, .used_names = &at_.used_names};
  }

  void leaveOut(std::string what, std::string why) { at_.left_out.push_back({std::move(what), std::move(why)}); }

  // -- what the rules have against them

  [[nodiscard]] Objections against(const MoveSteps& steps, std::size_t line, const std::string& phase,
                                   const CardKind* card) const {
    ActContext context = steps.contexts[line];
    context.card = card;
    context.used_names = &at_.used_names;
    if (at_.named_phase) context.phase = phase;
    Objections found =
        context.act == "numberChosen" ? objectionsToNumber(summary_, context) : objections(summary_, context);
    const Objections wins = winsAfter(summary_, context, at_);
    found.unread.insert(found.unread.end(), wins.unread.begin(), wins.unread.end());
    if (context.act == "cardPlayed" && card != nullptr) {
      const auto obliges = clausesThatOblige(summary_, *card);
      found.unread.insert(found.unread.end(), obliges.begin(), obliges.end());
    }
    return found;
  }

  /// The objections to all steps of a move. Broken clauses count as broken only at the planted step; anywhere else they
  /// count as unread.
  [[nodiscard]] Objections against(const MoveSteps& steps, const std::string& phase, const CardKind* card,
                                   bool planted) const {
    Objections all;
    for (std::size_t i = 0; i < steps.contexts.size(); ++i) {
      Objections one = against(steps, i, phase, card);
      if (planted && i == steps.at) {
        all.broken = std::move(one.broken);
      } else {
        one.unread.insert(one.unread.end(), one.broken.begin(), one.broken.end());
      }
      all.unread.insert(all.unread.end(), one.unread.begin(), one.unread.end());
    }
    return all;
  }

  [[nodiscard]] MoveVerdict judge(const PlainMove& move, const std::string& phase,
                                  std::vector<std::string>& unread) const {
    MoveVerdict verdict;
    const bool of_card = move.steps.from != Where::none;
    std::map<std::pair<const MoveSteps*, std::vector<std::string>>, std::size_t> place;
    const auto plant = [&](const MoveSteps& steps, std::size_t i, const CardKind* card) {
      const Objections found = against(steps, phase, card, true);
      if (!found.certain()) return;
      const auto [at, fresh] = place.try_emplace({&steps, found.broken}, verdict.plants.size());
      if (fresh) verdict.plants.push_back({.steps = &steps, .clauses = found.broken});
      verdict.plants[at->second].classes.push_back(i);
    };
    for (std::size_t i = 0; i < (of_card ? at_.classes.size() : 1); ++i) {
      const CardKind* card = of_card ? &summary_.cards[at_.classes[i].front()] : nullptr;
      const Objections found = against(move.steps, phase, card, false);
      if (found.none()) {
        verdict.classes.push_back(i);
      } else {
        unread.insert(unread.end(), found.unread.begin(), found.unread.end());
      }
      if (move.steps.contexts.size() == 1) plant(move.steps, i, card);
      for (const MoveSteps& wrong : move.wrongs) plant(wrong, i, card);
    }
    return verdict;
  }

  void addMove(const PlainMove& move) {
    std::vector<std::string> unread;
    std::size_t made = 0;
    const std::size_t first = written_.size();
    for (const auto& phase : at_.phases) {
      MoveVerdict verdict = judge(move, phase, unread);
      made += verdict.classes.empty() ? 0 : 1;
      if (verdict.classes.empty() && verdict.plants.empty()) continue;
      const auto same = std::find_if(written_.begin() + static_cast<std::ptrdiff_t>(first), written_.end(),
                                     [&](const Written& one) { return one.verdict.sameAs(verdict); });
      if (same != written_.end()) {
        same->phases.push_back(phase);
      } else {
        written_.push_back({.move = &move, .phases = {phase}, .verdict = std::move(verdict)});
      }
    }
    if (made == 0 && (move.steps.from == Where::none || !at_.cards.empty())) {
      leaveOut(fmt::format("not made: {}", move.name), unreadWords(std::move(unread)));
    }
  }

  // -- writing it down

  void writeDeck(Play::Builder play) {
    if (at_.deck.empty()) return leaveOut("players have no cards", "the ruleset has no zone that each player has");
    auto deck = play.initDecks(1)[0];
    deck.setZone(at_.deck);
    deck.setCount(static_cast<std::uint16_t>(std::min<std::size_t>(at_.deck_size, UINT16_MAX)));
    if (at_.cards.empty()) deck.setCount(0);
    deck.setShuffled(at_.deck != at_.hand && objections(summary_, context("shuffled", {at_.deck})).none());
    setKeys(deck.initCards(), at_.cards);
    const Objections found = objections(summary_, context("deckRegistered", {at_.deck}));
    if (!found.none()) leaveOut("decks are registered all the same", unreadWords(found.unread));
  }

  void setKeys(Play::Pick::Builder pick, const std::vector<std::size_t>& cards) const {
    auto keys = pick.initKeys(static_cast<unsigned>(cards.size()));
    for (unsigned i = 0; i < keys.size(); ++i) keys.set(i, summary_.cards[cards[i]].key);
  }

  void writeTurns(Play::Turns::Builder turns) const {
    turns.setTimeless(at_.timeless);
    if (at_.timeless) return;
    turns.setPeriod(at_.turn);
    if (!at_.phases.front().empty()) setTexts(turns.initNamed(static_cast<unsigned>(at_.phases.size())), at_.phases);
    setTexts(turns.initSmaller(static_cast<unsigned>(at_.smaller.size())), at_.smaller);
  }

  /// Writes the opening hand: as many cards as may be drawn at once, at most five.
  void writeOpening(Play::Builder play) {
    if (at_.deck == at_.hand) return;
    for (std::size_t count = 5; count != 0; --count) {
      opening_ = {.name = "opening hand", .steps = drawing(summary_, at_, count)};
      ActContext before = opening_.steps.contexts.front();
      before.used_names = &at_.used_names;
      Objections found = objections(summary_, before);
      if (!found.none() || !winsAfter(summary_, before, at_).none()) continue;
      auto move = play.initOpening(1)[0];
      fill(move, {.move = &opening_, .phases = {""}, .verdict = {.classes = {0}}});
      move.setEach(true);
      return;
    }
    leaveOut("no opening hand", "a rule may forbid drawing cards before the first turn");
  }

  void writeEnding(Play::Builder play) {
    const ActContext concedes = context("conceded", {});
    const bool can = objections(summary_, concedes).none() && winsAfter(summary_, concedes, at_).none();
    const Objections ended = objections(summary_, context("gameEnded", {}));
    if (!can || !ended.none()) leaveOut("nobody concedes", "a rule may forbid it, or name another winner");
    if (!ended.none()) return;
    auto move = play.initEndings(1)[0];
    move.setName(can ? "concedes" : "is over");
    auto lines = move.initLines(can ? 2 : 1);
    if (can) lines.set(0, "P$me conceded player=$me");
    lines.set(lines.size() - 1, can ? "gameEnded winner=$other" : "gameEnded");
  }

  void setPick(Play::Pick::Builder pick, const MoveSteps& steps, const std::vector<std::size_t>& classes) const {
    pick.setAs("a");
    const std::string& zone = steps.from == Where::hand ? at_.hand : (steps.from == Where::play ? at_.play : at_.gone);
    pick.initZones(1).set(0, zone);
    pick.setAbility(steps.able);
    if (steps.of_other) pick.setWhose(Play::Pick::Whose::OTHERS);
    if (classes.size() == at_.classes.size()) return;
    std::vector<std::size_t> cards;
    for (const std::size_t one : classes) cards.insert(cards.end(), at_.classes[one].begin(), at_.classes[one].end());
    std::sort(cards.begin(), cards.end());
    setKeys(pick, cards);
  }

  void fill(Play::Move::Builder to, const Written& written) {
    const PlainMove& move = *written.move;
    const bool made = !written.verdict.classes.empty();
    to.setName(move.name);
    to.setWeight(made ? move.weight : 0);
    if (written.phases.size() != at_.phases.size() && !written.phases.front().empty()) {
      setTexts(to.initIn(static_cast<unsigned>(written.phases.size())), written.phases);
    }
    if (made && move.steps.from != Where::none) setPick(to.initPicks(1)[0], move.steps, written.verdict.classes);
    setTexts(to.initLines(static_cast<unsigned>(move.steps.lines.size())), move.steps.lines);
    auto plants = to.initPlants(static_cast<unsigned>(written.verdict.plants.size()));
    for (unsigned i = 0; i < plants.size(); ++i) {
      const PlainPlant& from = written.verdict.plants[i];
      const MoveSteps& steps = *from.steps;
      const std::string what = steps.what.empty() ? "not now, or not this one: " + move.name : steps.what;
      planted_.insert(what);
      plants[i].setWhat(what);
      setTexts(plants[i].initClauses(static_cast<unsigned>(from.clauses.size())), from.clauses);
      setTexts(plants[i].initLines(static_cast<unsigned>(steps.lines.size())), steps.lines);
      plants[i].setAt(static_cast<std::uint16_t>(steps.at + 1));
      if (steps.from != Where::none) setPick(plants[i].initPicks(1)[0], steps, from.classes);
    }
  }

  const RulesSummary& summary_;
  ZoneRoles at_;
  std::vector<PlainMove> moves_;  // what is written of them points into it
  std::unique_ptr<capnp::MallocMessageBuilder> message_;
  PlainMove opening_;
  std::vector<Written> written_;
  std::set<std::string> planted_;
};

}  // namespace

PlainPlay plainPlay(const RulesSummary& summary) { return PlainPlayWriter(summary).write(); }

}  // namespace docket::generate
