#include "engine/declared_names.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/document_error.h"
#include "engine/expression/functions.h"
#include "events/nearest.h"
#include "events/quoted.h"
#include "events/text_view.h"

namespace docket {
namespace {

using expression::Expression;
using expression::Function;
using expression::Node;
using expression::Operator;

template <class Things, class Name>
std::vector<std::string_view> namesOf(const Things& things, Name name) {
  return things | ranges::views::transform([&](const auto& thing) { return std::string_view(thing.*name); }) |
         ranges::to_vector;
}

std::vector<std::string_view> viewsOf(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

/// Where in a text a node begins, as messages count: the line, and the column in characters.
std::pair<std::size_t, std::size_t> placeOf(const Expression& parsed, const Node& node) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i < node.begin; ++i) {
    const char c = parsed.source[i];
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++column;
    }
  }
  return {line, column};
}

/// An expression of a document, with the text that refusals point into.
struct Read {
  Expression parsed;
  const char* text;

  void require(const Node& name, const std::vector<std::string_view>& known, std::string_view what) const {
    const std::string_view given = parsed.texts[name.text];
    if (known.empty() || ranges::contains(known, given)) return;
    const auto [line, column] = placeOf(parsed, name);
    throw BadValue(text, fmt::format("the ruleset has no {} {}{}", what, quoted(given), didYouMean(given, known)), line,
                   column);
  }
};

const Node* childOf(const Expression& parsed, const Node& node, std::size_t which) {
  expression::NodeIndex child = node.first_child;
  for (; which > 0 && child != kNone; --which) child = parsed.nodes[child].next;
  return child == kNone ? nullptr : &parsed.nodes[child];
}

bool isText(const Node* node) { return node != nullptr && node->op == Operator::literal_text; }
bool isCall(const Node& node, Function function) { return node.op == Operator::call && node.function == function; }

}  // namespace

void DeclaredNames::require(capnp::Text::Reader name, const std::vector<std::string_view>& known,
                            std::string_view what) {
  if (name.size() == 0 || known.empty() || ranges::contains(known, view(name))) return;
  throw BadValue(name.begin(),
                 fmt::format("the ruleset has no {} {}{}", what, quoted(view(name)), didYouMean(view(name), known)));
}

std::vector<std::string_view> DeclaredNames::zones() const { return namesOf(ruleset_.zones, &Zone::name); }
std::vector<std::string_view> DeclaredNames::values() const { return namesOf(ruleset_.values, &Value::name); }
std::vector<std::string_view> DeclaredNames::types() const { return viewsOf(ruleset_.types); }
std::vector<std::string_view> DeclaredNames::permissions() const {
  return namesOf(ruleset_.permissions, &Permission::act);
}

bool DeclaredNames::isType(std::string_view name) const {
  const auto known = types();
  while (!known.empty() && !ranges::contains(known, name)) {
    const std::size_t end = name.find(' ');
    if (end == std::string_view::npos || !ranges::contains(known, name.substr(0, end))) return false;
    name.remove_prefix(end + 1);
  }
  return true;
}

std::vector<std::string_view> DeclaredNames::periodNames(std::string_view kind) const {
  const PeriodIndex index = ruleset_.period(kind);
  return index == kUnbound ? std::vector<std::string_view>{} : viewsOf(ruleset_.periods[index].names);
}

void DeclaredNames::requireNamed(schema::Event::Which which, capnp::Text::Reader named) const {
  using Event = schema::Event;
  switch (which) {
    case Event::BEGAN:
    case Event::ENDED: {
      auto known = namesOf(ruleset_.periods, &Period::name);
      bool open = false;  // a period without names can have any
      for (const Period& period : ruleset_.periods) {
        open = open || period.names.empty();
        known.insert(known.end(), period.names.begin(), period.names.end());
      }
      // Periods that nobody named can be called anything; only what is nearly a name that is known is a mistake then.
      if (open && didYouMean(view(named), known).empty()) return;
      return require(named, known, "period or name of one");
    }
    case Event::VALUE_CHANGED:
      return require(named, values(), "value");
    case Event::CARD_TURNED:
      return require(named, viewsOf(ruleset_.orientations), "orientation");
    case Event::DECK_REGISTERED:
    case Event::SHUFFLED:
    case Event::CARDS_DRAWN:
    case Event::CARD_CREATED:
      return require(named, zones(), "zone");
    default:
      return;
  }
}

void DeclaredNames::requireWithin(capnp::Text::Reader text, expression::Type self) const {
  if (text.size() == 0) return;
  const expression::Scope scope{.ruleset = ruleset_, .has_self = true, .has_event = true, .self = self};
  const Read read{.parsed = expression::parse(view(text), scope), .text = text.begin()};
  const Expression& parsed = read.parsed;
  for (const Node& node : parsed.nodes) {
    const bool compares = node.op == Operator::equal || node.op == Operator::unequal;
    const Node* first = childOf(parsed, node, 0);
    const Node* second = childOf(parsed, node, 1);
    if (isCall(node, Function::type) && isText(second) && !isType(parsed.texts[second->text])) {
      read.require(*second, types(), "type");
    }
    if (isCall(node, Function::zone) && isText(second)) read.require(*second, zones(), "zone");
    if (!compares || first == nullptr || second == nullptr) continue;
    for (const auto& [call, name] : {std::pair{first, second}, std::pair{second, first}}) {
      if (!isText(name) || parsed.texts[name->text].empty()) continue;
      if (isCall(*call, Function::zone)) read.require(*name, zones(), "zone");
      if (isCall(*call, Function::phase)) read.require(*name, periodNames("phase"), "phase");
      const Node* kind = isCall(*call, Function::period_name) ? childOf(parsed, *call, 0) : nullptr;
      if (isText(kind)) read.require(*name, periodNames(parsed.texts[kind->text]), parsed.texts[kind->text]);
    }
  }
}

}  // namespace docket
