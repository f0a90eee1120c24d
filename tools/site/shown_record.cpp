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

using Event = schema::Event;

/// True if the event has anything that may be left out.
bool mayName(Event::Reader event) {
  switch (event.which()) {
    // clang-format off
    case Event::NOTE: case Event::PENALTY_GIVEN: case Event::RULING_GIVEN: case Event::REWOUND: case Event::CORRECTED:
    case Event::OBLIGATION_WAIVED: case Event::TIME_EXTENDED: case Event::NAME_CHOSEN: case Event::TOLD:
    case Event::SKIPPED: case Event::ACTIVATION_RESOLVED: case Event::OBSERVED:
      // clang-format on
      return true;
    // clang-format off
    case Event::NOTHING: case Event::DECK_REGISTERED: case Event::SHUFFLED: case Event::CARDS_DRAWN:
    case Event::CARD_MOVED: case Event::PILE_MOVED: case Event::CARD_CREATED: case Event::CARD_CEASED:
    case Event::CARDS_REVEALED: case Event::CARD_TURNED: case Event::CARD_FLIPPED: case Event::CARD_ATTACHED:
    case Event::CARD_DETACHED: case Event::CONTROL_CHANGED: case Event::BEGAN: case Event::ENDED:
    case Event::CARD_PLAYED: case Event::ABILITY_ACTIVATED: case Event::ACTIVATION_NEGATED: case Event::EFFECT_NEGATED:
    case Event::TRAIT_TRIGGERED: case Event::ATTACK_DECLARED: case Event::CHANGE_BEGAN: case Event::CHANGE_ENDED:
    case Event::VALUE_CHANGED: case Event::COUNTER_PLACED: case Event::COUNTER_REMOVED: case Event::NUMBER_CHOSEN:
    case Event::TARGETS_CHOSEN: case Event::RANDOM_OUTCOME: case Event::CONCEDED: case Event::GAME_ENDED:
    case Event::REPLACED:
      // clang-format on
      return event.hasBegins();
  }
  return true;
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

  void leaveOutOf(Event::Builder event) const {
    for (auto change : event.getBegins()) {
      if (isWithheld(change.getText().asReader())) change.setText(kWithheld);
    }
    switch (event.which()) {
      case Event::NOTE:
      case Event::PENALTY_GIVEN:
        event.setNote("");
        break;
      case Event::RULING_GIVEN:
        leaveOutOf(event.getRulingGiven());
        break;
      case Event::REWOUND:
        event.getRewound().disownJudge();
        event.getRewound().disownNote();
        break;
      case Event::CORRECTED:
        event.getCorrected().disownNote();
        if (event.getCorrected().hasReplacement()) leaveOutOf(event.getCorrected().getReplacement());
        break;
      case Event::OBLIGATION_WAIVED:
        event.getObligationWaived().disownJudge();
        break;
      case Event::TIME_EXTENDED:
        event.getTimeExtended().disownJudge();
        break;
      case Event::NAME_CHOSEN:
        if (isWithheld(event.getNameChosen().getText().asReader())) event.getNameChosen().setText(kWithheld);
        break;
      case Event::TOLD:
        if (isWithheld(event.getTold().getSays().asReader())) event.getTold().setSays(kWithheld);
        break;
      case Event::SKIPPED:
        if (isWithheld(event.getSkipped().getWhat().asReader())) event.getSkipped().setWhat(kWithheld);
        break;
      case Event::ACTIVATION_RESOLVED:
        withholdIn(event.getActivationResolved().getChoices());
        break;
      case Event::OBSERVED: {
        const auto seen = event.getObserved().asReader();
        const bool names = people_.areNamedIn(view(seen.getExpression())) || people_.areNamedIn(view(seen.getValue()));
        if (names && claims_ == Claims::without_names) event.setNote("");
        break;
      }
      // clang-format off
      case Event::NOTHING: case Event::DECK_REGISTERED: case Event::SHUFFLED: case Event::CARDS_DRAWN:
      case Event::CARD_MOVED: case Event::PILE_MOVED: case Event::CARD_CREATED: case Event::CARD_CEASED:
      case Event::CARDS_REVEALED: case Event::CARD_TURNED: case Event::CARD_FLIPPED: case Event::CARD_ATTACHED:
      case Event::CARD_DETACHED: case Event::CONTROL_CHANGED: case Event::BEGAN: case Event::ENDED:
      case Event::CARD_PLAYED: case Event::ABILITY_ACTIVATED: case Event::ACTIVATION_NEGATED:
      case Event::EFFECT_NEGATED: case Event::TRAIT_TRIGGERED: case Event::ATTACK_DECLARED: case Event::CHANGE_BEGAN:
      case Event::CHANGE_ENDED: case Event::VALUE_CHANGED: case Event::COUNTER_PLACED: case Event::COUNTER_REMOVED:
      case Event::NUMBER_CHOSEN: case Event::TARGETS_CHOSEN: case Event::RANDOM_OUTCOME: case Event::CONCEDED:
      case Event::GAME_ENDED: case Event::REPLACED:
        // clang-format on
        break;
    }
  }

 private:
  void leaveOutOf(schema::Ruling::Builder ruling) const {
    ruling.disownJudge();
    ruling.disownNote();
    withholdIn(ruling.getClauses());
    if (claims_ == Claims::without_names && people_.areNamedIn(view(ruling.getClaim()))) ruling.setClaim(kWithheld);
  }
  void withholdIn(capnp::List<capnp::Text>::Builder texts) const {
    for (capnp::uint i = 0; i < texts.size(); ++i) {
      if (isWithheld(texts[i].asReader())) texts.set(i, kWithheld);
    }
  }

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
    without.leaveOutOf(message.getRoot<Event>());
    made->add(message.getRoot<Event>().asReader());
  });
  return made;
}

}  // namespace docket::site
