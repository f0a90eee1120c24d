#include "tools/explain/explain_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "events/overload.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_play.h"
#include "tools/explain/explanation.h"
#include "tools/explain/findings.h"
#include "tools/words/limit_words.h"
#include "tools/words/table_words.h"
#include "tools/words/text.h"

namespace docket {
namespace {

std::string_view faultWords(Finding::AgainstText::Fault fault) {
  using Fault = Finding::AgainstText::Fault;
  switch (fault) {
    case Fault::twice:
      return "happened already for this occurrence of its trigger";
    case Fault::no_trigger:
      return "answers nothing that happened";
    case Fault::place:
      return "does not trigger from where its card is";
    case Fault::condition:
      return "has a condition that does not hold";
    case Fault::cost:
      return "has a cost that was not paid";
    case Fault::target:
      return "has a target that does not fit or is missing";
    case Fault::designator:
      return "cannot be used as that";
    case Fault::lost:
      return "was taken away from its card";
    case Fault::trait:
      return "is a trait, not an ability";
  }
  return {};
}

std::string_view faultWords(Finding::OtherEffect::Fault fault) {
  using Fault = Finding::OtherEffect::Fault;
  switch (fault) {
    case Fault::missing:
      return "has an effect that has not happened yet";
    case Fault::surplus:
      return "has no such effect";
    case Fault::different:
      return "has that effect, but another amount";
    case Fault::early:
      return "has an effect before this one that has not happened yet";
    case Fault::lasting:
      return "has that effect, but for a different time";
  }
  return {};
}

std::string boundsWords(const Finding::NumberOutOfBounds& number) {
  if (number.most == std::numeric_limits<std::int64_t>::max()) return fmt::format("at least {}", number.least);
  return fmt::format("from {} to {}", number.least, number.most);
}

/// The role of the event that a finding rests on; `index` says which of them, from 0.
std::string_view basisWords(const Words& words, const Finding& finding, std::size_t index) {
  using Basis = std::string_view;
  return std::visit(Overload{
                        [&](const Finding::LimitExceeded& limit) -> Basis {
                          if (isOfCopies(words.rules().ruleset.limits[limit.limit].counted))
                            return "a copy has been there since";
                          return index == 0 ? "first use" : "use";
                        },
                        [](const Finding::TraitMissed&) -> Basis { return "its trigger"; },
                        [](const Finding::FollowUpMissed&) -> Basis { return "what it had to follow"; },
                        [&](const Finding::AgainstText& text) -> Basis {
                          if (!text.of_trait) return "before";
                          const bool second = text.fault == Finding::AgainstText::Fault::twice && index != 0;
                          return second ? "it happened" : "its trigger";
                        },
                        [](const Finding::OtherEffect&) -> Basis { return "what it follows from"; },
                        [](const auto&) -> Basis { return "before"; },
                    },
                    finding.what);
}

/// Explains a finding of each kind in a node.
class FindingExplainer {
 public:
  FindingExplainer(const Words& words, const Finding& finding, Explanation& node)
      : words_(words), finding_(finding), node_(node) {}

  void operator()(const Finding::LimitExceeded& limit) {
    if (isOfCopies(words_.rules().ruleset.limits[limit.limit].counted)) {
      node_.what = words_.card(finding_.card) + " is a copy too many";
      if (finding_.player != 0) node_.what += " for " + player();
      node_.value = usedBefore(limit) + " there before";
      return;
    }
    if (finding_.card != kNone) {
      const std::string card = words_.card(finding_.card);
      node_.what = orPassive(card + " is used", "uses " + card);
    } else {
      node_.what = orPassive("a player's ability is used", "uses a player's ability");
    }
    node_.what += " beyond its limit";
    node_.value = usedBefore(limit) + " used before";
  }

  void operator()(const Finding::RequirementUnmet& unmet) {
    std::string who = finding_.player == 0 ? "this happens" : player() + " does this";
    if (finding_.card != kNone) {
      who = finding_.player == 0 ? fmt::format("this happens to {}", words_.card(finding_.card))
                                 : fmt::format("{} uses {}", player(), words_.card(finding_.card));
    }
    // The gist of the clause says in words what the rule's condition means.
    std::string gist = unmet.requirement->that ? words_.gist(unmet.requirement->clause) : std::string();
    if (gist.ends_with('.')) gist.pop_back();
    node_.what = gist.empty()
                     ? fmt::format("{}, which the rules allow only if {}", who, Words::requirement(*unmet.requirement))
                     : fmt::format("{}, against the rule: {}", who, gist);
    if (unmet.answer == nullptr) return;
    for (Explanation& part : explainCondition(*unmet.requirement->that, *unmet.answer, words_).children) {
      node_.children.push_back(std::move(part));
    }
  }

  void operator()(const Finding::OutOfOrder&) {
    node_.what = "this begins too late: something later in the order has already begun";
  }

  void operator()(const Finding::Cycle& cycle) {
    node_.what = fmt::format("this starts a loop: the trait \"{}\" of {} undoes itself, and has no effect",
                             clipped(cycle.trait), words_.card(finding_.card));
  }

  void operator()(const Finding::NotPermitted& act) { explainPermission(words_, finding_, act, node_); }

  void operator()(const Finding::Unpaid&) {
    node_.what = "a forbidden act cannot pay a cost, and nothing can pay for a forbidden act";
  }

  void operator()(const Finding::NumberOutOfBounds& number) {
    node_.what =
        fmt::format("{} that has to be {}", orPassive("a number is chosen", "chooses a number"), boundsWords(number));
    node_.value = std::to_string(number.chosen);
  }

  void operator()(const Finding::OtherWinner& end) {
    if (end.everybody != schema::Everybody::NO) {
      node_.what =
          end.everybody == schema::Everybody::WINS ? "by the rules all have won" : "by the rules all have lost";
    } else if (end.winners == 0) {
      node_.what = "by the rules nobody has won this way";
    } else {
      node_.what = fmt::format("by the rules {} {} won", words_.players(end.winners),
                               otherSeats(end.winners) == 0 ? "has" : "have");
    }
  }

  void operator()(const Finding::AfterTheEnd&) { node_.what = "the game was over by then"; }

  void operator()(const Finding::TraitMissed& missed) {
    node_.what = textWords(missed.trait, missed.named) + " had to happen and has not happened yet";
  }

  void operator()(const Finding::FollowUpMissed& missed) {
    node_.what = fmt::format("{} first: {}", orPassive("something else had to happen", "had to do something else"),
                             printable(missed.rule));
  }

  void operator()(const Finding::AgainstText& text) {
    node_.what = fmt::format("{} {}", textWords(text.ability, text.named), faultWords(text.fault));
    if (text.tested.condition == nullptr || text.tested.answer == nullptr) return;
    node_.children.push_back(explainCondition(*text.tested.condition, *text.tested.answer, words_));
  }

  void operator()(const Finding::OtherEffect& other) {
    node_.what = fmt::format("{} {}", textWords(other.ability, other.named), faultWords(other.fault));
    if (other.effect != 0) node_.what += fmt::format(" (effect {})", other.effect);
    if (other.expected && other.recorded) {
      node_.value = fmt::format("{} instead of {}", *other.recorded, *other.expected);
    } else if (other.expected) {
      node_.value = fmt::format("{} expected", *other.expected);
    }
  }

  void operator()(const Finding::Impossible& impossible) {
    node_.what = std::string(kImpossible) + impossibleWords(words_, finding_, impossible);
  }

  void operator()(const Finding::Unexplained& unexplained) {
    const std::string called = words_.card(finding_.card);
    if (!unexplained.of_anothers_card) {
      node_.what = fmt::format("{} changes its controller, and the record does not say by what", called);
      return;
    }
    const Card& card = words_.state().cards[finding_.card];
    const std::string whose = card.owner == finding_.player
                                  ? fmt::format("is under {}'s control", words_.player(card.controller))
                                  : fmt::format("is not {}'s", player());
    node_.what = fmt::format("{} {}, and the record does not say by what {} may use it", called, whose, player());
  }

 private:
  [[nodiscard]] std::string player() const { return words_.player(finding_.player); }
  /// What the player of the finding does; `passive` for an event without one.
  [[nodiscard]] std::string orPassive(std::string_view passive, std::string_view does) const {
    return finding_.player == 0 ? std::string(passive) : fmt::format("{} {}", player(), does);
  }
  /// The uses that the finding rests on: those that count and, if it is undecided, those that may.
  [[nodiscard]] std::string usedBefore(const Finding::LimitExceeded& limit) const {
    const auto all = static_cast<std::int32_t>(finding_.rests_on.size());
    return usedOf(limit.used, std::max(0, all - limit.used), limit.max);
  }
  /// Names the ability or trait, and the card or player that has it.
  [[nodiscard]] std::string textWords(std::uint16_t ability, std::string_view named = {}) const {
    const UseQuestion use{
        .definition = finding_.card == kNone ? 0 : words_.state().cards[finding_.card].definition,
        .ability = ability,
        .name = named,
    };
    return fmt::format("{} of {}", words_.use(use), words_.bearer(finding_.card, finding_.player));
  }

  const Words& words_;
  const Finding& finding_;
  Explanation& node_;
};

}  // namespace

Explanation explainFinding(const Words& words, const Finding& finding) {
  Explanation node{.clause = finding.clause, .event = finding.event};
  std::visit(FindingExplainer(words, finding, node), finding.what);
  if (finding.is<Finding::Unexplained>()) return node;
  if (!finding.isCertain()) node.what += " (perhaps: it depends on something unknown)";
  const auto* act = finding.as<Finding::NotPermitted>();
  if (act != nullptr && !act->sayings.empty()) return node;  // they name the events that it rests on
  for (std::size_t i = 0; i < finding.rests_on.size(); ++i) {
    node.children.push_back({.what = std::string(basisWords(words, finding, i)), .event = finding.rests_on[i]});
  }
  return node;
}

}  // namespace docket
