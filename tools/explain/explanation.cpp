// An explanation as text and as JSON (explanation.h).
#include "tools/explain/explanation.h"

#include <fmt/format.h>

#include <ostream>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/split.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// The statement with its value; the clause and the event are aligned to the right.
std::string statement(const Explanation& node, bool colour) {
  if (node.value.empty()) return node.what;
  return fmt::format("{}: {}", node.what, styled(colour, Style::strong, node.value));
}

std::string nodeSource(const Explanation& node, const Words& words, bool colour) {
  std::string text;
  if (!node.clause.empty()) text = fmt::format("[{}]", printable(node.clause));
  if (node.event != 0) {
    const std::uint32_t turn = words.turnLabels().turn(node.event);
    if (!text.empty()) text += ' ';
    text += turn == 0 ? Words::event(node.event) : fmt::format("event {}, T{}", node.event, turn);
  }
  return styled(colour, Style::faint, text);
}

struct Branch {
  std::string first;  // what precedes the first line of a node
  std::string later;  // what precedes its later lines and its children
};

/// A node's lines: wrapped after its branch, the source at the right end of the last one if it fits there.
void printNode(std::ostream& out, const Explanation& node, const Words& words, const Branch& branch, bool colour) {
  const std::string right = nodeSource(node, words, colour);
  LineFiller lines(branch.first, branch.later + (node.children.empty() ? "  " : "│ "));
  eachWord(statement(node, colour), [&](std::string_view word) { lines.add(word); });
  if (!right.empty()) lines.addRight(right);
  out << std::move(lines).ended();
}

/// Recursive: an explanation is as deep as the expression that it explains, whose depth is bounded.
void printBelow(std::ostream& out, const Explanation& node, const Words& words, const std::string& before,
                bool colour) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const bool last = i + 1 == node.children.size();
    const Branch branch{.first = before + (last ? "└─ " : "├─ "), .later = before + (last ? "   " : "│  ")};
    printNode(out, node.children[i], words, branch, colour);
    printBelow(out, node.children[i], words, branch.later, colour);
  }
}

}  // namespace

void addClauses(const Explanation& tree, std::vector<std::string>& clauses) {
  if (!tree.clause.empty() && !ranges::contains(clauses, tree.clause)) clauses.push_back(tree.clause);
  for (const Explanation& child : tree.children) addClauses(child, clauses);
}

void printTree(std::ostream& out, const Explanation& tree, const Words& words, std::size_t indent, bool colour) {
  const std::string blanks(indent, ' ');
  printNode(out, tree, words, {.first = blanks, .later = blanks}, colour);
  printBelow(out, tree, words, blanks, colour);
}

void printExplanation(std::ostream& out, const Explained& explained, const Words& words, bool colour) {
  printTree(out, explained.root, words, 0, colour);
  const auto style = explained.grade == Grade::exact        ? Style::good
                     : explained.grade == Grade::unverified ? Style::warning
                                                            : Style::bad;
  out << "\nGrade: " << styled(colour, style, gradeWord(explained.grade)) << '\n';
  std::vector<std::string> clauses;
  addClauses(explained.root, clauses);
  if (!clauses.empty()) out << '\n';
  for (const std::string& id : clauses) {
    const Clause* clause = words.rules().ruleset.clause(id);
    if (clause == nullptr) continue;
    out << paragraph(fmt::format("[{}] {}: {}", printable(id), clipped(clause->place, 120), words.gist(id)), 0, 2);
  }
}

void writeExplanation(JsonWriter& json, const Explanation& tree) {
  json.member("what", tree.what);
  json.memberOrNull("value", tree.value).memberOrNull("clause", tree.clause).memberOrNull("event", tree.event);
  json.list("children");
  for (const Explanation& child : tree.children) {
    json.object();
    writeExplanation(json, child);
    json.end();
  }
  json.end();
}

}  // namespace docket
