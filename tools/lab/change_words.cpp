#include "tools/lab/change_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/slice.hpp>

#include "events/text/split.h"
#include "events/text/text_view.h"
#include "tools/lab/rules_difference.h"
#include "tools/lab/rules_difference_text.h"
#include "tools/words/text.h"

namespace docket::lab {
namespace {

/// The separator between the parts of a cause.
constexpr std::string_view kBetween = " + ";

/// The number of cards with a limit that have a number of their own, and that follow the rules' number.
struct Holders {
  std::size_t with_own_number = 0, following = 0;
};

Holders holdersOf(std::string_view limit, schema::Catalogue::Reader cards) {
  Holders holders;
  for (const auto card : cards.getCards()) {
    bool own = false;
    bool follows = false;
    const auto look = [&](capnp::List<schema::LimitOf>::Reader limits) {
      for (const auto one : limits) {
        if (view(one.getLimit()) == limit) (one.getMax() > 0 ? own : follows) = true;
      }
    };
    look(card.getLimits());
    for (const auto ability : card.getAbilities()) look(ability.getLimits());
    if (own) ++holders.with_own_number;
    if (follows) ++holders.following;
  }
  return holders;
}

/// The limit whose number a piece changes: NAME of "limits/NAME/max".
std::string_view limitWithNewMax(std::string_view path) {
  constexpr std::string_view kLimits = "limits/";
  constexpr std::string_view kMaxSuffix = "/max";
  if (!path.starts_with(kLimits) || !path.ends_with(kMaxSuffix)) return {};
  path.remove_prefix(kLimits.size());
  path.remove_suffix(kMaxSuffix.size());
  return path;
}

/// True if a limit also applies to cards that do not name it.
bool isUnwritten(std::string_view name, const Ruleset& ruleset) {
  return ranges::any_of(ruleset.limits, [&](const Limit& limit) {
    return limit.name == name && (limit.every_ability || limit.every_card);
  });
}

std::string whyOf(const Change& change, const RulesetPair& pair) {
  const auto& cards = pair.rightDocuments().cards;
  if (!cards) return {};
  for (const Piece& piece : change.pieces) {
    const std::string_view limit = limitWithNewMax(piece.path);
    if (limit.empty() || isUnwritten(limit, pair.right().ruleset)) continue;
    DocumentReader<schema::Catalogue> document(*cards);
    const Holders holders = holdersOf(limit, document.root());
    if (holders.with_own_number != 0) {
      return fmt::format("{} {} this limit written on {} and {} not follow it",
                         counted(holders.with_own_number, "card"), holders.with_own_number == 1 ? "has" : "have",
                         holders.with_own_number == 1 ? "it" : "them", holders.with_own_number == 1 ? "does" : "do");
    }
    if (holders.following == 0) return fmt::format("no card of {} {} has this limit", cards->name, cards->version);
  }
  return {};
}

std::vector<std::string_view> splitWords(std::string_view text) {
  std::vector<std::string_view> words;
  eachWord(text, [&](std::string_view word) { words.push_back(word); });
  return words;
}

/// Words [begin, end) with those around them.
std::string around(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end, std::size_t most) {
  const std::size_t from = begin - std::min(begin, most);
  const std::size_t to = std::min(words.size(), end + most);
  const auto shown = words | ranges::views::slice(from, to);
  return fmt::format("{}{}{}", from == 0 ? "" : "... ", fmt::join(shown, " "), to == words.size() ? "" : " ...");
}

schema::Card::Reader cardOfKey(schema::Catalogue::Reader cards, std::string_view key) {
  for (const auto card : cards.getCards()) {
    if (view(card.getKey()) == key) return card;
  }
  return {};
}

/// The clauses that a change is shown under.
const std::vector<std::string>& clausesOf(const Change& change) {
  return change.right_clauses.empty() ? change.left_clauses : change.right_clauses;
}

/// A text of a card beside its text box; empty if it has none of that name.
std::string_view otherText(schema::Card::Reader card, std::string_view name) {
  for (const auto other : card.getOtherTexts()) {
    if (view(other.getOf()) == name) return view(other.getText());
  }
  return {};
}

}  // namespace

bool names(std::string_view cause, std::string_view part) {
  // A card's key may contain the separator, so that a cause cannot be taken apart.
  for (auto at = cause.find(part); at != std::string_view::npos && !part.empty(); at = cause.find(part, at + 1)) {
    const bool begins = at == 0 || cause.substr(0, at).ends_with(kBetween);
    const auto rest = cause.substr(at + part.size());
    if (begins && (rest.empty() || rest.starts_with(kBetween))) return true;
  }
  return false;
}

void Causes::add(const std::string& cause) {
  if (all_.insert(cause).second && cause.find(kBetween) != std::string::npos) of_several_.push_back(cause);
}

bool Causes::name(std::string_view part) const {
  return !part.empty() && (all_.contains(part) ||
                           ranges::any_of(of_several_, [&](const std::string& cause) { return names(cause, part); }));
}

std::string gistOf(const std::string& cause, const RulesetPair& pair) {
  for (const GameRules* rules : {&pair.right(), &pair.left()}) {
    if (const Clause* clause = rules->ruleset.clause(cause)) return clause->gist;
    const auto key = cardOfChange(cause);
    const Definition* card = key ? rules->catalogue.find(*key) : nullptr;
    if (card != nullptr && card->title != *key) return card->title;
  }
  return {};
}

std::pair<std::string, std::string> differing(std::string_view before, std::string_view after, std::size_t most) {
  const std::string was = inOneLine(before), is = inOneLine(after);
  const auto left = splitWords(was), right = splitWords(is);
  const std::size_t shorter = std::min(left.size(), right.size());
  std::size_t first = 0, trailing = 0;
  while (first < shorter && left[first] == right[first]) ++first;
  while (trailing < shorter - first && left[left.size() - 1 - trailing] == right[right.size() - 1 - trailing])
    ++trailing;
  if (first == left.size() && first == right.size()) return {};
  return {around(left, first, left.size() - trailing, most), around(right, first, right.size() - trailing, most)};
}

std::vector<ChangedWords> wordsOf(const std::string& cause, const RulesetPair& pair) {
  constexpr std::size_t kAround = 4;
  const auto key = cardOfChange(cause);
  if (!key || !pair.leftDocuments().cards || !pair.rightDocuments().cards) return {};
  DocumentReader<schema::Catalogue> left(*pair.leftDocuments().cards), right(*pair.rightDocuments().cards);
  const auto old_card = cardOfKey(left.root(), *key), new_card = cardOfKey(right.root(), *key);
  std::vector<ChangedWords> changed;
  std::set<std::pair<std::string, std::string>> told;  // what differs, without the words around it
  const auto add = [&](const std::string& part, std::string_view before, std::string_view after) {
    if (before == after || !told.insert(differing(before, after, 0)).second) return;
    auto [shown_before, shown_after] = differing(before, after, kAround);
    if (shown_before != shown_after) changed.push_back({part, std::move(shown_before), std::move(shown_after)});
  };
  if (old_card.getAbilities().size() == new_card.getAbilities().size()) {
    for (unsigned i = 0; i < new_card.getAbilities().size(); ++i) {
      const auto ability = new_card.getAbilities()[i];
      const std::string name =
          ability.hasName() ? std::string(view(ability.getName())) : fmt::format("ability {}", i + 1);
      add(name, view(old_card.getAbilities()[i].getText()), view(ability.getText()));
    }
  }
  add("text", view(old_card.getText()), view(new_card.getText()));
  for (const auto text : new_card.getOtherTexts())
    add(textOf(text.getOf()) + " text", otherText(old_card, view(text.getOf())), view(text.getText()));
  return changed;
}

void Unreached::add(const RulesetPair& pair) {
  for (const Change& change : pair.changes()) {
    if (isReached(change)) continue;
    if (const auto key = cardOfChange(change.name)) {
      cards_.emplace(*key);
      continue;
    }
    const auto& clauses = clausesOf(change);
    UnreachedChange& unreached = changes_[clauses.empty() ? change.name : fmt::format("{}", fmt::join(clauses, " + "))];
    if (unreached.gist.empty() && clauses.size() == 1) unreached.gist = gistOf(clauses.front(), pair);
    // A reason counts only if it holds for all catalogues.
    const std::string why = whyOf(change, pair);
    const bool is_first = unreached.pieces.empty();
    unreached.why = is_first || unreached.why == why ? why : std::string{};
    for (const Piece& piece : change.pieces) {
      std::string words = pieceWords(piece);
      if (!ranges::contains(unreached.pieces, words)) unreached.pieces.push_back(std::move(words));
    }
  }
}

bool Unreached::isReached(const Change& change) const {
  const auto is_cause = [&](const std::string& one) { return causes_.name(one); };
  return is_cause(change.name) || ranges::any_of(change.left_clauses, is_cause) ||
         ranges::any_of(change.right_clauses, is_cause);
}

}  // namespace docket::lab
