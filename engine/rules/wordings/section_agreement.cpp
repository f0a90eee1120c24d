#include "engine/rules/wordings/section_agreement.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "events/text/letters.h"
#include "events/text/text_view.h"

namespace docket::wordings {
namespace {

/// The `only` of a wording, of which a section has at most one.
struct Named {
  std::string_view only;
  std::size_t end = 0;  ///< the end of its words
};

/// True if a word that refers back, such as "him", could refer to a noun that comes after the one that the wording
/// takes it for.
bool canMeanAnother(const CardReading::Text& text, const SentenceTies& ties, const Fit& fit, std::size_t named_end) {
  for (std::size_t at = fit.begin; at < fit.end; ++at) {
    if (at <= named_end) continue;
    const std::string between = asciiLower(text.printed.between(named_end, at));
    if (ties.names(between, asWord(text.printed.of(text.printed.words[at])))) return true;
  }
  return false;
}

/// True if the wordings of a section are consistent: each has the wording that it `needs` before it, none can mean
/// another noun, and no `only` occurs twice.
bool agree(const CardReading::Text& text, const SentenceTies& ties, std::vector<const WordsRead*> words) {
  std::stable_sort(words.begin(), words.end(),
                   [](const auto* a, const auto* b) { return a->fit.begin < b->fit.begin; });
  std::vector<Named> had;
  for (const WordsRead* one : words) {
    const std::string_view needs = view(one->wording->says.getNeeds());
    const std::string_view only = view(one->wording->says.getOnly());
    if (!needs.empty()) {
      const auto named = ranges::find(had, needs, &Named::only);
      if (named == had.end() || canMeanAnother(text, ties, one->fit, named->end)) return false;
    }
    if (only.empty()) continue;
    if (ranges::contains(had, only, &Named::only)) return false;
    had.push_back({.only = only, .end = one->fit.end});
  }
  return true;
}

bool isWhollyRead(const CardReading::Text& text, const Section& section) {
  for (std::size_t at = section.begin; at < section.end; ++at) {
    if (!text.covered[at] && text.printed.words[at].kind != PrintedWord::Kind::mark) return false;
  }
  return true;
}

void uncover(CardReading::Text& text, const Part& part) {
  for (std::size_t at = part.begin; at < part.end; ++at) text.covered[at] = text.printed.words[at].reminds;
}

}  // namespace

void settleSections(const Layout& layout, const SentenceTies& ties, CardReading::Text& text) {
  if (layout.wholly == 0) return;
  for (std::size_t number = 0; number < text.sections.size(); ++number) {
    CardReading::OfSection& read = text.read[number];
    const bool agreed = agree(text, ties, read.words);
    for (const Part& part : text.sections[number].parts) {
      if (!agreed && layout.readsWholly(part.block)) uncover(text, part);
    }
    const auto leaves_a_part = [](const WordsRead* one) {
      return one->wording->says.getLeaves().size() > 0 && !one->wording->says.getHint();
    };
    read.withheld = !agreed || !isWhollyRead(text, text.sections[number]) || ranges::any_of(read.words, leaves_a_part);
  }
}

}  // namespace docket::wordings
