#include "tools/site/list_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "events/text/whole_number.h"
#include "tools/report/template.h"
#include "tools/site/addresses.h"
#include "tools/site/chunks.h"
#include "tools/site/frame.h"
#include "tools/site/tables.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

constexpr std::ptrdiff_t kNewestShown = 20;

/// A list of points: its section, its name, its subject.
struct PointList {
  PagePoint::Kind kind;
  std::string_view section, heading, about;
};
constexpr std::array<PointList, 3> kPointLists{
    {{PagePoint::Kind::ruling, "rulings", "Rulings", "What judges decided, recomputed: right, wrong, or undecided."},
     {PagePoint::Kind::finding, "findings", "Findings", "Acts that break a rule, as far as the record shows."},
     {PagePoint::Kind::penalty, "penalties", "Penalties",
      "Penalties given by judges; one that was recorded wrongly is crossed out."}}};

using Parts = std::vector<std::pair<std::string, std::string>>;

}  // namespace

/// Makes the pages, one by one.
class ListPages::Maker {
 public:
  explicit Maker(const ListPages& pages) : all_(pages.collection_), options_(pages.options_), pages_(pages) {}

  void forEach(const Visit& visit) const {
    visit("index.html", home());
    visit("search.html", searchPage());
    const std::size_t older = Chunks(all_.games().size()).older();
    for (std::size_t part = 0; part <= older; ++part) visit(pathOfList("games", part), games(part));
    for (const PointList& list : lists()) {
      const std::size_t parts = Chunks(all_.points(list.kind).size()).older();
      for (std::size_t part = 0; part <= parts; ++part) visit(pathOfList(list.section, part), points(list, part));
    }
    for (std::size_t i = 0; i < kSections.size(); ++i) {
      const auto section = static_cast<Section>(i);
      const std::size_t last = section == Section::rounds ? 0 : lastPartOf(section);
      for (std::size_t part = 0; section != Section::rounds && part <= last; ++part)
        visit(pathOfList(kSections[i], numbered(section, part)), groups(section, part));
      for (const Group& group : all_.groups(section)) {
        const std::size_t parts = Chunks(rowsOf(section, group)).older();
        for (std::size_t part = 0; part <= parts; ++part)
          visit(pathOf(kSections[i], group.key, part), page(section, group, part));
      }
    }
  }

  [[nodiscard]] std::optional<std::string> at(std::string_view path) const {
    if (path == "index.html") return home();
    if (path == "search.html") return searchPage();
    const auto parsed = parse(path);
    if (!parsed) return std::nullopt;
    const auto section = std::find(kSections.begin(), kSections.end(), parsed->section);
    if (!parsed->key.empty()) {
      if (section == kSections.end()) return std::nullopt;
      const auto shown_section = static_cast<Section>(section - kSections.begin());
      const Group* group = all_.find(shown_section, parsed->key);
      if (group == nullptr || parsed->part > Chunks(rowsOf(shown_section, *group)).older()) return std::nullopt;
      return exact(path, pathOf(parsed->section, parsed->key, parsed->part), page(shown_section, *group, parsed->part));
    }
    if (parsed->section == "games" && parsed->part <= Chunks(all_.games().size()).older())
      return exact(path, pathOfList("games", parsed->part), games(parsed->part));
    for (const PointList& list : lists()) {
      if (parsed->section == list.section && parsed->part <= Chunks(all_.points(list.kind).size()).older())
        return exact(path, pathOfList(list.section, parsed->part), points(list, parsed->part));
    }
    if (section == kSections.end() || parsed->section == "rounds") return std::nullopt;
    const auto shown_section = static_cast<Section>(section - kSections.begin());
    const bool by_age = shown_section == Section::events;
    const std::size_t part = by_age || parsed->part == 0 ? parsed->part : parsed->part - 1;
    if (part > lastPartOf(shown_section)) return std::nullopt;
    return exact(path, pathOfList(parsed->section, numbered(shown_section, part)), groups(shown_section, part));
  }

 private:
  struct Asked {
    std::string_view section, key;
    std::size_t part = 0;
  };

  /// "cards/ab/abcd....html", "cards/index-2.html".
  static std::optional<Asked> parse(std::string_view path) {
    constexpr std::string_view kEnd = ".html", kList = "index";
    if (!path.ends_with(kEnd)) return std::nullopt;
    path.remove_suffix(kEnd.size());
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    Asked asked{.section = path.substr(0, slash)};
    std::string_view name = path.substr(path.rfind('/') + 1);
    if (const auto dash = name.find('-'); dash != std::string_view::npos) {
      const auto part = wholeNumber<decltype(asked.part)>(name.substr(dash + 1));
      if (!part) return std::nullopt;
      asked.part = *part;
      name = name.substr(0, dash);
    }
    if (name != kList) asked.key = name;
    return asked;
  }
  /// A page has one path; what only looks like it has none.
  static std::optional<std::string> exact(std::string_view path, std::string_view its, std::string page) {
    return path == its ? std::optional(std::move(page)) : std::nullopt;
  }

  [[nodiscard]] std::vector<PointList> lists() const {
    std::vector<PointList> lists(kPointLists.begin(), kPointLists.end());
    if (!options_.names) lists.pop_back();
    return lists;
  }

  // -- parts

  /// Events are cut by age, other sections by their titles.
  [[nodiscard]] std::size_t lastPartOf(Section section) const {
    const std::size_t rows = all_.groups(section).size();
    if (section == Section::events) return Chunks(rows).older();
    return rows == 0 ? 0 : (rows - 1) / kRowsOnAPage;
  }
  static std::size_t numbered(Section section, std::size_t part) {
    return section == Section::events || part == 0 ? part : part + 1;
  }
  static std::size_t rowsOf(Section section, const Group& group) {
    return section == Section::clauses ? group.points.size() : group.games.size();
  }

  template <class PathOf>
  static std::string agePager(std::string_view from, std::size_t part, std::size_t older, PathOf&& path_of) {
    if (older == 0) return {};
    Parts parts;
    if (part != 0) parts.emplace_back("Newest", path_of(std::size_t{0}));
    if (part != 0) parts.emplace_back("Newer", part == older ? path_of(std::size_t{0}) : path_of(part + 1));
    if (part != 1) parts.emplace_back("Older", part == 0 ? path_of(older) : path_of(part - 1));
    if (part != 1) parts.emplace_back("Oldest", path_of(std::size_t{1}));
    return pager(from, parts);
  }

  template <class Rows>
  static Rows rowsOfPart(const Rows& rows, std::size_t part) {
    const Chunks chunks(rows.size());
    return Rows(rows.begin() + static_cast<std::ptrdiff_t>(chunks.begin(part)),
                rows.begin() + static_cast<std::ptrdiff_t>(chunks.end(part)));
  }

  // -- pages

  [[nodiscard]] std::string framed(Page page) const {
    if (pages_.unread_ != 0)
      page.body = fmt::format(
                      "<p class=\"viewer\" role=\"note\">{} not read yet: lists and counts are incomplete. Load the "
                      "page again.</p>\n",
                      pages_.unread_ == 1 ? "1 game is" : fmt::format("{} games are", pages_.unread_)) +
                  page.body;
    return site::framed(page, options_, pages_.served_);
  }

  /// Rulings that are wrong by the rules and that no judge has replaced: they need attention.
  [[nodiscard]] std::string wrongRulings(const std::string& path) const {
    const std::string_view word = rightOrWrong(RulingVerdict::Outcome::wrong);
    std::vector<PointRow> wrong;
    for (const PointRow row : all_.points(PagePoint::Kind::ruling)) {
      if (const PagePoint& point = all_.point(row); point.stands && point.tag == word) wrong.push_back(row);
    }
    if (wrong.empty()) {
      return all_.points(PagePoint::Kind::ruling).empty() ? std::string()
                                                          : "<p>No ruling that stands is wrong by the rules.</p>\n";
    }
    std::string caption = fmt::format("Wrong rulings that still stand: {}", wrong.size());
    if (std::ssize(wrong) > kNewestShown) {
      caption += fmt::format(", of which the newest {}", kNewestShown);
      wrong.erase(wrong.begin(), wrong.end() - kNewestShown);
    }
    return fmt::format("<div class=\"urgent\">\n{}</div>\n", pointTable(all_, wrong, path, caption));
  }

  [[nodiscard]] std::string home() const {
    const std::string path = "index.html";
    std::string body = wrongRulings(path) + "<dl class=\"facts\">\n";
    const auto add = [&](std::string_view section, std::string_view words, std::size_t count) {
      body += fmt::format("<div><dt>{}</dt><dd><a href=\"{}\">{}</a></dd></div>\n", words, pathOfList(section), count);
    };
    add("games", "Games", all_.games().size());
    add("events", "Events", all_.groups(Section::events).size());
    add("players", "Players", all_.groups(Section::players).size());
    for (const PointList& list : lists()) add(list.section, list.heading, all_.points(list.kind).size());
    add("clauses", "Clauses cited", all_.groups(Section::clauses).size());
    add("cards", "Cards used", all_.groups(Section::cards).size());
    body += "</dl>\n";
    std::vector<std::uint32_t> newest;
    for (std::size_t at = all_.games().size(); at > 0 && std::ssize(newest) < kNewestShown; --at)
      newest.insert(newest.begin(), static_cast<std::uint32_t>(at - 1));
    body += gameTable(all_, newest, path, "The newest games", {});
    return framed({.path = path, .title = "Game archive", .heading = "Game archive", .body = body});
  }

  [[nodiscard]] std::string searchPage() const {
    return framed({.path = "search.html",
                   .title = "Search",
                   .heading = "Search",
                   .body =
                       "<noscript><p>The search needs a script. The lists of players, events, cards and clauses are "
                       "by name and need none.</p></noscript>\n<p id=\"found\" role=\"status\"></p>\n"
                       "<ol id=\"results\" class=\"results\"></ol>\n",
                   .scripts = {"search.js"}});
  }

  [[nodiscard]] std::string games(std::size_t part) const {
    const std::string path = pathOfList("games", part);
    std::vector<std::uint32_t> rows;
    const Chunks chunks(all_.games().size());
    for (std::size_t at = chunks.begin(part); at < chunks.end(part); ++at)
      rows.push_back(static_cast<std::uint32_t>(at));
    const std::string pager =
        agePager(path, part, chunks.older(), [](std::size_t to) { return pathOfList("games", to); });
    return framed({.path = path,
                   .title = "Games",
                   .heading = "Games",
                   .body = between(pager, gameTable(all_, rows, path, "The newest first", {}))});
  }

  [[nodiscard]] std::string points(const PointList& list, std::size_t part) const {
    const std::string path = pathOfList(list.section, part);
    const auto& rows = all_.points(list.kind);
    const std::string pager =
        agePager(path, part, Chunks(rows.size()).older(), [&](std::size_t to) { return pathOfList(list.section, to); });
    return framed({.path = path,
                   .title = std::string(list.heading),
                   .heading = std::string(list.heading),
                   .body = fmt::format("<p class=\"aside\">{}</p>\n", list.about) +
                           between(pager, pointTable(all_, rowsOfPart(rows, part), path, "The newest first"))});
  }

  [[nodiscard]] std::string groups(Section section, std::size_t part) const {
    const std::string path = pathOfList(nameOf(section), numbered(section, part));
    const auto& order = all_.inOrder(section);
    std::vector<std::uint32_t> rows;
    std::string pager;
    const std::string heading = section == Section::clauses  ? "Clauses that findings and rulings cite"
                                : section == Section::cards  ? "Cards that came into play or were used"
                                : section == Section::events ? "Events"
                                                             : "Players";
    if (section == Section::events) {
      rows = rowsOfPart(order, part);
      pager = agePager(path, part, lastPartOf(section), [](std::size_t to) { return pathOfList("events", to); });
    } else {
      const std::size_t begin = std::min(part * kRowsOnAPage, order.size());
      const std::size_t end = std::min(begin + kRowsOnAPage, order.size());
      rows.assign(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
      pager = titlePager(section, part, path);
    }
    return framed({.path = path,
                   .title = heading,
                   .heading = heading,
                   .body = between(pager, groupTable(all_, section, rows, path,
                                                     section == Section::events ? "The newest first" : "By name"))});
  }

  /// The parts near to this one by their first titles, the first and the last.
  [[nodiscard]] std::string titlePager(Section section, std::size_t part, const std::string& path) const {
    constexpr std::size_t kNear = 2;
    const auto& order = all_.inOrder(section);
    const std::size_t last = lastPartOf(section);
    if (last == 0) return {};
    Parts parts;
    for (std::size_t to = 0; to <= last; ++to) {
      if (to + kNear < part && to != 0) continue;
      if (to > part + kNear && to != last) continue;
      const std::string first = clipped(all_.groups(section)[order[to * kRowsOnAPage]].title, 24);
      parts.emplace_back("from " + foreign(first), pathOfList(nameOf(section), numbered(section, to)));
    }
    return pager(path, parts);
  }

  [[nodiscard]] std::string page(Section section, const Group& group, std::size_t part) const {
    const std::string path = pathOf(nameOf(section), group.key, part);
    const std::string pager = agePager(path, part, Chunks(rowsOf(section, group)).older(),
                                       [&](std::size_t to) { return pathOf(nameOf(section), group.key, to); });
    const std::string title = clipped(group.title, 120);
    std::vector<std::pair<std::string, std::string>> above{{pathOfList(nameOf(section)), heading(section)}};
    std::string body;
    switch (section) {
      case Section::events:
        if (part == 0) body += roundsMarkup(group, path);
        break;
      case Section::rounds: {
        const Group& event = all_.groups(Section::events)[group.event];
        above = {{pathOfList("events"), "Events"}, {pathOf("events", event.key), event.title}};
        break;
      }
      case Section::players:
        if (part == 0)
          body += fmt::format("<p>{}, {} won, as far as the records show.</p>\n", counted(group.games.size(), "game"),
                              group.won);
        break;
      case Section::cards:
      case Section::clauses:
        if (!group.about.empty()) body += fmt::format("<p>{}</p>\n", foreign(group.about, 400));
        break;
    }
    if (section == Section::clauses) {
      body += between(pager, pointTable(all_, rowsOfPart(group.points, part), path, "What cites it, the newest first"));
    } else {
      const std::string caption = section == Section::cards
                                      ? "Games in which it came into play or was used, the newest first"
                                  : section == Section::rounds ? "Games by table"
                                                               : "The newest first";
      body += between(pager,
                      gameTable(all_, rowsOfPart(group.games, part), path, caption,
                                {.by_table = section == Section::rounds, .without_event = section == Section::rounds}));
    }
    return framed({.path = path, .title = title, .heading = foreign(group.title), .above = above, .body = body});
  }

  static std::string heading(Section section) {
    switch (section) {
      case Section::players:
        return "Players";
      case Section::cards:
        return "Cards";
      case Section::clauses:
        return "Clauses";
      case Section::events:
      case Section::rounds:
        break;
    }
    return "Events";
  }

  [[nodiscard]] std::string roundsMarkup(const Group& event, std::string_view path) const {
    if (event.rounds.empty()) return {};
    constexpr std::size_t kMaxRounds = 100;
    std::string html = "<nav aria-label=\"Rounds\"><ul class=\"pages\">\n";
    for (std::size_t i = 0; i < std::min(event.rounds.size(), kMaxRounds); ++i) {
      const Group& round = all_.groups(Section::rounds)[event.rounds[i]];
      html += fmt::format("<li>{} <small>{}</small></li>\n", linkTo(path, pathOf("rounds", round.key), round.title),
                          counted(round.games.size(), "game"));
    }
    html += "</ul></nav>\n";
    if (event.rounds.size() > kMaxRounds)
      html += fmt::format("<p class=\"aside\">{} further rounds: each game leads to its own.</p>\n",
                          event.rounds.size() - kMaxRounds);
    return html;
  }

  const Collection& all_;
  const Options& options_;
  const ListPages& pages_;
};

ListPages::ListPages(const Collection& collection, const Options& options, bool served, std::size_t unread)
    : collection_(collection),
      options_(options),
      served_(served),
      unread_(unread),
      index_(std::make_unique<const SearchIndex>(collection, options)) {}
ListPages::~ListPages() = default;

void ListPages::forEach(const Visit& visit) const {
  visit("site.css", report::pageText({"base.css", "verdict.css", "site.css"}));
  visit("search.js", report::pageText({"site_search.js"}));
  Maker(*this).forEach(visit);
  index_->forEachFile(visit);
}

std::optional<std::string> ListPages::at(std::string_view path) const {
  if (path == "site.css") return report::pageText({"base.css", "verdict.css", "site.css"});
  if (path == "search.js") return report::pageText({"site_search.js"});
  if (path.starts_with("search/")) return index_->at(path);
  return Maker(*this).at(path);
}

}  // namespace docket::site
