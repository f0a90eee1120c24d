// An event together with what it lies in: a row of an archive, a message in memory, a recording.
// Whoever keeps an event keeps one of these; a plain schema::Event::Reader is for the length of a call. What is asked
// of an event is asked of a variable, which holds it: of one that nobody holds, the compiler refuses it. Invariant: the
// event can be read for as long as somebody holds it, whatever other readers do meanwhile.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <utility>

#include "events/walked_words.h"
#include "schemas/event.capnp.h"

namespace docket {

class HeldEvent {
 public:
  /// `event` lies in what `home` owns; `walked`: in these words of it, where somebody went through them.
  HeldEvent(std::shared_ptr<const void> home, schema::Event::Reader event, WalkedWords walked = {})
      : home_(std::move(home)), event_(event), walked_(walked) {}
  /// The event in a message that holds nothing else.
  explicit HeldEvent(std::shared_ptr<capnp::MallocMessageBuilder> message);
  /// A copy of the event, in a message of its own.
  [[nodiscard]] static HeldEvent copyOf(schema::Event::Reader event);

  [[nodiscard]] const schema::Event::Reader* operator->() const& { return &event_; }
  operator schema::Event::Reader() const& { return event_; }  // NOLINT(google-explicit-constructor): it is one
  void operator->() const&& = delete;
  operator schema::Event::Reader() const&& = delete;
  /// To hand an event to a call that nobody keeps beyond it: `reduce(state, rules, 5, *game.event(5), step)`.
  [[nodiscard]] const schema::Event::Reader& operator*() const { return event_; }

  /// Becomes another event that lies in the same place: what goes through a row counts its owners once.
  void become(schema::Event::Reader event) { event_ = event; }
  [[nodiscard]] WalkedWords walked() const { return walked_; }

 private:
  std::shared_ptr<const void> home_;
  schema::Event::Reader event_;
  WalkedWords walked_;
};

}  // namespace docket
