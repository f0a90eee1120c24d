// What is to be said of documents (engine/rules/check/document_check.h), with the places in their texts: for the
// commands that take documents in, which refuse mistakes and tell notes, and for those that only tell.
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

/// A remark, placed: of a document that has a text by line and column, of one that has none (it is stored) by the path.
struct PlacedRemark {
  std::string document;  ///< the file, else what the document is called: "yugioh 2022-06-22"
  std::size_t line = 0, column = 0;
  std::string path, message;
  bool is_error = false;
  std::string of{};       ///< `card "Goby"`, where it is of a card
  std::size_t cards = 1;  ///< of how many cards the same is to be said; `of` and the place are of the first
};

/// A document compiled. Throws BadInput; what does not compile is reported with its place in the text.
/// `consulted`: where footprints are taken (Ruleset::consulted).
[[nodiscard]] Ruleset compiledRuleset(const HeldDocument& ruleset, Consulted* consulted = nullptr);
[[nodiscard]] Catalogue compiledCards(const HeldDocument& catalogue, const Ruleset& ruleset);

/// What is to be said of a ruleset. With `switches` each of its clauses is switched off, which takes longer.
[[nodiscard]] std::vector<PlacedRemark> remarksOn(const HeldDocument& ruleset, const Ruleset& compiled,
                                                  bool switches = false);
/// What is to be said of a catalogue that was compiled with that ruleset. What was made of facts of cards has no
/// mistakes of its own: all of it is noted, and what is the same of several cards once.
[[nodiscard]] std::vector<PlacedRemark> remarksOnCards(const HeldDocument& catalogue, const HeldDocument& ruleset,
                                                       const Ruleset& rules, const Catalogue& compiled);

/// What is to be said of the documents that a game is pinned to. They are read as they were whatever they say, so all
/// of it is noted, but nothing on the verbs that they have for who types; what neither the archive nor the program has
/// is passed over. `compiled` spares the work where it is of these documents. Throws BadInput for a document that
/// cannot be compiled, DamagedArchive for one that is damaged.
[[nodiscard]] std::vector<PlacedRemark> remarksOnPinned(schema::Header::Reader header, const Archive& archive,
                                                        const GameRules& compiled);

/// Throws BadInput for the first mistake, with its place.
void refuseMistakes(const std::vector<PlacedRemark>& remarks);

/// The message, with the card or the cards that it is about.
[[nodiscard]] std::string textOf(const PlacedRemark& remark);
/// "rules.json:12:5: note: ..." or "yugioh 2022-06-22, limits[3].within: ..."; of a mistake without the word.
[[nodiscard]] std::string lineOf(const PlacedRemark& remark);

/// Writes the notes, a line each; of more than `most` the rest is counted.
void tellNotes(const std::vector<PlacedRemark>& remarks, std::ostream& out, std::size_t most = 20);

}  // namespace docket
