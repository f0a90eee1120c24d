#include "tools/columns/tables.h"

#include <simdjson.h>

#include <type_traits>
#include <utility>

#include "events/text/printable.h"

namespace docket::columns {
namespace {

template <class Value>
struct TypeOfValue;
template <>
struct TypeOfValue<std::string> {
  static constexpr ColumnType kType = ColumnType::text;
};
template <>
struct TypeOfValue<std::string_view> : TypeOfValue<std::string> {};
template <>
struct TypeOfValue<std::int32_t> {
  static constexpr ColumnType kType = ColumnType::int32;
};
template <>
struct TypeOfValue<std::int64_t> {
  static constexpr ColumnType kType = ColumnType::int64;
};
template <>
struct TypeOfValue<bool> {
  static constexpr ColumnType kType = ColumnType::boolean;
};
template <class Value>
struct TypeOfValue<std::optional<Value>> : TypeOfValue<Value> {
  static constexpr bool kNullable = true;
};

Cell cellOf(std::string_view text) { return text; }
Cell cellOf(const std::string& text) { return std::string_view(text); }
Cell cellOf(std::int32_t number) { return number; }
Cell cellOf(std::int64_t number) { return number; }
Cell cellOf(bool is_true) { return is_true; }
template <class Value>
Cell cellOf(const std::optional<Value>& value) {
  return value ? cellOf(*value) : Cell{};
}

template <class Row>
struct ColumnOfRow {
  Column column;
  Cell (*cell)(const Row&);
};

/// The column that is a member of the rows.
template <class Row, auto member>
ColumnOfRow<Row> columnOf(std::string_view name, std::string_view doc) {
  using Type = TypeOfValue<std::remove_cvref_t<decltype(std::declval<Row>().*member)>>;
  constexpr bool kIsNullable = requires { Type::kNullable; };
  return {.column = {.name = name, .type = Type::kType, .nullable = kIsNullable, .doc = doc},
          .cell = [](const Row& row) { return cellOf(row.*member); }};
}

/// A table with the leading columns that all tables share.
template <class Row>
TableOf<Row> makeTable(std::string_view name, std::string_view doc, std::vector<ColumnOfRow<Row>> own) {
  own.insert(own.begin(),
             {columnOf<Row, &Row::game>("game", "the game's id"),
              columnOf<Row, &Row::leaf>("leaf", "the leaf of the archive's log for which it was exported")});
  TableOf<Row> table{{.name = name, .doc = doc, .columns = {}}, {}};
  for (const ColumnOfRow<Row>& one : own) {
    table.columns.push_back(one.column);
    table.cells.push_back(one.cell);
  }
  return table;
}

constexpr std::string_view kTakenBack = "a judge took the event back later";
constexpr std::string_view kCorrectedBy = "the event by which a judge corrected this one";
constexpr std::string_view kCard = "the number of its card, as it is after the event";
constexpr std::string_view kTurn = "how many turns had begun; 0 before the first";
constexpr std::string_view kTitle = "the title of that card, if it is known";

/// The text with U+FFFD for each byte that is not valid.
std::string repaired(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const Character first = firstCharacter(text);
    valid += first.valid ? text.substr(0, first.bytes) : std::string_view("\uFFFD");
    text.remove_prefix(first.bytes);
  }
  return valid;
}

}  // namespace

template <>
const TableOf<GameRow>& tableOf() {
  using Row = GameRow;
  static const auto kTable = makeTable<Row>(
      "games", "a game",
      {columnOf<Row, &Row::tournament>("tournament", "the tournament or series"),
       columnOf<Row, &Row::match>("match", "what the games of a match have in common"),
       columnOf<Row, &Row::round>("round", "the round of the tournament"),
       columnOf<Row, &Row::table_number>("table_number", "the number of the table"),
       columnOf<Row, &Row::game_of_match>("game_of_match", "which game of the match, from 1"),
       columnOf<Row, &Row::format>("format", "the format: \"constructed\""),
       columnOf<Row, &Row::date>("date", "the day, such as 2011-08-01"),
       columnOf<Row, &Row::source>("source", "where the record came from"),
       columnOf<Row, &Row::ruleset>("ruleset", "the name of its ruleset"),
       columnOf<Row, &Row::ruleset_version>("ruleset_version", "the version of that"),
       columnOf<Row, &Row::events>("events", "how many events it has"),
       columnOf<Row, &Row::head>("head", "the hash of its record, in hexadecimal digits"),
       columnOf<Row, &Row::winner>("winner", "the seat that won, by the record; null if several did"),
       columnOf<Row, &Row::outcome>(
           "outcome",
           "\"won\", \"several won\", \"nobody won\", \"all won\" or \"all lost\"; null: the record says no end"),
       columnOf<Row, &Row::parent>("parent", "of a branch: the game that it leaves"),
       columnOf<Row, &Row::parted_at>("parted_at", "of a branch: the last event that both have"),
       columnOf<Row, &Row::replaces>("replaces", "the record that this one corrects"),
       columnOf<Row, &Row::grade>(
           "grade", "the worst of the grades, EXACT, UNVERIFIED or DIVERGED; null, like the next four: damaged"),
       columnOf<Row, &Row::fold_grade>("fold_grade", "the grade of its states"),
       columnOf<Row, &Row::observations_grade>("observations_grade", "the grade of what was observed"),
       columnOf<Row, &Row::legality_grade>("legality_grade", "the grade of its acts"),
       columnOf<Row, &Row::rulings_grade>("rulings_grade", "the grade of its rulings"),
       columnOf<Row, &Row::damage>("damage", "why the record cannot be read; no other table has rows of it")});
  return kTable;
}

template <>
const TableOf<PlayerRow>& tableOf() {
  using Row = PlayerRow;
  static const auto kTable =
      makeTable<Row>("players", "a player of a game",
                     {columnOf<Row, &Row::seat>("seat", "from 1"),
                      columnOf<Row, &Row::name>("name", "the player's name; null if there is none or it was erased"),
                      columnOf<Row, &Row::won>("won", "by the record; null if that says no end")});
  return kTable;
}

template <>
const TableOf<EventRow>& tableOf() {
  using Row = EventRow;
  static const auto kTable = makeTable<Row>(
      "events", "an event as recorded, read on the table as it was known then",
      {columnOf<Row, &Row::event>("event", "its number"),
       columnOf<Row, &Row::kind>("kind", "cardMoved, abilityActivated, ... (docs/record_format.md)"),
       columnOf<Row, &Row::actor>("actor", "the seat of who did it"),
       columnOf<Row, &Row::player>("player", "the seat of the player whom it is about"),
       columnOf<Row, &Row::card>("card", kCard), columnOf<Row, &Row::title>("title", kTitle),
       columnOf<Row, &Row::other>("other", "the other party, such as a host or the first target: \"#2\", \"P1\""),
       columnOf<Row, &Row::name>("name", "a method, a designator, a value, a zone, the name of a period"),
       columnOf<Row, &Row::second_name>("second_name", "the second name, if it has two: a zone, the kind of a period"),
       columnOf<Row, &Row::amount>("amount", "of values, counters and numbers; negative for a loss"),
       columnOf<Row, &Row::first_of_group>("first_of_group", "the first of the events that happen at the same time"),
       columnOf<Row, &Row::cause>("cause", "the first event that is recorded as its cause"),
       columnOf<Row, &Row::turn>("turn", kTurn),
       columnOf<Row, &Row::moment>("moment", "the periods under way: \"turn 3, action phase\""),
       columnOf<Row, &Row::text>("text", "its line in the transcript"),
       columnOf<Row, &Row::wall_clock_ms>("wall_clock_ms", "milliseconds since 1970, if it was recorded live"),
       columnOf<Row, &Row::taken_back>("taken_back", kTakenBack),
       columnOf<Row, &Row::corrected_by>("corrected_by", kCorrectedBy)});
  return kTable;
}

template <>
const TableOf<ActRow>& tableOf() {
  using Row = ActRow;
  static const auto kTable = makeTable<Row>(
      "acts", "an act of a player, or another event that a rule is about, and whether it was legal",
      {columnOf<Row, &Row::event>("event", "its number"),
       columnOf<Row, &Row::act>("act", "cardPlayed, abilityActivated, ..."),
       columnOf<Row, &Row::player>("player", "the seat of the acting player"), columnOf<Row, &Row::card>("card", kCard),
       columnOf<Row, &Row::title>("title", kTitle),
       columnOf<Row, &Row::ability>("ability", "which ability or trait of the card, from 1"),
       columnOf<Row, &Row::ability_name>("ability_name", "the name of one that is not printed on it"),
       columnOf<Row, &Row::name>("name", "the method, the designator or the zone"),
       columnOf<Row, &Row::turn>("turn", kTurn),
       columnOf<Row, &Row::scope>("scope", "how far the rules cover it: \"whole\", \"part\" or \"none\""),
       columnOf<Row, &Row::legality>(
           "legality", "\"legal\", \"illegal\" or \"undecided\", as recorded and by all that is known now"),
       columnOf<Row, &Row::clause>("clause", "the clause that it breaks, or may break"),
       columnOf<Row, &Row::taken_back>("taken_back", kTakenBack),
       columnOf<Row, &Row::corrected_by>("corrected_by", kCorrectedBy)});
  return kTable;
}

template <>
const TableOf<UseRow>& tableOf() {
  using Row = UseRow;
  static const auto kTable = makeTable<Row>(
      "uses", "a use and a limit that counts it, just after it; a use without a limit has one row",
      {columnOf<Row, &Row::event>("event", "the event that is the use"),
       columnOf<Row, &Row::player>("player", "the seat of who uses it"), columnOf<Row, &Row::card>("card", kCard),
       columnOf<Row, &Row::title>("title", kTitle),
       columnOf<Row, &Row::used_as>("used_as", "what is used: \"its play\", \"ability 1\""),
       columnOf<Row, &Row::ability>("ability", "which ability or trait of the card, from 1"),
       columnOf<Row, &Row::ability_name>("ability_name", "the name of one that is not printed on it"),
       columnOf<Row, &Row::turn>("turn", kTurn),
       columnOf<Row, &Row::limits_known>("limits_known", "false: it is unknown which limits it has"),
       columnOf<Row, &Row::limit_name>("limit_name", "the limit, as the ruleset names it"),
       columnOf<Row, &Row::clause>("clause", "the clause of the limit"),
       columnOf<Row, &Row::used>("used", "how many uses count, with this one"),
       columnOf<Row, &Row::perhaps>("perhaps", "how many more may count"),
       columnOf<Row, &Row::most>("most", "the maximum"), columnOf<Row, &Row::taken_back>("taken_back", kTakenBack),
       columnOf<Row, &Row::corrected_by>("corrected_by", kCorrectedBy)});
  return kTable;
}

template <>
const TableOf<FindingRow>& tableOf() {
  using Row = FindingRow;
  static const auto kTable =
      makeTable<Row>("findings", "a finding of docket verify; `acts` has the card of its event",
                     {columnOf<Row, &Row::event>("event", "the event that it is about"),
                      columnOf<Row, &Row::kind>("kind", "\"limit\", \"requirement\", ..."),
                      columnOf<Row, &Row::grade>("grade", "\"certain\" or \"undecided\""),
                      columnOf<Row, &Row::clause>("clause", "the clause that is broken"),
                      columnOf<Row, &Row::player>("player", "the seat that it is about"),
                      columnOf<Row, &Row::limit_name>("limit_name", "the limit that is exceeded"),
                      columnOf<Row, &Row::used_before>("used_before", "how many uses counted before the act"),
                      columnOf<Row, &Row::most>("most", "the maximum"),
                      columnOf<Row, &Row::stands>("stands", "no judge took back or corrected what it rests on"),
                      columnOf<Row, &Row::replaced_by>("replaced_by", "it is about what this correction says happened"),
                      columnOf<Row, &Row::text>("text", "the finding in words")});
  return kTable;
}

template <>
const TableOf<RulingRow>& tableOf() {
  using Row = RulingRow;
  static const auto kTable = makeTable<Row>(
      "rulings", "a judge's ruling and what the rules give",
      {columnOf<Row, &Row::event>("event", "where it was given"),
       columnOf<Row, &Row::about>("about", "the event after which the claim is meant"),
       columnOf<Row, &Row::judge>("judge", "who gave it"), columnOf<Row, &Row::claim>("claim", "the claim, as typed"),
       columnOf<Row, &Row::note>("note", "the judge's note"),
       columnOf<Row, &Row::clauses>("clauses", "the clauses that the judge cites, separated by a comma and a blank"),
       columnOf<Row, &Row::outcome>("outcome", "\"upheld\", \"overturned\" or \"undecided\""),
       columnOf<Row, &Row::why>("why", "the reason in a line"),
       columnOf<Row, &Row::stands>("stands", "no later ruling replaced it"),
       columnOf<Row, &Row::supersedes>("supersedes", "the event of the ruling that it replaces"),
       columnOf<Row, &Row::superseded_by>("superseded_by", "the event of the ruling that replaces it")});
  return kTable;
}

template <>
const TableOf<ValueRow>& tableOf() {
  using Row = ValueRow;
  static const auto kTable =
      makeTable<Row>("values", "a value from an event on, until the next row about it",
                     {columnOf<Row, &Row::event>("event", "the event after which it is so; 0: the start"),
                      columnOf<Row, &Row::subject>("subject", "what has the value: \"P1\", \"game\", \"#2\""),
                      columnOf<Row, &Row::player>("player", "the seat, if that is a player"),
                      columnOf<Row, &Row::value>("value", "the name of the value: \"life\""),
                      columnOf<Row, &Row::amount>("amount", "null: unknown, or it has none"),
                      columnOf<Row, &Row::grade>("grade", "EXACT, UNVERIFIED or DIVERGED"),
                      columnOf<Row, &Row::taken_back>("taken_back", kTakenBack)});
  return kTable;
}

std::array<const ColumnTable*, kTables> tables() {
  return []<class... Row>(const std::tuple<Row...>*) {
    return std::array<const ColumnTable*, kTables>{&tableOf<Row>()...};
  }(static_cast<const Rows*>(nullptr));
}

TableFiles::TableFiles(const std::function<std::unique_ptr<TableFile>(const ColumnTable&)>& open) {
  const auto all = tables();
  for (std::size_t i = 0; i < kTables; ++i) files_[i] = open(*all[i]);
}

void TableFiles::addCells(std::size_t place) {
  repaired_.clear();
  repaired_.reserve(cells_.size());
  for (Cell& cell : cells_) {
    const auto* text = std::get_if<std::string_view>(&cell);
    if (text == nullptr || simdjson::validate_utf8(text->data(), text->size())) continue;
    repaired_.push_back(repaired(*text));
    cell = std::string_view(repaired_.back());
  }
  files_[place]->add(cells_);
  ++rows_[place];
}

void TableFiles::finish() {
  for (const auto& file : files_) file->finish();
}

}  // namespace docket::columns
