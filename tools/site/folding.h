// Folds texts for searching: removes capitals, accents and marks, so that "Ōtomo" is found as "otomo".
// Invariant: folding a folded text changes nothing; the search script folds typed words in the same way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docket::site {

/// The folded text. Bytes that are not UTF-8 are left out.
[[nodiscard]] std::string folded(std::string_view text);

/// The words of a text, folded: runs of letters and digits, each once, in their order.
[[nodiscard]] std::vector<std::string> wordsOf(std::string_view text);

}  // namespace docket::site
