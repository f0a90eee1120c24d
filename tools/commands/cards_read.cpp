// docket cards read: what the printed texts of cards say, as a catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/document_remarks.h"
#include "tools/game/wordings.h"
#include "tools/import/read_catalogue.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/render/card_reading_words.h"
#include "tools/render/catalogue_file.h"
#include "tools/report/reading_page.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::size_t kMaxCardBytes = 256U << 20;

/// Unread words, the most frequent first. Titles and numbers in them count as the same.
class UnreadWords {
 public:
  void add(const wordings::CardReading& reading, std::string_view title) {
    for (const wordings::Unread& unread : reading.unread) {
      Seen& seen = seen_[unreadForm(reading, unread)];
      ++seen.count;
      if (seen.first.empty()) seen.first = std::string(title);
    }
  }
  void print(std::size_t most, bool json, std::ostream& out) const {
    std::vector<std::pair<std::string, Seen>> all(seen_.begin(), seen_.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    AnswerList list(out, "cards read");
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
      const auto& [words, seen] = all[i];
      if (json) {
        JsonWriter line;
        line.object().member("words", words).member("count", seen.count).member("first", seen.first).end();
        list.item(line.text());
      } else {
        out << tableRow(fmt::format("{:>6}  {}", seen.count, printable(words)));
      }
    }
    if (json) {
      JsonWriter sums;
      list.end(sums.object().member("wordings", all.size()).end().text());
    } else if (all.size() > most)
      out << fmt::format("{} more wordings (--most shows more)\n", all.size() - most);
  }

 private:
  struct Seen {
    std::size_t count = 0;
    std::string first;  ///< a card that has it
  };
  std::map<std::string, Seen> seen_;
};

/// Reports about the cards while they are read, depending on the options.
class ReadingReport {
 public:
  ReadingReport(const Arguments& arguments, Streams& streams, const Ruleset& ruleset)
      : arguments_(arguments),
        streams_(streams),
        ruleset_(ruleset),
        explained_(arguments.value("explain")),
        list_(streams.out, "cards read") {}

  void take(const wordings::CardReading& reading, schema::Card::Reader card) {
    tally_.add(reading);
    const std::string title = textOf(card.getTitle());
    if (arguments_.has("unread")) {
      unread_.add(reading, title);
    } else if (explained_) {
      titles_.push_back(title);
      if (*explained_ == title || *explained_ == textOf(card.getKey())) explain(reading, card);
    } else if (arguments_.json()) {
      list_.item(readingJson(reading, card));
    }
  }

  /// When all have been read; `catalogue` is what they became.
  void finish(schema::Catalogue::Reader catalogue, const std::string& file) {
    if (arguments_.has("unread")) {
      const auto most = arguments_.number("most").value_or(kMaxShown);
      return unread_.print(most, arguments_.json(), streams_.out);
    }
    if (explained_) {
      if (found_ && arguments_.json() && !arguments_.value("output")) list_.end();
      if (found_) return;
      throw BadInput(
          fmt::format("{} has no card {}{}", file, docket::quoted(*explained_), didYouMean(*explained_, titles_)));
    }
    if (const auto path = arguments_.value("output")) {
      OutputFile output(*path);
      writeCatalogue(output.stream(), catalogue);
      output.keep();
    } else if (!arguments_.json()) {
      writeCatalogue(streams_.out, catalogue);
    }
    if (arguments_.json()) list_.end();
    streams_.err << tally_.text();
  }

 private:
  void explain(const wordings::CardReading& reading, schema::Card::Reader card) {
    found_ = true;
    if (const auto path = arguments_.value("output")) {
      OutputFile output(*path);
      report::writeReadingPage(output.stream(), reading, card, ruleset_);
      output.keep();
    } else if (arguments_.json()) {
      list_.item(readingJson(reading, card));
    } else {
      streams_.out << readingText(reading, card, ruleset_, streams_.colour);
    }
  }

  const Arguments& arguments_;
  Streams& streams_;
  const Ruleset& ruleset_;
  const std::optional<std::string> explained_;
  AnswerList list_;
  ReadingTally tally_;
  UnreadWords unread_;
  bool found_ = false;
  std::vector<std::string> titles_;
};

}  // namespace

int readCards(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket cards read: expected one file of printed cards");
  if (arguments.has("most") && !arguments.has("unread"))
    throw BadInput("docket cards read: --most goes with --unread; without it every card is shown or written");
  if (arguments.has("unread") && arguments.has("explain"))
    throw BadInput("docket cards read: --unread and --explain exclude each other: leave one out");
  const std::string& file = arguments.words()[1];
  const std::string asked = arguments.value("ruleset").value_or("");
  const PrintedCards printed = readPrintedCards(readText(file, kMaxCardBytes), file, asked.substr(0, asked.find('@')));
  const std::string choice = asked.empty() ? textOf(printed.catalogue.root().getRuleset()) : asked;
  if (choice.empty()) {
    throw BadInput(fmt::format("{}: the file does not name the game of its cards: give --ruleset RULESET", file));
  }
  const auto archive = archiveIfPresent(arguments);
  const HeldDocument held = chooseRuleset(choice, {}, archive ? &*archive : nullptr);
  const Ruleset ruleset = compiledRuleset(held);
  const HeldWordings words = chooseWordings(held.name, arguments.value("wordings").value_or(""),
                                            arguments.value("corrections").value_or(""), &ruleset);
  ReadingReport shown(arguments, streams, ruleset);
  const auto catalogue = readCatalogueFrom(
      printed, *words.compiled, ruleset,
      [&](const wordings::CardReading& reading, schema::Card::Reader card) { shown.take(reading, card); });
  shown.finish(catalogue.root(), file);
  for (const auto& [field, count] : printed.unknown_fields)
    streams.err << printable(fmt::format("skipped: {} {} {}\n", count, count == 1 ? "field" : "fields", field));
  return kAgrees;
}

}  // namespace docket
