// docket accounts: the players' accounts of a game, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "engine/fold/reduce.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/text_view.h"
#include "tools/commands/command.h"
#include "tools/commands/game_at_point.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/game/open_game_record.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/render/difference_text.h"
#include "tools/verdict/difference.h"
#include "tools/verdict/two_records.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kAccountsHelp =
    R"(Compares the accounts of a game, which are branches (docket branch --account): how
far they agree, which events break a rule, how the tables differ, and the result of
each claim. A claim with the same result everywhere does not depend on what is
disputed. Given two games, it compares them as records of one game by two players:
what each saw, and where they contradict each other.

Exit status: 1 if a claim differs between accounts, or two records contradict.)";

constexpr std::string_view kAccountsExamples =
    R"(  docket accounts duel
  docket accounts duel --claim 'count(in graveyard of P1) = 1'
  docket accounts duel@24 duel/P2@24)";

struct Against {
  EventNumber event = 0;
  EventNumber by = 0;  ///< the event that corrected it; 0: it was recorded so
  std::string clause, what;
  friend bool operator==(const Against&, const Against&) = default;
};

struct Account {
  Seat player = 0;
  std::string name;  ///< "P1 Aiko"
  OpenGame game;
  EventNumber parted_at = 0;
  std::vector<Against> against{};
};

struct Answered {
  std::string value;
  Grade grade{};
};

struct ComparedClaim {
  std::string claim;
  std::vector<Answered> answers{};  ///< by account
  [[nodiscard]] bool matters() const {
    return ranges::any_of(answers, [&](const Answered& one) { return one.value != answers.front().value; });
  }
};

/// The certain findings against events after `from`, as known after event `at`, without those that a judge took back.
std::vector<Against> findingsAfter(const OpenGame& game, EventNumber from, EventNumber at, const Words& words) {
  std::vector<Against> found;
  State state = initialState(game.header(), words.rules());
  const auto look = [&](const State& before, EventNumber number, schema::Event::Reader event, EventNumber by) {
    if (number <= from) return;
    const auto findings = judge(pendingEvent(before, words.rules(), number, event));
    if (findings.empty()) return;
    const StateForFindings table(before, words.rules(), number, event, findings);
    const Words words_then(table.state(), words.rules(), game.header(), words.turnLabels());
    for (const Finding& finding : findings) {
      if (!finding.isCertain()) continue;
      found.push_back({.event = number,
                       .by = by,
                       .clause = finding.clause,
                       .what = (by == 0 ? "" : fmt::format("as corrected by event {}: ", by)) +
                               explainFinding(words_then, finding).what});
    }
  };
  foldAlong(state, words.rules(), game.events(), game.history().pathTo(at), look);
  return found;
}

/// The certain findings by what an account says itself: about its own events, and about shared events as it corrects
/// them.
void judgeAccount(Account& account, const Words& words) {
  const OpenGame& game = account.game;
  const bool corrects = ranges::any_of(game.history().pathTo(game.last()).corrections, [&](Correction correction) {
    return correction.by > account.parted_at && correction.event <= account.parted_at;
  });
  account.against = findingsAfter(game, corrects ? 0 : account.parted_at, game.last(), words);
  if (!corrects) return;
  const auto shared = findingsAfter(game, 0, account.parted_at, words);
  std::erase_if(account.against,
                [&](const Against& one) { return one.event <= account.parted_at && ranges::contains(shared, one); });
}

std::vector<Account> accountsOf(GameLoader& loader, const std::string& id) {
  std::vector<Account> accounts;
  for (const GameEntry& entry : loader.archive().branchesOf(id)) {
    if (entry.account == 0) continue;
    accounts.push_back(
        {.player = entry.account, .name = {}, .game = loader.game(exactName(entry.id)), .parted_at = entry.parted_at});
  }
  if (accounts.size() < 2)
    throw BadInput(fmt::format("{}: {}: make each one with docket branch {} --account P1 --at POINT --add ...", id,
                               accounts.empty() ? "it has no other account" : "it has only one account", id));
  ranges::sort(accounts, {}, &Account::player);
  return accounts;
}

/// The claims of rulings about a point after `from`, each once.
void addClaims(const OpenGame& game, EventNumber from, std::vector<ComparedClaim>& claims) {
  game.events().forEach(from + 1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    if (!event.isRulingGiven()) return;
    const auto ruling = event.getRulingGiven();
    const EventNumber about = ruling.getAt() == 0 ? number : ruling.getAt();
    const std::string claim = textOf(ruling.getClaim());
    const bool known = ranges::any_of(claims, [&](const ComparedClaim& one) { return one.claim == claim; });
    if (about > from && !known) claims.push_back({.claim = claim});
  });
}

Answered answerIn(const Account& account, const std::string& claim) {
  const Rules rules = account.game.rules();
  const TurnLabels turn_labels = turnLabelsOf(account.game);
  const State state = account.game.stateAt(account.game.last());
  const Words words(state, rules, account.game.header(), turn_labels);
  const OpenGameRecord table(account.game, account.game.last());
  const NamedCards cards(account.game, state);
  const auto parsed = expression::parse(
      claim, {.ruleset = rules.ruleset, .names = &account.game.names(), .subjects = &cards}, {.file = "claim"});
  const auto answer = answerSeen(parsed, words, table, namesOf(account.game));
  return {.value = valueWords(answer.value, words), .grade = answer.value.grade};
}

struct AccountsComparison {
  std::vector<Account> accounts;
  EventNumber agree_until = 0;
  std::vector<Comparison> comparisons;  ///< of each later account with the first
  std::vector<ComparedClaim> claims;
};

AccountsComparison compareAll(GameLoader& loader, const std::string& id, const std::vector<std::string>& typed) {
  AccountsComparison compared{.accounts = accountsOf(loader, id), .comparisons = {}, .claims = {}};
  for (Account& account : compared.accounts) {
    const Rules rules = account.game.rules();
    const TurnLabels turn_labels = turnLabelsOf(account.game);
    const State start = initialState(account.game.header(), rules);
    const Words words(start, rules, account.game.header(), turn_labels);
    account.name = words.player(account.player);
    judgeAccount(account, words);
  }
  const Account& first = compared.accounts.front();
  compared.agree_until = first.game.last();
  for (std::size_t i = 1; i < compared.accounts.size(); ++i) {
    const Account& other = compared.accounts[i];
    compared.comparisons.push_back(
        differenceOf({.game = &first.game, .at = first.game.last()}, {.game = &other.game, .at = other.game.last()}));
    compared.agree_until = std::min(compared.agree_until, compared.comparisons.back().shared);
  }
  for (const std::string& claim : typed) compared.claims.push_back({.claim = claim});
  if (typed.empty()) {
    addClaims(loader.game(exactName(id)), compared.agree_until, compared.claims);
    for (const Account& account : compared.accounts) addClaims(account.game, compared.agree_until, compared.claims);
  }
  for (ComparedClaim& claim : compared.claims) {
    for (const Account& account : compared.accounts) claim.answers.push_back(answerIn(account, claim.claim));
  }
  return compared;
}

void printClaim(std::ostream& out, const ComparedClaim& claim, const AccountsComparison& compared, bool colour) {
  out << paragraph(clipped(claim.claim, 300), 2, 4);
  for (std::size_t i = 0; i < claim.answers.size(); ++i) {
    const Answered& answer = claim.answers[i];
    const auto style = answer.grade == Grade::exact ? Style::good : Style::warning;
    out << flushRight(fmt::format("    according to {}: {}", compared.accounts[i].name, answer.value),
                      styled(colour, style, gradeWord(answer.grade)), 6);
  }
  out << (claim.matters() ? "    their differences matter here\n"
                          : "    the same in all accounts: their differences do not matter here\n");
}

void printAccounts(std::ostream& out, const AccountsComparison& compared, bool colour) {
  const auto heading = [&](const std::string& text) { out << '\n' << styled(colour, Style::strong, text) << '\n'; };
  out << fmt::format("The accounts agree up to event {}.\n", compared.agree_until);
  for (const Account& account : compared.accounts) {
    heading(fmt::format("According to {}", account.name));
    out << paragraph(fmt::format("{}, {} after event {}", clipped(account.game.id()),
                                 counted(account.game.last() - account.parted_at, "event"), account.parted_at),
                     2, 4);
    if (account.against.empty()) out << "  nothing in it breaks a rule\n";
    for (const Against& one : account.against)
      out << paragraph(fmt::format("event {}: {} [{}]", one.event, one.what, printable(one.clause)), 2, 4);
  }
  for (std::size_t i = 0; i < compared.comparisons.size(); ++i) {
    const SideNames names{compared.accounts.front().name, compared.accounts[i + 1].name};
    heading(fmt::format("On the table, {} | {}", names.first, names.second));
    if (compared.comparisons[i].differences.empty()) out << "  nothing differs\n";
    printDifferences(out, compared.comparisons[i].differences, names, colour);
  }
  if (!compared.claims.empty()) heading("What is claimed");
  for (const ComparedClaim& claim : compared.claims) printClaim(out, claim, compared, colour);
}

void writeAccounts(JsonWriter& json, const std::string& id, const AccountsComparison& compared) {
  json.object().member("game", id).member("agreeUntil", compared.agree_until).list("accounts");
  for (const Account& account : compared.accounts) {
    json.object().member("player", static_cast<unsigned>(account.player)).member("game", account.game.id());
    json.member("events", account.game.last()).list("against");
    for (const Against& one : account.against)
      json.object().member("event", one.event).member("clause", one.clause).member("what", one.what).end();
    json.end().end();
  }
  json.end();
  std::vector<Difference> all;
  for (const Comparison& comparison : compared.comparisons)
    all.insert(all.end(), comparison.differences.begin(), comparison.differences.end());
  writeDifferences(json, all);
  json.list("claims");
  for (const ComparedClaim& claim : compared.claims) {
    json.object().member("claim", claim.claim).member("matters", claim.matters()).list("answers");
    for (std::size_t i = 0; i < claim.answers.size(); ++i) {
      json.object().member("player", static_cast<unsigned>(compared.accounts[i].player));
      json.member("value", claim.answers[i].value).member("grade", gradeWord(claim.answers[i].grade)).end();
    }
    json.end().end();
  }
  json.end().end();
}

// ---- two records of one game

void printRecords(std::ostream& out, const Side& left, const Side& right, const TwoRecords& made) {
  const auto named = [](const Side& side) {
    return fmt::format("{} after event {}", clipped(side.game->id(), 60), side.at);
  };
  out << paragraph("left:  " + named(left), 0, 2) << paragraph("right: " + named(right), 0, 2) << '\n';
  out << tableRow(fmt::format("{}: both know {}, only the left {}, only the right {}, neither {}",
                              counted(made.cards, "card"), made.known_to_both, made.known_left, made.known_right,
                              made.known_to_neither));
  out << tableRow(fmt::format("the same in both: {} things; only in the left: {}; only in the right: {}", made.same,
                              made.said_left, made.said_right));
  if (made.contradictions.empty()) out << "They do not contradict each other.\n";
  for (const Contradiction& one : made.contradictions)
    out << paragraph(fmt::format("{}: {}: {} | {}", one.subject, one.field, one.left, one.right), 0, 2);
}

void writeRecords(JsonWriter& json, const Side& left, const Side& right, const TwoRecords& made) {
  json.object();
  json.object("left").member("game", left.game->id()).member("at", left.at).end();
  json.object("right").member("game", right.game->id()).member("at", right.at).end();
  json.object("cards").member("both", made.known_to_both).member("left", made.known_left);
  json.member("right", made.known_right).member("neither", made.known_to_neither).end();
  json.member("same", made.same).member("saidLeft", made.said_left).member("saidRight", made.said_right);
  json.list("contradictions");
  for (const Contradiction& one : made.contradictions)
    json.object()
        .member("subject", one.subject)
        .member("field", one.field)
        .member("left", one.left)
        .member("right", one.right)
        .end();
  json.end().end();
}

int runRecords(const Arguments& arguments, GameLoader& loader, Streams& streams) {
  if (arguments.has("claim"))
    throw BadInput("docket accounts: --claim is for the accounts of a game: use docket ask for each record");
  const auto left_typed = gameAtPoint(arguments.words()[0], loader.archive());
  const auto right_typed = gameAtPoint(arguments.words()[1], loader.archive());
  const OpenGame left = loader.game(left_typed.game), right = loader.game(right_typed.game);
  const Side one{.game = &left, .at = left.point(left_typed.point)};
  const Side other{.game = &right, .at = right.point(right_typed.point)};
  const TwoRecords made = [&] {
    const ElapsedLine line(streams, "comparing the records");
    return compareRecords(one, other);
  }();
  if (arguments.json()) {
    JsonWriter json;
    writeRecords(json, one, other, made);
    writeAnswer(streams.out, "accounts", json.text());
  } else {
    printRecords(streams.out, one, other, made);
  }
  return made.contradictions.empty() ? kAgrees : kDiffers;
}

int runAccounts(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  if (arguments.words().size() == 2) return runRecords(arguments, loader, streams);
  const std::string& id = arguments.words().front();
  const AccountsComparison compared = [&] {
    const ElapsedLine line(streams, "comparing the accounts");
    return compareAll(loader, std::string(loader.game(id).id()), arguments.values("claim"));
  }();
  if (arguments.json()) {
    JsonWriter json;
    writeAccounts(json, id, compared);
    writeAnswer(streams.out, "accounts", json.text());
  } else {
    printAccounts(streams.out, compared, streams.colour);
  }
  return ranges::any_of(compared.claims, &ComparedClaim::matters) ? kDiffers : kAgrees;
}

}  // namespace

Command accountsCommand() {
  return {.name = "accounts",
          .words = "GAME[@POINT] [GAME[@POINT]]",
          .summary = "compare the players' accounts of a game",
          .help = kAccountsHelp,
          .examples = kAccountsExamples,
          .least_words = 1,
          .most_words = 2,
          .options = {{.name = "claim", .value = "EXPRESSION", .help = "an expression to evaluate; repeatable"}},
          .run = runAccounts,
          .uses_pager = true};
}

}  // namespace docket
