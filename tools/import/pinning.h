// Determines the documents of a game that is being imported or begun, and pins them in its header.
// Invariant: a header that names a digest already keeps it; a document that disagrees is refused.
#pragma once

#include <cstdint>
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

/// What becomes of cards if none of them are for the ruleset of a game. A file is refused even so if it is the only
/// one.
enum class OtherCards : std::uint8_t { refused, left_out };

/// Thread-safe.
class Pinning {
 public:
  /// The choices on the command line: NAME, NAME@VERSION, FILE or FOLDER; empty: those in each header. A game gets the
  /// catalogue for its ruleset; several for one ruleset are merged.
  Pinning(std::optional<std::string> ruleset, std::vector<std::string> cards, OtherCards others = OtherCards::refused);

  /// The documents of a game. Throws BadInput if neither the header nor the command line names a ruleset, if a pinned
  /// document cannot be found, or if a different one was requested.
  [[nodiscard]] GameDocuments documentsFor(schema::Header::Reader header, const std::string& name,
                                           const Archive* archive);
  /// Notes for the user on how the card files were read, and which are for no game's ruleset; empty before they are
  /// read.
  [[nodiscard]] std::vector<std::string> notes();
  /// The documents of a game, compiled; once for each pair.
  [[nodiscard]] std::shared_ptr<const GameRules> rulesFor(const GameDocuments& documents);

 private:
  using Held = std::shared_ptr<const HeldDocument>;
  struct Cards {
    std::string ruleset, origin;
    bool is_stored = false;
    CatalogueByDay catalogue;
    bool is_used = false;
  };
  /// Reads the files of cards, once.
  void readCards(const Archive* archive);
  void keepCards(const Archive* archive);
  Held rulesetFor(schema::Header::Reader header, const std::string& name, const Archive* archive);
  Held catalogueFor(schema::Header::Reader header, const HeldDocument& ruleset, const std::string& name,
                    const Archive* archive);
  /// The requested catalogue for the ruleset, with the wordings of that day; null if there is none.
  [[nodiscard]] Held askedFor(const HeldDocument& ruleset, std::string_view day, const std::string& name);

  std::mutex pinning_;  // guards all that is read or compiled once
  std::optional<std::string> ruleset_;
  std::vector<std::string> cards_;
  OtherCards others_;
  bool cards_are_read_ = false;
  std::exception_ptr bad_cards_;  // the error in the card files
  std::vector<std::string> notes_;
  std::vector<Cards> catalogues_;  // those that cards_ names, once read
  std::map<std::string, Held> rulesets_;
  std::map<std::pair<Digest, Digest>, std::shared_ptr<const GameRules>> rules_;
};

}  // namespace docket
