#include "engine/rules/wordings/wordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <set>
#include <utility>

#include "engine/rules/document_error.h"
#include "engine/rules/event_meaning.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket::wordings {
namespace {

Pattern patternOf(capnp::Text::Reader text, const std::string& where, Vocabulary& vocabulary) {
  return withinText(text, where, [&] { return parsePattern(view(text), vocabulary); });
}

/// True if one of the wanted words exists, or none is wanted.
bool holdsOne(const std::vector<std::string>& wanted, const std::vector<std::string>& existing) {
  return wanted.empty() ||
         ranges::any_of(wanted, [&](const std::string& word) { return ranges::contains(existing, word); });
}

std::vector<AbilityDefault> defaultsIn(capnp::List<schema::Layout::Begun>::Reader list) {
  std::vector<AbilityDefault> defaults;
  for (const auto one : list) {
    defaults.push_back({.of = CardChoice(one.getOf()), .gives = one.getGives(), .takes_first = one.getTakesFirst()});
  }
  return defaults;
}

/// True if a pattern contains a phrase, directly or through others.
bool reaches(const Pattern& pattern, std::uint32_t phrase, const std::vector<Phrase>& phrases,
             std::set<std::uint32_t>& seen) {
  if (pattern.kind == Pattern::Kind::phrase) {
    if (pattern.phrase == phrase) return true;
    if (!seen.insert(pattern.phrase).second) return false;
    return std::any_of(phrases[pattern.phrase].is.begin(), phrases[pattern.phrase].is.end(),
                       [&](const auto& one) { return reaches(one.words, phrase, phrases, seen); });
  }
  return std::any_of(pattern.parts.begin(), pattern.parts.end(),
                     [&](const Pattern& part) { return reaches(part, phrase, phrases, seen); });
}

/// The word forms with which a pattern without literal words can begin.
WordForms formsAtStartOf(Pattern::Kind kind) {
  using Kind = Pattern::Kind;
  switch (kind) {
    case Kind::number:
      return form::kNumber;
    case Kind::title:
      return form::kQuoted | form::kOwn;
    case Kind::own:
      return form::kOwn;
    case Kind::own_name:
    case Kind::own_names:
      return form::kOwn | form::kOfTitle;
    case Kind::name:
      return form::kCapital;
    case Kind::bold:
      return form::kBold;
    case Kind::italic:
      return form::kItalic;
    default:
      return form::kAny;
  }
}

}  // namespace

CardChoice::CardChoice(schema::Cards::Reader from)
    : types(textsOf(from.getTypes())),
      subtypes(textsOf(from.getSubtypes())),
      keys(textsOf(from.getKeys())),
      fields(textsOf(from.getFields())),
      not_subtypes(textsOf(from.getNotSubtypes())),
      known_fields(textsOf(from.getKnownFields())),
      every(types.empty() && subtypes.empty() && keys.empty() && fields.empty() && not_subtypes.empty() &&
            known_fields.empty()) {}

bool CardChoice::holds(const PrintedCard& card, std::string_view field) const {
  if (every) return true;
  return holdsOne(types, card.types) && holdsOne(subtypes, card.subtypes) &&
         (keys.empty() || ranges::contains(keys, card.key) || ranges::contains(keys, card.title)) &&
         (fields.empty() || ranges::contains(fields, field)) &&
         (not_subtypes.empty() || !holdsOne(not_subtypes, card.subtypes)) &&
         ranges::all_of(known_fields, [&](const std::string& known) {
           return ranges::any_of(card.texts, [&](const PrintedCard::Text& text) { return text.field == known; });
         });
}

WordForms formsOf(const PrintedWord& word) {
  using Kind = PrintedWord::Kind;
  WordForms forms = form::kAny;
  const auto add = [&](bool has, WordForms one) { forms = static_cast<WordForms>(forms | (has ? one : 0)); };
  add(word.kind == Kind::number, form::kNumber);
  add(word.kind == Kind::quoted, form::kQuoted);
  add(word.kind == Kind::own, form::kOwn);
  add(word.capital && word.kind != Kind::mark, form::kCapital);
  add(word.of_title, form::kOfTitle);
  add(word.bold, form::kBold);
  add(word.italic, form::kItalic);
  return forms;
}

bool Start::holds(const PrintedWord& word) const {
  return (forms & formsOf(word)) != 0 ||
         (word.is != kOtherWord && std::binary_search(words.begin(), words.end(), word.is));
}

void Start::seal() {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

void StartIndex::seal(std::size_t words) {
  by_word_.resize(words + 1);
  for (const auto& [line, start] : added_) {
    for (const WordNumber word : start->words) by_word_[word].push_back({.line = line, .forms = form::kAny});
    if (start->forms == 0) continue;
    for (auto& list : by_word_) {
      if (list.empty() || list.back().line != line) list.push_back({.line = line, .forms = start->forms});
    }
  }
  added_.clear();
}

Wordings::Wordings(schema::Wordings::Reader document, const std::string& file,
                   const std::vector<schema::Corrections::Reader>& corrections)
    : document_(document) {
  const auto layout = document.getLayout();
  layout_.begun = defaultsIn(layout.getBegun());
  layout_.unsaid = defaultsIn(layout.getUnsaid());
  for (const auto one : layout.getOthers()) layout_.others.emplace_back(CardChoice(one.getOf()), one.getIs());
  for (const auto one : layout.getFlavor()) layout_.flavor.emplace_back(one);
  for (const Block block : layout.getWholly()) layout_.wholly |= 1U << static_cast<unsigned>(block);
  placing(document, file, [&] {
    for (const auto phrase : document.getPhrases()) {
      Phrase made{.name = std::string(view(phrase.getName())), .is = {}};
      if (made.name.empty()) throw BadValue(nullptr, "a phrase lacks its name");
      for (const auto one : phrase.getIs()) {
        made.is.push_back({.words = patternOf(one.getWords(), "phrase " + docket::quoted(made.name), vocabulary_),
                           .means = std::string(view(one.getMeans()))});
      }
      phrases_.push_back(std::move(made));
    }
    for (const auto doubt : document.getDoubts()) {
      for (const auto words : doubt.getWords()) {
        doubts_.push_back({.words = patternOf(words, "doubts", vocabulary_),
                           .about = doubt.getAbout(),
                           .matter = doubt.getMatter(),
                           .acts = payloadsOf(doubt.getOn()),
                           .start = {}});
      }
      knows_harmless_words_ = knows_harmless_words_ || doubt.getAbout() == schema::Doubt::About::NOTHING;
    }
  });
  for (const auto& from : corrections) {
    placing(from, file, [&] {
      for (const auto one : from.getCorrections()) add(one.getWording(), &one);
    });
  }
  placing(document, file, [&] {
    for (const auto one : document.getWordings()) add(one, nullptr);
    for (Phrase& phrase : phrases_) {
      for (auto& one : phrase.is) bind(one.words, "phrase " + docket::quoted(phrase.name));
    }
    for (Wording& wording : wordings_) {
      for (Pattern& words : wording.words) bind(words, "wording " + docket::quoted(wording.name));
    }
    for (Doubt& doubt : doubts_) bind(doubt.words, "doubts");
  });
  refuseRings(file);
  index();
}

void Wordings::add(schema::Wording::Reader from, const schema::Corrections::Correction::Reader* decided) {
  Wording made{.words = {},
               .name = textOf(from.getName()),
               .of = CardChoice(from.getOf()),
               .correction = decided != nullptr,
               .says = from};
  if (decided != nullptr) made.decided = fmt::format("{}, {}", view(decided->getWho()), view(decided->getDate()));
  for (const Block block : from.getIn()) made.blocks |= 1U << static_cast<unsigned>(block);
  const auto same = [&](const Wording& other) { return !made.name.empty() && other.name == made.name; };
  if (std::any_of(wordings_.begin(), wordings_.end(), same)) {
    throw BadValue(from.getName().begin(), fmt::format("there are two wordings {}", docket::quoted(made.name)));
  }
  for (const auto words : from.getWords()) {
    made.words.push_back(patternOf(words, "wording " + docket::quoted(made.name), vocabulary_));
  }
  const auto layer = view(from.getLayer());
  auto found = ranges::find(layers_, layer, &Layer::name);
  if (found == layers_.end()) {
    layers_.push_back({.name = std::string(layer), .corrections = {}, .wordings = {}});
    found = layers_.end() - 1;
  }
  made.layer = static_cast<std::uint32_t>(found - layers_.begin());
  wordings_.push_back(std::move(made));
}

void Wordings::bind(Pattern& pattern, const std::string& where) const {
  if (pattern.kind == Pattern::Kind::phrase) {
    const auto found = ranges::find(phrases_, pattern.what, &Phrase::name);
    if (found == phrases_.end()) {
      const auto names = phrases_ | ranges::views::transform(&Phrase::name) | ranges::to<std::vector>;
      throw BadValue(nullptr, fmt::format("{}: there is no phrase {}{}", where, docket::quoted(pattern.what),
                                          didYouMean(pattern.what, names)));
    }
    pattern.phrase = static_cast<std::uint32_t>(found - phrases_.begin());
  }
  for (Pattern& part : pattern.parts) bind(part, where);
}

void Wordings::refuseRings(const std::string& file) const {
  for (std::uint32_t i = 0; i < phrases_.size(); ++i) {
    std::set<std::uint32_t> seen;
    for (const auto& one : phrases_[i].is) {
      if (!reaches(one.words, i, phrases_, seen)) continue;
      throw BadDocument(file, fmt::format("phrases[{}]", i), 0, 0,
                        fmt::format("phrase {} contains itself", docket::quoted(phrases_[i].name)));
    }
  }
}

/// Adds the possible beginnings of a pattern; returns whether it can match zero words.
bool Wordings::addStart(const Pattern& pattern, Start& start) const {
  using Kind = Pattern::Kind;
  switch (pattern.kind) {
    case Kind::word:
      start.words.push_back(pattern.word);
      return false;
    case Kind::sequence:
      return std::all_of(pattern.parts.begin(), pattern.parts.end(),
                         [&](const Pattern& part) { return addStart(part, start); });
    case Kind::choice: {
      bool empty = false;
      for (const Pattern& part : pattern.parts) empty = addStart(part, start) || empty;
      return empty;
    }
    case Kind::optional:
    case Kind::repeated:
      addStart(pattern.parts.front(), start);
      return true;
    case Kind::phrase: {
      bool empty = false;
      for (const auto& one : phrases_[pattern.phrase].is) empty = addStart(one.words, start) || empty;
      return empty;
    }
    default:
      start.forms |= formsAtStartOf(pattern.kind);
      return pattern.kind == Kind::gap;
  }
}

/// The words in every text that a pattern matches, sorted.
std::vector<WordNumber> Wordings::neededBy(const Pattern& pattern, NeededByPhrases& by_phrases) const {
  using Kind = Pattern::Kind;
  const auto in_all = [](auto&& several, auto&& needed) {
    std::optional<std::vector<WordNumber>> common;
    for (const auto& one : several) {
      const std::vector<WordNumber> needs = needed(one);
      std::vector<WordNumber> both;
      if (common)
        std::set_intersection(common->begin(), common->end(), needs.begin(), needs.end(), back_inserter(both));
      common = common ? both : needs;
    }
    return common.value_or(std::vector<WordNumber>{});
  };
  switch (pattern.kind) {
    case Kind::word:
      return {pattern.word};
    case Kind::sequence: {
      std::vector<WordNumber> all;
      for (const Pattern& part : pattern.parts) {
        const std::vector<WordNumber> before = std::exchange(all, {});
        const std::vector<WordNumber> needs = neededBy(part, by_phrases);
        std::set_union(before.begin(), before.end(), needs.begin(), needs.end(), back_inserter(all));
      }
      return all;
    }
    case Kind::choice:
      return in_all(pattern.parts, [&](const Pattern& part) { return neededBy(part, by_phrases); });
    case Kind::phrase: {
      auto& known = by_phrases[pattern.phrase];
      if (!known) {
        known = in_all(phrases_[pattern.phrase].is, [&](const auto& one) { return neededBy(one.words, by_phrases); });
      }
      return *known;
    }
    default:
      return {};
  }
}

void Wordings::index() {
  using WordingAt = schema::Wording::At;
  const auto begin = [&](const Pattern& words, Start& start) {
    if (addStart(words, start)) start.forms |= form::kAny;
  };
  for (Phrase& phrase : phrases_) {
    for (const auto& one : phrase.is) begin(one.words, phrase.start);
    phrase.start.seal();
  }
  NeededByPhrases by_phrases(phrases_.size());
  for (std::uint32_t i = 0; i < wordings_.size(); ++i) {
    Wording& wording = wordings_[i];
    for (Pattern& words : wording.words) {
      begin(words, wording.start);
      words.needs = neededBy(words, by_phrases);
    }
    wording.start.seal();
    const bool at_start = wording.says.getAt() == WordingAt::START || wording.says.getAt() == WordingAt::WHOLE;
    Layer& layer = layers_[wording.layer];
    LookedFor& looked_for = wording.correction ? layer.corrections : layer.wordings;
    (at_start ? looked_for.at_start : looked_for.anywhere).add(i, wording.start);
  }
  for (Layer& layer : layers_) {
    for (LookedFor* one : {&layer.corrections, &layer.wordings}) {
      one->at_start.seal(vocabulary_.size());
      one->anywhere.seal(vocabulary_.size());
    }
  }
  for (std::uint32_t i = 0; i < doubts_.size(); ++i) {
    begin(doubts_[i].words, doubts_[i].start);
    doubts_[i].start.seal();
    doubts_by_start_.add(i, doubts_[i].start);
  }
  doubts_by_start_.seal(vocabulary_.size());
}

}  // namespace docket::wordings
