// Proofs and certificates with random changes to bytes and lines, from a seed: none is accepted by a reader who trusts
// the signing keys. DOCKET_WHOLE=1 tries 10,000 of each kind of file.
// These are not alterations: leaving out parts of a file (a player's name as a commitment, no documents, no signature
// of a witness whose key is not required), another order of signatures, and, if the reader trusts a checkpoint kept
// elsewhere, changed signatures in the proof.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

#include "tests/tools/certified_games.h"

namespace docket::test::altered_proofs_test {
namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size() - 1) + 1;
    lines.push_back(text.substr(from, end - from));
    from = end;
  }
  return lines;
}

std::string textFrom(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

/// Alterations of a text that take parts of others.
class Altering {
 public:
  Altering(std::vector<std::string> donors, std::uint32_t seed) : donors_(std::move(donors)), random_(seed) {}

  std::string alter(const std::string& text) {
    switch (below(10)) {
      case 0:
        return withByte(text, [&](char byte) { return static_cast<char>(byte ^ (1 << below(8))); });
      case 1:
        return withByte(text, [&](char) { return static_cast<char>(below(256)); });
      case 2:
        return std::string(text).erase(below(text.size()), 1 + below(3));
      case 3:
        return std::string(text).insert(below(text.size() + 1), 1, " \n0aA\"{}="[below(9)]);
      case 4:
        return text.substr(0, below(text.size()));
      case 5:
        return withOtherValue(text);
      case 6:
        return withOtherSection(text);
      default:
        return withOtherLines(text);
    }
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  const std::string& donor() { return donors_[below(donors_.size())]; }

  template <class Change>
  std::string withByte(std::string text, Change&& change) {
    char& byte = text[below(text.size())];
    byte = change(byte);
    return text;
  }

  /// Swapped, dropped, doubled, or one of another text.
  std::string withOtherLines(const std::string& text) {
    auto lines = linesOf(text);
    const auto at = static_cast<std::ptrdiff_t>(below(lines.size()));
    const auto other = static_cast<std::ptrdiff_t>(below(lines.size()));
    switch (below(4)) {
      case 0:
        std::swap(lines[static_cast<std::size_t>(at)], lines[static_cast<std::size_t>(other)]);
        break;
      case 1:
        lines.erase(lines.begin() + at);
        break;
      case 2:
        lines.insert(lines.begin() + other, std::string(lines[static_cast<std::size_t>(at)]));
        break;
      default: {
        const auto theirs = linesOf(donor());
        lines[static_cast<std::size_t>(at)] = theirs[below(theirs.size())];
      }
    }
    return textFrom(lines);
  }

  /// A number, a hash or a word from another text.
  std::string withOtherValue(std::string text) {
    const auto word_at = [&](const std::string& of) {
      constexpr std::string_view kOfWords = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/=";
      const auto from = of.find_first_of(kOfWords, below(of.size()));
      if (from == std::string::npos) return std::pair<std::size_t, std::size_t>{0, 0};
      return std::pair(from, std::min(of.find_first_not_of(kOfWords, from), of.size()) - from);
    };
    const std::string& theirs = donor();
    const auto [at, length] = word_at(text);
    const auto [from, count] = word_at(theirs);
    return text.replace(at, length, theirs.substr(from, count));
  }

  /// All between two empty lines: a statement, a record, a proof, a checkpoint.
  std::string withOtherSection(const std::string& text) {
    const auto sections_of = [](const std::string& of) {
      std::vector<std::string> sections(1);
      for (const std::string& line : linesOf(of)) {
        sections.back() += line;
        if (line == "\n") sections.emplace_back();
      }
      return sections;
    };
    auto sections = sections_of(text);
    const auto theirs = sections_of(donor());
    sections[below(sections.size())] = theirs[below(theirs.size())];
    return textFrom(sections);
  }

  std::vector<std::string> donors_;
  std::mt19937 random_;
};

class AlteredProofs : public CertifiedGames {
 protected:
  /// Tries alterations of valid files; `more` is passed with each check.
  void expectNoneAccepted(const std::vector<std::string>& files, const std::vector<std::string>& more) const {
    std::vector<std::string> texts;
    for (const std::string& file : files) {
      texts.push_back(textOf(file));
      const Ran whole = check(file, more);
      ASSERT_EQ(whole.status, 0) << file << whole.out << whole.err;
    }
    std::set<std::string> genuine(texts.begin(), texts.end());
    for (const std::string& text : texts) {
      auto lines = linesOf(text);
      std::swap(lines[lines.size() - 1], lines[lines.size() - 2]);
      genuine.insert(textFrom(lines));
    }
    Altering altering(texts, 7);
    const unsigned wanted = std::getenv("DOCKET_WHOLE") == nullptr ? 300 : 10'000;
    unsigned accepted = 0, refused = 0, malformed = 0;
    while (accepted + refused + malformed < wanted) {
      const std::string altered = altering.alter(texts[(accepted + refused + malformed) % texts.size()]);
      if (genuine.contains(altered)) continue;
      const Ran ran = check(place.file("altered", altered), more);
      EXPECT_TRUE(ran.status == 1 || ran.status == 2) << ran.status << ran.err << "\n" << altered;
      ++(ran.status == 0 ? accepted : ran.status == 1 ? refused : malformed);
    }
    EXPECT_EQ(accepted, 0U);
    EXPECT_GT(refused, wanted / 50);
    std::cout << wanted << " altered: " << accepted << " accepted, " << refused << " not proved, " << malformed
              << " malformed\n";
  }
};

TEST_F(AlteredProofs, OfRulingsAreNotAccepted) {
  std::vector<std::string> files;
  for (const int ruling : {kOpensOne, kOpensNothing, kOverturned, kOfTheOther}) files.push_back(certified(ruling));
  std::string other = kHiddenGame;
  other.replace(other.find("autumn/9"), 8, "autumn/8");
  importGame("other.jsonl", other);
  (void)checkpoint("later");
  for (const int ruling : {kOpensOne, kOpensNothing}) {
    files.push_back(certified(ruling));
    files.push_back(certified(ruling, {}, "autumn/8"));
  }
  expectNoneAccepted(files, {"--cards", cards});
}

TEST_F(AlteredProofs, WithDocumentsInThemAreNotAccepted) {
  expectNoneAccepted({certified(kOpensOne, {"--with-documents"}), certified(kOverturned, {"--with-documents"})}, {});
}

TEST_F(AlteredProofs, ThatAGameIsInTheLogAreNotAccepted) {
  const std::string kept = place / "checkpoint";
  std::vector<std::string> files{place / "p"};
  ASSERT_EQ(docket({"prove", "autumn/9", "-o", files[0]}).status, 0);
  expectNoneAccepted(files, {"--game", "autumn/9"});
  // its own signatures are not asked then
  EXPECT_EQ(check(files[0], {"--game", "autumn/9", "--checkpoint", kept}).status, 0);
}

TEST_F(AlteredProofs, ThatTheLogGrewAreNotAccepted) {
  std::string other = kHiddenGame;
  other.replace(other.find("autumn/9"), 8, "autumn/8");
  importGame("other.jsonl", other);
  (void)checkpoint("later");
  ASSERT_EQ(docket({"prove", "--since", place / "checkpoint", "-o", place / "p"}).status, 0);
  expectNoneAccepted({place / "p"}, {"--old-checkpoint", place / "checkpoint"});
}

TEST_F(AlteredProofs, WithAnotherCheckpointOrKeyAreNotAccepted) {
  const std::string file = certified(kOpensOne);
  ASSERT_EQ(run({"keys", "new", "example.com/club", "-o", place / "other.key"}).status, 0);
  const std::vector<std::string> plain{"check-proof", file, "--cards", cards};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), plain.begin(), plain.end());
    return run(more);
  };
  EXPECT_EQ(with({"--key", key + ".pub"}).status, 0);
  EXPECT_EQ(with({"--key", place / "other.key.pub"}).status, 1);
  EXPECT_EQ(with({"--game", "autumn/8"}).status, 1);
  EXPECT_EQ(with({"--checkpoint", place / "checkpoint"}).status, 0);
  std::string other = kHiddenGame;
  other.replace(other.find("autumn/9"), 8, "autumn/8");
  importGame("other.jsonl", other);
  const Ran elsewhere_checked = with({"--checkpoint", checkpoint("later")});
  EXPECT_EQ(elsewhere_checked.status, 1);
  EXPECT_HAS(elsewhere_checked.out, "the proof is for another checkpoint");
  const Ran odd = with({"--old-checkpoint", place / "checkpoint"});
  EXPECT_EQ(odd.status, 2);
  EXPECT_HAS(odd.err, "and this is a certificate");
}

}  // namespace
}  // namespace docket::test::altered_proofs_test
