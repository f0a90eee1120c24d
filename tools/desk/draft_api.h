// The requests about drafts and files: games that are typed, recorded and opened.
// Invariant: a draft is removed only when its game is in the archive, or when a person discards it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/request_data.h"
#include "tools/desk/workplace.h"

namespace docket::desk {

/// A file that was sent: "game", "cards", or "deck" of a draft.
struct SentFile {
  std::string_view kind, name;
  std::uint32_t draft = 0;
  std::string_view bytes;
  BrowserPage by{};
};

class DraftApi {
 public:
  explicit DraftApi(Workplace& workplace) : workplace_(workplace) {}

  std::string list(const RequestData&);
  std::string begin(const RequestData& request);
  std::string show(const RequestData& request);
  std::string edit(const RequestData& request);
  std::string undo(const RequestData& request);
  std::string redo(const RequestData& request);
  std::string useCatalogue(const RequestData& request);
  std::string discard(const RequestData& request);
  std::string record(const RequestData& request);
  std::string open(const SentFile& file);

 private:
  /// A draft with its lines from the first that differs from those before.
  [[nodiscard]] std::string draftJson(std::uint32_t number, const std::vector<std::string>& before);
  std::string changed(const RequestData& request,
                      const std::function<void(Draft&, const std::string& version)>& change);
  [[nodiscard]] std::string beginWith(std::string_view text, const std::string& typist);
  [[nodiscard]] std::map<std::string, std::string> newestCatalogues() const;
  [[nodiscard]] std::string freeId() const;
  [[nodiscard]] std::string catalogueIn(const RequestData& request) const;

  Workplace& workplace_;
};

}  // namespace docket::desk
