#include "tools/explain/explain_limits.h"

#include <fmt/format.h>

#include <range/v3/view/reverse.hpp>

#include "engine/query/cards/undefined.h"
#include "engine/query/limits/applicable_limits.h"
#include "tools/explain/counts_of_limits.h"
#include "tools/explain/explanation.h"
#include "tools/words/limit_words.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using LimitCounted = schema::Limit::Counted;

std::string givenBackStatement(const Words& words, const GivenBackUse& back) {
  if (back.by == 0) return fmt::format("the use of {} was given back, as it was negated", words.eventWhen(back.use));
  return fmt::format("the use of {} was given back by {}, so it does not count", words.eventWhen(back.use),
                     Words::event(back.by));
}

std::string verdictWords(const ApplicableLimit& limit, const UsedCount& reading) {
  if (isOfCopies(limit.limit->counted)) {
    if (reading.used >= limit.max) return "so there can be no more of them";
    if (reading.used + reading.perhaps >= limit.max) return "so it is not known whether there can be one more";
    return fmt::format("so there can be {} more", limit.max - reading.used - reading.perhaps);
  }
  if (reading.used >= limit.max) return "so it cannot be used again until then";
  if (reading.used + reading.perhaps >= limit.max) return "so it is not known whether it can be used again";
  return fmt::format("so it can be used {} until then",
                     counted(static_cast<std::uint64_t>(limit.max - reading.used - reading.perhaps), "more time"));
}

std::string_view copiesWords(LimitCounted counted) {
  if (counted == LimitCounted::COPIES_IN_PLAY) return "in play";
  return counted == LimitCounted::COPIES_ATTACHED ? "attached" : "in a deck";
}

}  // namespace

Explanation explainCount(const Words& words, const ApplicableLimit& limit, const UseQuestion& question) {
  const UsedCount reading = readUsedCount(words.state(), words.rules(), limit, question);
  const bool copies = isOfCopies(limit.limit->counted);
  Explanation node{.what = fmt::format("\"{}\"", clipped(limit.limit->wording, 200)),
                   .value = usedOf(reading.used, reading.perhaps, limit.max) + (copies ? "" : " used"),
                   .clause = limit.limit->clause};
  auto& lines = node.children;
  lines.push_back({.what = "it allows " + limitWords(limit, words.rules().ruleset)});
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
    lines.push_back({.what = copies ? "one that may or may not count" : "this use may or may not count", .event = use});
  }
  for (const GivenBackUse& back : reading.given_back) {
    lines.push_back(
        {.what = givenBackStatement(words, back), .clause = *back.clause, .event = back.by, .is_given_back = true});
  }
  if (!copies) lines.push_back({.what = "it resets " + resetWords(*limit.limit, words.rules().ruleset)});
  for (const GivenBack& back : limit.limit->given_back) {
    lines.push_back(
        {.what = fmt::format("a use is given back if {}", givenBackWords(back.when)), .clause = back.clause});
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
    explained.root.children.push_back({.what = undefinedKey(state, index).empty()
                                                   ? "the card is not known, so neither are its limits"
                                                   : "no catalogue has the card, so its limits are not known"});
    explained.grade = Grade::unverified;
    return explained;
  }
  const auto add = [&](std::uint16_t number, LimitCounted counted) {
    UseQuestion question{.card = index,
                         .definition = card.definition,
                         .ability = number,
                         .player = counted == LimitCounted::COPIES_IN_DECK ? card.owner : player,
                         .host = card.host,
                         .counted = counted};
    if (number != 0 && number <= definition->abilities.size()) {
      question.designator = state.vocabulary->names.find(definition->abilities[number - 1U].designator);
    }
    const ApplicableLimits applicable = limitsOf(state, words.rules(), question);
    if (!applicable.known) explained.grade = Grade::unverified;
    Explanation node{.what = isOfCopies(counted) ? std::string(copiesWords(counted)) : words.use(question)};
    for (const ApplicableLimit& limit : applicable.limits) {
      if (!isOtherUse(limit, definition, question)) node.children.push_back(explainCount(words, limit, question));
    }
    if (!node.children.empty()) explained.root.children.push_back(std::move(node));
  };
  const auto last = static_cast<std::uint16_t>(definition->abilities.size());
  if (ability == 0) {
    add(0, LimitCounted::PLAYS);
    for (const LimitCounted counted :
         {LimitCounted::COPIES_IN_PLAY, LimitCounted::COPIES_ATTACHED, LimitCounted::COPIES_IN_DECK}) {
      if (counted == LimitCounted::COPIES_IN_PLAY && !words.rules().ruleset.zones[card.zone].in_play) continue;
      if (counted == LimitCounted::COPIES_ATTACHED && card.host == kNone) continue;
      add(0, counted);
    }
  }
  for (std::uint16_t number = ability == 0 ? 1 : ability; number <= (ability == 0 ? last : ability); ++number) {
    for (const LimitCounted counted : {LimitCounted::ACTIVATIONS, LimitCounted::TRIGGERS}) add(number, counted);
  }
  if (explained.root.children.empty()) {
    explained.root.children.push_back({.what = "it has no limits"});
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

}  // namespace docket
