#include "tools/lab/reach.h"

#include <map>
#include <range/v3/view/concat.hpp>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "engine/rules/granted_texts.h"
#include "events/text/text_view.h"

namespace docket::lab {
namespace {

using Texts = std::set<std::string, std::less<>>;

/// The titles under which a card is counted with others.
struct Counted {
  std::string title, alias;
  Texts titles{};  ///< of its limits

  [[nodiscard]] bool isAlone() const { return alias.empty() && titles.empty(); }
  friend bool operator==(const Counted&, const Counted&) = default;
};

/// The counted cards of a catalogue, by key.
std::map<std::string, Counted, std::less<>> countedIn(const std::optional<HeldDocument>& cards) {
  std::map<std::string, Counted, std::less<>> all;
  if (!cards) return all;
  DocumentReader<schema::Catalogue> document(*cards);
  for (const auto card : document.root().getCards()) {
    Counted& one = all[textOf(card.getKey())];
    one.title = textOf(card.getTitle());
    one.alias = textOf(card.getAlias());
    const auto add = [&](capnp::List<schema::LimitOf>::Reader limits) {
      for (const auto limit : limits) {
        if (limit.hasTitle()) one.titles.insert(textOf(limit.getTitle()));
      }
    };
    add(card.getLimits());
    for (const auto ability : card.getAbilities()) add(ability.getLimits());
  }
  return all;
}

/// The names of a card's traits and abilities.
void addTextsOf(std::string_view key, const GameRules& rules, Texts& names) {
  const Definition* definition = rules.catalogue.find(key);
  if (definition == nullptr) return;
  for (const Ability& ability : definition->abilities) {
    if (!ability.name.empty()) names.insert(ability.name);
  }
}

/// A change of cards affects a game only if the game mentions one of these names; empty if that cannot be said.
std::optional<Texts> namesToReach(const RulesetPair& pair) {
  const Documents& left = pair.leftDocuments();
  const Documents& right = pair.rightDocuments();
  const auto before = countedIn(left.cards);
  const auto after = countedIn(right.cards);
  Texts counted_with;  // the keys and titles under which other cards are counted
  for (const auto& [key, card] : ranges::views::concat(before, after)) {
    counted_with.insert(card.alias);
    counted_with.insert(card.titles.begin(), card.titles.end());
  }
  Texts granted = grantedTexts(pair.left().rules());
  granted.merge(grantedTexts(pair.right().rules()));
  Texts names;
  for (const Change& change : pair.changes()) {
    const auto key = cardOfChange(change.name);
    if (!key) continue;  // of the rules
    const auto old_card = before.find(*key), new_card = after.find(*key);
    const bool stays = old_card != before.end() && new_card != after.end() && old_card->second == new_card->second;
    for (const auto& [card, all] : {std::pair(old_card, &before), {new_card, &after}}) {
      if (stays || card == all->end()) continue;
      const bool alone =
          card->second.isAlone() && !counted_with.contains(*key) && !counted_with.contains(card->second.title);
      if (!alone) return std::nullopt;
    }
    Texts texts;
    addTextsOf(*key, pair.left(), texts);
    addTextsOf(*key, pair.right(), texts);
    for (const std::string& name : texts) {
      if (granted.contains(name)) return std::nullopt;
    }
    names.emplace(*key);
    names.merge(texts);
  }
  return names;
}

}  // namespace

Reach::Reach(const RulesetPair& pair) {
  const auto names = namesToReach(pair);
  if (names && !names->empty()) names_.emplace(*names);
  const HeldDocument& left = pair.leftDocuments().ruleset;
  const HeldDocument& right = pair.rightDocuments().ruleset;
  if (left.digest != right.digest) {
    DocumentReader<schema::Ruleset> document(left), changed(right);
    rules_.emplace(pair.left().ruleset, document.root(), changed.root());
  }
  is_bounded_ = names.has_value() && pair.sharesVocabulary() && !(rules_ && rules_->reachesAll());
}

bool Reach::reaches(const Game& game, const std::function<Consulted()>& consulted) const {
  if (!is_bounded_) return true;
  if (names_) {
    auto names = game.mentionedNames();
    if (!names) {
      names.emplace();
      game.forEach([&](std::uint32_t, schema::Event::Reader event) { names->add(event); });
    }
    if (names->mayName(*names_)) return true;
  }
  return rules_ && rules_->reaches(consulted());
}

}  // namespace docket::lab
