// The drafts of a desk: a folder with a numbered folder for each of them.
// Invariant: a draft stays until it is discarded, which also happens when it becomes a game of the archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/draft.h"

namespace docket::desk {

class Drafts {
 public:
  /// Both must outlive it; the folder need not exist.
  Drafts(std::filesystem::path folder, const Archive& archive);

  struct Listed {
    std::uint32_t number = 0;
    std::string game;  ///< its name, as far as it is typed
  };
  [[nodiscard]] std::vector<Listed> list() const;
  /// Begins one and gives its number.
  [[nodiscard]] std::uint32_t begin(std::string_view text, const std::string& catalogue);
  /// Throws BadInput if there is none of that number.
  [[nodiscard]] Draft& at(std::uint32_t number);
  /// Reloads a draft after a change of the files beside its text.
  void reopen(std::uint32_t number) { open_.erase(number); }
  void useCatalogue(std::uint32_t number, const std::string& catalogue);
  void discard(std::uint32_t number);

 private:
  [[nodiscard]] std::filesystem::path folderOf(std::uint32_t number) const;

  std::filesystem::path folder_;
  const Archive& archive_;
  std::map<std::uint32_t, std::unique_ptr<Draft>> open_{};
};

}  // namespace docket::desk
