#include "tools/io/temporary_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <string>
#include <system_error>

#include "events/errors.h"

namespace docket {

TemporaryFolder::TemporaryFolder(std::string_view purpose) {
  std::string name = (std::filesystem::temp_directory_path() / fmt::format("docket-{}-XXXXXX", purpose)).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw EnvironmentError(fmt::format("{}: cannot create a temporary folder", name));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace docket
