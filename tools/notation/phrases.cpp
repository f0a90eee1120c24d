#include "tools/notation/phrases.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <stdexcept>
#include <string>

#include "events/text/split.h"
#include "tools/notation/spelling.h"
#include "tools/notation/tokens.h"

namespace docket::notation {
namespace {

using Event = schema::Event;

struct Row {
  Event::Which payload;
  SubjectKind subject_kind;
  std::string_view subject_field;
  std::string_view pattern;
  bool deals_no_cards = false;  // as in Phrase
};

#define DOCKET_PLACE "[bottom:slot=-2] [slot <slot>] [up:face=up] [down:face=down] [turned <orientation>]"
#define DOCKET_TARGETS_AND_COSTS "[targeting <targets>] [paid <costs>]"

constexpr Row kEvents[] = {
    {Event::DECK_REGISTERED, SubjectKind::others, "player", "registers <zone> <first+count>"},
    {Event::SHUFFLED, SubjectKind::player, "player", "shuffles <zone> <first+count> [of <cards#>] [was <order#>]"},
    {Event::CARDS_DRAWN, SubjectKind::player, "player", "draws <cards> from <from> to <to>"},
    {Event::CARD_MOVED, SubjectKind::actor, "",
     "moves <card> [from <fromPlayer?/from>] to <player/zone> " DOCKET_PLACE " [as <reason>]", true},
    {Event::PILE_MOVED, SubjectKind::player, "player", "moves all of <from> to <toPlayer/to>", true},
    {Event::CARD_CREATED, SubjectKind::player, "owner", "creates <card> to <player/zone> " DOCKET_PLACE},
    {Event::CARD_CEASED, SubjectKind::actor, "", "removes <card> from the game"},
    {Event::CARDS_REVEALED, SubjectKind::player, "player", "reveals <cards>"},
    {Event::TOLD, SubjectKind::player, "player", "tells <says> of <cards>"},
    {Event::CARD_TURNED, SubjectKind::actor, "", "turns <card> <orientation>", true},
    {Event::CARD_FLIPPED, SubjectKind::actor, "", "flips <card> [up:face=up] [down:face=down] [turned <orientation>]",
     true},
    {Event::CARD_ATTACHED, SubjectKind::actor, "", "attaches <card> to <host> [as <kind>]"},
    {Event::CARD_DETACHED, SubjectKind::actor, "", "detaches <card>"},
    {Event::CONTROL_CHANGED, SubjectKind::player, "player", "takes control of <card> [until <until>]", true},

    {Event::ENDED, SubjectKind::none, "", "== end <period>", true},
    {Event::BEGAN, SubjectKind::none, "", "== <period> [<name>] [<player>] [at <place>] [between <parties>]", true},

    {Event::CARD_PLAYED, SubjectKind::player, "player",
     "plays <card> [to <toPlayer?/zone>] " DOCKET_PLACE " [as <method>] " DOCKET_TARGETS_AND_COSTS, true},
    {Event::ABILITY_ACTIVATED, SubjectKind::player, "player",
     "uses <card> [ability <ability>] [called <named>] [as <designator>] [link <link>] [from <fromPlayer/from>] "
     "[answering <trigger>] [number <number>] " DOCKET_TARGETS_AND_COSTS,
     true},
    {Event::ABILITY_ACTIVATED, SubjectKind::player, "player",
     "uses own:card=0 <named> [as <designator>] [link <link>] [answering <trigger>] [number "
     "<number>] " DOCKET_TARGETS_AND_COSTS,
     true},
    {Event::TRAIT_TRIGGERED, SubjectKind::player, "player",
     "triggers <card> [trait <trait>] [called <named>] [answering <trigger>] " DOCKET_TARGETS_AND_COSTS},
    {Event::ACTIVATION_NEGATED, SubjectKind::actor, "", "negates activation <activation> [by <by>]"},
    {Event::EFFECT_NEGATED, SubjectKind::actor, "", "negates effect <activation> [by <by>]"},
    {Event::ACTIVATION_RESOLVED, SubjectKind::actor, "", "resolves <activation> [number <number>] [choices <choices>]"},
    {Event::ATTACK_DECLARED, SubjectKind::actor, "", "attacks <target> with <card>", true},

    {Event::CHANGE_BEGAN, SubjectKind::actor, "", "begins"},
    {Event::CHANGE_ENDED, SubjectKind::actor, "", "ends all:all=true of <begun>"},
    {Event::CHANGE_ENDED, SubjectKind::actor, "", "ends <begun> . <index>"},
    {Event::VALUE_CHANGED, SubjectKind::subject, "subject", "gains:how=gained <amount> <value>", true},
    {Event::VALUE_CHANGED, SubjectKind::subject, "subject", "loses:how=lost <amount> <value>", true},
    {Event::VALUE_CHANGED, SubjectKind::subject, "subject", "pays:how=paid <amount> <value>", true},
    {Event::VALUE_CHANGED, SubjectKind::subject, "subject", "has:how=set <amount> <value>", true},
    {Event::COUNTER_PLACED, SubjectKind::actor, "", "places <amount> <counter> on <subject>", true},
    {Event::COUNTER_REMOVED, SubjectKind::actor, "", "takes <amount> <counter> from <subject>", true},

    {Event::NUMBER_CHOSEN, SubjectKind::player, "player", "chooses <what> <number>"},
    {Event::NAME_CHOSEN, SubjectKind::player, "player", "names <what> <text>"},
    {Event::TARGETS_CHOSEN, SubjectKind::player, "player", "chooses for <activation> [targeting <targets>]"},
    {Event::RANDOM_OUTCOME, SubjectKind::player, "player", "rolls <what> <results>"},
    {Event::CONCEDED, SubjectKind::player, "player", "concedes"},
    {Event::GAME_ENDED, SubjectKind::judge, "", "all win:everybody=wins [as <reason>]"},
    {Event::GAME_ENDED, SubjectKind::judge, "", "all lose:everybody=loses [as <reason>]"},
    {Event::GAME_ENDED, SubjectKind::player, "winner+alongside", "wins [as <reason>]"},

    {Event::OBSERVED, SubjectKind::judge, "",
     "observes [base:base=true] <reading> absent:absent=true of <subject> [as <value>]"},
    {Event::OBSERVED, SubjectKind::judge, "", "observes [base:base=true] <reading> <amount> of <subject> [as <value>]"},
    {Event::OBSERVED, SubjectKind::judge, "", "observes <expression> = <value>"},
    {Event::RULING_GIVEN, SubjectKind::judge, "",
     "ruling <claim> [at <at>] [citing <clauses>] [superseding <supersedes>] [by <judge>] [note <note>]", true},
    {Event::REWOUND, SubjectKind::judge, "", "rewinds to <to> [by <judge>] [note <note>]"},
    {Event::CORRECTED, SubjectKind::judge, "", "corrects <event> [note <note>]"},
    {Event::OBLIGATION_WAIVED, SubjectKind::judge, "",
     "waives trait <trait> of <card> [answering <trigger>] [by <judge>]"},
    {Event::OBLIGATION_WAIVED, SubjectKind::judge, "", "waives what:card=0 follows <trigger> [by <judge>]"},
    {Event::PENALTY_GIVEN, SubjectKind::others, "player", "is given <penalty> [by <judge>] [note <note>]"},
    {Event::TIME_EXTENDED, SubjectKind::judge, "", "extends time <minutes> [by <judge>]"},
    {Event::NOTE, SubjectKind::judge, "", "note <note>", true},
    {Event::SKIPPED, SubjectKind::judge, "", "skips <what> [of <subject>]"},
    {Event::REPLACED, SubjectKind::judge, "", "replaces <act> of <card> [by <by>]"},
};

/// A word that people use for a word of the phrases, if it can mean nothing else.
struct Synonym {
  std::string_view typed, word;
};
constexpr Synonym kSynonyms[] = {
    {"activates", "uses"},
    {"activate", "uses"},
    {"puts", "moves"},
    {"put", "moves"},
    {"sends", "moves"},
    {"send", "moves"},
    {"returns", "moves"},
    {"return", "moves"},
    {"shows", "reveals"},
    {"show", "reveals"},
    {"equips", "attaches"},
    {"equip", "attaches"},
    {"into", "to"},
    {"onto", "to"},
    {"on", "to"},
    {"in", "to"},
    {"face-up", "up"},
    {"face-down", "down"},
    {"faceup", "up"},
    {"facedown", "down"},
    {"resigns", "concedes"},
    {"surrenders", "concedes"},
    {"forfeits", "concedes"},
    {"scoops", "concedes"},
    {"drops", "concedes"},
    {"targetting", "targeting"},
};

/// The optional end of every line.
constexpr std::string_view kBy = " [by <actor>]";
constexpr std::string_view kRest = " [because <causes>] [for <seats%>] [with <group>]";

#define DOCKET_LASTING                                                                           \
  " on <subject> [from <source>] [until:last=untilEnd <until>] [while:last=whileSource source] " \
  "[while:last=whileAttached attached] [as <keywords>] [most <most>] [<text>]"

constexpr std::string_view kOfStat = "<kind> <name> <amount>" DOCKET_LASTING;
constexpr std::string_view kOther = "<kind> [<name>] [<amount>] [<player>]" DOCKET_LASTING;
constexpr std::string_view kIdentity = "<card> [to <seats%>]";

/// Compiles a pattern into a phrase. A mistake in the table is a programming error.
class PhraseCompiler {
 public:
  explicit PhraseCompiler(std::vector<std::pair<FieldHolder, const Shape*>> scope) : scope_(std::move(scope)) {}

  [[nodiscard]] FieldAt find(std::string_view name) const {
    for (const auto& [holder, shape] : scope_) {
      if (const int found = shape->find(name); found >= 0)
        return {holder, &shape->fields[static_cast<std::size_t>(found)]};
    }
    return {};
  }

  void compile(std::string_view pattern, Phrase& phrase) {
    bool in_group = false;
    bool fresh = false;  // the next part begins an item
    eachWord(pattern, [&](std::string_view word) {
      if (word.front() == '[') {
        phrase.items.push_back({.optional = true});
        word.remove_prefix(1);
        in_group = true;
      }
      const bool closes = word.back() == ']';
      if (closes) word.remove_suffix(1);
      const Part part = partOf(word);
      const bool literal = part.kind == Part::Kind::word;
      if (in_group) {
        phrase.items.back().parts.push_back(part);
      } else if (phrase.items.empty() && literal) {
        phrase.verb.push_back(part);
      } else {
        const bool after_word = !fresh && !phrase.items.empty() && !phrase.items.back().optional &&
                                phrase.items.back().parts.back().kind == Part::Kind::word;
        if (!after_word) phrase.items.push_back({});
        phrase.items.back().parts.push_back(part);
      }
      fresh = closes;
      if (closes) in_group = false;
    });
  }

 private:
  [[nodiscard]] FieldAt need(std::string_view name) const {
    const FieldAt field = find(name);
    if (!field) throw std::logic_error("a phrase has a field that its event lacks: " + std::string(name));
    return field;
  }

  [[nodiscard]] Part partOf(std::string_view word) const {
    if (word.front() != '<') return wordOf(word);
    word = word.substr(1, word.size() - 2);
    if (const auto slash = word.find('/'); slash != std::string_view::npos) {
      std::string_view owner = word.substr(0, slash);
      const bool asks = owner.back() == '?';
      if (asks) owner.remove_suffix(1);
      return {.kind = Part::Kind::zone,
              .field = need(word.substr(slash + 1)),
              .other = need(owner),
              .no_owner_means_actor = asks};
    }
    if (const auto plus = word.find('+'); plus != std::string_view::npos) {
      return {.kind = Part::Kind::range, .field = need(word.substr(0, plus)), .other = need(word.substr(plus + 1))};
    }
    const std::string_view name = word.substr(0, word.size() - 1);
    if (word.back() == '#') return {.kind = Part::Kind::numbers, .field = need(name)};
    if (word.back() == '%') return {.kind = Part::Kind::seats, .field = need(name)};
    return {.kind = Part::Kind::value, .field = need(word)};
  }

  [[nodiscard]] Part wordOf(std::string_view word) const {
    const auto colon = word.find(':');
    if (colon == std::string_view::npos) return {.word = word};
    const auto equals = word.find('=', colon);
    Part part{.word = word.substr(0, colon), .field = need(word.substr(colon + 1, equals - colon - 1))};
    const std::string value(word.substr(equals + 1));
    if (part.field.shape->value.kind == Kind::enumerant) {
      part.constant = part.field.shape->value.enumerants.getEnumerantByName(value).getOrdinal();
    } else {
      part.constant = value == "true" ? 1 : std::stoll(value);
    }
    return part;
  }

  std::vector<std::pair<FieldHolder, const Shape*>> scope_;
};

const Shape& eventShape() {
  static const Shape* const kShape = &shapeOf(capnp::Schema::from<Event>());
  return *kShape;
}

PhraseCompiler payloadScope(Event::Which payload) {
  std::vector<std::pair<FieldHolder, const Shape*>> scope;
  if (const FieldShape& payload_field = payloadShape(payload); payload_field.value.kind == Kind::structure) {
    scope.emplace_back(FieldHolder::payload, payload_field.value.shape);
  }
  scope.emplace_back(FieldHolder::context, &shapeOf(capnp::Schema::from<schema::Context>()));
  scope.emplace_back(FieldHolder::event, &eventShape());
  return PhraseCompiler(std::move(scope));
}

std::vector<Phrase> compileEvents() {
  std::vector<Phrase> phrases;
  for (const Row& row : kEvents) {
    Phrase& phrase = phrases.emplace_back(
        Phrase{.payload = row.payload, .subject_kind = row.subject_kind, .deals_no_cards = row.deals_no_cards});
    PhraseCompiler compiler = payloadScope(row.payload);
    const auto plus = row.subject_field.find('+');
    if (!row.subject_field.empty()) phrase.subject_field = compiler.find(row.subject_field.substr(0, plus));
    if (plus != std::string_view::npos) phrase.co_subjects = compiler.find(row.subject_field.substr(plus + 1));
    compiler.compile(row.pattern, phrase);
    const bool says_actor = row.subject_kind == SubjectKind::actor || row.subject_kind == SubjectKind::judge;
    if (!says_actor) compiler.compile(kBy, phrase);
    compiler.compile(kRest, phrase);
  }
  return phrases;
}

Phrase compileOne(capnp::StructSchema schema, std::string_view pattern, bool of_stat) {
  Phrase phrase{.of_stat = of_stat};
  PhraseCompiler({{FieldHolder::payload, &shapeOf(schema)}}).compile(pattern, phrase);
  return phrase;
}

std::set<std::string_view> reservedWords() {
  std::set<std::string_view> words{"nobody", "nothing", "shared", "place", "unit", "game", "cards"};
  const auto add = [&](const Phrase& phrase) {
    for (const Part& part : phrase.verb) words.insert(part.word);
    for (const Item& item : phrase.items) {
      for (const Part& part : item.parts) words.insert(part.word);
    }
  };
  for (const Phrase& phrase : eventPhrases()) add(phrase);
  for (const Phrase& phrase : changePhrases()) add(phrase);
  return words;
}

}  // namespace

const FieldShape& payloadShape(Event::Which payload) { return *payloadFields().at(static_cast<std::size_t>(payload)); }

FieldAt fieldOf(Event::Which payload, std::string_view name) { return payloadScope(payload).find(name); }

const std::vector<Phrase>& eventPhrases() {
  static const std::vector<Phrase> kPhrases = compileEvents();
  return kPhrases;
}

const std::vector<Phrase>& changePhrases() {
  static const std::vector<Phrase> kPhrases = {
      compileOne(capnp::Schema::from<schema::Change>(), kOfStat, true),
      compileOne(capnp::Schema::from<schema::Change>(), kOther, false),
  };
  return kPhrases;
}

const Phrase& identityPhrase() {
  static const Phrase kPhrase = compileOne(capnp::Schema::from<schema::Identity>(), kIdentity, false);
  return kPhrase;
}

bool isReserved(std::string_view word) {
  static const std::set<std::string_view> kReserved = reservedWords();
  return seatOfWord(word) != 0 || kReserved.contains(word);
}

bool isVerb(std::string_view word) {
  const std::string typed = folded(word);
  if (eventShape().find(word) >= 0 || !synonymOf(typed).empty()) return true;
  const auto& phrases = eventPhrases();
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const Phrase& phrase) { return phrase.verb.front().word.starts_with(typed); });
}

std::string_view synonymOf(std::string_view word) {
  const auto* const found =
      std::find_if(std::begin(kSynonyms), std::end(kSynonyms), [&](const Synonym& one) { return one.typed == word; });
  return found == std::end(kSynonyms) ? std::string_view{} : found->word;
}

}  // namespace docket::notation
