// The requests that the desk's pages can send: a table by name; each request and each answer is a JSON object.
// Invariant: one request is answered at a time, but a page that follows a table does not block others; a request that
// changes something is answered once the change is on the disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/draft_api.h"
#include "tools/desk/game_api.h"
#include "tools/desk/workplace.h"
#include "tools/serve/web_server.h"

namespace docket::desk {

class Api {
 public:
  /// The parameters of Workplace.
  Api(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates);

  /// The maximum size of a request, and the least role that may send it.
  struct Allowed {
    std::size_t body_bytes;
    Role least;
  };
  /// Empty if there is no such request. `name`: what follows "/api/".
  [[nodiscard]] static std::optional<Allowed> allowed(std::string_view name);
  /// The answer to a known request from a person who is allowed to send it.
  [[nodiscard]] serve::HttpResponse to(std::string_view name, const serve::Request& request, const Requester& by);
  /// Stores the desk's address for other processes.
  void storeAddress(std::string_view address) { workplace_.storeAddress(address); }
  /// The number of changes of the archive by requests. Thread-safe.
  [[nodiscard]] std::uint64_t changes() const { return workplace_.changes(); }

 private:
  struct RequestKind {
    std::string_view name;
    Allowed allowed;
    std::function<std::string(Api&, const RequestData&)> answer;
  };
  static const std::vector<RequestKind>& known();
  [[nodiscard]] std::string answer(std::string_view name, const serve::Request& request, const Requester& by);
  [[nodiscard]] std::string takePen(const RequestData& request);
  [[nodiscard]] std::string whoIs(const RequestData& request);
  [[nodiscard]] serve::HttpResponse follow(const serve::Request& request, const Requester& by);

  std::mutex working_;  // guards all below
  Workplace workplace_;
  DraftApi drafts_{workplace_};
  GameApi games_{workplace_};
};

}  // namespace docket::desk
