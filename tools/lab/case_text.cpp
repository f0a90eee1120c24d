#include "tools/lab/case_text.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <range/v3/algorithm/contains.hpp>
#include <string_view>
#include <vector>

#include "engine/rules/expression/literals.h"
#include "events/json/json_struct_writer.h"
#include "events/seats.h"
#include "events/text/text_view.h"

namespace docket::lab {
namespace {

using Member = std::pair<std::string_view, std::string_view>;  // a name and its value, as JSON

/// The end of the JSON value that begins at `from`.
std::size_t valueEnd(std::string_view json, std::size_t from) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = from; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{' || c == '[') ++depth;
    const bool closes = c == '}' || c == ']';
    if (depth == 0 && (closes || c == ',' || c == ':')) return i;
    if (closes) --depth;
  }
  return json.size();
}

/// The members of an object, or with empty names the items of a list, of JSON that this program wrote.
std::vector<Member> membersOf(std::string_view json) {
  std::vector<Member> members;
  const bool object = json.starts_with('{');
  for (std::size_t at = 1; at + 1 < json.size();) {
    Member member;
    std::size_t end = valueEnd(json, at);
    if (object) {
      member.first = json.substr(at + 1, end - at - 2);
      at = end + 1;
      end = valueEnd(json, at);
    }
    member.second = json.substr(at, end - at);
    members.push_back(member);
    at = end + 1;
  }
  return members;
}

std::string_view memberOf(const std::vector<Member>& members, std::string_view name) {
  for (const Member& one : members) {
    if (one.first == name) return one.second;
  }
  return {};
}

std::string_view withoutQuotes(std::string_view text) {
  return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}

std::string fieldsOf(std::string_view object, std::string_view without) {
  std::string text;
  for (const auto& [name, value] : membersOf(object)) {
    if (name != without) text += fmt::format(" {}={}", name, value);
  }
  return text;
}

/// True if a key can be listed after the colon, where commas separate keys.
bool isPlainKey(std::string_view key) { return !key.empty() && key.find_first_of(",:\"\\#") == std::string_view::npos; }

/// The cards of a deck as listed after the colon; empty if each needs an identity of its own.
std::string cardsOf(schema::Event::Reader event) {
  if (!event.isDeckRegistered()) return {};
  const auto deck = event.getDeckRegistered();
  std::vector<std::string> keys(deck.getCount(), "?");
  if (event.hasContext()) {
    for (const auto identity : event.getContext().getIdentities()) {
      const auto key = identity.getDefinition();
      const std::uint32_t place = identity.getCard() - deck.getFirst();
      if (place >= keys.size() || identity.hasPrinted() || identity.getSeats() != kEveryone ||
          !isPlainKey({key.begin(), key.size()}))
        return {};
      keys[place] = std::string(key.begin(), key.size());
    }
  }
  return fmt::format(" : {}", fmt::join(keys, ", "));
}

std::string contextOf(std::string_view context, bool identities) {
  std::string text;
  for (const auto& [name, value] : membersOf(context)) {
    if (name == "causes" || name == "seats") text += fmt::format(" {}={}", name, value);
    if (name != "identities" || !identities) continue;
    for (const auto& [unnamed, identity] : membersOf(value)) {
      const auto members = membersOf(identity);
      const auto printed = memberOf(members, "printed");
      const auto key = printed.empty() ? memberOf(members, "definition") : printed;
      const auto seats = memberOf(members, "seats");
      const auto to = seats.empty() ? std::string{} : fmt::format("/{}", seats);
      if (!key.empty()) text += fmt::format(" known={}{}:{}", memberOf(members, "card"), to, key);
    }
  }
  return text;
}

/// The kind of a change. JSON leaves the first of them out.
std::string_view changeKind(std::string_view change) {
  const auto kind = withoutQuotes(memberOf(membersOf(change), "kind"));
  if (!kind.empty()) return kind;
  return view(capnp::Schema::from<schema::Change::Kind>().getEnumerants()[0].getProto().getName());
}

void writeEvent(std::ostream& out, schema::Event::Reader event, const Names& names) {
  const std::string json = writeJson(event, &names);
  const std::string cards = cardsOf(event);
  std::string line;
  std::string beside;
  std::vector<Member> changes;
  const auto all = membersOf(json);
  for (const auto& [name, value] : all) {
    if (name == "actor") {
      line.insert(0, fmt::format("P{} ", value));
    } else if (name == "group") {
      beside += fmt::format(" group={}", value);
    } else if (name == "context") {
      beside += contextOf(value, cards.empty());
    } else if (name == "begins") {
      changes = membersOf(value);
    } else if (name != "n") {
      line += name;
      if (value.starts_with('{')) line += fieldsOf(value, cards.empty() ? "" : "count");
      if (value.starts_with('"')) line += fmt::format(" {}", value);
    }
  }
  out << "  " << line << beside << cards << '\n';
  for (const auto& [unnamed, change] : changes)
    out << "    + " << changeKind(change) << fieldsOf(change, "kind") << '\n';
}

void writeHeader(std::ostream& out, schema::Header::Reader header) {
  constexpr unsigned kUsualPlayers = 2;
  if (header.getPlayers().size() != kUsualPlayers) out << "  players " << header.getPlayers().size() << '\n';
  for (const auto value : header.getStartingValues())
    out << fmt::format("  values P{} \"{}\"={}\n", value.getPlayer(), value.getValue().cStr(), value.getAmount());
  if (header.getFormat().size() != 0) out << "  format " << header.getFormat().cStr() << '\n';
}

}  // namespace

void writeCases(std::ostream& out, const Recording& game, const CaseText& text) {
  out << "rules " << text.rules << '\n';
  if (!text.cards.empty()) out << "cards " << text.cards << '\n';
  if (!text.source.empty()) out << "source " << expression::textInQuotes(text.source) << '\n';
  if (!text.date.empty()) out << "date " << text.date << '\n';
  out << "\nrecord least\n";
  writeHeader(out, game.header());
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    writeEvent(out, event, game.names());
  }
  out << "end\n\n";
  for (const CaseLine& line : text.lines) {
    out << fmt::format("{} {} | least@{} | {} | {} | {}\n", line.check ? "check" : "case", line.clause, line.at,
                       line.question, line.answer, line.shows);
  }
}

}  // namespace docket::lab
