#include "tools/desk/request_data.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "events/errors.h"

namespace docket::desk {

struct RequestData::Parsed {
  simdjson::dom::parser parser;
  simdjson::dom::object object;

  template <class Value>
  [[nodiscard]] Value of(std::string_view name, std::string_view expected) const {
    Value value{};
    if (object[name].get(value) != simdjson::SUCCESS)
      throw BadInput(fmt::format("the request lacks \"{}\", {}", name, expected));
    return value;
  }
};

RequestData::RequestData(std::string_view json, Requester by)
    : parsed_(std::make_unique<Parsed>()), by_(std::move(by)) {
  if (parsed_->parser.parse(json.data(), json.size()).get(parsed_->object) != simdjson::SUCCESS)
    throw BadInput("the request is not an object of JSON");
}
RequestData::~RequestData() = default;

bool RequestData::has(std::string_view name) const {
  const auto value = parsed_->object[name];
  return value.error() == simdjson::SUCCESS && !value.is_null();
}

std::string RequestData::text(std::string_view name) const {
  return std::string(parsed_->of<std::string_view>(name, "a text"));
}

std::uint32_t RequestData::number(std::string_view name) const {
  const auto number = parsed_->of<std::uint64_t>(name, "a number from 0 up");
  if (number > UINT32_MAX) throw BadInput(fmt::format("\"{}\": {} is too large", name, number));
  return static_cast<std::uint32_t>(number);
}

bool RequestData::flag(std::string_view name) const { return has(name) && parsed_->of<bool>(name, "true or false"); }

std::optional<std::string> RequestData::textIfAny(std::string_view name) const {
  return has(name) ? std::optional(text(name)) : std::nullopt;
}

std::vector<std::string> RequestData::texts(std::string_view name) const {
  std::vector<std::string> texts;
  if (!has(name)) return texts;
  for (const auto item : parsed_->of<simdjson::dom::array>(name, "a list of texts")) {
    std::string_view text;
    if (item.get(text) != simdjson::SUCCESS) throw BadInput(fmt::format("\"{}\" is not a list of texts", name));
    texts.emplace_back(text);
  }
  return texts;
}

}  // namespace docket::desk
