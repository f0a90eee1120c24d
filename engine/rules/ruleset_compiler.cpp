#include "engine/rules/ruleset_compiler.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/expression/functions.h"
#include "events/payload_names.h"
#include "events/text/text_view.h"

namespace docket {

void RulesetCompiler::refuse(const std::string& why, capnp::Text::Reader value) {
  throw BadValue(value.size() == 0 ? nullptr : value.begin(), why);
}

std::string RulesetCompiler::clause(capnp::Text::Reader id) const {
  if (id.size() != 0 && !ranges::contains(ruleset.clauses, textOf(id), &Clause::id)) {
    const auto ids = ruleset.clauses |
                     ranges::views::transform([](const Clause& one) { return std::string_view(one.id); }) |
                     ranges::to_vector;
    refuse(fmt::format("unknown clause \"{}\"{}", textOf(id), didYouMean(textOf(id), ids)), id);
  }
  return textOf(id);
}

schema::Event::Which RulesetCompiler::payload(capnp::Text::Reader text) const {
  const auto which = payloadNamed(view(text));
  if (!which) refuse(fmt::format("unknown act \"{}\"{}", view(text), didYouMean(view(text), payloadNames())), text);
  return *which;
}

std::optional<expression::Expression> RulesetCompiler::expression(capnp::Text::Reader text, expression::Type type,
                                                                  const std::string& where,
                                                                  const expression::Scope& scope) {
  if (text.size() == 0) return std::nullopt;
  auto parsed = withinText(text, where, [&] { return expression::parseTyped(textOf(text), type, scope); });
  ruleset.asks_origin =
      ruleset.asks_origin || ranges::any_of(parsed.nodes, [](const expression::Node& node) {
        return node.op == expression::Operator::call && node.function == expression::Function::from_zone;
      });
  return parsed;
}

}  // namespace docket
