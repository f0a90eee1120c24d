#include "tools/commands/command.h"

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <cstdlib>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "tools/commands/subcommands.h"
#include "tools/words/fitted_text.h"
#include "tools/words/text.h"

namespace docket {

namespace {

namespace po = boost::program_options;

constexpr std::size_t kHelpColumn = 26;

const std::vector<Option>& commonOptions() {
  static const std::vector<Option> kOptions{
      {.name = "archive", .value = "DIR", .help = "the archive; else $DOCKET_ARCHIVE, else ./docket-archive"},
      {.name = "color", .value = "WHEN", .help = "auto (at a terminal; the default), always or never"},
      {.name = "json", .value = {}, .help = "answer in JSON (docket schema answers/COMMAND)"},
      {.name = "help,h", .value = {}, .help = "print this page"},
  };
  return kOptions;
}

/// A number as it was typed. Its range is checked once its option is known.
struct TypedNumber {
  std::string text;
  std::optional<std::uint32_t> value;  ///< empty: the text is not a number
};

/// Called by Program_options to read a number. If an option is given twice, the last one counts.
void validate(boost::any& into, const std::vector<std::string>& typed, TypedNumber* /*unused*/, int /*unused*/) {
  const std::string& text = po::validators::get_single_string(typed);
  into = TypedNumber{.text = text, .value = wholeNumber<std::uint32_t>(text)};
}

auto* numberValue(const Option& option) {
  auto* number = po::value<TypedNumber>();
  if (option.default_value) {
    const auto text = std::to_string(*option.default_value);
    number->default_value({.text = text, .value = *option.default_value}, text);
  }
  return number->notifier([option](const TypedNumber& typed) {
    if (typed.value && *typed.value >= option.least && *typed.value <= option.most) return;
    throw BadInput(fmt::format("--{} {}: expected a number from {} to {}", option.longName(),
                               docket::quoted(typed.text), option.least, option.most));
  });
}

po::options_description described(const Command& command) {
  po::options_description description;
  for (const Option& option : optionsOf(command)) {
    const std::string name(option.name);
    if (option.value.empty()) {
      description.add_options()(name.c_str(), po::bool_switch());
    } else if (option.most != 0) {
      description.add_options()(name.c_str(), numberValue(option));
    } else {
      description.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing());
    }
  }
  return description;
}

[[noreturn]] void refuse(const Command& command, const std::string& why) {
  throw BadInput(fmt::format("docket {}: {} (see docket help {})", command.name, why, command.name));
}

[[noreturn]] void refuseUnknown(const Command& command, std::string_view typed) {
  const auto options = optionsOf(command);
  std::vector<std::string> known;
  for (const Option& option : options) known.push_back(fmt::format("--{}", option.longName()));
  const auto name = typed.substr(0, typed.find('='));
  constexpr std::size_t kMaxShown = 60;
  refuse(command, fmt::format("there is no option {}{}{}", name.substr(0, kMaxShown),
                              name.size() > kMaxShown ? "..." : "", didYouMean(name, known)));
}

/// True if somebody typed an option; a default that takes its place was not typed.
bool isTyped(const Option& option, const po::variables_map& parsed) {
  const auto& value = parsed[std::string(option.longName())];
  return !value.empty() && !value.defaulted();
}

/// An option of another use would be passed over in silence, so it is refused, with the use that has it.
void requireItsUse(const Command& command, const std::string& use, const po::variables_map& parsed) {
  for (const Option& option : command.options) {
    if (option.belongs_to.empty() || !isTyped(option, parsed)) continue;
    std::string owners;
    bool belongs = false;
    for (const std::string& owner : ownersOf(option)) {
      const bool is_option = owner.starts_with("--");
      const std::string_view name = std::string_view(owner).substr(is_option ? 2 : 0);
      const auto with = ranges::find(command.options, name, &Option::longName);
      belongs = belongs || (is_option ? with != command.options.end() && isTyped(*with, parsed) : owner == use);
      owners += fmt::format("{}{}", owners.empty() ? "" : " and ",
                            is_option ? owner : fmt::format("docket {} {}", command.name, owner));
    }
    if (belongs) continue;
    throw BadInput(fmt::format("docket {}{}{}: --{} belongs to {} (see docket help {})", command.name,
                               use.empty() ? "" : " ", use, option.longName(), owners, command.name));
  }
}

/// The subcommands that take an option, before its help: "find, read: ".
std::string usesInHelp(const Option& option) {
  const auto owners = ownersOf(option);
  return owners.empty() ? std::string() : fmt::format("{}: ", fmt::join(owners, ", "));
}

std::string optionLine(const Option& option) {
  const auto comma = option.name.find(',');
  std::string typed = comma == std::string_view::npos
                          ? fmt::format("    --{}", option.name)
                          : fmt::format("-{}, --{}", option.name.substr(comma + 1), option.name.substr(0, comma));
  if (!option.value.empty()) typed += fmt::format(" {}", option.value);
  // At least two blanks before the explanation: a line that is too wide is broken after them.
  return fmt::format("  {}{}{}{}\n", padded(typed, kHelpColumn), typed.size() < kHelpColumn ? " " : "  ",
                     usesInHelp(option), option.help);
}

}  // namespace

std::vector<Option> optionsOf(const Command& command) {
  auto options = command.options;
  for (const Option& option : commonOptions()) options.push_back(option);
  return options;
}

bool Arguments::has(std::string_view option) const {
  if (const auto number = numbers_.find(option); number != numbers_.end()) return number->second.has_value();
  if (const auto flag = flags_.find(option); flag != flags_.end()) return flag->second;
  return !given_.find(option)->second.empty();
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto& all = values(option);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

const std::vector<std::string>& Arguments::values(std::string_view option) const { return given_.find(option)->second; }

std::optional<std::uint32_t> Arguments::number(std::string_view option) const { return numbers_.find(option)->second; }

std::vector<std::string> Arguments::distinctWords() const {
  std::vector<std::string> different;
  std::set<std::string_view> known;
  for (const std::string& word : words_) {
    if (known.insert(word).second) different.push_back(word);
  }
  return different;
}

std::filesystem::path Arguments::archive() const {
  if (const auto typed = value("archive")) return *typed;
  return defaultArchive();
}

std::filesystem::path Arguments::defaultArchive() {
  if (const char* set = std::getenv("DOCKET_ARCHIVE"); set != nullptr && *set != '\0') return set;
  return "docket-archive";
}

std::optional<Archive> archiveIfPresent(const Arguments& arguments) {
  std::error_code ignored;
  if (!std::filesystem::exists(arguments.archive(), ignored)) return std::nullopt;
  return Archive::open(arguments.archive(), Access::read);
}

std::optional<Archive> archiveNamedOrPresent(const Arguments& arguments) {
  return arguments.value("archive") ? Archive::open(arguments.archive(), Access::read) : archiveIfPresent(arguments);
}

Arguments parseArguments(const Command& command, std::span<const std::string> typed) {
  const auto description = described(command);
  Arguments arguments;
  const auto rest = typed.subspan(placeOfOtherCommand(command, typed));
  // The help is this command's, wherever it is asked for.
  const std::vector<std::string> help{"--help"};
  typed = ranges::contains(rest, help.front()) ? std::span(help) : typed.first(typed.size() - rest.size());
  po::variables_map parsed;
  try {
    // No guessing: an abbreviation that is right today is ambiguous once an option is added.
    const auto style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    const auto options = po::command_line_parser(std::vector<std::string>(typed.begin(), typed.end()))
                             .options(description)
                             .style(style)
                             .run();
    po::store(options, parsed);
    arguments.words_ = po::collect_unrecognized(options.options, po::include_positional);
    arguments.words_.insert(arguments.words_.end(), rest.begin(), rest.end());
  } catch (const po::unknown_option& unknown) {
    refuseUnknown(command, unknown.get_option_name());
  } catch (const po::error& error) {
    refuse(command, error.what());
  }
  for (const Option& option : optionsOf(command)) {
    const std::string name(option.longName());
    if (option.value.empty()) {
      arguments.flags_[name] = parsed[name].as<bool>();
    } else if (option.most != 0) {
      auto& number = arguments.numbers_[name];
      if (parsed.count(name) != 0) number = parsed[name].as<TypedNumber>().value;
    } else {
      auto& values = arguments.given_[name];
      if (parsed.count(name) != 0) values = parsed[name].as<std::vector<std::string>>();
    }
  }
  if (arguments.has("help")) return arguments;
  po::notify(parsed);
  if (arguments.words_.size() < command.least_words) refuse(command, fmt::format("expected {}", command.words));
  requireItsUse(command, typedSubcommand(command, arguments.words_), parsed);
  if (arguments.words_.size() > command.most_words) {
    const auto& first = arguments.words_[command.most_words];
    refuse(command, fmt::format("{} is one argument too many; expected {}", docket::quoted(first),
                                command.words.empty() ? "options only" : command.words));
  }
  return arguments;
}

std::string helpOf(const Command& command) {
  std::string page =
      fmt::format("docket {} - {}\n\nUsage: docket {} [OPTION...]{}{}\n\n{}\n\nOptions:\n", command.name,
                  command.summary, command.name, command.words.empty() ? "" : " ", command.words, command.help);
  for (const Option& option : command.options) page += optionLine(option);
  page += "  and --archive DIR, --color WHEN, --json, --help, as described in docket help\n";
  return fitted(fmt::format("{}\nExamples:\n{}\n", page, command.examples));
}

}  // namespace docket
