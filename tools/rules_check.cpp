// docket rules check: what is wrong with the file of a ruleset, with the places in it.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "engine/amendments.h"
#include "engine/document_check.h"
#include "events/errors.h"
#include "events/json.h"
#include "events/quoted.h"
#include "tools/desk.h"
#include "tools/files.h"
#include "tools/json_writer.h"
#include "tools/rules_commands.h"
#include "tools/text.h"

namespace docket {
namespace {

constexpr std::size_t kMostRulesetBytes = 64U << 20;

/// What is wrong, or worth a thought, and where.
struct Remark {
  std::size_t line = 0, column = 0;
  std::string message;
  bool is_error = true;
};

class Checking {
 public:
  explicit Checking(std::string file) : file_(std::move(file)) {}

  std::vector<Remark> check() && {
    const std::string text = readFile(file_, kMostRulesetBytes);
    if (!attempt([&] { held_ = readRuleset(text, file_); })) return std::move(remarks_);
    DocumentReader<schema::Ruleset> document(held_);
    const auto root = document.root();
    Ruleset compiled;
    if (!attempt([&] { compiled = compile(root, file_); })) return std::move(remarks_);
    attempt([&] { checkRuleset(root, compiled, file_); });
    attempt([&] { checkSwitches(root, file_); });
    if (remarks_.empty()) idleClauses(root);
    return std::move(remarks_);
  }

 private:
  /// Gives whether it went well; else it is remarked what did not.
  template <class Attempt>
  bool attempt(Attempt&& attempt) {
    try {
      attempt();
      return true;
    } catch (const BadDocument& bad) {
      place(bad.path(), {.line = bad.lineWithin(), .column = bad.columnWithin()}, bad.reason(), true);
    } catch (const BadInput& bad) {
      remarks_.push_back({.line = bad.line(), .column = bad.column(), .message = bad.message()});
    }
    return false;
  }

  void place(const std::string& path, TextPlace within, std::string message, bool is_error) {
    const auto [line, column] = placeWithin({.text = held_.json, .file = file_}, path, within);
    remarks_.push_back({.line = line, .column = column, .message = std::move(message), .is_error = is_error});
  }

  /// Clauses that nothing in the document stands for: with or without them the rules are the same.
  void idleClauses(schema::Ruleset::Reader root) {
    const Digest whole = digest(root);
    for (unsigned i = 0; i < root.getClauses().size(); ++i) {
      const auto id = root.getClauses()[i].getId();
      const std::string_view name(id.begin(), id.size());
      if (digest(withClauseOff(root, name).root()) != whole) continue;
      place(fmt::format("clauses[{}].id", i), {},
            fmt::format("nothing in the document stands for the clause {}: the rules are the same without it",
                        docket::quoted(name)),
            false);
    }
  }

  std::string file_;
  HeldDocument held_;
  std::vector<Remark> remarks_;
};

int statusOf(const std::vector<Remark>& remarks) {
  int status = 0;
  for (const Remark& remark : remarks) status = std::max(status, remark.is_error ? 2 : 1);
  return status;
}

}  // namespace

int checkRules(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() != 2) throw BadInput("docket rules check: expected one file");
  const std::string& file = words[1];
  const auto remarks = Checking(file).check();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("file", file).member("good", remarks.empty()).list("findings");
    for (const Remark& remark : remarks) {
      json.object().member("line", remark.line).member("column", remark.column);
      json.member("grade", remark.is_error ? "error" : "note").member("message", remark.message).end();
    }
    streams.out << json.end().end().text() << '\n';
    return statusOf(remarks);
  }
  if (remarks.empty()) streams.out << fmt::format("{}: good\n", printable(file));
  for (const Remark& remark : remarks) {
    const std::string where = remark.line == 0 ? file : fmt::format("{}:{}:{}", file, remark.line, remark.column);
    streams.out << fmt::format("{}: {}{}\n", printable(where),
                               remark.is_error ? "" : "note: ", printable(remark.message, LineBreaks::kept));
  }
  return statusOf(remarks);
}

}  // namespace docket
