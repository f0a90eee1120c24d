#include "tools/step/keys.h"

#include <algorithm>
#include <array>
#include <optional>

namespace docket::step {
namespace {

constexpr char kEscape = '\x1b';
/// A sequence that is longer is none of ours: it is dropped.
constexpr std::size_t kMostSequenceBytes = 32;

struct Sequence {
  std::string_view bytes;  // after the Escape
  Key::Kind kind;
};

// As xterm, screen, tmux, the Linux console, rxvt and PuTTY send them.
constexpr std::array<Sequence, 21> kSequences{{
    {"[A", Key::Kind::up},         {"OA", Key::Kind::up},         {"[B", Key::Kind::down},
    {"OB", Key::Kind::down},       {"[C", Key::Kind::right},      {"OC", Key::Kind::right},
    {"[D", Key::Kind::left},       {"OD", Key::Kind::left},       {"[H", Key::Kind::home},
    {"OH", Key::Kind::home},       {"[1~", Key::Kind::home},      {"[7~", Key::Kind::home},
    {"[F", Key::Kind::end},        {"OF", Key::Kind::end},        {"[4~", Key::Kind::end},
    {"[8~", Key::Kind::end},       {"[5~", Key::Kind::page_up},   {"[Z", Key::Kind::back_tab},
    {"[6~", Key::Kind::page_down}, {"[3~", Key::Kind::backspace}, {"OM", Key::Kind::enter},
}};

/// How many bytes of a text that begins with an Escape are one sequence; 0: it has not ended yet.
std::size_t sequenceBytes(std::string_view text) {
  if (text.size() < 2) return 0;
  if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
  if (text[1] != '[') return 1;  // an Escape, and then another key
  for (std::size_t i = 2; i < text.size(); ++i) {
    if (text[i] >= 0x40 && text[i] <= 0x7E) return i + 1;
    if (text[i] < 0x20 || text[i] > 0x7E || i >= kMostSequenceBytes) return i;
  }
  return 0;
}

std::size_t characterBytes(char first) {
  const auto lead = static_cast<unsigned char>(first);
  if (lead < 0xC2 || lead > 0xF4) return 1;
  return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

std::optional<Key> keyOf(std::string_view bytes) {
  const char first = bytes.front();
  if (first == kEscape) {
    if (bytes.size() == 1) return Key{.kind = Key::Kind::escape};
    const auto known = std::find_if(kSequences.begin(), kSequences.end(),
                                    [&](const Sequence& one) { return one.bytes == bytes.substr(1); });
    if (known == kSequences.end()) return std::nullopt;
    return Key{.kind = known->kind};
  }
  if (first == '\r' || first == '\n') return Key{.kind = Key::Kind::enter};
  if (first == '\t') return Key{.kind = Key::Kind::tab};
  if (first == '\x7f' || first == '\b') return Key{.kind = Key::Kind::backspace};
  if (first >= 1 && first <= 26) return Key{.kind = Key::Kind::control, .text = {static_cast<char>('a' + first - 1)}};
  if (static_cast<unsigned char>(first) < 0x20) return std::nullopt;
  return Key{.kind = Key::Kind::text, .text = std::string(bytes)};
}

}  // namespace

std::vector<Key> KeyReader::read(std::string_view bytes) {
  std::vector<Key> keys;
  begun_ += bytes;
  std::string_view rest = begun_;
  while (!rest.empty()) {
    std::size_t taken = characterBytes(rest.front());
    if (rest.front() == kEscape) taken = sequenceBytes(rest);
    if (taken == 0 || taken > rest.size()) break;
    if (const auto key = keyOf(rest.substr(0, taken))) keys.push_back(*key);
    rest.remove_prefix(taken);
  }
  begun_ = std::string(rest);
  return keys;
}

std::vector<Key> KeyReader::silence() {
  std::vector<Key> keys;
  if (begun_ == std::string(1, kEscape)) keys.push_back({.kind = Key::Kind::escape});
  begun_.clear();
  return keys;
}

}  // namespace docket::step
