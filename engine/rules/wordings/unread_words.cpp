#include "engine/rules/wordings/unread_words.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/none_of.hpp>

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

  void addDoubts(bool limits_placed) {
    if (!limits_placed) reading_.matters.add(schema::Matter::USES);
    for (std::size_t text = 0; text < reading_.texts.size(); ++text) findIn(text);
    for (const Unread& unread : reading_.unread) {
      const Place place{.text = unread.text, .section = unread.section};
      // Words of a cost and of the effect after it are about different things, though unread together.
      for (Unread part = unread; part.begin < unread.end; part.begin = part.end) {
        part.end = part.begin + 1;
        while (part.end < unread.end && saysWhenItIsUsed(place, part.end) == saysWhenItIsUsed(place, part.begin))
          ++part.end;
        doubt(doubtsIn(part), place, part.begin);
      }
      takeForPartial(place);
      reading_.matters.add(schema::Matter::CHANGES);
    }
    for (const auto& words : reading_.words) {
      const auto leaves = words->wording->says.getLeaves();
      if (leaves.size() == 0) continue;
      const Place place{.text = words->text, .section = words->section};
      doubt(Matters::of(true, leaves), place, words->fit.begin);
      // A hint's doubts are in addition to what other wordings read from the same words.
      if (!words->wording->says.getHint()) takeForPartial(place);
    }
    for (const AbilityRead& ability : reading_.abilities) {
      if (ability.whole) continue;
      for (const schema::Matter matter : leftOutOf(ability).listed()) reading_.matters.add(whenUsed(matter, &ability));
    }
  }

 private:
  struct Place {
    std::size_t text, section;
  };
  /// The objects that a sentence refers to, read or not.
  struct Spoken {
    PayloadSet acts = 0, own_acts = 0;
    bool of_itself = false, of_the_turn = false, of_longer = false, while_there = false;
  };

  AbilityRead* abilityOf(Place in) {
    const auto ability = reading_.texts[in.text].read[in.section].ability;
    return ability ? &reading_.abilities[*ability] : nullptr;
  }

  static bool isUsed(const AbilityRead* ability) {
    return ability != nullptr && ability->kind == schema::Opens::ABILITY;
  }
  /// Effects of an ability on stats happen when it is used, not as long as its card is there.
  static schema::Matter whenUsed(schema::Matter matter, const AbilityRead* ability) {
    return isUsed(ability) && matter == schema::Matter::STATS ? schema::Matter::USED_STATS : matter;
  }

  /// Adds the matters that unread words from `at` on leave in doubt.
  void doubt(const Matters& matters, Place in, std::size_t at) {
    const AbilityRead* ability = abilityOf(in);
    for (const schema::Matter matter : matters.listed()) {
      using M = schema::Matter;
      const bool of_itself = matter == M::OWN_PERMISSIONS || matter == M::OWN_PROHIBITIONS;
      const bool only_forbids = matter == M::PROHIBITIONS || matter == M::OWN_PROHIBITIONS;
      if (of_itself || only_forbids || matter == M::PERMISSIONS) {
        doubtPermissions({.acts = matters.acts(matter), .of_itself = of_itself, .only_forbids = only_forbids}, in, at,
                         ability);
      } else {
        reading_.matters.add(whenUsed(matter, ability));
      }
    }
  }
  void takeForPartial(Place in) {
    if (AbilityRead* ability = abilityOf(in)) ability->whole = false;
  }

  /// The acts that words leave in doubt.
  struct OpenActs {
    PayloadSet acts;
    bool of_itself;
    bool only_forbids;
  };

  /// Narrows doubted permissions to the acts, cards and time that the sentence is about.
  void doubtPermissions(OpenActs open, Place in, std::size_t at, const AbilityRead* ability) {
    const auto add = [&](schema::Matter matter, PayloadSet acts) {
      reading_.matters.add(open.only_forbids ? prohibitionOf(matter) : matter, acts);
    };
    if (!wordings_.knowsHarmlessWords())
      return add(open.of_itself ? schema::Matter::OWN_PERMISSIONS : schema::Matter::PERMISSIONS, open.acts);
    // A condition forbids nothing, so neither its read nor its unread words are judged.
    if (isUsed(ability) && saysWhenItIsUsed(in, at)) return;
    if (reading_.texts[in.text].sections[in.section].kind == Section::Kind::heading) {
      // A heading lists the materials of a card: it restricts how the card comes into play, not how it is used.
      constexpr PayloadSet kComing = payloadBit(schema::Event::CARD_MOVED) | payloadBit(schema::Event::CARD_PLAYED) |
                                     payloadBit(schema::Event::CARD_CREATED) | payloadBit(schema::Event::CARD_ATTACHED);
      return add(schema::Matter::OWN_PERMISSIONS, open.acts & kComing);
    }
    Spoken spoken = spokenIn(in);
    spoken.of_itself = spoken.of_itself || open.of_itself;
    if (spoken.own_acts != 0) add(schema::Matter::OWN_PERMISSIONS, spoken.own_acts);
    const PayloadSet acts = spoken.acts != 0 ? open.acts & spoken.acts : open.acts;
    add(permissionsOf(spoken, isUsed(ability)), acts);
    // "the turn you activate this card", about the card as a whole: it holds when the card has left, too.
    if (!isUsed(ability) && spoken.of_the_turn && !spoken.of_itself) add(schema::Matter::USED_PERMISSIONS, acts);
  }
  static schema::Matter permissionsOf(const Spoken& spoken, bool used) {
    if (spoken.of_itself) return schema::Matter::OWN_PERMISSIONS;
    if (!used || spoken.while_there) return schema::Matter::PERMISSIONS;
    const bool in_the_turn = spoken.of_the_turn && !spoken.of_longer;
    return in_the_turn ? schema::Matter::USED_PERMISSIONS : schema::Matter::LATER_PERMISSIONS;
  }

  /// True if a word is in the condition or the cost of its sentence.
  [[nodiscard]] bool saysWhenItIsUsed(Place in, std::size_t at) const {
    const auto& parts = reading_.texts[in.text].sections[in.section].parts;
    return ranges::any_of(parts, [&](const Part& part) {
      return (part.block == Block::CONDITION || part.block == Block::COST) && part.begin <= at && at < part.end;
    });
  }

  /// What the words of a section say about its doubts: acts, cards, time. Of matches that begin at the same word only
  /// the longest counts, and none that begins within an earlier one.
  [[nodiscard]] Spoken spokenIn(Place in) const {
    using About = schema::Doubt::About;
    const CardReading::Text& text = reading_.texts[in.text];
    const Section& section = text.sections[in.section];
    struct Longest {
      Fit fit;
      std::vector<const Doubt*> lines;
    };
    std::vector<Longest> longest_fits;
    eachFit(text.printed, section.begin, section.end, [&](const Doubt& doubt, const Fit& fit) {
      if (doubt.about == About::MATTER || doubt.about == About::NOTHING || saysWhenItIsUsed(in, fit.begin)) return;
      const bool is_new = longest_fits.empty() || longest_fits.back().fit.begin != fit.begin;
      if (is_new && ranges::any_of(longest_fits, [&](const Longest& words) { return fitsWord(words.fit, fit.begin); }))
        return;
      if (is_new) longest_fits.push_back({.fit = fit, .lines = {}});
      if (fit.end > longest_fits.back().fit.end) longest_fits.back() = {.fit = fit, .lines = {}};
      if (fit.end == longest_fits.back().fit.end) longest_fits.back().lines.push_back(&doubt);
    });
    Spoken spoken;
    for (const Longest& words : longest_fits) {
      for (const Doubt* line : words.lines) {
        (line->about == About::ACTS ? spoken.acts : spoken.own_acts) |= line->acts;
        spoken.of_itself = spoken.of_itself || line->about == About::ITSELF;
        spoken.of_the_turn = spoken.of_the_turn || line->about == About::TURN;
        spoken.of_longer = spoken.of_longer || line->about == About::LONGER;
        spoken.while_there = spoken.while_there || line->about == About::THERE;
      }
    }
    return spoken;
  }

  /// Calls `take` with each line of the document that matches words in [begin, end), and the match. If the matcher gave
  /// up, the match has no words.
  template <class Take>
  void eachFit(const PrintedText& printed, std::size_t begin, std::size_t end, Take&& take) const {
    Matcher matcher(wordings_, printed);
    for (std::size_t at = begin; at < end; ++at) {
      const PrintedWord& word = printed.words[at];
      for (const Candidate& candidate : wordings_.doubtsByStart().of(word.is)) {
        const Doubt& doubt = wordings_.doubts()[candidate.line];
        if (!word.reminds && (candidate.forms & formsOf(word)) == 0) continue;
        const auto fit = matcher.fit(doubt.words, at, end, false);
        if (fit) take(doubt, *fit);
        if (!fit && matcher.gaveUp()) take(doubt, Fit{.begin = at, .end = at, .captures = {}});
      }
    }
  }
  /// True if it matches a word rather than skipping it.
  static bool fitsWord(const Fit& fit, std::size_t at) {
    return fit.begin <= at && at < fit.end && ranges::none_of(fit.captures, [&](const Capture& one) {
             return one.passed_from <= at && at < one.passed_to;
           });
  }

  /// The matters of an ability's effects: they are in doubt because an unread word may be its condition.
  [[nodiscard]] static Matters leftOutOf(const AbilityRead& ability) {
    Matters matters;
    for (const WordsRead* words : ability.words) {
      for (const auto effect : words->wording->says.getGives().getEffects()) matters.add(matterOf(effect.getWhat()));
    }
    return matters;
  }

  void findIn(std::size_t text) {
    const CardReading::Text& card_text = reading_.texts[text];
    for (std::size_t section = 0; section < card_text.sections.size(); ++section) {
      bool open = false;
      for (std::size_t at = card_text.sections[section].begin; at < card_text.sections[section].end; ++at) {
        if (card_text.printed.words[at].kind == PrintedWord::Kind::mark) continue;
        ++reading_.words_all;
        if (card_text.covered[at]) {
          ++reading_.words_read;
        } else if (open) {
          reading_.unread.back().end = at + 1;
        } else {
          reading_.unread.push_back({.text = text, .section = section, .begin = at, .end = at + 1});
        }
        open = !card_text.covered[at];
      }
    }
  }

  /// True if the document has most words of the section with the unread words. Otherwise the section is in another
  /// language, or is not a text, and the absence of words that leave a doubt proves nothing.
  [[nodiscard]] bool isOfThisLanguage(const Unread& unread) const {
    const CardReading::Text& card_text = reading_.texts[unread.text];
    const Section& section = card_text.sections[unread.section];
    std::size_t words = 0, known = 0;
    for (std::size_t at = section.begin; at < section.end; ++at) {
      if (card_text.printed.words[at].kind != PrintedWord::Kind::word) continue;
      ++words;
      if (card_text.covered[at] || card_text.printed.words[at].is != kOtherWord) ++known;
    }
    return 2 * known >= words;
  }

  [[nodiscard]] Matters doubtsIn(const Unread& unread) const {
    const bool knows_words = wordings_.knowsHarmlessWords();
    if (wordings_.doubts().empty() || (!knows_words && !isOfThisLanguage(unread))) return Matters::all();
    const PrintedText& printed = reading_.texts[unread.text].printed;
    Matters matters;
    std::vector<bool> known(unread.end - unread.begin, !knows_words);
    Fit harmless{};
    eachFit(printed, unread.begin, unread.end, [&](const Doubt& doubt, const Fit& fit) {
      using About = schema::Doubt::About;
      const bool is_within = harmless.begin <= fit.begin && fit.end <= harmless.end && fit.begin != fit.end;
      if (doubt.about == About::NOTHING && fit.end > harmless.end && fit.end > fit.begin + 1) harmless = fit;
      if (doubt.about == About::MATTER && !is_within)
        matters.add(doubt.matter, doubt.acts != 0 ? doubt.acts : kAnyPayload);
      for (std::size_t at = fit.begin; at < fit.end; ++at) {
        if (fitsWord(fit, at)) known[at - unread.begin] = true;
      }
    });
    for (std::size_t at = unread.begin; at < unread.end; ++at) {
      const bool is_word = printed.words[at].kind == PrintedWord::Kind::word;
      if (is_word && !known[at - unread.begin]) return Matters::all();
    }
    return matters;
  }

  const Wordings& wordings_;
  CardReading& reading_;
};

}  // namespace

void addUnreadDoubts(const Wordings& wordings, CardReading& reading, bool limits_placed) {
  UnreadWords(wordings, reading).addDoubts(limits_placed);
}

}  // namespace docket::wordings
