// The options by which games are named after a tournament, and what is told of how that went: of `import` and `label`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/json_writer.h"
#include "tools/commands/command.h"
#include "tools/import/labelling.h"

namespace docket {

/// --event, --match, --round, --table, --game-of-match and --pairings after a command's own options. `taking_back`: 0
/// is a number too, and takes back what was said.
[[nodiscard]] std::vector<Option> withLabels(std::vector<Option> own, bool taking_back = false);
/// What they were given. Throws BadInput for pairings that cannot be read.
[[nodiscard]] Labelling labellingOf(const Arguments& arguments);

/// What the record of a game and its label differ in, a line each.
void tellConflicts(std::string_view game, const LabelledGame& label, Streams& streams);
/// The same as the member "conflicts" of the object that is open.
void writeConflicts(JsonWriter& json, const LabelledGame& label);

/// What is said of a game beside its record, as the member "label" of the object that is open; null where nothing is.
void writeLabel(JsonWriter& json, const GameLabel& label);
/// "Open 2026, round 3, table 7, Alex Ng - Bo"
[[nodiscard]] std::string labelWords(const GameLabel& label);

/// How it went with all of them: which games no row of the pairings is about, and which rows are about no game.
class LabelReport {
 public:
  explicit LabelReport(std::shared_ptr<const Pairings> pairings) : pairings_(std::move(pairings)) {}

  void add(std::string_view game, const LabelledGame& label);
  /// A game of that file was refused: its rows are about something all the same.
  void refused(const std::filesystem::path& file);
  /// Whether nothing differs, and rows and games fit each other.
  [[nodiscard]] bool allAgree() const;
  void tell(Streams& streams) const;
  /// As members of the object that is open.
  void writeSums(JsonWriter& json) const;

 private:
  [[nodiscard]] std::vector<const PairingRow*> rowsWithoutGame() const;

  std::shared_ptr<const Pairings> pairings_;
  std::set<const PairingRow*> used_;
  std::size_t conflicts_ = 0, without_row_ = 0;
  std::string first_without_row_;
};

}  // namespace docket
