// A text that was written for a page, a help for example, brought into the columns of another: what fits stays as it
// is. Invariant: no line is wider than the page, unless a single word without a comma is.
#pragma once

#include <string>
#include <string_view>

namespace docket {

/// A paragraph in which a line is too wide is filled again; of lines that are set in, which stand for themselves, one
/// that is too wide goes on further in, or where its remark begins (what follows two blanks or more).
[[nodiscard]] std::string fitted(std::string_view text);

}  // namespace docket
