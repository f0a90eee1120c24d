#include "tools/terminal/key_reader.h"

#define NCURSES_NOMACROS
#include <curses.h>

#include <algorithm>
#include <array>
#include <utility>

namespace docket {
namespace {

constexpr char kEscape = '\x1b';
/// The maximum size of a piece of pasted text.
constexpr std::size_t kMaxPastedBytes = 1U << 20;
/// Codes of our own, beyond those that ncurses gives.
constexpr int kPasteBegins = 0x7001, kPasteEnds = 0x7002;

struct Sent {
  const char* bytes;
  int code;
};
/// The sequences of xterm, screen, tmux, the Linux console, rxvt and PuTTY, in both modes of their cursor keys.
constexpr std::array<Sent, 23> kSent{{
    {"\x1b[A", KEY_UP},     {"\x1bOA", KEY_UP},          {"\x1b[B", KEY_DOWN},      {"\x1bOB", KEY_DOWN},
    {"\x1b[C", KEY_RIGHT},  {"\x1bOC", KEY_RIGHT},       {"\x1b[D", KEY_LEFT},      {"\x1bOD", KEY_LEFT},
    {"\x1b[H", KEY_HOME},   {"\x1bOH", KEY_HOME},        {"\x1b[1~", KEY_HOME},     {"\x1b[7~", KEY_HOME},
    {"\x1b[F", KEY_END},    {"\x1bOF", KEY_END},         {"\x1b[4~", KEY_END},      {"\x1b[8~", KEY_END},
    {"\x1b[5~", KEY_PPAGE}, {"\x1b[6~", KEY_NPAGE},      {"\x1b[Z", KEY_BTAB},      {"\x1b[3~", KEY_DC},
    {"\x1bOM", KEY_ENTER},  {"\x1b[200~", kPasteBegins}, {"\x1b[201~", kPasteEnds},
}};

struct Meaning {
  int code;
  Key::Kind kind;
};
constexpr std::array<Meaning, 12> kMeanings{{
    {KEY_UP, Key::Kind::up},
    {KEY_DOWN, Key::Kind::down},
    {KEY_RIGHT, Key::Kind::right},
    {KEY_LEFT, Key::Kind::left},
    {KEY_HOME, Key::Kind::home},
    {KEY_END, Key::Kind::end},
    {KEY_PPAGE, Key::Kind::page_up},
    {KEY_NPAGE, Key::Kind::page_down},
    {KEY_BTAB, Key::Kind::back_tab},
    {KEY_DC, Key::Kind::erase},
    {KEY_ENTER, Key::Kind::enter},
    {KEY_BACKSPACE, Key::Kind::backspace},
}};

std::size_t characterBytes(char first) {
  const auto lead = static_cast<unsigned char>(first);
  if (lead < 0xC2 || lead > 0xF4) return 1;
  return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

}  // namespace

void KeyReader::defineKeys() {
  for (const Sent& one : kSent) ::define_key(one.bytes, one.code);
}

void KeyReader::take(int code, std::vector<Key>& keys) {
  if (pastes_) return takePasted(code, keys);
  if (code == kPasteBegins) {
    pastes_ = true;
  } else if (code >= 0 && code < KEY_MIN) {
    takeByte(static_cast<char>(code), keys);
  } else {
    const auto* const known =
        std::find_if(kMeanings.begin(), kMeanings.end(), [&](const Meaning& one) { return one.code == code; });
    if (known != kMeanings.end()) keys.push_back({.kind = known->kind});
  }
}

void KeyReader::takePasted(int code, std::vector<Key>& keys) {
  const bool ends = code == kPasteEnds;
  if (code >= 0 && code < KEY_MIN) paste_ += code == '\r' ? '\n' : static_cast<char>(code);
  if (!ends && paste_.size() < kMaxPastedBytes) return;
  pastes_ = !ends;
  keys.push_back({.kind = Key::Kind::paste, .text = std::move(paste_)});
  paste_.clear();
}

/// True if a byte belongs to a sequence that has begun.
bool KeyReader::isOfSequence(char byte, std::vector<Key>& keys) {
  switch (sequence_) {
    case Sequence::none:
      return false;
    case Sequence::escape:
      sequence_ = byte == '[' ? Sequence::control : byte == 'O' ? Sequence::single : Sequence::none;
      if (sequence_ == Sequence::none) keys.push_back({.kind = Key::Kind::escape});
      return sequence_ != Sequence::none;
    case Sequence::single:
      sequence_ = Sequence::none;
      return true;
    case Sequence::control:
      if (byte < 0x20 || byte > 0x3F) sequence_ = Sequence::none;
      return true;
  }
  return false;
}

void KeyReader::takeByte(char byte, std::vector<Key>& keys) {
  if (isOfSequence(byte, keys)) return;
  if (character_.empty()) {
    if (byte == kEscape) {
      sequence_ = Sequence::escape;
      return;
    }
    if (byte == '\r' || byte == '\n') return keys.push_back({.kind = Key::Kind::enter});
    if (byte == '\t') return keys.push_back({.kind = Key::Kind::tab});
    if (byte == '\x7f' || byte == '\b') return keys.push_back({.kind = Key::Kind::backspace});
    if (byte >= 1 && byte <= 26) {
      return keys.push_back({.kind = Key::Kind::control, .text = {static_cast<char>('a' + byte - 1)}});
    }
    if (static_cast<unsigned char>(byte) < 0x20) return;
  }
  character_ += byte;
  if (character_.size() < characterBytes(character_.front())) return;
  keys.push_back({.kind = Key::Kind::text, .text = std::move(character_)});
  character_.clear();
}

void KeyReader::silence(std::vector<Key>& keys) {
  if (sequence_ != Sequence::escape) return;
  sequence_ = Sequence::none;
  keys.push_back({.kind = Key::Kind::escape});
}

}  // namespace docket
