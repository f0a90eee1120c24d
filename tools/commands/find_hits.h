// Writes the hits of docket find: as text, as JSON or as a table for spreadsheets.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/command.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/find/archive_question.h"
#include "tools/io/json_answer.h"

namespace docket {

struct FoundGame {
  std::string id;
  std::vector<find::Hit> hits;
  std::optional<std::string> unfit;   // why the question makes no sense there
  std::optional<std::string> damage;  // why it cannot be searched
};

struct SearchSums {
  std::size_t searched = 0;
  std::size_t unfit = 0;  ///< of these, games that lack something that the question names
  std::map<std::string_view, std::size_t> left_out{};
};

/// Writes hits as they come.
class HitWriter {
 public:
  HitWriter(const Arguments& arguments, Streams& streams);

  void add(const FoundGame& game);
  /// `leaves`: those that were searched; null: all games.
  void finish(const SearchSums& sums, const LeavesReported* leaves = nullptr);

 private:
  void print(const std::string& game, const find::Hit& hit);
  void writeJson(const std::string& game, const find::Hit& hit);
  void writeCsv(const std::string& game, const find::Hit& hit);

  Streams& streams_;
  const bool is_json_, is_csv_, only_count_;
  AnswerList list_;
  std::size_t hits_ = 0, games_ = 0;
};

}  // namespace docket
