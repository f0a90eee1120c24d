// A document that uses an abbreviation (lines, single quotation marks, `let`, `becomes`, `extends`) means the same as
// when it is written out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/rules/amendments.h"
#include "engine/rules/check/document_check.h"
#include "engine/rules/check/document_marks.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/extension.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/spelled_out.h"
#include "events/errors.h"
#include "events/json/json_struct_writer.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/text_of.h"

namespace docket::shortened_documents_test {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using expression::Expression;
using expression::NodeIndex;
using expression::Operator;

/// The tree of an expression as text, whatever its layout and the names that it uses.
class Tree {
 public:
  explicit Tree(const Expression& expression) : of_(expression) {}
  [[nodiscard]] std::string text() const { return node(of_.root); }

 private:
  [[nodiscard]] std::vector<NodeIndex> below(NodeIndex index) const {
    std::vector<NodeIndex> all;
    for (NodeIndex i = of_.nodes[index].first_child; i != kNone; i = of_.nodes[i].next) all.push_back(i);
    return all;
  }
  /// The parts of a conjunction or disjunction, including those of such parts.
  void parts(NodeIndex index, Operator op, std::string& all) const {
    for (const NodeIndex part : below(index)) {
      if (of_.nodes[part].op == op) {
        parts(part, op, all);
      } else {
        all += node(part);
      }
    }
  }
  [[nodiscard]] std::string node(NodeIndex index) const {
    const auto& one = of_.nodes[index];
    std::string all = fmt::format("({} {} {} ", static_cast<int>(one.op), one.number, of_.texts[one.text]);
    if (one.op == Operator::conjunction || one.op == Operator::disjunction) {
      parts(index, one.op, all);
    } else {
      for (const NodeIndex child : below(index)) all += node(child);
    }
    return all + ")";
  }

  const Expression& of_;
};

/// Everything in a document that something is computed from, one line each, with the trees of its expressions.
class Said {
 public:
  explicit Said(schema::Ruleset::Reader document) : ruleset_(compile(document, "document")) {
    from(DynamicStruct::Reader(document), "");
  }
  std::string text;

 private:
  void from(DynamicStruct::Reader owner, const std::string& path) {
    for (const MarkedField& field : markedFields(owner.getSchema())) {
      const bool of_writing = field.name == "let" || field.name == "extends" || field.name == "off" ||
                              field.name == "variants";  // the effect of a patch shows in the patched document
      if (of_writing || !owner.has(field.field, capnp::HasMode::NON_DEFAULT)) continue;
      value(owner.get(field.field), field.marks.text, fmt::format("{}.{}", path, field.name));
    }
  }
  void value(capnp::DynamicValue::Reader value, TextMark mark, const std::string& at) {
    if (value.getType() == capnp::DynamicValue::STRUCT) return from(value.as<DynamicStruct>(), at);
    if (value.getType() == capnp::DynamicValue::LIST) {
      const auto list = value.as<DynamicList>();
      for (unsigned i = 0; i < list.size(); ++i) this->value(list[i], mark, fmt::format("{}[{}]", at, i));
      return;
    }
    std::string said = kj::str(value).cStr();
    if (mark == TextMark::expression) {
      const std::string words = value.as<capnp::Text>().cStr();
      said =
          Tree(expression::parse(
                   words, {.ruleset = ruleset_, .has_self = true, .has_event = true, .self = expression::Type::entity}))
              .text();
    }
    text += fmt::format("{}: {}\n", at, said);
  }

  Ruleset ruleset_;
};

std::string asName(const testing::TestParamInfo<std::string>& one) {
  std::string name = one.param.substr(0, one.param.find(".json"));
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

class RulesetThatShips : public testing::TestWithParam<std::string> {};

TEST_P(RulesetThatShips, MeansTheSameWrittenOut) {
  const std::filesystem::path file = std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets" / GetParam();
  const auto whole = test::readWholeRuleset(test::textOf(file), GetParam());
  const auto plain = spelledOut(whole.root());
  EXPECT_FALSE(plain.root().hasLet());
  EXPECT_EQ(Said(whole.root()).text, Said(plain.root()).text);
  ASSERT_GT(whole.root().getClauses().size(), 0U);
  for (const auto clause : whole.root().getClauses()) {
    const std::string id = clause.getId().cStr();
    const auto off = withClauseOff(whole.root(), id);
    EXPECT_EQ(Said(off.root()).text, Said(spelledOut(off.root()).root()).text) << id;
    for (const auto variant : clause.getVariants()) {
      const auto varied = withVariant(whole.root(), id, variant.getName().cStr());
      EXPECT_EQ(Said(varied.root()).text, Said(spelledOut(varied.root()).root()).text)
          << id << ' ' << variant.getName().cStr();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachOne, RulesetThatShips,
                         testing::Values("grand-archive.json", "huntik.json", "l5r-celestial-2009-06-01.json",
                                         "l5r-celestial-2011-06-06.json", "marvel-champions.json", "yugioh.json",
                                         "yugioh-play.json"),
                         asName);

// ---- let

constexpr std::string_view kTable = R"x({"name": "small", "version": "1",
  "zones": [{"name": "hand", "kind": "area"}, {"name": "field", "kind": "area", "inPlay": true}],
  "periods": [{"name": "turn"}], "values": [{"name": "life"}], "types": [{"name": "Fighter"}],
  "clauses": [{"id": "c", "off": [{"at": "wins/0/if", "becomes": "not alone"}]}],
  "let": [
    LET
  ],
  "wins": [{"name": "w", "if": IF, "winner": "P1"}]
})x";

std::string table(const std::string& let, const std::string& condition) {
  std::string text(kTable);
  text.replace(text.find("LET"), 3, let);
  return text.replace(text.find("IF"), 2, condition);
}

/// Why a document is refused, with its place: what is thrown when it is read, compiled and checked.
std::string refusal(const std::string& text, const FindRulesets& find = test::shippedAs) {
  try {
    const auto whole = readRulesetText(text, "small.json", find);
    try {
      const Ruleset ruleset = compile(whole.root(), "small.json");
      refuseMistakes(checkRuleset(whole.root(), ruleset), "small.json");
    } catch (const BadDocument& bad) {
      const WrittenAt at = writtenAt(whole, bad.path(), {.line = bad.lineWithin(), .column = bad.columnWithin()});
      return fmt::format("{}:{}:{}: {}", at.file, at.place.line, at.place.column, bad.reason());
    }
  } catch (const BadInput& bad) {
    return bad.what();
  }
  return "taken";
}

constexpr const char* kAlone = R"x({"name": "alone", "is": "count(in field of who) = 1"})x";

TEST(Let, MeansItsExpressionInTheContextOfItsUse) {
  const std::string named = table(kAlone, R"x("turn() > 1 and alone")x");
  const std::string plain = table(kAlone, R"x("turn() > 1 and count(in field of who) = 1")x");
  ASSERT_EQ(refusal(named), "taken");
  EXPECT_EQ(Said(test::readWholeRuleset(named, "a").root()).text, Said(test::readWholeRuleset(plain, "b").root()).text);
}

TEST(Let, IsExpandedWhenItsNameIsShown) {
  const auto whole = test::readWholeRuleset(
      table(std::string(kAlone) + R"x(, {"name": "alive", "is": "alone and value(who, 'life') > 0"})x",
            R"x("not alive")x"),
      "small.json");
  const Ruleset ruleset = compile(whole.root(), "small.json");
  const Expression& condition = *ruleset.wins[0].if_;
  EXPECT_EQ(condition.words(), "not alive");
  const NodeIndex alive = condition.nodes[condition.root].first_child;
  EXPECT_EQ(condition.wordsOf(alive), "alive (alone and value(who, 'life') > 0)");
  EXPECT_EQ(condition.sourceOf(condition.nodes[alive].first_child), "alone");
}

TEST(Let, IsRefusedIfTheNameIsAlreadyTaken) {
  for (const std::string name :
       {"it", "each", "count", "P1", "and", "rounded", "play", "controller", "two words", "1st"}) {
    const std::string let = fmt::format(R"x({{"name": "{}", "is": "1 = 1"}})x", name);
    EXPECT_NE(refusal(table(let, "\"over()\"")).find("small.json:6:14: let \"" + name), std::string::npos)
        << refusal(table(let, "\"over()\""));
  }
  const std::string twice = refusal(table(std::string(kAlone) + ", " + kAlone, "\"alone\""));
  EXPECT_NE(twice.find("appears in it twice"), std::string::npos) << twice;
}

TEST(Let, CanUseOnlyEarlierDefinitions) {
  EXPECT_EQ(refusal(table(R"x({"name": "a", "is": "not b"}, {"name": "b", "is": "not a"})x", "\"a\"")),
            "small.json:6:30: let \"a\": unknown word \"b\" (did you mean \"it\"?); put a name or a title in quotation "
            "marks, as in \"b\"");
  EXPECT_EQ(refusal(table(R"x({"name": "loop", "is": "not loop"})x", "\"loop\"")).substr(0, 39),
            "small.json:6:33: let \"loop\": unknown wo");
}

TEST(Let, IsReportedWithItsPlaceIfInvalid) {
  EXPECT_EQ(refusal(table(R"x({"name": "five", "is": "2 + 3"})x", "\"over() or five\"")),
            "small.json:8:43: win \"w\": expected true or false; this is a number");
  const std::string within =
      refusal(table(R"x({"name": "deep", "is": "count(in cellar) = 1"})x", "\"over() or deep\""));
  EXPECT_EQ(within,
            "small.json:8:43: win \"w\": in what deep (count(in cellar) = 1) stands for: the ruleset has no zone "
            "\"cellar\"");
}

TEST(Let, ThatGrowsExponentiallyIsRefused) {
  std::string let = R"x({"name": "a0", "is": "over() and over()"})x";
  for (int i = 1; i < 20; ++i) let += fmt::format(R"x(, {{"name": "a{0}", "is": "not a{1} or a{1}"}})x", i, i - 1);
  const std::string why = refusal(table(let, "\"a19\""));
  EXPECT_NE(why.find("expanded, the expression has more than 10000 parts"), std::string::npos) << why;
}

TEST(Let, ThatIsUnusedIsNoted) {
  const auto noted = [](const std::string& text) {
    const auto whole = test::readWholeRuleset(text, "small.json");
    std::string all;
    for (const Remark& remark : checkRuleset(whole.root(), compile(whole.root(), "small.json"))) {
      if (remark.path == "let[0].name") all += remark.message;
    }
    return all;
  };
  std::string unused = table(kAlone, "\"over()\"");
  EXPECT_EQ(noted(unused), "") << "a patch names it";
  unused.replace(unused.find("not alone"), 9, "not over()");
  EXPECT_EQ(noted(unused), "no expression uses \"alone\": it has no effect");
}

// ---- lines and quotation marks

TEST(Lines, OfAnExpressionKeepTheirPlacesInTheFile) {
  const std::string text = table(kAlone, "[\"over()\",\n  \"  or alone // and\",\n  \"  or fals\"]");
  EXPECT_EQ(refusal(text).substr(0, 16), "small.json:9:16:") << refusal(text);
  const std::string last = table(kAlone, "[\"over() // a text, not a comment\"]");
  EXPECT_NE(refusal(last), "taken");
  const std::string third = table(kAlone, "[\"over()\",  // a comment\n  \"  or alone\",\n  \"  or fals\"]");
  EXPECT_EQ(refusal(third).substr(0, 18), "small.json:10:9: w") << refusal(third);
  EXPECT_EQ(refusal(table(kAlone, "[]")).substr(0, 17), "small.json:8:32: ") << refusal(table(kAlone, "[]"));
}

TEST(SingleQuotationMarks, AreDoubledWithinAText) {
  const auto whole = test::readWholeRuleset(
      table(kAlone, R"x("title(card(\"Hero's Blade\")) = 'Hero''s \"Blade\" \\' and alone")x"), "small.json");
  const Ruleset ruleset = compile(whole.root(), "small.json");
  EXPECT_NE(std::find(ruleset.wins[0].if_->texts.begin(), ruleset.wins[0].if_->texts.end(), "Hero's \"Blade\" \\"),
            ruleset.wins[0].if_->texts.end());
  EXPECT_EQ(Said(whole.root()).text, Said(spelledOut(whole.root()).root()).text);
  EXPECT_NE(refusal(table(kAlone, R"x("title(this) = 'Hero")x")).find("expected a closing '"), std::string::npos);
}

// ---- what a patch puts in place

TEST(Becomes, IsTheValueAsItIs) {
  const auto whole =
      test::readWholeRuleset(table(kAlone, "[\"over()\"]").replace(0, 1, R"x({"note": "n", )x"), "small.json");
  EXPECT_STREQ(whole.root().getClauses()[0].getOff()[0].getBecomes().cStr(), "\"not alone\"");
  const auto off = withClauseOff(whole.root(), "c");
  EXPECT_STREQ(off.root().getWins()[0].getIf().cStr(), "not alone");
  const auto read = test::readWholeRuleset(writeJson(whole.root()), "again");
  EXPECT_EQ(digest(read.root()), digest(whole.root()));
}

// ---- extends

/// A base by name, version 1, and what extends it.
struct Shelf {
  std::map<std::string, std::string> texts;
  [[nodiscard]] FindRulesets finding() const {
    return [this](schema::Extends::Reader base) {
      std::vector<WrittenRuleset> all;
      const auto found = texts.find(base.getName().cStr());
      if (found != texts.end()) all.push_back({.file = found->first + ".json", .text = found->second, .own = {}});
      return all;
    };
  }
  [[nodiscard]] std::string digestOf(const std::string& name) const {
    return hex(digest(readRulesetText(texts.at(name), name, finding()).root()));
  }
  [[nodiscard]] std::string extending(const std::string& base, const std::string& name, const std::string& without,
                                      const std::string& rest) const {
    return fmt::format(
        "{{\"name\": \"{}\", \"version\": \"1\",\n"
        "\"extends\": {{\"name\": \"{}\", \"version\": \"1\", \"digest\": \"{}\",\n"
        "\"without\": [{}]}}{}{}}}",
        name, base, digestOf(base), without, rest.empty() ? "" : ",\n", rest);
  }
};

Shelf shelf() {
  return {.texts = {{"base", R"x({"name": "base", "version": "1", "from": "2001-01-01", "game": "G",
"periods": [{"name": "turn"}], "zones": [{"name": "hand"}, {"name": "field", "inPlay": true}],
"limits": [{"name": "often", "within": "game", "max": 3, "counted": "copiesInPlay", "everyCard": true, "keyedBy": ["title"]},
           {"name": "seldom", "within": "turn"}],
"wins": [{"name": "a", "if": "over()", "winner": "P1"}, {"name": "b", "on": "conceded", "winner": "P2"}, {"name": "b", "if": "over()", "winner": "P1"}]})x"}}};
}

TEST(Extends, ReplacesAddsAndRemovesItemsOfTheBase) {
  const Shelf all = shelf();
  const auto whole =
      readRulesetText(all.extending("base", "more", "\"limits/seldom\", \"limits/often/keyedBy\"", R"x("limits": [
{"name": "often", "max": 1, "everyCard": false}, {"name": "rarely", "within": "game", "max": 2}],
"zones": [{"name": "hand"}, {"name": "limbo"}])x"),
                      "more.json", all.finding());
  EXPECT_EQ(writeJson(whole.root().getLimits()[0]), R"x({"name":"often","counted":"copiesInPlay","within":"game"})x");
  ASSERT_EQ(whole.root().getLimits().size(), 2U);
  EXPECT_EQ(writeJson(whole.root().getLimits()[1]), R"x({"name":"rarely","within":"game","max":2})x");
  ASSERT_EQ(whole.root().getZones().size(), 3U);
  EXPECT_STREQ(whole.root().getZones()[1].getName().cStr(), "limbo");
  EXPECT_STREQ(whole.root().getFrom().cStr(), "2001-01-01");
  EXPECT_STREQ(whole.root().getName().cStr(), "more");
  EXPECT_FALSE(whole.root().hasExtends());
}

TEST(Extends, IsTheSameDocumentAsOneWrittenOut) {
  const std::filesystem::path root = docket::test::sourceDir() + "/engine/rulesets";
  const auto whole = test::readWholeRuleset(test::textOf(root / "l5r-celestial-2011-06-06.json"), "2011.json");
  const auto written = readDocument<schema::Ruleset>(writeJson(whole.root()), "written.json");
  EXPECT_EQ(digest(whole.root()), digest(written.root()));
}

TEST(Extends, OfAnUnknownBaseOrAnotherDigestIsRefused) {
  const Shelf all = shelf();
  std::string text = all.extending("base", "more", "", "");
  const auto at = text.find("\"digest\": \"") + 11;
  const std::string other = all.digestOf("base");
  text[at] = text[at] == '0' ? '1' : '0';
  const std::string why = refusal(text, all.finding());
  EXPECT_EQ(why.substr(0, 17), "small.json:2:55: ") << why;
  EXPECT_NE(why.find("; base.json has the digest " + other + ": name the one you mean"), std::string::npos) << why;
  const std::string none = refusal(text, Shelf{}.finding());
  EXPECT_NE(none.find("is not known: save it as NAME-VERSION.json in the folder of this file"), std::string::npos)
      << none;
}

TEST(Extends, RefusesPathsWithoutATargetAndAmbiguousItems) {
  const Shelf all = shelf();
  EXPECT_EQ(refusal(all.extending("base", "more", "\"limits/seldon\"", ""), all.finding()),
            "small.json:3:13: without \"limits/seldon\": nothing here is called \"seldon\" (did you mean \"seldom\"?)");
  const std::string several =
      refusal(all.extending("base", "more", "", R"x("wins": [{"name": "b", "if": "over()"}])x"), all.finding());
  EXPECT_NE(several.find("several items of the base are called \"b\""), std::string::npos) << several;
  EXPECT_EQ(several.substr(0, 15), "small.json:4:10") << several;
  const std::string misspelt =
      refusal(all.extending("base", "more", "", R"x("zones": [{"name": "hend"}])x"), all.finding());
  EXPECT_NE(misspelt.find("the base has no \"hend\" (did you mean \"hand\"?)"), std::string::npos) << misspelt;
  std::string nameless = all.extending("base", "more", "", "");
  nameless.erase(nameless.find("\"version\": \"1\",\n"), 16);
  EXPECT_NE(refusal(nameless, all.finding()).find("has no \"version\" of its own"), std::string::npos);
}

TEST(Extends, NamesTheFileOfAMistake) {
  Shelf all = shelf();
  EXPECT_EQ(refusal(all.extending("base", "more", "\"periods/turn\"", ""), all.finding()).substr(0, 14),
            "base.json:4:41");
  const std::string own = refusal(all.extending("base", "more", "", R"x("limits": [{"name": "seldom", "max": 2,
  "within": "gane"}])x"),
                                  all.finding());
  EXPECT_EQ(own.substr(0, 16), "small.json:5:13:") << own;
}

TEST(Extends, IsLimitedInDepth) {
  Shelf all = shelf();
  std::string below = "base";
  for (int i = 0; i < 8; ++i) {
    const std::string name = fmt::format("over{}", i);
    all.texts[name] = all.extending(below, name, "", fmt::format("\"note\": \"{}\"", i));
    below = name;
  }
  EXPECT_EQ(refusal(all.texts.at(below), all.finding()), "taken");
  const std::string ninth = all.extending("over7", "over8", "", "");
  EXPECT_NE(refusal(ninth, all.finding()).find("more than 8 rulesets extend each other"), std::string::npos);
}

TEST(Extends, IsNotCompiledWithoutItsBase) {
  const Shelf all = shelf();
  const auto own = readDocument<schema::Ruleset>(all.extending("base", "more", "", ""), "more.json");
  EXPECT_THROW(compile(own.root(), "more.json"), BadInput);
}

}  // namespace
}  // namespace docket::shortened_documents_test
