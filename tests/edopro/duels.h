// The recorded duels of the shared data and what their engine knew: read for the tests in this folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "schemas/ruleset.capnp.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro {

/// A card as the engine had it.
struct TrueCard {
  std::uint32_t id = 0, code = 0, position = 0, owner = 0;
  std::optional<std::int64_t> attack, defense, base_attack, base_defense;
  std::optional<std::int64_t> level, rank, attribute, race;
  std::map<std::uint32_t, std::uint32_t> counters;                 ///< amount by kind
  std::string equipped_to;                                         ///< slot, or empty
  std::vector<std::pair<std::uint32_t, std::uint32_t>> materials;  ///< code and owner
};

/// A state line: what changed with the packets up to number `packet`.
struct TrueStep {
  std::size_t packet = 0;
  bool whole = false;  ///< the sizes below are given
  std::int64_t turn = 0, turn_player = 0, phase = 0;
  std::array<std::int64_t, 2> life{}, hand{}, deck{}, extra{};
  std::vector<std::pair<std::string, TrueCard>> set;  ///< by slot: "0m2"
  std::vector<std::string> gone;
};

struct TrueLimit {
  std::int64_t max = 0, code = 0, flag = 0, slot = 0, left = 0, used = 0;
  bool no_reset = false;
};

struct TrueActivation {
  std::size_t packet = 0;
  std::uint32_t code = 0, id = 0, player = 0, effect = 0;
  std::int64_t turn = 0, place = 0, kind = 0;  ///< kind: bits of the engine's effect types
  std::optional<TrueLimit> limit;
  bool negated = false, disabled = false;
};

struct TrueDuel {
  std::string name;
  std::vector<TrueStep> steps;
  std::vector<TrueActivation> activations;
};

/// The sets of duels. No two duels have one name.
inline constexpr const char* kDuels = "edopro";
inline constexpr const char* kFurtherDuels = "edopro-2";  ///< what the others lack: its README says what each shows

/// The folder of a set; tests skip if it is missing.
std::filesystem::path duelFolder(const std::string& set = kDuels);
/// The names of the duels ("0001"), in order. Of other data than the shared one those that cannot be compared are left
/// out, which is printed.
std::vector<std::string> duelNames(const std::string& set = kDuels);
std::vector<std::byte> readFile(const std::filesystem::path& path);
std::vector<std::byte> replayFile(const std::string& duel);
TrueDuel readTruth(const std::string& duel);

/// The source of the limits and effects of cards.
enum class CardsFrom : std::uint8_t {
  scripts,  ///< the simulator's own
  texts,    ///< what is printed on them (docket cards read); of the scripts by which number a record names an effect
  texts_alone,  ///< what is printed on them, and nothing of the scripts
};

/// A ruleset of the repository ("yugioh") and the catalogue of the cards in the duels of a set.
class DuelRules {
 public:
  static const DuelRules& get(const std::string& set = kDuels, CardsFrom from = CardsFrom::scripts,
                              const std::string& ruleset = "yugioh");
  /// `cards`: the file with the facts of the cards.
  DuelRules(const std::filesystem::path& cards, CardsFrom from, const std::string& ruleset);
  [[nodiscard]] Rules rules() const { return {ruleset_, catalogue_}; }

 private:
  Ruleset ruleset_;
  Catalogue catalogue_;
};

/// Imports a replay under given rules.
inline ReadGame importReplay(std::span<const std::byte> file, const std::string& file_name, const Rules& rules,
                             const ImportOptions& options = {}) {
  return importReplay(
      file, file_name, [&](std::string_view) { return rules; }, options);
}
/// What the reader of a replay skipped, with counts.
inline std::map<std::string, std::uint64_t> skippedIn(const ReadGame& game) {
  std::map<std::string, std::uint64_t> skipped;
  for (const Skipped& one : game.skipped) skipped.emplace(one.what, one.count);
  return skipped;
}

#define SKIP_WITHOUT_DUELS_OF(set)                                                                                   \
  if (!std::filesystem::exists(duelFolder(set)) || duelNames(set).empty()) {                                         \
    GTEST_SKIP() << "NOT TESTED: the recorded duels are not at " << duelFolder(set) << "; see tests/edopro/duels.h"; \
  }
#define SKIP_WITHOUT_DUELS() SKIP_WITHOUT_DUELS_OF(kDuels)

}  // namespace docket::edopro
