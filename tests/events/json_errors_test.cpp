// Each kind of mistake in JSON, with the exact place and message.
#include <capnp/message.h>
#include <gtest/gtest.h>

#include <string>

#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_reader.h"
#include "schemas/event.capnp.h"

namespace docket::json_errors_test {
namespace {

struct Mistake {
  std::string text;
  std::string said;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.text; }

std::string refusal(const std::string& text) {
  capnp::MallocMessageBuilder message;
  Names names;
  try {
    readJson({.text = text, .file = "game.jsonl", .first_line = 7}, message.initRoot<schema::Event>(), &names);
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "taken";
}

class JsonRefuses : public testing::TestWithParam<Mistake> {};

TEST_P(JsonRefuses, WithThePlaceAndTheExpectedValue) { EXPECT_EQ(refusal(GetParam().text), GetParam().said); }

const Mistake kOfFields[] = {
    {R"({"actr":1})", R"json(game.jsonl:7:2: "actr" is not a field of Event (did you mean "actor"?))json"},
    {R"({"actor":1,"cardMoved":{"crad":5}})",
     R"json(game.jsonl:7:25: "crad" is not a field of cardMoved (did you mean "card"?))json"},
    {R"({"zebra":1})", R"(game.jsonl:7:2: "zebra" is not a field of Event)"},
    {R"({"actor":1,"group":2,"actor":1})", R"(game.jsonl:7:22: "actor" appears here twice)"},
    {R"({"actor":1,"\u0061ctor":1})", R"(game.jsonl:7:12: "actor" appears here twice)"},
    {R"({"cardCeased":{"card":1},"changeBegan":true})",
     R"(game.jsonl:7:26: only one of "cardCeased" and "changeBegan" can be given)"},
    {R"({"n":1})", R"(game.jsonl:7:2: "n" is not a field of Event)"},
};

const Mistake kOfTypes[] = {
    {R"({"actor":"1"})", R"(game.jsonl:7:10: expected a whole number from 0 to 255, found the text "1")"},
    {R"({"actor":256})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number 256"},
    {R"({"actor":-1})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number -1"},
    {R"({"actor":1.0})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number 1.0"},
    {R"({"actor":1e1})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number 1e1"},
    {R"({"actor":01})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number 01"},
    {R"({"actor":-})", "game.jsonl:7:10: expected a whole number from 0 to 255, found the number -"},
    {R"({"actor":null})", "game.jsonl:7:10: expected a whole number from 0 to 255, found null"},
    {R"({"actor":true})", "game.jsonl:7:10: expected a whole number from 0 to 255, found true"},
    {R"({"actor":[1]})", "game.jsonl:7:10: expected a whole number from 0 to 255, found a list"},
    {R"({"cardMoved":{"slot":32768}})",
     "game.jsonl:7:22: expected a whole number from -32768 to 32767, found the number 32768"},
    {R"({"valueChanged":{"amount":9007199254740993}})",
     R"(game.jsonl:7:27: "9007199254740993" is larger than 2^53 = 9007199254740992: other programs would round it)"},
    {R"({"valueChanged":{"amount":99999999999999999999}})",
     R"(game.jsonl:7:27: "99999999999999999999" is larger than 2^53 = 9007199254740992: other programs would round it)"},
    {R"({"valueChanged":{"amount":-9007199254740993}})",
     R"(game.jsonl:7:27: "-9007199254740993" is larger than 2^53 = 9007199254740992: other programs would round it)"},
    {R"({"context":{"source":-1}})",
     "game.jsonl:7:22: expected a whole number from 0 to 9007199254740992, found the number -1"},
    {R"({"cardMoved":7})", "game.jsonl:7:14: expected an object, found the number 7"},
    {R"({"cardMoved":[]})", "game.jsonl:7:14: expected an object, found a list"},
    {R"({"begins":{}})", "game.jsonl:7:11: expected a list, found an object"},
    {R"({"begins":[1]})", "game.jsonl:7:12: expected an object, found the number 1"},
    {R"({"cardMoved":{"zone":5}})", "game.jsonl:7:22: expected a name, found the number 5"},
    {R"({"cardMoved":{"face":"upp"}})",
     R"json(game.jsonl:7:22: expected one of unchanged, up, down, found "upp" (did you mean "up"?))json"},
    {R"({"cardAttached":{"host":"card 5"}})",
     R"(game.jsonl:7:25: expected an entity ("#57", "P1", "place 3", "unit 2" or "game"), found the text "card 5")"},
    {R"({"cardAttached":{"host":"#057"}})",
     R"(game.jsonl:7:25: expected an entity ("#57", "P1", "place 3", "unit 2" or "game"), found the text "#057")"},
    {R"({"changeEnded":{"all":1}})", "game.jsonl:7:23: expected true or false, found the number 1"},
    {R"({"changeBegan":false})", "game.jsonl:7:16: expected true or {}, found false"},
    {R"({"changeBegan":{"x":1}})", "game.jsonl:7:17: no value is allowed here"},
    {R"({"note":7})", "game.jsonl:7:9: expected a text, found the number 7"},
    {R"({"context":{"seals":[{"salt":"abc"}]}})",
     R"(game.jsonl:7:30: expected bytes as lowercase hexadecimal digits, two each, found the text "abc")"},
    {R"({"context":{"seals":[{"salt":"AB"}]}})",
     R"(game.jsonl:7:30: expected bytes as lowercase hexadecimal digits, two each, found the text "AB")"},
    {R"({"context":null})", "game.jsonl:7:12: expected an object, found null"},
};

const Mistake kOfSyntax[] = {
    {"", "game.jsonl:7:1: expected an object, found nothing"},
    {"   ", "game.jsonl:7:1: expected an object, found nothing"},
    {"[]", "game.jsonl:7:1: expected an object"},
    {"7", "game.jsonl:7:1: expected an object"},
    {R"({"actor":1)", "game.jsonl:7:11: the text ends inside an object or a list"},
    {R"({"actor":)", "game.jsonl:7:10: the text ends inside an object or a list"},
    {R"({"actor")", "game.jsonl:7:9: the text ends inside an object or a list"},
    {R"({)", "game.jsonl:7:2: the text ends inside an object or a list"},
    {R"({"begins":[{})", "game.jsonl:7:14: the text ends inside an object or a list"},
    {R"({"begins":[)", "game.jsonl:7:12: the text ends inside an object or a list"},
    {R"({"actor":1} x)", "game.jsonl:7:13: remove the text after the object"},
    {R"({"actor":1}})", "game.jsonl:7:12: remove the text after the object"},
    {R"({"actor":1}{"actor":1})", "game.jsonl:7:12: remove the text after the object"},
    {R"({"actor":1 "group":2})", R"(game.jsonl:7:12: this is not JSON: "\"" is not expected here)"},
    {R"({"actor":1,})", R"(game.jsonl:7:12: this is not JSON: "}" is not expected here)"},
    {R"({"actor":1,,"group":2})", R"(game.jsonl:7:12: this is not JSON: "," is not expected here)"},
    {R"({"actor" 1})", R"(game.jsonl:7:10: this is not JSON: "1" is not expected here)"},
    {R"({"actor"x:1})", R"(game.jsonl:7:9: this is not JSON: "x" is not expected here)"},
    {R"({"actor""b":1})", R"(game.jsonl:7:9: this is not JSON: "\"" is not expected here)"},
    {R"({actor:1})", R"(game.jsonl:7:2: this is not JSON: "a" is not expected here)"},
    {R"({"actor":})", R"(game.jsonl:7:10: this is not JSON: "}" is not expected here)"},
    {R"({"note":"a"b})", R"(game.jsonl:7:12: this is not JSON: "b" is not expected here)"},
    {R"({"begins":[{},]})", R"(game.jsonl:7:15: this is not JSON: "]" is not expected here)"},
    {R"({"begins":[{} {}]})", R"(game.jsonl:7:15: this is not JSON: "{" is not expected here)"},
    {R"({"cardsDrawn":{"cards":[1,2}})", R"(game.jsonl:7:28: this is not JSON: "}" is not expected here)"},
    {R"({"actor":1] )", R"(game.jsonl:7:11: this is not JSON: "]" is not expected here)"},
    {R"({"actor":nul})", "game.jsonl:7:10: expected a whole number from 0 to 255, found nul"},
    {R"({"changeBegan":truex})", "game.jsonl:7:16: expected true or {}, found truex"},
    {"{// no\n\"actor\":1}", R"(game.jsonl:7:2: this is not JSON: "/" is not expected here)"},
    {"{\"actor\":1,\n  \"actor\":2}", R"(game.jsonl:8:3: "actor" appears here twice)"},
};

const Mistake kOfText[] = {
    {R"({"note":"unclosed})", "game.jsonl:7:9: this string does not end"},
    {R"({"note":"a\"})", "game.jsonl:7:9: this string does not end"},
    {"{\"note\":\"a\tb\"}", R"(game.jsonl:7:11: a string cannot hold the control character \x09)"},
    {"{\"note\":\"caf\xE9\"}", "game.jsonl:7:13: these bytes are not UTF-8"},
    {"{\"note\":\"\xC0\x80\"}", "game.jsonl:7:10: these bytes are not UTF-8"},
    {"{\"note\":\"\xED\xA0\x80\"}", "game.jsonl:7:10: these bytes are not UTF-8"},
    {"{\"note\":\"x\xF0\x9F\x82", "game.jsonl:7:11: these bytes are not UTF-8"},
    {R"({"note":"a\ud800b"})", "game.jsonl:7:11: JSON has no such escape, or this is half of a surrogate pair"},
    {R"({"note":"\ud83c\udca1\udc00"})",
     "game.jsonl:7:22: JSON has no such escape, or this is half of a surrogate pair"},
    {R"({"note":"\ud800\u0041"})", "game.jsonl:7:10: JSON has no such escape, or this is half of a surrogate pair"},
    {R"({"note":"ok\n\x"})", "game.jsonl:7:14: JSON has no such escape, or this is half of a surrogate pair"},
    {R"({"note":"\u12g4"})", "game.jsonl:7:10: JSON has no such escape, or this is half of a surrogate pair"},
    {R"({"no\x":1})", "game.jsonl:7:5: JSON has no such escape, or this is half of a surrogate pair"},
};

INSTANTIATE_TEST_SUITE_P(Fields, JsonRefuses, testing::ValuesIn(kOfFields));
INSTANTIATE_TEST_SUITE_P(Types, JsonRefuses, testing::ValuesIn(kOfTypes));
INSTANTIATE_TEST_SUITE_P(Syntax, JsonRefuses, testing::ValuesIn(kOfSyntax));
INSTANTIATE_TEST_SUITE_P(Text, JsonRefuses, testing::ValuesIn(kOfText));

TEST(Json, RefusesTextNestedTooDeeply) {
  std::string text = R"({"note":"x"})";
  for (int i = 0; i < 40; ++i) text.insert(0, R"({"corrected":{"replacement":)").append("}}");
  EXPECT_EQ(refusal(text), "game.jsonl:7:449: nested deeper than 32 levels");
  std::string lists(100'000, '[');
  EXPECT_EQ(refusal(R"({"begins":)" + lists), "game.jsonl:7:100011: the text ends inside an object or a list");
}

TEST(Json, RefusesATooLongTextUnread) {
  const std::string text(17U << 20, ' ');
  EXPECT_EQ(refusal(text), "game.jsonl:7: longer than 16777216 bytes");
}

TEST(Json, RefusesANameOutsideAGame) {
  capnp::MallocMessageBuilder message;
  const JsonSource source{.text = R"({"cardMoved":{"zone":"hand"}})", .file = "x"};
  try {
    readJson(source, message.initRoot<schema::Event>());
    FAIL() << "taken";
  } catch (const BadInput& refused) {
    EXPECT_STREQ(refused.what(), "x:1:22: a name is not allowed here: names belong to a game, and there is none");
  }
}

}  // namespace
}  // namespace docket::json_errors_test
