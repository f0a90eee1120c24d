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

CommandOutput Workplace::run(std::vector<std::string> words, const std::vector<std::string>& operands,
                             const std::string& input) {
  words.insert(words.end(), {"--json", "--archive", archive_.string(), "--"});
  words.insert(words.end(), operands.begin(), operands.end());
  return run_(words, input);
}

CommandOutput Workplace::runChange(std::vector<std::string> words, const std::vector<std::string>& operands,
                                   const std::string& input) {
  CommandOutput output = run(std::move(words), operands, input);
  ++changes_;
  loader_.archive().refresh();
  return output;
}

void addRecorder(std::vector<std::string>& words, const std::string& name) {
  if (!name.empty()) words.push_back("--recorded-by=" + name);
}

std::string tableOfDraft(std::uint32_t number) { return fmt::format("draft/{}", number); }
std::string tableOfGame(std::string_view game) { return fmt::format("game/{}", game); }

std::string commandOutputJson(const CommandOutput& output) {
  JsonWriter json;
  json.object().member("status", output.status).list("lines");
  std::istringstream lines(output.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) json.itemJson(line);
  }
  return json.end().member("notes", output.err).end().text();
}

}  // namespace docket::desk
