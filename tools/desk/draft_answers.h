// The requests about drafts and files: games that are typed, recorded and opened.
// Invariant: a draft is removed only when its game is in the archive, or when a person discards it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/asked.h"
#include "tools/desk/workplace.h"

namespace docket::desk {

/// A file that was sent: "game", "cards", or "deck" of a draft.
struct SentFile {
  std::string_view kind, name;
  std::uint32_t draft = 0;
  std::string_view bytes;
  PageOf by{};
};

class DraftAnswers {
 public:
  explicit DraftAnswers(Workplace& at) : at_(at) {}

  std::string list(const Asked&);
  std::string begin(const Asked& asked);
  std::string show(const Asked& asked);
  std::string edit(const Asked& asked);
  std::string undo(const Asked& asked);
  std::string redo(const Asked& asked);
  std::string useCatalogue(const Asked& asked);
  std::string discard(const Asked& asked);
  std::string record(const Asked& asked);
  std::string open(const SentFile& file);

 private:
  /// A draft with its lines from the first that differs from those before.
  [[nodiscard]] std::string draftJson(std::uint32_t number, const std::vector<std::string>& before);
  std::string changed(const Asked& asked, const std::function<void(Draft&, const std::string& version)>& change);
  [[nodiscard]] std::string beginWith(std::string_view text, const std::string& typist);
  [[nodiscard]] std::map<std::string, std::string> newestCatalogues() const;
  [[nodiscard]] std::string freeId() const;
  [[nodiscard]] std::string catalogueIn(const Asked& asked) const;

  Workplace& at_;
};

}  // namespace docket::desk
