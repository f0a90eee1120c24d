#include "engine/rules/document_error.h"

#include <fmt/core.h>

#include <optional>

namespace docket {
namespace {

std::optional<std::string> pathIn(capnp::DynamicValue::Reader value, const char* at);

std::optional<std::string> pathInStruct(capnp::DynamicStruct::Reader from, const char* at) {
  for (const auto field : from.getSchema().getFields()) {
    if (!from.has(field)) continue;
    if (const auto below = pathIn(from.get(field), at)) {
      const std::string name = field.getProto().getName().cStr();
      return name + (below->empty() || below->front() == '[' ? "" : ".") + *below;
    }
  }
  return std::nullopt;
}

std::optional<std::string> pathIn(capnp::DynamicValue::Reader value, const char* at) {
  switch (value.getType()) {
    case capnp::DynamicValue::TEXT:
      return value.as<capnp::Text>().begin() == at ? std::optional<std::string>("") : std::nullopt;
    case capnp::DynamicValue::STRUCT:
      return pathInStruct(value.as<capnp::DynamicStruct>(), at);
    case capnp::DynamicValue::LIST: {
      const auto list = value.as<capnp::DynamicList>();
      for (unsigned i = 0; i < list.size(); ++i) {
        const auto below = pathIn(list[i], at);
        if (below) return fmt::format("[{}]{}{}", i, below->empty() || below->front() == '[' ? "" : ".", *below);
      }
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string pathOf(capnp::DynamicStruct::Reader document, const char* at) {
  return at == nullptr ? std::string{} : pathInStruct(document, at).value_or(std::string{});
}

}  // namespace docket
