// Refuses a value of a document while it is compiled. The compilers get readers, which know the address of their text;
// the value's path in the document is looked up from the address, and only when a value is refused. Internal to the
// engine.
#pragma once

#include <capnp/dynamic.h>

#include <string>
#include <string_view>

#include "events/errors.h"

namespace docket {

/// A refused value: `at` is the address of its text, null if it is unknown which value it is.
class BadValue : public BadInput {
 public:
  BadValue(const char* lies_at, const std::string& why, std::size_t line = 0, std::size_t column = 0)
      : BadInput(why), at(lies_at), line_within(line), column_within(column) {}

  const char* at;
  std::size_t line_within, column_within;  ///< within the text, if it is an expression
};

/// The path of the document's text at an address; empty if there is none.
[[nodiscard]] std::string pathOf(capnp::DynamicStruct::Reader document, const char* at);

/// Runs `compile`, and adds the path in the document to the error.
template <class Compile>
auto placing(capnp::DynamicStruct::Reader document, const std::string& file, Compile&& compile) {
  try {
    return compile();
  } catch (const BadValue& bad) {
    throw BadDocument(file, pathOf(document, bad.at), bad.line_within, bad.column_within, bad.message());
  }
}

/// Runs `parse` for an expression in that text, and adds the text's address to the error.
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
