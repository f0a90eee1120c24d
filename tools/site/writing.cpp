#include "tools/site/writing.h"

#include <atomic>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "store/platform/parallel.h"
#include "tools/site/addresses.h"
#include "tools/site/collection.h"
#include "tools/site/fact_cache.h"
#include "tools/site/facts_text.h"
#include "tools/site/list_pages.h"
#include "tools/site/listing.h"
#include "tools/site/shown_game.h"

namespace docket::site {
namespace {

class SiteWriter {
 public:
  SiteWriter(GameLoader& loader, Folder& folder, const GameFilter& filter, const Options& options)
      : loader_(loader),
        folder_(folder),
        options_(options),
        listed_(listGames(loader.archive(), filter, options)),
        cache_(folder) {}

  Written write(const std::filesystem::path& library, std::size_t jobs,
                const std::function<void(std::size_t, std::size_t)>& progress) && {
    inParallelAndInOrder<PageFacts>(
        listed_.size(), jobs, [&](std::size_t at) { return factsOf(listed_[at]); },
        [&](PageFacts facts) { collect(std::move(facts)); }, [&](std::size_t done) { progress(done, listed_.size()); });
    collection_.finish();
    const ListPages lists(collection_, options_);
    lists.forEach([&](const std::string& path, const std::string& content) { folder_.write(path, content); });
    LibraryPages of_library;
    if (options_.cases)
      of_library = forEachCasePage(library, options_, false, [&](const std::string& path, const std::string& content) {
        folder_.write(path, content);
      });
    folder_.sweep();
    cache_.store();
    return {
        .files = folder_.counts(), .games = listed_.size(), .read = read_, .damaged = damaged_, .library = of_library};
  }

 private:
  std::vector<std::string> pathsOf(const PageFacts& facts) const {
    std::vector<std::string> paths;
    const bool boards = options_.boards && !facts.grade.empty();
    for (std::size_t part = 0; part + (boards ? 1 : 0) < facts.page_bytes.size(); ++part)
      paths.push_back(pathOf("games", facts.key, part == 0 ? 0 : part + 1));
    if (boards) paths.push_back(pathOfBoards(facts.key));
    return paths;
  }

  std::optional<PageFacts> unchanged(const ListedGame& listed) {
    const auto line = cache_.find(listed.key, listed.tag);
    auto facts = line ? readFacts(*line) : std::nullopt;
    if (!facts || facts->page_bytes.empty()) return std::nullopt;
    const auto paths = pathsOf(*facts);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!folder_.keep(paths[i], facts->page_bytes[i])) return std::nullopt;
    }
    return facts;
  }

  PageFacts factsOf(const ListedGame& listed) {
    if (auto facts = unchanged(listed)) return std::move(*facts);
    ++read_;
    const ShownGame game(loader_, listed, options_);
    PageFacts facts = game.facts();
    auto pages = game.pages();
    if (options_.boards && !game.isDamaged()) {
      std::ostringstream boards;
      game.writeBoards(boards);
      pages.push_back(std::move(boards).str());
    }
    for (const std::string& page : pages) facts.page_bytes.push_back(page.size());
    const auto paths = pathsOf(facts);
    for (std::size_t i = 0; i < paths.size(); ++i) folder_.write(paths[i], pages[i]);
    return facts;
  }

  void collect(PageFacts facts) {
    if (facts.grade.empty()) ++damaged_;
    cache_.add(lineOf(facts));
    collection_.add(std::move(facts));
  }

  GameLoader& loader_;
  Folder& folder_;
  const Options& options_;
  std::vector<ListedGame> listed_;
  FactCache cache_;
  Collection collection_;
  std::atomic<std::uint64_t> read_ = 0;
  std::uint64_t damaged_ = 0;
};

}  // namespace

Written writeSite(GameLoader& loader, Folder& folder, const GameFilter& filter, const Options& options,
                  const std::filesystem::path& library, std::size_t jobs,
                  const std::function<void(std::size_t, std::size_t)>& progress) {
  return SiteWriter(loader, folder, filter, options).write(library, jobs, progress);
}

}  // namespace docket::site
