#include "tools/step/script.h"

#include <fmt/format.h>

#include <ostream>
#include <sstream>

#include "events/errors.h"
#include "tools/io/json_answer.h"
#include "tools/io/line_source.h"
#include "tools/words/text.h"

namespace docket::step {
namespace {

class Script {
 public:
  Script(Stepper& stepper, Streams& streams, bool json)
      : stepper_(stepper), views_(stepper), streams_(streams), list_(streams.out, "step"), json_(json) {}

  /// Follows a line; false if it ends the walk. An answer is complete, or was not begun.
  bool follow(const std::string& line) {
    const auto instruction = readInstruction(line);
    if (!instruction) return true;
    if (instruction->verb == Verb::quit) return false;
    const Moved moved = isMove(instruction->verb) ? stepper_.move(*instruction) : Moved{};
    const Instruction shown = isMove(instruction->verb) ? Instruction{.verb = Verb::event} : *instruction;
    if (json_) {
      answerInJson(line, *instruction, moved, shown);
    } else {
      answerInWords(moved, shown);
    }
    streams_.out.flush();
    return true;
  }

  /// Says that the walk is over.
  void end() {
    if (json_) list_.end();
  }

 private:
  void answerInWords(const Moved& moved, const Instruction& shown) {
    std::ostringstream answer;
    if (!moved.note.empty()) answer << moved.note << '\n';
    if (moved.note.empty()) views_.print(answer, shown, streams_.colour);
    streams_.out << (answered_ ? "\n" : "") << answer.str();
    answered_ = true;
  }

  void answerInJson(const std::string& line, const Instruction& instruction, const Moved& moved,
                    const Instruction& shown) {
    JsonWriter json;
    json.object().member("instruction", line).member("event", stepper_.at()).member("of", stepper_.game().last());
    json.member("turn", stepper_.turnLabels().turn(stepper_.at()));
    json.member("moment", stepper_.turnLabels().words(stepper_.at()));
    if (isMove(instruction.verb)) {
      json.member("moved", moved.moved);
      json.memberOrNull("note", moved.note);
    }
    views_.write(json, shown);
    list_.item(json.end().text());
  }

  Stepper& stepper_;
  Views views_;
  Streams& streams_;
  AnswerList list_;
  bool json_;
  bool answered_ = false;
};

}  // namespace

void followScript(Stepper& stepper, Streams& streams, bool json) {
  Script script(stepper, streams, json);
  LineSource lines(streams.in);
  for (std::string line; lines.next(line);) {
    try {
      if (lines.isOverlong()) throw BadInput(fmt::format("a line has more than {} bytes", LineSource::kMaxBytes));
      if (!script.follow(line)) break;
    } catch (const BadInput& bad) {
      throw BadInput(fmt::format("line {} of the script: {}", lines.number(), bad.what()));
    }
  }
  script.end();
}

}  // namespace docket::step
