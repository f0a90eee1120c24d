#include "tools/site/addresses.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/digest.h"
#include "events/log/leaf.h"
#include "events/public_header.h"

namespace docket::site {
namespace {

constexpr std::size_t kKeyDigits = 32;

std::string suffix(std::size_t part) { return part == 0 ? std::string() : fmt::format("-{}", part); }

}  // namespace

std::string keyOf(std::string_view kind, std::string_view text) {
  Hash all;
  all.update(kind);
  all.update(std::string_view("\n"));
  all.update(text);
  return hex(all.value()).substr(0, kKeyDigits);
}

std::string keyOf(const Game& game) {
  const Salt salt = idSaltOf(game.header(), game.secrets().of(0));
  return hex(idCommitment(game.id(), salt)).substr(0, kKeyDigits);
}

std::string pathOfBoards(std::string_view key) { return fmt::format("games/{}/{}-boards.html", key.substr(0, 2), key); }

std::string pathOf(std::string_view section, std::string_view key, std::size_t part) {
  return fmt::format("{}/{}/{}{}.html", section, key.substr(0, 2), key, suffix(part));
}

std::string pathOfList(std::string_view section, std::size_t part) {
  return fmt::format("{}/index{}.html", section, suffix(part));
}

std::string relative(std::string_view from, std::string_view to) {
  std::string up;
  for (std::ptrdiff_t folders = std::count(from.begin(), from.end(), '/'); folders > 0; --folders) up += "../";
  return up + std::string(to);
}

}  // namespace docket::site
