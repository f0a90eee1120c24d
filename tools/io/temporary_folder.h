// A temporary folder.
// Invariant: it is empty when created, and removed with its contents in the end.
#pragma once

#include <filesystem>
#include <string_view>

namespace docket {

class TemporaryFolder {
 public:
  /// In the system's folder for temporary files; `purpose`: a part of its name, such as "dry-run". Throws
  /// EnvironmentError if it cannot be created.
  explicit TemporaryFolder(std::string_view purpose);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace docket
