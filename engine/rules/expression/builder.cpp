#include "engine/rules/expression/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/rules/expression/functions.h"
#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"

namespace docket::expression {
namespace {

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Replaces line breaks and indentation by one blank; texts have no line breaks.
std::string joinedLines(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') {
      line += text[i];
      continue;
    }
    while (!line.empty() && isSpace(line.back())) line.pop_back();
    while (i + 1 < text.size() && isSpace(text[i + 1])) ++i;
    line += ' ';
  }
  return line;
}

}  // namespace

void refuse(std::string_view text, const Source& source, std::size_t offset, const std::string& message) {
  std::size_t line = source.line;
  std::size_t column = source.column;
  for (const char c : text.substr(0, std::min(offset, text.size()))) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {  // the first byte of a character
      ++column;
    }
  }
  throw BadInput(source.file, line, column, message);
}

void refuse(const Expression& expression, const Source& source, NodeIndex node, const std::string& message) {
  const NameUse* use = expression.nameUseOf(node);
  const bool is_within = use != nullptr && use->root != node;
  refuse(expression.source, source, expression.beginOf(node),
         is_within ? fmt::format("in what {} stands for: {}", expression.wordsOf(use->root), message) : message);
}

const NameUse* Expression::nameUseOf(NodeIndex node) const {
  const auto found = std::find_if(name_uses.begin(), name_uses.end(),
                                  [&](const NameUse& use) { return use.first <= node && node <= use.last; });
  return found == name_uses.end() ? nullptr : &*found;
}

std::uint32_t Expression::beginOf(NodeIndex node) const {
  const NameUse* use = nameUseOf(node);
  return use == nullptr ? nodes[node].begin : use->begin;
}

bool Expression::asksStat(NodeIndex index) const {
  const Node& one = node(index);
  return one.op == Operator::call &&
         (one.function == Function::stat || one.function == Function::base || one.function == Function::printed);
}

std::string Expression::words() const { return joinedLines(std::string_view(source).substr(0, length)); }

std::string Expression::withNumbers() const {
  std::string text = source.substr(0, length);
  std::vector<const Node*> named;
  for (const Node& one : nodes) {
    const bool subject = one.op == Operator::card_number || one.op == Operator::player;
    if (subject && one.begin < length && (source[one.begin] == '"' || source[one.begin] == '\'')) named.push_back(&one);
  }
  std::sort(named.begin(), named.end(), [](const Node* a, const Node* b) { return a->begin > b->begin; });
  for (const Node* one : named)
    text.replace(one->begin, one->end - one->begin,
                 fmt::format("{}{}", one->op == Operator::player ? 'P' : '#', one->number));
  return text;
}

std::string Expression::wordsOf(NodeIndex node) const {
  const NameUse* use = nameUseOf(node);
  std::string words = joinedLines(sourceOf(node));
  if (use == nullptr || use->root != node) return words;
  return fmt::format("{} ({})", words,
                     joinedLines(std::string_view(source).substr(use->meaning, use->meaning_end - use->meaning)));
}

Expression Builder::finish() {
  made_.root = stack_.back();
  return std::move(made_);
}

void Builder::refuseAt(std::size_t offset, const std::string& message) const {
  refuse(made_.source, source_, offset, message);
}

Node& Builder::push(Operator op, std::size_t begin, std::size_t end, std::size_t children) {
  if (made_.nodes.size() >= kMaxNodes) {
    refuseAt(begin, fmt::format("the expression has more than {} parts", kMaxNodes));
  }
  while (end > begin && isSpace(made_.source[end - 1])) --end;
  const NodeIndex last = children > 0 ? stack_.back() : kNone;
  Node node{.op = op, .begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(end)};
  for (std::size_t i = 0; i < children; ++i) {
    const NodeIndex child = stack_.back();
    stack_.pop_back();
    made_.nodes[child].next = node.first_child;
    node.first_child = child;
    node.depth = std::max(node.depth, made_.nodes[child].depth + 1);
  }
  if (node.depth > kMaxDepth) refuseAt(begin, fmt::format("nested more than {} deep", kMaxDepth));
  stack_.push_back(static_cast<NodeIndex>(made_.nodes.size()));
  made_.nodes.push_back(node);
  last_child_.push_back(last);
  return made_.nodes.back();
}

void Builder::join(Operator op) {
  const NodeIndex joined = stack_[stack_.size() - 2];
  Node& left = made_.nodes[joined];
  const NodeIndex right = stack_.back();
  const bool grows = left.op == op && last_child_[joined] != kNone;
  if (!grows || (op != Operator::conjunction && op != Operator::disjunction)) {
    push(op, left.begin, made_.nodes[right].end, 2);
    return;
  }
  stack_.pop_back();
  made_.nodes[last_child_[joined]].next = right;
  last_child_[joined] = right;
  left.end = made_.nodes[right].end;
  left.depth = std::max(left.depth, made_.nodes[right].depth + 1);
  if (left.depth > kMaxDepth) refuseAt(left.begin, fmt::format("nested more than {} deep", kMaxDepth));
}

void Builder::call(std::string_view name, std::size_t begin, std::size_t end, std::size_t arguments) {
  const std::uint32_t kept = addText(name);
  push(Operator::call, begin, end, arguments).text = kept;
}

Builder::Taken Builder::take(std::size_t definition, std::size_t begin) {
  const auto known = taken_.find(definition);
  if (known != taken_.end()) return known->second;
  const Expression& tree = definitions[definition].tree;
  if (defining_ + tree.source.size() > kMaxDefining) {
    refuseAt(begin, fmt::format("with its names expanded, the expression is longer than {} bytes", kMaxDefining));
  }
  defining_ += tree.source.size();
  const Taken taken{.source = static_cast<std::uint32_t>(made_.source.size() + 1),
                    .texts = static_cast<std::uint32_t>(made_.texts.size())};
  made_.source += '\n' + tree.source;
  made_.texts.insert(made_.texts.end(), tree.texts.begin(), tree.texts.end());
  return taken_.emplace(definition, taken).first->second;
}

bool Builder::pushDefinition(std::string_view name, std::size_t begin, std::size_t end) {
  const auto found = std::find_if(definitions.begin(), definitions.end(),
                                  [&](const NamedExpression& one) { return one.name == name; });
  if (found == definitions.end()) return false;
  const Expression& tree = found->tree;
  if (made_.nodes.size() + tree.nodes.size() > kMaxNodes) {
    refuseAt(begin,
             fmt::format("with {} expanded, the expression has more than {} parts", docket::quoted(name), kMaxNodes));
  }
  const Taken taken = take(static_cast<std::size_t>(found - definitions.begin()), begin);
  const auto first = static_cast<NodeIndex>(made_.nodes.size());
  for (Node node : tree.nodes) {
    node.begin += taken.source;
    node.end += taken.source;
    if (node.first_child != kNone) node.first_child += first;
    if (node.next != kNone) node.next += first;
    if (node.text != 0) node.text += taken.texts;
    made_.nodes.push_back(node);
    last_child_.push_back(kNone);
  }
  // It replaces the name, as a unit: operands joined to it do not become a part of it.
  const NodeIndex root = first + tree.root;
  made_.nodes[root].begin = static_cast<std::uint32_t>(begin);
  made_.nodes[root].end = static_cast<std::uint32_t>(end);
  made_.name_uses.push_back({.name = std::string(name),
                             .first = first,
                             .last = static_cast<NodeIndex>(made_.nodes.size() - 1),
                             .root = root,
                             .begin = static_cast<std::uint32_t>(begin),
                             .meaning = taken.source + tree.nodes[tree.root].begin,
                             .meaning_end = taken.source + tree.nodes[tree.root].end});
  stack_.push_back(root);
  return true;
}

std::uint32_t Builder::addText(std::string_view text) {
  made_.texts.emplace_back(text);
  return static_cast<std::uint32_t>(made_.texts.size() - 1);
}

std::int64_t Builder::number(std::string_view digits, std::size_t begin, std::int64_t most) const {
  const auto value = wholeNumber<std::int64_t>(digits);
  if (!value || *value > most) refuseAt(begin, fmt::format("the largest number allowed here is {}", most));
  return *value;
}

}  // namespace docket::expression
