#include "tools/explain/counts_of_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/query/limits/applicable_limits.h"
#include "tools/words/layout.h"
#include "tools/words/limit_words.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using LimitAxis = schema::Limit::Key;

/// Identifies a count of a limit: the use's value on each of the limit's axes.
std::string countKey(const State& state, const Rules& rules, const ApplicableLimit& applied,
                     const UseQuestion& question) {
  const Limit& limit = *applied.limit;
  const Definition* definition = state.definitions->known[question.definition];
  const std::uint32_t printed_title = definition == nullptr ? 0 : definition->title_number;
  std::string key = fmt::format("{}", applied.index);
  const auto add = [&](LimitAxis axis, auto value) {
    if (limit.keyed(axis)) key += fmt::format("|{}", value);
  };
  add(LimitAxis::INSTANCE,
      question.card == kNone ? fmt::format("P{}", question.player) : std::to_string(question.card));
  add(LimitAxis::TITLE, countedTitle(state, rules, applied, question));
  add(LimitAxis::ABILITY, fmt::format("{}.{}.{}", printed_title, question.ability, question.name));
  add(LimitAxis::PLAYER, static_cast<unsigned>(question.player));
  add(LimitAxis::GROUP, applied.of != nullptr ? applied.of->group : std::string{});
  add(LimitAxis::TRIGGER, question.trigger);
  add(LimitAxis::HOST, question.host);
  if (!limit.designator.empty()) key += fmt::format("|{}", question.designator);
  return key;
}

/// A count in words: "1 of 1 used", "0 or 1 of 1 used".
std::string standing(const CountOfLimit& count) {
  const UsedCount& reading = count.reading;
  std::string words = usedOf(reading.used, reading.perhaps, count.limit.max) + " used";
  if (reading.used > count.limit.max) words += " (too often)";
  return words;
}

std::string eventList(const std::vector<EventNumber>& newest_first, const Words& words) {
  std::string list;
  for (const EventNumber event : newest_first | ranges::views::reverse) {
    if (!list.empty()) list += "; ";
    list += words.eventWhen(event);
  }
  return list;
}

std::string useGivenBackWords(const GivenBackUse& back, const Words& words) {
  const std::string by =
      back.by == 0 ? std::string("because it was negated") : fmt::format("by {}", words.eventWhen(back.by));
  return fmt::format("the use of event {} was given back {} [{}]", back.use, by, printable(*back.clause));
}

std::string resetsAndGifts(const Limit& limit, const Words& words) {
  if (isOfCopies(limit.counted)) return "counts the copies that exist now";
  std::string all = "resets " + resetWords(limit, words.rules().ruleset);
  for (const GivenBack& back : limit.given_back) {
    all += fmt::format(", or if {} [{}]", givenBackWords(back.when), printable(back.clause));
  }
  return all;
}

void writeEvents(JsonWriter& json, std::string_view key, const std::vector<EventNumber>& newest_first) {
  json.list(key, newest_first | ranges::views::reverse);
}

}  // namespace

CountsOfLimits countsOfLimits(const State& state, const Rules& rules) {
  CountsOfLimits found;
  std::map<std::string, CountOfLimit> counts;
  for (auto use = state.uses.rbegin(); use != state.uses.rend(); ++use) {
    const UseQuestion question = questionOf(state, *use);
    const ApplicableLimits applicable = limitsOf(state, rules, question);
    if (!applicable.known) found.uncertain_uses.push_back(use->event);
    for (const ApplicableLimit& limit : applicable.limits) {
      const auto [at, fresh] = counts.try_emplace(countKey(state, rules, limit, question));
      if (fresh)
        at->second = {.question = question, .limit = limit, .reading = readUsedCount(state, rules, limit, question)};
    }
  }
  for (auto& [key, count] : counts) {
    const UsedCount& reading = count.reading;
    if (reading.used + reading.perhaps != 0 || !reading.given_back.empty()) {
      found.counts.push_back(std::move(count));
    }
  }
  const auto oldest = [](const CountOfLimit& count) {
    EventNumber first = kNone;
    for (const EventNumber event : count.reading.used_by) first = std::min(first, event);
    for (const EventNumber event : count.reading.perhaps_by) first = std::min(first, event);
    for (const GivenBackUse& back : count.reading.given_back) first = std::min(first, back.use);
    return first;
  };
  std::stable_sort(found.counts.begin(), found.counts.end(), [&](const auto& one, const auto& other) {
    return std::pair{one.limit.index, oldest(one)} < std::pair{other.limit.index, oldest(other)};
  });
  std::reverse(found.uncertain_uses.begin(), found.uncertain_uses.end());
  return found;
}

namespace {

/// The title by which a limit counts, in words.
std::string_view titleCounted(const CountOfLimit& count, const Words& words, const Definition& own) {
  const State& state = words.state();
  const auto title = countedTitle(state, words.rules(), count.limit, count.question);
  for (const Definition* one : state.definitions->known) {
    if (one != nullptr && one->title_number == title) return one->title;
  }
  return own.title;
}

}  // namespace

std::string countedSubject(const CountOfLimit& count, const Words& words) {
  const Limit& limit = *count.limit.limit;
  const UseQuestion& question = count.question;
  const Definition* definition = words.state().definitions->known[question.definition];
  std::string subject;
  if (limit.keyed(LimitAxis::INSTANCE)) {
    subject = words.bearer(question.card, question.player);
  } else if (limit.keyed(LimitAxis::TITLE) && definition != nullptr) {
    subject = fmt::format("cards titled {}", clipped(titleCounted(count, words, *definition)));
  } else {
    const bool of_cards = question.card != kNone && !limit.keyed(LimitAxis::ABILITY);
    subject = of_cards ? std::string("every card") : words.bearer(question.card, question.player);
  }
  if (limit.keyed(LimitAxis::ABILITY) || limit.keyed(LimitAxis::GROUP)) subject += ", " + words.use(question);
  if (limit.keyed(LimitAxis::GROUP)) subject += " and those that share its limit";
  if (limit.keyed(LimitAxis::PLAYER)) subject += fmt::format(", by {}", words.player(question.player));
  if (limit.keyed(LimitAxis::TRIGGER) && question.trigger != 0)
    subject += fmt::format(", for event {}", question.trigger);
  if (limit.keyed(LimitAxis::HOST) && question.host != kNone) subject += ", on " + words.subject(question.host);
  return subject;
}

void printCountsOfLimits(std::ostream& out, const CountsOfLimits& limits, const Words& words, bool colour) {
  for (const CountOfLimit& count : limits.counts) {
    const Limit& limit = *count.limit.limit;
    const UsedCount& reading = count.reading;
    const bool full = reading.used >= count.limit.max;
    out << flushRight("  " + countedSubject(count, words),
                      styled(colour, full ? Style::warning : Style::plain, standing(count)), 4);
    out << paragraph(fmt::format("\"{}\" [{}]", clipped(limit.wording, 200), printable(limit.clause)), 4, 6);
    const std::string_view since = isOfCopies(limit.counted) ? "there since " : "used by ";
    if (reading.used != 0) out << paragraph(std::string(since) + eventList(reading.used_by, words), 4, 6);
    if (reading.perhaps != 0) {
      out << paragraph("these may count: " + eventList(reading.perhaps_by, words), 4, 6);
    }
    for (const GivenBackUse& back : reading.given_back) out << paragraph(useGivenBackWords(back, words), 4, 6);
    out << paragraph(resetsAndGifts(limit, words), 4, 6);
  }
  if (!limits.uncertain_uses.empty()) {
    const auto items = limits.uncertain_uses | ranges::views::transform(Words::event) | ranges::to_vector;
    out << paragraph("The limits of these uses are not known:", 2, 4) << itemised(items, ",", 4, 4);
  }
}

void writeUsed(JsonWriter& json, const UseQuestion& used, const State& state) {
  if (used.card == kNone) {
    json.memberNull("card");
  } else {
    json.member("card", state.cards[used.card].number);
  }
  json.member("ability", used.ability);
  if (!used.name.empty()) json.member("named", used.name);
}

void writeCountsOfLimits(JsonWriter& json, const CountsOfLimits& limits, const Words& words) {
  json.list("limits");
  for (const CountOfLimit& count : limits.counts) {
    const Limit& limit = *count.limit.limit;
    const UseQuestion& question = count.question;
    json.object().member("limit", limit.name).member("wording", limit.wording).member("clause", limit.clause);
    json.member("allows", limitWords(count.limit, words.rules().ruleset));
    writeUsed(json, question, words.state());
    json.member("player", static_cast<unsigned>(question.player)).member("of", countedSubject(count, words));
    json.member("used", count.reading.used).member("max", count.limit.max);
    json.member("perhaps", count.reading.perhaps);
    writeEvents(json, "usedBy", count.reading.used_by);
    writeEvents(json, "perhapsBy", count.reading.perhaps_by);
    json.list("givenBack");
    for (const GivenBackUse& back : count.reading.given_back) {
      json.object().member("use", back.use).member("by", back.by).member("clause", *back.clause).end();
    }
    json.end().member("resets", resetWords(limit, words.rules().ruleset));
    json.list("wouldGiveBack");
    for (const GivenBack& back : limit.given_back) {
      json.object().member("when", givenBackWords(back.when)).member("clause", back.clause).end();
    }
    json.end().end();
  }
  json.end().list("uncertainUses", limits.uncertain_uses);
}

}  // namespace docket
