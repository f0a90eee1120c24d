// A game in memory, while it is being written or read as a whole: its header, its names and its events. Importers,
// tests and generators build one; the archive imports and exports one.
// Invariant: event n has in context.names exactly the names that no earlier event used.
#pragma once

#include <capnp/any.h>
#include <capnp/message.h>
#include <capnp/orphan.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "events/held_event.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

class Recording {
 public:
  Recording();

  [[nodiscard]] schema::Header::Builder header();
  [[nodiscard]] schema::Header::Reader header() const;
  /// Sets the header to a copy of another one.
  void setHeader(schema::Header::Reader header);

  /// The names used so far. Builders put `name("hand")` into a field marked $name.
  [[nodiscard]] const Names& names() const { return names_; }
  std::uint16_t name(std::string_view text) { return names_.number(text); }

  /// Adds an event, which `fill` writes into the given builder, and returns its number. If the event is in the group of
  /// the previous event, which had no group yet, that one becomes the first of the group (schemas/event.capnp,
  /// `group`).
  template <std::invocable<schema::Event::Builder> Fill>
  std::uint32_t add(Fill&& fill) {
    auto event = written_->message.getOrphanage().newOrphan<schema::Event>();
    fill(event.get());
    return keep(std::move(event));
  }
  /// Adds a copy of an event of another recording or of an archive, including its context.names.
  std::uint32_t add(schema::Event::Reader event);

  /// If `next` is in the group of the last event, which has no group yet, makes that one the first of the group.
  void beginGroupOf(schema::Event::Reader next);

  /// The number of events, which is the number of the last one.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(written_->events.size()); }
  /// Event `number`, from 1 to size().
  [[nodiscard]] HeldEvent event(std::uint32_t number) const;
  /// Calls `visit(number, event)` for each event from `first` to `last`, inclusive, in order.
  template <std::invocable<std::uint32_t, const HeldEvent&> Visit>
  void forEach(std::uint32_t first, std::uint32_t last, Visit&& visit) const {
    for (std::uint32_t number = first; number <= last; ++number) visit(number, event(number));
  }

 private:
  std::uint32_t keep(capnp::Orphan<schema::Event>&& event);

  /// The data that holders of its events share.
  class Written {
   public:
    Written();
    ~Written() noexcept = default;          // Cap'n Proto's destructors may throw; these members' do not
    capnp::MallocMessageBuilder message{};  // first, so that it outlives what is in it
    capnp::Orphan<schema::Header> header{};
    std::vector<schema::Event::Reader> events{};

    /// Keeps an event as part of the message, to be freed with it. An orphan would be cleared on destruction.
    void keep(capnp::Orphan<schema::Event>&& event);
    /// The last event, of one or more.
    [[nodiscard]] schema::Event::Builder last() { return list_[used_ - 1].getAs<schema::Event>(); }

   private:
    static constexpr unsigned kInList = 255;  // the number of events; the element after them is the next list
    capnp::List<capnp::AnyPointer>::Builder list_;
    unsigned used_ = 0;  // the number of used elements
  };

  std::shared_ptr<Written> written_;
  Names names_;
  std::size_t announced_ = 0;  // how many of names_ are already carried by an event
};

}  // namespace docket
