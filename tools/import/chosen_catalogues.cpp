#include "tools/import/chosen_catalogues.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <range/v3/algorithm/find_if.hpp>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "tools/game/document_remarks.h"
#include "tools/game/wordings.h"
#include "tools/import/merged_cards.h"
#include "tools/import/read_catalogue.h"
#include "tools/io/files.h"

namespace docket {
namespace {

std::string rulesetNameOf(const HeldDocument& catalogue) {
  return textOf(DocumentReader<schema::Catalogue>(catalogue).root().getRuleset());
}

/// The files of a folder that can be cards, in the order of their names.
std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    const bool may_be = extension == ".json" || extension == ".jsonl" || extension == ".cdb";
    if (may_be && entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) throw BadInput(fmt::format("{}: this folder has no card files (.json, .jsonl, .cdb)", folder));
  return files;
}

/// Reads files of cards; what their texts are read by is compiled once.
class CardFileReader {
 public:
  HeldDocument read(std::string_view text, const std::string& file) {
    PrintedCards printed = readPrintedCards(text, file);
    const std::string ruleset = textOf(printed.catalogue.root().getRuleset());
    if (printed.typed && ruleset.empty() && printed.catalogue.root().getName().size() == 0)
      throw BadInput(
          fmt::format("{}: these cards do not name their ruleset: docket cards read --ruleset RULESET {} "
                      "makes a catalogue of them",
                      file, file));
    if (printed.typed || !printed.has_words || !shipsWordings(ruleset)) {
      auto held = heldCatalogue(printed.catalogue.root(), file);
      if (printed.typed) held.json = text;
      held.unknown_fields = std::move(printed.unknown_fields);
      return held;
    }
    printed.keeps_limits = true;
    const Reading& by = readingOf(ruleset);
    auto held = heldCatalogue(readCatalogueFrom(printed, *by.words.compiled, by.ruleset).root(), file);
    held.unknown_fields = std::move(printed.unknown_fields);
    for (const std::string& note : printed.notes) held.notes.push_back(fmt::format("{}: {}", file, note));
    return held;
  }

 private:
  struct Reading {
    Ruleset ruleset;
    HeldWordings words;
  };

  const Reading& readingOf(const std::string& name) {
    auto& reading = readings_[name];
    if (!reading) {
      reading = std::make_unique<Reading>();
      reading->ruleset = compiledRuleset(chooseRuleset(name, {}, nullptr));
      reading->words = chooseWordings(name, {}, {}, &reading->ruleset);
    }
    return *reading;
  }

  std::map<std::string, std::unique_ptr<Reading>> readings_;
};

/// Merges the catalogues of one ruleset. A single catalogue that was not made from card facts is returned unchanged.
HeldDocument oneOf(std::vector<HeldDocument> several) {
  HeldDocument& first = several.front();
  if (several.size() == 1 && (!first.of_facts || isStored(first))) return std::move(first);
  std::vector<std::unique_ptr<DocumentReader<schema::Catalogue>>> documents;
  std::vector<CatalogueOfFile> files;
  std::map<std::string, std::uint64_t> unknown_fields;
  std::string origin;
  for (const HeldDocument& one : several) {
    documents.push_back(std::make_unique<DocumentReader<schema::Catalogue>>(one));
    files.push_back({.catalogue = documents.back()->root(), .file = one.origin});
    for (const auto& [field, count] : one.unknown_fields) unknown_fields[field] += count;
    constexpr std::size_t kMaxOrigins = 3;
    if (files.size() <= kMaxOrigins) origin += (origin.empty() ? "" : ", ") + one.origin;
    if (files.size() == kMaxOrigins + 1) origin += ", ...";
  }
  MergedCards cards = mergeCards(
      files, [&] { return compiledRuleset(chooseRuleset(textOf(files.front().catalogue.getRuleset()), {}, nullptr)); });
  HeldDocument made = heldCatalogue(cards.catalogue.root(), origin);
  if (several.size() == 1 && made.bytes == first.bytes) made.json = std::move(first.json);  // unchanged
  for (const HeldDocument& one : several) made.notes.insert(made.notes.end(), one.notes.begin(), one.notes.end());
  made.notes.insert(made.notes.end(), cards.notes.begin(), cards.notes.end());
  for (const auto& [field, count] : unknown_fields)
    made.notes.push_back(fmt::format("skipped: {} {} {}", count, count == 1 ? "field" : "fields", field));
  return made;
}

}  // namespace

bool isStored(const HeldDocument& catalogue) { return catalogue.origin == "stored"; }

HeldDocument readCatalogue(std::string_view text, const std::string& file) {
  std::vector<HeldDocument> alone;
  alone.push_back(CardFileReader().read(text, file));
  return oneOf(std::move(alone));
}

std::vector<HeldDocument> chooseCatalogues(std::span<const std::string> choices, const Archive* archive) {
  std::vector<std::vector<HeldDocument>> by_ruleset;
  const auto add = [&](HeldDocument one) {
    const std::string name = rulesetNameOf(one);
    const auto same =
        ranges::find_if(by_ruleset, [&](const auto& others) { return rulesetNameOf(others.front()) == name; });
    (same == by_ruleset.end() ? by_ruleset.emplace_back() : *same).push_back(std::move(one));
  };
  CardFileReader reader;
  std::size_t bytes = 0;
  const auto add_file = [&](const std::string& file) {
    constexpr std::size_t kMaxBytesTogether = 4 * kMaxDocumentBytes;
    const std::string text = readText(file, kMaxDocumentBytes);
    if ((bytes += text.size()) > kMaxBytesTogether)
      throw BadInput(fmt::format("{}: the card files have more than {} MiB in total", file, kMaxBytesTogether >> 20));
    add(reader.read(text, file));
  };
  for (const std::string& choice : choices) {
    if (std::filesystem::is_directory(choice)) {
      for (const std::string& file : filesIn(choice)) add_file(file);
    } else if (namesFile(choice)) {
      add_file(choice);
    } else {
      add(storedCatalogue(choice, archive));
    }
  }
  std::vector<HeldDocument> catalogues;
  for (auto& several : by_ruleset) catalogues.push_back(oneOf(std::move(several)));
  return catalogues;
}

HeldDocument chooseCatalogue(std::span<const std::string> choices, const Archive* archive) {
  auto catalogues = chooseCatalogues(choices, archive);
  if (catalogues.size() == 1) return std::move(catalogues.front());
  throw BadInput(fmt::format("{}: these files are for several rulesets, {} and {}: name those of one",
                             fmt::join(choices, ", "), rulesetNameOf(catalogues[0]), rulesetNameOf(catalogues[1])));
}

}  // namespace docket
