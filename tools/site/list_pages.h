// The pages of a site that are lists: its start, all games, events and rounds, players, cards, clauses, what was found
// and ruled, and the index of its search. They depend on the facts of the games alone; writing a folder makes all of
// them, answering a request only the one asked for.
// Invariant: the same facts give the same pages; no list on a page is longer than twice kRowsOnAPage.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/site/collection.h"
#include "tools/site/options.h"
#include "tools/site/search_index.h"

namespace docket::site {

class ListPages {
 public:
  /// The collection must outlive it. `served`: there are pages of live tables. `unread`: how many games are not in the
  /// collection yet, which is said on each page.
  ListPages(const Collection& collection, const Options& options, bool served = false, std::size_t unread = 0);
  ~ListPages();
  ListPages(const ListPages&) = delete;
  ListPages& operator=(const ListPages&) = delete;

  using See = std::function<void(const std::string& path, const std::string& content)>;
  /// Every page and file.
  void forEach(const See& see) const;
  /// The one at a path; empty if there is none.
  [[nodiscard]] std::optional<std::string> at(std::string_view path) const;

 private:
  class Maker;
  const Collection& collection_;
  Options options_;
  bool served_;
  std::size_t unread_;
  std::unique_ptr<const SearchIndex> index_;
};

}  // namespace docket::site
