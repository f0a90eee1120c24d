#include "tools/desk/workplace.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "events/json/json_writer.h"

namespace docket::desk {

Workplace::Workplace(std::filesystem::path archive, Run run, std::optional<Certificates> certificates)
    : archive_(std::move(archive)),
      run_(std::move(run)),
      certificates_(std::move(certificates)),
      lock_(archive_),
      loader_(archive_),
      drafts_(folder(), loader_.archive()) {}

Ran Workplace::run(std::vector<std::string> words, const std::vector<std::string>& operands, const std::string& input) {
  words.insert(words.end(), {"--json", "--archive", archive_.string(), "--"});
  words.insert(words.end(), operands.begin(), operands.end());
  return run_(words, input);
}

Ran Workplace::runChange(std::vector<std::string> words, const std::vector<std::string>& operands,
                         const std::string& input) {
  Ran ran = run(std::move(words), operands, input);
  ++changes_;
  loader_.archive().refresh();
  return ran;
}

std::string tableOfDraft(std::uint32_t number) { return fmt::format("draft/{}", number); }
std::string tableOfGame(std::string_view game) { return fmt::format("game/{}", game); }

std::string ranJson(const Ran& ran) {
  JsonWriter json;
  json.object().member("status", ran.status).list("lines");
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) json.itemJson(line);
  }
  return json.end().member("notes", ran.err).end().text();
}

}  // namespace docket::desk
