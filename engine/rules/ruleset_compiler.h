// What the compilers of a ruleset's parts share. Internal to the engine: compile_ruleset.cpp compiles the data,
// compile_limits.cpp the limits, compile_rules_of_play.cpp the rules that are conditions.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/document_error.h"
#include "engine/rules/expression/expression.h"
#include "engine/rules/ruleset.h"
#include "events/text/nearest.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket {

class RulesetCompiler {
 public:
  RulesetCompiler(schema::Ruleset::Reader from, Ruleset& into) : document(from), ruleset(into) {}

  const schema::Ruleset::Reader document;
  Ruleset& ruleset;

  /// Refuses the document; at the place of `value` if that is one of its texts.
  [[noreturn]] static void refuse(const std::string& why, capnp::Text::Reader value = {});

  /// The index of a name in a table; refuses an unknown name, with the nearest known one.
  template <class Things>
  std::uint8_t require(const Things& things, capnp::Text::Reader text, std::string_view what) const {
    const std::string_view name = view(text);
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (things[i].name == name) return static_cast<std::uint8_t>(i);
    }
    const auto names = things |
                       ranges::views::transform([](const auto& thing) { return std::string_view(thing.name); }) |
                       ranges::to_vector;
    refuse(fmt::format("unknown {} \"{}\"{}", what, name, didYouMean(name, names)), text);
  }

  /// Refuses a list that is too long or has a name twice.
  template <class List>
  void requireBounded(const List& list, std::string_view what, std::size_t most = kMaxListed) const {
    if (list.size() > most) refuse(fmt::format("it has {} {}; the maximum is {}", list.size(), what, most));
    std::set<std::string> seen;
    for (auto one : list) {
      if (!seen.insert(textOf(one.getName())).second) {
        refuse(fmt::format("{} \"{}\" appears in it twice", what, textOf(one.getName())), one.getName());
      }
    }
  }

  /// The id of a clause that the document has, or empty.
  [[nodiscard]] std::string clause(capnp::Text::Reader id) const;
  /// A payload of the record by its name.
  [[nodiscard]] schema::Event::Which payload(capnp::Text::Reader text) const;
  /// An expression of a type; empty if the text is empty. `where`: its context, for messages.
  [[nodiscard]] std::optional<expression::Expression> expression(capnp::Text::Reader text, expression::Type type,
                                                                 const std::string& where,
                                                                 const expression::Scope& scope);
};

}  // namespace docket
