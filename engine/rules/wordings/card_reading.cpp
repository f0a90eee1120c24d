#include "engine/rules/wordings/card_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/ability.h"
#include "engine/rules/matters.h"
#include "events/text_view.h"

namespace docket::wordings {
namespace {

using At = schema::Wording::At;
using On = schema::Wording::On;
using Opens = schema::Opens;

class Reader {
 public:
  Reader(const PrintedCard& card, const Wordings& wordings, const Ruleset& ruleset)
      : card_(card), wordings_(wordings), ruleset_(ruleset), layout_(wordings.layout()) {}

  CardReading read() {
    if (ranges::any_of(layout_.flavor, [&](const CardChoice& of) { return of.holds(card_, {}); }))
      return std::move(reading_);
    for (const auto& text : card_.texts) divideText(text);
    for (std::size_t text = 0; text < reading_.texts.size(); ++text) {
      readWordsOf(text);
      for (std::size_t section = 0; section < reading_.texts[text].sections.size(); ++section) settle(text, section);
      assemble(text);
    }
    giveLimits();
    tellUnread();
    return std::move(reading_);
  }

 private:
  void divideText(const PrintedCard::Text& text) {
    CardReading::Text made{.field = text.field,
                           .light = text.words,
                           .printed = readWords(text.words, card_.title, wordings_.vocabulary()),
                           .sections = {},
                           .covered = {},
                           .corrected = {}};
    made.sections = divide(made.printed, made.light, wordings_.document().getLayout(), ruleset_);
    made.covered.resize(made.printed.words.size());
    made.corrected.resize(made.printed.words.size());
    for (const Section& section : made.sections) {  // what the ruleset itself reads
      for (std::size_t at = section.begin; at < section.understood; ++at) made.covered[at] = true;
    }
    withheld_.emplace_back(made.sections.size());
    reading_.texts.push_back(std::move(made));
  }

  // ---- words

  /// What somebody decided comes first: no wording reads such words again.
  void readWordsOf(std::size_t text) {
    Matcher matcher(wordings_, reading_.texts[text].printed);
    for (const bool corrections : {true, false}) {
      if (corrections && !wordings_.hasCorrections()) continue;
      for (std::size_t section = 0; section < reading_.texts[text].sections.size(); ++section) {
        for (const Part& part : reading_.texts[text].sections[section].parts) {
          for (const Layer& layer : wordings_.layers()) readPart(text, section, part, layer, corrections, matcher);
        }
      }
    }
  }

  void readPart(std::size_t text, std::size_t section, const Part& part, const Layer& layer, bool corrections,
                Matcher& matcher) {
    const auto& words = reading_.texts[text].printed.words;
    const auto start = [&](std::size_t at) {
      return words[at].kind == PrintedWord::Kind::number
                 ? wordings_.vocabulary().find(reading_.texts[text].printed.of(words[at]))
                 : words[at].is;
    };
    std::size_t begin = part.begin;  // reminder text before it is no part of it
    while (begin < part.end && words[begin].reminds) ++begin;
    for (std::size_t at = part.begin; at < part.end;) {
      std::size_t next = at + 1;
      const auto try_all = [&](const std::vector<std::uint32_t>& candidates) {
        for (const std::uint32_t number : candidates) {
          if (wordings_.all()[number].correction != corrections) continue;
          if (!words[at].reminds && !wordings_.all()[number].start.holds(words[at], start(at))) continue;
          if (const auto fit = fits(wordings_.all()[number], text, part, at, matcher)) {
            take(text, section, part.block, wordings_.all()[number], *fit);
            next = std::max(fit->end, next);
            return true;
          }
        }
        return false;
      };
      if (!(at == begin && try_all(layer.at_start.of(start(at))))) try_all(layer.anywhere.of(start(at)));
      at = next;
    }
  }

  [[nodiscard]] std::optional<Fit> fits(const Wording& wording, std::size_t text, const Part& part, std::size_t at,
                                        Matcher& matcher) const {
    if (!isLookedForIn(wording, text, part)) return std::nullopt;
    if (!wording.of.holds(card_, reading_.texts[text].field)) return std::nullopt;
    const bool whole = wording.says.getAt() == At::WHOLE || wording.says.getAt() == At::END;
    for (const Pattern& pattern : wording.words) {
      auto fit = matcher.fit(pattern, at, part.end, whole);
      if (fit && fit->end > fit->begin && !isCorrected(text, *fit)) return fit;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool isCorrected(std::size_t text, const Fit& fit) const {
    const auto& corrected = reading_.texts[text].corrected;
    const auto last = corrected.begin() + static_cast<std::ptrdiff_t>(fit.end);
    return std::find(corrected.begin() + static_cast<std::ptrdiff_t>(fit.begin), last, true) != last;
  }
  [[nodiscard]] bool isLookedForIn(const Wording& wording, std::size_t text, const Part& part) const {
    const auto says = [&](Block block) { return (wording.blocks >> static_cast<unsigned>(block) & 1U) != 0; };
    if (wording.blocks != 0 && says(part.block)) return true;
    const bool whole = part.block == Block::SENTENCE || part.block == Block::ITEM;
    if (wording.blocks != 0) return whole && says(Block::PLAIN) && !isParted(text, part);
    return !whole || !isParted(text, part);
  }
  /// Whether a part is the whole of a section of which the parts are read one by one.
  [[nodiscard]] bool isParted(std::size_t text, const Part& part) const {
    return ranges::any_of(reading_.texts[text].sections, [&](const Section& section) {
      return section.parts.size() > 1 && section.parts.front().begin == part.begin &&
             section.parts.front().end == part.end;
    });
  }

  void take(std::size_t text, std::size_t section, Block block, const Wording& wording, const Fit& fit) {
    reading_.words.push_back(std::make_unique<const WordsRead>(
        WordsRead{.text = text, .section = section, .block = block, .wording = &wording, .fit = fit}));
    const auto mark = [&](std::vector<bool>& words) {
      std::fill(words.begin() + static_cast<std::ptrdiff_t>(fit.begin),
                words.begin() + static_cast<std::ptrdiff_t>(fit.end), true);
    };
    const std::vector<bool> before = fit.captures.empty() ? std::vector<bool>() : reading_.texts[text].covered;
    if (!wording.says.getHint()) mark(reading_.texts[text].covered);
    for (const Capture& capture : fit.captures) {  // what a gap passes by is not read by that
      for (std::size_t at = capture.passed_from; at < capture.passed_to; ++at) {
        reading_.texts[text].covered[at] = before[at];
      }
    }
    if (wording.correction) mark(reading_.texts[text].corrected);
  }

  // ---- what is only understood as a whole

  [[nodiscard]] bool isHeld(Block block) const { return (layout_.wholly >> static_cast<unsigned>(block) & 1U) != 0; }
  /// Where a word of a section is not read, or what two of its wordings say does not go together, its parts that are
  /// understood wholly or not at all give nothing.
  void settle(std::size_t text, std::size_t number) {
    if (layout_.wholly == 0) return;
    CardReading::Text& in = reading_.texts[text];
    const Section& section = in.sections[number];
    bool withheld = !agree(text, number);
    if (withheld) {
      for (const Part& part : section.parts) {
        if (isHeld(part.block)) uncover(in, part.begin, part.end);
      }
    }
    for (std::size_t at = section.begin; at < section.end; ++at) {
      withheld = withheld || (!in.covered[at] && in.printed.words[at].kind != PrintedWord::Kind::mark);
    }
    for (const auto& one : reading_.words) {
      if (one->text == text && one->section == number) withheld = withheld || one->wording->says.getLeaves().size() > 0;
    }
    withheld_[text][number] = withheld;
  }
  static void uncover(CardReading::Text& in, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) in.covered[at] = in.printed.words[at].reminds;
  }
  /// Whether each wording of a section has before it what it needs, and none of which there is one at most is there
  /// twice.
  [[nodiscard]] bool agree(std::size_t text, std::size_t section) const {
    std::vector<const WordsRead*> words;
    for (const auto& one : reading_.words) {
      if (one->text == text && one->section == section) words.push_back(one.get());
    }
    std::stable_sort(words.begin(), words.end(),
                     [](const auto* a, const auto* b) { return a->fit.begin < b->fit.begin; });
    std::vector<std::string_view> had;
    for (const WordsRead* one : words) {
      const std::string_view needs = view(one->wording->says.getNeeds());
      const std::string_view only = view(one->wording->says.getOnly());
      if (!needs.empty() && !ranges::contains(had, needs)) return false;
      if (only.empty()) continue;
      if (ranges::contains(had, only)) return false;
      had.push_back(only);
    }
    return true;
  }
  /// Whether what words give holds.
  [[nodiscard]] bool holds(const WordsRead& words) const {
    return !withheld_[words.text][words.section] || !isHeld(words.block);
  }

  // ---- abilities

  /// What the wordings that read words of a section say that it opens; `nothing` where none does.
  [[nodiscard]] Opens openedBy(std::size_t text, std::size_t section) const {
    // What the ruleset takes for an ability is one, whatever its words are like.
    if (reading_.texts[text].sections[section].kind == Section::Kind::ability) return Opens::ABILITY;
    for (const auto& one : reading_.words) {
      if (one->text != text || one->section != section) continue;
      if (one->wording->says.getOpens() != Opens::NOTHING) return one->wording->says.getOpens();
    }
    return Opens::NOTHING;
  }

  [[nodiscard]] bool keepsItems(std::size_t text, std::size_t section) const {
    return ranges::any_of(reading_.words, [&](const auto& one) {
      return one->text == text && one->section == section && one->wording->says.getKeepsItems();
    });
  }

  void assemble(std::size_t text) {
    const std::size_t first = reading_.abilities.size();
    bool takes_first = false;
    for (std::size_t i = 0; i < layout_.begun.size(); ++i) {
      if (!layout_.begun[i].of.holds(card_, reading_.texts[text].field)) continue;
      reading_.abilities.push_back(
          {.kind = Opens::ABILITY, .text = text, .sections = {}, .words = {}, .limits = {}, .begun = i});
      takes_first = takes_first || layout_.begun[i].takes_first;
      break;
    }
    const bool has_begun = reading_.abilities.size() > first;
    constexpr auto kNoAbility = static_cast<std::size_t>(-1);
    std::size_t current = has_begun ? first : kNoAbility;
    bool open_items = false, keeps_items = false, in_item = false;
    std::size_t opener = 0;
    for (std::size_t i = 0; i < reading_.texts[text].sections.size(); ++i) {
      const Section& section = reading_.texts[text].sections[i];
      Opens opens = openedBy(text, i);
      in_item = section.item ? beginsLine(text, i) : in_item && goesOn(text, i, opens);
      if (!section.item && !in_item && section.kind != Section::Kind::aside) {
        open_items = opens == Opens::ITEMS;
        opener = i;
        keeps_items = !open_items && keepsItems(text, i);
      }
      if ((section.item || in_item) && keeps_items) opens = Opens::JOINS;
      if (section.item && open_items && opens == Opens::NOTHING) opens = Opens::ABILITY;
      if (opens == Opens::NOTHING) opens = byForm(text, section, takes_first && has_begun);
      if (opens == Opens::ITEMS) opens = Opens::NONE;
      if (opens == Opens::BEGUN && !has_begun) opens = Opens::JOINS;
      if (opens == Opens::JOINS && current == kNoAbility) opens = Opens::TRAIT;
      if (opens == Opens::NONE) continue;
      if (opens == Opens::BEGUN) {
        current = first;
        takes_first = false;
      } else if (opens != Opens::JOINS) {
        current = reading_.abilities.size();
        reading_.abilities.push_back({.kind = opens,
                                      .text = text,
                                      .sections = {},
                                      .words = {},
                                      .limits = {},
                                      .begun = {},
                                      .item = section.item,
                                      .opener = section.item && open_items ? std::optional(opener) : std::nullopt});
      }
      reading_.abilities[current].sections.push_back(i);
      if (withheld_[text][i]) reading_.abilities[current].whole = false;
    }
    for (const auto& one : reading_.words) {
      if (one->text != text) continue;
      AbilityRead* ability = abilityAt(text, one->section);
      if (ability != nullptr && holds(*one)) ability->words.push_back(one.get());
    }
    giveOpeners(text);
  }
  /// What is said of the sentence that opens items is said of each of them, behind what it says itself.
  void giveOpeners(std::size_t text) {
    for (AbilityRead& ability : reading_.abilities) {
      if (ability.text != text || !ability.opener) continue;
      for (const auto& one : reading_.words) {
        if (one->text == text && one->section == *ability.opener && holds(*one)) ability.words.push_back(one.get());
      }
    }
  }

  [[nodiscard]] bool beginsLine(std::size_t text, std::size_t section) const {
    const CardReading::Text& in = reading_.texts[text];
    return in.printed.words[in.sections[section].begin].begins_line;
  }
  /// Whether a sentence behind another in its line, of which nothing says that it begins something, goes on with it.
  [[nodiscard]] bool goesOn(std::size_t text, std::size_t section, Opens opens) const {
    if (reading_.texts[text].sections[section].kind == Section::Kind::aside) return true;
    return reading_.texts[text].sections[section].kind == Section::Kind::plain && !beginsLine(text, section) &&
           (opens == Opens::NOTHING || opens == Opens::JOINS);
  }

  [[nodiscard]] Opens byForm(std::size_t text, const Section& section, bool first_is_begun) const {
    using Kind = Section::Kind;
    switch (section.kind) {
      case Kind::trait:
        return Opens::TRAIT;
      case Kind::ability:
      case Kind::labelled:
        return Opens::ABILITY;
      case Kind::parted:
        if (first_is_begun) return Opens::BEGUN;
        return Opens::ABILITY;
      case Kind::heading:
      case Kind::keywords:
      case Kind::flavor:
        return Opens::NONE;
      case Kind::aside:
        return Opens::JOINS;
      case Kind::plain:
        break;
    }
    if (section.item) return Opens::JOINS;
    for (const auto& [of, is] : layout_.others) {
      if (of.holds(card_, reading_.texts[text].field)) return is;
    }
    return Opens::TRAIT;
  }

  AbilityRead* abilityAt(std::size_t text, std::size_t section) {
    const auto found = ranges::find_if(reading_.abilities, [&](const AbilityRead& ability) {
      return ability.text == text && ranges::contains(ability.sections, section);
    });
    return found == reading_.abilities.end() ? nullptr : &*found;
  }

  // ---- limits

  void giveLimits() {
    for (const auto& words : reading_.words) {
      fits_ = misfits_ = false;
      for (const auto limit : words->wording->says.getLimits()) give(*words, limit);
      if (misfits_ && !fits_) nowhere_ = true;
    }
  }

  void give(const WordsRead& words, schema::Wording::Limit::Reader limit) {
    LimitRead made{
        .by = &words, .limit = filledIn(view(limit.getLimit()), words.fit.captures, false), .group = {}, .title = {}};
    const std::string max = filledIn(view(limit.getMax()), words.fit.captures, false);
    std::from_chars(max.data(), max.data() + max.size(), made.max);
    if (limit.hasName()) made.title = filledIn(view(limit.getName()), words.fit.captures, false);
    const auto of = ranges::find(ruleset_.limits, made.limit, &Limit::name);
    const bool grouped = of != ruleset_.limits.end() && of->keyed(schema::Limit::Key::GROUP);
    if (of != ruleset_.limits.end() && made.max == of->max) made.max = 0;  // the limit's own number
    if (limit.getOn() == On::CARD) {
      reading_.limits.push_back(std::move(made));
      return;
    }
    const auto to = abilitiesFor(words, limit.getOn());
    if (limit.getShared() && grouped) ++groups_;
    for (const std::size_t ability : to) {
      if (!limit.getShared() && grouped) ++groups_;
      if (of != ruleset_.limits.end() && !canLimit(*of, reading_.abilities[ability])) {
        misfits_ = true;
        continue;
      }
      fits_ = true;
      if (grouped) made.group = std::to_string(groups_);
      reading_.abilities[ability].limits.push_back(made);
    }
    if (to.empty()) nowhere_ = true;
  }

  [[nodiscard]] static bool isUsedTrait(const AbilityRead& ability) {
    return ranges::any_of(ability.words, [](const WordsRead* words) { return words->wording->says.getUsed(); });
  }
  /// Whether a limit can be on what a text box has there: one that counts how often effects apply is on traits whose
  /// trigger is understood, one that counts activations on abilities.
  [[nodiscard]] bool canLimit(const Limit& limit, const AbilityRead& ability) const {
    using Counted = schema::Limit::Counted;
    if (ability.sections.empty()) return true;
    const Section& section = reading_.texts[ability.text].sections[ability.sections.front()];
    if (section.kind == Section::Kind::trait) {
      if (limit.counted == Counted::ACTIVATIONS) return false;
      return limit.counted != Counted::APPLICATIONS || (ability.kind == Opens::TRIGGERED && ability.whole);
    }
    return section.kind != Section::Kind::ability || limit.counted != Counted::APPLICATIONS;
  }

  /// Whether other words of the same sentence limit an ability: "this effect once per Duel, and its previous effect
  /// once per turn" is about two.
  [[nodiscard]] static bool isLimitedBeside(const AbilityRead& ability, const WordsRead& words) {
    return ranges::any_of(ability.limits, [&](const LimitRead& limit) {
      return limit.by != &words && limit.by->text == words.text && limit.by->section == words.section;
    });
  }
  /// Which abilities a limit is on. It counts uses: what only applies is not among several.
  [[nodiscard]] std::vector<std::size_t> abilitiesFor(const WordsRead& words, On on) const {
    std::vector<std::size_t> found;
    const auto& all = reading_.abilities;
    const auto sections = [&](std::size_t i) { return all[i].sections; };
    const auto is_used = [&](std::size_t i) {
      return all[i].text == words.text && (all[i].kind != Opens::TRAIT || isUsedTrait(all[i]));
    };
    const auto before = [&](std::size_t i) {
      return all[i].begun && sections(i).empty() ? true : !sections(i).empty() && sections(i).front() < words.section;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].text != words.text) continue;
      const bool here = ranges::contains(sections(i), words.section);
      switch (on) {
        case On::THIS:
          if (here) found.push_back(i);
          break;
        case On::PREVIOUS:
          if (is_used(i) && (before(i) || here) && !isLimitedBeside(all[i], words)) found = {i};
          break;
        case On::NEXT:
          if (is_used(i) && !before(i) && !here && found.empty()) found = {i};
          break;
        case On::EVERY:
          if (is_used(i) && !(all[i].begun && sections(i).empty())) found.push_back(i);
          break;
        case On::PRECEDING:
          if (is_used(i) && before(i) && !(all[i].begun && sections(i).empty())) found.push_back(i);
          break;
        case On::FOLLOWING:
          if (is_used(i) && !before(i) && !here) found.push_back(i);
          break;
        case On::ITEMS:
          if (all[i].item && !before(i)) found.push_back(i);
          break;
        case On::BEGUN:
          if (all[i].begun) found.push_back(i);
          break;
        case On::CARD:
          break;
      }
    }
    return found;
  }

  // ---- what is left

  void tellUnread() {
    std::vector<bool> matters(Matters::kKinds);
    const auto doubt = [&](schema::Matter matter) { matters[static_cast<std::size_t>(matter)] = true; };
    if (nowhere_) doubt(schema::Matter::USES);
    for (std::size_t text = 0; text < reading_.texts.size(); ++text) {
      for (std::size_t section = 0; section < reading_.texts[text].sections.size(); ++section) unreadIn(text, section);
    }
    // What an ability does to stats it does when it is used, and not while its card lies there.
    const auto doubt_in = [&](const AbilityRead* ability) {
      const bool used = ability != nullptr && ability->kind == Opens::ABILITY;
      return [&doubt, used](schema::Matter matter) {
        doubt(used && matter == schema::Matter::STATS ? schema::Matter::USED_STATS : matter);
      };
    };
    for (const Unread& unread : reading_.unread) {
      AbilityRead* ability = abilityAt(unread.text, unread.section);
      doubtsIn(unread, doubt_in(ability));
      doubt(schema::Matter::CHANGES);
      if (ability != nullptr) ability->whole = false;
    }
    for (const auto& words : reading_.words) {
      const auto leaves = words->wording->says.getLeaves();
      AbilityRead* ability = leaves.size() > 0 ? abilityAt(words->text, words->section) : nullptr;
      for (const schema::Matter matter : leaves) doubt_in(ability)(matter);
      if (ability != nullptr) ability->whole = false;
    }
    for (const AbilityRead& ability : reading_.abilities) {
      if (!ability.whole) doubtWhatIsLeftOut(ability, doubt_in(&ability));
    }
    for (std::size_t i = 0; i < matters.size(); ++i) {
      if (matters[i]) reading_.matters.push_back(static_cast<schema::Matter>(i));
    }
  }

  /// What an ability does of which a word is unread is not said: that word may be its condition.
  template <class Take>
  static void doubtWhatIsLeftOut(const AbilityRead& ability, Take&& doubt) {
    for (const WordsRead* words : ability.words) {
      for (const auto effect : words->wording->says.getGives().getEffects()) doubt(matterOf(effect.getWhat()));
    }
  }
  static schema::Matter matterOf(schema::Effect::What what) {
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

  void unreadIn(std::size_t text, std::size_t number) {
    const CardReading::Text& in = reading_.texts[text];
    const Section& section = in.sections[number];
    std::optional<Unread> open;
    const auto close = [&] {
      if (open) reading_.unread.push_back(*open);
      open.reset();
    };
    for (std::size_t at = section.begin; at < section.end; ++at) {
      if (in.printed.words[at].kind == PrintedWord::Kind::mark) continue;
      ++reading_.words_all;
      if (in.covered[at]) {
        ++reading_.words_read;
        close();
      } else if (open) {
        open->end = at + 1;
      } else {
        open = Unread{.text = text, .section = number, .begin = at, .end = at + 1};
      }
    }
    close();
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

  template <class Take>
  static void doubtEverything(Take&& doubt) {
    for (std::size_t i = 0; i < Matters::kKinds; ++i) doubt(static_cast<schema::Matter>(i));
  }

  template <class Take>
  void doubtsIn(const Unread& unread, Take&& doubt) {
    Matcher matcher(wordings_, reading_.texts[unread.text].printed);
    if (wordings_.doubts().empty() || !isOfThisLanguage(unread)) doubtEverything(doubt);
    for (const Doubt& one : wordings_.doubts()) {
      const bool there = ranges::any_of(one.words, [&](const Pattern& pattern) {
        for (std::size_t at = unread.begin; at < unread.end; ++at) {
          if (matcher.fit(pattern, at, unread.end, false) || matcher.gaveUp()) return true;
        }
        return false;
      });
      if (there) doubt(one.matter);
    }
  }

  const PrintedCard& card_;
  const Wordings& wordings_;
  const Ruleset& ruleset_;
  const Layout& layout_;
  CardReading reading_;
  std::vector<std::vector<bool>> withheld_;  ///< of each section of each text
  std::uint32_t groups_ = 0;
  bool nowhere_ = false;                 ///< a limit is on abilities that are not there
  bool fits_ = false, misfits_ = false;  ///< whether a limit of the wording at hand can be on what it is on
};

}  // namespace

bool CardReading::isInDoubt(schema::Matter matter) const { return ranges::contains(matters, matter); }

CardReading readCard(const PrintedCard& card, const Wordings& wordings, const Ruleset& ruleset) {
  return Reader(card, wordings, ruleset).read();
}

}  // namespace docket::wordings
