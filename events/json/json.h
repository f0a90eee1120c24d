// JSON in and out of Cap'n Proto, driven by the schema and the marks in it (schemas/marks.capnp). Strict: anything that
// is not in the schema is refused, with its place and the nearest name in the schema.
//
//   $name field     the name itself                      Data       lowercase hexadecimal digits
//   $entity field   "#57" "P1" "place 3" "unit 2" "game"  enum       its enumerant
//   group, struct   an object                            union      its member's name as the key
//   Void            true or {} (written as true)         default    left out when written
//   $expression     a text, or a list of its lines        $json     the value that the text holds
//
// A pointer to an empty value is written ([], {}, ""), so that writing loses nothing. `null` is allowed only for the
// member of a union that is chosen and not set. An integer beyond 2^53 is refused on reading (other programs would
// round it) and on writing.
// Invariant: reading the output gives a struct with the same canonical bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace docket {

/// Line and column of a place in a text, both from 1.
struct TextPlace {
  std::size_t line = 0;
  std::size_t column = 0;
};

/// JSON text and its origin.
struct JsonSource {
  std::string_view text;
  std::string file;            ///< for messages
  std::size_t first_line = 1;  ///< number, in the file, of the first line of `text`
};

struct JsonOptions {
  bool comments = false;              ///< "//" begins a comment that ends with the line
  std::size_t max_bytes = 16U << 20;  ///< longer text is refused unread
};

/// Deeper nesting than this is refused.
inline constexpr int kMaxJsonDepth = 32;

}  // namespace docket
