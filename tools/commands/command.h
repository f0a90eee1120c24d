// The commands of the program and the table of them. A command is a file that describes itself as data (its options,
// its help with examples) and has one function that runs it; program.cpp finds it, parses what was typed by that
// description, and gives its errors their exit status. To add one: a file with `Command xyCommand()`, a line here and
// one in the table of commands.cpp.
//
// A command returns kAgrees or kDiffers (kBadInput or kDamaged if it continued after either), and otherwise throws the
// errors of events/errors.h, which program.cpp turns into the exit status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "tools/io/exit_status.h"
#include "tools/io/streams.h"

namespace docket {

/// An option of a command, as it is typed and as the help shows it.
struct Option {
  std::string_view name;   ///< "ruleset", or with its letter "output,o"
  std::string_view value;  ///< the name of its value in the help: "FILE"; empty: it is a flag
  std::string_view help;
  /// If `most` is not 0, its value is a number from `least` to `most`, with `default_value` as the default, if any.
  /// Otherwise its value is a text, and the option can be repeated.
  std::uint32_t least = 0, most = 0;
  std::optional<std::uint32_t> default_value{};
  /// The subcommands that accept it, separated by blanks ("find read", subcommands.h), or the option that it requires
  /// ("--add"). Empty: every subcommand. Anywhere else it is refused.
  std::string_view belongs_to{};

  [[nodiscard]] std::string_view longName() const { return name.substr(0, name.find(',')); }
};

struct RangeCommand;
namespace leaf_ranges {
struct Job;
}
/// Makes the results that a command merges (leaf_ranges.h).
using BeforeMerge =
    std::function<void(const RangeCommand& command, const leaf_ranges::Job& job, const Archive& archive)>;

/// The parsed arguments after a command's name.
class Arguments {
 public:
  /// True if the option was given. Takes the long name; an undeclared name is a programming error.
  [[nodiscard]] bool has(std::string_view option) const;
  /// The last value given for the option.
  [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
  /// Every value given for the option, in order.
  [[nodiscard]] const std::vector<std::string>& values(std::string_view option) const;
  /// The value of a numeric option, or its default.
  [[nodiscard]] std::optional<std::uint32_t> number(std::string_view option) const;
  /// The positional arguments, in order.
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// The positional arguments without duplicates, for commands that count or sum over named games.
  [[nodiscard]] std::vector<std::string> distinctWords() const;
  /// `--json`.
  [[nodiscard]] bool json() const { return has("json"); }
  /// The archive's directory: `--archive`, else $DOCKET_ARCHIVE, else ./docket-archive.
  [[nodiscard]] std::filesystem::path archive() const;
  /// The archive's directory without `--archive`: $DOCKET_ARCHIVE, else ./docket-archive.
  [[nodiscard]] static std::filesystem::path defaultArchive();
  /// Called before --merge reads its folder: docket work has the results made then.
  BeforeMerge before_merge;

 private:
  friend Arguments parseArguments(const struct Command&, std::span<const std::string>);
  std::map<std::string, std::vector<std::string>, std::less<>> given_;  // declared options; not given: empty
  std::map<std::string, bool, std::less<>> flags_;
  std::map<std::string, std::optional<std::uint32_t>, std::less<>> numbers_;
  std::vector<std::string> words_;
};

/// The description of a command. `--archive`, `--json`, `--color` and `--help` are added to each command's options.
struct Command {
  std::string_view name;      ///< "import"
  std::string_view words;     ///< its positional arguments, for the help: "FILE..."
  std::string_view summary;   ///< one line, for the list of commands
  std::string_view help;      ///< what it does, in a few sentences, and its exit status where it differs
  std::string_view examples;  ///< command lines, one per line; a test runs each of them
  std::size_t least_words = 0;
  std::size_t most_words = 0;
  std::vector<Option> options;
  int (*run)(const Arguments& arguments, Streams& streams) = nullptr;
  /// It changes the archive, so it runs to its end even if its output is closed; other commands stop then.
  bool changes_archive = false;
  /// If it changes the archive: its read-only subcommands. Without a subcommand, "list" applies.
  std::vector<std::string_view> read_only_subcommands{};
  /// Its output is long text, such as a transcript or an explanation. At a terminal it goes through a pager.
  bool uses_pager = false;
  /// It is interactive: it runs until a person or another program ends it.
  bool is_interactive = false;
  /// Its words are a command with its own options, which are left to that.
  bool takes_command = false;
};

/// A group of commands with one purpose.
struct CommandGroup {
  std::string_view title;
  std::vector<Command> commands;
};
[[nodiscard]] const std::vector<CommandGroup>& commandGroups();

/// All commands, in the order of the help.
[[nodiscard]] const std::vector<Command>& commands();

Command importCommand();
Command generateCommand();
Command recordCommand();
Command relayCommand();
Command exportCommand();
Command gamesCommand();
Command showCommand();
Command rulesCommand();
Command cardsCommand();
Command deckCommand();
Command logCommand();
Command replayCommand();
Command stepCommand();
Command explainCommand();
Command askCommand();
Command limitsCommand();
Command movesCommand();
Command traceCommand();
Command findCommand();
Command playerCommand();
Command indexCommand();
Command verifyCommand();
Command rulingsCommand();
Command ruleCommand();
Command branchCommand();
Command accountsCommand();
Command diffCommand();
Command reportCommand();
Command regressCommand();
Command workCommand();
Command workerCommand();
Command minimiseCommand();
Command coverageCommand();
Command casesCommand();
Command precedentsCommand();
Command checkCommand();
Command backupCommand();
Command restoreCommand();
Command salvageCommand();
Command upgradeCommand();
Command checkpointCommand();
Command proveCommand();
Command certifyCommand();
Command tilesCommand();
Command followCommand();
Command keysCommand();
Command cosignCommand();
Command checkProofCommand();
Command labelCommand();
Command erasePlayerCommand();
Command mergeCommand();
Command completeCommand();
Command schemaCommand();
Command sessionCommand();
Command siteCommand();
Command serveCommand();
Command deskCommand();
Command slipCommand();
Command typeCommand();

/// The archive, opened for reading, if there is one: it may have the document that a file extends.
[[nodiscard]] std::optional<Archive> archiveIfPresent(const Arguments& arguments);
/// archiveIfPresent() for commands that need no archive unless --archive names one. Throws BadInput.
[[nodiscard]] std::optional<Archive> archiveNamedOrPresent(const Arguments& arguments);

/// The options of a command: its own and the common ones.
[[nodiscard]] std::vector<Option> optionsOf(const Command& command);

/// Parses the arguments after a command's name. Throws BadInput for an unknown option (with the nearest one), a missing
/// value, a number out of its range, or too few or too many positional arguments.
[[nodiscard]] Arguments parseArguments(const Command& command, std::span<const std::string> typed);

/// The page that `docket help NAME` prints.
[[nodiscard]] std::string helpOf(const Command& command);

}  // namespace docket
