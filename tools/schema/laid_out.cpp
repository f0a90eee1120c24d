#include "tools/schema/laid_out.h"

#include <cstddef>

namespace docket {
namespace {

constexpr std::size_t kColumns = 120;

/// Goes through the text of a value from its beginning to its end.
class Layout {
 public:
  explicit Layout(std::string_view json) : json_(json) {}

  std::string take() && {
    value(0, 0);
    return std::move(text_) + '\n';
  }

 private:
  /// The end of the value that begins at `at`: after its last character.
  [[nodiscard]] std::size_t endOf(std::size_t at) const {
    std::size_t open = 0;
    bool in_text = false;
    for (; at < json_.size(); ++at) {
      const char c = json_[at];
      if (in_text) {
        at += c == '\\' ? 1U : 0U;
        in_text = c != '"';
      } else if (c == '"') {
        in_text = true;
      } else if (c == '{' || c == '[') {
        ++open;
      } else if (c == '}' || c == ']') {
        if (open == 0) return at;
        --open;
      } else if (open == 0 && (c == ',' || c == ':')) {
        return at;
      }
    }
    return at;
  }

  void onOneLine(std::string_view from) {
    bool in_text = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      text_ += from[i];
      if (in_text && from[i] == '\\') {
        text_ += from[++i];
      } else if (from[i] == '"') {
        in_text = !in_text;
      } else if (!in_text && (from[i] == ',' || from[i] == ':')) {
        text_ += ' ';
      }
    }
  }

  void newLine(std::size_t depth) { text_.append("\n").append(2 * depth, ' '); }

  /// Writes the value that begins at `at`, and gives its end.
  std::size_t value(std::size_t at, std::size_t depth) {
    const std::size_t end = endOf(at);
    const std::size_t column = text_.size() - (text_.rfind('\n') == std::string::npos ? 0 : text_.rfind('\n') + 1);
    const bool holds = json_[at] == '{' || json_[at] == '[';
    if (!holds || (depth != 0 && column + (end - at) * 11 / 10 < kColumns)) {
      onOneLine(json_.substr(at, end - at));
      return end;
    }
    text_ += json_[at];
    for (std::size_t part = at + 1; json_[part] != '}' && json_[part] != ']';) {
      newLine(depth + 1);
      std::size_t next = value(part, depth + 1);
      if (json_[next] == ':') {  // it was a key
        text_ += ": ";
        next = value(next + 1, depth + 1);
      }
      if (json_[next] == ',') {
        text_ += ',';
        ++next;
      }
      part = next;
    }
    newLine(depth);
    text_ += json_[end - 1];
    return end;
  }

  std::string_view json_;
  std::string text_;
};

}  // namespace

std::string laidOut(std::string_view json) { return Layout(json).take(); }

}  // namespace docket
