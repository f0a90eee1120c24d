// Determines the documents of a game that is being imported or begun, and pins them in its header.
// Invariant: a header that names a digest already keeps it; a document that disagrees is refused.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/game/catalogue_of_day.h"
#include "tools/game/game_loader.h"

namespace docket {

/// The ruleset and, unless null, the catalogue of a game.
struct GameDocuments {
  std::shared_ptr<const HeldDocument> ruleset, catalogue;

  /// Sets their digests and the semantics version in the header. Throws BadInput, which names `name`, if the resulting
  /// header is invalid or was made by a newer engine.
  void pinIn(schema::Header::Builder header, const std::string& name) const;
  /// Stores those that the archive lacks.
  void storeIn(Archive& archive) const;
};

/// Thread-safe.
class Pinning {
 public:
  /// The choices on the command line: NAME, NAME@VERSION, FILE or FOLDER; empty: those in each header. A game gets the
  /// catalogue for its ruleset; several for one ruleset are merged.
  Pinning(std::optional<std::string> ruleset, std::vector<std::string> cards);

  /// The documents of a game. Throws BadInput if neither the header nor the command line names a ruleset, if a pinned
  /// document cannot be found, or if a different one was requested.
  [[nodiscard]] GameDocuments documentsFor(schema::Header::Reader header, const std::string& name,
                                           const Archive* archive);
  /// Notes for the user on how the card files were read; empty before they are read.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// The same, compiled; once for each pair.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesFor(const GameDocuments& documents);

 private:
  using Held = std::shared_ptr<const HeldDocument>;
  /// Reads the files of cards, once.
  void readCards(const Archive* archive);
  void keepCards(const Archive* archive);
  Held rulesetFor(schema::Header::Reader header, const std::string& name, const Archive* archive);
  Held catalogueFor(schema::Header::Reader header, const HeldDocument& ruleset, const std::string& name,
                    const Archive* archive);
  /// The requested catalogue for the ruleset, with the wordings of that day; null if none was
  /// requested.
  [[nodiscard]] Held askedFor(const HeldDocument& ruleset, std::string_view day, const std::string& name);

  std::mutex pinning_;  // guards all that is read or compiled once
  std::optional<std::string> ruleset_;
  std::vector<std::string> cards_;
  bool cards_are_read_ = false;
  std::exception_ptr bad_cards_;  // the error in the card files
  std::vector<std::string> notes_;
  // Those that cards_ names, once read, by the ruleset that they are for.
  std::vector<std::pair<std::string, CatalogueByDay>> catalogues_;
  std::map<std::string, Held> rulesets_;
  std::map<std::pair<Bytes32, Bytes32>, std::shared_ptr<const GameRules>> rules_;
};

}  // namespace docket
