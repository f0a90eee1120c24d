// The list pages of a site: its start, all games, events and rounds, players, cards, clauses, findings and rulings, and
// the index of its search. They depend only on the facts of the games. A site in a folder has all of them; a server
// makes only the requested one.
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
  /// The collection must outlive it. `served`: there are pages of live tables. `unread`: the number of games not yet in
  /// the collection, shown on each page.
  ListPages(const Collection& collection, const Options& options, bool served = false, std::size_t unread = 0);
  ~ListPages();
  ListPages(const ListPages&) = delete;
  ListPages& operator=(const ListPages&) = delete;

  using Visit = std::function<void(const std::string& path, const std::string& content)>;
  /// Every page and file.
  void forEach(const Visit& visit) const;
  /// The page at a path; empty if there is none.
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
