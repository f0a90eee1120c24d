// A library of rulings without games: a folder of files of cases (tools/cases/case_reader.h), each a situation, a
// question and its published answer.
// Invariant: a library is read file by file, so that it can be larger than memory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/cases/case_reader.h"

namespace docket::case_law {

/// The largest file of cases that is read, in bytes.
inline constexpr std::size_t kMaxFileBytes = 4U << 20;

/// The files of a library, in the order of their names: those that end in ".cases" in a folder and in the folders below
/// it, or the one file that is named. Throws BadInput if there is none.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const std::filesystem::path& library);

/// Reads a file of a library. If it cannot be read, that is its only problem.
[[nodiscard]] cases::CaseFile readFile(const std::filesystem::path& file);

/// Where a case is written: "file:line".
[[nodiscard]] std::string placeOf(const cases::CaseFile& file, const cases::Case& one);

}  // namespace docket::case_law
