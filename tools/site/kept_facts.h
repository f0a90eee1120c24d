// The file in which a site keeps the facts of its games, a line each (facts_text.h), so that its next writing reads no
// game of which nothing has changed.
// Invariant: it is there whole or as it was before; what is no such file is as good as none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "events/digest.h"
#include "tools/site/folder.h"

namespace docket::site {

class KeptFacts {
 public:
  /// Reads through what was kept, and begins the file that takes its place. The folder must outlive it.
  explicit KeptFacts(const Folder& folder);
  ~KeptFacts();
  KeptFacts(const KeptFacts&) = delete;
  KeptFacts& operator=(const KeptFacts&) = delete;

  /// The line of a game, where it was kept under that tag. From any thread.
  [[nodiscard]] std::optional<std::string> find(std::string_view key, std::string_view tag) const;
  /// Adds a line to the new file. By one thread.
  void add(std::string_view line);
  /// Puts it in its place, unless it says what the one before says.
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
