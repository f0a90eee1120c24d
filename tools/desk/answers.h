// What the pages of the desk ask for: a table of requests by name, each with an object of JSON, and answered with one.
// Invariant: one request is answered at a time, but pages that follow a table keep nobody waiting; one that changes
// something is answered once it is on the disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/draft_answers.h"
#include "tools/desk/game_answers.h"
#include "tools/desk/workplace.h"
#include "tools/serve/web_server.h"

namespace docket::desk {

class Answers {
 public:
  /// As Workplace.
  Answers(const std::filesystem::path& archive, Run run, std::optional<Certificates> certificates);

  /// What a request may bring, and who may send it.
  struct Allowed {
    std::size_t body_bytes;
    Role least;
  };
  /// Empty if there is no such request. `name`: what follows "/api/".
  [[nodiscard]] static std::optional<Allowed> allowed(std::string_view name);
  /// The answer to a request that there is, by somebody who may send it.
  [[nodiscard]] serve::HttpResponse to(std::string_view name, const serve::Request& request, const Asker& by);
  /// What others are told of the desk.
  void tell(std::string_view address) { at_.tell(address); }

 private:
  struct Known {
    std::string_view name;
    Allowed allowed;
    std::function<std::string(Answers&, const Asked&)> answer;
  };
  static const std::vector<Known>& known();
  [[nodiscard]] std::string answer(std::string_view name, const serve::Request& request, const Asker& by);
  [[nodiscard]] std::string takePen(const Asked& asked);
  [[nodiscard]] std::string whoIs(const Asked& asked);
  [[nodiscard]] serve::HttpResponse follow(const serve::Request& request, const Asker& by);

  std::mutex working_;  // guards all below
  Workplace at_;
  DraftAnswers drafts_{at_};
  GameAnswers games_{at_};
};

}  // namespace docket::desk
