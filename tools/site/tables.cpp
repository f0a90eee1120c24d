#include "tools/site/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <range/v3/view/reverse.hpp>
#include <tuple>

#include "tools/report/markup.h"
#include "tools/site/addresses.h"
#include "tools/site/frame.h"
#include "tools/site/game_page.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

struct Column {
  std::string_view heading;
  bool count = false;
};

/// A table; on narrow screens a row is a block, whose cells say what they are.
class RowTable {
 public:
  explicit RowTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Cells are markup; the one at `heads` names the row.
  void add(const std::vector<std::string>& cells, std::size_t heads) {
    rows_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string_view tag = i == heads ? "th" : "td";
      rows_ +=
          fmt::format("<{}{}{}{}>{}</{}>", tag, i == heads ? " scope=\"row\"" : "",
                      cells[i].empty()    ? " class=\"none\""
                      : columns_[i].count ? " class=\"count\""
                                          : "",
                      i == heads ? std::string() : fmt::format(" data-of=\"{}\"", columns_[i].heading), cells[i], tag);
    }
    rows_ += "</tr>\n";
  }

  [[nodiscard]] std::string markup(std::string_view caption) const {
    if (rows_.empty()) return "<p>None.</p>\n";
    std::string html = fmt::format("<table class=\"list\">\n<caption>{}</caption>\n<thead><tr>", caption);
    for (const Column& column : columns_)
      html += fmt::format("<th scope=\"col\"{}>{}</th>", column.count ? " class=\"count\"" : "", column.heading);
    return html + "</tr></thead>\n<tbody>\n" + rows_ + "</tbody>\n</table>\n";
  }

 private:
  std::vector<Column> columns_;
  std::string rows_;
};

std::string countWords(std::uint64_t count) { return count == 0 ? std::string() : fmt::format("{}", count); }

/// The grade in a list; if all that differs was put right by a later ruling, that in words.
std::string gradeMarkup(const PageFacts& facts) {
  const auto replaced = ranges::count_if(facts.points, [](const PagePoint& point) {
    return point.kind == PagePoint::Kind::ruling && point.tag == "wrong" && !point.stands;
  });
  if (facts.differs_in_past && replaced != 0)
    return fmt::format("<span class=\"past\">{} wrong ruling{}, replaced</span>", replaced, replaced == 1 ? "" : "s");
  if (facts.grade.empty()) return "<span class=\"grade diverged\">damaged</span>";
  const std::string_view kind = facts.grade == "EXACT"      ? "exact"
                                : facts.grade == "DIVERGED" ? "diverged"
                                                            : "unverified";
  return fmt::format("<span class=\"grade {}{}\">{}</span>", kind, facts.differs_in_past ? " past" : "",
                     report::escaped(facts.grade));
}

/// The winners, according to the record.
std::string winnersMarkup(const PageFacts& facts) {
  if (facts.live) return "in play";
  std::string names;
  for (const Participant& player : facts.players) {
    if (player.won) names += (names.empty() ? "" : ", ") + foreign(player.name, 40) + " won";
  }
  return names;
}

/// The players of a game, as what leads to its page.
std::string gameLink(const PageFacts& facts, std::string_view from) {
  std::string words;
  for (const Participant& player : facts.players) words += (words.empty() ? "" : " - ") + clipped(player.name, 40);
  return linkTo(from, pathOf("games", facts.key), words.empty() ? facts.name : words);
}

std::string occasion(const PageFacts& facts, std::string_view from) {
  if (facts.event.empty()) return {};
  std::string html = linkTo(from, pathOf("events", keyOfEvent(facts)), facts.event);
  if (facts.round != 0)
    html +=
        fmt::format(", {}", linkTo(from, pathOf("rounds", keyOfRound(facts)), fmt::format("round {}", facts.round)));
  return html;
}

std::string pointMarkup(const Collection& all, PointRow row, std::string_view from) {
  const PagePoint& point = all.point(row);
  const PageFacts& facts = all.games()[row.game];
  std::string html = fmt::format("<a href=\"{}#e{}\" dir=\"auto\">{}</a>",
                                 relative(from, pathOf("games", facts.key, partOfEvent(point.event))), point.event,
                                 report::escaped(point.text));
  if (!point.why.empty()) html += fmt::format("<p class=\"aside\" dir=\"auto\">{}</p>", report::escaped(point.why));
  if (!point.note.empty()) html += fmt::format("<p dir=\"auto\">“{}”</p>", report::escaped(point.note));
  if (!point.by.empty()) html += fmt::format("<p class=\"aside\">by {}</p>", foreign(point.by));
  if (!point.notation.empty())
    html += fmt::format("<details class=\"notation\"><summary>Notation</summary><code dir=\"auto\">{}</code></details>",
                        report::escaped(point.notation));
  return html;
}

std::string tagMarkup(const PagePoint& point) {
  const std::string_view kind = point.kind != PagePoint::Kind::ruling ? "perhaps"
                                : point.tag == "right"                ? "right"
                                : point.tag == "wrong"                ? "wrong"
                                                                      : "undecided";
  const bool certain = point.kind == PagePoint::Kind::finding && (point.tag == "Illegal" || point.tag == "Impossible");
  std::string html = fmt::format("<span class=\"{}\"><span class=\"tag\">{}</span></span>",
                                 !point.stands ? point.kind == PagePoint::Kind::ruling ? "replaced" : "gone"
                                 : certain     ? "certain"
                                               : kind,
                                 report::escaped(point.tag));
  if (!point.stands)
    html += point.kind == PagePoint::Kind::ruling
                ? fmt::format(" <small>replaced by {}</small>", foreign(point.replaced_by))
                : " <small>taken back, it no longer counts</small>";
  return html;
}

}  // namespace

std::string gameTable(const Collection& all, std::vector<std::uint32_t> rows, std::string_view from,
                      std::string_view caption, GameColumns columns) {
  std::reverse(rows.begin(), rows.end());
  if (columns.by_table) {
    ranges::stable_sort(rows, {}, [&](std::uint32_t at) {
      const PageFacts& facts = all.games()[at];
      return std::tuple(facts.table, facts.game_of_match);
    });
  }
  RowTable table({{"Game"},
                  {columns.without_event ? "Table" : "Event"},
                  {"Date"},
                  {"Result"},
                  {"Findings", true},
                  {"Rulings", true},
                  {"Grade"}});
  for (const std::uint32_t at : rows) {
    const PageFacts& facts = all.games()[at];
    std::string place = columns.without_event ? countWords(facts.table) : occasion(facts, from);
    if (columns.without_event && facts.game_of_match != 0)
      place += fmt::format("{}game {}", place.empty() ? "" : ", ", facts.game_of_match);
    std::string name = gameLink(facts, from);
    if (!facts.parent.empty()) name += " <small>what if</small>";
    table.add({name, place, report::escaped(facts.date), winnersMarkup(facts), countWords(facts.findings),
               countWords(facts.rulings), gradeMarkup(facts)},
              0);
  }
  return table.markup(caption);
}

std::string pointTable(const Collection& all, const std::vector<PointRow>& rows, std::string_view from,
                       std::string_view caption) {
  RowTable table({{"What"}, {"Result"}, {"Clauses"}, {"Game"}, {"Date"}});
  for (const PointRow row : rows | ranges::views::reverse) {
    const PagePoint& point = all.point(row);
    const PageFacts& facts = all.games()[row.game];
    std::string clauses;
    for (const std::string& clause : point.cites)
      clauses += (clauses.empty() ? "" : ", ") + linkTo(from, pathOf("clauses", keyOfClause(facts, clause)), clause);
    table.add(
        {pointMarkup(all, row, from), tagMarkup(point), clauses, gameLink(facts, from), report::escaped(facts.date)},
        0);
  }
  return table.markup(caption);
}

std::string groupTable(const Collection& all, Section section, std::vector<std::uint32_t> rows, std::string_view from,
                       std::string_view caption) {
  const auto date = [&](std::uint32_t game) { return report::escaped(all.games()[game].date); };
  const auto link = [&](const Group& one) { return linkTo(from, pathOf(nameOf(section), one.key), one.title); };
  std::vector<Column> columns{{section == Section::events    ? "Event"
                               : section == Section::players ? "Player"
                               : section == Section::cards   ? "Card"
                                                             : "Clause"}};
  if (section == Section::events)
    columns.insert(columns.end(), {{"First day"}, {"Last day"}, {"Rounds", true}, {"Games", true}});
  if (section == Section::players)
    columns.insert(columns.end(), {{"First game"}, {"Last game"}, {"Won", true}, {"Games", true}});
  if (section == Section::cards) columns.insert(columns.end(), {{"Ruleset"}, {"Games", true}});
  if (section == Section::clauses) columns.insert(columns.end(), {{"What it says"}, {"Cited", true}, {"Games", true}});
  RowTable table(columns);
  if (section == Section::events) std::reverse(rows.begin(), rows.end());
  for (const std::uint32_t at : rows) {
    const Group& group = all.groups(section)[at];
    std::vector<std::string> cells{link(group)};
    if (section == Section::events || section == Section::players) {
      cells.push_back(date(group.games.front()));
      cells.push_back(date(group.games.back()));
      cells.push_back(countWords(section == Section::events ? group.rounds.size() : group.won));
    } else {
      cells.push_back(foreign(group.about, 200));
    }
    if (section == Section::clauses) cells.push_back(countWords(group.points.size()));
    cells.push_back(countWords(group.games.size()));
    table.add(cells, 0);
  }
  return table.markup(caption);
}

}  // namespace docket::site
