#include "tools/game/catalogue_of_day.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>

#include "events/text/text_view.h"

namespace docket {
namespace {

/// Gives a card the wording that it had before another one took its place.
void takeEarlier(schema::Card::Builder card, schema::Card::Earlier::Reader wording) {
  if (wording.hasText() || !wording.hasOtherTexts()) card.setText(wording.getText());
  if (wording.hasOtherTexts()) card.setOtherTexts(wording.getOtherTexts());
  card.setAbilities(wording.getAbilities());
  card.setLimits(wording.getLimits());
  if (wording.hasKeywords()) card.setKeywords(wording.getKeywords());
  card.setDoubtful(wording.getDoubtful());
  card.setUnread(wording.getUnread());
  card.setUnreadActs(wording.getUnreadActs());
  if (wording.hasUnreadOf()) {
    card.setUnreadOf(wording.getUnreadOf());
  } else {
    card.disownUnreadOf();  // an empty list would say that all of it is read
  }
}

}  // namespace

CatalogueByDay::CatalogueByDay(std::shared_ptr<const HeldDocument> catalogue) : latest_(std::move(catalogue)) {
  DocumentReader<schema::Catalogue> document(*latest_);
  for (const auto card : document.root().getCards()) {
    for (const auto wording : card.getEarlier()) changes_.push_back(textOf(wording.getUntil()));
  }
  std::sort(changes_.begin(), changes_.end());
  changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
}

std::shared_ptr<const HeldDocument> CatalogueByDay::on(std::string_view day) {
  const auto next = std::upper_bound(changes_.begin(), changes_.end(), day);
  if (day.empty() || next == changes_.end()) return latest_;
  auto& cached = made_[static_cast<std::size_t>(next - changes_.begin())];
  if (cached) return cached;
  DocumentReader<schema::Catalogue> document(*latest_);
  capnp::MallocMessageBuilder message;
  message.setRoot(document.root());
  auto catalogue = message.getRoot<schema::Catalogue>();
  catalogue.setVersion(fmt::format("{} before {}", view(document.root().getVersion()), *next));
  for (auto card : catalogue.getCards()) {
    const auto earlier = card.asReader().getEarlier();
    for (const auto wording : earlier) {
      if (day >= view(wording.getUntil())) continue;
      takeEarlier(card, wording);
      break;
    }
    card.disownEarlier();
  }
  cached = std::make_shared<const HeldDocument>(heldCatalogue(catalogue.asReader(), latest_->origin));
  return cached;
}

}  // namespace docket
