// Acts that the rules of play forbid, put into recorded duels where the engine's own lists and packets say that they
// are illegal, and judged there. Each kind names the clauses by which it is to be found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket::edopro {

/// The number of planted acts of a kind.
inline constexpr std::size_t kPlantedOfEachKind = 15;

class PlantedActs {
 public:
  /// Adds what can be planted in a duel: of each kind one act, taken from all places by their digests.
  void add(const std::string& duel, const std::filesystem::path& replay, const std::filesystem::path& options,
           const Rules& rules);
  /// The table as text: of each kind how many of at most kPlantedOfEachKind acts were found, were undecided, or were
  /// called legal. `places`: how many of those called legal are listed.
  [[nodiscard]] std::string text(std::size_t places) const;
  /// The table of the witnesses' page.
  [[nodiscard]] std::string page() const;

  /// The planted acts of a kind.
  struct Row {
    std::string kind;
    std::size_t planted = 0, found = 0, undecided = 0;
    std::vector<std::string> missed;  ///< where an act was not found
  };
  [[nodiscard]] std::vector<Row> rows() const;
  [[nodiscard]] Row sum() const;

  /// The judgement of a planted act.
  struct Planted {
    std::uint64_t order = 0;  ///< of each kind, the act with the least is chosen
    std::string place;        ///< duel and event
    bool found = false, undecided = false;
    std::string why;
  };

 private:
  std::map<std::string, std::vector<Planted>> planted_;  // by kind
};

}  // namespace docket::edopro
