// The context that an event carries (Context in event.capnp): its new names, the identities of cards, and its causes.
// Most code needs it, so it is read once per event.
// Invariant: a view; the event must outlive it.
#pragma once

#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

struct RecordedContext {
  bool exist = false;                                  ///< the event has a context
  capnp::List<capnp::Text>::Reader names{};            ///< names that it uses for the first time
  capnp::List<schema::Identity>::Reader identities{};  ///< identities of cards, as the event gives them
  capnp::List<std::uint32_t>::Reader causes{};         ///< the events that caused it

  /// For an event with a context.
  static RecordedContext of(schema::Event::Reader event) {
    const auto context = event.getContext();
    RecordedContext recorded_context{.exist = true};
    // Most contexts have only one of these lists, and checking for a list is faster than getting an empty one.
    if (context.hasNames()) recorded_context.names = context.getNames();
    if (context.hasIdentities()) recorded_context.identities = context.getIdentities();
    if (context.hasCauses()) recorded_context.causes = context.getCauses();
    return recorded_context;
  }
};

/// The recorded context of an event that has none, as most events do not.
inline const RecordedContext kNoContext{};

}  // namespace docket
