// Commands that answer the same question agree. Each pair is compared over generated games of every ruleset, with
// mistakes in them.
#include "tests/tools/one_question.h"

namespace docket::test::one_question_test {
namespace {

TEST_P(OneQuestion, LegalityIsAnsweredAlikeByVerifyAskExplainLogAndStep) {
  std::size_t illegal = 0;
  for (const Made& game : games_) {
    const auto found = findings(game);
    illegal += found.size();
    std::vector<std::string> questions;
    for (std::size_t event = 1; event <= game.events; ++event) questions.push_back(fmt::format("legal({})", event));
    const auto answers = askAll(game, game.events, questions);
    const auto log = Json::of(docket({"log", game.id, "--json"}).out).items();
    std::set<std::size_t> stepped;
    std::string script;
    for (std::size_t i = 0; i <= game.events; ++i) script += "finding\n";  // it also stops at wrong rulings
    const Json steps = Json::of(run({"step", game.id, "--json", "--archive", place_.archive()}, script).out);
    for (const Json& moved : steps.items()) {
      if (moved["moved"].text() == "true") stepped.insert(std::stoul(moved["event"].text()));
    }
    ASSERT_EQ(answers.size(), game.events);
    ASSERT_EQ(log.size(), game.events);
    for (std::size_t event = 1; event <= game.events; ++event) {
      const auto at = found.find(event);
      const Against against = at == found.end() ? Against{} : at->second;
      const std::string where = fmt::format("{} event {}", game.id, event);
      const Json& answer = answers[event - 1];
      const bool known = answer["presence"].text() == "known";
      const bool unspoken = has(answer["unknown"].written(), "no rule here covers");
      const std::string legal = unspoken && against.empty() ? "unknown" : legality(against);
      EXPECT_EQ(known ? answer["value"].text() : answer["presence"].text(), legal) << where;
      EXPECT_EQ(againstOf(log[event - 1]["findings"]), against) << where;
      const bool overturned = !log[event - 1]["ruling"].isNull();
      if (!overturned) {
        EXPECT_EQ(stepped.contains(event), !against.empty()) << where;
      }
      if (against.empty() && event % 7 != 0) continue;
      const Ran explained = docket({"explain", game.id, "legal", std::to_string(event), "--json"});
      EXPECT_EQ(explained.status, legal == "false" ? 1 : 0) << where << explained.out;
      const std::string grade = legal == "unknown" ? "UNVERIFIED" : "EXACT";
      EXPECT_EQ(has(explained.out, "no rule here covers"), unspoken) << where << explained.out;
      if (!against.empty() || unspoken) {
        EXPECT_EQ(Json::of(explained.out)["grade"].text(), grade) << where;
      }
    }
  }
  EXPECT_EQ(illegal == 0, GetParam() == "grand-archive") << "the mistakes planted there are not in acts";
}

TEST_P(OneQuestion, VerifyFindsWhatTheRecorderFoundWhileRecording) {
  for (const Made& game : games_) {
    const TempDirectory live;
    std::string input;
    const auto lines = linesIn(game.lines);
    for (const std::string& line : lines) {
      const bool header = input.empty();
      input += header ? line + "\n" : fmt::format("{{\"game\":\"{}\",{}\n", game.id, line.substr(1));
    }
    const Ran recorded = run({"record", "--cards", cards_, "--archive", live.archive()}, input);
    ASSERT_EQ(recorded.status, 0) << recorded.out.substr(0, 500) << recorded.err;
    std::map<std::size_t, Against> found;
    const Json answers = Json::of(recorded.out);
    for (const Json& answer : answers.items()) {
      const Against against = againstOf(answer["findings"]);
      if (!against.empty()) found[std::stoul(answer["n"].text())] = against;
    }
    EXPECT_EQ(found, findings(game)) << game.id;
  }
}

/// An event as `--act` takes it, from its line of JSON: empty if it says more than its actor, payload and causes.
std::string actOf(const std::string& line) {
  const Json event = Json::of(line);
  std::string actor, act, rest;
  for (const auto& [name, value] : event.members()) {
    if (name == "actor") {
      actor = "P" + value.text() + " ";
    } else if (name == "group") {
      rest += " group=" + value.text();
    } else if (name == "context") {
      for (const auto& [field, of] : value.members()) {
        if (field != "causes") return {};
        rest += " causes=" + of.written();
      }
    } else if (name == "begins") {
      return {};
    } else {
      act = name;
      for (const auto& [field, of] : value.members()) act += fmt::format(" {}={}", field, of.written());
    }
  }
  return actor + act + rest;
}

TEST_P(OneQuestion, ARecordedActIsAsLegalAsAHypotheticalOne) {
  std::size_t asked = 0;
  for (const Made& game : games_) {
    const auto found = findings(game);
    const auto lines = linesIn(game.lines);
    for (std::size_t event = 2; event <= game.events; ++event) {
      const auto at = found.find(event);
      if (at == found.end() && event % 11 != 0) continue;
      const std::string act = actOf(lines[event]);
      const bool claims = act.find("ruling") != std::string::npos || act.find("rewound") != std::string::npos ||
                          act.find("note ") != std::string::npos || act.find("gameEnded") != std::string::npos;
      if (act.empty() || claims) continue;
      ++asked;
      const Ran ran = docket({"ask", game.id, "--at", std::to_string(event - 1), "--act", act, "--json"});
      ASSERT_NE(ran.status, 2) << act << '\n' << ran.err;
      const std::map<std::string, std::string> standing{
          {"true", "legal"}, {"false", "ILLEGAL"}, {"unknown", "undecided"}};
      const bool unspoken = at == found.end() && has(ran.out, "no rule here covers");
      EXPECT_EQ(Json::of(ran.out)["acts"].items().front()["standing"].text(),
                standing.at(unspoken ? "unknown" : legality(at == found.end() ? Against{} : at->second)))
          << game.id << " event " << event << ": " << act;
    }
  }
  EXPECT_GT(asked, 0U);
}

/// The points at which a game is asked: after its first acts, at its findings, near its end.
std::vector<std::size_t> pointsOf(std::size_t events) { return {events / 3, events / 2, events * 3 / 4, events}; }

std::string firstWord(const std::string& words) { return words.substr(0, words.find_first_of(" ,")); }

/// Presence, value and grade. Only the first word of a value is compared: commands add a player's name or a zone.
std::string valueOf(const Json& one, const std::string& value) {
  const std::string presence = one["presence"].text();
  return presence + (presence == "known" ? " " + firstWord(value) : "") + " " + one["grade"].text();
}

TEST_P(OneQuestion, IdentityAndOwnerAreAnsweredAlikeByReplayAskAndExplain) {
  for (const Made& game : games_) {
    for (const std::size_t at : pointsOf(game.events)) {
      const Json board = Json::of(docket({"replay", game.id, "--at", std::to_string(at), "--json"}).out);
      struct Read {
        std::string card, reading, value;
      };
      std::vector<Read> shown;
      std::vector<std::string> questions;
      const auto zone = [&](const Json& one) {
        for (const Json& card : one["cards"].items()) {
          const std::string number = "#" + card["card"].text();
          const std::string controller = card["controller"].text();
          shown.push_back(
              {number, "controller", controller == "0" ? "absent EXACT" : "known P" + controller + " EXACT"});
          questions.push_back("controller(" + number + ")");
          for (const Json& stat : card["stats"].items()) {
            shown.push_back({number, stat["name"].text(), valueOf(stat, stat["amount"].text())});
            questions.push_back(fmt::format("stat({}, \"{}\")", number, stat["name"].text()));
          }
        }
      };
      for (const Json& side : board["sides"].items()) {
        for (const Json& one : side["zones"].items()) zone(one);
      }
      const auto answers = askAll(game, at, questions);
      ASSERT_EQ(answers.size(), shown.size());
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::string where = fmt::format("{} after {}: {}", game.id, at, questions[i]);
        EXPECT_EQ(valueOf(answers[i], answers[i]["value"].text()), shown[i].value) << where;
        if (i % 9 != 0) continue;
        const Json explained = Json::of(
            docket({"explain", game.id, shown[i].card, shown[i].reading, "--at", std::to_string(at), "--json"}).out);
        const std::string value = explained["explanation"]["value"].text();
        const std::string known = value == "nobody" ? "absent" : "known " + firstWord(value);
        EXPECT_EQ(known + " " + explained["grade"].text(), shown[i].value) << where;
      }
    }
  }
}

TEST_P(OneQuestion, UsesAreCountedAlikeByLimitsAskAndExplain) {
  for (const Made& game : games_) {
    for (const std::size_t at : pointsOf(game.events)) {
      const Json limits = Json::of(docket({"limits", game.id, "--at", std::to_string(at), "--json"}).out);
      for (const Json& one : limits["limits"].items()) {
        // Counted for each trigger: which one is meant cannot be asked for afterwards.
        if (one["allows"].text().find("trigger") != std::string::npos) continue;
        const std::string card = "#" + one["card"].text(), player = "P" + one["player"].text();
        const std::string question =
            fmt::format("({}, {}, \"{}\", {})", card, one["ability"].text(), one["limit"].text(), player);
        const auto answers = ask(game, at, {"used" + question, "max" + question});
        const std::string where = fmt::format("{} after {}: {}", game.id, at, question);
        ASSERT_EQ(answers.size(), 2U) << where;
        EXPECT_EQ(answers[1]["value"].text(), one["max"].text()) << where;
        if (one["perhaps"].text() == "0") {
          EXPECT_EQ(valueOf(answers[0], answers[0]["value"].text()), "known " + one["used"].text() + " EXACT") << where;
        } else {
          EXPECT_EQ(answers[0]["presence"].text(), "unknown") << where;
        }
        std::vector<std::string> typed{"explain", game.id, "limit", card};
        if (one["ability"].text() != "0") typed.push_back(one["ability"].text());
        typed.insert(typed.end(), {"--seat", player, "--at", std::to_string(at), "--json"});
        const std::string explained = docket(typed).out;
        EXPECT_HAS(explained, fmt::format("\"value\":\"{} of {}", one["used"].text(), one["max"].text())) << where;
      }
    }
  }
}

TEST_P(OneQuestion, AnExceededLimitIsCountedAlikeByVerifyAndAsk) {
  for (const Made& game : games_) {
    const Json all = verified(game);
    const auto lines = linesIn(game.lines);
    for (const Json& one : all["legality"]["findings"].items()) {
      const Json& finding = one["finding"];
      const std::size_t event = std::stoul(finding["event"].text());
      const Json act = Json::of(lines[event])["abilityActivated"];
      const bool by_trigger = finding["limit"].text() == "max-per-instance";
      if (finding["kind"].text() != "limit" || act.isNull() || by_trigger) continue;
      const auto answers = ask(game, event,
                               {fmt::format("before({}, used({}, {}, \"{}\", P{}))", event, finding["card"].text(),
                                            act["ability"].text(), finding["limit"].text(), finding["player"].text())});
      ASSERT_EQ(answers.size(), 1U);
      EXPECT_EQ(answers[0]["value"].text(), finding["used"].text()) << game.id << " event " << event;
    }
  }
}

TEST_P(OneQuestion, TheOutcomeOfARulingIsAlikeInVerifyRulingsAndLog) {
  for (const Made& game : games_) {
    // A new ruling, in addition to the game's own.
    ASSERT_NE(docket({"rule", game.id, "--claim", "turn() > 100", "--judge", "Erin"}).status, 2);
    const Json all = verified(game);
    const Json listed = Json::of(docket({"rulings", game.id, "--json"}).out);
    const auto log = Json::of(docket({"log", game.id, "--json"}).out).items();
    std::map<std::string, std::string> verified_as, listed_as, logged_as;
    for (const Json& one : all["rulings"]["given"].items()) verified_as[one["event"].text()] = one["outcome"].text();
    for (const Json& one : listed.items().front()["rulings"].items()) {
      listed_as[one["event"].text()] = one["outcome"].text();
    }
    for (const Json& line : log) {
      if (!line["ruling"].isNull()) logged_as[line["event"].text()] = line["ruling"].text();
    }
    EXPECT_FALSE(verified_as.empty());
    EXPECT_EQ(verified_as, listed_as) << game.id;
    EXPECT_EQ(verified_as, logged_as) << game.id;
  }
}

TEST_P(OneQuestion, WhichCardsNoCatalogueHasIsAnsweredAlikeByImportAndVerify) {
  const TempDirectory place;
  const Made& game = games_.front();
  const std::string empty = place.file(
      "none.json", fmt::format(R"({{"name": "none", "version": "1", "ruleset": "{}", "cards": []}})", GetParam()));
  const Ran ran =
      run({"import", place.file("game.jsonl", game.lines), "--cards", empty, "--archive", place.archive(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::set<std::string> keys;
  const Json taken = Json::of(ran.out).items().front();
  for (const Json& key : taken["undefined"].items()) keys.insert(key.text());
  EXPECT_FALSE(keys.empty());
  const Json all = Json::of(run({"verify", game.id, "--archive", place.archive(), "--json"}).out);
  EXPECT_NE(all.items().front()["legality"]["undefined"].text(), "0");
}

INSTANTIATE_TEST_SUITE_P(Rulesets, OneQuestion, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::test::one_question_test
