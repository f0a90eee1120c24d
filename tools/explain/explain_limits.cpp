// What limits say of a card: how their counters stand; and what a finding says (explanation.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/view/reverse.hpp>

#include "engine/query/applicable_limits.h"
#include "engine/query/undefined.h"
#include "tools/explain/answer.h"
#include "tools/explain/counters.h"
#include "tools/explain/explain_play.h"
#include "tools/explain/explanation.h"
#include "tools/render/findings.h"
#include "tools/render/table_words.h"
#include "tools/render/text.h"

namespace docket {
namespace {

using Counted = schema::Limit::Counted;

std::string givenBackWords(const Words& words, const GivenBackUse& back) {
  if (back.by == 0) return fmt::format("the use of {} was given back, as it was negated", words.eventWhen(back.use));
  return fmt::format("the use of {} was given back by", words.eventWhen(back.use));
}

std::string verdictWords(const AppliedLimit& limit, const CounterReading& reading) {
  if (isOfCopies(limit.limit->counted)) {
    if (reading.used >= limit.max) return "so there can be no more of them";
    if (reading.used + reading.perhaps >= limit.max) return "so it is not known whether there can be one more";
    return fmt::format("so there can be {} more", limit.max - reading.used - reading.perhaps);
  }
  if (reading.used >= limit.max) return "so it cannot be used again before that";
  if (reading.used + reading.perhaps >= limit.max) return "so it is not known whether it can be used again";
  return fmt::format("so it can be used {} before that",
                     counted(static_cast<std::uint64_t>(limit.max - reading.used - reading.perhaps), "more time"));
}

std::string_view copiesWords(Counted counted) {
  if (counted == Counted::COPIES_IN_PLAY) return "in play";
  return counted == Counted::COPIES_ATTACHED ? "attached" : "in a deck";
}

}  // namespace

Explanation explainCounter(const Words& words, const AppliedLimit& limit, const UseQuestion& question) {
  const CounterReading reading = readCounter(words.state(), words.rules(), limit, question);
  const bool copies = isOfCopies(limit.limit->counted);
  Explanation node{.what = fmt::format("\"{}\"", clipped(limit.limit->wording, 200)),
                   .value = fmt::format("{} of {}{}", reading.used, limit.max, copies ? "" : " used"),
                   .clause = limit.limit->clause};
  auto& lines = node.children;
  lines.push_back({.what = "it allows " + words.limit(limit)});
  for (const EventNumber use : reading.used_by | ranges::views::reverse) {
    const Use* record = words.state().useOf(use);
    if (copies) {
      lines.push_back({.what = "one that counts, there since", .event = use});
      continue;
    }
    lines.push_back({.what = record == nullptr ? std::string("used")
                                               : fmt::format("used by {}, {} of {}", words.player(record->player),
                                                             words.use(questionOf(words.state(), *record)),
                                                             words.bearer(record->card, record->player)),
                     .event = use});
  }
  for (const EventNumber use : reading.perhaps_by) {
    lines.push_back(
        {.what = copies ? "one of which it is not known whether it counts" : "it is not known whether this use counts",
         .event = use});
  }
  for (const GivenBackUse& back : reading.given_back) {
    lines.push_back({.what = givenBackWords(words, back), .clause = *back.clause, .event = back.by});
  }
  if (!copies) lines.push_back({.what = "it resets " + words.resets(*limit.limit)});
  for (const GivenBack& back : limit.limit->given_back) {
    lines.push_back(
        {.what = fmt::format("a use is given back if {}", Words::givesBack(back.when)), .clause = back.clause});
  }
  lines.push_back({.what = verdictWords(limit, reading)});
  return node;
}

Explained explainLimits(const Words& words, CardIndex index, std::uint16_t ability, Seat player) {
  const State& state = words.state();
  const Card& card = state.cards[index];
  const Definition* definition = words.definition(index);
  Explained explained;
  explained.root = {.what = fmt::format("limits of {}, for {}", words.card(index), words.player(player))};
  if (definition == nullptr) {
    explained.root.children.push_back(
        {.what = undefinedKey(state, index).empty()
                     ? "it is not known what the card is, so neither are its limits"
                     : "no catalogue says what the card is, so its limits are not known"});
    explained.agreement = Agreement::unverified;
    return explained;
  }
  const auto add = [&](std::uint16_t number, Counted counted) {
    UseQuestion question{.card = index,
                         .definition = card.definition,
                         .ability = number,
                         .player = counted == Counted::COPIES_IN_DECK ? card.owner : player,
                         .host = card.host,
                         .counted = counted};
    if (number != 0 && number <= definition->abilities.size()) {
      question.designator = state.vocabulary->names.find(definition->abilities[number - 1U].designator);
    }
    const ApplicableLimits applicable = limitsOf(state, words.rules(), question);
    if (!applicable.known) explained.agreement = Agreement::unverified;
    Explanation node{.what = isOfCopies(counted) ? std::string(copiesWords(counted)) : words.use(question)};
    for (const AppliedLimit& limit : applicable.limits) {
      if (!isOtherUse(limit, definition, question)) node.children.push_back(explainCounter(words, limit, question));
    }
    if (!node.children.empty()) explained.root.children.push_back(std::move(node));
  };
  const auto last = static_cast<std::uint16_t>(definition->abilities.size());
  if (ability == 0) {
    add(0, Counted::PLAYS);
    for (const Counted counted : {Counted::COPIES_IN_PLAY, Counted::COPIES_ATTACHED, Counted::COPIES_IN_DECK}) {
      if (counted == Counted::COPIES_IN_PLAY && !words.rules().ruleset.zones[card.zone].in_play) continue;
      if (counted == Counted::COPIES_ATTACHED && card.host == kNone) continue;
      add(0, counted);
    }
  }
  for (std::uint16_t number = ability == 0 ? 1 : ability; number <= (ability == 0 ? last : ability); ++number) {
    for (const Counted counted : {Counted::ACTIVATIONS, Counted::TRIGGERS}) add(number, counted);
  }
  if (explained.root.children.empty()) {
    explained.root.children.push_back({.what = "no limit holds for it"});
  }
  const auto doubt = [&](const std::string& what) {
    explained.root.children.push_back({.what = what + " may have limits that the catalogue does not list"});
  };
  if (definition->doubtful && ability == 0) doubt("the card itself");
  for (std::uint16_t number = ability == 0 ? 1 : ability; number <= (ability == 0 ? last : ability); ++number) {
    if (number <= last && definition->abilities[number - 1U].doubtful) doubt(fmt::format("its ability {}", number));
  }
  return explained;
}

namespace {

std::string_view faultWords(Finding::Fault fault) {
  constexpr std::array<std::string_view, 13> kWords = {"is against its text",
                                                       "happened already for this occurrence of its trigger",
                                                       "answers nothing that happened",
                                                       "does not trigger from where its card is",
                                                       "has a condition that does not hold",
                                                       "has a cost that is not among those paid",
                                                       "has a target that does not fit or is missing",
                                                       "cannot be used as that",
                                                       "has an effect that has not happened by now",
                                                       "has no such effect",
                                                       "has that effect, but another amount",
                                                       "has an effect before this one that has not happened yet",
                                                       "has that effect, but for a different time"};
  return kWords[static_cast<std::size_t>(fault)];
}

/// What is found about an ability or a trait of a card.
void explainText(const Words& words, const Finding& finding, Explanation& node) {
  if (isOfFollowing(finding)) {
    const std::string who = finding.player == 0 ? std::string("nobody") : words.player(finding.player);
    node.what = fmt::format("{} had to do something else first: {}", who, printable(finding.named));
    return;
  }
  const UseQuestion use{
      .definition = finding.card == kNone ? 0 : words.state().cards[finding.card].definition,
      .ability = finding.ability,
      .name = finding.named,
  };
  const std::string which = fmt::format("{} of {}", words.use(use), words.bearer(finding.card, finding.player));
  if (finding.kind == Finding::Kind::missed) {
    node.what = which + " had to happen and has not happened by now";
    return;
  }
  node.what = fmt::format("{} {}", which, faultWords(finding.fault));
  if (finding.effect != 0) node.what += fmt::format(" (effect {})", finding.effect);
  if (finding.expected && finding.recorded) {
    node.value = fmt::format("{} instead of {}", *finding.recorded, *finding.expected);
  } else if (finding.expected) {
    node.value = fmt::format("{} expected", *finding.expected);
  }
  if (finding.condition != nullptr && finding.answer != nullptr) {
    node.children.push_back(explainCondition(*finding.condition, *finding.answer, words));
  }
}

/// What an event is to a finding that rests on it; `index` says which of them, from 0.
std::string_view basisWords(const Words& words, const Finding& finding, std::size_t index) {
  switch (finding.kind) {
    case Finding::Kind::limit:
      if (isOfCopies(words.rules().ruleset.limits[finding.limit].counted)) return "a copy has been there since";
      return index == 0 ? "first use" : "use";
    case Finding::Kind::missed:
      return isOfFollowing(finding) ? "what it had to follow" : "its trigger";
    case Finding::Kind::trait:
      return finding.fault == Finding::Fault::twice && index != 0 ? "it happened" : "its trigger";
    case Finding::Kind::effect:
      return "what it follows from";
    default:
      return "before";
  }
}

void explainRequirement(const Words& words, const Finding& finding, Explanation& node) {
  std::string who = finding.player == 0 ? "this happens" : words.player(finding.player) + " does this";
  if (finding.card != kNone) {
    who = finding.player == 0 ? fmt::format("this happens to {}", words.card(finding.card))
                              : fmt::format("{} uses {}", words.player(finding.player), words.card(finding.card));
  }
  const std::string allowed =
      finding.asked == nullptr ? Words::requirement(finding.requirement) : Words::requirement(*finding.asked);
  node.what = fmt::format("{}, which the rules allow only if {}", who, allowed);
  if (finding.answer == nullptr || finding.asked == nullptr) return;
  for (Explanation& part : explainCondition(*finding.asked->that, *finding.answer, words).children) {
    node.children.push_back(std::move(part));
  }
}

}  // namespace

Explanation explainFinding(const Words& words, const Finding& finding) {
  Explanation node{.clause = finding.clause, .event = finding.event};
  switch (finding.kind) {
    case Finding::Kind::limit:
      if (isOfCopies(words.rules().ruleset.limits[finding.limit].counted)) {
        node.what = words.card(finding.card) + " is a copy too many";
        if (finding.player != 0) node.what += " for " + words.player(finding.player);
        node.value = fmt::format("{} of {} there before", finding.used, finding.max);
      } else {
        node.what =
            fmt::format("{} uses {} beyond its limit", words.player(finding.player),
                        finding.card == kNone ? std::string("an ability of its own") : words.card(finding.card));
        node.value = fmt::format("{} of {} used before", finding.used, finding.max);
      }
      break;
    case Finding::Kind::requirement:
      explainRequirement(words, finding, node);
      break;
    case Finding::Kind::order:
      node.what = "this begins too late: something that comes after it in the order has begun";
      break;
    case Finding::Kind::cycle:
      node.what = fmt::format("this starts a loop: the trait \"{}\" of {} undoes itself, and has no effect",
                              clipped(finding.trait), words.card(finding.card));
      break;
    case Finding::Kind::permission:
    case Finding::Kind::number:
    case Finding::Kind::outcome:
      explainPlay(words, finding, node);
      break;
    case Finding::Kind::impossible:
      node.what = "impossible: " + tableWords(words, finding);
      break;
    case Finding::Kind::unexplained:
      node.what = tableWords(words, finding);
      return node;
    default:
      explainText(words, finding, node);
  }
  if (finding.grade == Finding::Grade::undecided) node.what += " (perhaps: it depends on something unknown)";
  if (!finding.sayings.empty()) return node;  // they name the events that it rests on
  for (std::size_t i = 0; i < finding.rests_on.size(); ++i) {
    node.children.push_back({.what = std::string(basisWords(words, finding, i)), .event = finding.rests_on[i]});
  }
  return node;
}

}  // namespace docket
