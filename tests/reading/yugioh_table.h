// How much of the Yu-Gi-Oh! cards of a public source is read, compared with a simulator's scripts for the same cards
// and with labels that people gave to some words.
// Invariant: limits and effects of scripts are compared with readings and never used for reading.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/render/card_reading_words.h"

namespace docket::reading {

/// For one kind of limit: how many cards have one by their script and by their text.
struct LimitRow {
  std::string kind;
  std::size_t script = 0, text = 0, both = 0;
  std::size_t shared = 0;  ///< of both: as many effects share each counter

  [[nodiscard]] double precision() const;  ///< in a hundred
  [[nodiscard]] double recall() const;
  [[nodiscard]] double sharing() const;
};

/// A card of which text and script disagree about a kind of limit.
struct Disagreement {
  std::string card, kind, side;  ///< side: "script only", "text only", "shared"
  bool operator==(const Disagreement&) const = default;
};

/// For one kind of part of a text: how many stretches were labelled, how many read, how many are the same.
struct PartRow {
  std::size_t labelled = 0, read = 0, same = 0;
};

struct YugiohFigures {
  ReadingTally tally;
  double seconds = 0;
  std::vector<LimitRow> before, after;      ///< the list of disagreements
  std::vector<Disagreement> disagreements;  ///< all of them
  std::vector<Disagreement> outdated;       ///< listed, and there is none
  std::vector<std::string> invented;        ///< cards with a limit, without one in their script or a word of one
  std::size_t joined_cards = 0, kinds_same = 0, kinds_all = 0, zones_same = 0, zones_all = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> kinds;  ///< by text, by script
  std::map<std::pair<std::string, std::string>, std::size_t> zones;  ///< likewise, if they are not the same
  std::map<std::string, PartRow> parts;
  std::size_t label_kinds_same = 0, label_kinds_all = 0, label_zones_same = 0, label_zones_all = 0;

  [[nodiscard]] const LimitRow& row(const std::string& kind) const;  ///< after the list
};

struct YugiohFiles {
  std::filesystem::path cards;          ///< of the public source
  std::filesystem::path disagreements;  ///< yugioh_disagreements.tsv
  std::vector<std::filesystem::path> labels;
  std::string wordings;  ///< a file of them; empty: those that ship
};
/// The files in their places in the repository and next to it.
[[nodiscard]] YugiohFiles yugiohFiles();

[[nodiscard]] YugiohFigures yugiohFigures(const YugiohFiles& files);
/// The tables, in Markdown.
[[nodiscard]] std::string tableOf(const YugiohFigures& figures);

}  // namespace docket::reading
