#include "tools/desk/asked.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "events/errors.h"

namespace docket::desk {

struct Asked::Parsed {
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

Asked::Asked(std::string_view json, Asker by) : parsed_(std::make_unique<Parsed>()), by_(std::move(by)) {
  if (parsed_->parser.parse(json.data(), json.size()).get(parsed_->object) != simdjson::SUCCESS)
    throw BadInput("the request is not an object of JSON");
}
Asked::~Asked() = default;

bool Asked::has(std::string_view name) const {
  const auto value = parsed_->object[name];
  return value.error() == simdjson::SUCCESS && !value.is_null();
}

std::string Asked::text(std::string_view name) const {
  return std::string(parsed_->of<std::string_view>(name, "a text"));
}

std::uint32_t Asked::number(std::string_view name) const {
  const auto number = parsed_->of<std::uint64_t>(name, "a number from 0 up");
  if (number > UINT32_MAX) throw BadInput(fmt::format("\"{}\": {} is too large", name, number));
  return static_cast<std::uint32_t>(number);
}

bool Asked::flag(std::string_view name) const { return has(name) && parsed_->of<bool>(name, "true or false"); }

std::optional<std::string> Asked::textIfAny(std::string_view name) const {
  return has(name) ? std::optional(text(name)) : std::nullopt;
}

std::vector<std::string> Asked::texts(std::string_view name) const {
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
