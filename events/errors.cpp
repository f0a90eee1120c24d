#include "events/errors.h"

#include <fmt/core.h>

#include <utility>

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
    : std::runtime_error(at(file, line, column) + message), message_(message), line_(line), column_(column) {}

BadDocument::BadDocument(const std::string& file, std::string path, std::size_t line, std::size_t column,
                         const std::string& message)
    : BadInput(file, 0, 0, (path.empty() ? path : path + ": ") + message),
      path_(std::move(path)),
      reason_(message),
      line_within_(line),
      column_within_(column) {}

}  // namespace docket
