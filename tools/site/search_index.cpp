#include "tools/site/search_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <tuple>

#include "events/json/json_writer.h"
#include "tools/report/markup.h"
#include "tools/site/addresses.h"
#include "tools/site/folding.h"
#include "tools/site/game_page.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

constexpr std::size_t kMaxWordsOfAnEntry = 24;
constexpr std::size_t kLongestWordBytes = 40;
constexpr std::size_t kMaxEntriesOfAWord = 100;
constexpr std::size_t kFewestRowsOfAFile = 100, kMaxRowsOfAFile = 600;
constexpr std::string_view kTable = "search/index.json";

std::string pathOfFile(std::string_view name) { return fmt::format("search/{}.json", name); }

std::string playersOf(const PageFacts& facts) {
  std::string names;
  for (const Participant& player : facts.players) names += (names.empty() ? "" : " against ") + clipped(player.name);
  return names;
}

}  // namespace

SearchIndex::SearchIndex(const Collection& collection, const Options& options) : collection_(collection) {
  const auto add = [&](Kind kind, std::size_t count) {
    for (std::uint32_t at = 0; at < count; ++at) entries_.push_back({.kind = kind, .at = at});
  };
  add(Kind::event, collection.groups(Section::events).size());
  add(Kind::player, collection.groups(Section::players).size());
  add(Kind::card, collection.groups(Section::cards).size());
  add(Kind::clause, collection.groups(Section::clauses).size());
  add(Kind::ruling, collection.points(PagePoint::Kind::ruling).size());
  if (options.names) add(Kind::game, collection.games().size());  // else what they are called says nothing
  addWords();
  cut();
}

SearchIndex::Shown SearchIndex::shown(const Entry& entry) const {
  const auto group = [&](Section section) -> const Group& { return collection_.groups(section)[entry.at]; };
  const auto games = [](const Group& one) { return counted(one.games.size(), "game"); };
  switch (entry.kind) {
    case Kind::event: {
      const Group& found = group(Section::events);
      return {"event", clipped(found.title, 120), games(found), pathOf("events", found.key)};
    }
    case Kind::player: {
      const Group& found = group(Section::players);
      return {"player", clipped(found.title, 120), games(found), pathOf("players", found.key)};
    }
    case Kind::card: {
      const Group& found = group(Section::cards);
      return {"card", clipped(found.title, 120), fmt::format("{}, {}", clipped(found.about), games(found)),
              pathOf("cards", found.key)};
    }
    case Kind::clause: {
      const Group& found = group(Section::clauses);
      return {"clause", clipped(found.title, 120), clipped(found.about, 200), pathOf("clauses", found.key)};
    }
    case Kind::ruling: {
      const PointRow row = collection_.points(PagePoint::Kind::ruling)[entry.at];
      const PagePoint& point = collection_.point(row);
      const PageFacts& facts = collection_.games()[row.game];
      std::string about = playersOf(facts);
      for (const std::string* more : {&facts.event, &facts.date, &point.by, &point.note})
        if (!more->empty()) about += ", " + clipped(*more, 200);
      return {"ruling", clipped(point.text, 200), about,
              fmt::format("{}#e{}", pathOf("games", facts.key, partOfEvent(point.event)), point.event)};
    }
    case Kind::game:
      break;
  }
  const PageFacts& facts = collection_.games()[entry.at];
  return {"game", clipped(facts.name, 130), playersOf(facts) + (facts.date.empty() ? "" : ", " + facts.date),
          pathOf("games", facts.key)};
}

void SearchIndex::addWords() {
  for (std::uint32_t at = 0; at < entries_.size(); ++at) {
    const Shown one = shown(entries_[at]);
    auto words = wordsOf(one.title + " " + one.about);
    if (words.size() > kMaxWordsOfAnEntry) words.resize(kMaxWordsOfAnEntry);
    for (std::string& word : words) {
      if (word.size() > kLongestWordBytes) continue;
      words_.push_back({.word = std::move(word), .entry = at});
    }
  }
  ranges::sort(words_, {}, [](const Word& word) { return std::tuple(std::string_view(word.word), word.entry); });
}

void SearchIndex::cut() {
  for (std::size_t at = 0; at < words_.size();) {
    std::size_t end = at;
    while (end < words_.size() && words_[end].word == words_[at].word) ++end;
    const std::string key = keyOf("word", words_[at].word);
    const std::size_t rows = files_.empty() ? 0 : at - files_.back().begin;
    const bool begins = rows >= kMaxRowsOfAFile || (rows >= kFewestRowsOfAFile && key.starts_with('0')) ||
                        end - at >= kFewestRowsOfAFile;
    if (files_.empty() || begins) files_.push_back({.name = key.substr(0, 16), .begin = at, .end = end});
    files_.back().end = end;
    at = end;
  }
}

std::string SearchIndex::contentOf(const File& file) const {
  JsonWriter json;
  json.object().list("words");
  for (std::size_t at = file.begin; at < file.end;) {
    std::size_t end = at;
    while (end < file.end && words_[end].word == words_[at].word) ++end;
    json.list().item(words_[at].word).item(end - at).list();
    for (std::size_t i = at; i < std::min(end, at + kMaxEntriesOfAWord); ++i) {
      const Shown one = shown(entries_[words_[i].entry]);
      json.list().item(one.kind).item(one.title).item(one.about).item(one.path).end();
    }
    json.end().end();
    at = end;
  }
  return report::embedded(json.end().end().text()) + '\n';
}

std::string SearchIndex::table() const {
  JsonWriter json;
  json.object().list("files");
  for (const File& file : files_) json.list().item(words_[file.begin].word).item(file.name).end();
  return report::embedded(json.end().end().text()) + '\n';
}

void SearchIndex::forEachFile(const Visit& visit) const {
  visit(std::string(kTable), table());
  for (const File& file : files_) visit(pathOfFile(file.name), contentOf(file));
}

std::optional<std::string> SearchIndex::at(std::string_view path) const {
  if (path == kTable) return table();
  const auto found = ranges::find(files_, path, [](const File& file) { return pathOfFile(file.name); });
  if (found == files_.end()) return std::nullopt;
  return contentOf(*found);
}

}  // namespace docket::site
