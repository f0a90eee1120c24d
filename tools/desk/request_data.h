// The data of a request: an object of JSON, read by the names of its members; and the sender.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/pens.h"
#include "tools/desk/people_file.h"

namespace docket::desk {

/// The sender of a request.
struct Requester {
  Person person{};
  BrowserPage page{};
  std::string pages{};  ///< the address of the archive's pages, as this session sees them
};

class RequestData {
 public:
  /// Throws BadInput if it is no object, and as the functions below if a member is missing or of another kind.
  explicit RequestData(std::string_view json, Requester by = {});
  ~RequestData();
  RequestData(const RequestData&) = delete;
  RequestData& operator=(const RequestData&) = delete;

  [[nodiscard]] const Requester& by() const { return by_; }
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
  Requester by_;
};

}  // namespace docket::desk
