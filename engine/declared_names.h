// The names that a ruleset declares, as conditions and events of documents mention them. Internal to the engine.
#pragma once

#include <capnp/blob.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/expression.h"
#include "engine/ruleset.h"

namespace docket {

class DeclaredNames {
 public:
  explicit DeclaredNames(const Ruleset& ruleset) : ruleset_(ruleset) {}

  /// Refuses a name that is not among those known (BadValue, with the nearest); anything goes where none is known.
  static void require(capnp::Text::Reader name, const std::vector<std::string_view>& known, std::string_view what);

  [[nodiscard]] std::vector<std::string_view> zones() const;
  [[nodiscard]] std::vector<std::string_view> values() const;
  [[nodiscard]] std::vector<std::string_view> types() const;
  [[nodiscard]] std::vector<std::string_view> permissions() const;
  /// Whether a card can be of a type called so: one that is declared, perhaps after its supertypes.
  [[nodiscard]] bool isType(std::string_view name) const;

  /// Refuses a `named` that no event of the kind can have: a period, a value, a zone or an orientation that is not.
  void requireNamed(schema::Event::Which which, capnp::Text::Reader named) const;
  /// The names in an expression of a document (nothing where the text is empty), whose `this` is of that type.
  void requireWithin(capnp::Text::Reader text, expression::Type self = expression::Type::card) const;

 private:
  [[nodiscard]] std::vector<std::string_view> periodNames(std::string_view kind) const;

  const Ruleset& ruleset_;
};

}  // namespace docket
