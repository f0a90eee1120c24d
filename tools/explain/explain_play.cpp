#include "tools/explain/explain_play.h"

#include <fmt/format.h>

#include <array>
#include <span>

namespace docket {
namespace {

/// "Ward Golem #3 says that it cannot", "the rules say that it may".
std::string sayingWords(const Words& words, const Saying& saying) {
  if (saying.is_default) return fmt::format("by default it {}", saysWords(saying.says));
  const std::string who = saying.source == kNone ? "the rules say" : words.card(saying.source) + " says";
  std::string text = saying.attempt ? fmt::format("an effect of {} does it", words.card(saying.source))
                                    : fmt::format("{} that it {}", who, saysWords(saying.says));
  if (saying.where != nullptr && *saying.where) {
    text += fmt::format(", where {}", clipped((*saying.where)->words(), 200));
  }
  if (saying.own_text && !saying.attempt) text += ", of itself";
  if (saying.ended) text += ", which ended at the same time";
  if (!saying.certain) text += " (perhaps)";
  return text;
}

void addSayings(const Words& words, std::span<const Saying> sayings, std::size_t prevailing, Explanation& node) {
  for (std::size_t i = 0; i < sayings.size(); ++i) {
    const Saying& saying = sayings[i];
    node.children.push_back({.what = sayingWords(words, saying),
                             .value = i == prevailing ? "this holds" : "",
                             .clause = std::string(saying.clause),
                             .event = saying.event});
  }
}

}  // namespace

std::string_view saysWords(Says says) {
  constexpr std::array<std::string_view, 3> kWords = {"may", "cannot", "must"};
  return kWords[static_cast<std::size_t>(says)];
}

Explanation explainSayings(const Words& words, const std::string& who, const PermissionReading& reading,
                           const std::string& act) {
  Explanation node{.what = fmt::format("{} {} \"{}\"", who, reading.may ? "may" : "may not", clipped(act)),
                   .value = reading.known ? "" : "perhaps",
                   .clause = std::string(reading.clause)};
  addSayings(words, {reading.sayings.data(), reading.sayings.size()}, reading.prevailing, node);
  return node;
}

void explainPermission(const Words& words, const Finding& finding, const Finding::NotPermitted& what,
                       Explanation& node) {
  using Breach = Finding::NotPermitted::Breach;
  const std::string who = finding.card != kNone ? words.card(finding.card) : words.player(finding.player);
  const std::string act = clipped(what.act);
  switch (what.breach) {
    case Breach::may_not:
      node.what = fmt::format("{} may not \"{}\"", who, act);
      break;
    case Breach::must:
      node.what = fmt::format("{} should have done \"{}\" already", who, act);
      break;
    case Breach::irreplaceable:
      node.what = fmt::format("{} cannot \"{}\", so nothing happens instead of it", who, act);
      break;
  }
  addSayings(words, what.sayings, what.prevailing, node);
}

}  // namespace docket
