#include "tools/follow/source.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "tools/follow/http_source.h"
#include "tools/io/files.h"

namespace docket::follow {
namespace {

class FolderSource : public Source {
 public:
  explicit FolderSource(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<std::string> find(const std::string& path, std::size_t most) override {
    std::error_code none;
    if (!std::filesystem::exists(folder_ / path, none)) return std::nullopt;
    if (!std::filesystem::is_regular_file(folder_ / path, none))
      throw BadInput(fmt::format("{}: this is not a file", nameOf(path)));
    return readFile(folder_ / path, most);
  }
  [[nodiscard]] std::string nameOf(const std::string& path) const override { return (folder_ / path).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace

std::string Source::get(const std::string& path, std::size_t most) {
  if (auto bytes = find(path, most)) return *std::move(bytes);
  throw BadInput(fmt::format("{}: there is no such file", nameOf(path)));
}

std::unique_ptr<Source> sourceAt(const std::string& address) {
  if (address.starts_with("http://")) return httpSource(address);
  if (address.find("://") != std::string::npos)
    throw BadInput(
        fmt::format("{}: expected an address that begins with http://, or a folder (docs/many_machines.md "
                    "says how to follow over TLS)",
                    docket::quoted(address)));
  std::error_code none;
  if (!std::filesystem::is_directory(address, none))
    throw BadInput(fmt::format("{}: there is no such folder", docket::quoted(address)));
  return std::make_unique<FolderSource>(std::filesystem::absolute(address));
}

}  // namespace docket::follow
