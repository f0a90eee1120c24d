// docket cards read as people type it: our own files in every format, explanations, error messages, and hostile
// files.
#include <algorithm>

#include "tests/tools/printed_duel.h"

namespace docket::test::cards_read_test {
namespace {

class CardsRead : public testing::Test {
 protected:
  [[nodiscard]] Ran read(const std::string& text, std::vector<std::string> more = {}) const {
    std::vector<std::string> typed{"cards", "read", "--ruleset", "yugioh", place.file("printed.jsonl", text)};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  }
  TempDirectory place;
};

constexpr const char* kOwl =
    R"({"title":"Reed Owl","types":["monster"],"subtypes":["Effect"],"text":"Once per turn: You can draw 1 card. Hums a tune."})";

// ---- shapes of files

TEST_F(CardsRead, AcceptsOneCardPerLine) {
  const Ran ran = read(kPrintedDuel);
  EXPECT_EQ(ran.status, 0);
  EXPECT_HAS(ran.err, "5 cards: ");
  EXPECT_HAS(ran.out, R"({"limit":"once-per-turn"})");
  EXPECT_HAS(ran.out, R"({"limit":"hard-use","group":"1"})");
  EXPECT_HAS(ran.out, R"({"limit":"hard-activate","group":"1"})");
  EXPECT_HAS(ran.out, R"("stats":[{"stat":"ATK","amount":1900})");
}

TEST_F(CardsRead, AcceptsBlankLinesAndWindowsLineEndings) {
  std::string windows = std::string("\n  \n") + kOwl + "\n\n" + kPrintedDuel;
  for (std::size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2) windows.insert(at, "\r");
  const Ran ran = read(windows);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err, "6 cards: ");
}

TEST_F(CardsRead, AcceptsAByteOrderMark) {
  const Ran plain = read(kPrintedDuel);
  const Ran marked = read(std::string("\xEF\xBB\xBF") + kPrintedDuel);
  EXPECT_EQ(marked.status, 0) << marked.err;
  EXPECT_EQ(marked.out, plain.out);
}

TEST_F(CardsRead, AcceptsACatalogueAndKeepsItsNameAndRuleset) {
  const std::string catalogue =
      std::string(R"({"name": "reeds", "version": "3", "ruleset": "yugioh", "cards": [)") + "\n" + kOwl + "]}";
  EXPECT_HAS(read(with(catalogue, "\"title\"", "\"key\":\"owl\",\"title\"")).out,
             R"({"name":"reeds","version":"3","ruleset":"yugioh")");
  const Ran ran =
      run({"cards", "read", place.file("c.json", with(catalogue, "\"title\"", "\"key\":\"owl\",\"title\""))});
  EXPECT_EQ(ran.status, 0) << "the catalogue names its own ruleset: " << ran.err;
}

TEST_F(CardsRead, AcceptsFactsFromPublicSources) {
  const std::string grand = R"({"slug":"reed-guard","name":"Reed Guard","types":["ALLY"],"effect":"Hums a tune."})";
  const Ran ran = run({"cards", "read", "--ruleset", "grand-archive", place.file("g.jsonl", grand)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("text":"Hums a tune.")");
  EXPECT_HAS(ran.out, R"("unread":true)");
  const std::string five =
      R"({"title":"Reed Guard","types":["Personality"],"_set":"Reeds","text":"<b>Battle:</b> Bow this card."})";
  const Ran tagged = run({"cards", "read", "--ruleset", "l5r-celestial", place.file("l.jsonl", five)});
  EXPECT_EQ(tagged.status, 0) << tagged.err;
  EXPECT_HAS(tagged.out, R"("text":"**Battle:** Bow this card.")");
}

// ---- explanations

TEST_F(CardsRead, ExplainsACardWordingByWordingWithTheClause) {
  const Ran ran = read(kOwl, {"--explain", "Reed Owl"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_HAS(ran.out, "Reed Owl\n  ability 1     Once per turn: You can draw 1 card.\n");
  EXPECT_HAS(ran.out, "[ygo.soft]");
  EXPECT_HAS(ran.out, "not read: \"Hums a tune\"");
  EXPECT_HAS(ran.out, "  limit         ability 1: Once per turn\n");
  EXPECT_HAS(ran.out, "  unknown       ");
  const Ran json = read(kOwl, {"--explain", "Reed Owl", "--json"});
  EXPECT_HAS(json.out, R"("clause":"ygo.soft")");
  EXPECT_HAS(json.out, R"("unread":[{"text":"text","begin":36,"end":47}])");
  EXPECT_EQ(std::count(json.out.begin(), json.out.end(), '\n'), 2) << "a line for the card, and the end";
}

TEST_F(CardsRead, ExplainsOnAPageWithoutScriptsFromTitles) {
  const std::string hostile =
      R"({"title":"<script>alert(1)</script>","types":["monster"],"text":"</table><script>x</script> Once per turn: <img src=x onerror=alert(1)> \"a \"b\" c\" \u0001\u001b[31m."})";
  const std::string page = place / "page.html";
  const Ran ran = read(hostile, {"--explain", "<script>alert(1)</script>", "-o", page});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string html = textOf(page);
  EXPECT_FALSE(has(html, "<script"));
  EXPECT_FALSE(has(html, "<img"));
  EXPECT_FALSE(has(html, "\x1b"));
  EXPECT_HAS(html, "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>");
  EXPECT_HAS(html, "default-src 'none'");
  EXPECT_FALSE(has(read(hostile, {"--explain", "<script>alert(1)</script>"}).out, "\x1b"))
      << "not on a terminal either";
}

TEST_F(CardsRead, ListsUnreadWordsByFrequency) {
  const std::string three = std::string(kOwl) + "\n" + with(kOwl, "Reed Owl", "Marsh Owl") + "\n" +
                            with(with(kOwl, "Reed Owl", "Old Owl"), "Hums a tune", "Snores");
  const Ran ran = read(three, {"--unread"});
  EXPECT_EQ(ran.out, "     2  Hums a tune\n     1  Snores\n");
  EXPECT_EQ(read(three, {"--unread", "--json"}).out,
            R"({"docket":2,"command":"cards read","item":{"words":"Hums a tune","count":2,"first":"Reed Owl"}})"
            "\n"
            R"({"docket":2,"command":"cards read","item":{"words":"Snores","count":1,"first":"Old Owl"}})"
            "\n"
            R"({"docket":2,"command":"cards read","end":{"items":2,"sums":{"wordings":2}}})"
            "\n");
  EXPECT_EQ(read(three, {"--unread", "--most", "1"}).out, "     2  Hums a tune\n1 more wordings (--most shows more)\n");
}

TEST_F(CardsRead, PrintsAJsonLinePerCardAndWritesTheCatalogue) {
  const std::string out = place / "cards.json";
  const Ran ran = read(kPrintedDuel, {"--json", "-o", out});
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 6) << ran.out;
  EXPECT_EQ(textOf(out), read(kPrintedDuel).out);
}

// ---- corrections

std::string corrections(const std::string& wording) {
  return R"({"ruleset":"yugioh","corrections":[{"who":"Judge Ada","date":"2026-05-01","wording":)" + wording + "}]}";
}
constexpr const char* kTune =
    R"({"name":"tune","words":["Hums a tune"],"of":{"keys":["Reed Owl"]},"gist":"says nothing of the game"})";

TEST_F(CardsRead, CorrectionsOutrankTheReadingAndSurviveTheNext) {
  const std::string file = place.file("corrections.json", corrections(kTune));
  EXPECT_EQ(read(kOwl, {"--unread"}).out, "     1  Hums a tune\n");
  EXPECT_EQ(read(kOwl, {"--corrections", file, "--unread"}).out, "");
  const Ran first = read(kOwl, {"--corrections", file});
  EXPECT_EQ(read(first.out, {"--corrections", file}).out, first.out) << "read again, from the catalogue";
  EXPECT_HAS(read(kOwl, {"--corrections", file, "--explain", "Reed Owl"}).out,
             "\"Hums a tune\": says nothing of the game; decided by Judge Ada, 2026-05-01");
  const std::string none = corrections(R"({"words":["once per turn"],"of":{"keys":["Reed Owl"]},"opens":"ability"})");
  const Ran outranked = read(kOwl, {"--corrections", place.file("none.json", none)});
  EXPECT_FALSE(has(outranked.out, "once-per-turn")) << outranked.out;
}

TEST_F(CardsRead, InvalidCorrectionsAreRefusedWithTheirPlace) {
  const auto refused = [&](const std::string& text) {
    const Ran ran = read(kOwl, {"--corrections", place.file("c.json", text)});
    EXPECT_EQ(ran.status, 2) << ran.out;
    return ran.err;
  };
  EXPECT_HAS(refused(corrections(with(kTune, "Hums a", "(Hums a"))), "c.json:1:");
  EXPECT_HAS(refused(corrections(with(kTune, "Hums a", "(Hums a"))), "wording \"tune\": expected )");
  EXPECT_HAS(refused(corrections(with(kTune, "\"gist\"", "\"gits\""))), "did you mean \"gist\"?");
  EXPECT_HAS(refused(corrections(with(kTune, "\"gist\"", R"("limits":[{"limit":"once-per-trun"}],"gist")"))),
             "wording \"tune\": the ruleset has no limit \"once-per-trun\" (did you mean \"once-per-turn\"?)");
  EXPECT_HAS(refused(corrections(with(kTune, "\"gist\"", R"("clause":"ygo.sotf","gist")"))),
             "wording \"tune\": the ruleset has no clause \"ygo.sotf\" (did you mean \"ygo.soft\"?)");
  EXPECT_HAS(refused(corrections(with(kTune, "Hums a", "<hums>"))), "c.json: wording \"tune\": there is no phrase");
  EXPECT_HAS(refused(corrections(with(kTune, "\"tune\"", "\"once per turn\""))),
             "c.json: there are two wordings \"once per turn\"");
  EXPECT_HAS(refused(with(corrections(kTune), "yugioh", "huntik")),
             "c.json:1:12: it is for the ruleset \"huntik\", and the cards are of \"yugioh\"");
}

// ---- mistakes

TEST_F(CardsRead, ReportsWhatIsWrongWithTheCommand) {
  const auto refused = [&](const std::vector<std::string>& typed) {
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 2) << ran.out;
    return ran.err;
  };
  const std::string file = place.file("owl.jsonl", kOwl);
  EXPECT_HAS(refused({"cards", "read", "--ruleset", "yugioh"}), "expected one file of printed cards");
  EXPECT_HAS(refused({"cards", "read", "--ruleset", "yugioh", place / "none"}), "there is no such file");
  EXPECT_HAS(refused({"cards", "read", file}), "the file does not name the game of its cards: give --ruleset RULESET");
  EXPECT_HAS(refused({"cards", "read", "--ruleset", "yugiho", file}), "(did you mean \"yugioh\"?)");
  EXPECT_HAS(refused({"cards", "read", "--ruleset", "hearthstone", file}),
             "there are no shipped wordings for the ruleset");
  EXPECT_HAS(refused({"cards", "read", "--ruleset", "yugioh", file, "--explain", "Reed Ow"}),
             "did you mean \"Reed Owl\"?");
  EXPECT_EQ(run({"cards", "read", "--ruleset", "yugioh", file, "-o", place / "no/where"}).status, 2);
}

TEST_F(CardsRead, ReportsTheLineOfAMistake) {
  const auto refused = [&](const std::string& text) {
    const Ran ran = read(text);
    EXPECT_EQ(ran.status, 2) << ran.out;
    return ran.err;
  };
  EXPECT_HAS(refused(std::string(kOwl) + "\n{\"title\":\"X\",\"text\":}\n"), "printed.jsonl:2:21: this is not JSON");
  EXPECT_HAS(refused(std::string(kOwl) + "\n" + kOwl), "printed.jsonl:2:1: card \"Reed Owl\" is in line 1 already");
  EXPECT_HAS(refused(std::string(kOwl) + "\n{\"text\":\"x\"}"),
             "printed.jsonl:2:1: the card has neither a title nor a key");
  EXPECT_HAS(refused(R"({"titel":"X","text":"x"})"), "did you mean \"title\"?");
  EXPECT_HAS(refused(""), "there is no card in it");
  EXPECT_HAS(refused("\n \n"), "there is no card in it");
  EXPECT_HAS(refused("\xFF\xFE\x01 binary \x80"), "not UTF-8");
  EXPECT_HAS(refused("[]"), "there is no card in it");
  EXPECT_HAS(refused(std::string(100U << 20, ' ')), "there is no card in it");
}

TEST_F(CardsRead, LeavesHostileTextsAndOtherLanguagesUnread) {
  for (const char* text :
       {R"(\"a \"b\" c\" \"d)", R"(\u0001\u0002\u001b[31m)", "Der Fuchs h\xC3\xB6rt zu.",
        "\xE4\xBD\xA0\xE5\xA5\xBD\xE3\x80\x82", "\xD0\x9E\xD0\xB4\xD0\xB8\xD0\xBD.",
        // Japanese, French, Hebrew; and words that turn the direction in which they are written.
        "\xE3\x81\x93\xE3\x81\xAE\xE3\x82\xAB\xE3\x83\xBC\xE3\x83\x89\xE3\x80\x82",
        "Une seule fois par tour : piochez 1 carte.", "\xD7\xA4\xD7\xA2\xD7\x9D \xD7\x91\xD7\xAA\xD7\x95\xD7\xA8.",
        "\xE2\x80\xAEnrut rep ecno\xE2\x80\xAC"}) {
    const Ran ran = read(std::string(R"({"title":"Owl","types":["spell"],"text":")") + text + "\"}");
    EXPECT_EQ(ran.status, 0) << text << ran.err;
    EXPECT_HAS(ran.out, R"("unread":true)") << text;
    EXPECT_FALSE(has(ran.out, R"("limit":)")) << text << ran.out;
  }
}

TEST_F(CardsRead, HasNothingUnreadInATextWithoutWords) {
  for (const char* text : {"", " ", R"(\n\n)", "."}) {
    const Ran ran = read(std::string(R"({"title":"Owl","types":["spell"],"text":")") + text + "\"}");
    EXPECT_EQ(ran.status, 0) << '|' << text << '|' << ran.err;
    EXPECT_HAS(ran.err, "1 read whole") << '|' << text << '|';
  }
}

TEST_F(CardsRead, RecognisesAQuotedTitleInItsOwnText) {
  const Ran ran =
      read(R"({"title":"Owl \"the Grey\"","types":["monster"],"subtypes":["Effect"],)"
           R"("text":"You can draw 1 card. You can only use this effect of \"Owl \"the Grey\"\" once per turn."})");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("limit":"hard-use")");
}

TEST_F(CardsRead, ReadsATextOfAMegabyteToItsEnd) {
  std::string text;
  while (text.size() < (1U << 20U)) text += "Hums a tune. ";
  text += R"(You can draw 1 card. You can only use this effect of \"Owl\" once per turn.)";
  const Ran ran = read(R"({"title":"Owl","types":["monster"],"subtypes":["Effect"],"text":")" + text + "\"}");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("limit":"hard-use")") << ran.err;
}

}  // namespace
}  // namespace docket::test::cards_read_test
