#include "engine/rules/spelled_out.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/expression/expression.h"
#include "events/errors.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

class NameExpander {
 public:
  void define(std::string_view name, std::string_view text) {
    const std::string meaning = plainly(text);
    meanings_[std::string(name)] = standsAlone(meaning) ? meaning : "(" + meaning + ")";
  }

  void from(DynamicStruct::Builder owner) const {
    for (const MarkedField& one : markedFields(owner.getSchema())) {
      if (!owner.has(one.field)) continue;
      if (one.field.getType().isStruct()) {
        from(owner.get(one.field).as<DynamicStruct>());
      } else if (one.marks.text == TextMark::expression) {
        const std::string plain = plainly(view(owner.asReader().get(one.field).as<capnp::Text>()));
        owner.set(one.field, plain.c_str());
      } else if (one.field.getType().isList() && one.field.getType().asList().getElementType().isStruct()) {
        auto list = owner.get(one.field).as<DynamicList>();
        unsigned next = 0;
        while (next < list.size()) from(list[next++].as<DynamicStruct>());
      }
    }
  }

 private:
  [[nodiscard]] std::string plainly(std::string_view text) const {
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c == '"' || c == '\'') {
        addQuoted(text, i, plain);
      } else if (isWord(c)) {
        std::size_t end = i;
        while (end < text.size() && isWord(text[end])) ++end;
        word(text.substr(i, end - i), text.substr(end), plain);
        i = end;
      } else if (isSpace(c)) {
        while (i < text.size() && isSpace(text[i])) ++i;
        plain += ' ';
      } else {
        plain += c;
        ++i;
      }
      if (plain.size() > expression::kMaxDefining) {
        throw BadInput(fmt::format("an expression, spelled out, is longer than {} bytes", expression::kMaxDefining));
      }
    }
    return plain;
  }

  /// Converts a text in either marks to double ones.
  static void addQuoted(std::string_view text, std::size_t& i, std::string& plain) {
    const char mark = text[i++];
    plain += '"';
    for (; i < text.size(); ++i) {
      const bool doubled = mark == '\'' && text.substr(i, 2) == "''";
      if (text[i] == mark && !doubled) break;
      if (mark == '\'' && (text[i] == '"' || text[i] == '\\')) plain += '\\';
      if (mark == '"' && text[i] == '\\') plain += text[i++];
      plain += text[i];
      if (doubled) ++i;
    }
    ++i;
    plain += '"';
  }

  /// A name that is called, or precedes a text, is one of the language's own.
  void word(std::string_view word, std::string_view rest, std::string& plain) const {
    while (!rest.empty() && isSpace(rest.front())) rest.remove_prefix(1);
    const bool calls = !rest.empty() && std::string_view("(\"'").find(rest.front()) != std::string_view::npos;
    const auto known = meanings_.find(word);
    plain += calls || known == meanings_.end() ? word : std::string_view(known->second);
  }

  /// True if it is one call, or one word.
  [[nodiscard]] static bool standsAlone(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && isWord(text[i])) ++i;
    if (i == text.size()) return true;
    if (text[i] != '(' || i == 0) return false;
    int depth = 0;
    for (bool in_text = false; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        in_text = !in_text;
      } else if (!in_text && text[i] == '(') {
        ++depth;
      } else if (!in_text && text[i] == ')' && --depth == 0) {
        break;
      }
    }
    return i + 1 == text.size();
  }

  std::map<std::string, std::string, std::less<>> meanings_;
};

}  // namespace

Document<schema::Ruleset> spelledOut(schema::Ruleset::Reader document) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  message->setRoot(document);
  auto root = message->getRoot<schema::Ruleset>();
  NameExpander expander;
  for (const auto one : document.getLet()) expander.define(view(one.getName()), view(one.getIs()));
  root.disownLet();
  expander.from(root);
  return Document<schema::Ruleset>(std::move(message));
}

}  // namespace docket
