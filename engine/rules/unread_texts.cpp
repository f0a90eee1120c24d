#include "engine/rules/unread_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <string_view>
#include <utility>

#include "engine/rules/text_box.h"
#include "events/text_view.h"

namespace docket {
namespace {

bool hasWords(std::string_view text) { return std::any_of(text.begin(), text.end(), isWordByte); }

bool isKeywordOf(schema::Card::Reader card, std::string_view words) {
  for (const auto keyword : card.getKeywords()) {
    if (samePhrase(view(keyword), words)) return true;
  }
  return false;
}

class UnsaidTexts {
 public:
  UnsaidTexts(schema::Card::Reader card, const Ruleset& ruleset) : card_(card), ruleset_(ruleset) {}

  std::vector<UnsaidText> take() {
    if (card_.getUnread() || card_.hasUnreadOf()) return {};
    textBox("text", view(card_.getText()));
    for (unsigned i = 0; i < card_.getOtherTexts().size(); ++i)
      textBox(fmt::format("otherTexts[{}].text", i), view(card_.getOtherTexts()[i].getText()));
    for (unsigned i = 0; i < card_.getAbilities().size(); ++i) {
      const auto ability = card_.getAbilities()[i];
      add(fmt::format("abilities[{}].text", i), view(ability.getText()),
          ability.getKind() == schema::Ability::Kind::ABILITY);
    }
    return std::move(found_);
  }

 private:
  void textBox(const std::string& path, std::string_view text) {
    if (text.empty()) return;
    const TextBox box = readTextBox(text, ruleset_);
    for (const std::string& trait : box.traits) add(path, trait, false);
    for (const TextBox::Ability& ability : box.abilities) add(path, ability.text, true);
  }

  void add(std::string path, std::string_view words, bool is_used) {
    if (hasWords(words) && !isKeywordOf(card_, words))
      found_.push_back({.path = std::move(path), .words = inOneLine(words), .is_used = is_used});
  }

  schema::Card::Reader card_;
  const Ruleset& ruleset_;
  std::vector<UnsaidText> found_;
};

}  // namespace

std::vector<UnsaidText> unsaidTexts(schema::Card::Reader card, const Ruleset& ruleset) {
  return UnsaidTexts(card, ruleset).take();
}

Matters saidUnread(schema::Card::Reader card) {
  return Matters::of(card.getUnread() || card.getUnreadOf().size() != 0, card.getUnreadOf());
}

Matters unreadMatters(schema::Card::Reader card, const Ruleset& ruleset) {
  const auto unsaid = unsaidTexts(card, ruleset);
  if (unsaid.empty()) return saidUnread(card);
  if (!ranges::all_of(unsaid, &UnsaidText::is_used)) return Matters::all();
  Matters matters;  // what an ability does to stats it does when it is used, and not while its card lies there
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    const auto matter = static_cast<schema::Matter>(i);
    if (matter != schema::Matter::STATS) matters.add(matter);
  }
  return matters;
}

}  // namespace docket
