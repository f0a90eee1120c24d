// Which documents a game that is being taken in or begun is played under, and pinning them in its header.
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

  /// Sets what the header says of them, and the version of the semantics. Throws BadInput where the header that comes
  /// of it is none, or was made by a newer engine; `name` is named in the message.
  void pinIn(schema::Header::Builder header, const std::string& name) const;
  /// Stores those that are not there yet.
  void storeIn(Archive& archive) const;
};

/// Asked by several threads at once.
class Pinning {
 public:
  /// What was asked for on the command line: NAME, NAME@VERSION, FILE or FOLDER; nothing: what each header says. Of
  /// several catalogues a game gets the one that is for its ruleset; those for one ruleset are merged.
  Pinning(std::optional<std::string> ruleset, std::vector<std::string> cards);

  /// The documents of a game. Throws BadInput where the header names no ruleset and none was asked for, where a
  /// document that it is pinned to is nowhere to be found, and where another one was asked for.
  [[nodiscard]] GameDocuments documentsFor(schema::Header::Reader header, const std::string& name,
                                           const Archive* archive);
  /// What people should know of how the files of cards were read, once they were.
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
  /// Of the catalogues that were asked for, the one that is for the ruleset, as its cards read on that day; null where
  /// none was asked for.
  [[nodiscard]] Held askedFor(const HeldDocument& ruleset, std::string_view day, const std::string& name);

  std::mutex pinning_;  // guards all that is read or compiled once
  std::optional<std::string> ruleset_;
  std::vector<std::string> cards_;
  bool cards_are_read_ = false;
  std::exception_ptr bad_cards_;  // what is wrong with the files of cards
  std::vector<std::string> notes_;
  // Those that cards_ names, once read, by the ruleset that they are for.
  std::vector<std::pair<std::string, CatalogueByDay>> catalogues_;
  std::map<std::string, Held> rulesets_;
  std::map<std::pair<Bytes32, Bytes32>, std::shared_ptr<const GameRules>> rules_;
};

}  // namespace docket
