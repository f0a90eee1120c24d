// A database of cards as EDOPro and YGOPro read it (.cdb): SQLite, with the tables `datas` and `texts`.
// Invariant: the file is a stranger's. It is read from memory, nothing in it is run but a plain look at two tables, and
// how much of it is read and for how long is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/import/edopro/card_facts.h"
#include "tools/import/facts/line.h"

namespace docket::edopro {

/// Whether bytes are a database of SQLite, whatever is in it.
[[nodiscard]] bool looksLikeDatabase(std::string_view bytes);

struct CardsOfDatabase {
  std::vector<CardFact> cards;                       ///< in the order of their codes
  std::vector<std::vector<facts::TextFact>> texts;   ///< of each card
  std::map<std::string, std::uint64_t> unknown;      ///< columns that such tables are not known to have, by name
  std::uint64_t without_text = 0, without_data = 0;  ///< cards that are in one of the tables alone, and left out
};

/// Reads every card that both tables have. Throws BadInput with the table and the id where a value cannot be read, or
/// the tables are not there.
[[nodiscard]] CardsOfDatabase readDatabase(std::string_view bytes, const std::string& file);

/// The columns of both tables that are read, and those that are known and say nothing that is taken.
[[nodiscard]] std::vector<std::string_view> usedColumns();
[[nodiscard]] std::vector<std::string_view> unusedColumns();

}  // namespace docket::edopro
