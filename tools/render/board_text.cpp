#include "tools/render/board_text.h"

#include <fmt/format.h>

#include <ostream>

#include "tools/explain/board.h"
#include "tools/explain/board_words.h"
#include "tools/words/amount_words.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

class BoardPrinter {
 public:
  BoardPrinter(std::ostream& out, const Board& board, const Words& words, bool colour)
      : out_(out),
        board_(board),
        words_(words),
        state_(words.state()),
        ruleset_(words.rules().ruleset),
        colour_(colour) {}

  void print() {
    printHeader();
    printTable();
  }

  void printTable() {
    for (const BoardSide& side : board_.sides) printSide(side);
    for (const BoardOther& other : board_.others) printOther(other);
    printChain();
    if (!board_.limits.counts.empty() || !board_.limits.uncertain_uses.empty()) {
      out_ << '\n' << styled(colour_, Style::strong, "Limits in use") << '\n';
      printCountsOfLimits(out_, board_.limits, words_, colour_);
    }
    printGrade();
  }

 private:
  void printHeader() {
    const auto header = words_.header();
    const auto what = occasionWords(header);
    out_ << styled(colour_, Style::strong, clipped({header.getId().begin(), header.getId().size()}, 78)) << '\n';
    if (!what.empty()) out_ << itemised(what, ",", 0, 2);
    out_ << paragraph(rulesetWords(ruleset_), 0, 2);
    if (words_.viewer() != 0) out_ << "As far as " << words_.player(words_.viewer()) << " knows\n";
    const std::string when = words_.turnLabels().words(board_.at);
    std::string point = board_.at == 0 ? std::string("Before the first event")
                                       : fmt::format("After event {} of {}", board_.at, board_.last);
    if (!when.empty()) point += ": " + when;
    if (const Seat seat = turnPlayer(); seat != 0) point += fmt::format(" ({})", words_.player(seat));
    out_ << '\n' << styled(colour_, Style::strong, point) << '\n';
    if (const std::string outcome = outcomeWords(words_); !outcome.empty()) out_ << paragraph(outcome, 0, 2);
  }

  [[nodiscard]] Seat turnPlayer() const {
    const PeriodIndex turn = words_.turnLabels().outermost();
    return turn == kUnbound || !state_.periods[turn].open ? Seat{0} : state_.periods[turn].player;
  }

  // -- readings

  [[nodiscard]] std::string readingWords(std::string_view name, const AmountReading& reading,
                                         const std::optional<std::int64_t>& printed) const {
    const bool unknown = reading.value.isUnknown();
    std::string words = clipped(name) + ' ' + (unknown ? std::string("?") : amountWords(reading));
    std::string notes;
    const auto note = [&](const std::string& what) { notes += (notes.empty() ? "" : ", ") + what; };
    if (differs(reading, printed)) note(fmt::format("printed {}", *printed));
    if (reading.value.grade == Grade::diverged) {
      note(fmt::format("but observed {} at event {}: DIVERGED", seenWords(*reading.seen), reading.seen->event));
    } else if (reading.from == AmountReading::From::observed) {
      note(fmt::format("{}observed at {}{}", unknown ? seenWords(*reading.seen) + " " : "", reading.seen->event,
                       reading.stale_since != 0 ? ", stale" : ""));
    }
    if (!notes.empty()) words += " (" + notes + ")";
    return styled(colour_, styleOf(reading, printed), words);
  }
  static bool differs(const AmountReading& reading, const std::optional<std::int64_t>& printed) {
    return printed && !reading.value.isUnknown() && *printed != reading.amount();
  }
  static Style styleOf(const AmountReading& reading, const std::optional<std::int64_t>& printed) {
    if (reading.value.grade == Grade::diverged) return Style::bad;
    if (reading.stale_since != 0 && reading.from == AmountReading::From::observed) return Style::faint;
    return differs(reading, printed) ? Style::warning : Style::plain;
  }
  void addValues(std::vector<std::string>& items, const std::vector<BoardValue>& values) const {
    for (const auto& [key, reading] : values) items.push_back(readingWords(words_.valueName(key), reading, {}));
  }
  void addStats(std::vector<std::string>& items, const std::vector<BoardStat>& stats) const {
    for (const BoardStat& one : stats) {
      items.push_back(readingWords(ruleset_.stats[one.stat].name, one.reading, one.printed));
    }
  }
  void addCounters(std::vector<std::string>& items, const std::vector<Counter>& counters) const {
    for (const Counter& counter : counters) items.push_back(counterWords(words_, counter));
  }

  static void addStatements(std::vector<std::string>& items, const std::vector<BoardStatement>& statements) {
    for (const BoardStatement& one : statements) items.push_back(statementWords(one));
  }

  // -- cards

  /// The card's name, with everything shown besides its stats.
  [[nodiscard]] std::string nameOf(const BoardCard& shown) const {
    const Card& card = state_.cards[shown.card];
    std::string words = styled(colour_, Style::name, words_.card(shown.card));
    const Zone& zone = ruleset_.zones[card.zone];
    const bool hidden = zone.hides();
    if (card.orientation != 0) words += ", " + clipped(ruleset_.orientations[card.orientation]);
    if (card.face == Facing::down && !hidden) words += ", face down";
    if (card.face == Facing::up && hidden) words += ", face up";
    if (card.controller != card.owner && card.controller != 0) {
      words += fmt::format(", controlled by {}", words_.player(card.controller));
      if (card.zone_player != card.owner) words += fmt::format(" (owner {})", words_.player(card.owner));
    } else if (card.zone_player != card.owner && card.zone_player != 0) {
      words += fmt::format(", owner {}", words_.player(card.owner));
    }
    return words;
  }

  void printCard(const BoardCard& shown, std::size_t indent, const std::string& lead, bool nested) {
    if (shown.elsewhere) {
      out_ << paragraph(fmt::format("{}{}, {}", lead, words_.card(shown.card), attachmentWords(words_, shown.card)),
                        indent, indent + 4);
      return;
    }
    std::vector<std::string> items;
    addStats(items, shown.stats);
    addCounters(items, shown.counters);
    addStatements(items, shown.statements);
    for (const EntryIndex entry : shown.changes) items.push_back(words_.change(state_.entry(entry)));
    std::string first = lead + nameOf(shown);
    if (!nested && state_.cards[shown.card].host != kNone) first += ", " + attachmentWords(words_, shown.card);
    if (items.empty()) {
      out_ << paragraph(first, indent, indent + 4);
    } else {
      items.front() = first + ": " + items.front();
      out_ << itemised(items, ",", indent, indent + 4);
    }
    for (const BoardCard& attached : shown.attached) {
      const Card& card = state_.cards[attached.card];
      const std::string kind = card.attachment == 0 ? std::string("attached") : words_.name(card.attachment);
      printCard(attached, indent + 4, kind + ": ", true);
    }
  }
  // -- zones

  void printZone(const BoardZone& shown) {
    const Zone& zone = ruleset_.zones[shown.zone];
    const std::string title = fmt::format("{} {}", clipped(zone.name), shown.count);
    const bool slotted = zone.kind == schema::Zone::Kind::SLOTS;
    if (zone.in_play || slotted) {
      if (shown.cards.empty()) return;  // all of them are shown under their hosts
      out_ << "  " << title << '\n';
      for (const BoardCard& card : shown.cards) {
        const std::int16_t slot = state_.cards[card.card].slot;
        printCard(card, 4, slotted && slot >= 0 ? fmt::format("{}  ", slot) : std::string{}, false);
      }
      return;
    }
    std::vector<std::string> items;
    std::vector<std::string> unknown;
    for (const BoardCard& card : shown.cards) {
      if (!words_.knows(card.card) && card.counters.empty() && card.statements.empty() && card.attached.empty()) {
        unknown.push_back(fmt::format("#{}", state_.cards[card.card].number));
      } else {
        items.push_back(inlineWords(card));
      }
    }
    if (!unknown.empty()) {
      unknown.front() = (unknown.size() == 1 ? "unknown card " : "unknown cards ") + unknown.front();
      items.insert(items.end(), unknown.begin(), unknown.end());
    }
    if (items.empty()) return;
    items.front() = fmt::format("{}: {}", title, items.front());
    out_ << itemised(items, ",", 2, 4);
  }

  /// A card among others on a line: its counters, its changes and what hangs on it in parentheses.
  [[nodiscard]] std::string inlineWords(const BoardCard& shown) const {
    std::vector<std::string> items;
    addCounters(items, shown.counters);
    addStatements(items, shown.statements);
    for (const EntryIndex entry : shown.changes) items.push_back(words_.change(state_.entry(entry)));
    for (const BoardCard& attached : shown.attached) items.push_back("with " + inlineWords(attached));
    std::string words = nameOf(shown);
    for (std::size_t i = 0; i < items.size(); ++i) words += (i == 0 ? " (" : ", ") + items[i];
    return items.empty() ? words : words + ')';
  }

  void printSide(const BoardSide& side) {
    std::vector<std::string> items;
    addValues(items, side.values);
    addCounters(items, side.counters);
    std::string right;
    for (const std::string& item : items) right += (right.empty() ? "" : ", ") + item;
    const std::string name = side.seat == 0 ? std::string("Shared") : words_.player(side.seat);
    std::vector<std::string> hidden;
    std::vector<std::string> empty;
    bool any = !right.empty() || side.seat != 0;
    for (const BoardZone& zone : side.zones) {
      const std::string zone_name = clipped(ruleset_.zones[zone.zone].name);
      any = any || zone.count != 0;
      if (zone.count == 0) {
        empty.push_back(zone_name);
      } else if (zone.counted_only) {
        hidden.push_back(fmt::format("{} {}", zone_name, zone.count));
      }
    }
    if (!any) return;
    out_ << '\n' << flushRight(styled(colour_, Style::strong, name), right, 2);
    for (const bool in_play : {true, false}) {  // the table first, then what is beside it
      for (const BoardZone& zone : side.zones) {
        if (!zone.counted_only && ruleset_.zones[zone.zone].in_play == in_play) printZone(zone);
      }
    }
    if (!hidden.empty()) out_ << itemised(hidden, ",", 2, 4);
    if (!empty.empty()) {
      empty.front() = "empty: " + empty.front();
      out_ << styled(colour_, Style::faint, itemised(empty, ",", 2, 4));
    }
  }

  void printOther(const BoardOther& other) {
    std::vector<std::string> items;
    addValues(items, other.values);
    addStats(items, other.stats);
    addCounters(items, other.counters);
    if (items.empty()) return;
    items.front() = fmt::format("{}: {}", styled(colour_, Style::strong, words_.subject(other.subject)), items.front());
    out_ << '\n' << itemised(items, ",", 0, 2);
  }

  void printChain() {
    if (state_.chain.empty()) return;
    out_ << '\n' << styled(colour_, Style::strong, "Chain") << '\n';
    for (const Link& link : state_.chain) {
      out_ << paragraph(fmt::format("{}  {}", link.position, linkWords(words_, link)), 2, 5);
    }
  }

  void printGrade() {
    const BoardGrade& grade = board_.grade;
    auto why = gradeWords(grade, state_.latest_change);
    const auto style = grade.overall == Grade::exact        ? Style::good
                       : grade.overall == Grade::unverified ? Style::warning
                                                            : Style::bad;
    std::string line = "Grade: " + styled(colour_, style, gradeWord(grade.overall));
    if (!why.empty()) why.front() = line + ": " + why.front();
    out_ << '\n' << (why.empty() ? line + '\n' : itemised(why, ";", 0, 2));
    for (const std::string& differs : grade.diverged) out_ << paragraph(differs, 2, 4);
  }

  std::ostream& out_;
  const Board& board_;
  const Words& words_;
  const State& state_;
  const Ruleset& ruleset_;
  bool colour_;
};

}  // namespace

void printBoard(std::ostream& out, const Board& board, const Words& words, bool colour) {
  BoardPrinter(out, board, words, colour).print();
}

void printTable(std::ostream& out, const Board& board, const Words& words, bool colour) {
  BoardPrinter(out, board, words, colour).printTable();
}

}  // namespace docket
