#include "tools/lab/paired_fold.h"

#include <algorithm>
#include <map>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <tuple>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/query/acts/outcome.h"
#include "events/errors.h"
#include "tools/explain/findings.h"
#include "tools/lab/table_comparison.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

/// A finding as it is compared.
struct ComparedFault {
  std::string key, clause;
  bool certain = true;
  std::string subject{};
  std::string card{};  ///< changeOfCard() of the finding's card; empty: none
  friend bool operator==(const ComparedFault& one, const ComparedFault& other) {
    return std::tie(one.key, one.clause, one.certain) == std::tie(other.key, other.clause, other.certain);
  }
};

/// Takes from both what they have in common.
void dropShared(std::vector<ComparedFault>& these, std::vector<ComparedFault>& those) {
  const auto shared = [](const std::vector<ComparedFault>& others) {
    return [&](const ComparedFault& one) { return ranges::contains(others, one); };
  };
  const std::vector<ComparedFault> before = these;
  std::erase_if(these, shared(those));
  std::erase_if(those, shared(before));
}

class PairedFold {
 public:
  PairedFold(const LabGame& game, const RulesetPair& pair)
      : game_(game),
        pair_(pair),
        left_rules_(pair.left().rules()),
        right_rules_(pair.right().rules()),
        in_effect_(game.history().pathTo(game.last())),
        left_(game.header(), left_rules_, game, in_effect_),
        right_(game.header(), right_rules_, game, in_effect_),
        tables_({.left = left_rules_,
                 .right = right_rules_,
                 .share_vocabulary = pair.sharesVocabulary(),
                 .readings_differ = pair.readingsDiffer(),
                 .names_differ = pair.namesDiffer()},
                found_) {}

  std::vector<Difference> run() && {
    const EventNumber last = game_.last();
    game_.forEach(1, last, [&](EventNumber number, const HeldEvent& event) { take(number, event); });
    finish(last);
    std::stable_sort(found_.begin(), found_.end(), [](const Difference& one, const Difference& other) {
      return std::tie(one.compared.event, one.compared.kind) < std::tie(other.compared.event, other.compared.kind);
    });
    return std::move(found_);
  }

  bool findsAny() && {
    constexpr EventNumber kAtOnce = 64;  // at most this many events of a long game are read in vain
    const EventNumber last = game_.last();
    for (EventNumber first = 1; first <= last && found_.empty(); first += kAtOnce) {
      game_.forEach(first, std::min(last, first + kAtOnce - 1), [&](EventNumber number, const HeldEvent& event) {
        if (found_.empty()) take(number, event);
      });
    }
    if (found_.empty()) finish(last);
    return !found_.empty();
  }

 private:
  void take(EventNumber number, const HeldEvent& event) {
    if (stopped_) return;
    const auto judged = left_.eventInEffect(number, event);
    if (!(judged ? judgeAndFold(number, event, *judged) : foldBoth(number, event))) return;
    compareTables(number);
    compareEnds(number);
    if (event->isRulingGiven()) weigh(number, event->getRulingGiven());
    if (judged && judged->event->isDeckRegistered())
      inspectDeck(number, judged->event->getDeckRegistered().getPlayer());
  }

  // -- legality

  static std::vector<ComparedFault> faultsOf(const std::vector<Finding>& findings, const State& table,
                                             const Rules& rules) {
    std::vector<ComparedFault> faults;
    for (const Finding& finding : findings) {
      std::string subject = finding.player == 0 ? "the game" : Words::seat(finding.player);
      std::string card;
      if (finding.card != kNone) {
        subject = subjectWords(table, rules, entityOf(EntityKind::card, table.cards[finding.card].number));
        if (const Definition* definition = table.definitionOf(table.cards[finding.card]); definition != nullptr)
          card = changeOfCard(definition->key);
      }
      faults.push_back({.key = keyOf(finding, table, rules.ruleset),
                        .clause = finding.clause,
                        .certain = finding.isCertain(),
                        .subject = std::move(subject),
                        .card = std::move(card)});
    }
    return faults;
  }

  /// One event under one of the rulesets: judged, folded, and what there is against it.
  class Side {
   public:
    Side(RunningState& table, const EventSource& events, EventNumber number, const EffectiveEvent& judged)
        : table_(table),
          events_(events),
          at_(table.next(number, judged.event)),
          judging_(at_),
          cycles_before_(cyclesIn(at_.before)) {
      if (judging_.hasLaterChecks()) before_ = at_.before;
    }

    /// Returns the exception if the event cannot be folded.
    std::optional<std::string> add(const HeldEvent& event) {
      if (!judging_.hasLaterChecks()) askFaults(at_.before);
      auto failed = tried([&] { table_.add(at_.number, event, at_, events_); });
      if (failed) return failed;
      if (before_) askFaults(table_.state());
      addCycles();
      return std::nullopt;
    }
    std::vector<ComparedFault> faults() && { return std::move(faults_); }

   private:
    /// `after`: the table after the event, if it is needed.
    void askFaults(const State& after) {
      const auto findings = std::move(judging_).findings(after);
      if (findings.empty()) return;
      const auto with_cards = before_ ? StateForFindings(*before_, after, findings)
                                      : StateForFindings(at_.before, at_.rules, at_.number, at_.event, findings);
      faults_ = faultsOf(findings, with_cards.state(), at_.rules);
    }
    /// Adds the trait cycles that begin with this event.
    void addCycles() {
      if (table_.jumped()) return;
      const auto cycles = cyclesBegun(cycles_before_, table_.state(), at_.rules, at_.number);
      for (ComparedFault& fault : faultsOf(cycles, table_.state(), at_.rules)) faults_.push_back(std::move(fault));
    }

    RunningState& table_;
    const EventSource& events_;
    const PendingEvent at_;
    EventJudge judging_;
    std::shared_ptr<const ComputedEntries> cycles_before_;
    std::optional<State> before_;  // the state before the event, if checks wait for the state after it
    std::vector<ComparedFault> faults_;
  };

  void compareFaults(ComparedItem::Kind kind, EventNumber number, Entity whose, std::vector<ComparedFault> left,
                     std::vector<ComparedFault> right) {
    dropShared(left, right);
    const auto add = [&](const ComparedFault* was, const ComparedFault* now) {
      const ComparedFault& fault = was != nullptr ? *was : *now;
      Difference made{.compared = {.kind = kind, .event = number, .subject = whose, .key = fault.key},
                      .subject = fault.subject,
                      .from = was != nullptr ? illegalWords(was->clause, was->certain) : std::string(kLegal),
                      .to = now != nullptr ? illegalWords(now->clause, now->certain) : std::string(kLegal)};
      for (const ComparedFault* one : {now, was}) {
        if (one != nullptr) made.compared.clauses.push_back(one->clause);
      }
      made.named = made.compared.clauses;
      made.named.push_back(fault.card);
      found_.push_back(std::move(made));
    };
    for (const ComparedFault& was : left) {
      const auto same =
          std::find_if(right.begin(), right.end(), [&](const ComparedFault& now) { return now.key == was.key; });
      if (same == right.end()) {
        add(&was, nullptr);
      } else {
        const ComparedFault now = *same;
        right.erase(same);
        add(&was, &now);
      }
    }
    for (const ComparedFault& now : right) add(nullptr, &now);
  }

  /// The decks are whole when the last of them is registered.
  void inspectDeck(EventNumber number, Seat player) {
    const auto format = game_.header().getFormat();
    const auto faults = [&](const State& state, const Rules& rules) {
      std::vector<ComparedFault> made;
      if (rules.ruleset.decks.empty()) return made;
      for (const DeckFault& one : deckFaults(state, rules, player, {format.begin(), format.size()}))
        made.push_back({.key = one.key, .clause = one.clause, .certain = one.certain, .subject = Words::seat(player)});
      return made;
    };
    if (player == 0) return;
    decks_[player] = {
        .event = number, .left = faults(left_.state(), left_rules_), .right = faults(right_.state(), right_rules_)};
  }

  // -- the fold

  /// Returns the exception if the event cannot be folded.
  template <typename Add>
  static std::optional<std::string> tried(const Add& add) {
    try {
      add();
      return std::nullopt;
    } catch (const DamagedArchive& cannot) {
      return cannot.what();
    }
  }

  /// Returns whether both can continue.
  bool foldBoth(EventNumber number, const HeldEvent& event) {
    return goOn(number, tried([&] { left_.add(number, event, game_); }),
                tried([&] { right_.add(number, event, game_); }));
  }
  bool judgeAndFold(EventNumber number, const HeldEvent& event, const EffectiveEvent& judged) {
    Side left(left_, game_, number, judged);
    Side right(right_, game_, number, judged);
    const auto left_failed = left.add(event);
    const auto right_failed = right.add(event);
    compareFaults(ComparedItem::Kind::legality, number, 0, std::move(left).faults(), std::move(right).faults());
    return goOn(number, left_failed, right_failed);
  }

  bool goOn(EventNumber number, const std::optional<std::string>& left, const std::optional<std::string>& right) {
    if (left && right) throw DamagedArchive(*left);
    if (!left && !right) return true;
    stopped_ = true;
    found_.push_back({.compared = {.kind = ComparedItem::Kind::fold, .event = number},
                      .subject = "the game",
                      .from = left ? clipped(*left, 200) : std::string{},
                      .to = right ? clipped(*right, 200) : std::string{}});
    return false;
  }

  void compareTables(EventNumber number) {
    if (left_.jumped()) {
      tables_.compareAll(left_.state(), right_.state(), number);
    } else {
      tables_.compare(left_.state(), right_.state(), left_.step(), right_.step(), number);
    }
  }

  // -- rulings and the end

  void weigh(EventNumber number, schema::Ruling::Reader ruling) {
    std::string from = rulingWords(game_, pair_.leftShared(), left_.recordedState(), number, ruling);
    std::string to = rulingWords(game_, pair_.rightShared(), right_.recordedState(), number, ruling);
    if (from == to) return;
    const auto claim = ruling.getClaim();
    const auto judge = ruling.getJudge();
    Difference made{.compared = {.kind = ComparedItem::Kind::ruling,
                                 .event = number,
                                 .key = clipped(std::string_view(claim.begin(), claim.size()), 200)},
                    .subject = "ruling by " + clipped(std::string_view(judge.begin(), judge.size())),
                    .from = std::move(from),
                    .to = std::move(to)};
    made.named = rulingClauses(game_, pair_.rightShared(), right_.recordedState(), number, ruling);
    found_.push_back(std::move(made));
  }

  void compareEnds(EventNumber number) {
    const auto& left = left_.state().play.win;
    const auto& right = right_.state().play.win;
    if (parted_ != 0 || (!left.is_won && !right.is_won)) return;
    if (outcomeWords(left_.state(), left_rules_) != outcomeWords(right_.state(), right_rules_)) parted_ = number;
  }

  void finish(EventNumber last) {
    for (auto& [player, deck] : decks_) {
      compareFaults(ComparedItem::Kind::deck, deck.event, entityOf(EntityKind::player, player), std::move(deck.left),
                    std::move(deck.right));
    }
    if (stopped_) return;
    tables_.finish(left_.state(), right_.state(), last);
    std::string from = outcomeWords(left_.state(), left_rules_);
    std::string to = outcomeWords(right_.state(), right_rules_);
    if (from == to) return;
    Difference made{.compared = {.kind = ComparedItem::Kind::outcome, .event = parted_},
                    .subject = "the game",
                    .from = std::move(from),
                    .to = std::move(to)};
    for (const auto& [state, rules] : {std::pair(&right_.state(), &right_rules_), {&left_.state(), &left_rules_}}) {
      if (const WinRule* rule = ruleOf(*state, *rules); rule != nullptr) made.named.push_back(rule->clause);
    }
    found_.push_back(std::move(made));
  }

  struct Deck {
    EventNumber event = 0;
    std::vector<ComparedFault> left{}, right{};
  };

  const LabGame& game_;
  const RulesetPair& pair_;
  Rules left_rules_, right_rules_;
  Path in_effect_;
  RunningState left_, right_;
  std::vector<Difference> found_;
  TableComparison tables_;
  std::map<Seat, Deck> decks_;
  EventNumber parted_ = 0;  // the first event after which somebody has won on one side only
  bool stopped_ = false;
};

}  // namespace

std::vector<Difference> foldBoth(const LabGame& game, const RulesetPair& pair) { return PairedFold(game, pair).run(); }

bool resultsDiffer(const LabGame& game, const RulesetPair& pair) { return PairedFold(game, pair).findsAny(); }

}  // namespace docket::lab
