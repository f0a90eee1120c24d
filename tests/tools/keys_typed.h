// Keys as a test presses them without a terminal: one character each.
#pragma once

#include <string>
#include <vector>

#include "tools/terminal/key_reader.h"

namespace docket::test {

inline std::vector<Key> keysTyped(const std::string& characters) {
  KeyReader reader;
  std::vector<Key> keys;
  for (const char character : characters) reader.take(static_cast<unsigned char>(character), keys);
  reader.silence(keys);
  return keys;
}

}  // namespace docket::test
