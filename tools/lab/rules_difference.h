// The differences of two rulesets by clauses and variants: the pieces of the documents that differ, each under the
// clause that owns it, and the texts of the clauses.
// Invariant: two documents without a difference are the same document, digest and all.
#pragma once

#include <string>
#include <vector>

#include "schemas/ruleset.capnp.h"
#include "tools/game/documents.h"
#include "tools/lab/document_difference.h"

namespace docket::lab {

enum class Fate : std::uint8_t { added, removed, changed };

/// A piece that differs and the clauses that own it on each side, in the order of the documents.
struct OwnedPiece {
  Piece piece;
  std::vector<std::string> left_clauses{}, right_clauses{};
};

/// A differing text of a clause or of the head of the document.
struct ChangedText {
  std::string field, before, after;
};

struct ChangedVariant {
  std::string name;
  Fate fate{};
};

struct ChangedClause {
  std::string id;
  Fate fate{};                             ///< of the clause itself
  std::vector<ChangedText> texts{};        ///< of one that both documents have: place, gist, without, off
  std::vector<ChangedVariant> variants{};  ///< likewise
  std::vector<std::size_t> pieces{};       ///< those that it owns on either side, as places in RulesDifference::pieces
};

struct RulesDifference {
  std::vector<ChangedText> head{};       ///< name, version, from, game, note
  std::vector<ChangedClause> clauses{};  ///< in the order of the right document, then those that only the left one has
  std::vector<OwnedPiece> pieces{};      ///< in the order of the documents
  std::vector<std::size_t> unowned{};    ///< the pieces that no clause owns
  [[nodiscard]] bool equal() const { return head.empty() && clauses.empty() && pieces.empty(); }
};

[[nodiscard]] RulesDifference differenceOf(schema::Ruleset::Reader left, schema::Ruleset::Reader right);

/// True if a section belongs to the head of a ruleset (its name, its version, ...) and has no rules.
[[nodiscard]] bool isOfHead(std::string_view section);

}  // namespace docket::lab
