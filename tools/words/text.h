// Text on its way to a terminal: made harmless (events/text/printable.h), aligned, coloured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "events/text/printable.h"

namespace docket {

/// The number of columns that a printable text takes on a terminal: one a character, two if it is wide (as in Chinese),
/// none if it joins the one before it (an accent).
[[nodiscard]] std::size_t columnsOf(std::string_view text);

/// The text, padded with blanks to `columns`.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

/// True if two texts are the same, ignoring case (of English letters).
[[nodiscard]] bool sameLetters(std::string_view one, std::string_view other);

/// "1 card", "3 cards".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

/// The meaning of a piece of text, which decides its colour on a terminal.
enum class Style : std::uint8_t { plain, strong, faint, good, bad, warning, name };

/// Wraps a text in the colour of a style, if `colour` is set.
[[nodiscard]] std::string styled(bool colour, Style style, std::string_view text);

}  // namespace docket
