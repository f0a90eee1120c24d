#include "tools/words/scope_words.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/find_if.hpp>

#include "events/payload_names.h"
#include "events/text/letters.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Aspect::count_)> kAspects = {
    "what has to hold for it",     "whether it may be done", "how often it is done",  "how many copies there are",
    "what the text of cards says", "which number is chosen", "whether it is the end",
};

std::uint64_t orderOf(const ActsInScope& line) {
  return static_cast<std::uint64_t>(line.act) << 32U | line.scope.aspects.to_ulong() << 1U |
         (line.scope.whole ? 1U : 0U);
}

}  // namespace

void ScopeTally::add(schema::Event::Which act, const ScopeOfAct& scope) {
  ++(!scope.isCovered() ? none_ : scope.whole ? whole_ : part_);
  const ActsInScope one{.act = act, .scope = scope, .count = 1};
  const auto found = ranges::find_if(lines_, [&](const ActsInScope& line) { return orderOf(line) >= orderOf(one); });
  if (found != lines_.end() && orderOf(*found) == orderOf(one)) {
    ++found->count;
  } else {
    lines_.insert(found, one);
  }
}

std::string_view scopeGrade(const ScopeOfAct& scope) {
  if (!scope.isCovered()) return "no rule here covers it";
  return scope.whole ? "judged by its rules" : "judged in part";
}

std::string scopeWords(const ScopeOfAct& scope) {
  std::string words;
  for (std::size_t i = 0; i < kAspects.size(); ++i) {
    if (!scope.aspects.test(i)) continue;
    if (!words.empty()) words += ", ";
    words += kAspects[i];
  }
  return words;
}

std::string judgedWords(const ScopeOfAct& scope) {
  const std::string scope_text = scopeWords(scope);
  return fmt::format("{}{}{}", scopeGrade(scope), scope_text.empty() ? "" : ": ", scope_text);
}

std::string actKindWords(schema::Event::Which act) { return splitCamelCase(payloadName(act), ' '); }

std::vector<std::string> tallyLines(const ScopeTally& tally) {
  std::vector<std::string> lines;
  for (const ActsInScope& line : tally.lines()) {
    const std::string scope_text = scopeWords(line.scope);
    const std::string times = line.count == 1 ? "once" : fmt::format("{} times", line.count);
    lines.push_back(fmt::format("{}, {}: {}{}", actKindWords(line.act), times, scopeGrade(line.scope),
                                scope_text.empty() ? "" : fmt::format(" ({})", scope_text)));
  }
  return lines;
}

void writeScope(JsonWriter& json, const ScopeTally& tally) {
  json.member("acts", tally.acts()).member("whole", tally.whole()).member("part", tally.part());
  json.member("none", tally.none()).list("kinds");
  for (const ActsInScope& line : tally.lines()) {
    json.object().member("act", payloadName(line.act)).member("judged", scopeGrade(line.scope));
    json.member("of", scopeWords(line.scope)).member("count", line.count).end();
  }
  json.end();
}

}  // namespace docket
