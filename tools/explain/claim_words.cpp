#include "tools/explain/claim_words.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/expression/functions.h"

namespace docket {
namespace {

using expression::Expression;
using expression::Function;
using expression::Node;
using expression::NodeIndex;
using expression::Operator;

bool isCallOf(const Node& node, Function function) { return node.op == Operator::call && node.function == function; }

/// The legality of an act in words, for ClaimWords.
std::string legalOrNot(bool denied, const std::string& value) {
  if (value != "true" && value != "false") return "it is not known whether it is legal";
  return (value == "true") == denied ? "not legal" : "legal";
}

}  // namespace

bool ClaimWords::asksLegality(NodeIndex index) const {
  return index != kNone && isCallOf(tree_.node(index), Function::legal);
}

std::string ClaimWords::act(NodeIndex legality) const {
  const NodeIndex event = tree_.child(legality, 0);
  std::string text = "event " + of(event);
  if (tree_.node(event).op != Operator::literal_number) return text;
  const auto told = acts_.find(static_cast<EventNumber>(tree_.node(event).number));
  if (told != acts_.end() && !told->second.empty()) text += fmt::format(" ({})", told->second);
  return text;
}

std::string ClaimWords::of(NodeIndex index) const {
  const Node& node = tree_.node(index);
  if (node.op == Operator::card_number) {
    const CardIndex card = words_.state().cardOf(static_cast<std::uint32_t>(node.number));
    if (card != kNone) return words_.card(card);
  }
  if (node.op == Operator::player) return words_.player(static_cast<Seat>(node.number));
  if (asksLegality(index)) return act(index) + " is legal";
  if (node.op == Operator::negation && asksLegality(node.first_child)) return act(node.first_child) + " is not legal";
  if (std::string told = permission(node, false); !told.empty()) return told;
  if (node.op == Operator::negation && node.first_child != kNone) {
    if (std::string told = permission(tree_.node(node.first_child), true); !told.empty()) return told;
  }
  const bool reads = isCallOf(node, Function::stat) || isCallOf(node, Function::value);
  const std::string name = reads ? nameIn(node) : std::string();
  return name.empty() ? withChildren(node) : fmt::format("{} of {}", name, of(node.first_child));
}

std::string ClaimWords::nameIn(const Node& call) const {
  const NodeIndex name = call.first_child == kNone ? kNone : tree_.node(call.first_child).next;
  if (name == kNone || tree_.node(name).next != kNone) return {};
  const std::string quoted(tree_.sourceOf(name));
  return quoted.size() > 2 ? quoted.substr(1, quoted.size() - 2) : std::string();
}

std::string ClaimWords::permission(const Node& node, bool denied) const {
  if (!isCallOf(node, Function::may) && !isCallOf(node, Function::must)) return {};
  const std::string name = nameIn(node);
  if (name.empty()) return {};
  std::string_view may = denied ? "may not" : "may";
  if (node.function == Function::must) may = denied ? "need not" : "must";
  return fmt::format("{} {} {}", of(node.first_child), may, name);
}

/// Recursive: the depth of an expression is bounded (kMaxDepth).
std::string ClaimWords::withChildren(const Node& node) const {
  std::string text;
  std::uint32_t at = node.begin;
  for (NodeIndex child = node.first_child; child != kNone; child = tree_.node(child).next) {
    const Node& below = tree_.node(child);
    if (below.begin < at || below.end > node.end) continue;  // of what a name stands for
    text += tree_.source.substr(at, below.begin - at) + of(child);
    at = below.end;
  }
  return text + tree_.source.substr(at, node.end - at);
}

ClaimPart ClaimWords::standing(NodeIndex index, const std::string& value) const {
  if (index == kNone) return {};
  const bool denied = tree_.node(index).op == Operator::negation;
  const NodeIndex legality = denied ? tree_.node(index).first_child : index;
  if (!asksLegality(legality)) return {};
  return {clipped("event " + of(tree_.child(legality, 0)), 200), legalOrNot(denied, value)};
}

std::string ClaimWords::ofTheAct(const std::string& value) const {
  const auto [what, standing_word] = standing(tree_.root, value);
  if (what.empty()) return {};
  const Node& root = tree_.node(tree_.root);
  return fmt::format("{}: {}", act(root.op == Operator::negation ? root.first_child : tree_.root), standing_word);
}

std::vector<ClaimPart> ClaimWords::gives(const Explanation& derivation) const {
  std::vector<ClaimPart> gives;
  const auto add = [&](ClaimPart part) {
    if (!part.first.empty() && !ranges::contains(gives, part)) gives.push_back(std::move(part));
  };
  add(standing(tree_.root, derivation.value));
  for (const Explanation& part : derivation.children) {
    if (part.value.empty() || part.what == part.value) continue;
    NodeIndex asked = kNone;
    bool is_entity = false;
    for (NodeIndex i = 0; i < tree_.nodes.size(); ++i) {
      if (tree_.node(i).end > tree_.length || tree_.wordsOf(i) != part.what) continue;
      is_entity = is_entity || expression::isEntity(tree_.node(i).op);
      asked = i;
    }
    if (is_entity) continue;
    if (auto told = standing(asked, part.value); !told.first.empty()) {
      add(std::move(told));
      continue;
    }
    const std::string value = part.value == "true" ? "yes" : part.value == "false" ? "no" : part.value;
    add({clipped(asked == kNone ? part.what : of(asked), 200), value});
  }
  return gives;
}

std::set<EventNumber> actsAskedAbout(const Expression& claim, EventNumber last) {
  std::set<EventNumber> acts;
  for (NodeIndex i = 0; i < claim.nodes.size(); ++i) {
    const Node& call = claim.node(i);
    const bool asks =
        isCallOf(call, Function::legal) || isCallOf(call, Function::clause) || isCallOf(call, Function::broke);
    const NodeIndex event = asks ? claim.child(i, 0) : kNone;
    if (event == kNone || claim.node(event).op != Operator::literal_number) continue;
    const std::int64_t number = claim.node(event).number;
    if (number > 0 && number <= std::int64_t{last}) acts.insert(static_cast<EventNumber>(number));
  }
  return acts;
}

std::vector<std::pair<std::uint32_t, StatIndex>> statsAskedAbout(const Expression& claim) {
  std::vector<std::pair<std::uint32_t, StatIndex>> stats;
  for (NodeIndex i = 0; i < claim.nodes.size(); ++i) {
    if (!isCallOf(claim.node(i), Function::stat)) continue;
    const NodeIndex card = claim.child(i, 0), name = claim.child(i, 1);
    if (card == kNone || name == kNone || claim.node(card).op != Operator::card_number) continue;
    const std::pair asked{static_cast<std::uint32_t>(claim.node(card).number),
                          static_cast<StatIndex>(claim.node(name).number)};
    if (!ranges::contains(stats, asked)) stats.push_back(asked);
  }
  return stats;
}

}  // namespace docket
