#include "engine/rules/wordings/section_agreement.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text_view.h"

namespace docket::wordings {
namespace {

/// Whether each wording of a section has before it what it needs, and none of which there is one at most is there
/// twice.
bool agree(std::vector<const WordsRead*> words) {
  std::stable_sort(words.begin(), words.end(),
                   [](const auto* a, const auto* b) { return a->fit.begin < b->fit.begin; });
  std::vector<std::string_view> had;
  for (const WordsRead* one : words) {
    const std::string_view needs = view(one->wording->says.getNeeds());
    const std::string_view only = view(one->wording->says.getOnly());
    if (!needs.empty() && !ranges::contains(had, needs)) return false;
    if (only.empty()) continue;
    if (ranges::contains(had, only)) return false;
    had.push_back(only);
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

void settleSections(const Layout& layout, CardReading::Text& text) {
  if (layout.wholly == 0) return;
  for (std::size_t number = 0; number < text.sections.size(); ++number) {
    CardReading::OfSection& read = text.read[number];
    const bool agreed = agree(read.words);
    for (const Part& part : text.sections[number].parts) {
      if (!agreed && layout.readsWholly(part.block)) uncover(text, part);
    }
    read.withheld =
        !agreed || !isWhollyRead(text, text.sections[number]) ||
        ranges::any_of(read.words, [](const WordsRead* one) { return one->wording->says.getLeaves().size() > 0; });
  }
}

}  // namespace docket::wordings
