// Facts of real cards, as public sources publish them, made catalogues: titles, types, stats, keywords, limits. Which
// source a file is of shows in its first card (tools/import/facts/sources.h); what its texts say is read by
// tools/import/read_catalogue.h.
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

/// What a file of facts says.
struct FactsRead {
  const Source* source = nullptr;
  std::vector<CardFacts> cards;                         ///< none of EDOPro's scripts
  std::map<std::string, std::uint64_t> unknown_fields;  ///< and how many cards have each
};

/// The source that a text is of, by its first card; null where it is no file of facts but a catalogue, or cards as
/// catalogues write them. Throws BadInput where it is a list of objects, or an object that has one as "data", of no
/// source that is known. `ruleset`: only a source for that one; empty: any.
[[nodiscard]] const Source* sourceOf(std::string_view text, const std::string& file, std::string_view ruleset = {});

/// Reads the cards of a source. Throws BadInput with file, line and column where a card lacks what each card of the
/// source has, or a field that is used cannot be read.
[[nodiscard]] FactsRead readFacts(std::string_view text, const std::string& file, const Source& source);

/// Makes a catalogue of facts, for the ruleset of their source. A further printing of a card that is not among them
/// (CardFacts::copy_of) has a key and an alias, and nothing else.
[[nodiscard]] Document<schema::Catalogue> catalogueOf(const FactsRead& facts);

/// Makes a catalogue of a file of facts without what its texts say. Throws BadInput also where the file is of no
/// source.
Document<schema::Catalogue> readCards(std::string_view text, const std::string& file);

}  // namespace docket::facts
