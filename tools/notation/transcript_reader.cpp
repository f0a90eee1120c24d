#include "tools/notation/transcript_reader.h"

#include <fmt/format.h>

#include <capnp/message.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/notation/header.h"
#include "tools/notation/mistake_recovery.h"
#include "tools/notation/phrases.h"
#include "tools/notation/spelling.h"
#include "tools/notation/titled_cards.h"
#include "tools/notation/typed_game.h"

namespace docket {
namespace {

using notation::Cursor;
using notation::Mistake;
using notation::Token;

constexpr std::size_t kMaxLineBytes = 16U << 20;

/// The lines of a text that are not empty.
class TranscriptLines {
 public:
  TranscriptLines(std::string_view text, std::string_view file, std::size_t first_line)
      : left_(text), file_(file), next_number_(first_line) {
    advance();
  }

  [[nodiscard]] bool atEnd() const { return !now_; }
  [[nodiscard]] const Cursor& peek() const { return *now_; }
  [[nodiscard]] Cursor take() {
    const Cursor line = *now_;
    advance();
    return line;
  }

 private:
  void advance() {
    now_.reset();
    while (!now_ && !left_.empty()) {
      const auto end = std::min(left_.find('\n'), left_.size());
      const Cursor line(left_.substr(0, end), file_, next_number_++);
      left_.remove_prefix(std::min(end + 1, left_.size()));
      if (end > kMaxLineBytes) line.fail({}, fmt::format("a line longer than {} bytes", kMaxLineBytes));
      if (!line.peek().isEnd()) now_ = line;
    }
  }

  std::string_view left_, file_;
  std::size_t next_number_;
  std::optional<Cursor> now_;
};

/// Mistakes in later lines that may only follow from a line that could not be read.
class FollowOnMistakes {
 public:
  /// Notes the lines of an event that was left out.
  void leftOut(const std::vector<Cursor>& lines) {
    for (const Cursor& line : lines) {
      for (const std::string& word : wordsIn(line)) words_.insert(word);
    }
    all_ = all_ || dealsCards(lines.front());
  }
  /// True if a mistake may follow from it.
  [[nodiscard]] bool explain(const Mistake& mistake, const std::vector<Cursor>& lines) const {
    if (!mistake.isOfTable() || (words_.empty() && !all_)) return false;
    return all_ || std::any_of(lines.begin(), lines.end(), [&](const Cursor& line) {
             const auto words = wordsIn(line);
             return std::any_of(words.begin(), words.end(),
                                [&](const std::string& word) { return words_.contains(word); });
           });
  }

 private:
  /// The words that may name a card or a number.
  static std::vector<std::string> wordsIn(Cursor line) {
    std::vector<std::string> words;
    try {
      for (Token token = line.take(); !token.isEnd(); token = line.take()) {
        const bool name = token.kind == Token::Kind::word && !notation::isReserved(token.text) &&
                          token.text.front() >= 'A' && token.text.front() <= 'Z';
        if (name || token.kind == Token::Kind::number) words.push_back(notation::folded(token.text));
        if (token.kind == Token::Kind::string)
          words.push_back(notation::folded(notation::titleAndLabel(token.inside()).title));
      }
    } catch (const Mistake&) {  // a text that does not end
    }
    return words;
  }
  /// True if the line is about unnamed cards, or could not be parsed.
  static bool dealsCards(Cursor line) {
    const auto& phrases = notation::eventPhrases();
    for (int words = 0; words < 3; ++words) {
      const Token word = line.take();
      const bool names_its_cards = std::any_of(phrases.begin(), phrases.end(), [&](const notation::Phrase& phrase) {
        return phrase.deals_no_cards && word.is(phrase.verb.front().word);
      });
      if (names_its_cards || word.is("--")) return line.text().find('?') != std::string_view::npos;
    }
    return true;
  }

  std::set<std::string> words_;
  bool all_ = false;
};

class TranscriptParser {
 public:
  TranscriptParser(std::string_view text, const std::string& file, std::size_t first_line)
      : lines_(text, file, first_line), file_(file) {}

  Recording run(const RulesOf& rules_of, const notation::DeckLines& deck_lines) {
    const auto header = readHeader();
    found_.requireNone();
    const Rules rules = rules_of(header->getRoot<schema::Header>().asReader());
    // A printed transcript has event numbers.
    const bool typed = !lines_.atEnd() && lines_.peek().peek().kind != Token::Kind::number;
    if (typed) checkStarts(rules.ruleset, header->getRoot<schema::Header>());
    game_.emplace(header->getRoot<schema::Header>().asReader(), rules, file_);
    try {
      game_->registerDecks(decks_, deck_lines);
    } catch (const Mistake& mistake) {
      found_.add(mistake);  // what follows needs the cards
      found_.requireNone();
    }
    while (!lines_.atEnd() && game_->isSound()) addNextEvent();
    found_.requireNone();
    return std::move(game_->recording());
  }

 private:
  using Message = std::unique_ptr<capnp::MallocMessageBuilder>;

  [[nodiscard]] Message readHeader() {
    if (lines_.atEnd()) throw BadInput(file_, 0, 0, "it contains no game");
    const Cursor first = lines_.peek();
    if (!notation::isOfHeader(first))
      first.failExpected(first.peek(), "game \"...\" and what else is known of the game");
    capnp::MallocMessageBuilder message;
    auto header = message.initRoot<schema::Header>();
    notation::HeaderReader reader(header);
    while (!lines_.atEnd()) {
      Cursor line = lines_.peek();
      try {
        if (!notation::isOfHeader(line)) {
          if (!notation::isSlipOfHeader(line)) break;
          notation::failAsHeader(line);
        }
        reader.read(line);
      } catch (const Mistake& mistake) {
        found_.add(mistake);
      }
      std::ignore = lines_.take();
    }
    found_.requireNone();
    reader.finish();
    starts_ = reader.starts();
    decks_ = reader.decks();
    // Goes through JSON, so that one reader validates every header.
    auto validated = std::make_unique<capnp::MallocMessageBuilder>();
    try {
      JsonLinesReader(file_).header(JsonLinesWriter::header(header.asReader()), first.lineNumber(),
                                    validated->initRoot<schema::Header>());
    } catch (const BadInput& error) {
      first.fail(first.peek(), error.message());
    }
    return validated;
  }

  /// Gives typed starting values the spelling of the ruleset; notes a mistake for each that it does not have.
  void checkStarts(const Ruleset& ruleset, schema::Header::Builder header) {
    std::vector<std::string_view> names;
    for (const Value& value : ruleset.values) names.push_back(value.name);
    const notation::KnownNames known(names);
    auto values = header.getStartingValues();
    for (unsigned i = 0; i < std::min<std::size_t>(values.size(), starts_.size()) && !known.empty(); ++i) {
      const auto& [line, at] = starts_[i];
      const auto meant = known.meantBy(view(values[i].getValue().asReader()));
      if (meant.size() == 1) {
        values[i].setValue(std::string(meant.front()));
        continue;
      }
      try {
        notation::failName(line, at, view(values[i].getValue().asReader()), "value", known);
      } catch (const Mistake& mistake) {
        found_.add(mistake);
      }
    }
  }

  void addNextEvent() {
    std::vector<Cursor> lines{lines_.take()};
    while (!lines_.atEnd() && notation::EventLines::belongsToEvent(lines_.peek())) {
      lines.push_back(lines_.take());
      if (lines.size() > 2 * kMaxCards + 1)
        lines.back().fail(lines.back().peek(), fmt::format("an event has at most {} of these lines", kMaxCards));
    }
    const auto before = game_->recording().size();
    notation::MistakeRecovery recovery(lines, &game_->players());
    const bool read = recovery.run([&](const notation::EventLines& event) { std::ignore = game_->add(event); });
    for (const Mistake& mistake : recovery.mistakes()) {
      if (!follow_on_.explain(mistake, lines)) found_.add(mistake);
    }
    if (read || game_->recording().size() != before || !game_->isSound()) return;
    follow_on_.leftOut(lines);
    game_->addGap();
  }

  TranscriptLines lines_;
  const std::string& file_;
  std::vector<std::pair<Cursor, Token>> starts_;
  std::vector<notation::NamedDeck> decks_;
  std::optional<notation::TypedGame> game_;
  FollowOnMistakes follow_on_;
  FoundMistakes<Mistake> found_;
};

}  // namespace

Recording readTranscript(std::string_view text, const std::string& file, const RulesOf& rules_of,
                         std::size_t first_line, const notation::DeckLines& deck_lines) {
  return TranscriptParser(text, file, first_line).run(rules_of, deck_lines);
}

bool looksLikeTranscript(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const Cursor line(text.substr(0, end), "", 0);
    text.remove_prefix(std::min(end + 1, text.size()));
    try {
      if (!line.peek().isEnd()) return notation::beginsHeader(line);
    } catch (const BadInput&) {  // a string that does not end
      return false;
    }
  }
  return false;
}

std::vector<std::size_t> gamesOfTranscript(std::string_view text) {
  std::vector<std::size_t> games{0};
  bool begun = false;
  eachLine(text, [&](std::string_view line, std::size_t) {
    // No other line begins with that word and a text; if one is broken, reading it says so.
    if (!notation::beginsGame(line)) return;
    if (begun) games.push_back(static_cast<std::size_t>(line.data() - text.data()));
    begun = true;
  });
  return games;
}

}  // namespace docket
