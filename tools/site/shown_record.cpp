#include "tools/site/shown_record.h"

#include <capnp/message.h>

#include <memory>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/text_view.h"
#include "tools/game/record_view.h"

namespace docket::site {
namespace {

constexpr const char* kWithheld = "...";

/// True if the event has anything that may be left out.
bool mayName(schema::Event::Reader event) {
  return event.isNote() || event.isPenaltyGiven() || event.isRulingGiven() || event.isRewound() ||
         event.isCorrected() || event.isObligationWaived() || event.isTimeExtended() || event.isNameChosen() ||
         event.isTold() || event.isSkipped() || event.isActivationResolved() || event.isObserved() || event.hasBegins();
}

/// Leaves out what a site without names does not show.
class WithoutNames {
 public:
  WithoutNames(const People& people, const Rules& rules, Claims claims)
      : people_(people), rules_(rules), claims_(claims) {}

  void leaveOutOf(schema::Header::Builder header, const ShownAs& shown) const {
    header.setId(shown.game);
    header.disownMatch();
    header.disownIdSalt();
    if (people_.areNamedIn(view(header.getEvent()))) header.disownEvent();
    if (people_.areNamedIn(view(header.getFormat()))) header.disownFormat();
    if (people_.areNamedIn(view(header.getSettings()))) header.disownSettings();
    if (people_.areNamedIn(view(header.getSource()))) header.disownSource();
    for (capnp::uint seat = 0; seat < header.getPlayers().size(); ++seat) {
      auto player = header.getPlayers()[seat];
      player.setName(shown.players[seat]);
      player.disownSalt();
    }
  }

  /// Names of things in the game stay, even if a person has such a name.
  [[nodiscard]] bool isWithheld(capnp::Text::Reader text) const {
    const std::string_view words = view(text);
    return people_.areNamedIn(words) && !ranges::contains(rules_.ruleset.clauses, words, &Clause::id) &&
           !ranges::any_of(rules_.catalogue.definitions(), [&](const auto& card) { return card->title == words; });
  }

  void leaveOutOf(schema::Event::Builder event) const {
    for (auto change : event.getBegins()) {
      if (isWithheld(change.getText().asReader())) change.setText(kWithheld);
    }
    if (event.isNote() || event.isPenaltyGiven()) {
      event.setNote("");
    } else if (event.isRulingGiven()) {
      auto ruling = event.getRulingGiven();
      ruling.disownJudge();
      ruling.disownNote();
      auto clauses = ruling.getClauses();
      for (capnp::uint i = 0; i < clauses.size(); ++i) {
        if (isWithheld(clauses[i].asReader())) clauses.set(i, kWithheld);
      }
      if (claims_ == Claims::without_names && people_.areNamedIn(view(ruling.getClaim()))) ruling.setClaim(kWithheld);
    } else if (event.isRewound()) {
      event.getRewound().disownJudge();
      event.getRewound().disownNote();
    } else if (event.isCorrected()) {
      event.getCorrected().disownNote();
      if (event.getCorrected().hasReplacement()) leaveOutOf(event.getCorrected().getReplacement());
    } else if (event.isObligationWaived()) {
      event.getObligationWaived().disownJudge();
    } else if (event.isTimeExtended()) {
      event.getTimeExtended().disownJudge();
    } else if (event.isNameChosen()) {
      if (isWithheld(event.getNameChosen().getText().asReader())) event.getNameChosen().setText(kWithheld);
    } else if (event.isTold()) {
      if (isWithheld(event.getTold().getSays().asReader())) event.getTold().setSays(kWithheld);
    } else if (event.isSkipped()) {
      if (isWithheld(event.getSkipped().getWhat().asReader())) event.getSkipped().setWhat(kWithheld);
    } else if (event.isActivationResolved()) {
      auto choices = event.getActivationResolved().getChoices();
      for (capnp::uint i = 0; i < choices.size(); ++i) {
        if (isWithheld(choices[i].asReader())) choices.set(i, kWithheld);
      }
    } else if (event.isObserved() && claims_ == Claims::without_names) {
      const auto seen = event.getObserved().asReader();
      if (people_.areNamedIn(view(seen.getExpression())) || people_.areNamedIn(view(seen.getValue())))
        event.setNote("");
    }
  }

 private:
  const People& people_;
  const Rules& rules_;
  Claims claims_;
};

}  // namespace

std::shared_ptr<const Recording> recordWithoutNames(const Game& game, bool whole, const ShownAs& shown,
                                                    const People& people, const Rules& rules, Claims claims) {
  const RecordView seen = whole ? RecordView::whole(game) : RecordView(game, kSpectator);
  const WithoutNames without(people, rules, claims);
  auto made = std::make_shared<Recording>();
  made->setHeader(seen.header());
  without.leaveOutOf(made->header(), shown);
  seen.forEach(1, seen.last(), [&](EventNumber, const HeldEvent& event) {
    if (!mayName(event)) {
      made->add(event);
      return;
    }
    capnp::MallocMessageBuilder message;
    message.setRoot(*event);
    without.leaveOutOf(message.getRoot<schema::Event>());
    made->add(message.getRoot<schema::Event>().asReader());
  });
  return made;
}

}  // namespace docket::site
