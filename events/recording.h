// A game while it is being written or read whole: its header, its names and its events, in memory.
// Importers, tests and generators build one; the archive takes one in and gives one out.
// Invariant: event n carries in context.names exactly the names that no event before it used.
#pragma once

#include <capnp/message.h>
#include <capnp/orphan.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

class Recording {
 public:
  Recording();
  Recording(Recording&&) noexcept = default;
  /// By swap: the orphans of the one that is replaced must go before the message that they live in.
  Recording& operator=(Recording&& other) noexcept {
    std::swap(message_, other.message_);
    std::swap(header_, other.header_);
    std::swap(events_, other.events_);
    std::swap(names_, other.names_);
    std::swap(announced_, other.announced_);
    return *this;
  }
  ~Recording() noexcept = default;  // Cap'n Proto's own may throw; what is given back here does not

  [[nodiscard]] schema::Header::Builder header();
  [[nodiscard]] schema::Header::Reader header() const;
  /// Makes the header a copy of another one.
  void setHeader(schema::Header::Reader header);

  /// The names used so far. `name("hand")` is what a builder puts into a field marked $name.
  [[nodiscard]] const Names& names() const { return names_; }
  std::uint16_t name(std::string_view text) { return names_.number(text); }

  /// Adds an event, which `fill` describes in the builder that it is given, and gives its number.
  template <class Fill>
  std::uint32_t add(Fill&& fill) {
    auto event = message_->getOrphanage().newOrphan<schema::Event>();
    fill(event.get());
    return keep(std::move(event));
  }
  /// Adds a copy of an event of another recording or of an archive, whose context.names are taken over.
  std::uint32_t add(schema::Event::Reader event);

  /// How many events there are; the last one's number.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(events_.size()); }
  /// Event `number`, from 1 to size().
  [[nodiscard]] schema::Event::Reader event(std::uint32_t number) const;

 private:
  std::uint32_t keep(capnp::Orphan<schema::Event>&& event);

  std::unique_ptr<capnp::MallocMessageBuilder> message_;  // first, so that it outlives the orphans in it
  capnp::Orphan<schema::Header> header_;
  std::vector<capnp::Orphan<schema::Event>> events_;
  Names names_;
  std::size_t announced_ = 0;  // how many of names_ an event carries already
};

}  // namespace docket
