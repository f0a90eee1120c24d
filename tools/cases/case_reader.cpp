#include "tools/cases/case_reader.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "events/document.h"
#include "events/entity.h"
#include "events/errors.h"
#include "events/json/event_line.h"
#include "events/json/jsonl.h"
#include "events/text/nearest.h"
#include "events/text/whole_number.h"
#include "events/validate_header.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tools/io/files.h"

namespace docket::cases {
namespace {

namespace fs = std::filesystem;

using notation::readEventLine;
using notation::unquoted;
using notation::wordsOf;

/// The largest document that a file of cases can name, in bytes.
constexpr std::size_t kMaxDocumentBytes = 64U << 20;
constexpr std::array<std::string_view, 7> kStatements = {"rules", "cards", "source", "date", "record", "case", "check"};
constexpr std::array<std::string_view, 3> kOfHeader = {"players", "values", "format"};

/// The files that a ruleset can be in.
std::array<std::string, 2> fileNamesOf(std::string_view name, std::string_view version) {
  return {fmt::format("{}-{}.json", name, version), fmt::format("{}.json", name)};
}

/// The rulesets that ship in such files, the one whose file says the version first.
std::vector<WrittenRuleset> shippedAs(const std::vector<WrittenRuleset>& shipped, std::string_view name,
                                      std::string_view version) {
  std::vector<WrittenRuleset> found;
  for (const std::string& file : fileNamesOf(name, version)) {
    for (const WrittenRuleset& one : shipped) {
      if (fs::path(one.file).filename() == file) found.push_back(one);
    }
  }
  return found;
}

/// A record being read: its header first, and from its first event on the events.
class RecordReader {
 public:
  /// `keys`: of the catalogue; null if there is none, or none that can be read.
  RecordReader(std::string name, const std::string& file, const std::vector<std::string>* keys)
      : record_{.name = std::move(name), .game = {}, .places = {}}, reader_(file), keys_(keys) {}

  /// A line about the game before its first event: players, values, format. False if it is none.
  bool header(const Line& line, const std::vector<Word>& words) {
    const auto first = words[0].text;
    if (std::find(kOfHeader.begin(), kOfHeader.end(), first) == kOfHeader.end()) return false;
    if (begun_) line.fail(words[0].at, fmt::format("{} must come before the first event", first));
    if (words.size() < 2) line.fail(words[0].at, fmt::format("{} of what?", first));
    if (first == "players") {
      const auto count = wholeNumber<std::uint32_t>(words[1].text);
      if (!count || *count == 0 || *count > kMaxSeats)
        line.fail(words[1].at, "expected how many players there are, 1 to 8");
      players_ = *count;
    } else if (first == "format") {
      format_ = unquoted(line, words[1]);
    } else {
      startingValues(line, words);
    }
    return true;
  }

  void event(const Line& line, const std::vector<Line>& begins) {
    begin(line);
    const auto keys = notation::eventJson(line, begins).keys;
    for (const auto& [key, at] : keys) {
      if (keys_ == nullptr || std::find(keys_->begin(), keys_->end(), key) != keys_->end()) continue;
      line.fail(at, fmt::format("the catalogue has no card \"{}\"{}; ? is a card that nobody knows", key,
                                didYouMean(key, *keys_)));
    }
    capnp::MallocMessageBuilder message;
    readEventLine(line, begins, reader_, message.initRoot<schema::Event>());
    record_.game.add(message.getRoot<schema::Event>().asReader());
    record_.places.push_back({line.at.line, line.at.column + line.text.find_first_not_of(" \t")});
  }

  Record take(const Line& line) {
    begin(line);
    return std::move(record_);
  }

 private:
  struct StartingValue {
    Seat player;
    std::string value;
    std::int64_t amount;
  };

  void startingValues(const Line& line, const std::vector<Word>& words) {
    const auto seat = wholeNumber<Seat>(words[1].text.substr(words[1].text.starts_with('P') ? 1 : 0));
    if (!seat) line.fail(words[1].at, "expected a player: P1, P2, ...");
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto equals = words[i].text.rfind('=');
      const auto amount =
          equals == std::string_view::npos ? std::nullopt : wholeNumber<std::int64_t>(words[i].text.substr(equals + 1));
      if (!amount) line.fail(words[i].at, "expected value=number");
      values_.push_back({*seat, unquoted(line, {words[i].text.substr(0, equals), words[i].at}), *amount});
    }
  }

  void begin(const Line& line) {
    if (begun_) return;
    begun_ = true;
    auto header = record_.game.header();
    header.setId("case");
    header.setFormat(format_);
    auto players = header.initPlayers(players_);
    for (unsigned i = 0; i < players_; ++i) players[i].setName(fmt::format("P{}", i + 1));
    auto values = header.initStartingValues(static_cast<unsigned>(values_.size()));
    for (unsigned i = 0; i < values.size(); ++i) {
      values[i].setPlayer(values_[i].player);
      values[i].setValue(values_[i].value);
      values[i].setAmount(values_[i].amount);
    }
    if (const auto fault = validate(header.asReader())) line.fail(line.at, fault->path + ": " + fault->message);
    reader_.resume(header.asReader());
  }

  Record record_;
  JsonLinesReader reader_;
  const std::vector<std::string>* keys_;
  std::uint32_t players_ = 2;
  std::string format_;
  std::vector<StartingValue> values_;
  bool begun_ = false;
};

class CaseFileReader {
 public:
  CaseFileReader(std::string_view text, const std::string& name, fs::path folder,
                 const std::vector<WrittenRuleset>& shipped)
      : text_(text), folder_(std::move(folder)), shipped_(shipped) {
    file_.name = name;
  }

  CaseFile run() {
    while (next()) {
      try {
        statement();
      } catch (const BadInput& error) {
        file_.problems.emplace_back(error.what());
      }
    }
    if (!rules_stand_)
      file_.problems.emplace_back(
          BadInput(file_.name, number_, 0, "it does not say under which rules: rules NAME VERSION").what());
    if (rules_ && (!cards_stand_ || keys_)) file_.documents = {.rules = *std::move(rules_), .cards = std::move(cards_)};
    return std::move(file_);
  }

 private:
  void statement() {
    // A case is parted by bars and not by blanks.
    const Word line = Word{line_.text, line_.at}.from(line_.text.find_first_not_of(" \t\r"));
    const Word keyword{line.text.substr(0, line.text.find_first_of(" \t\r|")), line.at};
    if (keyword.text == "case" || keyword.text == "check") return read(keyword);
    const auto words = wordsOf({file_.name, line_.text, line_.at}, &rest_);
    if (keyword.text == "rules") {
      rules(words);
    } else if (keyword.text == "cards") {
      cards(words);
    } else if (keyword.text == "source") {
      if (words.size() != 2) line_.fail(words[0].at, "expected source \"WHO GAVE THE ANSWERS BELOW\"");
      source_ = unquoted(line_, words[1]);
    } else if (keyword.text == "date") {
      if (words.size() != 2 || !isDate(words[1].text)) line_.fail(words[0].at, "expected date YYYY-MM-DD");
      date_ = std::string(words[1].text);
    } else if (keyword.text == "record") {
      record(words);
    } else {
      line_.fail(keyword.at, fmt::format("expected rules, cards, source, date, record, case or check{}",
                                         didYouMean(keyword.text, kStatements)));
    }
  }

  /// The next line that says something; comments begin with "#" (a card is never the first word of a line).
  bool next() {
    while (!text_.empty()) {
      const auto end = std::min(text_.find('\n'), text_.size());
      line_ = {.file = file_.name, .text = text_.substr(0, end), .at = {.line = ++number_, .column = 1}};
      text_.remove_prefix(std::min(end + 1, text_.size()));
      const auto first = line_.text.find_first_not_of(" \t\r");
      if (first == std::string_view::npos || line_.text[first] == '#') continue;
      return true;
    }
    return false;
  }

  void rules(const std::vector<Word>& words) {
    if (std::exchange(rules_stand_, true)) line_.fail(words[0].at, "the rules stand here already");
    if (const std::string path = words.size() == 2 ? unquoted(line_, words[1]) : ""; path.ends_with(".json")) {
      const auto file = existing(folder_ / path, words[1]);
      rules_ = readCaseRuleset(readText(file, kMaxDocumentBytes), fs::proximate(file).string(), file.parent_path(),
                               shipped_);
      file_.rules = file;
      return;
    }
    if (words.size() != 3) line_.fail(words[0].at, "expected rules NAME VERSION, or rules FILE.json");
    const auto found = shippedAs(shipped_, words[1].text, words[2].text);
    if (found.empty()) {
      std::vector<std::string> names;
      for (const WrittenRuleset& one : shipped_) names.push_back(fs::path(one.file).stem().string());
      line_.fail(words[1].at, fmt::format("there is no ruleset {}{}", words[1].text, didYouMean(words[1].text, names)));
    }
    auto whole = readCaseRuleset(found.front().text, found.front().file, {}, shipped_);
    if (const std::string_view version = whole.root().getVersion().cStr(); version != words[2].text) {
      line_.fail(words[2].at,
                 fmt::format("{} has no version {} (did you mean {}?)", words[1].text, words[2].text, version));
    }
    rules_ = std::move(whole);
    file_.rules = found.front().file;
  }

  void cards(const std::vector<Word>& words) {
    cards_stand_ = true;
    if (words.size() != 2) line_.fail(words[0].at, "expected cards FILE.json");
    const auto file = existing(folder_ / unquoted(line_, words[1]), words[1]);
    cards_ = readCaseCards(readText(file, kMaxDocumentBytes), fs::proximate(file).string());
    file_.cards = file;
    keys_.emplace();
    for (auto card : cards_.document->root().getCards()) keys_->emplace_back(card.getKey().cStr());
  }

  [[nodiscard]] fs::path existing(const fs::path& path, Word word) const {
    if (fs::exists(path)) return path;
    std::vector<std::string> beside;
    std::error_code ignored;
    for (const auto& one : fs::directory_iterator(path.parent_path(), ignored)) {
      if (one.path().extension() == ".json") beside.push_back(one.path().filename().string());
    }
    std::sort(beside.begin(), beside.end());
    line_.fail(word.at,
               fmt::format("there is no {}{}", path.filename().string(), didYouMean(path.filename().string(), beside)));
  }

  /// Reads a record to its end, even if something in it cannot be read.
  void record(const std::vector<Word>& words) {
    try {
      if (words.size() != 2) line_.fail(words[0].at, "expected record NAME");
      const std::string name(words[1].text);
      if (find(name)) line_.fail(words[1].at, fmt::format("there is a record {} already", name));
      file_.records.push_back(recorded(name, words[1]));
    } catch (const BadInput& error) {
      if (words.size() == 2 && !find(words[1].text)) {
        file_.records.push_back(
            {.name = std::string(words[1].text), .game = {}, .places = {}, .problem = error.what()});
      }
      while (!ends() && next()) {
      }
      throw;
    }
  }

  /// True if this line is the end of a record.
  [[nodiscard]] bool ends() const {
    std::string_view text = line_.text.substr(std::min(line_.text.find_first_not_of(" \t\r"), line_.text.size()));
    while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
    return text == "end";
  }

  Record recorded(const std::string& name, Word place) {
    RecordReader reader(name, file_.name, keys_ ? &*keys_ : nullptr);
    const Line begun = line_;
    std::optional<Line> event;
    std::vector<Line> begins;
    while (next()) {
      const auto inner = wordsOf(line_, &rest_);
      if (!inner.empty() && inner[0].text == "+") {
        if (!event) line_.fail(inner[0].at, "there is no event that this begins with");
        const auto after = static_cast<std::size_t>(inner[0].text.data() + 1 - line_.text.data());
        begins.push_back({.file = file_.name, .text = line_.text.substr(after), .at = {line_.at.line, after + 1}});
        continue;
      }
      if (event) reader.event(*event, begins);
      event.reset();
      begins.clear();
      if (ends()) return reader.take(line_);
      if (inner.empty() || !reader.header(line_, inner)) event = line_;
    }
    begun.fail(place.at, fmt::format("the record {} has no end", name));
  }

  void read(Word keyword) {
    const auto parts = columnsOf(line_, Word{line_.text, line_.at}.from(static_cast<std::size_t>(
                                            keyword.text.data() + keyword.text.size() - line_.text.data())));
    if (parts.size() != 5)
      line_.fail(keyword.at,
                 fmt::format("expected {} CLAUSE | RECORD@EVENT | QUESTION | ANSWER | WHAT IT SHOWS", keyword.text));
    Case made;
    made.check = keyword.text == "check";
    made.question = std::string(parts[2].text);
    made.shows = std::string(parts[4].text);
    made.source = source_;
    made.date = date_;
    made.place = keyword.at;
    made.question_place = parts[2].at;
    made.answer_place = parts[3].at;
    const auto slash = parts[0].text.find('/');
    made.clause = std::string(parts[0].text.substr(0, slash));
    if (slash != std::string_view::npos) made.variant = std::string(parts[0].text.substr(slash + 1));
    constexpr std::array<std::string_view, 5> kParts = {"clause", "record", "question", "answer", "what it shows"};
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      if (parts[i].text.empty()) line_.fail(parts[i].at, fmt::format("the {} is missing", kParts[i]));
    }
    point(parts[1], made);
    made.answer = readAnswer(line_, parts[3]);
    file_.cases.push_back(std::move(made));
  }

  void point(Word word, Case& made) const {
    const auto sign = word.text.rfind('@');
    const auto name = word.text.substr(0, sign);
    const auto index = find(name);
    if (!index) {
      std::vector<std::string_view> names;
      for (const Record& record : file_.records) names.push_back(record.name);
      line_.fail(word.at, fmt::format("there is no record {} before this line{}", name, didYouMean(name, names)));
    }
    made.record = *index;
    if (!file_.records[*index].problem.empty()) return;  // its events are not known
    made.at = file_.records[*index].game.size();
    if (sign == std::string_view::npos) return;
    const auto number = wholeNumber<EventNumber>(word.text.substr(sign + 1));
    if (!number || *number > made.at) {
      line_.fail(word.from(sign + 1).at, fmt::format("the record {} has the events 1 to {}", name, made.at));
    }
    made.at = *number;
  }

  [[nodiscard]] std::optional<std::size_t> find(std::string_view record) const {
    for (std::size_t i = 0; i < file_.records.size(); ++i) {
      if (file_.records[i].name == record) return i;
    }
    return std::nullopt;
  }

  std::string_view text_;
  fs::path folder_;
  const std::vector<WrittenRuleset>& shipped_;
  CaseFile file_;
  std::optional<WholeRuleset> rules_;
  CaseCards cards_;
  std::string source_, date_;                     // of the cases that follow
  std::optional<std::vector<std::string>> keys_;  // of the catalogue, once it was read
  bool rules_stand_ = false, cards_stand_ = false;
  Line line_;
  Word rest_{};
  std::size_t number_ = 0;
};

}  // namespace

CaseFile readCases(std::string_view text, const std::string& name, const fs::path& folder,
                   const std::vector<WrittenRuleset>& shipped) {
  return CaseFileReader(text, name, folder, shipped).run();
}

WholeRuleset readCaseRuleset(std::string_view text, const std::string& file, const fs::path& folder,
                             const std::vector<WrittenRuleset>& shipped) {
  return readRulesetText(text, file, [&](schema::Extends::Reader base) {
    auto all = shippedAs(shipped, base.getName().cStr(), base.getVersion().cStr());
    for (const std::string& beside : fileNamesOf(base.getName().cStr(), base.getVersion().cStr())) {
      std::error_code ignored;
      const fs::path path = folder / beside;
      if (folder.empty() || beside.find('/') != std::string::npos || !fs::is_regular_file(path, ignored)) continue;
      if (!fs::equivalent(path, file, ignored))
        all.push_back({.file = path.string(), .text = readText(path, kMaxDocumentBytes), .own = {}});
    }
    return all;
  });
}

CaseCards readCaseCards(std::string text, const std::string& file) {
  auto document = std::make_shared<const Document<schema::Catalogue>>(readDocument<schema::Catalogue>(text, file));
  return {.file = file, .text = std::move(text), .document = std::move(document)};
}

}  // namespace docket::cases
