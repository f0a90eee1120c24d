#include "tools/import/deck_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/reprints.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/json_reader.h"
#include "events/text/nearest.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"
#include "tools/io/files.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

/// True if it is UTF-8 without control characters.
bool isText(std::string_view name) {
  for (std::string_view rest = name; !rest.empty();) {
    const Character first = firstCharacter(rest);
    if (!first.valid || first.value < ' ' || first.value == 0x7F) return false;
    rest.remove_prefix(first.bytes);
  }
  return true;
}

struct Spot {
  std::size_t line = 0, column = 0;
};

/// Finds what a list names, and refuses what there is not.
class DeckNaming {
 public:
  DeckNaming(const std::string& file, const Rules& rules) : file_(file), rules_(rules) {}

  [[noreturn]] void refuse(Spot at, const std::string& what) const { throw BadInput(file_, at.line, at.column, what); }

  /// The card of that name; null for one that the catalogue lacks. A slip for one that it has is refused.
  [[nodiscard]] const Definition* card(std::string_view name, Spot at) const {
    if (const Definition* by_key = rules_.catalogue.find(name)) return by_key;
    const Definition* found = nullptr;
    std::vector<std::string> known, versions;
    for (const auto& definition : rules_.catalogue.definitions()) {
      const std::string full = fmt::format("{} ({})", definition->title, definition->version);
      if (full == name) return definition.get();
      known.push_back(definition->title);
      if (definition->title != name) continue;
      if (found != nullptr && isReprint(*found, *definition)) continue;
      found = definition.get();
      versions.push_back(definition->version.empty() ? definition->key : full);
    }
    if (versions.size() > 1) {
      refuse(at, fmt::format("several cards are called {}: {}", docket::quoted(name), fmt::join(versions, ", ")));
    }
    if (found != nullptr) return found;
    if (!isText(name)) refuse(at, "expected a card's title, found bytes that are no text");
    if (const std::string nearest = nearestName(name, known); isTypoOf(name, nearest))
      refuse(at, fmt::format("the catalogue has no card {}{}", docket::quoted(name), didYouMeanAny({nearest})));
    return nullptr;
  }

  [[nodiscard]] ZoneIndex zone(std::string_view name, Spot at) const {
    const auto& zones = rules_.ruleset.zones;
    if (name.empty()) return firstPile(at);
    if (const ZoneIndex found = rules_.ruleset.zone(name); found != kUnbound) return found;
    std::vector<std::string> known;
    for (const Zone& zone : zones) known.push_back(zone.name);
    refuse(at, fmt::format("the ruleset has no zone {}{}", docket::quoted(name), didYouMean(name, known)));
  }

  void add(DeckList& list, ZoneIndex zone, std::string_view card_name, std::uint32_t count, Spot at) {
    if (count == 0 || count > kMaxDeckCards) refuse(at, fmt::format("expected a count from 1 to {}", kMaxDeckCards));
    cards_ += count;
    if (cards_ > kMaxDeckCards) refuse(at, fmt::format("the list has more than {} cards", kMaxDeckCards));
    const Definition* found = card(card_name, at);
    list.entries.push_back({.zone = zone,
                            .card = found,
                            .count = count,
                            .key = found != nullptr ? found->key : std::string(card_name),
                            .line = at.line});
  }

  /// Adds a card by its passcode, which can have noughts before it.
  void addPasscode(DeckList& list, ZoneIndex zone, const std::string& part, std::string_view passcode, Spot at) {
    if (++cards_ > kMaxDeckCards) refuse(at, fmt::format("the list has more than {} cards", kMaxDeckCards));
    const auto significant = std::min(passcode.find_first_not_of('0'), passcode.size() - 1);
    const Definition* found = rules_.catalogue.find(passcode);
    if (found == nullptr) found = rules_.catalogue.find(passcode.substr(significant));
    list.entries.push_back({.zone = zone,
                            .card = found,
                            .count = 1,
                            .key = found != nullptr ? found->key : std::string(passcode.substr(significant)),
                            .line = at.line,
                            .part = part});
  }

  /// The first of the zones that the ruleset has; kUnbound where it has none of them.
  [[nodiscard]] ZoneIndex firstOf(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      if (const ZoneIndex found = rules_.ruleset.zone(name); found != kUnbound) return found;
    }
    return kUnbound;
  }

 private:
  [[nodiscard]] ZoneIndex firstPile(Spot at) const {
    const auto& zones = rules_.ruleset.zones;
    const auto pile = std::find_if(zones.begin(), zones.end(),
                                   [](const Zone& zone) { return zone.kind == schema::Zone::Kind::PILE; });
    if (pile == zones.end()) refuse(at, "the ruleset has no pile that is a deck: name a zone");
    return static_cast<ZoneIndex>(pile - zones.begin());
  }

  const std::string& file_;
  Rules rules_;
  std::uint32_t cards_ = 0;
};

/// A line "3 Title", "3x Title" or "Title".
void readLine(std::string_view line, Spot at, ZoneIndex zone, DeckNaming& naming, DeckList& list) {
  std::uint32_t count = 1;
  std::string_view title = line;
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0) {
    const auto result = std::from_chars(line.data(), line.data() + digits, count);
    if (result.ec != std::errc{}) count = 0;  // beyond what a number holds: refused as any count that is none
    std::string_view rest = line.substr(digits);
    if (rest.starts_with('x')) rest.remove_prefix(1);
    if (rest.empty() || rest.front() == ' ' || rest.front() == '\t') {
      title = trimmed(rest);
      at.column += static_cast<std::size_t>(title.empty() ? 0 : title.data() - line.data());
    } else {
      count = 1;  // a title that begins with digits
    }
  }
  if (title.empty()) naming.refuse(at, "expected a card's title after the count");
  naming.add(list, zone, title, count, at);
}

/// The lines of a text without the blanks around them, each with its place; empty ones are left out.
template <class Visit>
void forEachLine(std::string_view text, Visit&& visit) {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view whole = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    const std::string_view line = trimmed(whole);
    if (line.empty()) continue;
    visit(line, Spot{.line = number, .column = static_cast<std::size_t>(line.data() - whole.data()) + 1});
  }
}

DeckList readPlain(std::string_view text, DeckNaming& naming) {
  DeckList list;
  std::optional<ZoneIndex> zone;
  forEachLine(text, [&](std::string_view line, Spot at) {
    if (line.front() == '#') return;
    if (line.front() == '[') {
      if (line.back() != ']') naming.refuse(at, "expected \"]\" after the name of the zone");
      zone = naming.zone(trimmed(line.substr(1, line.size() - 2)), at);
      return;
    }
    if (!zone) zone = naming.zone({}, at);
    readLine(line, at, *zone, naming, list);
  });
  return list;
}

constexpr std::string_view kMainPart = "#main", kExtraPart = "#extra", kSidePart = "!side";

bool isPart(std::string_view line) { return line == kMainPart || line == kExtraPart || line == kSidePart; }

/// True if a text is a list of passcodes: it names one of the parts, and every line except comments begins with a
/// digit.
bool isOfPasscodes(std::string_view text) {
  bool has_part = false, has_title = false;
  forEachLine(text, [&](std::string_view line, Spot) {
    has_part = has_part || isPart(line);
    const bool is_comment = line.front() == '#' || line.front() == '!';
    const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const auto rest = trimmed(line.substr(digits));
    has_title = has_title || (!is_comment && digits < 3 && !rest.empty());  // "3 Title", "Title", "[deck]"
  });
  return has_part && !has_title;
}

/// Reads a deck in the format of EDOPro and other simulators. Cards before "#main" belong to it.
DeckList readPasscodes(std::string_view text, DeckNaming& naming) {
  constexpr std::size_t kMaxDigits = 10;
  DeckList list{.of_passcodes = true};
  ZoneIndex zone = naming.zone({}, {.line = 1, .column = 1});
  std::string part = "main deck";
  forEachLine(text, [&](std::string_view line, Spot at) {
    if (line == kMainPart) {
      zone = naming.zone({}, at);
      part = "main deck";
    } else if (line == kExtraPart) {
      zone = naming.firstOf({"extra deck"});
      part = "extra deck";
    } else if (line == kSidePart) {
      zone = naming.firstOf({"side deck", "sideboard"});
      part = "side deck";
    } else if (line.front() != '#' && line.front() != '!') {
      const auto digits = std::min(line.find_first_not_of("0123456789"), line.size());
      const std::string_view rest = line.substr(digits);
      const bool is_comment = rest.empty() || isBlank(rest.front()) || rest.front() == '#' || rest.front() == '-';
      if (digits == 0 || digits > kMaxDigits || !is_comment)
        naming.refuse(at,
                      fmt::format("expected a passcode, of at most {} digits, \"#\" before a comment, or one of {}, "
                                  "{} and {}",
                                  kMaxDigits, kMainPart, kExtraPart, kSidePart));
      naming.addPasscode(list, zone, part, line.substr(0, digits), at);
    }
  });
  return list;
}

/// The place of a name in a JSON text, between quotation marks; the start of the file if it is written with escapes.
Spot spotOf(std::string_view text, std::string_view name) {
  const auto found = text.find(fmt::format("\"{}\"", name));
  Spot at{.line = 1, .column = 1};
  for (const char c : text.substr(0, found == std::string_view::npos ? 0 : found)) {
    at = c == '\n' ? Spot{.line = at.line + 1, .column = 1} : Spot{.line = at.line, .column = at.column + 1};
  }
  return at;
}

DeckList readJsonList(std::string_view text, const std::string& file, DeckNaming& naming) {
  const auto document = readDocument<schema::DeckList>(text, file);
  const auto view = [](capnp::Text::Reader reader) { return std::string_view(reader.begin(), reader.size()); };
  DeckList list{.format = std::string(view(document.root().getFormat()))};
  for (auto value : document.root().getValues()) list.values.emplace_back(view(value.getName()), value.getValue());
  for (auto part : document.root().getZones()) {
    const ZoneIndex zone = naming.zone(view(part.getName()), spotOf(text, view(part.getName())));
    for (auto entry : part.getCards()) {
      naming.add(list, zone, view(entry.getCard()), entry.getCount(), spotOf(text, view(entry.getCard())));
    }
  }
  return list;
}

/// A title as a transcript writes it: with its key where others have that title.
std::string titleInTranscript(const Definition& card, const notation::Titles& titles) {
  const bool is_only = titles.key(card.title) == card.key;
  return notedString(is_only ? card.title : fmt::format("{} [{}]", card.title, card.key));
}

}  // namespace

std::uint32_t DeckList::countIn(ZoneIndex zone) const {
  std::uint32_t count = 0;
  for (const Entry& entry : entries) count += entry.zone == zone ? entry.count : 0;
  return count;
}

std::vector<DeckList::Unknown> DeckList::unknown() const {
  std::vector<Unknown> unknown;
  for (const Entry& entry : entries) {
    if (entry.card != nullptr) continue;
    const auto found =
        std::find_if(unknown.begin(), unknown.end(), [&](const auto& one) { return one.key == entry.key; });
    if (found == unknown.end()) {
      unknown.push_back({.key = entry.key, .line = entry.line, .count = entry.count});
    } else {
      found->count += entry.count;
    }
  }
  return unknown;
}

std::vector<DeckList::UnplacedPart> DeckList::unplacedParts() const {
  std::vector<UnplacedPart> parts;
  for (const Entry& entry : entries) {
    if (entry.zone != kUnbound) continue;
    if (parts.empty() || parts.back().part != entry.part) parts.push_back({.part = entry.part});
    parts.back().count += entry.count;
  }
  return parts;
}

DeckList readDeckList(std::string_view text, const std::string& file, const Rules& rules) {
  DeckNaming naming(file, rules);
  const bool is_json = trimmed(text.substr(0, text.find('\n'))).starts_with('{');
  DeckList list = is_json               ? readJsonList(text, file, naming)
                  : isOfPasscodes(text) ? readPasscodes(text, naming)
                                        : readPlain(text, naming);
  if (list.entries.empty()) throw BadInput(file, 0, 0, "the list has no cards");
  const bool has_known = ranges::any_of(list.entries, [](const auto& one) { return one.card != nullptr; });
  if (!list.of_passcodes && !has_known && !rules.catalogue.definitions().empty())
    throw BadInput(file, 0, 0, "the catalogue has none of these cards: is this a list of cards of this game?");
  return list;
}

std::string registeringLines(const DeckList& list, const Rules& rules, Seat seat) {
  const notation::Titles titles(rules.catalogue);
  std::string lines;
  for (std::size_t i = 0; i < rules.ruleset.zones.size(); ++i) {
    if (list.countIn(static_cast<ZoneIndex>(i)) == 0) continue;
    lines += fmt::format("P{} registers {}\n", seat, notedName(rules.ruleset.zones[i].name));
    std::vector<std::pair<std::string, std::uint32_t>> cards;
    for (const DeckList::Entry& entry : list.entries) {
      if (entry.zone != i) continue;
      const std::string title = entry.card == nullptr ? notedString(entry.key) : titleInTranscript(*entry.card, titles);
      if (cards.empty() || cards.back().first != title) cards.emplace_back(title, 0);
      cards.back().second += entry.count;
    }
    for (const auto& [title, count] : cards)
      lines += count == 1 ? fmt::format("  = {}\n", title) : fmt::format("  = {} {}\n", count, title);
  }
  return lines;
}

std::string registeringLines(const std::string& transcript, const std::string& file, Seat seat, const Rules& rules) {
  const std::string path = (std::filesystem::path(transcript).parent_path() / file).string();
  return registeringLines(readDeckList(readText(path, kMaxDeckBytes), path, rules), rules, seat);
}

}  // namespace docket
