#include "tools/explain/expression_offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/expression/functions.h"
#include "engine/rules/listed_characteristics.h"
#include "events/text/letters.h"
#include "tools/notation/spelling.h"
#include "tools/notation/titled_cards.h"

namespace docket {
namespace {

using expression::Argument;
using expression::Function;
using expression::Signature;
using expression::Type;
using notation::EventTable;
using notation::Offer;

/// Words after which a value is expected.
constexpr std::array<std::string_view, 6> kJoiningWords{"and", "or", "not", "if", "then", "else"};
/// Words of a filter that stand for a question about `it`, as `keyword "Samurai"`.
constexpr std::array<std::string_view, 11> kAboutWords{
    "keyword", "type", "subtype", "supertype", "title", "zone", "orientation", "controller", "owner", "stat", "base"};

/// The argument of a call in which a text ends.
struct OpenCall {
  std::string_view function;  ///< empty: none, a parenthesis or the whole text
  std::size_t argument = 0;
};

/// The context of the place at which a text ends.
struct Before {
  std::size_t from = 0;    ///< the beginning of the unfinished word
  std::string_view word;   ///< the finished word just before it; empty if that is a sign or nothing
  bool value = false;      ///< a value is finished there, so an operator is expected
  bool selection = false;  ///< it is the zone of a selection
  std::vector<OpenCall> open{OpenCall{}};
};

bool isOfWord(char one) { return isLetter(one) || isDigit(one) || one == '_' || one == '#'; }

class BeginningReader {
 public:
  explicit BeginningReader(std::string_view text) : text_(text) {}

  Before read() && {
    while (at_ < text_.size()) {
      const char first = text_[at_];
      const std::size_t begin = at_;
      if (first == ' ' || first == '\t') {
        ++at_;
      } else if (first == '"' || first == '\'') {
        if (!skipText(first)) return ended(begin);
        finishValue({});
      } else if (isOfWord(first)) {
        while (at_ < text_.size() && isOfWord(text_[at_])) ++at_;
        if (at_ == text_.size()) return ended(begin);
        word(text_.substr(begin, at_ - begin));
      } else {
        ++at_;
        sign(first);
      }
    }
    return ended(text_.size());
  }

 private:
  Before ended(std::size_t from) {
    before_.from = from;
    return std::move(before_);
  }

  /// Moves behind a text in quotation marks; false if it has no end.
  bool skipText(char mark) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (mark == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == mark) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  void finishValue(std::string_view word) {
    before_.selection = before_.word == "in";
    before_.value = true;
    before_.word = word;
  }

  void word(std::string_view word) {
    const bool is_joining = ranges::contains(kJoiningWords, word) || word == "in" || word == "of";
    const bool is_about = ranges::contains(kAboutWords, word) || word == "counters" || word == "attached" ||
                          word == "face" || word == "rounded" || (word == "to" && before_.word == "attached");
    if (!is_joining && !is_about) return finishValue(word);
    before_.word = word;
    before_.value = before_.selection = false;
  }

  void sign(char sign) {
    if (sign == '(') {
      const std::string_view name = before_.word;
      const bool calls = !expression::signaturesOf(name).empty();
      // A parenthesis within an argument expects what the argument does.
      before_.open.push_back(calls ? OpenCall{.function = name} : before_.open.back());
    } else if (sign == ')' && before_.open.size() > 1) {
      before_.open.pop_back();
    } else if (sign == ',') {
      ++before_.open.back().argument;
    }
    before_.word = {};
    before_.value = sign == ')';
    before_.selection = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Before before_;
};

Argument argumentAt(const Signature& signature, std::size_t place) {
  const bool has_filters = ranges::contains(signature.arguments, Argument::filters);
  if (place < signature.arguments.size() && signature.arguments[place] != Argument::none)
    return signature.arguments[place];
  return has_filters ? Argument::filters : Argument::none;
}

std::string quotedName(std::string_view name) {
  std::string text = "\"";
  for (const char one : name) {
    if (one == '"' || one == '\\') text += '\\';
    text += one;
  }
  return text + '"';
}

class ExpressionOffers {
 public:
  ExpressionOffers(const EventTable& table, const Before& before, std::string_view begun)
      : table_(table), rules_(table.rules.ruleset), before_(before), begun_(begun) {
    if (begun.starts_with('"') || begun.starts_with('\'')) begun_.remove_prefix(1);
    is_quoted_ = begun_.size() != begun.size();
    folded_ = notation::folded(begun_);
  }

  std::vector<Offer> take() && {
    if (before_.value) {
      offerOperators();
    } else if (!offerAfterWord(before_.word)) {
      for (const Argument argument : expected()) offerArguments(argument);
    }
    return std::move(offers_);
  }

 private:
  [[nodiscard]] const OpenCall& call() const { return before_.open.back(); }

  /// The possible kinds of the argument, by every signature of the function.
  [[nodiscard]] std::vector<Argument> expected() const {
    std::vector<Argument> all;
    for (const Signature* signature : expression::signaturesOf(call().function)) {
      const Argument one = argumentAt(*signature, call().argument);
      if (one != Argument::none && !ranges::contains(all, one)) all.push_back(one);
    }
    if (call().function.empty()) all.push_back(Argument::anything);
    return all;
  }

  void offerOperators() {
    const auto signatures = expression::signaturesOf(call().function);
    const std::size_t given = call().argument + 1;
    if (before_.selection) offer("of", "a player");
    if (ranges::any_of(signatures, [&](const auto* one) { return argumentAt(*one, given) != Argument::none; }))
      offer(",", "");
    const bool is_enough =
        signatures.empty() || ranges::any_of(signatures, [&](const auto* one) { return one->required <= given; });
    if (before_.open.size() > 1 && is_enough) offer(")", "");
    for (const char* one : {"=", "!=", "<", "<=", ">", ">=", "and", "or", "+", "-", "*", "/", "then", "else"})
      offer(one, "");
  }

  /// The offers after a word that expects something of its own; false if it does not.
  bool offerAfterWord(std::string_view word) {
    if (word == "in") {
      offerZones();
      offer("play", "every zone in play");
      offer("anywhere", "");
    } else if (word == "of") {
      offerPlayers();
    } else if (word == "face" || word == "rounded") {
      offer("up", "");
      offer("down", "");
    } else if (word == "attached") {
      offer("to", "");
    } else if (word == "to") {
      offerCards();
    } else if (word == "counters") {
      return true;
    } else if (ranges::contains(kAboutWords, word)) {
      for (const Signature* signature : expression::signaturesOf(word)) {
        if (signature->required == 2) offerNames(signature->arguments[1], signature->function);
      }
    } else {
      return false;
    }
    return true;
  }

  void offerArguments(Argument argument) {
    switch (argument) {
      case Argument::none:
        return;
      case Argument::card:
        offerCards();
        return offerFunctions({Type::card});
      case Argument::entity:
        offerCards();
        offerPlayers();
        offer("game", "");
        return offerFunctions({Type::card, Type::player, Type::entity});
      case Argument::player:
        offerPlayers();
        return offerFunctions({Type::player});
      case Argument::number:
      case Argument::event:
        return offerFunctions({Type::number});
      case Argument::cards:
        return offerFunctions({Type::cards});
      case Argument::selection:
        return offer("in", "a zone");
      case Argument::filters:
        offerFilters();
        return offerFunctions({Type::boolean, Type::number});
      case Argument::anything:
      case Argument::condition:
        offerAnything();
        return;
      default:
        for (const Signature* signature : expression::signaturesOf(call().function)) {
          if (argumentAt(*signature, call().argument) == argument) offerNames(argument, signature->function);
        }
    }
  }

  void offerAnything() {
    offerFunctions({Type::number, Type::boolean, Type::text, Type::card, Type::player, Type::entity, Type::cards});
    for (const auto& definition : rules_.definitions) offer(definition.name, "");
    for (const char* one : {"not", "if", "true", "false"}) offer(one, "");
    offerPlayers();
    offerCards();
  }

  void offerFilters() {
    for (const std::string_view one : kAboutWords) offer(std::string(one), "");
    for (const char* one : {"counters", "attached to", "face up", "face down", "not"}) offer(one, "");
  }

  /// Offers the names that the argument of a function takes.
  void offerNames(Argument argument, Function function) {
    switch (argument) {
      case Argument::stat_name:
        return offerNamesOf(rules_.stats, &Stat::name);
      case Argument::value_name:
        return offerNamesOf(rules_.values, &Value::name);
      case Argument::changed_name:
        offerNamesOf(rules_.stats, &Stat::name);
        return offerNamesOf(rules_.values, &Value::name);
      case Argument::limit_name:
        return offerNamesOf(rules_.limits, &Limit::name);
      case Argument::period_name:
        return offerNamesOf(rules_.periods, &Period::name);
      case Argument::clause_name:
        for (const Clause& clause : rules_.clauses) offer(quotedName(clause.id), clause.place);
        return;
      case Argument::kind_name:
        return offerNamesOf(rules_.keyword_kinds, &KeywordKind::name);
      case Argument::characteristic_name:
        return offerAll(characteristicNames(rules_));
      case Argument::attribute_name:
        return offerAll(attributeNames(rules_));
      case Argument::part_name:
        return offerAll(expression::kTextParts);
      case Argument::act_name:
        return offerNamesOf(rules_.permissions, &Permission::act);
      case Argument::zone_name:
        return offerNamesOf(rules_.zones, &Zone::name);
      case Argument::follow_up_name:
        return offerNamesOf(rules_.obligations.follows, &FollowUpRule::name);
      case Argument::player:
        return offerPlayers();
      default:
        return offerWords(function);
    }
  }

  /// Offers the texts that a function can take on this table and that no document declares.
  void offerWords(Function function) {
    switch (function) {
      case Function::zone:
        return offerNamesOf(rules_.zones, &Zone::name);
      case Function::orientation:
        return offerAll(rules_.orientations);
      case Function::told:
      case Function::told_player:
        return offerAll(rules_.declared.told);
      case Function::keyword:
      case Function::base_keyword:
        return offerPrinted(&Definition::keywords);
      case Function::type:
        return offerAll(rules_.types);
      case Function::subtype:
        return offerPrinted(&Definition::subtypes);
      case Function::supertype:
        return offerPrinted(&Definition::supertypes);
      case Function::title:
      case Function::card:
        for (const Card& card : table_.state.cards) {
          if (const Definition* definition = definitionOf(card)) offer(quotedName(definition->title), "");
        }
        return;
      default:
        return;
    }
  }

  [[nodiscard]] const Definition* definitionOf(const Card& card) const {
    return card.exists() && card.definition != 0 ? table_.state.definitionOf(card) : nullptr;
  }

  /// Offers the words printed on the cards of the table.
  void offerPrinted(std::vector<std::string> Definition::*words) {
    std::set<std::string_view> known;
    for (const Card& card : table_.state.cards) {
      if (const Definition* definition = definitionOf(card))
        known.insert((definition->*words).begin(), (definition->*words).end());
    }
    offerAll(known);
  }

  void offerZones() {
    for (const Zone& zone : rules_.zones) {
      const bool is_word = !zone.name.empty() && isLetter(zone.name.front()) &&
                           std::all_of(zone.name.begin(), zone.name.end(), isLetter);
      offer(is_word ? zone.name : quotedName(zone.name), "zone");
    }
  }

  void offerPlayers() {
    for (std::uint32_t seat = 1; seat <= table_.state.seats; ++seat) {
      const bool named = table_.players != nullptr && seat <= table_.players->size();
      offer(fmt::format("P{}", seat), named ? (*table_.players)[seat - 1] : "");
    }
  }

  void offerCards() {
    const notation::TitledCards titled(table_.state, rules_, table_.labels);
    for (const bool in_play : {true, false}) {
      for (CardIndex card = 0; card < table_.state.cards.size(); ++card) {
        const Card& here = table_.state.cards[card];
        if (!here.exists() || here.definition == 0 || rules_.zones[here.zone].in_play != in_play) continue;
        const std::string number = fmt::format("#{}", here.number), name = titled.nameOf(card);
        const bool by_number = begun_.starts_with('#') && !is_quoted_;
        offer(by_number ? number : name,
              fmt::format("{}{}", by_number ? name + ", " : number + ", ", titled.placeOf(card)));
      }
    }
  }

  void offerFunctions(std::initializer_list<Type> results) {
    for (const Signature& signature : expression::signatures()) {
      if (!ranges::contains(results, signature.result)) continue;
      const std::string usage = expression::usageOf(signature.name);
      offer(fmt::format("{}(", signature.name),
            usage.substr(signature.name.size(), usage.find(" or ") - signature.name.size()));
    }
  }

  template <class Thing>
  void offerNamesOf(const std::vector<Thing>& things, std::string Thing::*name) {
    for (const Thing& one : things) offer(quotedName(one.*name), "");
  }
  template <class Names>
  void offerAll(const Names& names) {
    for (const auto& one : names) offer(quotedName(one), "");
  }

  void offer(std::string text, std::string about) {
    const bool has_quotes = text.starts_with('"');
    const std::string_view inside = std::string_view(text).substr(has_quotes ? 1 : 0);
    const bool is_there = ranges::any_of(offers_, [&](const Offer& one) { return one.text == text; });
    if (is_there || offers_.size() >= notation::kMaxOffers || (is_quoted_ && !has_quotes) || inside == "\"") return;
    if (notation::folded(inside).starts_with(folded_))
      offers_.push_back({.text = std::move(text), .about = std::move(about)});
  }

  const EventTable& table_;
  const Ruleset& rules_;
  const Before& before_;
  std::string_view begun_;
  bool is_quoted_ = false;
  std::string folded_;
  std::vector<Offer> offers_;
};

}  // namespace

notation::Offers expressionOffers(std::string_view begun, const EventTable& table) {
  const Before before = BeginningReader(begun).read();
  return {.from = before.from, .all = ExpressionOffers(table, before, begun.substr(before.from)).take()};
}

}  // namespace docket
