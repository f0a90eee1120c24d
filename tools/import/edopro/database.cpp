#include "tools/import/edopro/database.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <span>
#include <utility>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "tools/import/edopro/card_text.h"
#include "tools/import/edopro/script_effects.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro {
namespace {

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);
constexpr std::size_t kHeaderBytes = 100;

/// Limits of what is read. The largest published database has some 30,000 cards.
constexpr int kMaxValueBytes = 1 << 20;
constexpr int kMaxDatabaseColumns = 200;
constexpr std::size_t kMaxRows = 1'000'000;
constexpr int kStepsBetweenLooks = 100'000;
constexpr int kMaxLooks = 1'000;  // 100 million steps: some seconds

constexpr std::array<std::string_view, 8> kColumnsOfDatas{"id",  "alias", "type", "atk",
                                                          "def", "level", "race", "attribute"};
constexpr std::array<std::string_view, 3> kUnusedColumnsOfDatas{"ot", "setcode", "category"};
constexpr std::array<std::string_view, 3> kColumnsOfTexts{"id", "name", "desc"};
constexpr std::array<std::string_view, 16> kUnusedColumnsOfTexts{"str1",  "str2",  "str3",  "str4",  "str5",  "str6",
                                                                 "str7",  "str8",  "str9",  "str10", "str11", "str12",
                                                                 "str13", "str14", "str15", "str16"};

struct SqliteClose {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, SqliteClose>;
using Statement = std::unique_ptr<sqlite3_stmt, SqliteClose>;

/// Nothing but a look at tables is allowed, whatever a schema asks for.
int allowLook(void*, int action, const char*, const char*, const char*, const char*) {
  return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

/// Ends what takes too many steps.
int countLook(void* looks) { return ++*static_cast<int*>(looks) > kMaxLooks ? 1 : 0; }

class Database {
 public:
  Database(std::string_view bytes, const std::string& file) : file_(file), file_bytes_(bytes.size()) {
    sqlite3* opened = nullptr;
    const int result = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    connection_.reset(opened);
    if (result != SQLITE_OK) throw EnvironmentError("SQLite cannot open a database in memory");
    protect();
    load(bytes);
  }

  /// Refuses a name that is no table that holds its rows itself: a view, a virtual table, nothing.
  void requireTable(std::string_view name) {
    const Statement look =
        prepare(fmt::format("SELECT type, rootpage FROM sqlite_schema WHERE name = '{}' COLLATE NOCASE", name));
    if (!step(*look))
      throw BadInput(
          fmt::format("{}: this SQLite database has no table `{}`; a card database "
                      "(.cdb) has the tables `datas` and `texts`",
                      file_, name));
    const auto* type = reinterpret_cast<const char*>(sqlite3_column_text(look.get(), 0));
    const bool is_table = type != nullptr && std::string_view(type) == "table";
    if (!is_table || sqlite3_column_int(look.get(), 1) <= 0 || step(*look))
      throw BadInput(fmt::format("{}: `{}` is not an ordinary table, as it is in a card database", file_, name));
  }

  Statement prepare(const std::string& sql) {
    sqlite3_stmt* made = nullptr;
    const int result =
        sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()), 0, &made, nullptr);
    Statement statement(made);
    if (result != SQLITE_OK || !statement) refuse();
    return statement;
  }

  /// Counts the bytes that were read. Rows can share pages of a malicious file, and so be far larger than the file.
  void addBytes(std::size_t bytes) {
    constexpr std::size_t kMaxTimes = 4;  // a text of 16 bits a letter becomes half as large again
    if ((bytes_read_ += bytes) > kMaxTimes * file_bytes_)
      throw BadInput(fmt::format("{}: its rows are larger than the file", file_));
  }

  /// True if there is another row.
  bool step(sqlite3_stmt& statement) {
    const int result = sqlite3_step(&statement);
    if (result != SQLITE_ROW && result != SQLITE_DONE) refuse();
    return result == SQLITE_ROW;
  }

 private:
  void protect() {
    sqlite3* const database = connection_.get();
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const int off : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                          SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
                          SQLITE_DBCONFIG_WRITABLE_SCHEMA, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML})
      sqlite3_db_config(database, off, 0, nullptr);
    constexpr std::array<std::pair<int, int>, 10> kLimits{{{SQLITE_LIMIT_LENGTH, kMaxValueBytes},
                                                           {SQLITE_LIMIT_SQL_LENGTH, kMaxValueBytes},
                                                           {SQLITE_LIMIT_COLUMN, kMaxDatabaseColumns},
                                                           {SQLITE_LIMIT_EXPR_DEPTH, 20},
                                                           {SQLITE_LIMIT_COMPOUND_SELECT, 2},
                                                           {SQLITE_LIMIT_VDBE_OP, 25'000},
                                                           {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                                           {SQLITE_LIMIT_ATTACHED, 0},
                                                           {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                                           {SQLITE_LIMIT_WORKER_THREADS, 0}}};
    for (const auto& [limit, most] : kLimits) sqlite3_limit(database, limit, most);
    sqlite3_progress_handler(database, kStepsBetweenLooks, countLook, &looks_);
  }

  void load(std::string_view bytes) {
    auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, bytes.data(), bytes.size());
    // A database with a log of its changes beside it cannot be opened in memory; the log is not here, and what is here
    // is whole without it.
    constexpr std::size_t kWriteVersion = 18, kReadVersion = 19;
    constexpr unsigned char kRollback = 1;
    if (bytes.size() >= kHeaderBytes) copy[kWriteVersion] = copy[kReadVersion] = kRollback;
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    const int result = sqlite3_deserialize(connection_.get(), "main", copy, size, size,
                                           SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE);
    if (result != SQLITE_OK) refuse();
    sqlite3_set_authorizer(connection_.get(), allowLook, nullptr);
  }

  [[noreturn]] void refuse() const {
    if (looks_ > kMaxLooks)
      throw BadInput(fmt::format("{}: reading this database takes too many steps; a card database takes few", file_));
    throw BadInput(fmt::format("{}: this database cannot be read: {}", file_, sqlite3_errmsg(connection_.get())));
  }

  const std::string& file_;
  const std::size_t file_bytes_;
  std::size_t bytes_read_ = 0;
  int looks_ = 0;
  Connection connection_;
};

/// The rows of a table, one after the other.
class Rows {
 public:
  Rows(Database& database, const std::string& file, std::string_view table, std::span<const std::string_view> columns)
      : database_(database), file_(file), table_(table) {
    database.requireTable(table);
    statement_ = database.prepare(fmt::format("SELECT * FROM main.\"{}\"", table));
    for (const std::string_view column : columns) {
      places_.push_back(placeOfColumn(column));
      if (places_.back() < 0)
        throw BadInput(
            fmt::format("{}: the table `{}` has no column `{}`, which a card database has", file, table, column));
    }
  }

  bool next() { return database_.step(*statement_); }

  /// The names of all columns.
  [[nodiscard]] std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (int i = 0; i < sqlite3_column_count(statement_.get()); ++i) {
      const char* name = sqlite3_column_name(statement_.get(), i);
      names.emplace_back(name == nullptr ? "" : name);
    }
    return names;
  }

  /// A whole number of the row; empty if it is missing or null. `column`: its place in the query.
  [[nodiscard]] std::optional<std::int64_t> number(std::size_t column) const {
    const int place = places_[column];
    switch (sqlite3_column_type(statement_.get(), place)) {
      case SQLITE_INTEGER:
        return sqlite3_column_int64(statement_.get(), place);
      case SQLITE_NULL:
        return std::nullopt;
      default: {
        const std::string words = text(column);
        if (words.empty()) return std::nullopt;
        if (const auto number = wholeNumber<std::int64_t>(words)) return number;
        refuse(column, fmt::format("expected a whole number; this is {}", docket::quoted(words.substr(0, 40))));
      }
    }
  }
  [[nodiscard]] std::int64_t number(std::size_t column, std::int64_t least, std::int64_t most) const {
    const std::int64_t read = number(column).value_or(0);
    if (read < least || read > most)
      refuse(column, fmt::format("expected a whole number from {} to {}; this is {}", least, most, read));
    return read;
  }
  /// A text of the row, as far as the program that reads such databases does: up to a null byte.
  [[nodiscard]] std::string text(std::size_t column) const {
    const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), places_[column]));
    std::string read(bytes == nullptr ? "" : bytes);
    database_.addBytes(read.size());
    if (!simdjson::validate_utf8(read)) refuse(column, "this text is not valid UTF-8");
    return read;
  }

  [[noreturn]] void refuse(std::size_t column, const std::string& why) const {
    const sqlite3_int64 id = sqlite3_column_int64(statement_.get(), places_.front());
    throw BadInput(fmt::format("{}: table `{}`, id {}, column `{}`: {}", file_, table_, id,
                               sqlite3_column_name(statement_.get(), places_[column]), why));
  }

 private:
  [[nodiscard]] int placeOfColumn(std::string_view wanted) const {
    const auto names = columns();
    const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
      return name.size() == wanted.size() &&
             sqlite3_strnicmp(name.data(), wanted.data(), static_cast<int>(name.size())) == 0;
    });
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }

  Database& database_;
  const std::string& file_;
  std::string_view table_;
  Statement statement_;
  std::vector<int> places_;
};

struct TextsOfCard {
  std::string name, text;
};

std::uint32_t codeOf(const Rows& rows) {
  return static_cast<std::uint32_t>(rows.number(0, 0, std::numeric_limits<std::uint32_t>::max()));
}

/// A card of a database; the numbers are those of EDOPro.
CardFact cardOfRow(const Rows& rows, const TextsOfCard& texts) {
  enum Column : std::size_t { id, alias, type, attack, defense, level, race, attribute };
  constexpr auto kMaxPacked = std::numeric_limits<std::int64_t>::max();
  constexpr auto kLeastBits = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMaxCode = std::numeric_limits<std::uint32_t>::max();
  constexpr std::int64_t kMaxStrength = std::numeric_limits<std::int32_t>::max();
  const auto strength = [&](Column column) -> std::optional<std::int64_t> {
    if (!rows.number(column)) return std::nullopt;
    return rows.number(column, std::numeric_limits<std::int32_t>::min(), kMaxStrength);
  };
  CardFact card;
  card.code = codeOf(rows);
  card.name = texts.name;
  card.scripted = false;
  card.alias = static_cast<std::uint32_t>(rows.number(alias, 0, kMaxCode));
  // The highest bit makes the number of some databases a negative one.
  card.types = static_cast<std::uint32_t>(rows.number(type, std::numeric_limits<std::int32_t>::min(), kMaxCode));
  card.attack = strength(attack);
  card.defense = strength(defense);
  // The scales are in the upper bits of the level, which some databases make negative for "?".
  if (const auto packed = rows.number(level)) {
    const auto bits = static_cast<std::uint64_t>(rows.number(level, kLeastBits, kMaxPacked));
    card.level = *packed < 0 ? -1 : static_cast<std::int64_t>(bits & 0xFFFFU);
    card.left_scale = static_cast<std::int64_t>(bits >> 24U & 0xFFU);
    card.right_scale = static_cast<std::int64_t>(bits >> 16U & 0xFFU);
  }
  card.race = static_cast<std::uint64_t>(rows.number(race, kLeastBits, kMaxPacked));
  card.attribute = static_cast<std::uint64_t>(rows.number(attribute, kLeastBits, kMaxPacked));
  card.fusion_by_text = texts.text.find(kFusionSummon) != std::string::npos;
  return card;
}

void countUnknownColumns(const Rows& rows, std::span<const std::string_view> used,
                         std::span<const std::string_view> unused, std::uint64_t rows_read,
                         std::map<std::string, std::uint64_t>& unknown) {
  for (const std::string& column : rows.columns()) {
    const std::string name = asciiLower(column);
    if (!ranges::contains(used, name) && !ranges::contains(unused, name)) unknown[name] += rows_read;
  }
}

}  // namespace

bool looksLikeDatabase(std::string_view bytes) { return bytes.starts_with(kSqliteMagic); }

CardsOfDatabase readDatabase(std::string_view bytes, const std::string& file) {
  if (!looksLikeDatabase(bytes)) throw BadInput(fmt::format("{}: this is not a SQLite database", file));
  Database database(bytes, file);
  CardsOfDatabase read;
  std::map<std::uint32_t, TextsOfCard> texts;
  std::uint64_t count = 0;
  const auto count_row = [&] {
    if (++count > kMaxRows) throw BadInput(fmt::format("{}: it has more than {} cards", file, kMaxRows));
  };
  enum TextColumn : std::size_t { id, name, description };
  database.requireTable("datas");
  Rows of_texts(database, file, "texts", kColumnsOfTexts);
  while (of_texts.next()) {
    count_row();
    TextsOfCard& one = texts[codeOf(of_texts)];
    one = {.name = of_texts.text(name), .text = of_texts.text(description)};
    if (one.name.empty()) one.name = std::to_string(codeOf(of_texts));
  }
  countUnknownColumns(of_texts, kColumnsOfTexts, kUnusedColumnsOfTexts, count, read.unknown);
  count = 0;
  std::map<std::uint32_t, CardFact> cards;
  Rows of_datas(database, file, "datas", kColumnsOfDatas);
  while (of_datas.next()) {
    count_row();
    const auto found = texts.find(codeOf(of_datas));
    if (found == texts.end()) {
      ++read.without_text;
      continue;
    }
    cards.insert_or_assign(found->first, cardOfRow(of_datas, found->second));
  }
  countUnknownColumns(of_datas, kColumnsOfDatas, kUnusedColumnsOfDatas, count, read.unknown);
  for (auto& [code, card] : cards) {
    const std::uint32_t types = card.types.value_or(0);
    read.texts.push_back(textsOfCard(
        texts[code].text, {.is_pendulum = (types & kTypePendulum) != 0, .is_normal = (types & kTypeNormal) != 0}));
    read.cards.push_back(std::move(card));
  }
  read.without_data = texts.size() - read.cards.size();
  return read;
}

std::vector<std::string_view> usedColumns() {
  std::vector<std::string_view> all(kColumnsOfDatas.begin(), kColumnsOfDatas.end());
  all.insert(all.end(), kColumnsOfTexts.begin() + 1, kColumnsOfTexts.end());
  return all;
}

std::vector<std::string_view> unusedColumns() {
  std::vector<std::string_view> all(kUnusedColumnsOfDatas.begin(), kUnusedColumnsOfDatas.end());
  all.insert(all.end(), kUnusedColumnsOfTexts.begin(), kUnusedColumnsOfTexts.end());
  return all;
}

}  // namespace docket::edopro
