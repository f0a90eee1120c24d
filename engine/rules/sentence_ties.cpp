#include "engine/rules/sentence_ties.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/text_box.h"
#include "engine/rules/text_marks.h"

namespace docket {

SentenceTies::SentenceTies(const Ruleset& ruleset) {
  constexpr std::string_view kGap = " ..., ";
  if (const HeldSwitch* held = ruleset.held(RuleSwitch::sentence_is_a_trait); held != nullptr) words_ = held->names;
  const HeldSwitch* opening = ruleset.held(RuleSwitch::sentence_has_its_own);
  if (opening == nullptr) return;
  for (std::string name : opening->names) {
    std::transform(name.begin(), name.end(), name.begin(), lowered);
    const std::size_t gap = name.find(kGap);
    if (gap != std::string::npos) own_.push_back({name.substr(0, gap), name.substr(gap + kGap.size())});
  }
}

bool SentenceTies::isTied(const MarkedText& sentence) const {
  std::string text = inOneLine(sentence.without(MarkedText::Mark::in_quotes).text);
  std::transform(text.begin(), text.end(), text.begin(), lowered);
  const bool own = namesItsOwn(text);
  return ranges::any_of(words_,
                        [&](const std::string& word) { return holdsPhrase(text, word) && !(own && isForNamed(word)); });
}

bool SentenceTies::namesItsOwn(std::string_view text) const {
  const std::size_t comma = text.find(", ");
  if (comma == std::string_view::npos) return false;
  const std::string_view rest = text.substr(comma + 2);
  const auto begins = [](std::string_view with, std::string_view words) {
    return with.starts_with(words) && (with.size() == words.size() || !isWordByte(with[words.size()]));
  };
  return ranges::any_of(own_,
                        [&](const OwnOpening& one) { return begins(text, one.begins) && begins(rest, one.word); });
}

bool SentenceTies::isForNamed(std::string_view word) const {
  return ranges::any_of(own_, [&](const OwnOpening& one) { return one.word == word; });
}

}  // namespace docket
