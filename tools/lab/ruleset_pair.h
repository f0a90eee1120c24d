// Two sets of rules under which games are folded, and everything between them: their difference, split into changes
// that can be made one by one, and the rules with only some of these changes.
// Invariant: everything is compiled once and shared by all threads; nothing in it belongs to a game.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/lab/fewer_cards.h"
#include "tools/lab/rules_difference.h"

namespace docket::lab {

/// The documents of one side.
struct Documents {
  HeldDocument ruleset;
  std::optional<HeldDocument> cards{};  ///< empty: no catalogue
};

/// The documents of a game: its rules, or those that a choice names (chooseRuleset()), and the cards that it is pinned
/// to. Throws BadInput if the choice names no ruleset, DamagedArchive if the archive lacks its ruleset.
[[nodiscard]] Documents documentsOf(const GameLoader& loader, schema::Header::Reader header,
                                    const std::optional<std::string>& choice = std::nullopt);

/// Throws BadInput if they cannot be compiled.
[[nodiscard]] std::shared_ptr<const GameRules> compileDocuments(const Documents& documents);

/// The documents with a clause switched off. Throws BadInput if the ruleset has no such clause.
[[nodiscard]] Documents withoutClause(const Documents& documents, const std::string& clause);

/// A change between the two sides that is made as a whole: the pieces owned by the same clauses, or those of a card.
struct Change {
  std::vector<std::string> left_clauses{}, right_clauses{};
  std::string name;                        ///< if no clause owns it: the path of its pieces, "card KEY"
  std::vector<Piece> pieces{};             ///< of the rules: what it changes
  std::vector<std::size_t> rule_pieces{};  ///< the places of these in the order of mergeDocuments()
  std::vector<std::size_t> card_pieces{};  ///< likewise, of the catalogues
};

/// The name of a change of a card, and the key in such a name; empty for any other name.
[[nodiscard]] std::string changeOfCard(std::string_view key);
[[nodiscard]] std::optional<std::string_view> cardOfChange(std::string_view name);

class RulesetPair {
 public:
  /// Compiles both sides. Throws BadInput if one cannot be compiled.
  RulesetPair(Documents left, Documents right);

  [[nodiscard]] const GameRules& left() const { return *left_rules_; }
  [[nodiscard]] const GameRules& right() const { return *right_rules_; }
  [[nodiscard]] const Documents& leftDocuments() const { return left_; }
  [[nodiscard]] const Documents& rightDocuments() const { return right_; }
  [[nodiscard]] std::shared_ptr<const GameRules> leftShared() const { return left_rules_; }
  [[nodiscard]] std::shared_ptr<const GameRules> rightShared() const { return right_rules_; }

  /// The differences of the two, in the order of the documents.
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  /// True if the vocabulary (zones, periods, stats, ...) has the same order on both sides, so that fingerprints can be
  /// compared.
  [[nodiscard]] bool sharesVocabulary() const { return shares_vocabulary_; }
  /// True if a reading of two equal states (a stat, a keyword, a type) can differ under the two. Otherwise only
  /// judgements can.
  [[nodiscard]] bool readingsDiffer() const { return readings_differ_; }
  /// True if cards differ.
  [[nodiscard]] bool changesCards() const { return changes_cards_; }
  /// True if the printed keywords, types or title of a card can be read differently.
  [[nodiscard]] bool namesDiffer() const { return names_differ_; }

  /// The pair with these cards only, and those that they count as: for a game of these cards, so that the cost of a
  /// question depends on its cards, not on the catalogues.
  [[nodiscard]] std::unique_ptr<const RulesetPair> ofCards(const CardKeys& keys) const;

  /// The left side with these changes made, in the order of changes(). Null if that does not compile.
  [[nodiscard]] std::shared_ptr<const GameRules> with(const std::vector<std::size_t>& made) const;
  enum class Of : std::uint8_t { left, right };
  /// A side with one of its clauses switched off. Null if it has no such clause or that does not compile.
  [[nodiscard]] std::shared_ptr<const GameRules> without(Of side, const std::string& clause) const;

 private:
  void findChanges();
  void addPiece(const OwnedPiece& owned, std::size_t place);
  void findCardChanges();
  [[nodiscard]] HeldDocument mixedRuleset(const std::vector<std::size_t>& made) const;
  [[nodiscard]] std::optional<HeldDocument> mixedCards(const std::vector<std::size_t>& made) const;
  /// The result of `make`, cached under a name.
  template <class Make>
  std::shared_ptr<const GameRules> kept(const std::string& name, Make&& make) const;

  Documents left_, right_;
  std::shared_ptr<const GameRules> left_rules_, right_rules_;
  std::vector<Change> changes_;
  bool changes_cards_ = false, shares_vocabulary_ = false, readings_differ_ = true, names_differ_ = true;
  mutable std::mutex compiling_;  // guards between_
  mutable std::map<std::string, std::shared_ptr<const GameRules>> between_;
};

}  // namespace docket::lab
