#include "tools/lab/ruleset_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/amendments.h"
#include "events/errors.h"
#include "events/text/text_view.h"

namespace docket::lab {
namespace {

/// Sections that only define how stats and values are computed.
constexpr std::array<std::string_view, 3> kOfAmounts = {"calculation", "stats", "values"};
/// Sections of a ruleset that only say what is legal: equal states read the same whatever they say.
constexpr std::array<std::string_view, 5> kOfJudging = {"limits", "acts", "decks", "wins", "numbers"};

/// The beginning of the name of a card's change.
constexpr std::string_view kCardChange = "card ";

bool isSection(const std::string& path, std::string_view section) {
  return path.starts_with(section) && (path.size() == section.size() || path[section.size()] == '/');
}

/// Adds to an error which side's rules and cards it is about.
std::shared_ptr<const GameRules> compiledSide(const Documents& side) {
  try {
    return compileDocuments(side);
  } catch (const BadInput& bad) {
    if (!side.cards) throw;
    throw BadInput(fmt::format("the cards {} {} under {} {}: {}", side.cards->name, side.cards->version,
                               side.ruleset.name, side.ruleset.version, bad.message()));
  }
}

template <class List>
bool sameNames(const List& left, const List& right) {
  return ranges::equal(
      left, right, {}, [](const auto& one) { return one.name; }, [](const auto& one) { return one.name; });
}

/// True if the indexes in states mean the same under both.
bool haveSameVocabulary(const Ruleset& left, const Ruleset& right) {
  return sameNames(left.zones, right.zones) && sameNames(left.periods, right.periods) &&
         sameNames(left.stats, right.stats) && sameNames(left.values, right.values) &&
         left.orientations == right.orientations && sameNames(left.wins, right.wins) &&
         ranges::equal(left.permissions, right.permissions, {}, &Permission::act, &Permission::act);
}

/// The places of the pieces of the changes that are made.
std::vector<std::size_t> piecePlaces(const std::vector<Change>& changes, const std::vector<std::size_t>& made,
                                     std::vector<std::size_t> Change::*pieces) {
  std::vector<std::size_t> places;
  for (const std::size_t change : made) {
    const auto& owned = changes[change].*pieces;
    places.insert(places.end(), owned.begin(), owned.end());
  }
  return places;
}

}  // namespace

Documents documentsOf(const GameLoader& loader, schema::Header::Reader header,
                      const std::optional<std::string>& choice) {
  const auto stored = [&](std::string_view kind, capnp::Data::Reader field) -> std::optional<HeldDocument> {
    const auto digest = digestIn(field);
    return digest ? findDocument(kind, *digest, &loader.archive()) : std::nullopt;
  };
  auto own = stored(kRulesetKind, header.getRulesetDigest());
  if (!own) throw DamagedArchive(fmt::format("{}: its ruleset is not in the archive", view(header.getId())));
  return {.ruleset = choice ? chooseRuleset(*choice, view(header.getDate()), &loader.archive()) : std::move(*own),
          .cards = stored(kCatalogueKind, header.getCatalogueDigest())};
}

std::shared_ptr<const GameRules> compileDocuments(const Documents& documents) {
  return compileRules(documents.ruleset, documents.cards ? &*documents.cards : nullptr);
}

Documents withoutClause(const Documents& documents, const std::string& clause) {
  DocumentReader<schema::Ruleset> document(documents.ruleset);
  const auto amended = withClauseOff(document.root(), clause);
  return {.ruleset = heldRuleset(amended.root(), documents.ruleset.origin), .cards = documents.cards};
}

std::string changeOfCard(std::string_view key) { return fmt::format("{}{}", kCardChange, key); }

std::optional<std::string_view> cardOfChange(std::string_view name) {
  if (!name.starts_with(kCardChange)) return std::nullopt;
  return name.substr(kCardChange.size());
}

RulesetPair::RulesetPair(Documents left, Documents right)
    : left_(std::move(left)),
      right_(std::move(right)),
      left_rules_(compiledSide(left_)),
      right_rules_(compiledSide(right_)) {
  findChanges();
  findCardChanges();
  shares_vocabulary_ = haveSameVocabulary(left_rules_->ruleset, right_rules_->ruleset);
}

void RulesetPair::findChanges() {
  DocumentReader<schema::Ruleset> left(left_.ruleset);
  DocumentReader<schema::Ruleset> right(right_.ruleset);
  const auto difference = differenceOf(left.root(), right.root());
  readings_differ_ = false;
  names_differ_ = false;
  for (std::size_t i = 0; i < difference.pieces.size(); ++i) {
    const OwnedPiece& owned = difference.pieces[i];
    addPiece(owned, i);
    const auto is_in = [&](std::string_view section) { return isSection(owned.piece.path, section); };
    if (std::any_of(kOfJudging.begin(), kOfJudging.end(), is_in)) continue;
    readings_differ_ = true;
    if (std::none_of(kOfAmounts.begin(), kOfAmounts.end(), is_in)) names_differ_ = true;
  }
}

void RulesetPair::addPiece(const OwnedPiece& owned, std::size_t place) {
  std::string name;
  if (owned.left_clauses.empty() && owned.right_clauses.empty()) {
    // Without a clause, everything under one name is one change: "stats/ATK".
    const auto section_end = owned.piece.path.find('/');
    name =
        owned.piece.path.substr(0, owned.piece.path.find('/', std::min(section_end, owned.piece.path.size() - 1) + 1));
  }
  const auto known = ranges::find_if(changes_, [&](const Change& one) {
    return one.left_clauses == owned.left_clauses && one.right_clauses == owned.right_clauses && one.name == name;
  });
  Change& change =
      known != changes_.end()
          ? *known
          : changes_.emplace_back(Change{
                .left_clauses = owned.left_clauses, .right_clauses = owned.right_clauses, .name = std::move(name)});
  change.pieces.push_back(owned.piece);
  change.rule_pieces.push_back(place);
}

void RulesetPair::findCardChanges() {
  // A side without a catalogue knows no card.
  if (!left_.cards && right_.cards) left_.cards = cardsOnly(*right_.cards, {});
  if (!right_.cards && left_.cards) right_.cards = cardsOnly(*left_.cards, {});
  if (!left_.cards || left_.cards->digest == right_.cards->digest) return;
  changes_cards_ = true;
  readings_differ_ = true;
  names_differ_ = true;
  DocumentReader<schema::Catalogue> left(*left_.cards);
  DocumentReader<schema::Catalogue> right(*right_.cards);
  capnp::MallocMessageBuilder scratch;
  auto unused = scratch.initRoot<schema::Catalogue>();
  std::size_t place = 0;
  mergeDocuments(left.root(), right.root(), unused,
                 [&](const Piece& piece, const PiecePlace* one, const PiecePlace* other) {
                   const std::size_t now = place++;
                   const auto& path = (one != nullptr ? one : other)->path;
                   if (path.size() < 2) return false;  // its name and version
                   const std::string name = changeOfCard(path[1].name);
                   // The pieces of a card come one after the other.
                   if (changes_.empty() || changes_.back().name != name) changes_.push_back({.name = name});
                   changes_.back().card_pieces.push_back(now);
                   std::ignore = piece;
                   return false;
                 });
}

HeldDocument RulesetPair::mixedRuleset(const std::vector<std::size_t>& made) const {
  DocumentReader<schema::Ruleset> left(left_.ruleset);
  DocumentReader<schema::Ruleset> right(right_.ruleset);
  const auto taken = piecePlaces(changes_, made, &Change::rule_pieces);
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<schema::Ruleset>();
  std::size_t place = 0;
  mergeDocuments(left.root(), right.root(), root, [&](const Piece&, const PiecePlace* one, const PiecePlace* other) {
    const auto& section = (one != nullptr ? one : other)->path.front().name;
    // Both sides' clauses, so that whatever a piece cites is there.
    if (section == "clauses") return one == nullptr;
    if (isOfHead(section)) return false;
    return ranges::contains(taken, place++);
  });
  return heldRuleset(root.asReader(), left_.ruleset.origin);
}

std::optional<HeldDocument> RulesetPair::mixedCards(const std::vector<std::size_t>& made) const {
  const auto taken = piecePlaces(changes_, made, &Change::card_pieces);
  if (taken.empty()) return left_.cards;
  DocumentReader<schema::Catalogue> left(*left_.cards);
  DocumentReader<schema::Catalogue> right(*right_.cards);
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<schema::Catalogue>();
  std::size_t place = 0;
  mergeDocuments(left.root(), right.root(), root,
                 [&](const Piece&, const PiecePlace*, const PiecePlace*) { return ranges::contains(taken, place++); });
  return heldCatalogue(root.asReader(), left_.cards->origin);
}

std::unique_ptr<const RulesetPair> RulesetPair::ofCards(const CardKeys& keys) const {
  const auto fewer = [&](const Documents& side) {
    return Documents{.ruleset = side.ruleset,
                     .cards = side.cards ? std::optional(cardsOnly(*side.cards, keys)) : side.cards};
  };
  return std::make_unique<const RulesetPair>(fewer(left_), fewer(right_));
}

template <class Make>
std::shared_ptr<const GameRules> RulesetPair::kept(const std::string& name, Make&& make) const {
  const std::lock_guard lock(compiling_);
  const auto [found, fresh] = between_.emplace(name, nullptr);
  if (!fresh) return found->second;
  try {
    found->second = compiledSide(make());
  } catch (const BadInput&) {
    // A change that needs another one beside it: there are no such rules.
  }
  return found->second;
}

std::shared_ptr<const GameRules> RulesetPair::with(const std::vector<std::size_t>& made) const {
  if (made.empty()) return left_rules_;
  return kept(fmt::format("with {}", fmt::join(made, " ")),
              [&] { return Documents{.ruleset = mixedRuleset(made), .cards = mixedCards(made)}; });
}

std::shared_ptr<const GameRules> RulesetPair::without(Of side, const std::string& clause) const {
  const Documents& documents = side == Of::left ? left_ : right_;
  return kept(fmt::format("without {} {}", side == Of::left ? "left" : "right", clause),
              [&] { return withoutClause(documents, clause); });
}

}  // namespace docket::lab
