// An event together with its owner: a row of an archive, a message in memory, a recording. To keep an event, keep a
// HeldEvent; a plain schema::Event::Reader is only for the length of a call. Readers come from variables only, which
// keep the event alive: the compiler rejects one from a temporary.
// Invariant: an event stays readable as long as it is held, whatever other readers do meanwhile.
#pragma once

#include <capnp/message.h>

#include <memory>
#include <utility>

#include "events/walked_words.h"
#include "schemas/event.capnp.h"

namespace docket {

class HeldEvent {
 public:
  /// `event` is inside what `home` owns; `walked`: its words, if they were walked.
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
  /// Passes an event to a call that does not keep it: `reduce(state, rules, 5, *game.event(5), step)`.
  [[nodiscard]] const schema::Event::Reader& operator*() const { return event_; }

  /// Switches to another event with the same owner, so that iterating over a row does not touch the reference count.
  void rebind(schema::Event::Reader event) { event_ = event; }
  [[nodiscard]] WalkedWords walked() const { return walked_; }

 private:
  std::shared_ptr<const void> home_;
  schema::Event::Reader event_;
  WalkedWords walked_;
};

}  // namespace docket
