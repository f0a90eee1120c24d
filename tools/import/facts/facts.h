// Makes catalogues of the facts of real cards that public sources publish: titles, types, stats, keywords, limits. The
// first card of a file shows its source (tools/import/facts/sources.h); tools/import/read_catalogue.h reads the texts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "events/document.h"
#include "schemas/card.capnp.h"
#include "tools/import/facts/line.h"

namespace docket::facts {

struct Source;

/// The contents of a file of facts.
struct FactsRead {
  const Source* source = nullptr;
  std::vector<CardFacts> cards;                         ///< empty for EDOPro's scripts
  std::map<std::string, std::uint64_t> unknown_fields;  ///< with the number of cards that have each
};

/// The source of a text, by its first card; null if it is a catalogue, or cards as catalogues write them. Throws
/// BadInput if it is a list of objects, or an object with one as "data", of no known source. `ruleset`: only a source
/// for that one; empty: any.
[[nodiscard]] const Source* sourceOf(std::string_view text, const std::string& file, std::string_view ruleset = {});

/// Reads the cards of a source. Throws BadInput with file, line and column if a card lacks a field that all cards of
/// the source have, or a used field cannot be read.
[[nodiscard]] FactsRead readFacts(std::string_view text, const std::string& file, const Source& source);

/// Makes a catalogue of facts, for the ruleset of their source. A further printing of a card that is not among them
/// (CardFacts::copy_of) gets only a key and an alias.
[[nodiscard]] Document<schema::Catalogue> catalogueOf(const FactsRead& facts);

/// Makes a catalogue of a file of facts, without reading its texts. Also throws BadInput if the file has no known
/// source.
Document<schema::Catalogue> readCards(std::string_view text, const std::string& file);

}  // namespace docket::facts
