// What limits and requirements say of an act: how a counter stands, and whether an event was legal (explanation.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/view/reverse.hpp>

#include "tools/counters.h"
#include "tools/explain_play.h"
#include "tools/explanation.h"
#include "tools/findings.h"
#include "tools/text.h"

namespace docket {
namespace {

using Counted = schema::Limit::Counted;

std::string givenBackWords(const Words& words, const GivenBackUse& back) {
  if (back.by == 0) return fmt::format("the use of {} was given back, as it was negated", words.eventWhen(back.use));
  return fmt::format("the use of {} was given back by", words.eventWhen(back.use));
}

std::string verdictWords(const AppliedLimit& limit, const CounterReading& reading) {
  if (reading.used >= limit.max) return "so it cannot be used again before that";
  if (reading.used + reading.perhaps >= limit.max) return "so it is not known whether it can be used again";
  return fmt::format("so it can be used {} before that",
                     counted(static_cast<std::uint64_t>(limit.max - reading.used - reading.perhaps), "more time"));
}

/// Whether a limit that holds for the question stands where `finding` says it was exceeded.
bool isAbout(const Finding& finding, const AppliedLimit& limit) {
  return finding.kind == Finding::Kind::limit && finding.limit == limit.index;
}

std::string actWords(const Words& words, schema::Event::Reader event, const UseQuestion& act) {
  const std::string who = words.player(act.player);
  if (event.isCardPlayed()) return fmt::format("{} plays {}", who, words.card(act.card));
  return fmt::format("{} uses {} of {}", who, words.use(act), words.card(act.card));
}

}  // namespace

Explanation explainCounter(const Words& words, const AppliedLimit& limit, const UseQuestion& question) {
  const CounterReading reading = readCounter(words.state(), limit, question);
  Explanation node{.what = fmt::format("\"{}\"", clipped(limit.limit->wording, 200)),
                   .value = fmt::format("{} of {} used", reading.used, limit.max),
                   .clause = limit.limit->clause};
  auto& lines = node.children;
  lines.push_back({.what = "it allows " + words.limit(limit)});
  for (const EventNumber use : reading.used_by | ranges::views::reverse) {
    const Use* record = words.state().useOf(use);
    lines.push_back({.what = record == nullptr ? std::string("used")
                                               : fmt::format("used by {}, {} of {}", words.player(record->player),
                                                             words.use(questionOf(*record)), words.card(record->card)),
                     .event = use});
  }
  for (const EventNumber use : reading.perhaps_by) {
    lines.push_back({.what = "it is not known whether this use counts", .event = use});
  }
  for (const GivenBackUse& back : reading.given_back) {
    lines.push_back({.what = givenBackWords(words, back), .clause = *back.clause, .event = back.by});
  }
  lines.push_back({.what = "it resets " + words.resets(*limit.limit)});
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
    explained.root.children.push_back({.what = "it is not known what the card is, so neither are its limits"});
    explained.agreement = Agreement::unverified;
    return explained;
  }
  const auto add = [&](std::uint16_t number, Counted counted) {
    UseQuestion question{
        .card = index, .definition = card.definition, .ability = number, .player = player, .counted = counted};
    if (number != 0 && number <= definition->abilities.size()) {
      question.designator = state.vocabulary->names.find(definition->abilities[number - 1U].designator);
    }
    const ApplicableLimits applicable = limitsOf(state, words.rules(), question);
    if (!applicable.known) explained.agreement = Agreement::unverified;
    if (applicable.limits.empty()) return;
    Explanation node{.what = words.use(question)};
    for (const AppliedLimit& limit : applicable.limits) node.children.push_back(explainCounter(words, limit, question));
    explained.root.children.push_back(std::move(node));
  };
  const auto last = static_cast<std::uint16_t>(definition->abilities.size());
  if (ability == 0) add(0, Counted::PLAYS);
  for (std::uint16_t number = ability == 0 ? 1 : ability; number <= (ability == 0 ? last : ability); ++number) {
    for (const Counted counted : {Counted::ACTIVATIONS, Counted::TRIGGERS}) add(number, counted);
  }
  if (explained.root.children.empty()) {
    explained.root.children.push_back({.what = "no limit holds for it"});
  }
  if (definition->doubtful) {
    explained.root.children.push_back({.what = "the catalogue marks what it says of this card as doubtful"});
  }
  return explained;
}

namespace {

std::string_view faultWords(Finding::Fault fault) {
  constexpr std::array<std::string_view, 12> kWords = {"is against its text",
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
                                                       "has an effect before this one that has not happened yet"};
  return kWords[static_cast<std::size_t>(fault)];
}

/// What is found about an ability or a trait of a card.
void explainText(const Words& words, const Finding& finding, Explanation& node) {
  const std::string which = fmt::format("ability {} of {}", finding.ability, words.card(finding.card));
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
}

}  // namespace

Explanation explainFinding(const Words& words, const Finding& finding) {
  Explanation node{.clause = finding.clause, .event = finding.event};
  switch (finding.kind) {
    case Finding::Kind::limit:
      node.what = fmt::format("{} uses {} beyond its limit", words.player(finding.player), words.card(finding.card));
      node.value = fmt::format("{} of {} used before", finding.used, finding.max);
      break;
    case Finding::Kind::requirement:
      node.what = fmt::format("{} uses {}, which the rules allow only if {}", words.player(finding.player),
                              words.card(finding.card), Words::requirement(finding.requirement));
      break;
    case Finding::Kind::order:
      node.what = "this begins after something that comes later in its order";
      break;
    case Finding::Kind::cycle:
      node.what = fmt::format("with this begins a cycle: the trait \"{}\" of {} undoes itself, and has no effect",
                              clipped(finding.trait), words.card(finding.card));
      break;
    case Finding::Kind::permission:
    case Finding::Kind::number:
    case Finding::Kind::outcome:
      explainPlay(words, finding, node);
      break;
    default:
      explainText(words, finding, node);
  }
  if (finding.grade == Finding::Grade::undecided) node.what += " (perhaps: something unknown decides it)";
  if (!finding.sayings.empty()) return node;  // they name the events that it rests on
  for (std::size_t i = 0; i < finding.rests_on.size(); ++i) {
    const bool first_use = i == 0 && finding.kind == Finding::Kind::limit;
    node.children.push_back({.what = first_use                              ? "first use"
                                     : finding.kind == Finding::Kind::limit ? "use"
                                                                            : "before",
                             .event = finding.rests_on[i]});
  }
  return node;
}

Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event) {
  const State& before = words.state();
  const auto findings = judge(before, words.rules(), number, event);
  const ActQuestion act = questionOf(before, event);
  Explained explained;
  auto& root = explained.root;
  root.event = number;
  const bool certain =
      ranges::any_of(findings, [](const Finding& one) { return one.grade == Finding::Grade::certain; });
  root.value = certain ? "ILLEGAL" : findings.empty() ? "legal" : "undecided";
  explained.differs = certain;
  if (!findings.empty() && !certain) explained.agreement = Agreement::unverified;
  if (!act.counted) {
    root.what = "this event";
    const ToldTable table(before, words.rules(), number, event, findings);
    const Words told(table.state(), words.rules(), words.header(), words.moments(), words.viewer());
    for (const Finding& finding : findings) root.children.push_back(explainFinding(told, finding));
    if (findings.empty()) root.children.push_back({.what = "no requirement and no limit is about such an event"});
    return explained;
  }
  root.what = actWords(words, event, act.use);
  const Act& asked = words.rules().ruleset.acts[static_cast<std::size_t>(event.which())];
  for (const Requirement& requirement : asked.requirements) {
    const bool broken = ranges::any_of(findings, [&](const Finding& one) {
      return one.kind == Finding::Kind::requirement && one.requirement == requirement.what;
    });
    root.children.push_back({.what = "required: " + Words::requirement(requirement.what),
                             .value = broken ? "no" : "yes",
                             .clause = requirement.clause});
  }
  const ApplicableLimits applicable = limitsOf(before, words.rules(), act.use);
  for (const AppliedLimit& limit : applicable.limits) {
    Explanation node = explainCounter(words, limit, act.use);
    const bool exceeded = ranges::any_of(findings, [&](const Finding& one) { return isAbout(one, limit); });
    node.value += exceeded ? " before: one too many" : " before";
    node.children.pop_back();  // what could be used next is not the question here
    root.children.push_back(std::move(node));
  }
  if (!applicable.known) {
    root.children.push_back({.what = "it is not known which ability this is, so it may have further limits"});
    if (!certain) explained.agreement = Agreement::unverified;
  }
  if (root.children.empty()) root.children.push_back({.what = "no requirement and no limit holds for it"});
  if (certain && asked.is_void) root.children.push_back({.what = "so nothing happens: the act is void"});
  return explained;
}

}  // namespace docket
