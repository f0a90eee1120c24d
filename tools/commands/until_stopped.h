// A server that runs until its user stops it: Ctrl-C, a signal, or the time that was given.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tools/commands/stop_signals.h"
#include "tools/serve/web_server.h"

namespace docket {

/// Runs the server until a signal stops it, or for so many seconds if that is given. `look` is called about ten times a
/// second.
void runUntilStopped(
    serve::WebServer& server, const StopSignals& stops, const std::optional<std::uint32_t>& seconds,
    const std::function<void()>& look = [] {});

}  // namespace docket
