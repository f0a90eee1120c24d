// Recomputes the checksums of an archive's tables from the whole files, even while a recorder creates and removes
// files.
#pragma once

#include <filesystem>
#include <functional>

namespace docket::detail {

/// Reads every table of the archive completely. A table that disappears meanwhile was replaced by others, which are
/// read then. Calls `alive` regularly while it reads. Throws DamagedArchive if a checksum differs, or a table that the
/// database still needs is missing; only after all tables are read, so that it names each.
void requireFileSums(
    const std::filesystem::path& archive, const std::function<void()>& alive = [] {});

}  // namespace docket::detail
