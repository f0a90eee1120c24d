// Facts of a game that a viewer never learned, as the bytes by which they would show in that viewer's record: keys,
// titles, orders of piles, and the salts that would open commitments to them. Found in the whole record by the marks of
// the schema, independently of redaction.
#pragma once

#include <capnp/message.h>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rules/catalogue.h"
#include "events/digest.h"
#include "events/hidden.h"
#include "events/json/json.h"
#include "events/json/jsonl.h"
#include "events/public.h"
#include "events/public_header.h"
#include "store/game.h"
#include "tests/tools/run.h"
#include "tools/game/game_loader.h"
#include "tools/notation/transcript.h"

namespace docket::test {

struct Hidden {
  std::set<std::string> lines;      ///< occur in the JSON Lines of the whole record
  std::set<std::string> words;      ///< occur in its transcript
  std::set<std::string> unwritten;  ///< the game's secrets and the salts computed from them; the digest of its source;
                                    ///< titles in the words of findings
};

class HiddenFrom {
 public:
  HiddenFrom(const Game& game, const Catalogue& catalogue, Seat viewer)
      : catalogue_(catalogue), viewer_(viewer), secrets_(game.secrets()) {
    capnp::MallocMessageBuilder header;
    header.setRoot(game.header());
    redact(header.getRoot<schema::Header>(), viewer);
    open_ = JsonLinesWriter::header(header.getRoot<schema::Header>().asReader());
    const auto hex_of = [](capnp::Data::Reader data) { return hex(std::span(data.begin(), data.size())); };
    unwritten_ = {hex_of(game.header().getSourceDigest()), hex_of(game.header().getSourceSalt()), hex(secrets_.of(0))};
    for (const auto& past : secrets_.past()) unwritten_.insert(hex(past.secret));
    game.forEach([&](std::uint32_t number, schema::Event::Reader event) { add(number, event); });
  }

  [[nodiscard]] Hidden found() const {
    Hidden hidden{.lines = {}, .words = {}, .unwritten = unwritten_};
    for (const std::string& line : lines_) {
      // The key of one card can be the title of another that the viewer knows.
      const bool is_title = line.front() == '"' && has(known_, line.substr(1, line.size() - 2));
      if (!seen_.contains(line) && !has(open_, line) && !is_title) hidden.lines.insert(line);
    }
    for (const std::string& word : words_) {
      // A title that is part of a text that the viewer knows, "Iron Bell" of "Iron Bell Tower", would be found there.
      if (has(known_, word) || has(open_, word)) continue;
      const std::string noted = notedString(word);
      hidden.words.insert(noted.substr(1, noted.size() - 2));
      hidden.unwritten.insert(word);
    }
    return hidden;
  }

 private:
  static constexpr std::size_t kLeastOrder = 6;  // shorter ones could stand there by chance
  static constexpr std::size_t kLeastWord = 4;

  void add(std::uint32_t number, schema::Event::Reader event) {
    capnp::MallocMessageBuilder message;
    message.setRoot(event);
    auto copy = message.getRoot<schema::Event>();
    std::uint16_t place = 0;
    for (const HiddenField& field : hiddenFields(copy)) {
      if (field.holder.asReader().has(field.field)) {
        const bool seen = field.seats == kEveryone || hasSeat(field.seats, viewer_);
        if (!seen) unwritten_.insert(hex(deriveSalt(secrets_.of(number), number, place)));
        take(field, seen);
        auto holder = field.holder;
        holder.clear(field.field);
      }
      ++place;
    }
    open_ += writer_.event(copy.asReader());
  }

  void take(const HiddenField& field, bool seen) {
    const auto value = field.holder.asReader().get(field.field);
    const std::string_view name = field.field.getProto().getName().cStr();
    if (name == "order") {
      std::string in_json, in_words;
      const auto order = value.as<capnp::DynamicList>();
      for (capnp::uint i = 0; i < order.size(); ++i) {
        const auto card = std::to_string(order[i].as<std::uint32_t>());
        in_json += (i == 0 ? "[" : ",") + card;
        in_words += (i == 0 ? "was " : ", ") + card;
      }
      if (order.size() < kLeastOrder) return;
      line(in_json + ']', seen);
      word(in_words, seen);
    } else if (name == "definition") {
      const std::string key = value.as<capnp::Text>().cStr();
      line('"' + key + '"', seen);
      if (const Definition* definition = catalogue_.find(key); definition != nullptr) word(definition->title, seen);
    } else {
      word(value.as<schema::Printed>().getTitle().cStr(), seen);
    }
  }

  void line(const std::string& line, bool seen) { (seen ? seen_ : lines_).insert(line); }
  void word(const std::string& word, bool seen) {
    if (seen) known_ += word + '\n';
    if (!seen && word.size() >= kLeastWord) words_.insert(word);
  }

  const Catalogue& catalogue_;
  Seat viewer_;
  Secrets secrets_;
  JsonLinesWriter writer_;
  std::string open_;   // the record without its hidden fields
  std::string known_;  // the titles and orders that the seat knows
  std::set<std::string> lines_, seen_, words_, unwritten_;
};

/// The first hidden item that a text contains; empty if none.
inline std::string leakIn(const std::string& text, const Hidden& hidden) {
  for (const auto* secrets : {&hidden.lines, &hidden.words, &hidden.unwritten}) {
    for (const std::string& secret : *secrets) {
      if (has(text, secret)) return secret;
    }
  }
  return {};
}

/// A page without the parts that every page has: its style and its script.
inline std::string withoutCode(std::string page) {
  for (const std::string code : {"style", "script"}) {
    const auto at = page.find('<' + code + '>');
    page.erase(at, page.find("</" + code + '>', at) - at);
  }
  return page;
}

/// With the characters that entities and escapes of a page stand for.
inline std::string unescaped(std::string page) {
  constexpr std::array<std::pair<std::string_view, char>, 8> kEscapes = {{{"&lt;", '<'},
                                                                          {"&gt;", '>'},
                                                                          {"&quot;", '"'},
                                                                          {"&#39;", '\''},
                                                                          {"\\u003c", '<'},
                                                                          {"\\u003e", '>'},
                                                                          {"\\u0026", '&'},
                                                                          {"&amp;", '&'}}};
  for (const auto& [escape, character] : kEscapes) {
    for (auto at = page.find(escape); at != std::string::npos; at = page.find(escape, at + 1)) {
      page.replace(at, escape.size(), 1, character);
    }
  }
  return page;
}

/// Checks the output for each viewer of a stored game against what that viewer never learned. `found` counts what there
/// was to look for.
inline void expectNothingLeaks(const std::string& archive, const std::string& id, std::size_t& found) {
  const auto docket = [&](std::vector<std::string> typed) {
    typed.insert(typed.end(), {"--archive", archive});
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  GameLoader loader(archive);
  const OpenGame game = loader.game(id);
  const std::string whole_record = docket({"export", id});
  const std::string whole_log = docket({"log", id});
  for (const char* viewer : {"P1", "P2", "spectator"}) {
    const Seat seat = viewer[0] == 'P' ? static_cast<Seat>(viewer[1] - '0') : kSpectator;
    const Hidden hidden = HiddenFrom(game.stored(), game.gameRules().catalogue, seat).found();
    // The searched texts are in the form in which they are written: the whole record and its transcript contain them.
    for (const auto& line : hidden.lines) EXPECT_HAS(whole_record, line);
    for (const auto& word : hidden.words) EXPECT_HAS(whole_log, word);
    found += hidden.lines.size() + hidden.words.size();
    EXPECT_FALSE(hidden.unwritten.empty()) << id << " for " << viewer;
    EXPECT_EQ(leakIn(docket({"export", id, "--seat", viewer}), hidden), "") << id << " exported for " << viewer;
    EXPECT_EQ(leakIn(docket({"log", id, "--seat", viewer}), hidden), "") << id << " printed for " << viewer;
    EXPECT_EQ(leakIn(docket({"log", id, "--seat", viewer, "--json"}), hidden), "") << id << " for " << viewer;
    const std::string page = withoutCode(docket({"report", id, "--seat", viewer}));
    EXPECT_EQ(leakIn(page, hidden), "") << id << " as a page for " << viewer;
    EXPECT_EQ(leakIn(unescaped(page), hidden), "") << id << " as a page for " << viewer;
  }
}

}  // namespace docket::test
