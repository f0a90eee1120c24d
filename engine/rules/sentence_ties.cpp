#include "engine/rules/sentence_ties.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/letters.h"
#include "events/text/split.h"

namespace docket {
namespace {

/// The first place of a phrase in a text from `from` on, as whole words.
std::size_t placeOfPhrase(std::string_view text, std::string_view phrase, std::size_t from) {
  for (std::size_t at = text.find(phrase, from); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !isWordByte(text[at - 1])) && (end == text.size() || !isWordByte(text[end]))) return at;
  }
  return std::string_view::npos;
}

/// True if a text ends with a phrase, as whole words.
bool endsWithPhrase(std::string_view text, std::string_view phrase) {
  if (!text.ends_with(phrase)) return false;
  const std::size_t at = text.size() - phrase.size();
  return at == 0 || !isWordByte(text[at - 1]);
}

}  // namespace

SentenceTies::SentenceTies(const Ruleset& ruleset) {
  constexpr std::string_view kOpeningGap = " ..., ";
  constexpr std::string_view kGap = " ... ";
  const SwitchLine* ties = ruleset.switchLine(RuleSwitch::sentence_is_a_trait);
  if (ties == nullptr) return;
  for (const std::string& word : ties->names) words_.push_back(asciiLower(word));
  const SwitchLine* switch_line = ruleset.switchLine(RuleSwitch::sentence_names_its_subject);
  if (switch_line == nullptr) return;
  for (const std::string& line : switch_line->names) {
    const std::string name = asciiLower(line);
    if (const std::size_t gap = name.find(kOpeningGap); gap != std::string::npos) {
      own_.push_back({name.substr(0, gap), name.substr(gap + kOpeningGap.size())});
    } else if (const std::size_t end = name.find(kGap); end != std::string::npos) {
      Noun& noun = nouns_.emplace_back(Noun{.noun = name.substr(0, end), .words = {}});
      eachPart(std::string_view(name).substr(end + kGap.size()), std::vector<std::string_view>{","},
               [&](std::string_view word) { noun.words.emplace_back(trimmed(word)); });
    }
  }
}

bool SentenceTies::isTied(const MarkedText& sentence) const {
  const std::string text = asciiLower(inOneLine(sentence.without(MarkedText::Mark::in_quotes).text));
  const bool own = namesItsOwn(text);
  return ranges::any_of(words_, [&](const std::string& word) {
    if (own && isForNamed(word)) return false;
    for (std::size_t at = placeOfPhrase(text, word, 0); at != std::string_view::npos;
         at = placeOfPhrase(text, word, at + 1)) {
      if (!names(std::string_view(text).substr(0, at), word)) return true;
    }
    return false;
  });
}

bool SentenceTies::names(std::string_view text, std::string_view word) const {
  return ranges::any_of(nouns_, [&](const Noun& one) {
    if (!ranges::contains(one.words, word)) return false;
    for (std::size_t at = placeOfPhrase(text, one.noun, 0); at != std::string_view::npos;
         at = placeOfPhrase(text, one.noun, at + 1)) {
      if (!isPartOfLongerWords(text, at + one.noun.size(), one.noun)) return true;
    }
    return false;
  });
}

bool SentenceTies::isPartOfLongerWords(std::string_view text, std::size_t end, std::string_view noun) const {
  const std::string_view until = text.substr(0, end);
  const auto is_more = [&](std::string_view phrase) {
    return phrase.size() > noun.size() && endsWithPhrase(until, phrase);
  };
  return ranges::any_of(words_, is_more) || ranges::any_of(nouns_, is_more, &Noun::noun);
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
