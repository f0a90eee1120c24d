// A site's cache file with the facts of its games, one per line (facts_text.h), so that the next update reads only
// changed games.
// Invariant: the file is either complete or unchanged; an invalid file counts as empty.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "events/digest.h"
#include "tools/site/folder.h"

namespace docket::site {

class FactCache {
 public:
  /// Reads the cache and starts the file that replaces it. `folder` must outlive this object.
  explicit FactCache(const Folder& folder);
  ~FactCache();
  FactCache(const FactCache&) = delete;
  FactCache& operator=(const FactCache&) = delete;

  /// The cached line of a game with that tag. Thread-safe.
  [[nodiscard]] std::optional<std::string> find(std::string_view key, std::string_view tag) const;
  /// Adds a line to the new file. Not thread-safe.
  void add(std::string_view line);
  /// Replaces the old file, unless the new one is identical.
  void store();

 private:
  struct Place {
    std::uint64_t at = 0;
    std::uint32_t bytes = 0;
    std::string tag;
  };
  void readThrough();
  void addPlace(std::uint64_t at, std::string_view line);
  void flush();

  const Folder& folder_;
  Descriptor before_, next_;
  std::map<std::string, Place, std::less<>> places_;
  Hash said_before_, says_;
  std::string waiting_;
  bool stored_ = false;
};

}  // namespace docket::site
