#include "tools/lab/compared_item.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/limits/decks.h"
#include "events/errors.h"
#include "events/overload.h"
#include "tools/explain/answer.h"
#include "tools/explain/board_words.h"
#include "tools/explain/findings.h"
#include "tools/explain/observed_answer.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

using ItemKind = ComparedItem::Kind;

std::string legalityOf(const ComparedItem& compared, const std::vector<Finding>& findings, const State& table,
                       const Ruleset& ruleset) {
  for (const Finding& finding : findings) {
    if (!ranges::contains(compared.clauses, finding.clause) || keyOf(finding, table, ruleset) != compared.key) continue;
    return illegalWords(finding.clause, finding.isCertain());
  }
  return std::string(kLegal);
}

std::string deckLegality(const ComparedItem& compared, const State& state, const Rules& rules,
                         std::string_view format) {
  for (const DeckFault& fault : deckFaults(state, rules, static_cast<Seat>(numberOf(compared.subject)), format)) {
    if (fault.key == compared.key && ranges::contains(compared.clauses, fault.clause))
      return illegalWords(fault.clause, fault.certain);
  }
  return std::string(kLegal);
}

/// Folds a game once and answers on the way.
class ItemAnswerer {
 public:
  ItemAnswerer(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
               const std::vector<const ComparedItem*>& questions)
      : game_(game), shared_(rules), rules_(rules->rules()), questions_(questions), answers_(questions.size()) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      by_event_.emplace(questions[i]->event, i);
      const bool to_the_end = questions[i]->kind == ItemKind::outcome || questions[i]->kind == ItemKind::fold;
      last_ = std::max(last_, to_the_end ? game.last() : questions[i]->event);
    }
  }

  std::vector<std::string> answers() && {
    RunningState running(game_.header(), rules_, game_, game_.history().pathTo(game_.last()));
    try {
      game_.forEach(1, last_, [&](EventNumber number, const HeldEvent& event) {
        if (const auto judged = running.eventInEffect(number, event))
          before(running.before(number), number, judged->event);
        else
          nothingHappened(number);
        running.add(number, event, game_);
        after(running, number, event);
      });
      atEnd(running.state());
    } catch (const DamagedArchive& cannot) {
      answerFold(cannot.what());
    }
    return std::move(answers_);
  }

 private:
  void before(const State& state, EventNumber number, schema::Event::Reader event) {
    const auto [from, to] = by_event_.equal_range(number);
    const bool judged =
        std::any_of(from, to, [&](const auto& one) { return questions_[one.second]->kind == ItemKind::legality; });
    if (!judged) return;
    const auto findings = judge(pendingEvent(state, rules_, number, event));
    const StateForFindings table(state, rules_, number, event, findings);
    for (auto one = from; one != to; ++one) {
      const ComparedItem& compared = *questions_[one->second];
      if (compared.kind != ItemKind::legality) continue;
      answers_[one->second] = legalityOf(compared, findings, table.state(), rules_.ruleset);
    }
  }

  /// An event that did not happen is legal.
  void nothingHappened(EventNumber number) {
    const auto [from, to] = by_event_.equal_range(number);
    for (auto one = from; one != to; ++one) {
      if (questions_[one->second]->kind == ItemKind::legality) answers_[one->second] = kLegal;
    }
  }

  void after(const RunningState& running, EventNumber number, schema::Event::Reader event) {
    const State& state = running.state();
    const auto [from, to] = by_event_.equal_range(number);
    for (auto one = from; one != to; ++one) {
      const ComparedItem& compared = *questions_[one->second];
      std::string& answer = answers_[one->second];
      if (compared.kind == ItemKind::value) answer = readField(state, rules_, compared.subject, compared.field);
      if (compared.kind == ItemKind::ruling)
        answer = rulingWords(game_, shared_, running.recordedState(), number, event.getRulingGiven());
      if (compared.kind == ItemKind::deck) {
        const auto format = game_.header().getFormat();
        answer = deckLegality(compared, state, rules_, {format.begin(), format.size()});
      }
    }
  }

  void atEnd(const State& state) {
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i]->kind == ItemKind::outcome) answers_[i] = outcomeWords(state, rules_);
    }
  }

  void answerFold(const std::string& why) {
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i]->kind == ItemKind::fold) answers_[i] = clipped(why, 200);
    }
  }

  const LabGame& game_;
  const std::shared_ptr<const GameRules>& shared_;
  Rules rules_;
  const std::vector<const ComparedItem*>& questions_;
  std::multimap<EventNumber, std::size_t> by_event_;
  EventNumber last_ = 0;
  std::vector<std::string> answers_;
};

}  // namespace

std::string_view kindWord(ComparedItem::Kind kind) {
  switch (kind) {
    case ItemKind::fold:
      return "fold";
    case ItemKind::legality:
      return "legality";
    case ItemKind::deck:
      return "deck";
    case ItemKind::ruling:
      return "ruling";
    case ItemKind::value:
      return "value";
    case ItemKind::outcome:
      return "outcome";
  }
  return "";
}

std::string keyOf(const Finding& finding, const State& table, const Ruleset& ruleset) {
  std::string key(findingWord(finding));
  const auto add = [&](std::string_view what) {
    if (!what.empty()) key.append(" ").append(what);
  };
  const auto ability = [&](std::uint16_t number) {
    if (number != 0) add(fmt::format("ability {}", number));
  };
  // A missed obligation is a different one for each occurrence of its trigger.
  const auto trigger = [&] {
    if (!finding.rests_on.empty()) add(fmt::format("for event {}", finding.rests_on.front()));
  };
  if (const auto* exceeded = finding.as<Finding::LimitExceeded>()) add(ruleset.limits[exceeded->limit].name);
  if (const auto* unmet = finding.as<Finding::RequirementUnmet>()) add(Words::requirement(unmet->requirement->what));
  add(breachWord(finding));
  if (const auto* act = finding.as<Finding::NotPermitted>()) add(act->act);
  add(faultWord(finding));
  if (finding.card != kNone) add(fmt::format("#{}", table.cards[finding.card].number));
  std::visit(Overload{
                 [&](const Finding::TraitMissed& missed) {
                   ability(missed.trait);
                   add(missed.named);
                   trigger();
                 },
                 [&](const Finding::FollowUpMissed& missed) {
                   add(missed.rule);
                   trigger();
                 },
                 [&](const Finding::AgainstText& text) {
                   ability(text.ability);
                   add(text.named);
                 },
                 [&](const Finding::OtherEffect& other) {
                   ability(other.ability);
                   add(other.named);
                   if (other.effect != 0) add(fmt::format("effect {}", other.effect));
                   trigger();
                 },
                 [&](const Finding::Cycle& cycle) { add(cycle.trait); },
                 [](const auto&) {},
             },
             finding.what);
  if (finding.player != 0) add(fmt::format("by P{}", finding.player));
  return clipped(key, 200);
}

std::string illegalWords(const std::string& clause, bool certain) {
  return fmt::format("{}illegal{}", certain ? "" : "perhaps ", clause.empty() ? "" : " [" + clause + "]");
}

std::vector<DeckFault> deckFaults(const State& registered, const Rules& rules, Seat player, std::string_view format) {
  std::vector<DeckFault> faults;
  for (const DeckFinding& finding : checkDeck(registered, rules, player, format)) {
    if (!finding.isOfWholeDeck()) continue;
    faults.push_back(
        {.key = "deck: " + clipped(finding.gist, 120), .clause = finding.clause, .certain = finding.certain});
  }
  return faults;
}

namespace {

/// An evaluated claim: its value, and its explanation if requested.
struct Weighed {
  std::string words = "undecided";
  std::vector<std::string> clauses{};
};

Weighed weigh(const LabGame& game, const Rules& rules, const State& state, EventNumber number,
              schema::Ruling::Reader ruling, bool explained) {
  Weighed weighed;
  const auto text = ruling.getClaim();
  try {
    const auto claim = expression::parseCondition(
        {text.begin(), text.size()}, {.ruleset = rules.ruleset, .names = &game.names()}, {.file = "claim"});
    const EventNumber about = ruling.getAt() == 0 ? number : ruling.getAt();
    if (about > game.last()) return weighed;
    const LabRecord record(game, rules, about);
    std::optional<State> then;
    if (about != number) then = game.stateAt(rules, about);
    const State& at = then ? *then : state;
    const TurnLabels turn_labels;
    const Words words(at, rules, game.header(), turn_labels);
    const auto answer = answerSeen(claim, words, record, namesOf(game));
    weighed.words = outcomeWord(outcomeOf(answer.value));
    if (explained) addClauses(explainAnswer(claim, answer, words).root, weighed.clauses);
  } catch (const BadInput&) {
    // It cannot be read under these rules.
  }
  return weighed;
}

}  // namespace

std::string rulingWords(const LabGame& game, const std::shared_ptr<const GameRules>& rules, const State& state,
                        EventNumber number, schema::Ruling::Reader ruling) {
  return weigh(game, rules->rules(), state, number, ruling, false).words;
}

std::vector<std::string> rulingClauses(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
                                       const State& state, EventNumber number, schema::Ruling::Reader ruling) {
  return weigh(game, rules->rules(), state, number, ruling, true).clauses;
}

std::string outcomeWords(const State& state, const Rules& rules) {
  const WinRule* rule = ruleOf(state, rules);
  if (rule == nullptr) return {};
  const auto& win = state.play.win;
  return fmt::format("{} after event {} by {}", endWords(win.everybody, win.winners), win.event, clipped(rule->name));
}

std::vector<std::string> ask(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
                             const std::vector<const ComparedItem*>& questions) {
  return ItemAnswerer(game, rules, questions).answers();
}

}  // namespace docket::lab
