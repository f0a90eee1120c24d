// Cards named by title, with a label if there are several, in the commands that take a card: numbers are never
// needed, and every suggestion can be typed.
#include <regex>

#include "tests/tools/run.h"

namespace docket::named_cards_test {
namespace {

using test::Ran;

class NamedCards : public testing::Test {
 protected:
  void SetUp() override { test::importSamples(place); }
  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }
  /// The command with `card` in the place of "CARD".
  [[nodiscard]] Ran with(std::vector<std::string> typed, const std::string& card) const {
    for (std::string& word : typed) {
      if (word == "CARD") word = card;
    }
    return run(typed);
  }

  test::TempDirectory place;
};

constexpr const char* kGame = "samples/yugioh-use-or-activate";

const std::vector<std::vector<std::string>> kCommands{
    {"explain", kGame, "CARD"},
    {"explain", kGame, "CARD", "ATK"},
    {"explain", kGame, "CARD", "controller"},
    {"explain", kGame, "CARD", "ATK", "--at", "44"},
    {"explain", kGame, "CARD", "ATK", "--why-not"},
    {"explain", kGame, "CARD", "ATK", "CARD", "--why-not"},
    {"explain", kGame, "limit", "CARD"},
    {"explain", kGame, "limit", "CARD", "2"},
    {"limits", kGame, "--card", "CARD"},
    {"limits", kGame, "--card", "CARD", "--at", "44"},
};

TEST_F(NamedCards, AreTheSameByTitleAsByNumber) {
  struct {
    const char *called, *number;
  } const rows[] = {
      {"Lantern Fox [a]", "#18"},     {"lantern fox [A]", "#18"},     {"Lantern Fox [b]", "#17"},
      {"\"Lantern Fox [b]\"", "#17"}, {"\"Lantern Fox\" #21", "#21"}, {"Lantern Fox #21", "#21"},
  };
  for (const auto& row : rows) {
    for (const auto& command : kCommands) {
      const Ran titled = with(command, row.called), numbered = with(command, row.number);
      EXPECT_EQ(titled.out, numbered.out) << command[0] << ' ' << row.called << titled.err;
      EXPECT_EQ(titled.status, numbered.status) << command[0] << ' ' << row.called << titled.err;
      EXPECT_EQ(titled.err, numbered.err) << command[0] << ' ' << row.called;
    }
  }
}

/// The choices that a message offers, without their descriptions.
std::vector<std::string> offeredBy(const std::string& message) {
  static const std::regex kOffer(R"rx(("[^"]+"(?: #\d+)?) \(P\d)rx");
  std::vector<std::string> offered;
  for (std::sregex_iterator one(message.begin(), message.end(), kOffer), end; one != end; ++one)
    offered.push_back((*one)[1].str());
  return offered;
}

TEST_F(NamedCards, AmbiguousNamesGetOffersThatWork) {
  struct {
    const char *typed, *said;
    std::size_t offers;
  } const rows[] = {
      {"Lantern Fox", "which \"Lantern Fox\" is meant after event ", 3},
      {"Lantern Fxo", "did you mean \"Lantern Fox [a]\" (P1 monster zone, slot 1)", 3},
      {"Lantern Fox [z]", "did you mean \"Lantern Fox [a]\" (P1 monster zone, slot 1)", 3},
  };
  for (const auto& row : rows) {
    const std::vector<std::string> command{"explain", kGame, "CARD", "ATK"};
    const Ran ran = with(command, row.typed);
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_HAS(ran.err, row.said);
    const auto offered = offeredBy(ran.err);
    EXPECT_EQ(offered.size(), row.offers) << ran.err;
    for (const std::string& one : offered) {
      EXPECT_EQ(with(command, one).err, "") << one;
      EXPECT_EQ(with({"limits", kGame, "--card", "CARD"}, one).err, "") << one;
    }
  }
}

TEST_F(NamedCards, AreWrittenByTitleInExpressions) {
  struct {
    const char *titled, *numbered;
  } const same[] = {
      {R"(stat("Lantern Fox [a]", "ATK"))", R"(stat(#18, "ATK"))"},
      {R"(stat('lantern fox [b]', "ATK") + 1)", R"(stat(#17, "ATK") + 1)"},
      {R"(title("Lantern Fox [b]") = "Lantern Fox" and controller("Lantern Fox [a]") = P1)",
       R"(title(#17) = "Lantern Fox" and controller(#18) = P1)"},
      {R"(value("Gus", "life"))", R"(value(P1, "life"))"},
      {R"(stat("Lantern Fox #21", "ATK"))", R"(stat(#21, "ATK"))"},
      {R"(controller("Lantern Fox [a]") = "Gus")", R"(controller(#18) = P1)"},
      {R"("Hana" != controller("Lantern Fox [a]"))", R"(P2 != controller(#18))"},
      {R"(count(in play, controller "Gus"))", R"(count(in play, controller P1))"},
      {R"(count(in hand of "Hana"))", R"(count(in hand of P2))"},
  };
  const auto answered = [&](const std::string& asked) {
    const Ran ran = run({"ask", kGame, asked, "--json"});
    EXPECT_EQ(ran.err, "") << asked;
    return test::memberOf(ran.out, "value") + test::memberOf(ran.out, "presence") + test::memberOf(ran.out, "grade");
  };
  for (const auto& row : same) EXPECT_EQ(answered(row.titled), answered(row.numbered)) << row.titled;
  struct {
    const char *asked, *said;
  } const refused[] = {
      {R"(stat("Lantern Fxo", "ATK"))", "question:1:6: there is no card or player \"Lantern Fxo\" after event "},
      {R"(1 + stat("Lantern Fox", "ATK"))", "question:1:10: which \"Lantern Fox\" is meant after event "},
      {R"(stat("Lantern Fox [a]", "AKT"))", "question:1:25: the ruleset has no stat \"AKT\" (did you mean \"ATK\"?)"},
      {R"("Lantern Fox [a]" + 1)", "question:1:1: expected a number; this is a text"},
  };
  for (const auto& row : refused) {
    const Ran ran = run({"ask", kGame, row.asked});
    EXPECT_EQ(ran.status, 2) << row.asked;
    EXPECT_HAS(ran.err, row.said);
  }
  // A claim is recorded by numbers, because titles can later mean other cards.
  const Ran claim =
      run({"rule", kGame, "--dry-run", "--judge", "J", "--claim", R"(stat("Lantern Fox [a]", "ATK") = 1)"});
  EXPECT_HAS(claim.out, R"("claim":"stat(#18, \"ATK\") = 1")") << claim.err;
}

TEST_F(NamedCards, AreWrittenByTitleInObservationsAndClaims) {
  const auto kept = [&](const std::string& card) {
    return run({"minimise", kGame, "--keep", "stat(" + card + ", \"ATK\") >= 1"});
  };
  const Ran titled = kept("'Lantern Fox [a]'"), numbered = kept("#18");
  EXPECT_EQ(titled.status, 0) << titled.err;
  EXPECT_EQ(titled.out, numbered.out);
  EXPECT_HAS(kept("'Lantern Fox'").err, "--keep:1:6: which \"Lantern Fox\" is meant after event ");

  ASSERT_EQ(run({"branch", kGame, "--at", "44", "--account", "P1", "--add", "P1 loses 100 life"}).status, 0);
  ASSERT_EQ(run({"branch", kGame, "--at", "44", "--account", "P2", "--add", "note \"nothing\""}).status, 0);
  const auto claimed = [&](const std::string& claim) {
    const Ran ran = run({"accounts", kGame, "--claim", claim});
    return ran.out.substr(std::min(ran.out.find("according to"), ran.out.size())) + ran.err;
  };
  EXPECT_HAS(claimed("value(\"Gus\", \"life\") > 0"), "according to");
  EXPECT_EQ(claimed("value(\"Gus\", \"life\") > 7900"), claimed("value(P1, \"life\") > 7900"));
  EXPECT_HAS(claimed("stat('Lantern Fxo', \"ATK\") > 0"), "claim:1:6: there is no card or player") << "unknown";
}

TEST_F(NamedCards, ThatDoNotExistAreReported) {
  for (const auto* typed : {"Zzyzx Qqq", "", "[a]", "#999", "999", "#", "\"", "Lantern Fox #999"}) {
    const Ran ran = with({"limits", kGame, "--card", "CARD"}, typed);
    EXPECT_EQ(ran.status, 2) << typed << ran.out;
    EXPECT_HAS(ran.err, "there is no card");
  }
  const Ran ran = with({"explain", kGame, "CARD", "ATK"}, "Zzyzx Qqq");
  EXPECT_HAS(ran.err, "expected a card (its title, or #12), a player (P1)");
}

}  // namespace
}  // namespace docket::named_cards_test
