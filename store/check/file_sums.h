// The sums of an archive's tables, each recomputed from the whole file, also while a recorder makes and removes files.
#pragma once

#include <filesystem>
#include <functional>

namespace docket::detail {

/// Reads every table of the archive to its end. A table that vanishes meanwhile has been replaced by others, which are
/// read then. `alive` is called now and then while it reads. Throws DamagedArchive where a sum is another, or a table
/// is missing that the database still counts on: after all have been read, so that it names each.
void requireFileSums(
    const std::filesystem::path& archive, const std::function<void()>& alive = [] {});

}  // namespace docket::detail
