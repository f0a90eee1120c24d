#include "engine/rules/wordings/unread_words.h"

#include "engine/rules/ability.h"
#include "engine/rules/matters.h"

namespace docket::wordings {
namespace {

schema::Matter matterOf(schema::Effect::What what) {
  using What = schema::Effect::What;
  if (changesStat(what)) return schema::Matter::STATS;
  switch (what) {
    case What::CONTROL:
      return schema::Matter::CONTROL;
    case What::FORBID:
    case What::PERMIT:
    case What::MUST:
      return schema::Matter::PERMISSIONS;
    default:
      return isChange(what) ? schema::Matter::WORDS : schema::Matter::CHANGES;
  }
}

class UnreadWords {
 public:
  UnreadWords(const Wordings& wordings, CardReading& reading) : wordings_(wordings), reading_(reading) {}

  void tell(bool limits_placed) {
    if (!limits_placed) matters_.add(schema::Matter::USES);
    for (std::size_t text = 0; text < reading_.texts.size(); ++text) findIn(text);
    for (const Unread& unread : reading_.unread) {
      AbilityRead* ability = abilityOf(reading_.texts[unread.text].read[unread.section]);
      doubt(doubtsIn(unread), ability);
      matters_.add(schema::Matter::CHANGES);
      if (ability != nullptr) ability->whole = false;
    }
    for (const auto& words : reading_.words) {
      const auto leaves = words->wording->says.getLeaves();
      if (leaves.size() == 0) continue;
      AbilityRead* ability = abilityOf(reading_.sectionOf(*words));
      doubt(Matters::of(true, leaves), ability);
      if (ability != nullptr) ability->whole = false;
    }
    for (const AbilityRead& ability : reading_.abilities) {
      if (!ability.whole) doubt(leftOutOf(ability), &ability);
    }
    for (std::size_t i = 0; i < Matters::kKinds; ++i) {
      const auto matter = static_cast<schema::Matter>(i);
      if (matters_.has(matter)) reading_.matters.push_back(matter);
    }
  }

 private:
  AbilityRead* abilityOf(const CardReading::OfSection& section) {
    return section.ability ? &reading_.abilities[*section.ability] : nullptr;
  }

  /// What an ability does to stats it does when it is used, and not while its card lies there.
  void doubt(Matters matters, const AbilityRead* ability) {
    const bool used = ability != nullptr && ability->kind == schema::Opens::ABILITY;
    for (std::size_t i = 0; i < Matters::kKinds; ++i) {
      const auto matter = static_cast<schema::Matter>(i);
      if (!matters.has(matter)) continue;
      matters_.add(used && matter == schema::Matter::STATS ? schema::Matter::USED_STATS : matter);
    }
  }

  /// What an ability does of which a word is unread is not said: that word may be its condition.
  [[nodiscard]] static Matters leftOutOf(const AbilityRead& ability) {
    Matters matters;
    for (const WordsRead* words : ability.words) {
      for (const auto effect : words->wording->says.getGives().getEffects()) matters.add(matterOf(effect.getWhat()));
    }
    return matters;
  }

  void findIn(std::size_t text) {
    const CardReading::Text& in = reading_.texts[text];
    for (std::size_t section = 0; section < in.sections.size(); ++section) {
      bool open = false;
      for (std::size_t at = in.sections[section].begin; at < in.sections[section].end; ++at) {
        if (in.printed.words[at].kind == PrintedWord::Kind::mark) continue;
        ++reading_.words_all;
        if (in.covered[at]) {
          ++reading_.words_read;
        } else if (open) {
          reading_.unread.back().end = at + 1;
        } else {
          reading_.unread.push_back({.text = text, .section = section, .begin = at, .end = at + 1});
        }
        open = !in.covered[at];
      }
    }
  }

  /// Whether the document has most words of the section in which words were not read. Where it has not, the section is
  /// in another language, or no text at all, and that none of the words is there which leave a doubt says nothing.
  [[nodiscard]] bool isOfThisLanguage(const Unread& unread) const {
    const CardReading::Text& in = reading_.texts[unread.text];
    const Section& section = in.sections[unread.section];
    std::size_t words = 0, known = 0;
    for (std::size_t at = section.begin; at < section.end; ++at) {
      if (in.printed.words[at].kind != PrintedWord::Kind::word) continue;
      ++words;
      if (in.covered[at] || in.printed.words[at].is != kOtherWord) ++known;
    }
    return 2 * known >= words;
  }

  [[nodiscard]] Matters doubtsIn(const Unread& unread) const {
    if (wordings_.doubts().empty() || !isOfThisLanguage(unread)) return Matters::all();
    const PrintedText& printed = reading_.texts[unread.text].printed;
    Matcher matcher(wordings_, printed);
    Matters matters;
    for (std::size_t at = unread.begin; at < unread.end; ++at) {
      const PrintedWord& word = printed.words[at];
      for (const Candidate& candidate : wordings_.doubtsByStart().of(word.is)) {
        const Doubt& doubt = wordings_.doubts()[candidate.line];
        if (matters.has(doubt.matter) || (!word.reminds && (candidate.forms & formsOf(word)) == 0)) continue;
        if (matcher.fit(doubt.words, at, unread.end, false) || matcher.gaveUp()) matters.add(doubt.matter);
      }
    }
    return matters;
  }

  const Wordings& wordings_;
  CardReading& reading_;
  Matters matters_;
};

}  // namespace

void tellUnread(const Wordings& wordings, CardReading& reading, bool limits_placed) {
  UnreadWords(wordings, reading).tell(limits_placed);
}

}  // namespace docket::wordings
