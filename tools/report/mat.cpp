#include "tools/report/mat.h"

#include <fmt/format.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <set>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/game/documents.h"
#include "tools/io/files.h"

namespace docket::report {
namespace {

constexpr std::size_t kMaxMatBytes = 1U << 20;
/// More than a table has, and few enough for any screen.
constexpr unsigned kMaxColumns = 12;
constexpr unsigned kMaxRows = 12;

/// Checks the places of a mat against the ruleset, one by one.
class PlaceCheck {
 public:
  PlaceCheck(const Ruleset& ruleset, const HeldDocument& document) : ruleset_(ruleset), document_(document) {}

  void check(unsigned index, schema::Mat::Place::Reader place) {
    at_ = fmt::format("places[{}]", index);
    const auto known = ruleset_.zones | ranges::views::transform(&Zone::name) | ranges::to<std::vector>;
    const auto name = view(place.getZone());
    const ZoneIndex zone = ruleset_.zone(name);
    if (zone == kUnbound) {
      refuse(".zone", fmt::format("the ruleset has no zone {}{}", docket::quoted(name), didYouMean(name, known)));
    }
    const bool fits = place.getRow() >= 1 && place.getRow() <= kMaxRows && place.getColumn() >= 1 &&
                      place.getColumns() >= 1 && place.getColumn() + place.getColumns() - 1U <= kMaxColumns;
    if (!fits) {
      refuse("", fmt::format("a place lies in rows 1 to {} and columns 1 to {}", kMaxRows, kMaxColumns));
    }
    for (unsigned column = place.getColumn(); column < place.getColumn() + unsigned{place.getColumns()}; ++column) {
      if (!squares_.emplace(place.getRow(), column).second) {
        refuse("", fmt::format("row {}, column {} is taken by another place", place.getRow(), column));
      }
    }
    checkSlots(zone, place);
  }

 private:
  void checkSlots(ZoneIndex zone, schema::Mat::Place::Reader place) {
    const bool slotted = ruleset_.zones[zone].kind == schema::Zone::Kind::SLOTS;
    if (slotted != (place.getSlots().size() != 0)) {
      refuse(".slots", slotted ? "which slots of the zone lie here? It has numbered ones" : "the zone has no slots");
    }
    if (!slotted && !whole_.insert(zone).second) refuse(".zone", "the zone has a place already");
    for (const std::int16_t slot : place.getSlots()) {
      if (!slots_.emplace(zone, slot).second) refuse(".slots", fmt::format("slot {} has a place already", slot));
    }
  }

  [[noreturn]] void refuse(const std::string& within, const std::string& why) const {
    refuseIn(document_, BadDocument(document_.origin, at_ + within, 0, 0, why));
  }

  const Ruleset& ruleset_;
  const HeldDocument& document_;
  std::string at_;
  std::set<std::pair<unsigned, unsigned>> squares_;
  std::set<ZoneIndex> whole_;
  std::set<std::pair<ZoneIndex, std::int16_t>> slots_;
};

void checkMat(const Ruleset& ruleset, schema::Mat::Reader mat, const HeldDocument& document) {
  const auto mat_ruleset = view(mat.getRuleset());
  if (mat_ruleset != ruleset.name && mat_ruleset != ruleset.cards_of) {
    refuseIn(document, BadDocument(document.origin, "ruleset", 0, 0,
                                   fmt::format("it is for the ruleset {}, and the game is under {}",
                                               docket::quoted(mat_ruleset), docket::quoted(ruleset.name))));
  }
  PlaceCheck check(ruleset, document);
  for (unsigned i = 0; i < mat.getPlaces().size(); ++i) check.check(i, mat.getPlaces()[i]);
}

std::unique_ptr<const MatDocument> readMat(std::string_view text, const std::string& file) {
  return std::make_unique<const MatDocument>(readDocument<schema::Mat>(text, file));
}

}  // namespace

std::unique_ptr<const MatDocument> chooseMat(const Ruleset& ruleset, const std::optional<std::string>& file) {
  if (file) {
    HeldDocument held;
    held.kind = "mat";
    held.origin = *file;
    held.json = readText(*file, kMaxMatBytes);
    auto mat = readMat(held.json, *file);
    checkMat(ruleset, mat->root(), held);
    return mat;
  }
  for (const EmbeddedFile& shipped : shippedMats()) {
    auto mat = readMat(shipped.text, std::string(shipped.file));
    const auto mat_ruleset = view(mat->root().getRuleset());
    if (mat_ruleset != ruleset.name && mat_ruleset != ruleset.cards_of) continue;
    // A ruleset of that name may be another one, with other zones: what does not go with it is no reason to refuse its
    // games.
    HeldDocument held;
    held.kind = "mat";
    held.origin = shipped.file;
    held.json = shipped.text;
    try {
      checkMat(ruleset, mat->root(), held);
    } catch (const BadInput&) {
      return nullptr;
    }
    return mat;
  }
  return nullptr;
}

}  // namespace docket::report
