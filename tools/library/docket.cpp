#include "tools/library/docket.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/library/answering_process.h"

using docket::library::AnsweringProcess;
using docket::library::Failure;

struct docket_archive {
  std::shared_ptr<AnsweringProcess> process;
};

struct docket_game {
  std::shared_ptr<AnsweringProcess> process;
  std::string id;
  std::optional<std::string> under;
};

namespace {

thread_local std::string last_message;

// ---- what an error line says (tools/io/json_answer.cpp writes it)

/// The value after `"name":`, as it is there; a text with its quotation marks.
std::string_view memberOf(std::string_view line, std::string_view name) {
  const std::string key = "\"" + std::string(name) + "\":";
  const auto at = line.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = line.substr(at + key.size());
  if (!value.starts_with('"')) return value.substr(0, value.find_first_of(",}"));
  std::size_t end = 1;
  while (end < value.size() && value[end] != '"') end += value[end] == '\\' ? 2U : 1U;
  return value.substr(0, end + 1);
}

void appendUtf8(std::string& text, unsigned code) {
  const auto byte = [&](unsigned bits) { text += static_cast<char>(bits); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0U | (code >> 6U));
  } else {
    byte(0xE0U | (code >> 12U));
    byte(0x80U | ((code >> 6U) & 0x3FU));
  }
  byte(0x80U | (code & 0x3FU));
}

/// The decoded text of a JSON string; "" if it is not a string.
std::string unquoted(std::string_view json) {
  std::string text;
  if (json.size() < 2 || json.front() != '"') return text;
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') {
      text += json[i];
    } else if (json[++i] == 'u' && i + 4 < json.size()) {
      unsigned code = 0;
      std::from_chars(json.data() + i + 1, json.data() + i + 5, code, 16);
      appendUtf8(text, code);
      i += 4;
    } else {
      constexpr std::string_view kLetters = "ntrbf", kMeant = "\n\t\r\b\f";
      const auto letter = kLetters.find(json[i]);
      text += letter == std::string_view::npos ? json[i] : kMeant[letter];
    }
  }
  return text;
}

/// "rules.json:2:17: message", as people see it.
std::string messageIn(std::string_view line) {
  std::string place = unquoted(memberOf(line, "file"));
  for (const char* name : {"line", "column"}) {
    const std::string_view number = memberOf(line, name);
    if (!place.empty() && number != "null" && !number.empty()) place += ":" + std::string(number);
  }
  return (place.empty() ? place : place + ": ") + unquoted(memberOf(line, "message"));
}

// ---- the border: no exception crosses it

int failed(int status, const char* message) noexcept {
  try {
    last_message = message;
  } catch (...) {  // without memory there is no message
  }
  return status;
}

template <class Act>
int guarded(Act&& act) noexcept {
  try {
    return act();
  } catch (const Failure& failure) {
    return failed(failure.status(), failure.what());
  } catch (const std::bad_alloc&) {
    return failed(DOCKET_ENVIRONMENT, "out of memory");
  } catch (const std::exception& error) {
    return failed(DOCKET_ENVIRONMENT, error.what());
  } catch (...) {
    return failed(DOCKET_ENVIRONMENT, "something unexpected happened");
  }
}

template <class Pointer>
Pointer required(Pointer pointer, const char* name) {
  if (pointer == nullptr) throw Failure(DOCKET_BAD_INPUT, std::string(name) + " is NULL");
  return pointer;
}

std::vector<std::string> wordsIn(const char* const* words, std::size_t count) {
  constexpr std::size_t kMax = 100'000;
  if (count > kMax) throw Failure(DOCKET_BAD_INPUT, "more than 100000 words");
  if (count != 0) required(words, "words");
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.emplace_back(required(words[i], "a word"));
  return all;
}

/// Asks, and gives each line; of a failure the message is kept.
int ask(AnsweringProcess& process, const std::vector<std::string>& words, const AnsweringProcess::EachLine& each) {
  std::string error;
  const int status = process.ask(words, [&](std::string_view line) {
    if (line.find("\"error\":{\"status\":") != std::string_view::npos) error = line;
    each(line);
  });
  if (status >= DOCKET_BAD_INPUT) failed(status, messageIn(error).c_str());
  return status;
}

/// ask() with all lines as one text.
int answered(AnsweringProcess& process, const std::vector<std::string>& words, char** json) {
  required(json, "json");
  std::string text;
  const int status = ask(process, words, [&](std::string_view line) { text.append(line).append("\n"); });
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  *json = copy;
  return status;
}

/// The words of a command about a game, with the game after the command.
std::vector<std::string> aboutGame(const docket_game& game, std::vector<std::string> words) {
  if (words.empty()) throw Failure(DOCKET_BAD_INPUT, "no command is given");
  std::vector<std::string> of_game{words.front(), game.id};
  if (game.under && words.front() != "export") of_game.insert(of_game.end(), {"--under", *game.under});
  of_game.insert(of_game.end(), words.begin() + 1, words.end());
  constexpr std::string_view kCommands = " show log replay explain ask limits trace verify rulings export ";
  if (kCommands.find(" " + words.front() + " ") == std::string_view::npos)
    throw Failure(DOCKET_BAD_INPUT, "\"" + words.front() + "\" is not one of the commands about one game:" +
                                        std::string(kCommands.substr(0, kCommands.size() - 1)));
  return of_game;
}

}  // namespace

const char* docket_version(void) { return DOCKET_VERSION; }

const char* docket_message(void) { return last_message.c_str(); }

void docket_free(char* text) { std::free(text); }

int docket_open(const char* path, docket_archive** archive) {
  return guarded([&] {
    *required(archive, "archive") = nullptr;
    auto opened = std::make_unique<docket_archive>();
    opened->process =
        std::make_shared<AnsweringProcess>(path == nullptr ? std::nullopt : std::optional<std::string>(path));
    // Whether it is an archive is asked by a list in which no game can be.
    const int status = ask(*opened->process, {"games", "--prefix", "\n"}, [](std::string_view) {});
    if (status < DOCKET_BAD_INPUT) *archive = opened.release();
    return status;
  });
}

void docket_close(docket_archive* archive) { delete archive; }

int docket_games(docket_archive* archive, const char* const* words, size_t count, docket_line each, void* context) {
  return guarded([&] {
    required(archive, "archive");
    required(each, "each");
    std::vector<std::string> asked{"games"};
    for (std::string& word : wordsIn(words, count)) asked.push_back(std::move(word));
    bool wanted = true;
    const auto process = archive->process;
    return ask(*process, asked, [&](std::string_view line) {
      const std::string ended(line);
      if (wanted) wanted = each(context, ended.c_str(), ended.size()) == 0;
    });
  });
}

int docket_answer(docket_archive* archive, const char* const* words, size_t count, char** json) {
  return guarded([&] {
    *required(json, "json") = nullptr;
    return answered(*required(archive, "archive")->process, wordsIn(words, count), json);
  });
}

int docket_game_open(docket_archive* archive, const char* id, const char* under, docket_game** game) {
  return guarded([&] {
    *required(game, "game") = nullptr;
    auto opened = std::make_unique<docket_game>();
    opened->process = required(archive, "archive")->process;
    opened->id = required(id, "id");
    if (under != nullptr) opened->under = under;
    const std::vector<std::string> asked =
        under == nullptr ? std::vector<std::string>{"show"} : std::vector<std::string>{"limits", "--at", "start"};
    const int status = ask(*opened->process, aboutGame(*opened, asked), [](std::string_view) {});
    if (status < DOCKET_BAD_INPUT) *game = opened.release();
    return status;
  });
}

void docket_game_close(docket_game* game) { delete game; }

int docket_game_answer(docket_game* game, const char* const* words, size_t count, char** json) {
  return guarded([&] {
    *required(json, "json") = nullptr;
    required(game, "game");
    return answered(*game->process, aboutGame(*game, wordsIn(words, count)), json);
  });
}

int docket_state(docket_game* game, const char* point, char** json) {
  return guarded([&] {
    *required(json, "json") = nullptr;
    required(game, "game");
    return answered(*game->process, aboutGame(*game, {"replay", "--at", required(point, "point")}), json);
  });
}

int docket_ask(docket_game* game, const char* point, const char* expression, char** json) {
  return guarded([&] {
    *required(json, "json") = nullptr;
    required(game, "game");
    return answered(
        *game->process,
        aboutGame(*game, {"ask", "--at", required(point, "point"), "--", required(expression, "expression")}), json);
  });
}

int docket_verify(docket_game* game, char** json) {
  return guarded([&] {
    *required(json, "json") = nullptr;
    required(game, "game");
    return answered(*game->process, aboutGame(*game, {"verify"}), json);
  });
}
