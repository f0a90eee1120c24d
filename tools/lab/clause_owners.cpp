#include "tools/lab/clause_owners.h"

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/view/reverse.hpp>
#include <string_view>
#include <tuple>

#include "events/text/split.h"
#include "events/text/text_view.h"
#include "tools/lab/aligned.h"

namespace docket::lab {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;

std::string textField(DynamicStruct::Reader item, std::string_view field) {
  for (const auto one : item.getSchema().getFields()) {
    if (view(one.getProto().getName()) == field && one.getType().isText()) return jsonOf(item.get(one), true);
  }
  return {};
}

/// The distance between a patch and a piece: the fewer other changes, with none around it, the closer.
struct Nearness {
  bool of_variant = false;
  bool around = false;  // it changes something that holds the piece
  std::size_t wildcards = 0;
  friend bool operator<(const Nearness& one, const Nearness& other) {
    return std::tie(one.of_variant, one.around, one.wildcards) <
           std::tie(other.of_variant, other.around, other.wildcards);
  }
};

std::optional<Nearness> nearness(std::string_view at, const PiecePlace& piece, bool of_variant) {
  std::vector<std::string_view> steps;
  eachPart(at, {"/"}, [&](std::string_view step) { steps.push_back(step); });
  if (steps.size() > piece.path.size()) return std::nullopt;
  Nearness near{.of_variant = of_variant, .around = steps.size() < piece.path.size()};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PathStep& step = piece.path[i];
    if (steps[i] == step.name || (step.at && steps[i] == std::to_string(*step.at))) continue;
    // An addition by a switch is like a new element that names no clause of its own.
    const bool wild = steps[i] == "*" || (steps[i] == "+" && i + 1 == piece.path.size() &&
                                          textField(piece.within.back(), "clause").empty());
    if (!wild || !step.at) return std::nullopt;
    ++near.wildcards;
  }
  return near;
}

/// The clauses whose switches come nearest to the piece.
std::vector<std::string> switching(schema::Ruleset::Reader document, const PiecePlace& piece) {
  std::optional<Nearness> nearest;
  std::vector<std::string> found;
  const auto patches = [&](schema::Clause::Reader clause, capnp::List<schema::Patch>::Reader list, bool of_variant) {
    for (const auto patch : list) {
      const auto near = nearness(view(patch.getAt()), piece, of_variant);
      if (!near || (nearest && *nearest < *near)) continue;
      if (!nearest || *near < *nearest) found.clear();
      nearest = near;
      std::string id(view(clause.getId()));
      if (!ranges::contains(found, id)) found.push_back(std::move(id));
    }
  };
  for (const auto clause : document.getClauses()) {
    patches(clause, clause.getOff(), false);
    for (const auto variant : clause.getVariants()) patches(clause, variant.getPatches(), true);
  }
  return found;
}

void add(std::vector<std::string>& clauses, std::string clause) {
  if (!clause.empty() && !ranges::contains(clauses, clause)) clauses.push_back(std::move(clause));
}

/// The clauses that a field says: one, or a list of them.
std::vector<std::string> cited(DynamicStruct::Reader item, std::string_view field) {
  std::vector<std::string> clauses;
  for (const auto one : item.getSchema().getFields()) {
    if (view(one.getProto().getName()) != field) continue;
    if (one.getType().isText()) add(clauses, jsonOf(item.get(one), true));
    if (!one.getType().isList()) continue;
    for (const auto element : item.get(one).as<DynamicList>()) add(clauses, jsonOf(element, true));
  }
  return clauses;
}

}  // namespace

std::vector<std::string> clausesOwning(schema::Ruleset::Reader document, const PiecePlace& piece) {
  if (auto found = switching(document, piece); !found.empty()) return found;
  const PathStep& last = piece.path.back();
  const bool is_element = last.at.has_value();
  if (!is_element) {
    const bool cites = last.name == "clause" || last.name.ends_with("Clause") || last.name.ends_with("Clauses");
    for (const std::string& field : {cites ? last.name : last.name + "Clause", last.name + "Clauses"}) {
      if (auto found = cited(piece.within.back(), field); !found.empty()) return found;
    }
  }
  for (const auto& around : piece.within | ranges::views::reverse) {
    if (std::string clause = textField(around, "clause"); !clause.empty()) return {std::move(clause)};
  }
  return {};
}

}  // namespace docket::lab
