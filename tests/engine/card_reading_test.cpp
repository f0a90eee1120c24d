// How cards are read, with small wordings of our own: how its text is divided, which wordings read which words, what
// unread words leave unknown; then hostile wordings and texts, whose steps are counted.
#include "engine/rules/wordings/card_reading.h"
#include "engine/rules/matters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <range/v3/algorithm/contains.hpp>
#include <tuple>

#include "engine/rules/wordings/matcher.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "tests/engine/reeds.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/wordings_target.h"

namespace docket::wordings::card_reading_test {
namespace {

/// Wordings with that layout and those lines.
std::string wordingsOf(const std::string& layout, const std::string& lines, const std::string& more = {}) {
  return fmt::format(R"({{"name": "w", "ruleset": "reeds", "layout": {{{}}}, "wordings": [{}]{}}})", layout, lines,
                     more);
}

// ---- how a text is divided

/// The sections of a text: each with its parts, "sentence: Pay: draw. (condition: Pay) (effect: draw)".
std::string sectionsOf(const std::string& layout, const std::string& text) {
  const Held held(wordingsOf(layout, ""));
  const Read read(held, text);
  constexpr std::array<std::string_view, 9> kBlocks{"sentence", "condition", "cost",  "effect", "label",
                                                    "heading",  "item",      "aside", "trait"};
  std::string told;
  for (const auto& in : read.reading.texts) {
    for (const Section& section : in.sections) {
      told += (told.empty() ? "" : " / ") + std::string(in.printed.between(section.begin, section.end));
      for (std::size_t i = 1; i < section.parts.size(); ++i) {
        const Part& part = section.parts[i];
        told += fmt::format(" ({}: {})", kBlocks.at(static_cast<std::size_t>(part.block)),
                            in.printed.between(part.begin, part.end));
      }
    }
  }
  return told;
}

TEST(Layouts, DivideATextAsTheyDescribe) {
  EXPECT_EQ(sectionsOf("", "Hide. Run: far. \"Stop. Go.\" ends."), "Hide. / Run: far. / \"Stop. Go.\" ends.");
  EXPECT_EQ(sectionsOf(R"("colon": true, "semicolon": true)", "Once: pay 1; draw 2. Hide."),
            "Once: pay 1; draw 2. (condition: Once) (cost: pay 1) (effect: draw 2) / Hide.");
  EXPECT_EQ(sectionsOf(R"("arrow": true)", "Pay 1 \xE2\x86\x92 draw 2."),
            "Pay 1 \xE2\x86\x92 draw 2. (cost: Pay 1) (effect: draw 2)");
  EXPECT_EQ(sectionsOf(R"("divided": "lines")", "Hide. Run.\nSwim."), "Hide. Run. / Swim.");
}

TEST(Layouts, PutEveryWordIntoASection) {
  for (const char* layout : {"", R"("colon": true, "semicolon": true)", R"("divided": "lines")",
                             R"("divided": "textBox")", R"("labels": "boldColon", "arrow": true)"}) {
    for (const char* text : {"", ".", ":;:;", "a. b; c: d\n\xE2\x97\x8F e\n\xE2\x97\x8F f. (g. h.)", "\"a. b",
                             "**Quick Action:** run. _flavor_", "...\n\n\n:", "\x01\x02:\x03;\x04."}) {
      const Held held(wordingsOf(layout, ""));
      const Read read(held, text);
      for (const auto& in : read.reading.texts) {
        std::size_t behind = 0;
        for (const Section& section : in.sections) {
          EXPECT_EQ(section.begin, behind) << layout << " | " << text;
          behind = section.end;
        }
        EXPECT_EQ(behind, in.printed.words.size()) << layout << " | " << text;
      }
    }
  }
}

// ---- documents that are refused

TEST(WordingMistakes, AreRefusedWithTheirPlace) {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      const Held held(text);
      return "taken";
    } catch (const BadDocument& bad) {
      return fmt::format("{}:{}: {}", bad.path(), bad.columnWithin(), bad.reason());
    }
  };
  EXPECT_EQ(refused(wordingsOf("", R"({"name": "a", "words": ["b", "(c"]})")),
            "wordings[0].words[1]:3: wording \"a\": expected )");
  EXPECT_EQ(refused(wordingsOf("", R"({"name": "a", "words": ["b"]}, {"name": "a", "words": ["c"]})")),
            "wordings[1].name:0: there are two wordings \"a\"");
  const auto phrases = [](const std::string& is) { return fmt::format(R"(, "phrases": [{}])", is); };
  EXPECT_EQ(refused(wordingsOf("", R"({"name": "a", "words": ["<wo>"]})",
                               phrases(R"({"name": "who", "is": [{"words": "I"}]})"))),
            ":0: wording \"a\": there is no phrase \"wo\" (did you mean \"who\"?)");
  EXPECT_EQ(refused(wordingsOf(
                "", "",
                phrases(R"({"name": "a", "is": [{"words": "x <b>"}]}, {"name": "b", "is": [{"words": "[<a>] y"}]})"))),
            "phrases[0]:0: phrase \"a\" contains itself");
  EXPECT_EQ(refused(wordingsOf("", "", phrases(R"({"name": "a", "is": [{"words": "{<a>}"}]})"))),
            "phrases[0]:0: phrase \"a\" contains itself");
}

// ---- which wordings read which words

TEST(Readings, EachLayerReadsAWordOnceByItsFirstMatch) {
  const Held held(wordingsOf("", R"({"name": "long", "words": ["once per turn"]}, {"name": "short", "words": ["once"]},
    {"name": "other", "words": ["per"], "layer": "second"})"));
  EXPECT_EQ(Read(held, "Once per turn hide.").by(), "long|other");
  EXPECT_EQ(Read(held, "Once hide.").by(), "short");
  EXPECT_EQ(Read(held, "Once per turn hide once.").unread(), "hide");
}

TEST(Readings, AWordingIsTriedOnlyInItsSection) {
  const Held held(wordingsOf(R"("colon": true)", R"({"name": "start", "words": ["a"], "at": "start"},
    {"name": "end", "words": ["z"], "at": "end"}, {"name": "whole", "words": ["b c"], "at": "whole"},
    {"name": "condition", "words": ["m"], "in": ["condition"]}, {"name": "hint", "words": ["h"], "hint": true})"));
  EXPECT_EQ(Read(held, "a x. x a.").by(), "start");
  EXPECT_EQ(Read(held, "z x. x z").by(), "end");
  EXPECT_EQ(Read(held, "b c. b c d.").by(), "whole");
  EXPECT_EQ(Read(held, "m: x. x: m.").by(), "condition");
  EXPECT_EQ(Read(held, "h x.").by(), "hint");
  EXPECT_EQ(Read(held, "h x.").unread(), "h x") << "a hint does not count as understood";
}

TEST(Readings, ACorrectionOutranksTheWordings) {
  const std::string wordings = wordingsOf("", R"({"name": "once", "words": ["once per turn"], "opens": "ability",
    "limits": [{"limit": "once", "on": "this"}]})");
  const std::string decided = R"({"ruleset": "reeds", "corrections": [{"who": "Ada", "date": "2026-01-02",
    "wording": {"name": "no limit", "words": ["once per turn a fox"], "of": {"keys": ["Reed Fox"]}}}]})";
  const Held plain(wordings), corrected(wordings, decided);
  EXPECT_EQ(Read(plain, "Once per turn a fox hides.").reading.abilities.at(0).limits.size(), 1U);
  const Read read(corrected, "Once per turn a fox hides. Once per turn run.");
  EXPECT_EQ(read.by(), "no limit|once") << "no wording reads words that a correction decides";
  EXPECT_EQ(read.reading.words.front()->wording->decided, "Ada, 2026-01-02");
  EXPECT_EQ(read.card.getAbilities()[0].getLimits().size(), 0U);
  EXPECT_EQ(read.card.getAbilities()[1].getLimits().size(), 1U);
}

// ---- what remains unknown

constexpr const char* kDoubts = R"(, "doubts": [{"words": ["once", "per ... turn"], "matter": "uses"},
  {"words": ["gains"], "matter": "stats"}])";

bool leaves(const Read& read, schema::Matter matter) { return read.reading.matters.has(matter); }

TEST(UnreadWords, LeaveTheirMatterUnknown) {
  const Held held(wordingsOf("", R"({"name": "hide", "words": ["hide"]})", kDoubts));
  const Read whole(held, "Hide.");
  EXPECT_TRUE(whole.reading.whole());
  EXPECT_FALSE(whole.card.getUnread());
  const Read in_part(held, "Hide. It gains 5.");
  EXPECT_EQ(in_part.unread(), "It gains 5");
  EXPECT_TRUE(leaves(in_part, schema::Matter::STATS) && leaves(in_part, schema::Matter::CHANGES));
  EXPECT_FALSE(leaves(in_part, schema::Matter::USES));
  EXPECT_TRUE(in_part.card.getUnread());
  const Read limit(held, "Hide per player and turn.");
  EXPECT_TRUE(leaves(limit, schema::Matter::USES));
  EXPECT_TRUE(limit.card.getDoubtful());
  for (const auto ability : limit.card.getAbilities()) EXPECT_TRUE(ability.getDoubtful());
}

TEST(UnreadWords, LeaveEverythingUnknownIfTheirMatterIsUndeclared) {
  const Held held(wordingsOf("", R"({"name": "hide", "words": ["hide"]})"));
  EXPECT_EQ(Read(held, "Hide. Swim.").reading.matters, docket::Matters::all());
  EXPECT_FALSE(Read(held, "Hide.").reading.matters.any());
}

TEST(UnreadWords, MakeTheEffectsOfAnAbilityUnknown) {
  const Held held(wordingsOf(R"("colon": true)", R"({"name": "once", "words": ["once"], "opens": "ability",
      "limits": [{"limit": "once", "on": "this"}]},
    {"name": "gain", "words": ["gain <n: number>"], "gives": {"effects": [{"what": "bonus", "name": "F", "amount": "<n>"}]}})",
                             kDoubts));
  const Read whole(held, "Once: gain 2.");
  ASSERT_EQ(whole.card.getAbilities().size(), 1U);
  EXPECT_EQ(whole.card.getAbilities()[0].getEffects().size(), 1U);
  const Read in_part(held, "Once: if it rains, gain 2.");
  ASSERT_EQ(in_part.card.getAbilities().size(), 1U);
  EXPECT_EQ(in_part.card.getAbilities()[0].getEffects().size(), 0U);
  EXPECT_EQ(in_part.card.getAbilities()[0].getLimits().size(), 1U) << "a limit holds even if the effects are unread";
  EXPECT_TRUE(leaves(in_part, schema::Matter::USED_STATS))
      << "an ability's unread change of stats takes effect when it is used";
}

TEST(UnreadWords, RemainAfterAHintWhoseEffectsAreCertain) {
  const auto with = [](std::string_view hint) {
    return wordingsOf("", fmt::format(R"({{"name": "sails", "words": ["has <n: ...> sails"], "at": "whole",
      "gives": {{"effects": [{{"what": "grantKeyword", "name": "<n>"}}]}}}},
      {{"name": "worth", "words": ["two sails"], "layer": "worth", {} "leaves": ["stats"]}})",
                                      hint));
  };
  const Held as_hint(with("\"hint\": true,")), as_words(with(""));
  const Read hinted(as_hint, "Has two sails.");
  EXPECT_EQ(hinted.card.getAbilities()[0].getEffects().size(), 1U) << "the effects are certain";
  EXPECT_EQ(hinted.reading.matters, docket::Matters::of({schema::Matter::STATS})) << "the worth is not";
  EXPECT_TRUE(hinted.card.getUnread());
  const Read said(as_words, "Has two sails.");
  EXPECT_EQ(said.card.getAbilities()[0].getEffects().size(), 0U) << "a part of the ability itself is unread";
}

TEST(UnreadWords, OfAnotherLanguageLeaveEverythingUnknown) {
  const Held held(wordingsOf("", R"({"name": "hide", "words": ["it may hide in its den"]})", kDoubts));
  EXPECT_EQ(Read(held, "Ein Mal pro Zug ziehst du eine Karte.").reading.matters, docket::Matters::all());
  EXPECT_EQ(Read(held, "\xD0\x9E\xD0\xB4\xD0\xB8\xD0\xBD \xD1\x80\xD0\xB0\xD0\xB7 \xD0\xB2.").reading.matters,
            docket::Matters::all());
  EXPECT_EQ(Read(held, "It may swim in its den.").reading.matters.listed().size(), 1U)
      << "these words are known not to be about uses";
}

/// Words about what may be done: at which events, by whom, for how long; and words that are about nothing.
constexpr const char* kActs = R"(, "doubts": [{"words": ["cannot", "must"], "matter": "permissions"},
  {"words": ["swim", "swims"], "about": "acts", "on": ["cardMoved"]},
  {"words": ["use"], "about": "acts", "on": ["abilityActivated"]},
  {"words": ["the turn you use this"], "about": "turn", "on": ["abilityActivated"]},
  {"words": ["this turn"], "about": "turn"}, {"words": ["next"], "about": "longer"},
  {"words": ["to use this"], "about": "itself"},
  {"words": ["a", "fox", "foxes", "you", "they", "this", "until", "the", "turn", "draw", "if"], "about": "nothing"}])";

TEST(UnreadWords, WithoutADoubtEntryCanBeAboutAnything) {
  const Held held(wordingsOf("", R"({"name": "hide", "words": ["hide"]})", kActs));
  EXPECT_EQ(Read(held, "The fox, a fox.").reading.matters.listed(), std::vector{schema::Matter::CHANGES});
  EXPECT_EQ(Read(held, "The fox, a weasel.").reading.matters, docket::Matters::all());
  EXPECT_EQ(Read(held, "They cannot \"weasel\".").reading.matters.acts(schema::Matter::PERMISSIONS), kAnyPayload)
      << "a title has no doubt, and no word narrows the events";
}

TEST(UnreadWords, PutOnlyTheActsInTheirSentenceInDoubt) {
  using M = schema::Matter;
  const Held held(wordingsOf("", R"({"name": "draws", "words": ["draw [a fox]"], "leaves": ["permissions"]})", kActs));
  const Matters one = Read(held, "They cannot swim. A fox if you use this.").reading.matters;
  EXPECT_EQ(one.acts(M::PERMISSIONS), payloadBit(schema::Event::CARD_MOVED)) << "the other sentence forbids nothing";
  const Read read(held, "Draw if foxes swim.");
  EXPECT_EQ(read.reading.matters.acts(M::PERMISSIONS), payloadBit(schema::Event::CARD_MOVED)) << "even if it is read";
  ASSERT_EQ(read.card.getUnreadActs().size(), 1U);
  EXPECT_EQ(view(read.card.getUnreadActs()[0].getOn()[0]), "cardMoved");
}

TEST(UnreadWords, OfAnAbilityPutActsInDoubtOnceItIsUsed) {
  using M = schema::Matter;
  const Held held(wordingsOf(R"("colon": true)", R"({"name": "hide", "words": ["hide"], "opens": "ability"})", kActs));
  const auto matters = [&](const char* text) { return Read(held, text).reading.matters; };
  EXPECT_TRUE(matters("Hide, they cannot swim this turn.").has(M::USED_PERMISSIONS));
  EXPECT_TRUE(matters("Hide, they cannot swim.").has(M::LATER_PERMISSIONS));
  EXPECT_TRUE(matters("Hide, they cannot swim this turn, the next turn.").has(M::LATER_PERMISSIONS));
  EXPECT_FALSE(matters("Hide, they cannot swim this turn.").has(M::PERMISSIONS));
  const Matters own = matters("Hide, they cannot swim the turn you use this.");
  EXPECT_EQ(own.acts(M::OWN_PERMISSIONS), payloadBit(schema::Event::ABILITY_ACTIVATED));
  EXPECT_EQ(own.acts(M::USED_PERMISSIONS), payloadBit(schema::Event::CARD_MOVED));
  EXPECT_EQ(matters("Foxes must swim to use this.").listed(), (std::vector{M::CHANGES, M::OWN_PERMISSIONS}));
  EXPECT_EQ(matters("Hide, if they cannot swim: draw.").listed(), std::vector{M::CHANGES})
      << "a condition forbids nothing";
}

TEST(UnreadWords, RemainIfALimitAppliesToNothing) {
  const Held held(wordingsOf("", R"({"name": "next", "words": ["once"], "opens": "none",
    "limits": [{"limit": "once", "on": "next"}]})",
                             kDoubts));
  EXPECT_TRUE(leaves(Read(held, "Once."), schema::Matter::USES));
}

// ---- hostile ones

TEST(HostileWordings, StopAfterTheStepLimitAndLeaveTheRestUnread) {
  for (const char* pattern : {"{ [ ( { <word> } | <word> ) ] } zzz", "... a ... a ... a ... a ... a zzz",
                              "{ { { { <word> } } } } zzz", "... { ( a | a a | a a a ) } ... zzz"}) {
    const Held held(wordingsOf("", fmt::format(R"({{"name": "a", "words": ["{}"]}})", pattern),
                               fmt::format(R"(, "doubts": [{{"words": ["{}"], "matter": "uses"}}])", pattern)));
    std::string text;
    for (int i = 0; i < 300; ++i) text += "a ";
    const PrintedText printed = readWords(text, kTitle, held.compiled->vocabulary());
    Matcher matcher(*held.compiled, printed);
    EXPECT_FALSE(matcher.fit(held.compiled->all().front().words.front(), 0, printed.words.size(), false));
    EXPECT_TRUE(matcher.gaveUp()) << pattern;
    EXPECT_LE(matcher.steps(), 100'000U) << pattern;
    const Read read(held, text);
    EXPECT_EQ(read.reading.words_read, 0U);
    EXPECT_TRUE(leaves(read, schema::Matter::USES)) << "it stays unknown whether the words are about uses: " << pattern;
  }
}

TEST(HostileWordings, AreLimitedInStepsOverAWholeText) {
  const Held held(wordingsOf("", R"({"name": "a", "words": ["{ [ ( { <word> } | <word> ) ] } zzz"]})"));
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "a ";
  const PrintedText printed = readWords(text, kTitle, held.compiled->vocabulary());
  Matcher matcher(*held.compiled, printed);
  for (std::size_t at = 0; at < printed.words.size(); ++at)
    std::ignore = matcher.fit(held.compiled->all().front().words.front(), at, printed.words.size(), false);
  EXPECT_LE(matcher.steps(), 40'000'000U);
}

TEST(HostileTexts, OfAnyBytesAreReadWithinTheirBound) {
  const std::vector<std::string_view> pieces{
      "once per turn", "you", "\"",   "\xE2\x80\x9C", "(",  ")", ":",    ";",    ".",          "\n",
      "Reed Fox",      "<b>", "</i>", "[[",           "12", ",", "\x01", "\xFF", "each title", " "};
  std::size_t state = 7;
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int left = 0; left < 30; ++left) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      text += pieces[(state >> 33) % pieces.size()];
    }
    ASSERT_NO_THROW(takeWordings("\n" + text)) << text;
  }
}

TEST(WordingMutants, AreAcceptedOrRefused) {
  const auto take = [](const std::string& bytes) {
    takeWordings(bytes);
    return true;
  };
  tryMutants(
      {R"({"name":"a","layout":{"colon":true},"phrases":[{"name":"p","is":[{"words":"x|<number>","means":"1"}]}],)"
       R"("wordings":[{"name":"w","words":["[a] <p> {b}"],"limits":[{"limit":"once","on":"this","max":"<p>"}]}]})"
       "\nA x b: \"Reed Fox\" 1,000.",
       "\nOnce per turn: 3 times each turn; you, \"Reed Fox\" (once) hides."},
      take);
}

}  // namespace
}  // namespace docket::wordings::card_reading_test
