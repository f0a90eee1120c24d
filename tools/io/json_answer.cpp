#include "tools/io/json_answer.h"

#include <fmt/format.h>

#include <ostream>

#include "tools/io/exit_status.h"

namespace docket {
namespace {

void writeLine(std::ostream& out, std::string_view command, std::string_view what, std::string_view object) {
  JsonWriter json;
  json.object().member("docket", kJsonVersion).member("command", command).memberJson(what, object).end();
  out << json.text() << '\n';
}

}  // namespace

void writeAnswer(std::ostream& out, std::string_view command, std::string_view object) {
  writeLine(out, command, "answer", object);
}

void writeSeats(JsonWriter& json, std::string_view name, Seats seats) {
  if (otherSeats(seats) == 0) {
    json.member(name, static_cast<unsigned>(firstSeat(seats)));
    return;
  }
  json.list(name);
  for (; seats != 0; seats = otherSeats(seats)) json.item(static_cast<unsigned>(firstSeat(seats)));
  json.end();
}

void AnswerList::item(std::string_view object) {
  writeLine(out_, command_, "item", object);
  ++items_;
}

void AnswerList::end(std::string_view sums) {
  JsonWriter json;
  json.object().member("items", items_);
  if (!sums.empty()) json.memberJson("sums", sums);
  writeLine(out_, command_, "end", json.end().text());
}

ErrorReport reportOf(const BadInput& error) {
  ErrorReport told{
      .status = kBadInput, .message = error.message(), .file = {}, .line = error.line(), .column = error.column()};
  // what() begins with the place, as in events/errors.h.
  const std::string_view what = error.what();
  const std::string_view place = what.substr(0, what.size() - error.message().size());
  if (place.empty()) return told;
  const auto after = error.line() == 0     ? std::string(": ")
                     : error.column() == 0 ? fmt::format(":{}: ", error.line())
                                           : fmt::format(":{}:{}: ", error.line(), error.column());
  told.file = place.substr(0, place.size() - after.size());
  return told;
}

void writeErrorMembers(JsonWriter& json, const ErrorReport& error) {
  json.member("status", error.status).member("message", error.message);
  json.memberOrNull("file", error.file).memberOrNull("line", error.line).memberOrNull("column", error.column);
  json.memberOrNull("next", error.next);
}

void writeError(JsonWriter& json, const ErrorReport& error) {
  writeErrorMembers(json.object(), error);
  json.end();
}

void writeFailure(std::ostream& out, std::string_view command, const ErrorReport& error) {
  JsonWriter json;
  writeError(json, error);
  writeLine(out, command, "error", json.text());
}

}  // namespace docket
