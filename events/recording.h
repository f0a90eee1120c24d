// A game while it is being written or read whole: its header, its names and its events, in memory.
// Importers, tests and generators build one; the archive takes one in and gives one out.
// Invariant: event n carries in context.names exactly the names that no event before it used.
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
  /// Makes the header a copy of another one.
  void setHeader(schema::Header::Reader header);

  /// The names used so far. `name("hand")` is what a builder puts into a field marked $name.
  [[nodiscard]] const Names& names() const { return names_; }
  std::uint16_t name(std::string_view text) { return names_.number(text); }

  /// Adds an event, which `fill` describes in the builder that it is given, and gives its number.
  template <std::invocable<schema::Event::Builder> Fill>
  std::uint32_t add(Fill&& fill) {
    auto event = written_->message.getOrphanage().newOrphan<schema::Event>();
    fill(event.get());
    return keep(std::move(event));
  }
  /// Adds a copy of an event of another recording or of an archive, whose context.names are taken over.
  std::uint32_t add(schema::Event::Reader event);

  /// How many events there are; the last one's number.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(written_->events.size()); }
  /// Event `number`, from 1 to size().
  [[nodiscard]] HeldEvent event(std::uint32_t number) const;
  /// Calls `see(number, event)` for each event from `first` to `last`, both included, in order.
  template <std::invocable<std::uint32_t, const HeldEvent&> See>
  void forEach(std::uint32_t first, std::uint32_t last, See&& see) const {
    for (std::uint32_t number = first; number <= last; ++number) see(number, event(number));
  }

 private:
  std::uint32_t keep(capnp::Orphan<schema::Event>&& event);

  /// What whoever holds an event of it shares with it.
  class Written {
   public:
    Written();
    ~Written() noexcept = default;          // Cap'n Proto's own may throw; what is given back here does not
    capnp::MallocMessageBuilder message{};  // first, so that it outlives what is in it
    capnp::Orphan<schema::Header> header{};
    std::vector<schema::Event::Reader> events{};

    /// Keeps an event as part of the message, with which it goes. As an orphan it would be cleared when it goes.
    void keep(capnp::Orphan<schema::Event>&& event);

   private:
    static constexpr unsigned kInList = 255;  // events; behind them stands the next list
    capnp::List<capnp::AnyPointer>::Builder list_;
    unsigned used_ = 0;  // of the list
  };

  std::shared_ptr<Written> written_;
  Names names_;
  std::size_t announced_ = 0;  // how many of names_ an event carries already
};

}  // namespace docket
