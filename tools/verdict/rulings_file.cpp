#include "tools/verdict/rulings_file.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_place.h"
#include "events/json/json_reader.h"
#include "events/text/split.h"
#include "events/text/trimmed.h"
#include "tools/io/files.h"

namespace docket {

std::vector<FiledRuling> readRulings(const std::filesystem::path& file, EventNumber last) {
  constexpr std::size_t kMaxBytes = 16U << 20;
  const std::string name = file.string();
  const std::string text = readText(file, kMaxBytes);
  std::vector<FiledRuling> rulings;
  eachLine(text, [&](std::string_view line, std::size_t number) {
    if (isBlank(line)) return;
    FiledRuling one{.place = fmt::format("{}:{}", name, number),
                    .message = std::make_unique<capnp::MallocMessageBuilder>()};
    const JsonSource source{.text = line, .file = name, .first_line = number};
    readJson(source, one.message->initRoot<schema::Ruling>());
    const auto refuse = [&](std::string_view field, const std::string& why) {
      const auto [row, column] = placeOf(source, field);
      throw BadInput(name, row, column, why);
    };
    const auto ruling = one.ruling();
    if (ruling.getClaim().size() == 0) refuse("claim", "a ruling has a claim");
    if (ruling.getAt() == 0 || ruling.getAt() > last)
      refuse("at", fmt::format("at: expected the point that it is about, an event from 1 to {}", last));
    if (ruling.getSupersedes() > last)
      refuse("supersedes",
             fmt::format("supersedes: there is no event {}: the last one is {}", ruling.getSupersedes(), last));
    rulings.push_back(std::move(one));
  });
  if (rulings.empty()) throw BadInput(name, 0, 0, "there is no ruling in it");
  return rulings;
}

}  // namespace docket
