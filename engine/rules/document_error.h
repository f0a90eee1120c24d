// Refusing a value of a document while it is compiled. The compilers are given readers, and a reader knows where its
// text lies: so which value of the document is meant is found out afterwards, from the address, and only when one is
// refused. Internal to the engine.
#pragma once

#include <capnp/dynamic.h>

#include <string>
#include <string_view>

#include "events/errors.h"

namespace docket {

/// A value that is refused: `at` is where its text lies in memory, null where it is not known which value it is.
class BadValue : public BadInput {
 public:
  BadValue(const char* lies_at, const std::string& why, std::size_t line = 0, std::size_t column = 0)
      : BadInput(why), at(lies_at), line_within(line), column_within(column) {}

  const char* at;
  std::size_t line_within, column_within;  ///< within the text, where it is an expression
};

/// The path of the text in a document that lies there; empty where none does.
[[nodiscard]] std::string pathOf(capnp::DynamicStruct::Reader document, const char* at);

/// Runs `compile`, and gives what it refuses its place in the document.
template <class Compile>
auto placing(capnp::DynamicStruct::Reader document, const std::string& file, Compile&& compile) {
  try {
    return compile();
  } catch (const BadValue& bad) {
    throw BadDocument(file, pathOf(document, bad.at), bad.line_within, bad.column_within, bad.message());
  }
}

/// Runs `parse` of an expression in that text, and gives what it refuses the text as its place.
template <class Parse>
auto withinText(capnp::Text::Reader text, const std::string& where, Parse&& parse) {
  try {
    return parse();
  } catch (const BadValue&) {
    throw;
  } catch (const BadInput& bad) {
    throw BadValue(text.begin(), where + ": " + bad.message(), bad.line(), bad.column());
  }
}

}  // namespace docket
