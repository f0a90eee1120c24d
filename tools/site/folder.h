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

namespace docket::site {

/// A file descriptor, closed at its end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool isOpen() const { return number_ >= 0; }

 private:
  int number_;
};

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

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder's own descriptor, for files of the site that are no pages.
  [[nodiscard]] int descriptor() const { return root_.get(); }

  struct Counts {
    std::uint64_t written = 0, unchanged = 0, removed = 0, bytes = 0;  ///< bytes: of all pages
  };
  [[nodiscard]] Counts counts() const;

 private:
  [[nodiscard]] Descriptor folderOf(std::string_view path, bool make) const;
  void take();
  void note(const std::string& path, std::uint64_t bytes, bool written);
  void sweepSection(const std::string& section);
  void sweepFiles(int folder, const std::string& prefix);

  std::filesystem::path path_;
  Descriptor root_, marker_;
  mutable std::mutex noting_;  // guards what is below
  std::unordered_set<std::string> current_;
  std::uint64_t temporaries_ = 0;
  Counts counts_;
};

/// Writes all of it. Throws EnvironmentError, which names `path`.
void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path);

}  // namespace docket::site
