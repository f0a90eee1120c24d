// A database of cards as EDOPro and YGOPro read it (.cdb): SQLite, with the tables `datas` and `texts`.
// Invariant: the file is not trusted. It is read from memory, only two tables are queried, and both the amount of data
// and the time are bounded.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/import/edopro/card_facts.h"
#include "tools/import/facts/line.h"

namespace docket::edopro {

/// True if these bytes are an SQLite database, whatever is in it.
[[nodiscard]] bool looksLikeDatabase(std::string_view bytes);

struct CardsOfDatabase {
  std::vector<CardFact> cards;                       ///< in the order of their codes
  std::vector<std::vector<facts::TextFact>> texts;   ///< of each card
  std::map<std::string, std::uint64_t> unknown;      ///< unknown columns, by name
  std::uint64_t without_text = 0, without_data = 0;  ///< cards that are in only one table, and left out
};

/// Reads every card that both tables have. Throws BadInput with the table and the id if a value cannot be read, or a
/// table is missing.
[[nodiscard]] CardsOfDatabase readDatabase(std::string_view bytes, const std::string& file);

/// The columns of both tables that are read, and the known ones that are not used.
[[nodiscard]] std::vector<std::string_view> usedColumns();
[[nodiscard]] std::vector<std::string_view> unusedColumns();

}  // namespace docket::edopro
