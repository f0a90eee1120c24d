// Turns ncurses input into keys: its key codes, the bytes of characters, pasted text.
// Invariant: a character is one key, however its bytes were cut into pieces on their way (over ssh); a sequence that
// ncurses does not know is read to its end and is no key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/terminal/keys.h"

namespace docket {

class KeyReader {
 public:
  /// Registers key sequences that terminals send although their terminfo entry lacks them. Call it after ncurses has
  /// started.
  static void defineKeys();

  /// The result of wgetch(). Keys that end with it are added.
  void take(int code, std::vector<Key>& keys);
  /// Nothing more came: a single Escape is the key of that name.
  void silence(std::vector<Key>& keys);

 private:
  void takeByte(char byte, std::vector<Key>& keys);
  void takePasted(int code, std::vector<Key>& keys);
  [[nodiscard]] bool isOfSequence(char byte, std::vector<Key>& keys);

  enum class Sequence : std::uint8_t { none, escape, single, control };
  Sequence sequence_ = Sequence::none;
  std::string character_;  // the bytes of one that has begun
  std::string paste_;
  bool pastes_ = false;
};

}  // namespace docket
