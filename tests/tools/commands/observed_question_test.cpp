// One question about observed amounts, one answer. Generated games of every ruleset are cut in the middle; there the
// recorder observes amounts that the rules give, amounts that differ, and amounts that the rules cannot give; then
// something happens. Replay, report, ask, explain and verify agree about each, before and after that. Half of the
// amounts are written as expressions. Other observed results of expressions appear only in ask, explain and verify.
#include <functional>

#include "tests/tools/one_question.h"
#include "tests/tools/report_data.h"

namespace docket::test::observed_question_test {
namespace {

/// The answers of a command about amounts: "known 5 EXACT", "absent DIVERGED", "unknown UNVERIFIED".
using Sayings = std::map<std::string, std::string>;

std::string saying(const std::string& presence, const std::string& amount, const std::string& grade) {
  return presence + (presence == "known" ? " " + amount : "") + " " + grade;
}

/// An answer as a page has it: of a value of a player only the number, if it is known.
std::string onAPage(const std::string& key, const std::string& said) {
  return key[0] == 'P' && said[0] != 'k' ? "known null " + said.substr(said.rfind(' ') + 1) : said;
}

void addBoardCard(const Json& card, Sayings& said) {
  if (!card["underHost"].isNull()) return;  // shown in full there
  said["#" + card["card"].text() + " controller"] = card["controller"].text();
  for (const Json& stat : card["stats"].items()) {
    said["#" + card["card"].text() + " " + stat["name"].text()] =
        saying(stat["presence"].text(), stat["amount"].text(), stat["grade"].text());
  }
  for (const Json& attached : card["attached"].items()) addBoardCard(attached, said);
}

/// The worst grade of `docket verify`.
std::string gradeOf(const Json& verdict) {
  std::string worst = "EXACT";
  for (const char* part : {"heads", "fold", "observations", "legality", "rulings"}) {
    const std::string grade = verdict[part]["grade"].text();
    if (worst == "EXACT" || grade == "DIVERGED") worst = grade;
  }
  return worst;
}

class ObservedQuestion : public OneQuestion {
 protected:
  struct Seen {
    std::string subject, reading;
    [[nodiscard]] std::string key() const { return subject + " " + reading; }
    [[nodiscard]] std::string question() const {
      return fmt::format("{}({}, \"{}\")", subject[0] == '#' ? "stat" : "value", subject, reading);
    }
  };
  struct Cut {
    Made game;
    std::size_t fresh = 0;  ///< after the last observation; then one event more
    std::vector<Seen> seen;
  };

  /// A game up to an event, with observations behind it, imported.
  [[nodiscard]] Cut cut(const Made& game, std::size_t at) const {
    return cut(game, at, [&](Cut& made) {
      observe(Json::of(docket({"replay", game.id, "--at", std::to_string(at), "--json"}).out), made);
    });
  }
  [[nodiscard]] Cut cut(const Made& game, std::size_t at, const std::function<void(Cut&)>& observe) const {
    const auto lines = linesIn(game.lines);
    Cut made{.game = {.id = game.id + "/cut", .lines = lines[0] + "\n", .events = 0}};
    const std::string id = "\"id\":\"" + game.id;
    made.game.lines.insert(made.game.lines.find(id) + id.size(), "/cut");
    for (std::size_t i = 1; i <= at; ++i) made.game.lines += lines[i] + "\n";
    observe(made);
    made.fresh = at + made.seen.size();
    for (const std::string& line : lines) {
      const Json event = Json::of(line);
      if (event["began"].isNull() || !event["context"].isNull() || !event["group"].isNull()) continue;
      made.game.lines += "{" + line.substr(line.find("\"began\"")) + "\n";
      break;
    }
    made.game.events = made.fresh + 1;
    const Ran ran =
        run({"import", place_.file("cut.jsonl", made.game.lines), "--cards", cards_, "--archive", place_.archive()});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    return made;
  }

  /// The stats of cards and values of players that replay and report show.
  [[nodiscard]] Sayings byReplay(const Cut& of, std::size_t at) const {
    Sayings said;
    const Ran ran = docket({"replay", of.game.id, "--at", std::to_string(at), "--json"});
    const Json board = Json::of(ran.out);
    for (const Json& side : board["sides"].items()) {
      for (const Json& value : side["values"].items()) {
        said["P" + side["player"].text() + " " + value["name"].text()] =
            saying(value["presence"].text(), value["amount"].text(), value["grade"].text());
      }
      for (const Json& zone : side["zones"].items()) {
        for (const Json& card : zone["cards"].items()) addBoardCard(card, said);
      }
    }
    EXPECT_EQ(ran.status, board["grade"].text() == "DIVERGED" ? 1 : 0);
    return said;
  }
  [[nodiscard]] static Sayings byReport(const ReportData& report, std::size_t at) {
    const std::vector<std::string> grades{"EXACT", "UNVERIFIED", "DIVERGED"};
    const std::vector<std::string> presences{"known", "absent", "unknown"};
    const auto word = [](const std::vector<std::string>& words, const Json& number) {
      return words.at(std::stoul(number.text()));
    };
    Sayings said;
    for (const auto& [key, item] : report.board(at)) {
      if (item.isNull() && item.items().empty()) continue;
      if (key[0] == 'c') {
        said["#" + item.items()[0].text() + " controller"] = item.items()[3].text();
        for (const Json& stat : item.items()[10].items()) {
          const auto& parts = stat.items();
          said["#" + item.items()[0].text() + " " + report.stat(parts[0])] =
              saying(word(presences, parts[7]), parts[1].text(), word(grades, parts[4]));
        }
      } else if (key[0] == 's') {
        for (const Json& value : item.items()[0].items()) {
          const auto& parts = value.items();
          said["P" + key.substr(1) + " " + report.text(parts[0])] =
              saying("known", parts[1].text(), word(grades, parts[2]));
        }
      }
    }
    return said;
  }
  /// The page has the findings and the grade of the verdict.
  void expectReportOf(const Made& game) const {
    const std::string page = place_.file("page.html", "");
    const Json written = Json::of(docket({"report", game.id, "-o", page, "--json"}).out);
    const Json verdict = verified(game);
    EXPECT_EQ(written["grade"].text(), gradeOf(verdict)) << game.id;
    EXPECT_EQ(written["findings"].text(), std::to_string(verdict["legality"]["findings"].items().size())) << game.id;
  }
  [[nodiscard]] std::string byAsk(const Cut& of, std::size_t at, const Seen& seen) const {
    const Ran ran = docket({"ask", of.game.id, "--at", std::to_string(at), "--json", seen.question()});
    const Json answer = Json::of(ran.out)["answers"].items().front();
    EXPECT_EQ(ran.status, answer["grade"].text() == "DIVERGED" ? 1 : 0) << ran.out;
    return saying(answer["presence"].text(), answer["value"].text(), answer["grade"].text());
  }
  /// The common answer of all four commands about an amount, at the point of `replayed` and `reported`.
  [[nodiscard]] std::string saidAlike(const Cut& of, std::size_t at, const Seen& seen, const Sayings& replayed,
                                      const Sayings& reported) const {
    const std::string where = fmt::format("{} after {}: {}", of.game.id, at, seen.question());
    std::string asked = byAsk(of, at, seen);
    EXPECT_EQ(byExplain(of, at, seen), asked) << where;
    EXPECT_TRUE(replayed.contains(seen.key()) && reported.contains(seen.key())) << where;
    if (!replayed.contains(seen.key()) || !reported.contains(seen.key())) return asked;
    EXPECT_EQ(replayed.at(seen.key()), asked) << where;
    EXPECT_EQ(reported.at(seen.key()), onAPage(seen.key(), asked)) << where;
    return asked;
  }
  /// The answer to an expression; its exit status must match its grade.
  [[nodiscard]] static std::string graded(const Ran& ran, const std::string& value, const std::string& grade) {
    EXPECT_EQ(ran.status, grade == "DIVERGED" ? 1 : 0) << ran.out;
    return value + " " + grade;
  }
  [[nodiscard]] std::string expressionByAsk(const Cut& of, std::size_t at, const std::string& asked) const {
    const Ran ran = docket({"ask", of.game.id, "--at", std::to_string(at), "--json", asked});
    const Json answer = Json::of(ran.out)["answers"].items().front();
    return graded(ran, answer["value"].text(), answer["grade"].text());
  }
  [[nodiscard]] std::string expressionByExplain(const Cut& of, std::size_t at, const std::string& asked) const {
    const Ran ran = docket({"explain", of.game.id, asked, "--at", std::to_string(at), "--json"});
    const Json answer = Json::of(ran.out);
    return graded(ran, answer["explanation"]["value"].text(), answer["grade"].text());
  }
  [[nodiscard]] std::string byExplain(const Cut& of, std::size_t at, const Seen& seen) const {
    const Ran ran = docket({"explain", of.game.id, seen.subject, seen.reading, "--at", std::to_string(at), "--json"});
    const Json answer = Json::of(ran.out);
    const std::string full = answer["explanation"]["value"].text();
    const std::string value = full.substr(0, full.find(','));
    EXPECT_EQ(ran.status, answer["grade"].text() == "DIVERGED" ? 1 : 0) << ran.out;
    const std::string presence = value == "unknown" ? value : value == "absent" || value == "none" ? "absent" : "known";
    return saying(presence, value, answer["grade"].text());
  }

  /// Observes in the words of the language.
  static void addExpression(Cut& made, const Seen& seen, const std::string& expression, const std::string& value) {
    made.seen.push_back(seen);
    std::string quoted;
    for (const char c : expression) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
    made.game.lines += fmt::format(R"({{"observed":{{"expression":"{}","value":"{}"}}}})", quoted, value) + "\n";
  }

 private:
  static void add(Cut& made, const Seen& seen, const std::string& what) {
    made.seen.push_back(seen);
    made.game.lines +=
        fmt::format(R"({{"observed":{{"subject":"{}","reading":"{}",{}}}}})", seen.subject, seen.reading, what) + "\n";
  }
  /// In turn: what the rules give, another number, absent; then a number for a value that the ruleset lacks, and for
  /// stats of unidentified cards.
  static void observe(const Json& board, Cut& made) {
    constexpr std::size_t kMax = 12;
    std::size_t turn = 0;
    const auto next = [&](const std::string& subject, const Json& reading) {
      if (made.seen.size() >= kMax || reading["presence"].text() != "known") return;
      const std::int64_t amount = std::stoll(reading["amount"].text());
      const std::vector<std::string> ways{std::to_string(amount), std::to_string(amount + 3), "absent"};
      const Seen seen{subject, reading["name"].text()};
      const std::string& way = ways[turn % ways.size()];
      if (turn++ / ways.size() % 2 == 0) {
        addExpression(made, seen, seen.question(), way);
      } else {
        add(made, seen, way == "absent" ? "\"absent\":true" : "\"amount\":" + way);
      }
    };
    std::vector<std::string> unknown;
    std::string stat;
    for (const Json& side : board["sides"].items()) {
      for (const Json& value : side["values"].items()) next("P" + side["player"].text(), value);
      for (const Json& zone : side["zones"].items()) {
        for (const Json& card : zone["cards"].items()) {
          if (card["title"].isNull()) unknown.push_back("#" + card["card"].text());
          for (const Json& one : card["stats"].items()) {
            stat = one["name"].text();
            next("#" + card["card"].text(), one);
          }
        }
      }
    }
    add(made, {"P1", "bounty"}, "\"amount\":3");
    for (const std::string& card : unknown) {
      if (!stat.empty() && made.seen.size() < kMax + 3) add(made, {card, stat}, "\"amount\":7");
    }
  }
};

TEST_P(ObservedQuestion, AnObservationIsGradedAlikeByEveryCommand) {
  std::map<std::string, std::size_t> graded;
  for (const Made& game : games_) {
    const Cut made = cut(game, game.events * 2 / 3);
    const ReportData report(docket({"report", made.game.id}).out);
    std::map<std::string, std::size_t> fresh;
    for (const std::size_t at : {made.fresh, made.fresh + 1}) {
      const Sayings replayed = byReplay(made, at);
      const Sayings reported = byReport(report, at);
      for (const Seen& seen : made.seen) {
        const std::string asked = saidAlike(made, at, seen, replayed, reported);
        const std::string where = fmt::format("{} after {}: {}", made.game.id, at, seen.question());
        const std::string grade = asked.substr(asked.rfind(' ') + 1);
        if (at == made.fresh) ++fresh[grade];
        EXPECT_TRUE(at == made.fresh || grade != "DIVERGED") << where << ": events have happened since";
      }
    }
    const Json counted = verified(made.game)["observations"];
    EXPECT_EQ(counted["equal"].text(), std::to_string(fresh["EXACT"])) << made.game.id;
    EXPECT_EQ(counted["unverified"].text(), std::to_string(fresh["UNVERIFIED"])) << made.game.id;
    EXPECT_EQ(counted["different"].text(), std::to_string(fresh["DIVERGED"])) << made.game.id;
    for (const auto& [grade, count] : fresh) graded[grade] += count;
    expectReportOf(made.game);
  }
  for (const char* grade : {"EXACT", "UNVERIFIED", "DIVERGED"}) EXPECT_GT(graded[grade], 0U) << grade;
}

TEST_P(ObservedQuestion, AnObservedExpressionIsGradedAlikeByAskExplainAndVerify) {
  for (const Made& game : games_) {
    const std::size_t at = game.events * 2 / 3;
    const std::string cards = ask(game, at, {"count(in anywhere)"}).front()["value"].text();
    const Cut made = cut(game, at, [&](Cut& seeing) {
      addExpression(seeing, {}, "count(in anywhere)", cards);
      addExpression(seeing, {}, "count(in anywhere) + 0 > 0", "false");
      addExpression(seeing, {}, "count(in the rules", "nonsense");
    });
    const std::string where = made.game.id;
    const std::string otherwise = "count( in anywhere )+0>0";  // the same, however it is written
    EXPECT_EQ(expressionByAsk(made, made.fresh, "count(in anywhere)"), cards + " EXACT") << where;
    EXPECT_EQ(expressionByExplain(made, made.fresh, "count(in anywhere)"), cards + " EXACT") << where;
    EXPECT_EQ(expressionByAsk(made, made.fresh, otherwise), "true DIVERGED") << where;
    EXPECT_EQ(expressionByExplain(made, made.fresh, otherwise), "true DIVERGED") << where;
    EXPECT_EQ(expressionByAsk(made, made.fresh, "count(in anywhere) > 0"), "true EXACT")
        << where << ": this was not observed";
    EXPECT_EQ(expressionByAsk(made, made.fresh - 2, otherwise), "true EXACT") << where << ": not observed yet";
    EXPECT_EQ(expressionByAsk(made, made.fresh + 1, otherwise), "true EXACT")
        << where << ": an event has happened since";
    const Json counted = verified(made.game)["observations"];
    EXPECT_EQ(counted["equal"].text(), "1") << where;
    EXPECT_EQ(counted["different"].text(), "1") << where;
    EXPECT_EQ(counted["unverified"].text(), "1") << where;
  }
}

TEST_P(ObservedQuestion, PartsOfADivergingObservationAreUnverifiedInEveryCommand) {
  constexpr std::size_t kMax = 4;
  std::size_t asked_for = 0;
  for (const Made& game : games_) {
    const std::size_t at = game.events * 2 / 3;
    const auto asked = [](const Seen& seen) { return seen.question() + " + 1"; };
    const Cut made = cut(game, at, [&](Cut& seeing) {
      for (const auto& [key, said] : byReplay({.game = game}, at)) {
        const Seen seen{key.substr(0, key.find(' ')), key.substr(key.find(' ') + 1)};
        const bool certain = said.starts_with("known") && said.ends_with("EXACT") && seen.reading != "controller";
        if (certain && seeing.seen.size() < kMax) addExpression(seeing, seen, asked(seen), "-77");
      }
    });
    asked_for += made.seen.size();
    const ReportData report(docket({"report", made.game.id}).out);
    for (const std::size_t after : {made.fresh, made.fresh + 1}) {
      const Sayings replayed = byReplay(made, after);
      const Sayings reported = byReport(report, after);
      for (const Seen& seen : made.seen) {
        const std::string where = fmt::format("{} after {}: {}", made.game.id, after, seen.question());
        const std::string said = saidAlike(made, after, seen, replayed, reported);
        EXPECT_TRUE(said.starts_with("known") && said.ends_with("UNVERIFIED")) << where << ": " << said;
        const std::string whole = expressionByAsk(made, after, asked(seen));
        EXPECT_EQ(expressionByExplain(made, after, asked(seen)), whole) << where;
        EXPECT_TRUE(whole.ends_with(after == made.fresh ? "DIVERGED" : "UNVERIFIED")) << where << ": " << whole;
      }
    }
    EXPECT_EQ(verified(made.game)["observations"]["different"].text(), std::to_string(made.seen.size()))
        << made.game.id;
  }
  EXPECT_GT(asked_for, 0U);
}

TEST_P(ObservedQuestion, TheTableIsShownAlikeByReplayAndReport) {
  for (const Made& game : games_) {
    const ReportData report(docket({"report", game.id}).out);
    for (const std::size_t at : {game.events / 3, game.events / 2, game.events}) {
      Sayings replayed = byReplay({.game = game}, at);
      for (auto& [key, said] : replayed) said = onAPage(key, said);
      EXPECT_EQ(byReport(report, at), replayed) << game.id << " after " << at;
    }
    expectReportOf(game);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, ObservedQuestion, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::test::observed_question_test
