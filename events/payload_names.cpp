#include "events/payload_names.h"

#include <range/v3/algorithm/find.hpp>
#include <vector>

#include "events/shape.h"

namespace docket {

std::span<const std::string_view> payloadNames() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const FieldShape* payload : payloadFields()) names.push_back(payload->name);
    return names;
  }();
  return kNames;
}

std::string_view payloadName(schema::Event::Which which) {
  const auto place = static_cast<std::size_t>(which);
  return place < payloadNames().size() ? payloadNames()[place] : std::string_view("event");
}

std::optional<schema::Event::Which> payloadNamed(std::string_view name) {
  const auto names = payloadNames();
  const auto found = ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<schema::Event::Which>(found - names.begin());
}

}  // namespace docket
