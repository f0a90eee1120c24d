// Searches a library: by words, clause and card, or by the shape of the derivation.
// Invariant: hits are in the order of the files, or nearest first; a file that cannot be read is reported.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/case_law/library.h"

namespace docket::case_law {

struct CaseFilter {
  std::vector<std::string> words{};  ///< each is in the case, its clause or its source, in upper or lower case
  std::string clause{};              ///< empty: any
  std::string card{};                ///< a part of the title or the key of a card of the situation; empty: any
  std::string like{};  ///< "file:line": only cases whose derivation shares steps with that one's; empty: any
};

struct FoundCase {
  std::shared_ptr<const cases::CaseFile> file;
  std::size_t place = 0;                    ///< in file->cases
  std::optional<std::uint32_t> nearness{};  ///< with CaseFilter::like: up to kSameShape
  [[nodiscard]] const cases::Case& caseLine() const { return file->cases[place]; }
};

/// `unread` gets each part that cannot be read. Throws BadInput if there is no library, or no case at `like`.
[[nodiscard]] std::vector<FoundCase> findCases(const std::filesystem::path& library, const CaseFilter& filter,
                                               const std::function<void(const std::string&)>& unread);

}  // namespace docket::case_law
