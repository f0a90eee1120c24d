#include "events/errors.h"

#include <fmt/core.h>

namespace docket {
namespace {

std::string at(const std::string& file, std::size_t line, std::size_t column) {
  if (file.empty()) return {};
  if (line == 0) return fmt::format("{}: ", file);
  if (column == 0) return fmt::format("{}:{}: ", file, line);
  return fmt::format("{}:{}:{}: ", file, line, column);
}

}  // namespace

BadInput::BadInput(const std::string& file, std::size_t line, std::size_t column, const std::string& message)
    : std::runtime_error(at(file, line, column) + message) {}

}  // namespace docket
