#include "engine/rules/wordings/ability_reading.h"

#include <range/v3/algorithm/any_of.hpp>
#include <utility>

namespace docket::wordings {
namespace {

using Opens = schema::Opens;

class AbilityReader {
 public:
  AbilityReader(const PrintedCard& card, const Layout& layout, CardReading& reading, std::size_t text)
      : card_(card),
        layout_(layout),
        reading_(reading),
        text_(text),
        in_(reading.texts[text]),
        first_(reading.abilities.size()) {}

  void read() {
    begin();
    for (std::size_t section = 0; section < in_.sections.size(); ++section) {
      if (const auto opens = opensIn(section)) place(section, *opens);
    }
    for (const auto& words : reading_.words) {
      if (words->text != text_ || !holds(*words)) continue;
      if (const auto ability = reading_.sectionOf(*words).ability)
        reading_.abilities[*ability].words.push_back(words.get());
    }
    giveOpeners();
  }

 private:
  /// The abilities that the card has before its text is read.
  void begin() {
    for (std::size_t i = 0; i < layout_.begun.size(); ++i) {
      if (!layout_.begun[i].of.holds(card_, in_.field)) continue;
      reading_.abilities.push_back(
          {.kind = Opens::ABILITY, .text = text_, .sections = {}, .words = {}, .limits = {}, .begun = i});
      has_begun_ = true;
      takes_first_ = layout_.begun[i].takes_first;
      current_ = first_;
      return;
    }
  }

  /// What a section opens or joins; empty if it is about the card itself.
  std::optional<Opens> opensIn(std::size_t number) {
    const Section& section = in_.sections[number];
    Opens opens = saidToOpen(number);
    in_item_ = section.item ? beginsLine(section) : in_item_ && goesOn(section, opens);
    if (!section.item && !in_item_ && section.kind != Section::Kind::aside) {
      open_items_ = opens == Opens::ITEMS;
      opener_ = number;
      keeps_items_ = !open_items_ && keepsItems(number);
    }
    if ((section.item || in_item_) && keeps_items_) opens = Opens::JOINS;
    if (section.item && open_items_ && opens == Opens::NOTHING) opens = Opens::ABILITY;
    if (opens == Opens::NOTHING) opens = byForm(section);
    if (opens == Opens::BEGUN && !has_begun_) opens = Opens::JOINS;
    if (opens == Opens::JOINS && !current_) opens = Opens::TRAIT;
    if (opens == Opens::ITEMS || opens == Opens::NONE) return std::nullopt;
    return opens;
  }

  void place(std::size_t number, Opens opens) {
    const Section& section = in_.sections[number];
    if (opens == Opens::BEGUN) {
      current_ = first_;
      takes_first_ = false;
    } else if (opens != Opens::JOINS) {
      current_ = reading_.abilities.size();
      reading_.abilities.push_back({.kind = opens,
                                    .text = text_,
                                    .sections = {},
                                    .words = {},
                                    .limits = {},
                                    .begun = {},
                                    .item = section.item,
                                    .opener = section.item && open_items_ ? std::optional(opener_) : std::nullopt});
    }
    in_.read[number].ability = current_;
    AbilityRead& ability = reading_.abilities[current_.value()];
    ability.sections.push_back(number);
    if (in_.read[number].withheld) ability.whole = false;
  }

  /// The opening sentence of items applies to each item, after the item's own words.
  void giveOpeners() {
    for (std::size_t i = first_; i < reading_.abilities.size(); ++i) {
      AbilityRead& ability = reading_.abilities[i];
      if (!ability.opener) continue;
      for (const WordsRead* words : in_.read[*ability.opener].words) {
        if (holds(*words)) ability.words.push_back(words);
      }
    }
  }

  /// True if the properties that words give apply.
  [[nodiscard]] bool holds(const WordsRead& words) const {
    return !reading_.sectionOf(words).withheld || !layout_.readsWholly(words.block);
  }

  /// The kind that a section opens by the wordings that read its words; `nothing` if none opens one.
  [[nodiscard]] Opens saidToOpen(std::size_t number) const {
    // An ability by the ruleset's division is an ability, whatever its words.
    if (in_.sections[number].kind == Section::Kind::ability) return Opens::ABILITY;
    for (const WordsRead* one : in_.read[number].words) {
      if (one->wording->says.getOpens() != Opens::NOTHING) return one->wording->says.getOpens();
    }
    return Opens::NOTHING;
  }
  [[nodiscard]] bool keepsItems(std::size_t number) const {
    return ranges::any_of(in_.read[number].words,
                          [](const WordsRead* one) { return one->wording->says.getKeepsItems(); });
  }

  [[nodiscard]] bool beginsLine(const Section& section) const { return in_.printed.words[section.begin].begins_line; }
  /// True if a sentence that follows another on its line continues it, unless words open something.
  [[nodiscard]] bool goesOn(const Section& section, Opens opens) const {
    if (section.kind == Section::Kind::aside) return true;
    return section.kind == Section::Kind::plain && !beginsLine(section) &&
           (opens == Opens::NOTHING || opens == Opens::JOINS);
  }

  [[nodiscard]] Opens byForm(const Section& section) const {
    using Kind = Section::Kind;
    switch (section.kind) {
      case Kind::trait:
        return Opens::TRAIT;
      case Kind::ability:
      case Kind::labelled:
        return Opens::ABILITY;
      case Kind::parted:
        return takes_first_ ? Opens::BEGUN : Opens::ABILITY;
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
    for (const auto& [cards, opens] : layout_.others) {
      if (cards.holds(card_, in_.field)) return opens;
    }
    return Opens::TRAIT;
  }

  const PrintedCard& card_;
  const Layout& layout_;
  CardReading& reading_;
  const std::size_t text_;
  CardReading::Text& in_;
  const std::size_t first_;             ///< ability of this text
  std::optional<std::size_t> current_;  ///< ability that is being read
  bool has_begun_ = false;
  bool takes_first_ = false;  ///< the first sentence that would open an ability belongs to the one that has begun
  // The sentence before the current items:
  std::size_t opener_ = 0;
  bool open_items_ = false, keeps_items_ = false, in_item_ = false;
};

}  // namespace

void assembleAbilities(const PrintedCard& card, const Layout& layout, CardReading& reading, std::size_t text) {
  AbilityReader(card, layout, reading, text).read();
}

}  // namespace docket::wordings
