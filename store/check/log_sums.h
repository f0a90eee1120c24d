// The sums of the records in an archive's logs and its list of tables, each recomputed. Opening gives up what follows a
// damaged record of a log without a word, and ACKNOWLEDGED tells whether that was anything that had been acknowledged;
// this tells where the record is.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace docket::detail {

/// A line for each of these files that has a damaged record, with its place, and for ACKNOWLEDGED where lines of it are
/// not whole. A record that is cut off by the end of its file counts where nobody records, who may be writing it.
/// `alive` is called now and then. Throws EnvironmentError where a file cannot be read.
[[nodiscard]] std::vector<std::string> damagedLogs(const std::filesystem::path& archive,
                                                   const std::function<void()>& alive);

}  // namespace docket::detail
