// A game that is being typed at the desk: its text in a file, and the text read as a game.
// Invariant: an edit is on the disk when it returns. A refused edit changes neither the text nor the file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/import/pinning.h"
#include "tools/typing/typed_text.h"
#include "tools/typing/typed_transcript.h"

namespace docket::desk {

/// An edit of a text that another page has edited meanwhile.
class Outdated : public BadInput {
 public:
  using BadInput::BadInput;
};

class Draft {
 public:
  static constexpr std::size_t kMaxBytes = 2U << 20;

  /// Begins a draft in a new folder. `catalogue`: one of the archive, as NAME@VERSION; empty: none.
  static void begin(const std::filesystem::path& folder, std::string_view text, const std::string& catalogue);
  /// Gives the draft in a folder another catalogue; one that is open has to be opened again.
  static void useCatalogue(const std::filesystem::path& folder, const std::string& catalogue);
  /// Opens the draft in a folder. The archive must outlive it.
  Draft(std::filesystem::path folder, const Archive& archive);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  /// Identifies the text.
  [[nodiscard]] std::string version() const;
  [[nodiscard]] std::filesystem::path file() const { return folder_ / "game.txt"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::string& catalogue() const { return catalogue_; }
  [[nodiscard]] const typing::TypedTranscript& game() const { return game_; }

  /// Replaces `count` lines from `first` on. Throws Outdated if the text is not that version, EnvironmentError if it
  /// cannot be saved.
  void edit(const std::string& version, std::size_t first, std::size_t count, std::vector<std::string> with);
  /// Undoes the last edit, or redoes it; false if there is none.
  bool undo(const std::string& version);
  bool redo(const std::string& version);

  /// Each line with what it says, as JSON: {text, kind, event, mistake, comments, finding}.
  [[nodiscard]] std::vector<std::string> linesRead() const;
  /// Those who have typed in it, by the names of their invitations.
  [[nodiscard]] std::vector<std::string> typists() const;
  /// Notes one; an empty name, of whoever is at the terminal, is not noted.
  void addTypist(const std::string& name);
  /// The number of lines that cannot be read.
  [[nodiscard]] std::size_t mistakes() const;
  /// The possible next words of a line.
  [[nodiscard]] notation::Offers offers(std::size_t line, std::string_view begun);
  /// The current game. Throws BadInput if the header is wrong.
  [[nodiscard]] OpenGame open();
  /// The table after an event; only if there is a game.
  [[nodiscard]] std::shared_ptr<const State> tableAfter(EventNumber event) { return game_.tableAfter(event); }

 private:
  void requireVersion(const std::string& version) const;
  void read();
  void save() const;
  /// Saves and reads the text; if it cannot be saved, takes the change of the text back.
  void saveOr(bool (typing::TypedText::*take_back)());

  std::filesystem::path folder_;
  const Archive& archive_;
  std::string catalogue_;
  Pinning pinning_;
  typing::TypedText text_;
  typing::TypedTranscript game_;
};

}  // namespace docket::desk
