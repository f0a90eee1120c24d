#include "tools/lab/change_words.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text_view.h"
#include "tools/lab/rules_difference.h"
#include "tools/lab/rules_difference_text.h"
#include "tools/render/text.h"

namespace docket::lab {
namespace {

/// What stands between the parts of a cause.
constexpr std::string_view kBetween = " + ";

/// How a catalogue's cards have a limit: with a number of their own, or with that of the rules.
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

/// The limit whose number a piece changes: of "limits/NAME/max" NAME.
std::string_view limitWithNewMax(std::string_view path) {
  constexpr std::string_view kLimits = "limits/";
  constexpr std::string_view kMax = "/max";
  if (!path.starts_with(kLimits) || !path.ends_with(kMax)) return {};
  path.remove_prefix(kLimits.size());
  path.remove_suffix(kMax.size());
  return path;
}

/// Whether a limit is on cards that do not say so.
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

/// The clauses that a change is shown under.
const std::vector<std::string>& clausesOf(const Change& change) {
  return change.right_clauses.empty() ? change.left_clauses : change.right_clauses;
}

}  // namespace

bool names(std::string_view cause, std::string_view part) {
  // A card's key may hold what stands between parts, so that a cause cannot be taken apart.
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
    // A reason that holds for some of the catalogues only is none.
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
