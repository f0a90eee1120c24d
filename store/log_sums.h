// The sums of the records in an archive's logs, each recomputed. Opening gives up what follows a damaged record without
// a word, and ACKNOWLEDGED tells whether that was anything that had been acknowledged; this tells where the record is.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace docket::detail {

/// A line for each log of the archive that has a damaged record, with its place. A record that is cut off by the end of
/// the log is none: a recorder may be writing it. `alive` is called now and then. Throws EnvironmentError where a log
/// cannot be read.
[[nodiscard]] std::vector<std::string> damagedLogs(const std::filesystem::path& archive,
                                                   const std::function<void()>& alive);

}  // namespace docket::detail
