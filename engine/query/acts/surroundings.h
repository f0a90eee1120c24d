// What stands around an event (Context in event.capnp): the names and the identities that it brings, and what caused
// it. Nearly everybody asks for it, so it is read from the event once. Invariant: a view; the event must outlive it.
#pragma once

#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

struct Surroundings {
  bool exist = false;                                  ///< the event has a context
  capnp::List<capnp::Text>::Reader names{};            ///< that it uses first
  capnp::List<schema::Identity>::Reader identities{};  ///< of cards, as it says them
  capnp::List<std::uint32_t>::Reader causes{};         ///< the events that it is an effect of

  /// Of an event that has a context.
  static Surroundings of(schema::Event::Reader event) {
    const auto context = event.getContext();
    Surroundings around{.exist = true};
    // Most have one of these alone, and to be told that a list is not there is quicker than to get an empty one.
    if (context.hasNames()) around.names = context.getNames();
    if (context.hasIdentities()) around.identities = context.getIdentities();
    if (context.hasCauses()) around.causes = context.getCauses();
    return around;
  }
};

/// Of an event without a context, as most are.
inline const Surroundings kNothingAround{};

}  // namespace docket
