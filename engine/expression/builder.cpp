#include "engine/expression/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "events/errors.h"

namespace docket::expression {
namespace {

bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

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

Expression Builder::finish() {
  made_.root = stack_.back();
  return std::move(made_);
}

void Builder::refuseAt(std::size_t offset, const std::string& message) const {
  refuse(made_.source, source_, offset, message);
}

Node& Builder::push(Operator op, std::size_t begin, std::size_t end, std::size_t children) {
  if (made_.nodes.size() >= kMostNodes) {
    refuseAt(begin, fmt::format("the expression has more than {} parts", kMostNodes));
  }
  while (end > begin && isBlank(made_.source[end - 1])) --end;
  const NodeIndex last = children > 0 ? stack_.back() : kNone;
  Node node{.op = op, .begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(end)};
  for (std::size_t i = 0; i < children; ++i) {
    const NodeIndex child = stack_.back();
    stack_.pop_back();
    made_.nodes[child].next = node.first_child;
    node.first_child = child;
    node.depth = std::max(node.depth, made_.nodes[child].depth + 1);
  }
  if (node.depth > kMostDepth) refuseAt(begin, fmt::format("nested more than {} deep", kMostDepth));
  stack_.push_back(static_cast<NodeIndex>(made_.nodes.size()));
  made_.nodes.push_back(node);
  last_child_.push_back(last);
  return made_.nodes.back();
}

void Builder::join(Operator op) {
  const NodeIndex joined = stack_[stack_.size() - 2];
  Node& left = made_.nodes[joined];
  const NodeIndex right = stack_.back();
  if (left.op != op || (op != Operator::conjunction && op != Operator::disjunction)) {
    push(op, left.begin, made_.nodes[right].end, 2);
    return;
  }
  stack_.pop_back();
  made_.nodes[last_child_[joined]].next = right;
  last_child_[joined] = right;
  left.end = made_.nodes[right].end;
  left.depth = std::max(left.depth, made_.nodes[right].depth + 1);
  if (left.depth > kMostDepth) refuseAt(left.begin, fmt::format("nested more than {} deep", kMostDepth));
}

void Builder::call(std::string_view name, std::size_t begin, std::size_t end, std::size_t arguments) {
  const std::uint32_t kept = keep(name);
  push(Operator::call, begin, end, arguments).text = kept;
}

std::uint32_t Builder::keep(std::string_view text) {
  made_.texts.emplace_back(text);
  return static_cast<std::uint32_t>(made_.texts.size() - 1);
}

std::int64_t Builder::number(std::string_view digits, std::size_t begin, std::int64_t most) const {
  std::int64_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec != std::errc{} || value > most) refuseAt(begin, fmt::format("{} is the largest number here", most));
  return value;
}

}  // namespace docket::expression
