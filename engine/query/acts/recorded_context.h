// The context that an event carries (Context in event.capnp): its new names, the identities of cards, and its causes.
// Most code needs it, so it is read once per event.
// Invariant: a view; the event must outlive it.
#pragma once

#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

struct RecordedContext {
  bool is_present = false;                             ///< the event has a context
  capnp::List<capnp::Text>::Reader names{};            ///< names that it uses for the first time
  capnp::List<schema::Identity>::Reader identities{};  ///< identities of cards, as the event gives them
  capnp::List<std::uint32_t>::Reader causes{};         ///< the events that caused it

  /// The context of an event; most events have none.
  static RecordedContext of(schema::Event::Reader event) {
    if (!event.hasContext()) return {};
    const auto context = event.getContext();
    RecordedContext recorded_context{.is_present = true};
    // Most contexts have only one of these lists, and checking for a list is faster than getting an empty one.
    if (context.hasNames()) recorded_context.names = context.getNames();
    if (context.hasIdentities()) recorded_context.identities = context.getIdentities();
    if (context.hasCauses()) recorded_context.causes = context.getCauses();
    return recorded_context;
  }
};

}  // namespace docket
