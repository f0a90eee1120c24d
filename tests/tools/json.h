// An answer in JSON, parsed by tests that compare commands.
// Invariant: malformed JSON fails the test; a missing member is null. A list without its end fails it too.
#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace docket::test {

class Json {
 public:
  /// The answer of a command (tools/io/json_answer.h), or the list of its items, with the sums over them as its member
  /// "sums". Of any other text its first value; the rest is not read.
  static Json of(std::string_view text) {
    std::size_t at = 0;
    Json line = valueAt(text, at);
    if (line["docket"].isNull()) return line;
    if (!line["answer"].isNull()) return line["answer"];
    Json list;
    while (!line["item"].isNull()) {
      list.items_.push_back(line["item"]);
      skip(text, at);
      line = valueAt(text, at);
    }
    if (line["end"]["items"].text() != std::to_string(list.items_.size()))
      ADD_FAILURE() << "the list did not end: " << text.substr(0, 200);
    list.members_.emplace_back("sums", line["end"]["sums"]);
    return list;
  }

  /// The first value of a text.
  static Json valueOf(std::string_view text) {
    std::size_t at = 0;
    return valueAt(text, at);
  }

  /// The member of that name, or null.
  [[nodiscard]] const Json& operator[](std::string_view name) const {
    for (const auto& [key, value] : members_) {
      if (key == name) return value;
    }
    static const Json kNull;
    return kNull;
  }
  /// The items of a list; empty for anything else.
  [[nodiscard]] const std::vector<Json>& items() const { return items_; }
  [[nodiscard]] const std::vector<std::pair<std::string, Json>>& members() const { return members_; }
  /// A text without its quotation marks; a number, true, false and null as they are written.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool isNull() const { return text_ == "null"; }
  /// Verbatim.
  [[nodiscard]] const std::string& written() const { return written_; }

 private:
  static Json valueAt(std::string_view text, std::size_t& at) {
    Json value;
    value.read(text, at);
    // This reads any text; a strict reader decides whether it is JSON.
    simdjson::dom::parser strict;
    if (const auto error = strict.parse(value.written_).error())
      ADD_FAILURE() << "no JSON: " << simdjson::error_message(error) << ": " << text.substr(0, 200);
    return value;
  }

  static void skip(std::string_view text, std::size_t& at) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  }

  void read(std::string_view text, std::size_t& at) {
    skip(text, at);
    const std::size_t begin = at;
    text_.clear();
    if (at >= text.size()) {
      ADD_FAILURE() << "no JSON: " << text.substr(0, 200);
    } else if (text[at] == '{') {
      readList(text, at, '}', true);
    } else if (text[at] == '[') {
      readList(text, at, ']', false);
    } else if (text[at] == '"') {
      readText(text, at);
    } else {
      while (at < text.size() && std::string_view(",]} \n").find(text[at]) == std::string_view::npos)
        text_ += text[at++];
    }
    written_ = text.substr(begin, at - begin);
  }

  void readList(std::string_view text, std::size_t& at, char end, bool named) {
    for (++at, skip(text, at); at < text.size() && text[at] != end; skip(text, at)) {
      std::string name;
      if (named) {
        Json key;
        key.read(text, at);
        name = key.text();
        skip(text, at);
        ++at;  // the colon
      }
      Json value;
      value.read(text, at);
      if (named) {
        members_.emplace_back(std::move(name), std::move(value));
      } else {
        items_.push_back(std::move(value));
      }
      skip(text, at);
      if (at < text.size() && text[at] == ',') ++at;
    }
    ++at;
  }

  void readText(std::string_view text, std::size_t& at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      text_ += text[at];
    }
    ++at;
  }

  std::string text_ = "null", written_;
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace docket::test
