// The data of a request: an object of JSON, read by the names of its members.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket::desk {

class Asked {
 public:
  /// Throws BadInput if it is no object, and as the functions below if a member is missing or of another kind.
  explicit Asked(std::string_view json);
  ~Asked();
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::uint32_t number(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;  ///< false if missing
  /// Empty if missing.
  [[nodiscard]] std::optional<std::string> textIfAny(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace docket::desk
