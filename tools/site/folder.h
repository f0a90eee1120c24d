// The folder to which a site is written. It is created, or is empty, or has an earlier version of the site.
// Invariants: nothing outside it is written or removed, whatever links it has; a page is complete or unchanged; pages
// that the site no longer has are removed, and files of others stay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tools/io/owned_folder.h"

namespace docket::site {

class Folder {
 public:
  /// Throws BadInput if something else is in the folder, EnvironmentError if it cannot be written or another process is
  /// writing it.
  explicit Folder(const std::filesystem::path& path);

  /// Writes a page, unless it exists with this content. Thread-safe. Throws EnvironmentError; BadInput if a link is in
  /// its way.
  void write(const std::string& path, std::string_view content);
  /// Keeps a page if it exists with this size; false if it does not. Thread-safe.
  [[nodiscard]] bool keep(const std::string& path, std::uint64_t bytes);
  /// Removes the pages that were neither written nor kept.
  void sweep();

  [[nodiscard]] const std::filesystem::path& path() const { return root_.path(); }
  /// The folder's own descriptor, for files of the site that are not pages.
  [[nodiscard]] int descriptor() const { return root_.descriptor(); }

  struct Counts {
    std::uint64_t written = 0, unchanged = 0, removed = 0, bytes = 0;  ///< bytes: of all pages
  };
  [[nodiscard]] Counts counts() const;

 private:
  [[nodiscard]] Descriptor folderOf(std::string_view path, bool make) const;
  void note(const std::string& path, std::uint64_t bytes, bool written);
  void sweepSection(const std::string& section);
  void sweepFiles(int folder, const std::string& prefix);

  OwnedFolder root_;
  mutable std::mutex noting_;  // guards the members below
  std::unordered_set<std::string> current_;
  std::uint64_t temporaries_ = 0;
  Counts counts_;
};

}  // namespace docket::site
