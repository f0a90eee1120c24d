// The folder that a site is written to. It is made, or is there and empty, or holds a site that was written before.
// Invariants: nothing is written or removed outside it, whatever links are in it; a page is there whole or as it was
// before; what a site has pages of and no longer names is removed, and what others put beside it stays.
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
  /// Throws BadInput if something else is in the folder, EnvironmentError if it cannot be written or somebody writes it
  /// at this moment.
  explicit Folder(const std::filesystem::path& path);

  /// Writes a page, unless it is there with this content. From any thread. Throws EnvironmentError; BadInput if a link
  /// stands in its way.
  void write(const std::string& path, std::string_view content);
  /// Keeps a page if it exists with this size; returns whether it does. From any thread.
  [[nodiscard]] bool keep(const std::string& path, std::uint64_t bytes);
  /// Removes what was neither written nor kept.
  void sweep();

  [[nodiscard]] const std::filesystem::path& path() const { return root_.path(); }
  /// The folder's own descriptor, for files of the site that are no pages.
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
  mutable std::mutex noting_;  // guards what is below
  std::unordered_set<std::string> current_;
  std::uint64_t temporaries_ = 0;
  Counts counts_;
};

}  // namespace docket::site
