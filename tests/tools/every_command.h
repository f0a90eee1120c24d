// Every command of the program, typed about one game, for tests that concern all commands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/events/log/sample_log.h"
#include "tests/places.h"
#include "tests/tools/run.h"

namespace docket::test {

struct Typed {
  std::vector<std::string> words;
  std::string input{};  ///< of standard input
};

/// Two secret keys: that of a witness, and that of an archive.
inline std::vector<std::string> keysOf(const TempDirectory& place, const SampleLog& log) {
  std::vector<std::string> keys{place.file("witness.key", docket::textOf(log.witness)),
                                place.file("archive.key", docket::textOf(log.key))};
  for (const auto& secret : keys)
    std::filesystem::permissions(secret, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  return keys;
}

/// An archive with one game, and its place.
inline std::string anotherArchive(const TempDirectory& place) {
  const std::string game = R"({"game":{"id":"of-the-other","ruleset":"yugioh","players":[{}]}})";
  static_cast<void>(run({"import", "--archive", place / "other-archive", place.file("other.jsonl", game + "\n")}));
  return place / "other-archive";
}

/// Commands about an archive as a whole: its log, its backups.
inline std::vector<Typed> commandsOfArchive(const TempDirectory& place, const std::string& game) {
  const SampleLog log(5);
  const std::string proof = place.file("game.tlog-proof", docket::textOf(log.inclusion(3)));
  const std::string checkpoint = place.file("checkpoint", docket::textOf(log.checkpoint(5).note));
  const auto keys = keysOf(place, log);
  const std::string &key = keys[0], &log_key = keys[1];
  return {{{"keys", "show", key}},
          {{"checkpoint", "--list"}},
          {{"checkpoint", "--key", log_key}},
          {{"trace", game, "count(in play)"}},
          {{"find", "count(in play) > 0"}},
          {{"find", "--finding", "illegal", "--csv"}},
          {{"prove", game}},
          {{"certify", game, "--dry-run"}},
          {{"tiles", place / "tiles"}},
          {{"tiles", place / "copies", "--games"}},
          {{"follow", place / "copies", "--key", docket::textOf(log.key.verifier), "--archive", place / "copy"}},
          {{"certify", game, "-o", place / "certificate"}},
          {{"cosign", checkpoint, "--key", key, "--log", docket::textOf(log.key.verifier)}},
          {{"check-proof", proof}},
          {{"relay", "--status", "--key", log_key, "--to", docket::textOf(log.key.verifier)}},
          {{"work", "--relay", "amqp://127.0.0.1:1", "--key", log_key, "--worker", docket::textOf(log.key.verifier),
            "verify", "--checkpoint", checkpoint}},
          {{"worker", "--relay", "amqp://127.0.0.1:1", "--key", log_key, "--from", docket::textOf(log.key.verifier),
            "--for", "1"}},
          {{"check"}},
          {{"complete", "--", "verify", ""}},
          {{"schema", "ruleset"}},
          {{"session"}, "[\"games\"]\n[\"show\", \"" + game + "\"]\n[\"no command\"]\n"},
          {{"check", "--json"}},
          {{"salvage"}},
          {{"backup", place / "backups"}},
          {{"backup", place / "backups", "--list"}},
          {{"restore", place / "backups", place / "restored"}},
          {{"upgrade"}}};
}

/// The same commands, and then those about rulings, with and without games.
inline std::vector<Typed> withCaseLaw(std::vector<Typed> all, const TempDirectory& place, const std::string& game) {
  const std::string library = place.file("rulings.cases",
                                         "rules yugioh 2022-06-22\nrecord turn\n  began period=turn player=1\nend\n"
                                         "check ygo.soft | turn@1 | turn() | 1 | no use in the first turn\n");
  all.push_back({{"cases", "check", library}});
  all.push_back({{"cases", "find", library, "use"}});
  all.push_back({{"cases", "from", game, "--ruling", "15", "-o", place / "ruling.cases"}});
  all.push_back({{"precedents", game, "--ruling", "15"}});
  all.push_back({{"precedents", game, "--ask", "count(in play)"}});
  all.push_back({{"desk", "--port", "0", "--for", "1"}});
  all.push_back({{"desk", "sessions"}});
  return all;
}

/// And those that answer questions about all games.
inline std::vector<Typed> withFinding(std::vector<Typed> all, const TempDirectory& place) {
  all.push_back({{"player", "Aiko"}});
  all.push_back({{"export", "--columns", place / "columns"}});
  all.push_back({{"export", "--columns", place / "tables", "--csv"}});
  all.push_back({{"index"}});
  all.push_back({{"index", "--check"}});
  return all;
}

/// Those that change the archive. `rules`: the file of a ruleset.
inline std::vector<Typed> changingCommands(const TempDirectory& place, const std::string& game,
                                           const std::string& rules) {
  const std::string lines = place.file(
      "further.jsonl", R"({"game":{"id":"further","ruleset":"l5r-celestial","players":[{"name":"A"},{"name":"B"}]}})"
                       "\n{\"note\":\"x\"}\n");
  const std::string cards = place.file("more-cards.json", R"({"name": "more", "version": "1", "cards": []})");
  const std::string other = anotherArchive(place);
  return {{{"rule", game, "--at", "13", "--claim", "count(in play) > 0", "--judge", "J"}},
          {{"branch", game, "--at", "13", "--add", "note \"otherwise\""}},
          {{"rules", "add", rules}},
          {{"cards", "import", cards}},
          {{"erase-player", "Nobody by that name", "--dry-run"}},
          {{"erase-player", "Nobody by that name", "--yes"}},
          {{"label", game, "--round", "3", "--dry-run"}},
          {{"label", game, "--match", "final"}},
          {{"label", game, "--remove"}},
          {{"merge", other, "--dry-run"}},
          {{"merge", other}},
          {{"record"}, "{\"game\":\"" + game + "\",\"note\":\"x\"}\n"},
          {{"import", lines}}};
}

/// Each command at least once, without the archive. `game` has two players and an event 13, which is asked about.
/// Those that change the archive come last.
inline std::vector<Typed> everyCommand(const TempDirectory& place, const std::string& game) {
  const std::string list = place.file("list.txt", "hand\n1 Iron Blade\n");
  const std::string rules = std::string(docket::test::sourceDir() + "/tests/conformance/tidepool/ruleset.json");
  std::vector<Typed> all = withFinding(withCaseLaw(commandsOfArchive(place, game), place, game), place);
  const std::vector<Typed> others{
      {{"help"}},
      {{"games"}},
      {{"show", game}},
      {{"rules"}},
      {{"rules", "show", "l5r-celestial"}},
      {{"rules", "check", rules}},
      {{"rules", "diff", "l5r-celestial@2009-06-01", "l5r-celestial@2011-06-06"}},
      {{"cards"}},
      {{"cards", "find", "e"}},
      {{"cards", "show", "Iron Blade"}},
      {{"deck", list, "--ruleset", "l5r-celestial"}},
      {{"generate", "yugioh"}},
      {{"log", game}},
      {{"log", game, "--json"}},
      {{"log", game, "--seat", "spectator"}},
      {{"replay", game, "--at", "13"}},
      {{"replay", game, "--at", "13", "--json"}},
      {{"type", place / "typed.txt"}},
      {{"step", game}, "end\nevents\nquit\n"},
      {{"explain", game, "#2", "Force", "--at", "13"}},
      {{"explain", game, "#2", "controller", "--at", "13"}},
      {{"explain", game, "limit", "#2", "--at", "13"}},
      {{"explain", game, "legal", "13"}},
      {{"explain", game, "legal", "12", "--why-not"}},
      {{"ask", game, "--at", "13", "count(in play)", "--why"}},
      {{"limits", game, "--at", "13"}},
      {{"moves", game, "--at", "13", "--player", "P1"}},
      {{"moves", game, "#2", "--at", "13", "--all", "--seat", "P1"}},
      {{"verify", game}},
      {{"verify", "--all"}},
      {{"verify", "--all", "--json"}},
      {{"rulings"}},
      {{"rulings", game}},
      {{"slip", game}},
      {{"accounts", game}},
      {{"diff", game + "@5", game + "@13"}},
      {{"report", game}},
      {{"report", game, "--seat", "P1"}},
      {{"site", place / "public"}},
      {{"serve", "--port", "0", "--for", "1"}},
      {{"site", place / "public-named", "--names", "--whole", "--reports"}},
      {{"regress", "--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06"}},
      {{"minimise", game, "--keep", "count(in play) > 0"}},
      {{"coverage"}},
      {{"export", game}},
      {{"export", game, "--seat", "P1"}}};
  all.insert(all.end(), others.begin(), others.end());
  const auto changing = changingCommands(place, game, rules);
  all.insert(all.end(), changing.begin(), changing.end());
  return all;
}

}  // namespace docket::test
