// The index for the search script: the words of everything that has a page, in files of bounded size, so that a search
// loads one or two of them.
//   search/index.json   {"files": [[first word, file], ...]} in the order of the words
//   search/FILE.json    {"words": [[word, how many entries it has, [[kind, title, about, path], ...]], ...]}
// Invariant: the words of an entry are those of its title and its description, so searches cover what is shown. The
// first word of a file is chosen by the word's digest, so that a new word changes few files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/site/collection.h"
#include "tools/site/options.h"

namespace docket::site {

class SearchIndex {
 public:
  /// The collection must outlive it.
  SearchIndex(const Collection& collection, const Options& options);

  using Visit = std::function<void(const std::string& path, const std::string& content)>;
  void forEachFile(const Visit& visit) const;
  /// The file at a path below the site's folder; empty if there is none.
  [[nodiscard]] std::optional<std::string> at(std::string_view path) const;

 private:
  enum class Kind : std::uint8_t { event, player, card, clause, ruling, game };
  struct Entry {
    Kind kind{};
    std::uint32_t at = 0;  // a group, a game, a place among the rulings
  };
  struct Shown {
    std::string kind, title, about, path;
  };
  struct Word {
    std::string word;
    std::uint32_t entry = 0;
  };
  struct File {
    std::string name;
    std::size_t begin = 0, end = 0;  // of words_
  };
  [[nodiscard]] Shown shown(const Entry& entry) const;
  void addWords();
  void cut();
  [[nodiscard]] std::string contentOf(const File& file) const;
  [[nodiscard]] std::string table() const;

  const Collection& collection_;
  std::vector<Entry> entries_;
  std::vector<Word> words_;  // in order
  std::vector<File> files_;
};

}  // namespace docket::site
