#include "tools/commands/job_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/digest.h"
#include "events/errors.h"
#include "events/text/quoted.h"
#include "tools/game/documents.h"
#include "tools/io/files.h"

namespace docket {
namespace {

const JobOptions& jobOptionsOf(std::string_view command) {
  return *ranges::find(jobOptions(), command, &JobOptions::command);
}

/// The options that go to workers as they are, and the words after them.
std::vector<std::string> passedWords(const Command& command, const Arguments& arguments) {
  const auto& passed = jobOptionsOf(command.name).passed;
  std::vector<std::string> words;
  for (const Option& option : optionsOf(command)) {
    const std::string_view name = option.longName();
    if (!ranges::contains(passed, name) || !arguments.has(name)) continue;
    if (option.value.empty()) {
      words.push_back(fmt::format("--{}", name));
    } else if (option.most != 0) {
      words.push_back(fmt::format("--{}={}", name, arguments.number(name).value()));
    } else {
      for (const std::string& value : arguments.values(name)) words.push_back(fmt::format("--{}={}", name, value));
    }
  }
  if (arguments.words().empty()) return words;
  words.emplace_back("--");
  words.insert(words.end(), arguments.words().begin(), arguments.words().end());
  return words;
}

work::JobFile fileOf(std::string_view option, const std::filesystem::path& path, std::vector<FileToServe>& files) {
  const std::string name = path.filename().string();
  if (!std::filesystem::is_regular_file(path))
    throw BadInput(fmt::format("docket work: --{} {}: expected a file", option, docket::quoted(path.string())));
  if (!work::isPlainName(name))
    throw BadInput(
        fmt::format("docket work: --{} {}: rename the file: letters of ASCII, digits, \".\", \"-\" and \"_\"", option,
                    docket::quoted(path.string())));
  const Digest digest = docket::digest(std::string_view(readFile(path, kMaxDocumentBytes)));
  files.push_back({.path = path, .digest = digest});
  return {.name = name, .digest = digest};
}

work::JobDocument fileDocument(std::string_view option, const std::string& choice, const Archive& archive,
                               std::vector<FileToServe>& files) {
  work::JobDocument document{.option = std::string(option), .files = {fileOf(option, choice, files)}};
  if (option.ends_with("cards")) return document;
  const HeldDocument ruleset = chooseRuleset(choice, {}, &archive);
  if (!ruleset.whole) return document;
  for (const WrittenRuleset& layer : ruleset.whole->layers) {
    std::error_code none;
    const bool is_beside = layer.file != choice && std::filesystem::is_regular_file(layer.file, none) &&
                           readText(layer.file, kMaxDocumentBytes) == layer.text;
    if (is_beside) document.files.push_back(fileOf(option, layer.file, files));
  }
  return document;
}

}  // namespace

const std::vector<JobOptions>& jobOptions() {
  static const std::vector<std::string_view> kRanges{"leaves", "checkpoint", "key",   "results", "merge",
                                                     "jobs",   "archive",    "color", "help"};
  const auto own = [](std::vector<std::string_view> more) {
    more.insert(more.end(), kRanges.begin(), kRanges.end());
    return more;
  };
  static const std::vector<JobOptions> kAll{
      {.command = "verify", .passed = {"json"}, .documents = {"under"}, .own = own({"rulings", "all", "again"})},
      {.command = "regress",
       .passed = {"player", "event", "round", "ruleset", "since", "until", "prefix", "again"},
       .documents = {"from", "to", "from-cards", "to-cards"},
       .own = own({"json", "baseline", "accept", "junit", "output", "site", "journal", "show"})},
      {.command = "coverage",
       .passed = {"player", "event", "round", "ruleset", "since", "until", "prefix", "again"},
       .documents = {},
       .own = own({"json", "output"})},
      {.command = "find",
       .passed = {"player",  "event",  "round",   "ruleset", "since",   "until", "prefix", "table",    "at-turn-end",
                  "during",  "like",   "card",    "clause",  "finding", "act",   "limit",  "ruling",   "judge",
                  "penalty", "winner", "outcome", "grade",   "certain", "first", "undone", "hindsight"},
       .documents = {"under"},
       .own = own({"json", "count", "csv"})},
      {.command = "index", .passed = {}, .documents = {}, .own = own({"json", "again", "check"})}};
  return kAll;
}

const Command& dividedCommand(std::string_view name, std::string_view who) {
  if (ranges::find(jobOptions(), name, &JobOptions::command) == jobOptions().end())
    throw BadInput(fmt::format("{}: {} is not a command whose work can be divided: expected {}", who,
                               docket::quoted(name),
                               fmt::join(jobOptions() | ranges::views::transform(&JobOptions::command), ", ")));
  return *ranges::find(commands(), name, &Command::name);
}

work::SharedJob jobFrom(const Command& command, const Arguments& arguments, const Archive& archive,
                        std::vector<FileToServe>& files) {
  work::SharedJob job{.command = std::string(command.name),
                      .words = passedWords(command, arguments),
                      .documents = {},
                      .program = {},
                      .checkpoint = {}};
  for (const std::string_view option : jobOptionsOf(command.name).documents) {
    const auto choice = arguments.value(option);
    if (!choice) continue;
    if (namesFile(*choice)) {
      job.documents.push_back(fileDocument(option, *choice, archive, files));
    } else {
      job.words.insert(job.words.begin(), fmt::format("--{}={}", option, *choice));
    }
  }
  return job;
}

std::vector<std::string> typedFor(const work::SharedJob& job, const std::filesystem::path& folder) {
  const Command& command = dividedCommand(job.command, "the job");
  const JobOptions& options = jobOptionsOf(command.name);
  const Arguments arguments = parseArguments(command, job.words);
  std::vector<std::string> typed = passedWords(command, arguments);
  for (const std::string_view option : options.documents) {
    const auto choice = arguments.value(option);
    if (!choice) continue;
    if (namesFile(*choice))
      throw BadInput(
          fmt::format("the job: --{} {}: this names a file of another machine", option, docket::quoted(*choice)));
    typed.insert(typed.begin(), fmt::format("--{}={}", option, *choice));
  }
  std::vector<std::string> sorted = typed, given = job.words;
  std::sort(sorted.begin(), sorted.end());
  std::sort(given.begin(), given.end());
  if (sorted != given) throw BadInput("the job: it has options that a worker is not asked for");
  for (const work::JobDocument& document : job.documents) {
    if (!ranges::contains(options.documents, std::string_view(document.option)))
      throw BadInput(fmt::format("the job: there is no document for --{}", document.option));
    typed.insert(typed.begin(), fmt::format("--{}={}", document.option,
                                            (folder / document.option / document.files.front().name).string()));
  }
  typed.insert(typed.begin(), job.command);
  return typed;
}

}  // namespace docket
