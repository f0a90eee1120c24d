// The context of an event (Context in event.capnp): the names and identities that it brings, and its causes. Most code
// needs it, so it is read once per event. Invariant: a view; the event must outlive it.
#pragma once

#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

struct EventContextLists {
  bool exist = false;                                  ///< the event has a context
  capnp::List<capnp::Text>::Reader names{};            ///< names that it uses for the first time
  capnp::List<schema::Identity>::Reader identities{};  ///< identities of cards, as the event gives them
  capnp::List<std::uint32_t>::Reader causes{};         ///< the events that caused it

  /// For an event with a context.
  static EventContextLists of(schema::Event::Reader event) {
    const auto context = event.getContext();
    EventContextLists context_lists{.exist = true};
    // Most contexts have only one of these lists, and checking for a list is faster than getting an empty one.
    if (context.hasNames()) context_lists.names = context.getNames();
    if (context.hasIdentities()) context_lists.identities = context.getIdentities();
    if (context.hasCauses()) context_lists.causes = context.getCauses();
    return context_lists;
  }
};

/// The lists of an event without a context, as most are.
inline const EventContextLists kNoContext{};

}  // namespace docket
