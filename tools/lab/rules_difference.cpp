#include "tools/lab/rules_difference.h"

#include <capnp/any.h>

#include <algorithm>
#include <array>
#include <map>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "events/text/text_view.h"
#include "tools/lab/aligned.h"
#include "tools/lab/clause_owners.h"

namespace docket::lab {
namespace {

using capnp::DynamicStruct;

/// Fields at the head of a document that are not rules.
constexpr std::array<std::string_view, 5> kHead = {"name", "version", "from", "game", "note"};

class RulesComparer {
 public:
  RulesComparer(schema::Ruleset::Reader left, schema::Ruleset::Reader right) : left_(left), right_(right) {}

  RulesDifference compare() && {
    forEachPiece(left_, right_, [&](Piece piece, const PiecePlace* left, const PiecePlace* right) {
      take(std::move(piece), left, right);
    });
    clauses();
    return std::move(made_);
  }

 private:
  void take(Piece piece, const PiecePlace* left, const PiecePlace* right) {
    const std::string& section = (left != nullptr ? left : right)->path.front().name;
    if (section == "clauses") {
      have_other_clauses_ = true;
      return;  // shown clause by clause
    }
    if (isOfHead(section)) {
      made_.head.push_back({section, std::move(piece.before), std::move(piece.after)});
      return;
    }
    made_.pieces.push_back(
        {.piece = std::move(piece),
         .left_clauses = left != nullptr ? clausesOwning(left_, *left) : std::vector<std::string>{},
         .right_clauses = right != nullptr ? clausesOwning(right_, *right) : std::vector<std::string>{}});
    const OwnedPiece& owned = made_.pieces.back();
    if (owned.left_clauses.empty() && owned.right_clauses.empty()) made_.unowned.push_back(made_.pieces.size() - 1);
  }

  [[nodiscard]] std::vector<std::size_t> piecesOf(const std::string& clause) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < made_.pieces.size(); ++i) {
      const OwnedPiece& one = made_.pieces[i];
      if (ranges::contains(one.left_clauses, clause) || ranges::contains(one.right_clauses, clause)) found.push_back(i);
    }
    return found;
  }

  using ClausesById = std::map<std::string_view, schema::Clause::Reader>;
  static ClausesById clausesOf(schema::Ruleset::Reader document) {
    ClausesById clauses;
    for (const auto one : document.getClauses()) clauses.emplace(view(one.getId()), one);
    return clauses;
  }

  void clauses() {
    const ClausesById before = clausesOf(left_);
    const ClausesById after = clausesOf(right_);
    for (const auto clause : right_.getClauses()) {
      const auto earlier = before.find(view(clause.getId()));
      const bool added = earlier == before.end();
      ChangedClause changed{.id = textOf(clause.getId()), .fate = added ? Fate::added : Fate::changed};
      changed.pieces = piecesOf(changed.id);
      const bool may_differ = !added && have_other_clauses_;
      if (may_differ && capnp::AnyStruct::Reader(earlier->second) != capnp::AnyStruct::Reader(clause))
        compare(earlier->second, clause, changed);
      if (added || !changed.texts.empty() || !changed.variants.empty() || !changed.pieces.empty())
        made_.clauses.push_back(std::move(changed));
    }
    for (const auto clause : left_.getClauses()) {
      if (after.contains(view(clause.getId()))) continue;
      const std::string id = textOf(clause.getId());
      made_.clauses.push_back({.id = id, .fate = Fate::removed, .pieces = piecesOf(id)});
    }
  }

  static void compare(schema::Clause::Reader was, schema::Clause::Reader now, ChangedClause& changed) {
    const auto compare_text = [&](std::string_view field, std::string before, std::string after) {
      if (before != after) changed.texts.push_back({std::string(field), std::move(before), std::move(after)});
    };
    compare_text("place", textOf(was.getPlace()), textOf(now.getPlace()));
    compare_text("gist", textOf(was.getGist()), textOf(now.getGist()));
    compare_text("without", textOf(was.getWithout()), textOf(now.getWithout()));
    compare_text("off", jsonOf(DynamicStruct::Reader(was).get("off")), jsonOf(DynamicStruct::Reader(now).get("off")));
    for (const Aligned& pair : aligned(DynamicStruct::Reader(was).get("variants").as<capnp::DynamicList>(),
                                       DynamicStruct::Reader(now).get("variants").as<capnp::DynamicList>())) {
      if (!pair.left || !pair.right) {
        const auto variant = pair.left ? was.getVariants()[*pair.left] : now.getVariants()[*pair.right];
        changed.variants.push_back({textOf(variant.getName()), pair.left ? Fate::removed : Fate::added});
        continue;
      }
      const auto one = was.getVariants()[*pair.left];
      const auto other = now.getVariants()[*pair.right];
      if (jsonOf(DynamicStruct::Reader(one)) != jsonOf(DynamicStruct::Reader(other)))
        changed.variants.push_back({textOf(one.getName()), Fate::changed});
    }
  }

  schema::Ruleset::Reader left_, right_;
  RulesDifference made_;
  bool have_other_clauses_ = false;  // the clauses themselves differ, and not only what they own
};

}  // namespace

bool isOfHead(std::string_view section) { return ranges::contains(kHead, section); }

RulesDifference differenceOf(schema::Ruleset::Reader left, schema::Ruleset::Reader right) {
  return RulesComparer(left, right).compare();
}

}  // namespace docket::lab
