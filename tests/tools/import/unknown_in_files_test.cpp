// Card files, deck lists and pairings with unknown additions or in another order: the result is the same. And files
// that lack something: it is unknown then, or the file is refused with its place. DOCKET_WHOLE=1 tries each format
// with 10,000 files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <sstream>
#include <utility>

#include "events/digest.h"
#include "events/text/split.h"
#include "tests/fuzz/deck_target.h"
#include "tests/how_many.h"
#include "tests/places.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/edopro/database.h"
#include "tools/import/facts/facts.h"
#include "tools/import/facts/sources.h"
#include "tools/import/pairings.h"

namespace docket::test::unknown_in_files_test {
namespace {

class Chance {
 public:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  template <class Of>
  void shuffle(Of& many) {
    std::shuffle(many.begin(), many.end(), random_);
  }
  template <class Of>
  const auto& oneOf(const Of& many) {
    return many[below(std::size(many))];
  }
  template <class One>
  void insert(std::vector<One>& many, One one) {
    many.insert(many.begin() + static_cast<std::ptrdiff_t>(below(many.size() + 1)), std::move(one));
  }

 private:
  std::mt19937 random_{20261128};
};

// ---- cards in JSON

using Fields = std::vector<std::pair<std::string, std::string>>;  // names, and values as JSON writes them

/// The form in which a source has its cards.
struct Shape {
  const char *before, *between, *after;
};
constexpr Shape kLines{"", "\n", "\n"}, kList{"[", ",\n", "]"},
    kAnswer{R"({"data": [)", ",", R"(], "meta": {"n": [1]}})"};

struct CardFile {
  const char* source;
  Shape shape;
  std::vector<const char*> cards;
};

const std::vector<CardFile>& cardFiles() {
  static const std::vector<CardFile> kFiles = {
      {"marvelsdb",
       kList,
       {R"({"code":"01001","name":"Dock Hound","pack_code":"x","type_code":"hero","attack":1,"thwart":2,"defense":3,)"
        R"("health":9,"hand_size":5,"text":"It waits."})",
        R"({"code":"01002","name":"Wisp","subname":"B","pack_code":"x","type_code":"ally","traits":"Spy.","cost":2,)"
        R"("attack":1,"thwart":1,"health":3,"deck_limit":1,"text":"It waits."})"}},
      {"YGOPRODeck",
       kAnswer,
       {R"({"id":100,"name":"Cask Wyrm","type":"Pendulum Effect Monster","desc":"It sways.","atk":2600,"def":1200,)"
        R"("level":8,"scale":2,"race":"Dragon","attribute":"FIRE"})",
        R"({"id":101,"name":"Low Tide","type":"Spell Card","desc":"It rises.","race":"Field"})"}},
      {"the Grand Archive index",
       kLines,
       {R"({"slug":"a","name":"A","types":["ALLY"],"subtypes":["HUMAN"],"element":"FIRE","cost_memory":null,)"
        R"("cost_reserve":2,"power":1,"life":2,"speed":null,"effect":"It waits."})"}},
      {"gabrary",
       kList,
       {R"({"slug":"a","name":"A","types":"['ALLY']","subtypes":"['HUMAN']","element":"FIRE","effect":"b'x'",)"
        R"("cost_memory":"","cost_reserve":2,"power":1,"life":2,"speed":""})"}},
      {"HearthstoneJSON",
       kList,
       {R"({"id":"X_1","name":"Reed Cutter","type":"MINION","cost":2,"attack":3,"health":2,"race":"BEAST"})",
        R"({"id":"X_2","name":"Long Knife","type":"WEAPON","cost":1,"attack":2,"durability":3})"}},
      {"game_on_yasuki",
       kLines,
       {R"({"title":"Long Spear","types":["Item"],"_set":"First","collector_number":"12","force":"+2","chi":"0",)"
        R"("gold_cost":"1","keywords":["Weapon"],"text":"It waits."})"}}};
  return kFiles;
}

Fields fieldsOf(const char* card) {
  static simdjson::dom::parser parser;
  Fields fields;
  const simdjson::dom::object object = parser.parse(std::string_view(card));
  for (const auto& [name, value] : object) fields.emplace_back(name, simdjson::minify(value));
  return fields;
}

std::string fileOf(const std::vector<Fields>& cards, const Shape& shape) {
  std::string text = shape.before;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    text += i == 0 ? "{" : fmt::format("{}{{", shape.between);
    for (std::size_t j = 0; j < cards[i].size(); ++j)
      text += fmt::format("{}\"{}\":{}", j == 0 ? "" : ",", cards[i][j].first, cards[i][j].second);
    text += '}';
  }
  return text + shape.after;
}

/// All that is read of cards: their entries in a catalogue, and their texts.
std::string cardsIn(const facts::FactsRead& read) {
  std::string said = hex(digest(facts::catalogueOf(read).root()));
  for (const facts::CardFacts& card : read.cards) {
    said += card.text_unsaid ? "\n?" : "\n";
    for (const facts::TextFact& text : card.texts) said += text.field + ": " + text.words + ' ';
  }
  return said;
}

facts::FactsRead readCards(const std::string& file) {
  const facts::Source* source = facts::sourceOf(file, "cards");
  if (source == nullptr) throw BadInput("cards: of no source");
  return facts::readFacts(file, "cards", *source);
}

TEST(UnknownInCardFiles, IsCountedAndChangesNoCardInAnyOrder) {
  constexpr std::array kValues{"1", "\"x\"", "null", "[1,{}]", R"({"a":{"name":[]}})"};
  Chance chance;
  for (const CardFile& file : cardFiles()) {
    std::vector<Fields> cards;
    for (const char* card : file.cards) cards.push_back(fieldsOf(card));
    const std::string plain = fileOf(cards, file.shape);
    const std::string said = cardsIn(readCards(plain));
    for (std::size_t i = 0; i < filesToTry(300); ++i) {
      auto changed = cards;
      std::uint64_t unknown = 0;
      for (Fields& card : changed) {
        for (std::size_t more = chance.below(4); more > 0; --more, ++unknown)
          chance.insert(card, {fmt::format("zq_{}", more), chance.oneOf(kValues)});
        if (chance.below(2) == 0) chance.shuffle(card);
      }
      const std::string text = fileOf(changed, file.shape);
      const auto read = readCards(text);
      ASSERT_EQ(cardsIn(read), said) << text;
      std::uint64_t counted = 0;
      for (const auto& [name, count] : read.unknown_fields) counted += count;
      ASSERT_EQ(counted, unknown) << text;
    }
  }
}

TEST(UnknownInCardFiles, AMissingFieldChangesTheCardOrIsRefused) {
  for (const CardFile& file : cardFiles()) {
    std::vector<Fields> cards;
    for (const char* card : file.cards) cards.push_back(fieldsOf(card));
    const std::string said = cardsIn(readCards(fileOf(cards, file.shape)));
    for (std::size_t card = 0; card < cards.size(); ++card) {
      for (std::size_t field = 0; field < cards[card].size(); ++field) {
        auto changed = cards;
        const auto [name, value] = changed[card][field];
        changed[card].erase(changed[card].begin() + static_cast<std::ptrdiff_t>(field));
        const std::string text = fileOf(changed, file.shape);
        try {
          if (value == "null" || value == "\"\"") continue;  // of gabrary and the index: it has none
          EXPECT_NE(cardsIn(readCards(text)), said) << file.source << " without " << name << ": " << text;
        } catch (const BadInput& refused) {
          EXPECT_TRUE(std::string_view(refused.what()).starts_with("cards:")) << refused.what();
        }
      }
    }
  }
}

// ---- databases

struct Table {
  const char* name;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< values as SQL writes them
};

const std::vector<Table>& cardTables() {
  static const std::vector<Table> kTables = {
      {"datas",
       {"id", "ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute", "category"},
       {{"100", "3", "0", "0", "33", "1700", "-2", "4", "2", "1", "0"},
        {"101", "3", "0", "0", "2", "0", "0", "0", "0", "0", "0"},
        {"102", "3", "100", "0", "33", "1700", "-2", "4", "2", "1", "0"}}},
      {"texts",
       {"id", "name", "desc", "str1"},
       {{"100", "'Cask Wyrm'", "'Once per turn: draw 1 card.'", "NULL"},
        {"101", "'Low Tide'", "'Draw 1 card.'", "'x'"},
        {"102", "'Cask Wyrm'", "'Once per turn: draw 1 card.'", "''"}}}};
  return kTables;
}

std::string bytesOf(const std::vector<Table>& tables, const std::string& more) {
  std::string sql = "BEGIN;";
  for (const Table& table : tables) {
    sql += fmt::format("CREATE TABLE {}({});", table.name, fmt::join(table.columns, ","));
    for (const auto& row : table.rows)
      sql += fmt::format("INSERT INTO {} VALUES({});", table.name, fmt::join(row, ","));
  }
  sql += more + "COMMIT;";
  sqlite3* opened = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &opened), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
  sqlite3_int64 size = 0;
  unsigned char* const made = sqlite3_serialize(opened, "main", &size, 0);
  std::string bytes(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
  sqlite3_free(made);
  sqlite3_close(opened);
  return bytes;
}

Digest cardsOf(const edopro::CardsOfDatabase& read) { return digest(edopro::catalogueOfCards(read.cards).root()); }

void takeColumn(Table& table, std::size_t column) {
  table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(column));
  for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
}

void moveColumn(Table& table, std::size_t from, std::size_t to) {
  std::swap(table.columns[from], table.columns[to]);
  for (auto& row : table.rows) std::swap(row[from], row[to]);
}

TEST(UnknownInDatabases, IsCountedAndChangesNoCardInAnyOrder) {
  const auto plain = edopro::readDatabase(bytesOf(cardTables(), ""), "plain.cdb");
  ASSERT_EQ(plain.cards.size(), 3U);
  Chance chance;
  for (std::size_t i = 0; i < filesToTry(200); ++i) {
    auto tables = cardTables();
    std::uint64_t unknown = 0;
    for (Table& table : tables) {
      for (std::size_t more = chance.below(3); more > 0; --more) {
        table.columns.push_back(fmt::format("zq_{}_{}", table.name, more));
        for (auto& row : table.rows) row.emplace_back(chance.oneOf(std::array{"7", "NULL", "'x'", "x'00FF'", "1.5"}));
        unknown += table.rows.size();
      }
      for (std::size_t moves = chance.below(4); moves > 0; --moves)
        moveColumn(table, chance.below(table.columns.size()), chance.below(table.columns.size()));
      chance.shuffle(table.rows);
    }
    chance.shuffle(tables);
    const char* const more = chance.oneOf(std::array{"", "CREATE TABLE other(a, b); INSERT INTO other VALUES(1, 2);",
                                                     "CREATE INDEX one ON texts(name);", "PRAGMA user_version = 9;"});
    const auto read = edopro::readDatabase(bytesOf(tables, more), "changed.cdb");
    ASSERT_EQ(cardsOf(read), cardsOf(plain)) << i;
    ASSERT_EQ(read.texts.size(), plain.texts.size()) << i;
    std::uint64_t counted = 0;
    for (const auto& [name, count] : read.unknown) counted += count;
    ASSERT_EQ(counted, unknown) << i;
  }
}

TEST(UnknownInDatabases, WithoutAColumnThatIsUsedAreRefusedByItsName) {
  const auto used = edopro::usedColumns();
  for (std::size_t table = 0; table < cardTables().size(); ++table) {
    for (std::size_t column = 0; column < cardTables()[table].columns.size(); ++column) {
      auto tables = cardTables();
      const std::string name = tables[table].columns[column];
      takeColumn(tables[table], column);
      const std::string bytes = bytesOf(tables, "");
      if (std::find(used.begin(), used.end(), name) == used.end()) {
        EXPECT_EQ(edopro::readDatabase(bytes, "less.cdb").cards.size(), 3U) << name;
        continue;
      }
      try {
        static_cast<void>(edopro::readDatabase(bytes, "less.cdb"));
        ADD_FAILURE() << "without " << name;
      } catch (const BadInput& refused) {
        EXPECT_NE(std::string_view(refused.what()).find("has no column `" + name), std::string_view::npos)
            << refused.what();
      }
    }
  }
}

// ---- deck lists

/// The number of copies of each card in each part.
std::map<std::string, std::uint32_t> countsOf(const std::string& list) {
  std::map<std::string, std::uint32_t> counts;
  for (const DeckList::Entry& entry : readDeckList(list, "list", rulesOfLists()).entries)
    counts[fmt::format("{} {}{}", entry.key, entry.zone, entry.part)] += entry.count;
  return counts;
}

TEST(UnknownInDeckLists, IsACommentAndChangesNoDeckInAnyOrder) {
  const std::vector<std::vector<std::string>> parts = {{"101", "101", "201", "999"}, {"201", "888"}, {"102", "0101"}};
  const auto joined = [](const std::vector<std::vector<std::string>>& all) {
    std::string text;
    for (std::size_t part = 0; part < all.size(); ++part) {
      text += std::array{"#main\n", "#extra\n", "!side\n"}[part];
      for (const std::string& line : all[part]) text += line + "\n";
    }
    return text;
  };
  const auto plain = countsOf(joined(parts));
  constexpr std::array kComments{"# a remark", "", "   ", "!unknown part", "#@credits", "\t", "# 3 Mill Hand"};
  Chance chance;
  for (std::size_t i = 0; i < filesToTry(300); ++i) {
    auto changed = parts;
    for (auto& part : changed) {
      chance.shuffle(part);
      for (std::size_t more = chance.below(4); more > 0; --more)
        chance.insert(part, std::string(chance.oneOf(kComments)));
    }
    std::string text = joined(changed);
    if (chance.below(2) == 0) text.insert(0, "#created by somebody\n");
    ASSERT_EQ(countsOf(text), plain) << text;
  }
}

// ---- tables of pairings

std::string rowsOf(const std::string& table) {
  std::vector<std::string> rows;
  const Pairings read(table, "table");
  for (const PairingRow& row : read.rows()) {
    rows.push_back(fmt::format("{} {} {} {} {}", fmt::join(row.about, "+"), row.label.event, row.label.round,
                               fmt::join(row.label.players, "+"), row.result));
  }
  std::sort(rows.begin(), rows.end());
  return fmt::format("{}", fmt::join(rows, "\n"));
}

TEST(UnknownInPairings, IsASkippedColumnAndChangesNoRow) {
  using Column = std::vector<std::string>;
  const std::vector<Column> columns = {
      {"file", "a.yrpX", "b.yrpX", "\"c, d.yrpX\""}, {"event", "Open", "Open", "Open"}, {"round", "1", "2", "3"},
      {"player 1", "Ana", "\"Ben, jr\"", "Cy"},      {"player 2", "Di", "Eve", ""},     {"result", "2-1", "draw", "1"}};
  const auto joined = [](const std::vector<Column>& all) {
    std::string text;
    for (std::size_t row = 0; row < all.front().size(); ++row) {
      for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : ",") + all[i][row];
      text += '\n';
    }
    return text;
  };
  const std::string plain = rowsOf(joined(columns));
  Chance chance;
  for (std::size_t i = 0; i < filesToTry(300); ++i) {
    auto changed = columns;
    for (std::size_t more = chance.below(4); more > 0; --more)
      changed.push_back({fmt::format("zq {}", more), "x", "\"a\"\"b\"", "7"});
    chance.shuffle(changed);
    const std::string text = joined(changed);
    ASSERT_EQ(rowsOf(text), plain) << text;
  }
}

}  // namespace
}  // namespace docket::test::unknown_in_files_test
