#include "tools/commands/completion.h"

#include <exception>
#include <map>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/query/cards/characteristics.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "store/archive.h"
#include "tools/commands/command.h"
#include "tools/commands/job_words.h"
#include "tools/commands/subcommands.h"
#include "tools/commands/typed_words.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/game/rulesets.h"
#include "tools/schema/schemas.h"

namespace docket {
namespace {

using Completions = std::vector<Completion>;

/// The parsed command line whose last word is to be completed.
struct TypedSoFar {
  std::filesystem::path archive;
  std::vector<std::string> words;  ///< of the command, without options and their values; not the last one
  std::string asked;               ///< the name of the last word in the help: "GAME"; empty: an option
};

/// "output" and "o" of "output,o".
bool isCalled(const Option& option, std::string_view typed) {
  const auto comma = option.name.find(',');
  if (typed.starts_with("--")) return option.name.substr(0, comma) == typed.substr(2);
  return typed.starts_with("-") && comma != std::string_view::npos && option.name.substr(comma + 1) == typed.substr(1);
}

/// The name in the help of the word after `words`; for a command with several uses, the names of each.
std::vector<std::string> placesAfter(const Command& command, const std::vector<std::string>& words) {
  std::vector<std::string> places;
  for (const auto& way : usageVariantsOf(command)) {
    if (way.empty() || (!words.empty() && isWordOfCommand(way.front()) && way.front() != words.front())) continue;
    const bool repeats = command.words.find("...") != std::string_view::npos;
    if (words.size() < way.size()) {
      places.push_back(way[words.size()]);
    } else if (repeats) {
      places.push_back(way.back());
    }
  }
  return places;
}

Completions gamesOf(const TypedSoFar& typed) {
  const auto archive = Archive::open(typed.archive, Access::read);
  const auto games = archive.list({});
  return games | ranges::views::transform([](const GameEntry& game) {
           return Completion{.word = game.id, .about = game.event.empty() ? game.date : game.event};
         }) |
         ranges::to_vector;
}

Completions rulesets() {
  return shippedRulesets() | ranges::views::transform([](const EmbeddedFile& one) {
           return Completion{.word = std::string(one.file.substr(0, one.file.rfind('.'))), .about = {}};
         }) |
         ranges::to_vector;
}

Completions clauseCompletions(const Ruleset& ruleset) {
  return ruleset.clauses | ranges::views::transform([](const Clause& clause) {
           return Completion{.word = clause.id, .about = clause.gist};
         }) |
         ranges::to_vector;
}

/// The clauses of the ruleset or of the game that was named; of every ruleset if none was.
Completions clausesFor(const TypedSoFar& typed) {
  for (const std::string& word : typed.words) {
    for (const Completion& ruleset : rulesets()) {
      if (ruleset.word == word) return clauseCompletions(compiledRuleset(chooseRuleset(word, {}, nullptr)));
    }
  }
  if (!typed.words.empty() && std::filesystem::exists(typed.archive)) {
    GameLoader loader(typed.archive);
    return clauseCompletions(loader.game(typed.words.front()).gameRules().ruleset);
  }
  Completions all;
  for (const Completion& ruleset : rulesets()) {
    const auto clauses = clauseCompletions(compiledRuleset(chooseRuleset(ruleset.word, {}, nullptr)));
    all.insert(all.end(), clauses.begin(), clauses.end());
  }
  return all;
}

/// The cards at the end of the game that was named, by their numbers, and by their titles where these are of one card.
Completions cardsOf(const TypedSoFar& typed) {
  if (typed.words.empty()) return {};
  GameLoader loader(typed.archive);
  const OpenGame game = loader.game(typed.words.front());
  const State state = game.stateAt(game.last());
  Completions cards;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> titled;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (!state.cards[card].exists()) continue;
    const auto title = readTitle(state, game.gameRules().ruleset, card).title;
    cards.push_back({.word = "#" + std::to_string(state.cards[card].number), .about = std::string(title)});
    if (!title.empty()) titled[std::string(title)].push_back(state.cards[card].number);
  }
  for (const auto& [title, numbers] : titled) {
    if (numbers.size() == 1) cards.push_back({.word = title, .about = "#" + std::to_string(numbers.front())});
  }
  return cards;
}

/// The titles of all catalogues of the archive, each once.
Completions titlesOf(const TypedSoFar& typed) {
  const auto archive = Archive::open(typed.archive, Access::read);
  std::map<std::string, std::string, std::less<>> catalogue_of;
  for (const HeldDocument& catalogue : knownCatalogues(archive)) {
    DocumentReader<schema::Catalogue> document(catalogue);
    for (const auto card : document.root().getCards()) catalogue_of.emplace(textOf(card.getTitle()), catalogue.name);
  }
  Completions titles;
  for (const auto& [title, catalogue] : catalogue_of) titles.push_back({.word = title, .about = catalogue});
  return titles;
}

Completions schemas() {
  const auto all = allSchemas();
  return all | ranges::views::transform([](const NamedSchema& one) {
           return Completion{.word = one.name, .about = one.about};
         }) |
         ranges::to_vector;
}

Completions dividedCommands() {
  return jobOptions() | ranges::views::transform([](const JobOptions& one) {
           return Completion{.word = std::string(one.command),
                             .about = std::string(dividedCommand(one.command, {}).summary)};
         }) |
         ranges::to_vector;
}

Completions wordsFor(const std::string& place, const TypedSoFar& typed) {
  if (isWordOfCommand(place)) return {{.word = place, .about = {}}};
  if (place == "GAME") return gamesOf(typed);
  if (place == "RULESET") return rulesets();
  if (place == "CLAUSE") return clausesFor(typed);
  if (place == "CARD") return titlesOf(typed);
  if (place == "SCHEMA") return schemas();
  if (place == "COMMAND") return dividedCommands();
  if (place == "SUBJECT" || place == "'#12'") return cardsOf(typed);
  return {};
}

/// The options of the use that was begun; those of all uses if none was.
Completions optionsFor(const Command& command, const std::vector<std::string>& words) {
  const auto options = optionsOf(command);
  const std::string use = words.empty() || subcommandsOf(command).empty() ? std::string() : words.front();
  return options | ranges::views::filter([&](const Option& option) { return belongsToSubcommand(option, use); }) |
         ranges::views::transform([](const Option& option) {
           return Completion{.word = "--" + std::string(option.name.substr(0, option.name.find(','))),
                             .about = std::string(option.help)};
         }) |
         ranges::to_vector;
}

Completions commandNames() {
  Completions names = commands() | ranges::views::transform([](const Command& command) {
                        return Completion{.word = std::string(command.name), .about = std::string(command.summary)};
                      }) |
                      ranges::to_vector;
  names.push_back({.word = "help", .about = "describe a command, with examples"});
  return names;
}

/// Completes the last word after the name of a command.
Completions ofCommand(const Command& command, std::span<const std::string> typed) {
  if (const auto place = placeOfOtherCommand(command, typed.first(typed.size() - 1)); place < typed.size() - 1)
    return ofCommand(dividedCommand(typed[place], command.name), typed.subspan(place + 1));
  const auto options = optionsOf(command);
  TypedSoFar so_far{.archive = Arguments::defaultArchive(), .words = {}, .asked = {}};
  const Option* waiting = nullptr;  // for its value
  for (const std::string& word : typed.first(typed.size() - 1)) {
    if (waiting != nullptr) {
      if (isCalled(*waiting, "--archive")) so_far.archive = word;
      waiting = nullptr;
      continue;
    }
    constexpr std::string_view kArchive = "--archive=";
    if (word.starts_with(kArchive)) so_far.archive = word.substr(kArchive.size());
    const auto option = ranges::find_if(options, [&](const Option& one) { return isCalled(one, word); });
    if (option != options.end()) {
      if (!option->value.empty()) waiting = &*option;
    } else if (!word.starts_with("-")) {
      so_far.words.push_back(word);
    }
  }
  if (waiting != nullptr) return wordsFor(std::string(waiting->value), so_far);
  if (typed.back().starts_with("-")) return optionsFor(command, so_far.words);
  Completions all;
  for (const std::string& place : placesAfter(command, so_far.words)) {
    const Completions words = wordsFor(place, so_far);
    all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

/// Words that may appear there, whatever was begun of the last one.
Completions candidatesFor(std::span<const std::string> typed) {
  if (typed.empty()) return commandNames();
  const std::size_t place = placeOfCommand(typed.first(typed.size() - 1));
  if (place == typed.size() - 1 || typed[place] == "help") return commandNames();
  const auto command = ranges::find(commands(), typed[place], &Command::name);
  if (command == commands().end()) return {};
  // Words before the command and after it are read alike.
  std::vector<std::string> words(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(place));
  words.insert(words.end(), typed.begin() + static_cast<std::ptrdiff_t>(place) + 1, typed.end());
  return ofCommand(*command, words);
}

}  // namespace

std::vector<Completion> completionsOf(std::span<const std::string> typed) {
  const std::string begun = typed.empty() ? "" : typed.back();
  try {
    const Completions candidates = candidatesFor(typed);
    return candidates | ranges::views::filter([&](const Completion& one) { return one.word.starts_with(begun); }) |
           ranges::to_vector;
  } catch (...) {  // completing a word must not print what is wrong with an archive
    return {};
  }
}

}  // namespace docket
