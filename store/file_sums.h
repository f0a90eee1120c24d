// The sums of an archive's tables, each recomputed from the whole file, also while a recorder makes and removes files.
#pragma once

#include <filesystem>

namespace docket::detail {

/// Reads every table of the archive to its end. A table that vanishes meanwhile has been replaced by others, which are
/// read then. Throws DamagedArchive where a sum is another, or a table is missing that the database still counts on.
void requireFileSums(const std::filesystem::path& archive);

}  // namespace docket::detail
