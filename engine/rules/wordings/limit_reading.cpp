#include "engine/rules/wordings/limit_reading.h"

#include <charconv>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "events/text/text_view.h"

namespace docket::wordings {
namespace {

using On = schema::Wording::On;

class LimitReader {
 public:
  LimitReader(const Ruleset& ruleset, CardReading& reading) : ruleset_(ruleset), reading_(reading) {}

  bool place() {
    for (const auto& words : reading_.words) {
      fits_ = misfits_ = false;
      for (const auto limit : words->wording->says.getLimits()) give(*words, limit);
      if (misfits_ && !fits_) placed_ = false;
    }
    return placed_;
  }

 private:
  void give(const WordsRead& words, schema::Wording::Limit::Reader limit) {
    LimitRead made{
        .by = &words, .limit = filledIn(view(limit.getLimit()), words.fit.captures, false), .group = {}, .title = {}};
    const std::string max = filledIn(view(limit.getMax()), words.fit.captures, false);
    std::from_chars(max.data(), max.data() + max.size(), made.max);
    if (limit.hasName()) made.title = filledIn(view(limit.getName()), words.fit.captures, false);
    const auto found = ranges::find(ruleset_.limits, made.limit, &Limit::name);
    const bool grouped = found != ruleset_.limits.end() && found->keyed(schema::Limit::Key::GROUP);
    if (found != ruleset_.limits.end() && made.max == found->max) made.max = 0;  // the limit's own number
    if (limit.getOn() == On::CARD) {
      reading_.limits.push_back(std::move(made));
      return;
    }
    const auto to = abilitiesFor(words, limit.getOn());
    if (limit.getShared() && grouped) ++groups_;
    for (const std::size_t ability : to) {
      if (!limit.getShared() && grouped) ++groups_;
      if (found != ruleset_.limits.end() && !canLimit(*found, reading_.abilities[ability])) {
        misfits_ = true;
        continue;
      }
      fits_ = true;
      if (grouped) made.group = std::to_string(groups_);
      reading_.abilities[ability].limits.push_back(made);
    }
    if (to.empty()) placed_ = false;
  }

  [[nodiscard]] static bool isUsedTrait(const AbilityRead& ability) {
    return ranges::any_of(ability.words, [](const WordsRead* words) { return words->wording->says.getUsed(); });
  }
  /// True if a limit can apply to an ability or trait: one that counts applications needs a trait whose trigger is
  /// understood, one that counts activations needs an ability.
  [[nodiscard]] bool canLimit(const Limit& limit, const AbilityRead& ability) const {
    using Counted = schema::Limit::Counted;
    if (ability.sections.empty()) return true;
    const Section& section = reading_.texts[ability.text].sections[ability.sections.front()];
    if (section.kind == Section::Kind::trait) {
      if (limit.counted == Counted::ACTIVATIONS) return false;
      return limit.counted != Counted::APPLICATIONS || (ability.kind == schema::Opens::TRIGGERED && ability.whole);
    }
    return section.kind != Section::Kind::ability || limit.counted != Counted::APPLICATIONS;
  }

  /// True if other words of the same sentence limit an ability: "this effect once per Duel, and its previous effect
  /// once per turn" limits two.
  [[nodiscard]] static bool isLimitedBeside(const AbilityRead& ability, const WordsRead& words) {
    return ranges::any_of(ability.limits, [&](const LimitRead& limit) {
      return limit.by != &words && limit.by->text == words.text && limit.by->section == words.section;
    });
  }
  /// The abilities that a limit is on. It counts uses, so traits that only apply are not among them.
  [[nodiscard]] std::vector<std::size_t> abilitiesFor(const WordsRead& words, On on) const {
    std::vector<std::size_t> found;
    const auto& all = reading_.abilities;
    const auto sections = [&](std::size_t i) { return all[i].sections; };
    const auto is_used = [&](std::size_t i) {
      return all[i].text == words.text && (all[i].kind != schema::Opens::TRAIT || isUsedTrait(all[i]));
    };
    const auto before = [&](std::size_t i) {
      return all[i].begun && sections(i).empty() ? true : !sections(i).empty() && sections(i).front() < words.section;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].text != words.text) continue;
      const bool here = reading_.sectionOf(words).ability == i;
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

  const Ruleset& ruleset_;
  CardReading& reading_;
  std::uint32_t groups_ = 0;
  bool placed_ = true;    ///< every limit applies to something
  bool fits_ = false;     ///< a limit of the current wording fits its target
  bool misfits_ = false;  ///< a limit of the current wording does not fit its target
};

}  // namespace

bool placeLimits(const Ruleset& ruleset, CardReading& reading) { return LimitReader(ruleset, reading).place(); }

}  // namespace docket::wordings
