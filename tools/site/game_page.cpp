#include "tools/site/game_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "tools/report/markup.h"
#include "tools/site/addresses.h"
#include "tools/site/frame.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

std::size_t pagePart(EventNumber event) { return event == 0 ? 0 : (event - 1) / kEventsOnAPage; }

std::string pathOfPart(const PageFacts& facts, std::size_t part) {
  return pathOf("games", facts.key, part == 0 ? 0 : part + 1);
}

/// Makes links to events of other parts lead there. Escaped text holds no such link.
std::string withLinksToParts(const std::string& html, const PageFacts& facts, std::size_t own) {
  constexpr std::string_view kLink = "href=\"#e";
  std::string made;
  std::size_t done = 0;
  for (std::size_t at = html.find(kLink); at != std::string::npos; at = html.find(kLink, at + 1)) {
    EventNumber event = 0;
    const char* digits = html.data() + at + kLink.size();
    const auto read = std::from_chars(digits, html.data() + html.size(), event);
    if (read.ec != std::errc{} || pagePart(event) == own) continue;
    const std::size_t hash = at + kLink.size() - 2;
    made.append(html, done, hash - done);
    made += relative(pathOfPart(facts, own), pathOfPart(facts, pagePart(event)));
    done = hash;
  }
  return done == 0 ? html : made.append(html, done);
}

/// The lines of notation are folded until the box is ticked; site.css does it, without a script.
constexpr std::string_view kNotationBox =
    "<p class=\"noted-box\"><input type=\"checkbox\" id=\"notation\"> <label for=\"notation\">Notation</label></p>\n";

std::string section(std::string_view id, std::string_view heading, const std::string& body) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\" tabindex=\"-1\">\n<h2 id=\"{0}-title\">{1}</h2>\n"
      "{2}</section>\n\n",
      id, heading, body);
}

class GameMarkup {
 public:
  GameMarkup(const PageFacts& facts, const GameSummary& summary, const std::vector<GamePart>& parts, std::size_t part,
             const Options& options, const std::string& follows)
      : facts_(facts),
        summary_(summary),
        parts_(parts),
        part_(part),
        options_(options),
        follows_(follows),
        path_(pathOfPart(facts, part)) {}

  [[nodiscard]] std::string page() const {
    std::vector<std::pair<std::string, std::string>> above{{pathOfList("games"), "Games"}};
    if (!facts_.event.empty())
      above = {{pathOfList("events"), "Events"}, {pathOf("events", keyOfEvent(facts_)), facts_.event}};
    if (!facts_.event.empty() && facts_.round != 0)
      above.emplace_back(pathOf("rounds", keyOfRound(facts_)), fmt::format("Round {}", facts_.round));
    if (part_ != 0) above.emplace_back(pathOfPart(facts_, 0), facts_.name);
    std::string body = section("rulings", "Rulings", parts_[part_].rulings);
    body += section("findings", "Findings", parts_[part_].findings);
    if (part_ == 0) body += penalties();
    body += section("transcript", "Transcript", std::string(kNotationBox) + parts_[part_].transcript);
    if (part_ == 0) body += cards() + clauses() + section("grades", "How reliable this is", summary_.grades);
    body = between(pagerMarkup(), body);
    if (part_ == 0) body = heading() + body + section("record", "The record", record());
    std::string heading = playersMarkup(facts_, path_);
    if (part_ != 0) heading += fmt::format(" <small>part {} of {}</small>", part_ + 1, parts_.size());
    return framed({.path = path_,
                   .title = fmt::format("{} - {}", facts_.name, facts_.event.empty() ? "game archive" : facts_.event),
                   .heading = heading,
                   .above = above,
                   .body = withLinksToParts(body, facts_, part_)},
                  options_, !follows_.empty());
  }

 private:
  static std::string term(std::string_view name, const std::string& what) {
    return what.empty() ? what : fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, what);
  }
  static std::string number(std::uint32_t number) { return number == 0 ? std::string() : fmt::format("{}", number); }
  [[nodiscard]] std::string link(const std::string& path, std::string_view words) const {
    return linkTo(path_, path, words);
  }

  /// The verdict, and what readers must know to understand it.
  [[nodiscard]] std::string heading() const {
    std::string html;
    if (facts_.live) html += "<p class=\"viewer\">This game is still going on, as far as the archive knows.</p>\n";
    if (!facts_.parent.empty())
      html += fmt::format("<p class=\"viewer\">A what-if branch of {} after event {}. It was not played.</p>\n",
                          link(pathOf("games", facts_.parent), "another game"), facts_.parted_at);
    html += fmt::format("<section id=\"verdict\" class=\"{}\" aria-labelledby=\"verdict-title\">\n{}{}</section>\n\n",
                        summary_.opening_kind, summary_.opening, summary_.meaning);
    if (!facts_.outcome.empty())
      html += fmt::format("<p class=\"outcome\" dir=\"auto\">{}</p>\n", report::escaped(facts_.outcome));
    html += fmt::format("<p class=\"rules\" dir=\"auto\">{}</p>\n", summary_.ruleset);
    std::string more;
    if (!follows_.empty() && facts_.live) more += fmt::format("<li>{}</li>\n", link(follows_, "Follow the table"));
    if (options_.boards)
      more += fmt::format("<li>{}</li>\n", link(pathOfBoards(facts_.key), "The board after each event"));
    return more.empty() ? html : html + "<ul class=\"more\">\n" + more + "</ul>\n";
  }

  /// The facts of the record, for readers who look for it.
  [[nodiscard]] std::string record() const {
    std::string html = "<dl class=\"facts\">\n";
    html += term("Grade", fmt::format("<a href=\"#grades\">{}</a>", report::escaped(facts_.grade)));
    html += term("Rulings", fmt::format("<a href=\"#rulings\">{}</a>", facts_.rulings));
    html += term("Findings", fmt::format("<a href=\"#findings\">{}</a>", facts_.findings));
    html += term("Event", facts_.event.empty() ? "" : link(pathOf("events", keyOfEvent(facts_)), facts_.event));
    const bool has_round = facts_.round != 0 && !facts_.event.empty();
    html += term("Round", has_round ? link(pathOf("rounds", keyOfRound(facts_)), fmt::format("{}", facts_.round))
                                    : number(facts_.round));
    html += term("Table", number(facts_.table)) + term("Game of the match", number(facts_.game_of_match));
    html +=
        term("Match", facts_.match.empty() ? "" : foreign(facts_.match)) + term("Date", report::escaped(facts_.date));
    html += term("Format", facts_.format.empty() ? "" : foreign(facts_.format));
    html += term("Record", fmt::format("{}, {}", foreign(facts_.name), counted(facts_.events, "event")));
    return html +
           fmt::format("<div class=\"head\"><dt>Head</dt><dd><code>{}</code></dd></div>\n</dl>\n", summary_.head);
  }

  [[nodiscard]] std::string penalties() const {
    if (!options_.names) return {};
    std::string rows;
    for (const PagePoint& one : facts_.points) {
      if (one.kind != PagePoint::Kind::penalty) continue;
      rows += fmt::format(
          "<li{}><p><span class=\"tag\">{}</span> <a href=\"#e{}\">event {}</a>: <span dir=\"auto\">{}{}</span></p>",
          one.stands ? " class=\"perhaps\"" : " class=\"gone\"", report::escaped(one.tag), one.event, one.event,
          report::escaped(one.text), one.stands ? "" : ", which was recorded wrongly and no longer counts");
      if (!one.note.empty()) rows += fmt::format("<p dir=\"auto\">“{}”</p>", report::escaped(one.note));
      rows += "</li>\n";
    }
    return section("penalties", "Penalties",
                   rows.empty() ? "<p>None was given.</p>\n" : "<ul class=\"entries\">\n" + rows + "</ul>\n");
  }

  [[nodiscard]] std::string cards() const {
    if (facts_.cards.empty()) return {};
    std::string items;
    for (const std::string& title : facts_.cards) {
      items += fmt::format("<li>{}</li>\n", link(pathOf("cards", keyOfCard(facts_, title)), title));
    }
    return section("cards", "Cards that came into play or were used", "<ul class=\"columns\">\n" + items + "</ul>\n");
  }

  [[nodiscard]] std::string clauses() const {
    if (facts_.clauses.empty()) return {};
    std::string items;
    for (const ClauseCited& clause : facts_.clauses) {
      items +=
          fmt::format("<li>{} <span dir=\"auto\">{}</span></li>\n",
                      link(pathOf("clauses", keyOfClause(facts_, clause.id)), clause.id), report::escaped(clause.gist));
    }
    return section("clauses", "Clauses that findings and rulings cite", "<ul class=\"lines\">\n" + items + "</ul>\n");
  }

  [[nodiscard]] std::string pagerMarkup() const {
    if (parts_.size() < 2) return {};
    std::vector<std::pair<std::string, std::string>> links;
    const std::size_t last = parts_.size() - 1;
    const auto add = [&](std::size_t to) {
      const std::size_t from = to * kEventsOnAPage + 1;
      links.emplace_back(
          fmt::format("Events {} to {}", from, std::min<std::size_t>(from + kEventsOnAPage - 1, facts_.events)),
          pathOfPart(facts_, to));
    };
    if (part_ > 1) add(0);
    for (std::size_t to = part_ == 0 ? 0 : part_ - 1; to <= std::min(part_ + 1, last); ++to) add(to);
    if (part_ + 1 < last) add(last);
    return pager(path_, links);
  }

  const PageFacts& facts_;
  const GameSummary& summary_;
  const std::vector<GamePart>& parts_;
  std::size_t part_;
  const Options& options_;
  const std::string& follows_;
  std::string path_;
};

}  // namespace

std::size_t partOfEvent(EventNumber event) { return pagePart(event) == 0 ? 0 : pagePart(event) + 1; }

std::string keyOfCard(const PageFacts& facts, std::string_view title) {
  return keyOf("card", fmt::format("{}\n{}", facts.ruleset, title));
}
std::string keyOfClause(const PageFacts& facts, std::string_view clause) {
  return keyOf("clause", fmt::format("{}\n{}", facts.ruleset, clause));
}
std::string keyOfEvent(const PageFacts& facts) { return keyOf("event", facts.event); }
std::string keyOfRound(const PageFacts& facts) {
  return keyOf("round", fmt::format("{} {}", facts.round, facts.event));
}
std::string keyOfPlayer(std::uint32_t number) { return keyOf("player", fmt::format("{}", number)); }

std::string playersMarkup(const PageFacts& facts, std::string_view from) {
  std::string html;
  for (const Participant& player : facts.players) {
    if (!html.empty()) html += " <span>against</span> ";
    html += player.number == 0 ? foreign(player.name, 60)
                               : linkTo(from, pathOf("players", keyOfPlayer(player.number)), clipped(player.name));
  }
  return html.empty() ? foreign(facts.name) : html;
}

std::string gamePage(const PageFacts& facts, const GameSummary& summary, const std::vector<GamePart>& parts,
                     std::size_t part, const Options& options, const std::string& follows) {
  return GameMarkup(facts, summary, parts, part, options, follows).page();
}

std::string damagedPage(const PageFacts& facts, const Options& options, bool live) {
  const std::string path = pathOf("games", facts.key);
  return framed({.path = path,
                 .title = facts.name,
                 .heading = foreign(facts.name),
                 .above = {{pathOfList("games"), "Games"}},
                 .body = "<p class=\"viewer\">The record of this game cannot be read, or not to its end, or it was "
                         "altered, so nothing of it is shown. <code>docket verify</code> and <code>docket check</code> "
                         "say what is wrong.</p>\n"},
                options, live);
}

}  // namespace docket::site
