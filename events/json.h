// JSON in and out of Cap'n Proto, driven by the schema and the marks in it (schemas/marks.capnp). Strict: what the
// schema does not say is refused, with the place and the nearest name that it does say.
//
//   $name field     the name itself                      Data       lowercase hexadecimal digits
//   $entity field   "#57" "P1" "place 3" "unit 2" "game"  enum       its enumerant
//   group, struct   an object                            union      its member's name as the key
//   Void            true or {} (written as true)         default    left out when written
//   $expression     a text, or a list of its lines        $json     the value that the text holds
//
// A pointer that is set to something empty is written ([], {}, ""), so that writing loses nothing. `null` stands only
// for the member of a union that is chosen and not set. An integer beyond 2^53 is refused on reading (other programs
// would round it) and on writing.
// Invariant: reading what was written gives a struct with the same canonical bytes.
#pragma once

#include <capnp/dynamic.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "events/names.h"

namespace docket {

/// Where JSON text comes from.
struct JsonSource {
  std::string_view text;
  std::string file;            ///< for messages
  std::size_t first_line = 1;  ///< number, in the file, of the first line of `text`
};

struct JsonOptions {
  bool comments = false;               ///< "//" begins a comment that ends with the line
  std::size_t most_bytes = 16U << 20;  ///< longer text is refused unread
};

/// Deeper nesting than this is refused.
inline constexpr int kMostJsonDepth = 32;

/// Reads one JSON object into `into`, which is empty. New names go to `names`; where it is null, a $name field is
/// refused. Throws BadInput with file, line and column (in bytes, from 1); `into` is half written then.
void readJson(const JsonSource& source, capnp::DynamicStruct::Builder into, Names* names = nullptr,
              const JsonOptions& options = {});

/// One line of JSON without its end. Throws BadInput where the struct holds what JSON cannot say: text that is not
/// UTF-8, a number that no name has, an integer beyond 2^53, a union member or enumerant of a newer schema.
[[nodiscard]] std::string writeJson(capnp::DynamicStruct::Reader from, const Names* names = nullptr);

/// Line and column of a place in a text, both from 1.
struct TextPlace {
  std::size_t line = 0;
  std::size_t column = 0;
};

/// Where the value at a path ("cardMoved.card", "context.identities[0].card") stands in JSON that readJson accepts;
/// of what is not there, the nearest object or list around it.
[[nodiscard]] TextPlace placeOf(const JsonSource& source, std::string_view path);

/// The paths of the numbers, texts and conditions (true, false) that stand in JSON that readJson accepts.
[[nodiscard]] std::set<std::string> scalarPaths(const JsonSource& source);

/// Where, within the text at a path, its character at `inner` stands (line and column from 1, as a reader of the text
/// that is meant would count); an inner line of 0 means the value itself.
[[nodiscard]] TextPlace placeWithin(const JsonSource& source, std::string_view path, TextPlace inner);

}  // namespace docket
