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
    return {.exist = true,
            .names = context.getNames(),
            .identities = context.getIdentities(),
            .causes = context.getCauses()};
  }
};

/// Of an event without a context, as most are.
inline const Surroundings kNothingAround{};

}  // namespace docket
