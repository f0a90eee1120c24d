// What a terminal sends when keys are pressed, as keys.
// Invariant: a sequence is one key, however it was cut into pieces on its way (over ssh); one that is not known is
// read to its end and is no key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace docket::step {

struct Key {
  enum class Kind : std::uint8_t {
    text,  ///< a character: `text`, UTF-8
    enter,
    backspace,
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
  };
  Kind kind{};
  std::string text{};
  friend bool operator==(const Key&, const Key&) = default;
};

class KeyReader {
 public:
  /// The keys that end with these bytes. What has begun and not ended waits for more.
  std::vector<Key> read(std::string_view bytes);
  /// Whether something has begun: a single Escape too, which only silence tells from the beginning of a sequence.
  [[nodiscard]] bool waits() const { return !begun_.empty(); }
  /// The keys of what has begun, as nothing more came.
  std::vector<Key> silence();

 private:
  std::string begun_;
};

}  // namespace docket::step
