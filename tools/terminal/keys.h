// Keys pressed at a terminal.
#pragma once

#include <cstdint>
#include <string>

namespace docket {

struct Key {
  enum class Kind : std::uint8_t {
    text,  ///< a character: `text`, UTF-8
    enter,
    backspace,
    erase,  ///< what is at the cursor: the key Delete
    escape,
    tab,
    back_tab,
    up,
    down,
    left,
    right,
    home,
    end,
    page_up,
    page_down,
    control,  ///< with a letter: `text` is "c" for Ctrl-C
    paste,    ///< `text` as it was pasted, whatever is in it
  };
  Kind kind{};
  std::string text{};
  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace docket
