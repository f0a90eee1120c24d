#include "engine/rules/unread_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <string_view>
#include <utility>

#include "engine/rules/event_meaning.h"
#include "engine/rules/text_box.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

bool hasWords(std::string_view text) { return std::any_of(text.begin(), text.end(), isWordByte); }

class UnsaidTexts {
 public:
  UnsaidTexts(capnp::List<capnp::Text>::Reader keywords, const Ruleset& ruleset)
      : keywords_(keywords), ruleset_(ruleset) {}

  void textBox(const std::string& path, std::string_view text) {
    if (text.empty()) return;
    const TextBox box = readTextBox(text, ruleset_);
    for (const std::string& trait : box.traits) add(path, trait, false);
    for (const TextBox::Ability& ability : box.abilities) add(path, ability.text, true);
  }
  void add(std::string path, std::string_view words, bool is_used) {
    if (hasWords(words) && !isKeyword(words))
      found_.push_back({.path = std::move(path), .words = inOneLine(words), .is_used = is_used});
  }
  [[nodiscard]] std::vector<UnsaidText> take() { return std::move(found_); }

 private:
  [[nodiscard]] bool isKeyword(std::string_view words) const {
    for (const auto keyword : keywords_) {
      if (samePhrase(view(keyword), words)) return true;
    }
    return false;
  }

  capnp::List<capnp::Text>::Reader keywords_;
  const Ruleset& ruleset_;
  std::vector<UnsaidText> found_;
};

/// The matters that these texts, at least one, can be about.
Matters mattersOf(const std::vector<UnsaidText>& unsaid) {
  if (!ranges::all_of(unsaid, &UnsaidText::is_used)) return Matters::all();
  Matters matters;  // an ability changes stats when it is used, not while its card is there
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    const auto matter = static_cast<schema::Matter>(i);
    if (matter != schema::Matter::STATS) matters.add(matter);
  }
  return matters;
}

}  // namespace

std::vector<UnsaidText> unsaidTexts(schema::Card::Reader card, const Ruleset& ruleset) {
  if (card.getUnread() || card.hasUnreadOf()) return {};
  UnsaidTexts unsaid(card.getKeywords(), ruleset);
  unsaid.textBox("text", view(card.getText()));
  for (unsigned i = 0; i < card.getOtherTexts().size(); ++i)
    unsaid.textBox(fmt::format("otherTexts[{}].text", i), view(card.getOtherTexts()[i].getText()));
  for (unsigned i = 0; i < card.getAbilities().size(); ++i) {
    const auto ability = card.getAbilities()[i];
    unsaid.add(fmt::format("abilities[{}].text", i), view(ability.getText()),
               ability.getKind() == schema::Ability::Kind::ABILITY);
  }
  return unsaid.take();
}

Matters declaredUnread(schema::Card::Reader card) {
  Matters matters = Matters::of(card.getUnread() || card.getUnreadOf().size() != 0, card.getUnreadOf());
  for (const auto unread_act : card.getUnreadActs()) matters.narrow(unread_act.getOf(), payloadsOf(unread_act.getOn()));
  return matters;
}

void declareUnread(const Matters& matters, schema::Card::Builder card) {
  if (!matters.any()) return;
  card.setUnread(true);
  const std::vector<schema::Matter> all = matters.listed();
  auto list = card.initUnreadOf(static_cast<unsigned>(all.size()));
  for (unsigned i = 0; i < all.size(); ++i) list.set(i, all[i]);
  const auto is_narrow = [&](schema::Matter matter) { return matters.acts(matter) != kAnyPayload; };
  auto acts = card.initUnreadActs(static_cast<unsigned>(ranges::count_if(all, is_narrow)));
  unsigned at = 0;
  for (const schema::Matter matter : all) {
    if (!is_narrow(matter)) continue;
    acts[at].setOf(matter);
    const auto names = namesOfPayloads(matters.acts(matter));
    auto on = acts[at++].initOn(static_cast<unsigned>(names.size()));
    for (unsigned i = 0; i < names.size(); ++i) on.set(i, names[i]);
  }
}

Matters unreadMatters(schema::Card::Reader card, const Ruleset& ruleset) {
  const auto unsaid = unsaidTexts(card, ruleset);
  return unsaid.empty() ? declaredUnread(card) : mattersOf(unsaid);
}

Matters unreadMatters(schema::Printed::Reader printed, const Ruleset& ruleset) {
  if (printed.getTextRead()) return {};
  UnsaidTexts unsaid(printed.getKeywords(), ruleset);
  unsaid.textBox("text", view(printed.getText()));
  const auto texts = unsaid.take();
  return texts.empty() ? Matters{} : mattersOf(texts);
}

}  // namespace docket
