#include "engine/rules/keywords.h"

#include <algorithm>

#include "engine/rules/text_box.h"
#include "engine/rules/text_marks.h"

namespace docket {
namespace {

template <class Names>
bool holdsName(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// True if a word begins with `name`: "Experienced 2" and "ExperiencedKYD" begin with "Experienced".
bool hasWordFrom(std::string_view keyword, std::string_view name) {
  for (std::size_t at = keyword.find(name); at != std::string_view::npos; at = keyword.find(name, at + 1)) {
    if (at == 0 || !isWordByte(keyword[at - 1])) return true;
  }
  return false;
}

/// True if a keyword is one of a kind: it is listed, or ends in the word that the kind names.
bool isOfKind(std::string_view keyword, const KeywordKind& kind) {
  if (holdsName(kind.keywords, keyword)) return true;
  const std::string& word = kind.ending_in;
  return !word.empty() && keyword.size() > word.size() && keyword.ends_with(word) &&
         isBlank(keyword[keyword.size() - word.size() - 1]);
}

/// True if one has a keyword that the other lacks.
bool exceeds(const Keywords& one, const Keywords& other) {
  return std::any_of(one.begin(), one.end(), [&](std::string_view keyword) { return !holdsName(other, keyword); });
}

}  // namespace

bool isReferredTo(std::string_view keyword, std::string_view name, const Ruleset& ruleset) {
  if (samePhrase(keyword, name)) return true;
  if (name.empty()) return false;
  const auto is_part = [&] { return keyword.find(name) != std::string_view::npos; };
  if (!ruleset.isOn(RuleSwitch::keyword_is_whole, is_part) && is_part()) return true;
  const SwitchLine* by_word = ruleset.switchLineUnnoted(RuleSwitch::keyword_by_its_word);
  const bool has_word = by_word != nullptr && holdsName(by_word->names, name) && hasWordFrom(keyword, name);
  if (has_word || by_word == nullptr) ruleset.note(RuleSwitch::keyword_by_its_word);
  return has_word;
}

bool isRestricted(std::string_view keyword, const Ruleset& ruleset) {
  return std::any_of(ruleset.keyword_kinds.begin(), ruleset.keyword_kinds.end(),
                     [&](const KeywordKind& kind) { return !kind.of.empty() && isOfKind(keyword, kind); });
}

bool canHaveKeyword(std::string_view keyword, const std::vector<std::string_view>& types, bool is_player,
                    const Ruleset& ruleset) {
  const auto allows = [&](const KeywordKind& kind) {
    if (kind.of.empty() || !isOfKind(keyword, kind)) return true;
    if (is_player) return holdsName(kind.of, "player");
    return std::any_of(types.begin(), types.end(), [&](std::string_view type) { return holdsName(kind.of, type); });
  };
  bool can = true;
  for (const KeywordKind& kind : ruleset.keyword_kinds) {
    if (allows(kind)) continue;
    ruleset.note(kind.clause);
    can = false;
  }
  return can;
}

Keywords eligible(const Keywords& keywords, const KeywordKind* kind) {
  Keywords all;
  for (const std::string_view keyword : keywords) {
    if ((kind == nullptr || isOfKind(keyword, *kind)) && !holdsName(all, keyword)) all.push_back(keyword);
  }
  return all;
}

bool haveSameKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset) {
  if (one.empty() || other.empty()) {
    // The misreading: two that have none have the same, namely none.
    return !ruleset.isOn(RuleSwitch::no_keyword_no_difference) && one.empty() && other.empty();
  }
  if (!ruleset.isOn(RuleSwitch::shared_keyword_is_same)) return one.front() == other.front();  // only the first counts
  return std::any_of(one.begin(), one.end(), [&](std::string_view keyword) { return holdsName(other, keyword); });
}

bool haveDifferentKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset) {
  if (one.empty() || other.empty()) {
    // The misreading: one that has none is different from one that has some.
    return !ruleset.isOn(RuleSwitch::no_keyword_no_difference) && one.empty() != other.empty();
  }
  if (!ruleset.isOn(RuleSwitch::different_is_mutual)) return one.front() != other.front();  // only the first counts
  return exceeds(one, other) && exceeds(other, one);
}

bool areAllDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset) {
  if (!ruleset.isOn(RuleSwitch::all_different_in_pairs)) {  // as many different ones as there are cards
    return countDifferent(cards, ruleset) >= cards.size();
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    for (std::size_t j = i + 1; j < cards.size(); ++j) {
      if (!haveDifferentKeyword(cards[i], cards[j], ruleset)) return false;
    }
  }
  return true;
}

std::size_t countDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset) {
  Keywords all;
  for (const Keywords& keywords : cards) all.insert(all.end(), keywords.begin(), keywords.end());
  if (ruleset.isOn(RuleSwitch::different_are_counted_once)) return eligible(all, nullptr).size();
  // Misreading: every copy counts; a single keyword has nothing to differ from.
  return all.size() < 2 ? 0 : all.size();
}

}  // namespace docket
