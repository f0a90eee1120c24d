// The options of `import` and `label` that say which tournament, round and table games belong to, and their report; who
// recorded events.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "events/json/json_writer.h"
#include "store/archive.h"
#include "tools/commands/command.h"
#include "tools/import/labelling.h"

namespace docket {

/// --event, --match, --round, --table, --game-of-match and --pairings, after a command's own options. `taking_back`:
/// the numbers may be 0, which removes the value.
[[nodiscard]] std::vector<Option> withLabels(std::vector<Option> own, bool taking_back = false);
/// The values of these options. Throws BadInput for pairings that cannot be read.
[[nodiscard]] Labelling labellingOf(const Arguments& arguments);

/// --recorded-by: who recorded the events.
[[nodiscard]] Option recordedByOption();
[[nodiscard]] std::vector<std::string> recordersIn(const Arguments& arguments);
/// Notes in the label of a game of the archive that these people recorded events `first` to `last`.
void noteRecorders(Archive& archive, std::string_view game, const std::vector<std::string>& names, EventNumber first,
                   EventNumber last);

/// Prints a note on standard error, with what it is about in front: "conflict   ...".
void noteLine(Streams& streams, std::string_view what, std::string_view words);
/// Prints a line for each field in which the record of a game and its label differ.
void printConflicts(std::string_view game, const LabelledGame& label, Streams& streams);
/// Writes them as the member "conflicts" of the open object.
void writeConflicts(JsonWriter& json, const LabelledGame& label);

/// Writes the label of a game as the member "label" of the open object; null if the game has none.
void writeLabel(JsonWriter& json, const GameLabel& label);
/// "Open 2026, round 3, table 7, Alex Ng - Bo"
[[nodiscard]] std::string labelWords(const GameLabel& label);

/// Counts conflicts over all games, and finds games without a row in the pairings and rows without a game.
class LabelReport {
 public:
  explicit LabelReport(std::shared_ptr<const Pairings> pairings) : pairings_(std::move(pairings)) {}

  void add(std::string_view game, const LabelledGame& label);
  /// A game of that file was refused. Its rows do not count as rows without a game.
  void refused(const std::filesystem::path& file);
  /// True if there are no conflicts, every game has a row and every row a game.
  [[nodiscard]] bool allAgree() const;
  void print(Streams& streams) const;
  /// Writes the sums as members of the open object.
  void writeSums(JsonWriter& json) const;

 private:
  [[nodiscard]] std::vector<const PairingRow*> rowsWithoutGame() const;

  std::shared_ptr<const Pairings> pairings_;
  std::set<const PairingRow*> used_;
  std::size_t conflicts_ = 0, without_row_ = 0;
  std::string first_without_row_;
};

}  // namespace docket
