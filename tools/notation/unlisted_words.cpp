#include "tools/notation/unlisted_words.h"

#include <fmt/format.h>

#include <map>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>

namespace docket::notation {
namespace {

/// The names listed for each payload, looked up when first needed.
class ListedWords {
 public:
  explicit ListedWords(const Rules& rules) : rules_(rules) {}

  /// True if the word is listed, or if no words are listed for the payload.
  [[nodiscard]] bool has(schema::Event::Which payload, std::string_view word) {
    const auto& listed = listedFor(payload);
    return listed.empty() || ranges::contains(listed, word);
  }
  [[nodiscard]] std::string nearest(schema::Event::Which payload, std::string_view word) {
    return std::string(KnownNames(listedFor(payload)).nearest(word));
  }

 private:
  const std::vector<std::string_view>& listedFor(schema::Event::Which payload) {
    const auto [found, is_new] = listed_.try_emplace(payload);
    if (is_new) found->second = knownNames(rules_, *vocabularyField(payload), payload);
    return found->second;
  }

  const Rules& rules_;
  std::map<schema::Event::Which, std::vector<std::string_view>> listed_;
};

}  // namespace

std::vector<UnlistedWord> unlistedWords(const Rules& rules, const EventSource& events, EventNumber last,
                                        const Names& names) {
  std::vector<UnlistedWord> unlisted;
  ListedWords listed(rules);
  events.forEach(1, last, [&](EventNumber number, schema::Event::Reader event) {
    const std::string_view word = vocabularyWord(event, names);
    if (word.empty() || listed.has(event.which(), word)) return;
    const auto known = ranges::find_if(
        unlisted, [&](const UnlistedWord& one) { return one.payload == event.which() && one.word == word; });
    if (known != unlisted.end()) {
      ++known->events;
      return;
    }
    unlisted.push_back({.payload = event.which(),
                        .word = std::string(word),
                        .first = number,
                        .events = 1,
                        .near = listed.nearest(event.which(), word)});
  });
  return unlisted;
}

std::string wordsFor(const UnlistedWord& unlisted) {
  const std::string more = unlisted.events == 1 ? "" : fmt::format(" (and {} more)", unlisted.events - 1);
  const std::string slip = unlisted.near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", unlisted.near);
  return fmt::format("event {}{}: \"{}\", {}, is listed neither by the ruleset nor by the cards{}", unlisted.first,
                     more, unlisted.word, vocabularyMeaning(unlisted.payload), slip);
}

}  // namespace docket::notation
