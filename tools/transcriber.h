// How one event becomes a line of the transcript: the parts that lines are made of are here, the payloads in
// transcript_payload.cpp, what surrounds them in transcript.cpp. Internal to the transcript.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/characteristics.h"
#include "tools/transcript.h"

namespace docket {

class Transcriber {
 public:
  /// `words` is about the table just after the event.
  Transcriber(const Words& words, schema::Event::Reader event)
      : words_(words), state_(words.state()), event_(event), actor_(event.getActor()) {}

  /// The line of the event, as number `number`. Once.
  [[nodiscard]] TranscriptLine line(EventNumber number) &&;

 private:
  // -- parts

  /// A kind of period; "end" stands for its end.
  [[nodiscard]] std::string kindName(NameNumber number) const {
    const std::string_view kind = state_.vocabulary->names.text(number);
    return kind == "end" ? notedString(kind) : notedName(kind);
  }
  [[nodiscard]] std::string name(NameNumber number) const { return notedName(state_.vocabulary->names.text(number)); }
  [[nodiscard]] static std::string seat(Seat seat) { return seat == 0 ? "nobody" : fmt::format("P{}", seat); }
  [[nodiscard]] std::string card(std::uint32_t number) const {
    const CardIndex index = state_.cardOf(number);
    if (index == kNone || !words_.knows(index)) return fmt::format("? #{}", number);
    return fmt::format("{} #{}", notedString(readTitle(state_, words_.rules().ruleset, index).title), number);
  }
  [[nodiscard]] std::string subject(Entity entity) const {
    if (kindOf(entity) == EntityKind::card) return entity == 0 ? std::string("nothing") : card(numberOf(entity));
    return words_.subjectCode(entity);
  }
  template <class List>
  [[nodiscard]] std::string cards(const List& list) const {
    std::string text;
    for (const std::uint32_t number : list) text += (text.empty() ? "" : ", ") + card(number);
    return text.empty() ? "nothing" : text;
  }
  template <class List>
  [[nodiscard]] static std::string numbers(const List& list) {
    std::string text;
    for (const std::uint32_t number : list) text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
    return text;
  }
  [[nodiscard]] static std::string numbered(std::uint32_t first, std::uint32_t count) {
    return count == 1 ? fmt::format("#{}", first) : fmt::format("#{}..#{}", first, first + count - 1);
  }
  [[nodiscard]] PeriodIndex periodOf(NameNumber number) const { return (*state_.vocabulary)[number].period; }

  /// A zone: whose it is stands before it where that is not who acts.
  [[nodiscard]] std::string zone(Seat player, NameNumber zone, Seat who) const {
    if (player == who) return name(zone);
    return fmt::format("{} {}", player == 0 ? std::string("shared") : seat(player), name(zone));
  }
  void addPlace(std::int16_t slot, schema::Face face, NameNumber orientation) {
    if (slot == -2) add("bottom");
    if (slot >= 0) add("slot", std::to_string(slot));
    if (face == schema::Face::UP) add("up");
    if (face == schema::Face::DOWN) add("down");
    if (orientation != 0) add("turned", name(orientation));
  }
  void add(std::string_view word) { tail_ += fmt::format(" {}", word); }
  void add(std::string_view word, const std::string& what) { tail_ += fmt::format(" {} {}", word, what); }
  void addName(std::string_view word, NameNumber number) {
    if (number != 0) add(word, name(number));
  }
  void addEvent(std::string_view word, EventNumber number) {
    if (number != 0) add(word, std::to_string(number));
  }
  template <class List>
  void addSubjects(std::string_view word, const List& list) {
    std::string text;
    for (const Entity entity : list) text += (text.empty() ? "" : ", ") + subject(entity);
    if (!text.empty()) add(word, text);
  }
  template <class List>
  void addEvents(std::string_view word, const List& list) {
    if (list.size() != 0) add(word, numbers(list));
  }
  void addText(std::string_view word, capnp::Text::Reader text) {
    if (text.size() != 0) add(word, notedString({text.begin(), text.size()}));
  }

  /// What `player` did: that player first, who acts at the end where it is another.
  [[nodiscard]] std::string did(Seat player, const std::string& what) {
    who_ = player;
    return fmt::format("{} {}", seat(player), what);
  }
  /// What who acts did; nobody is left out.
  [[nodiscard]] std::string acted(const std::string& what) {
    who_ = actor_;
    return actor_ == 0 ? what : fmt::format("{} {}", seat(actor_), what);
  }

  // -- payloads

  [[nodiscard]] std::string payload();
  [[nodiscard]] std::string aboutCards();
  [[nodiscard]] std::string period(NameNumber kind) const;
  [[nodiscard]] std::string aboutActs();
  void addActTail(schema::Event::AbilityActivated::Reader used);
  [[nodiscard]] std::string resolved();
  [[nodiscard]] std::string aboutValues();
  [[nodiscard]] std::string valueChanged();
  [[nodiscard]] std::string observed();
  [[nodiscard]] std::string ruling();
  [[nodiscard]] std::string aboutClaims();

  // -- what surrounds an event

  [[nodiscard]] int depth() const;
  [[nodiscard]] int depthOf(PeriodIndex period) const;
  void addRest();
  void addDetails(std::vector<std::string>& details) const;
  [[nodiscard]] static std::string seats(std::uint8_t mask);
  [[nodiscard]] std::string changeLine(schema::Change::Reader change) const;

  const Words& words_;
  const State& state_;
  schema::Event::Reader event_;
  Seat actor_;
  Seat who_ = 0;
  std::string text_, tail_;
};

}  // namespace docket
