// A folder that one command writes and later recognises by a marker file. It must be missing, empty, or written by that
// command before.
// Invariants: no link is followed below the folder's own name; one process at a time holds it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

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

/// The marker file of such a folder.
struct FolderMarker {
  const char* name;        ///< ".docket-site"
  std::string_view says;   ///< its content, with the version of the form
  std::string_view holds;  ///< what is in the folder, for messages: "site"
};

class OwnedFolder {
 public:
  /// Throws BadInput if something else is in the folder, EnvironmentError if it cannot be written or another process
  /// is writing it.
  OwnedFolder(const std::filesystem::path& path, const FolderMarker& marker);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return root_.get(); }

 private:
  void take(const FolderMarker& marker);

  std::filesystem::path path_;
  Descriptor root_, marker_;
};

/// The names in a folder, without "." and "..".
[[nodiscard]] std::vector<std::string> namesIn(int folder);

/// True if the folder has a file of that name with this content.
[[nodiscard]] bool hasContent(int folder, const char* name, std::string_view content);

/// Writes all of it. Throws EnvironmentError, which names `path`.
void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path);

/// Throws EnvironmentError: the path, and what errno says.
[[noreturn]] void failedAt(const std::filesystem::path& path);

}  // namespace docket
