// Recomputes the checksums of the records in an archive's logs and its list of tables. Opening silently drops what
// follows a damaged log record, and ACKNOWLEDGED shows whether acknowledged data was lost; this finds the position of
// the record.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace docket::detail {

/// A line for each of these files with a damaged record, giving its position, and for ACKNOWLEDGED if it has incomplete
/// lines. A record that is cut off at the end of its file counts only if no process records, which may be writing it.
/// Calls `alive` regularly. Throws EnvironmentError if a file cannot be read.
[[nodiscard]] std::vector<std::string> damagedLogs(const std::filesystem::path& archive,
                                                   const std::function<void()>& alive);

}  // namespace docket::detail
