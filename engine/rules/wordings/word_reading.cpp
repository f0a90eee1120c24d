#include "engine/rules/wordings/word_reading.h"

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>

namespace docket::wordings {
namespace {

using At = schema::Wording::At;

class WordReader {
 public:
  WordReader(const PrintedCard& card, const Wordings& wordings, CardReading& reading, std::size_t text)
      : card_(card),
        wordings_(wordings),
        reading_(reading),
        text_(text),
        in_(reading.texts[text]),
        words_(in_.printed.words),
        matcher_(wordings, in_.printed),
        there_(wordings.vocabulary().size() + 1) {
    for (const PrintedWord& word : words_) forms_.push_back(formsOf(word));
  }

  /// Corrections come first: no wording reads their words again.
  void read() {
    if (wordings_.hasCorrections()) readBy(&Layer::corrections);
    readBy(&Layer::wordings);
  }

 private:
  void readBy(LookedFor Layer::*those) {
    for (std::size_t section = 0; section < in_.sections.size(); ++section) {
      for (const Part& part : in_.sections[section].parts) {
        note(part, true);
        for (const Layer& layer : wordings_.layers()) readPart(section, part, layer.*those);
        note(part, false);
      }
    }
  }

  /// The words in the current part.
  void note(const Part& part, bool is_there) {
    for (std::size_t at = part.begin; at < part.end; ++at) there_[words_[at].is] = is_there;
  }

  void readPart(std::size_t section, const Part& part, const LookedFor& looked_for) {
    std::size_t begin = part.begin;  // without reminder text before it
    while (begin < part.end && words_[begin].reminds) ++begin;
    for (std::size_t at = part.begin; at < part.end;) {
      std::size_t end = at;
      if (at == begin) end = readAt(section, part, at, looked_for.at_start);
      if (end == at) end = readAt(section, part, at, looked_for.anywhere);
      at = std::max(end, at + 1);
    }
  }

  /// Tries the wordings that can begin with a word; returns the end of the words that one reads there, or `at` if none
  /// does.
  std::size_t readAt(std::size_t section, const Part& part, std::size_t at, const StartIndex& index) {
    for (const Candidate& candidate : index.of(words_[at].is)) {
      if (!words_[at].reminds && (candidate.forms & forms_[at]) == 0) continue;
      const Wording& wording = wordings_.all()[candidate.line];
      const auto fit = fits(wording, section, part, at);
      if (!fit) continue;
      take(section, part.block, wording, *fit);
      return fit->end;
    }
    return at;
  }

  [[nodiscard]] std::optional<Fit> fits(const Wording& wording, std::size_t section, const Part& part, std::size_t at) {
    if (!isLookedForIn(wording, in_.sections[section], part)) return std::nullopt;
    if (!wording.of.holds(card_, in_.field)) return std::nullopt;
    const bool whole = wording.says.getAt() == At::WHOLE || wording.says.getAt() == At::END;
    for (const Pattern& pattern : wording.words) {
      if (!ranges::all_of(pattern.needs, [&](WordNumber word) { return there_[word]; })) continue;
      auto fit = matcher_.fit(pattern, at, part.end, whole);
      if (fit && fit->end > fit->begin && !isCorrected(*fit)) return fit;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool isCorrected(const Fit& fit) const {
    const auto last = in_.corrected.begin() + static_cast<std::ptrdiff_t>(fit.end);
    return std::find(in_.corrected.begin() + static_cast<std::ptrdiff_t>(fit.begin), last, true) != last;
  }
  [[nodiscard]] static bool isLookedForIn(const Wording& wording, const Section& section, const Part& part) {
    const auto says = [&](Block block) { return (wording.blocks >> static_cast<unsigned>(block) & 1U) != 0; };
    if (wording.blocks != 0 && says(part.block)) return true;
    const bool whole = part.block == Block::SENTENCE || part.block == Block::ITEM;
    if (wording.blocks != 0) return whole && says(Block::PLAIN) && !section.isParted();
    return !whole || !section.isParted();
  }

  void take(std::size_t section, Block block, const Wording& wording, const Fit& fit) {
    reading_.words.push_back(std::make_unique<const WordsRead>(
        WordsRead{.text = text_, .section = section, .block = block, .wording = &wording, .fit = fit}));
    in_.read[section].words.push_back(reading_.words.back().get());
    const auto is_passed_by = [&](std::size_t at) {  // the wording does not read words in a gap
      return ranges::any_of(fit.captures,
                            [&](const Capture& one) { return one.passed_from <= at && at < one.passed_to; });
    };
    for (std::size_t at = fit.begin; at < fit.end; ++at) {
      if (!wording.says.getHint() && !is_passed_by(at)) in_.covered[at] = true;
      if (wording.correction) in_.corrected[at] = true;
    }
  }

  const PrintedCard& card_;
  const Wordings& wordings_;
  CardReading& reading_;
  const std::size_t text_;
  CardReading::Text& in_;
  const std::vector<PrintedWord>& words_;
  Matcher matcher_;
  std::vector<WordForms> forms_;  ///< of each word
  std::vector<bool> there_;       ///< for each word number: true if the current part has the word
};

}  // namespace

void addWordReadings(const PrintedCard& card, const Wordings& wordings, CardReading& reading, std::size_t text) {
  WordReader(card, wordings, reading, text).read();
}

}  // namespace docket::wordings
