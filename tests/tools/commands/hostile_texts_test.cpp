// Untrusted texts on a terminal: a game, its cards and its rules with control characters in every text, shown by
// every command.
#include <fmt/format.h>

#include "events/text/printable.h"
#include "tests/places.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/every_command.h"

namespace docket::hostile_texts_test {
namespace {

using test::Ran;

// In JSON: an escape sequence, a bell, a carriage return, a sequence in one character, marks of direction, a tag.
const std::string kObeyed = R"(\u001b[2J\u0007\r\u009b31m\u202e\u2066\udb40\udc41)";
// A name in the record has no control characters, but can still reverse the direction of a line.
const std::string kTurning = R"(\u202eabc\u2066\u009b)";

/// The first sequence that a terminal would obey, with its surroundings; empty if there is none.
std::string obeyedIn(const std::string& text) {
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = firstCharacter(rest);
    if (!character.valid || (character.value != '\n' && isHarmful(character.value))) {
      const auto at = text.size() - rest.size();
      const auto from = at < 60 ? 0 : at - 60;
      return printable(text.substr(from, 100));
    }
    rest.remove_prefix(character.bytes);
  }
  return {};
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

class HostileTexts : public test::DisputedGame {
 protected:
  void SetUp() override {
    std::string cards = test::kCards;
    std::string game = test::kGame;
    for (auto* text : {&cards, &game}) {
      replaceAll(*text, "Steady Guard", "Steady" + kObeyed + "Guard");
      replaceAll(*text, "Old Keep", kObeyed + "Keep");
    }
    replaceAll(cards, R"("Samurai")", R"("Samurai)" + kObeyed + R"(")");
    replaceAll(cards, R"("strike")", R"("strike)" + kObeyed + R"(", "event": ")" + kObeyed + R"(")");
    replaceAll(cards, R"("version": "1")", R"("version": "1)" + kObeyed + R"(")");
    for (const char* word :
         {"Winter Court", "Aiko", "Bastien", "Corin", "Dana", "It is equal to the minimum.", "dishonorable"}) {
      replaceAll(game, word, word + kObeyed);
    }
    replaceAll(game, R"("round":2)", R"("round":2,"match":")" + kObeyed + R"(","format":")" + kObeyed + R"(")");
    game += fmt::format(
        R"({{"note":"{0}"}}
{{"actor":1,"nameChosen":{{"player":1,"what":"{1}","text":"{0}"}}}}
{{"counterPlaced":{{"subject":"P1","counter":"{1}","amount":1}}}}
{{"penaltyGiven":{{"player":1,"penalty":"{1}","judge":"{0}","note":"{0}"}}}}
{{"observed":{{"subject":"P1","expression":"{0}","value":"{0}"}}}}
{{"rulingGiven":{{"judge":"{0}","at":13,"claim":"title(#2) = \"{0}\"","clauses":["{0}"],"note":"{0}"}}}}
{{"rulingGiven":{{"judge":"{0}","at":13,"claim":"{0}"}}}}
{{"cardCreated":{{"card":5,"owner":1,"player":1,"zone":"home","face":"up"}},"context":{{"identities":[{{"card":5,"printed":{{"title":"{0}","types":["Follower","{0}"],"keywords":["{0}"],"text":"{0}"}}}}]}}}}
{{"begins":[{{"subject":"#5","kind":"grantKeyword","name":"{1}","text":"{0}"}},{{"subject":"#5","kind":"setTitle","name":"{1}"}}],"changeBegan":true}}
{{"rewound":{{"to":13,"judge":"{0}","note":"{0}"}}}}
{{"corrected":{{"event":13,"replacement":{{"note":"{0}"}},"note":"{0}"}}}}
{{"actor":1,"abilityActivated":{{"player":1,"card":2,"ability":1,"designator":"{1}"}}}}
{{"gameEnded":{{"winner":1,"reason":"{1}"}}}}
)",
        kObeyed, kTurning);
    const Ran ran = test::run({"import", place.file("hostile.jsonl", game), "--cards", place.file("cards.json", cards),
                               "--archive", place.archive()});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(obeyedIn(ran.out + ran.err), "");
  }

  void expectHarmless(const test::Typed& typed) const {
    auto words = typed.words;
    words.insert(words.end(), {"--archive", place.archive()});
    const Ran ran = test::run(words, typed.input);
    std::string command = words.front();
    for (const auto& word : typed.words) command += " " + word;
    EXPECT_EQ(obeyedIn(ran.out), "") << command;
    EXPECT_EQ(obeyedIn(ran.err), "") << command;
  }
};

TEST_F(HostileTexts, AreShownEscapedByEveryCommand) {
  auto all = test::everyCommand(place, "court/7");
  for (std::size_t i = all.size();
       i-- > 0;) {  // as JSON too, each before itself: those that change the archive are last
    auto as_json = all[i];
    as_json.words.emplace_back("--json");
    if (all[i].words.back() != "--json") all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), as_json);
  }
  const std::string text = printable("Steady");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"cards", "find", "Steady"},
           {"cards", "find", "Steady", "--json"},
           {"explain", "court/7", "#2", "Personal Honor", "--at", "13"},
           {"explain", "court/7", "#2", "--at", "13", "--json"},
           {"explain", "court/7", "#5", "title", "--at", "27"},
           {"ask", "court/7", "--at", "27", "title(#5)", "keyword(#5, \"x\")", "--why"},
           {"ask", "court/7", "--at", "27", "in play", "--json"},
           {"replay", "court/7", "--at", "27"},
           {"replay", "court/7", "--at", "27", "--json"},
           {"replay", "court/7", "--at", "27", "--seat", "P2"},
           {"diff", "court/7@13", "court/7@27"},
           {"diff", "court/7@13", "court/7@27", "--json"},
           {"log", "court/7", "--seat", "P2", "--json"},
           {"export", "court/7", "--seat", "spectator"},
           {"limits", "court/7", "--at", "27", "--card", "#2"}}) {
    all.insert(all.begin(), {words});
  }
  for (const auto& typed : all) expectHarmless(typed);
}

TEST_F(HostileTexts, AreExportedUnchanged) {
  const test::TempDirectory other;
  const Ran exported = run({"export", "court/7"});
  ASSERT_EQ(exported.status, 0) << exported.err;
  ASSERT_EQ(test::run({"import", other.file("g.jsonl", exported.out), "--cards", place / "cards.json", "--archive",
                       other.archive()})
                .status,
            0);
  EXPECT_EQ(test::run({"export", "court/7", "--archive", other.archive()}).out, exported.out);
  EXPECT_EQ(test::run({"log", "court/7", "--archive", other.archive()}).out, run({"log", "court/7"}).out);
}

TEST_F(HostileTexts, OfRulesAndTypedWordsAreShownEscaped) {
  std::string rules = test::textOf(docket::test::sourceDir() + "/tests/conformance/tidepool/ruleset.json");
  replaceAll(rules, R"("gist": ")", R"("gist": ")" + kObeyed);
  replaceAll(rules, R"("place": ")", R"("place": ")" + kObeyed);
  replaceAll(rules, R"("without": ")", R"("without": ")" + kObeyed);
  replaceAll(rules, R"("game": ")", R"("game": ")" + kObeyed);
  replaceAll(rules, R"("wording": ")", R"("wording": ")" + kObeyed);
  replaceAll(rules, R"("version": ")", R"("version": ")" + kObeyed);
  const std::string file = place.file("tide.json", rules);
  const std::string raw = "\x1b[2J\xE2\x80\xAE\xC2\x9B\r";
  const std::string odd = place.file("odd" + raw + ".json", rules);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"rules", "check", file},
           {"rules", "show", file},
           {"rules", "show", file, "--json"},
           {"rules", "diff", file, "l5r-celestial"},
           {"rules", "diff", docket::test::sourceDir() + "/tests/conformance/tidepool/ruleset.json", file},
           {"rules", "add", file},
           {"rules"},
           {"rules", "--json"},
           {"rules", "check", odd},
           {"rules", "show", odd},
           {"rules", "check", place / ("none" + raw)},
           {"generate", file, "--games", "1"},
           {"import", odd},
           {"import", place / ("none" + raw), "--json"},
           {"export", "court/7", "-o", place / ("out" + raw)},
           {"report", "court/7", "-o", place / ("page" + raw)},
           {"show", raw},
           {"verify", raw},
           {"games", "--player", raw},
           {"cards", "find", raw},
           {"cards", "show", raw},
           {"ask", "court/7", raw},
           {"ask", "court/7", "title(#2) = \"" + raw + "\"", "--why"},
           {"explain", "court/7", raw},
           {"explain", "court/7", "#2", raw},
           {"replay", "court/7", "--at", raw},
           {"log", "court/7", "--from", raw},
           {"branch", "court/7", "--at", "13", "--add", fmt::format("note \"{}\"", raw), "--id", raw},
           {"branch", "court/7", "--at", "13", "--add", raw},
           {"rule", "court/7", "--at", "13", "--claim", raw, "--judge", raw},
           {"deck", place.file("deck.txt", fmt::format("{0}\n1 {0}\n", raw)), "--ruleset", "l5r-celestial"},
           {"limits", "court/7", "--card", raw},
           {"diff", raw, raw},
           {raw},
           {"games", "--" + raw},
           {"games", raw}}) {
    expectHarmless({words});
  }
  expectHarmless({{"record"}, raw + "\n{\"game\":\"court/7\",\"note\":\"" + kObeyed + "\"}\n{\"" + raw + "\":1}\n"});
  expectHarmless(
      {{"step", "court/7", "--at", "27"}, raw + "\nend\nask title(#2)\nfind " + raw + "\n/" + raw + "\nquit\n"});
}

}  // namespace
}  // namespace docket::hostile_texts_test
