// Remarks on documents (engine/rules/check/document_check.h), with their places in the text. Commands that accept
// documents refuse mistakes and print notes; other commands only print.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "tools/game/documents.h"

namespace docket {

struct GameRules;

/// A remark with its place: line and column if the document has a text, the path if it has none because it is stored.
struct PlacedRemark {
  std::string document;  ///< the file, else the document's name: "yugioh 2022-06-22"
  std::size_t line = 0, column = 0;
  std::string path, message;
  bool is_error = false;
  std::string card{};     ///< if the remark is about one
  std::size_t cards = 1;  ///< the number of cards that the remark applies to; `card` and the place are the first card's
};

/// Compiles a document. Throws BadInput with the place in the text. `consulted`: records what is read of the ruleset,
/// now and later; null: nothing does.
[[nodiscard]] Ruleset compiledRuleset(const HeldDocument& ruleset, Consulted* consulted = nullptr);
[[nodiscard]] Catalogue compiledCards(const HeldDocument& catalogue, const Ruleset& ruleset);

/// Returns the remarks on a ruleset. `switches` also switches off each clause in turn, which takes longer.
[[nodiscard]] std::vector<PlacedRemark> remarksOn(const HeldDocument& ruleset, const Ruleset& compiled,
                                                  bool switches = false);
/// Returns the remarks on a catalogue that was compiled with that ruleset. For a catalogue made from card facts every
/// remark is a note, and a remark that applies to several cards appears once.
[[nodiscard]] std::vector<PlacedRemark> remarksOnCards(const HeldDocument& catalogue, const HeldDocument& ruleset,
                                                       const Ruleset& rules, const Catalogue& compiled);

/// Returns the remarks on the documents that a game is pinned to. Every remark is a note, because pinned documents are
/// read as they are; remarks on verbs for typing are left out. Skips documents that neither the archive nor the program
/// has. Uses `compiled` if it is of these documents. Throws BadInput for a document that cannot be compiled,
/// DamagedArchive for a damaged one.
[[nodiscard]] std::vector<PlacedRemark> remarksOnPinned(schema::Header::Reader header, const Archive& archive,
                                                        const GameRules& compiled);

/// Throws BadInput for the first mistake, with its place.
void refuseMistakes(const std::vector<PlacedRemark>& remarks);

/// The message, with the card or cards that it is about.
[[nodiscard]] std::string textOf(const PlacedRemark& remark);
/// A mistake has no such word as "note".
[[nodiscard]] std::string lineOf(const PlacedRemark& remark);

/// Writes the notes, one per line. Writes at most `most`, then the number left out.
void printNotes(const std::vector<PlacedRemark>& remarks, std::ostream& out, std::size_t most = 20);

}  // namespace docket
