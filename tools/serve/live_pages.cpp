#include "tools/serve/live_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "engine/fold/running_state.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/game/game_loader.h"
#include "tools/render/board_text.h"
#include "tools/report/markup.h"
#include "tools/report/template.h"
#include "tools/site/addresses.h"
#include "tools/site/frame.h"
#include "tools/site/opened_game.h"
#include "tools/site/shown_game.h"

namespace docket::serve {
namespace {

constexpr std::size_t kMaxTablesListed = 500;
constexpr std::chrono::seconds kBetweenSigns{15};  // a sign of life, by which a reader who is gone is noticed
constexpr std::string_view kFollow = "/follow";

std::string pathOfTable(std::string_view key) { return fmt::format("live/{}.html", key); }

HttpResponse notFound() { return plainAnswer(404, "There is no such page. Start at /."); }

/// The key of the page's subject: "games/ab/abcd....html", "games/ab/abcd...-2.html".
std::string_view keyIn(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.find_first_of("-."));
}

/// Counted for as long as it is there.
class TakenPlace {
 public:
  TakenPlace(std::atomic<std::size_t>& count, std::size_t most) : count_(count), taken_(count_.fetch_add(1) < most) {}
  ~TakenPlace() { count_.fetch_sub(1); }
  TakenPlace(const TakenPlace&) = delete;
  TakenPlace& operator=(const TakenPlace&) = delete;
  [[nodiscard]] bool isTaken() const { return taken_; }

 private:
  std::atomic<std::size_t>& count_;
  bool taken_;
};

}  // namespace

HttpResponse LivePages::answer(std::string_view path) {
  const auto now = archive_.now();
  path.remove_prefix(std::min<std::size_t>(path.size(), path.starts_with('/') ? 1 : 0));
  if (path.empty()) path = "index.html";
  if (path == "follow.js") return {.type = typeOfFile(path), .body = report::pageText({"follow.js"})};
  if (path == "live/index.html") return tables(*now);
  if (path.starts_with("live/")) return livePage(*now, path);
  if (auto page = now->pages->at(path)) return {.type = typeOfFile(path), .body = std::move(*page)};
  if (path.starts_with("games/")) return gamePage(*now, path);
  if (const auto page = library_.find(path); page != library_.end()) return {.body = page->second};
  return notFound();
}

HttpResponse LivePages::gamePage(const Snapshot& now, std::string_view path) {
  const auto known = now.by_key.find(keyIn(path));
  if (known == now.by_key.end()) return notFound();
  const site::ListedGame& listed = now.listed[known->second];
  HttpResponse answer = notFound();
  archive_.with([&](GameLoader& loader) {
    const site::ShownGame game(loader, listed, archive_.options());
    if (path == site::pathOfBoards(listed.key)) {
      if (game.isDamaged()) return;
      std::ostringstream boards;
      game.writeBoards(boards);
      answer = {.body = std::move(boards).str()};
      return;
    }
    auto pages = game.pages(pathOfTable(listed.key));
    for (std::size_t part = 0; part < pages.size(); ++part) {
      if (path == site::pathOf("games", listed.key, part == 0 ? 0 : part + 1))
        answer = {.body = std::move(pages[part])};
    }
  });
  return answer;
}

HttpResponse LivePages::tables(const Snapshot& now) const {
  const std::string path = "live/index.html";
  std::string items;
  std::size_t count = 0;
  for (auto game = now.listed.rbegin(); game != now.listed.rend(); ++game) {
    if (!game->live || ++count > kMaxTablesListed) continue;
    const auto& games = now.collection.games();
    const auto facts = std::find_if(games.begin(), games.end(), [&](const auto& one) { return one.key == game->key; });
    std::string words = site::nameOf(*game, archive_.options());
    if (facts != games.end()) {
      for (const site::Participant& player : facts->players) words += ", " + player.name;
      if (facts->round != 0) words += fmt::format(", round {}", facts->round);
      if (facts->table != 0) words += fmt::format(", table {}", facts->table);
    }
    items += fmt::format("<li>{}</li>\n", site::linkTo(path, pathOfTable(game->key), words));
  }
  std::string body = items.empty() ? "<p>No game is being played.</p>\n" : "<ul class=\"lines\">\n" + items + "</ul>\n";
  if (count > kMaxTablesListed)
    body += fmt::format("<p class=\"aside\">{} further games are in play.</p>\n", count - kMaxTablesListed);
  return {.body = site::framed({.path = path, .title = "Live tables", .heading = "Live tables", .body = body},
                               archive_.options(), true)};
}

/// The players of the game; until it has been read, its name.
std::string headingOf(const Snapshot& now, std::string_view key, std::string_view name) {
  const auto& games = now.collection.games();
  const auto facts = std::find_if(games.begin(), games.end(), [&](const auto& one) { return one.key == key; });
  if (facts == games.end() || facts->players.empty()) return site::foreign(name);
  std::string players;
  for (const site::Participant& player : facts->players)
    players += (players.empty() ? "" : " against ") + site::foreign(player.name);
  return players;
}

HttpResponse LivePages::livePage(const Snapshot& now, std::string_view path) {
  const std::string key(keyIn(path.ends_with(kFollow) ? path.substr(0, path.size() - kFollow.size()) : path));
  const auto known = now.by_key.find(key);
  if (known == now.by_key.end()) return notFound();
  const site::ListedGame& listed = now.listed[known->second];
  if (path == fmt::format("live/{}{}", key, kFollow)) return follow(listed);
  if (path != pathOfTable(key)) return notFound();
  const std::string own(path);
  const std::string body = fmt::format(
      "<ul class=\"more\"><li>{}</li></ul>\n<noscript><p>Without a script this page shows the board as it was when it "
      "was "
      "loaded.</p></noscript>\n"
      "<p id=\"state\" class=\"aside\" role=\"status\">The board as it was when this page was loaded.</p>\n"
      "<section aria-label=\"The board\"><pre id=\"live-board\" data-follow=\"{}{}\">{}</pre></section>\n",
      site::linkTo(own, site::pathOf("games", key), "Transcript, findings and rulings"), key, kFollow,
      report::escaped(boardOf(listed, UINT32_MAX)));
  const std::string name = site::nameOf(listed, archive_.options());
  return {.body = site::framed({.path = own,
                                .title = name + " - live",
                                .heading = headingOf(now, key, name),
                                .above = {{"live/index.html", "Live tables"}},
                                .body = body,
                                .scripts = {"follow.js"}},
                               archive_.options(), true)};
}

/// The board after the latest event, as text; empty if that is still event `unlike`.
std::string LivePages::boardOf(const site::ListedGame& listed, std::uint32_t unlike) {
  std::ostringstream text;
  archive_.with([&](GameLoader& loader) {
    const auto stored = loader.archive().find(listed.id);
    if (!stored || stored->count() == unlike) return;
    const site::OpenedGame opened(loader, listed, archive_.options(), site::Claims::without_names);
    const OpenGame& game = opened.game();
    const Rules rules = game.rules();
    const TurnLabels turn_labels = turnLabelsOf(game);
    const State state = game.stateAt(game.last());
    const Words words(state, rules, game.header(), turn_labels);
    printBoard(text, makeBoard(words, game.last()), words, false);
  });
  return std::move(text).str();
}

HttpResponse LivePages::follow(const site::ListedGame& listed) {
  auto place_taken = std::make_shared<TakenPlace>(followers_, limits_.followers);
  if (!place_taken->isTaken()) return plainAnswer(503, "Too many pages are following a table right now.");
  struct Place {
    std::uint32_t event = UINT32_MAX;
    std::uint64_t refresh = 0;
    bool ended = false;
    std::chrono::steady_clock::time_point signed_at{};
  };
  return {.type = "text/event-stream",
          .follow = [this, listed, place_taken, place = std::make_shared<Place>()]() -> std::optional<std::string> {
            if (place->ended || archive_.ends()) return std::nullopt;
            const auto now = std::chrono::steady_clock::now();
            const std::uint64_t refresh = archive_.refreshes();
            std::uint32_t last = place->event;
            if (place->event == UINT32_MAX || refresh != place->refresh) {
              archive_.with([&](GameLoader& loader) {
                const auto stored = loader.archive().find(listed.id);
                last = stored ? stored->count() : 0;
                place->ended = !stored || stored->sealed() == stored->count();
              });
            }
            place->refresh = refresh;
            if (last != place->event) {
              place->event = last;
              place->signed_at = now;
              JsonWriter json;
              json.object().member("event", last).member("ended", place->ended);
              json.member("board", boardOf(listed, UINT32_MAX));
              return fmt::format("data: {}\n\n", json.end().text());
            }
            if (place->ended) return std::nullopt;
            if (now - place->signed_at < kBetweenSigns) return std::string();
            place->signed_at = now;
            return ": still here\n\n";
          }};
}

}  // namespace docket::serve
