// docket tiles --games and docket follow: copies of an archive, from a folder and over HTTP. Roots are equal,
// nothing unsigned is stored, and erasing a name reaches the copies.
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "events/digest.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/followed.h"
#include "store/rewriting.h"
#include "tests/tools/run.h"
#include "tools/serve/web_server.h"

namespace docket::test::follow_test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Follow : public ::testing::Test {
 protected:
  Follow() {
    importSamples(place);
    EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", place / "key"}).status, 0);
    publish();
  }
  [[nodiscard]] Ran docket(Words typed, const std::string& archive = {}) const {
    return test::runOn(archive.empty() ? place.archive() : archive, std::move(typed));
  }
  /// Signs a checkpoint, and writes the served files.
  void publish(const std::string& archive = {}, const std::string& into = "served") const {
    const Ran signed_now = docket({"checkpoint", "--key", place / "key"}, archive);
    EXPECT_EQ(signed_now.status, 0) << signed_now.err;
    const Ran written = docket({"tiles", place / into, "--games"}, archive);
    EXPECT_EQ(written.status, 0) << written.err;
  }
  [[nodiscard]] Ran followed(const std::string& from, const std::string& copy = "copy") const {
    return docket({"follow", from, "--key", place / "key.pub"}, place / copy);
  }
  [[nodiscard]] Ran followed() const { return followed(place / "served"); }
  void expectEqual(const std::string& copy = "copy") const {
    const auto here = Archive::open(place.archive(), Access::read), there = Archive::open(place / copy, Access::read);
    const Log log = here.log(), copied = there.log();
    EXPECT_EQ(log.size(), copied.size());
    EXPECT_EQ(rootOf(log.size(), log.hashes()), rootOf(copied.size(), copied.hashes()));
    EXPECT_TRUE(check(place / copy).whole());
    EXPECT_EQ(docket({"games", "--replaced"}).out, docket({"games", "--replaced"}, place / copy).out);
  }

  TempDirectory place;
  const std::string game = "samples/yugioh-use-or-activate";
};

/// Games, rulings, a branch, a replacement: every kind of leaf of a game.
void growByEveryKind(const TempDirectory& place, const std::function<Ran(Words)>& docket) {
  const std::string game = "samples/yugioh-use-or-activate";
  const auto import_typed = [&](Words words) {
    words.insert(words.begin(), "import");
    words.insert(words.end(), {"--cards", sample("catalogues/yugioh.json")});
    const Ran ran = docket(words);
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  };
  const std::string typed = docket::test::sourceDir() + "/tests/typed/friday-12.txt";
  import_typed({typed});
  EXPECT_LE(docket({"rule", game, "--at", "13", "--claim", "count(in play) > 0", "--judge", "J"}).status, 1);
  EXPECT_EQ(docket({"branch", game, "--at", "11", "--as", "what-if", "--add", "note \"otherwise\""}).status, 0);
  std::string corrected = textOf(typed);
  corrected.replace(corrected.find("P2 draws 3"), 10, "P2 draws 4");
  import_typed({"--replaces", "friday/12", place.file("corrected.txt", corrected)});
  EXPECT_LE(docket({"rule", game, "--at", "12", "--claim", "count(in play) > 9", "--judge", "J"}).status, 1);
}

TEST_F(Follow, ReproducesTheLogLeafByLeaf) {
  const Ran first = followed();
  EXPECT_EQ(first.status, 0) << first.out << first.err;
  EXPECT_HAS(first.out, "4 leaves of example.com/club taken with 3 new games, 0 names erased; now 4");
  expectEqual();
  const Ran again = docket({"follow"}, place / "copy");
  EXPECT_HAS(again.out, "0 leaves of example.com/club taken") << again.err;
  growByEveryKind(place, [&](Words words) { return docket(std::move(words)); });
  publish();
  const Ran grown = docket({"follow", "--json"}, place / "copy");
  EXPECT_EQ(grown.status, 0) << grown.out << grown.err;
  EXPECT_EQ(memberOf(grown.out, "games"), "3") << grown.out;
  expectEqual();
  EXPECT_EQ(docket({"show", "what-if"}).out, docket({"show", "what-if"}, place / "copy").out);
  EXPECT_EQ(docket({"rulings"}).out, docket({"rulings"}, place / "copy").out);
  EXPECT_EQ(docket({"verify", "--all", "--again"}).out, docket({"verify", "--all", "--again"}, place / "copy").out);
  // all at once, too
  EXPECT_EQ(followed(place / "served", "late").status, 0);
  expectEqual("late");
}

/// The served folder over HTTP; `answers` says how many more requests are answered.
class HttpFolder {
 public:
  explicit HttpFolder(fs::path folder)
      : folder_(std::move(folder)),
        server_(0, {}, [this](const serve::Request& request) { return answer(request.path); }) {
    thread_ = std::thread([this] { server_.run(); });
  }
  ~HttpFolder() {
    server_.stop();
    thread_.join();
  }
  [[nodiscard]] std::string address() const { return server_.address(); }
  std::atomic<int> answers{1'000'000};

 private:
  serve::HttpResponse answer(std::string_view path) {
    if (--answers < 0) return {.status = 503, .type = "text/plain", .body = "later"};
    const fs::path file = folder_ / path.substr(1);
    if (!fs::is_regular_file(file)) return {.status = 404, .type = "text/plain", .body = "no"};
    return {.status = 200, .type = "application/octet-stream", .body = textOf(file)};
  }

  fs::path folder_;
  serve::WebServer server_;
  std::thread thread_;
};

TEST_F(Follow, ResumesOverHttpAfterAnInterruption) {
  growByEveryKind(place, [&](Words words) { return docket(std::move(words)); });
  publish();
  HttpFolder web(place / "served");
  int runs = 0;
  for (;; ++runs) {
    web.answers = 5;
    const Ran ran = followed(web.address());
    if (ran.status == 0) break;
    EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
    EXPECT_HAS(ran.err, "the server answers with status 503");
    EXPECT_HAS(ran.err, web.address()) << "the message names the server: ";
    ASSERT_LT(runs, 50);
  }
  EXPECT_GT(runs, 2);
  expectEqual();
  const Ran nobody = docket({"follow", "http://127.0.0.1:1/x"}, place / "copy");
  EXPECT_EQ(nobody.status, 4) << nobody.err;
}

TEST_F(Follow, RefusesARollbackAndKeepsTheEvidence) {
  fs::copy(place / "served", place / "older", fs::copy_options::recursive);
  EXPECT_EQ(docket({"import", sample("huntik-drowned-orchard.jsonl")}).status, 0);
  publish();
  EXPECT_EQ(followed().status, 0);
  const Ran refused = followed(place / "older");
  EXPECT_EQ(refused.status, 1);
  EXPECT_HAS(refused.out, "offers a log of 4 leaves that was rolled");
  EXPECT_HAS(refused.out, "5 were seen before. Nothing was stored.");
  expectEqual();
  const auto kept = std::distance(fs::directory_iterator(place / "copy-evidence"), {});
  EXPECT_EQ(kept, 2);
}

TEST_F(Follow, RefusesAForkAndKeepsAProofOfIt) {
  fs::copy(place.archive(), place / "fork", fs::copy_options::recursive);
  EXPECT_EQ(docket({"import", sample("huntik-drowned-orchard.jsonl")}).status, 0);
  publish();
  EXPECT_EQ(followed().status, 0);
  const std::string typed = docket::test::sourceDir() + "/tests/typed/friday-12.txt";
  const std::string fork = place / "fork";
  for (const char* id : {"a", "b"})
    EXPECT_EQ(docket({"import", "--id", id, typed, "--cards", sample("catalogues/yugioh.json")}, fork).status, 0);
  publish(fork, "forked");
  const Ran refused = docket({"follow", place / "forked", "--json"}, place / "copy");
  EXPECT_EQ(refused.status, 1) << refused.err;
  EXPECT_HAS(refused.out, "\"why\":\"forked\"");
  expectEqual();
  std::string seen, proof;
  for (const auto& entry : fs::directory_iterator(place / "copy-evidence")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("seen-")) seen = entry.path().string();
    if (name.starts_with("offered-proof-")) proof = entry.path().string();
  }
  ASSERT_FALSE(seen.empty() || proof.empty());
  // what the signer signed later does not prove what it signed before
  const Ran checked = run({"check-proof", proof, "--old-checkpoint", seen, "--key", place / "key.pub"});
  EXPECT_EQ(checked.status, 1) << checked.out << checked.err;
  // a log of the same size is another one, too
  EXPECT_EQ(docket({"import", "--id", "c", typed, "--cards", sample("catalogues/yugioh.json")}).status, 0);
  publish();
  EXPECT_EQ(docket({"follow", place / "served"}, place / "copy").status, 0);
  EXPECT_EQ(docket({"follow", place / "forked"}, place / "copy").status, 1);
  expectEqual();
}

TEST_F(Follow, StoresNothingThatWasAltered) {
  growByEveryKind(place, [&](Words words) { return docket(std::move(words)); });
  publish();
  const auto source = Archive::open(place.archive(), Access::read);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(place / "served")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  int refused = 0;
  for (const fs::path& file : files) {
    const std::string text = textOf(file);
    const std::string name = fs::relative(file, place / "served").string();
    const bool is_used = name.starts_with("game/") || name == "checkpoint" || name.starts_with("document/") ||
                         name == "tile/entries/000.p/" + std::to_string(source.log().size());
    for (std::size_t step = 0; step < 3; ++step) {
      std::string altered = text;
      if (step == 2) {
        altered.resize(text.size() / 2);
      } else {
        char& byte = altered[text.size() * (3 * step + 1) / 5];
        byte = static_cast<char>(byte ^ 1);
      }
      std::ofstream(file, std::ios::binary) << altered;
      fs::remove_all(place / "copy");
      const Ran ran = followed();
      if (ran.status != 0) {
        ++refused;
        EXPECT_EQ(ran.status, 2) << name << ran.err;
        EXPECT_TRUE(has(ran.err, name) || has(ran.err, "served/tile")) << name << ": " << ran.err;
      } else {
        // a text that no head covers: the layout of a document is not among them
        EXPECT_TRUE(!is_used || name.starts_with("game/")) << name << " " << step;
      }
      const auto copy = Archive::open(place / "copy", Access::read);
      for (const GameEntry& one : copy.list()) {
        const auto there = source.find(one.id);
        ASSERT_TRUE(there) << one.id;
        EXPECT_EQ(there->headAt(one.count), one.head) << name;
      }
      EXPECT_TRUE(check(place / "copy").whole()) << name;
    }
    std::ofstream(file, std::ios::binary) << text;
  }
  EXPECT_GT(refused, 20);
  fs::remove_all(place / "copy");
  EXPECT_EQ(followed().status, 0);
}

TEST_F(Follow, AbortsAnEndlessResponse) {
  serve::WebServer endless(0, {}, [](const serve::Request&) {
    return serve::HttpResponse{.status = 200, .type = "text/plain", .body = std::string(4U << 20U, 'x')};
  });
  std::thread thread([&] { endless.run(); });
  const Ran ran = followed(endless.address());
  endless.stop();
  thread.join();
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "checkpoint: the server sends more than 1000000 bytes");
}

TEST_F(Follow, AllowsNoChangesToTheCopy) {
  EXPECT_EQ(followed().status, 0);
  const std::string copy = place / "copy";
  const std::vector<Words> recording{{"import", sample("huntik-drowned-orchard.jsonl")},
                                     {"rule", game, "--at", "13", "--claim", "1 = 1", "--judge", "J"},
                                     {"branch", game, "--at", "11", "--as", "x", "--add", "note \"x\""},
                                     {"label", game, "--round", "3"},
                                     {"merge", place.archive()},
                                     {"checkpoint", "--key", place / "key"},
                                     {"erase-player", "Aiko", "--yes"},
                                     {"record"}};
  for (const Words& words : recording) {
    const Ran ran = docket(words, copy);
    EXPECT_EQ(ran.status, 2) << words[0] << ran.out;
    EXPECT_HAS(ran.err, "this archive is a copy that follows " + place / "served" + ", and takes no games of its")
        << words[0];
  }
  expectEqual();
  EXPECT_LE(docket({"verify", "--all"}, copy).status, 1);
  EXPECT_EQ(docket({"index"}, copy).status, 0);
  EXPECT_EQ(docket({"backup", place / "backups"}, copy).status, 0);
  EXPECT_EQ(docket({"restore", place / "backups", place / "restored"}).status, 0);
  EXPECT_EQ(docket({"follow"}, place / "restored").status, 0) << "a backup of a copy is a copy";
  EXPECT_EQ(followed(place / "served", "archive").status, 2) << "an archive with games cannot become a copy";
}

TEST_F(Follow, ErasesTheNamesErasedAtTheSource) {
  const std::string typed = docket::test::sourceDir() + "/tests/typed/friday-12.txt";
  EXPECT_EQ(docket({"import", typed, "--cards", sample("catalogues/yugioh.json")}).status, 0);
  publish();
  EXPECT_EQ(followed().status, 0);
  EXPECT_HAS(docket({"games"}, place / "copy").out, "Hana");
  const Ran before = docket({"show", "friday/12", "--json"}, place / "copy");
  EXPECT_LE(docket({"erase-player", "Hana", "--yes"}).status, 1);
  const Ran rewritten = docket({"tiles", place / "served", "--games", "--json"});
  // Hana plays in a sample, too
  EXPECT_EQ(memberOf(rewritten.out, "replaced"), "2") << rewritten.out << rewritten.err;
  EXPECT_EQ(textOf(place / "served/erased"), "2\n4\n");
  EXPECT_FALSE(has(textOf(place / "served/game/004"), "Hana"));
  const Ran erased = docket({"follow", "--json"}, place / "copy");
  EXPECT_EQ(memberOf(erased.out, "erased"), "2") << erased.out << erased.err;
  EXPECT_TRUE(findBytes(place / "copy", "Hana").nowhere());
  expectEqual();
  const Ran after = docket({"show", "friday/12", "--json"}, place / "copy");
  EXPECT_EQ(memberOf(before.out, "head"), memberOf(after.out, "head"));
  EXPECT_EQ(memberOf(docket({"follow", "--json"}, place / "copy").out, "erased"), "0");
  EXPECT_EQ(memberOf(docket({"tiles", place / "served", "--games", "--json"}).out, "replaced"), "0");
  // a copy that begins later never has the name
  EXPECT_EQ(followed(place / "served", "late").status, 0);
  EXPECT_TRUE(findBytes(place / "late", "Hana").nowhere());
  expectEqual("late");
  // a list that became shorter is refused
  std::ofstream(place / "served/erased").close();
  const Ran shorter = docket({"follow"}, place / "copy");
  EXPECT_EQ(shorter.status, 2);
  EXPECT_HAS(shorter.err, "the list of erasures is shorter than it was");
}

TEST_F(Follow, AcceptsANewKeyIfTheLogContinues) {
  EXPECT_EQ(docket({"keys", "new", "example.com/other", "-o", place / "other"}).status, 0);
  const Ran foreign = docket({"follow", place / "served", "--key", place / "other.pub"}, place / "copy");
  EXPECT_EQ(foreign.status, 2);
  EXPECT_HAS(foreign.err, "served/checkpoint: this checkpoint is not signed by example.com/other");
  EXPECT_EQ(followed().status, 0);
  EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", place / "second"}).status, 0);
  EXPECT_EQ(docket({"checkpoint", "--key", place / "second", "--replaces", "ended"}).status, 0);
  EXPECT_EQ(docket({"tiles", place / "served", "--games"}).status, 0);
  const Ran old_key = docket({"follow"}, place / "copy");
  EXPECT_EQ(old_key.status, 2) << old_key.out;
  EXPECT_HAS(old_key.err, "not signed by example.com/club");
  EXPECT_EQ(docket({"follow", "--key", place / "second.pub"}, place / "copy").status, 0);
  EXPECT_EQ(docket({"follow"}, place / "copy").status, 0) << "the new key is remembered";
  expectEqual();
  EXPECT_HAS(docket({"tiles", place / "served"}).err, "games are served from this folder: give --games");
}

}  // namespace
}  // namespace docket::test::follow_test
