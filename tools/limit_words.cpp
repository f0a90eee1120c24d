// Limits in words (words.h): what is counted, keyed by what, within what, how many, what gives a use back.
#include <fmt/format.h>

#include "tools/text.h"
#include "tools/words.h"

namespace docket {
namespace {

using schema::Limit;

std::string_view countedOne(Limit::Counted counted) {
  switch (counted) {
    case Limit::Counted::ACTIVATIONS:
      return "activation";
    case Limit::Counted::PLAYS:
      return "play";
    case Limit::Counted::APPLICATIONS:
      return "application";
    case Limit::Counted::TRIGGERS:
      return "trigger";
    case Limit::Counted::COPIES_IN_PLAY:
      return "copy in play";
    case Limit::Counted::COPIES_ATTACHED:
      return "copy attached";
    case Limit::Counted::COPIES_IN_DECK:
      return "copy in a deck";
  }
  return "use";
}

std::string_view countedMany(Limit::Counted counted) {
  switch (counted) {
    case Limit::Counted::COPIES_IN_PLAY:
      return "copies in play";
    case Limit::Counted::COPIES_ATTACHED:
      return "copies attached";
    case Limit::Counted::COPIES_IN_DECK:
      return "copies in a deck";
    default:
      return {};
  }
}

std::string_view keyWords(Limit::Key key) {
  switch (key) {
    case Limit::Key::INSTANCE:
      return "for this very card";
    case Limit::Key::ABILITY:
      return "for this ability";
    case Limit::Key::TITLE:
      return "for all cards of this title";
    case Limit::Key::PLAYER:
      return "for each player";
    case Limit::Key::GROUP:
      return "shared by the abilities of its group";
    case Limit::Key::WORDING:
      return "for all effects worded so";
    case Limit::Key::TRIGGER:
      return "for each time its trigger occurs";
    case Limit::Key::HOST:
      return "for each host";
  }
  return {};
}

}  // namespace

std::string Words::limit(const AppliedLimit& applied) const {
  const docket::Limit& limit = *applied.limit;
  const auto most = static_cast<std::uint64_t>(applied.max < 0 ? 0 : applied.max);
  std::string words = counted(most, countedOne(limit.counted), countedMany(limit.counted));
  switch (limit.within) {
    case Within::period:
      words += fmt::format(" per {}", printable(rules_.ruleset.periods[limit.period].name));
      break;
    case Within::game:
      words += " per game";
      break;
    case Within::face_up:
      words += " while it is face up";
      break;
    case Within::trigger:
      words += " per trigger";
      break;
  }
  for (std::size_t key = 0; key < limit.keyed_by.size(); ++key) {
    if (limit.keyed_by.test(key)) words += fmt::format(", {}", keyWords(static_cast<Limit::Key>(key)));
  }
  return words;
}

std::string Words::resets(const docket::Limit& limit) const {
  switch (limit.within) {
    case Within::period:
      return fmt::format("when the {} ends", printable(rules_.ruleset.periods[limit.period].name));
    case Within::game:
      return "never in this game";
    case Within::face_up:
      return "when the card is no longer face up where it is";
    case Within::trigger:
      return "with the next time its trigger occurs";
  }
  return {};
}

std::string Words::givesBack(Limit::GivenBack::When when) {
  switch (when) {
    case Limit::GivenBack::When::LEAVES_LOCATION:
      return "the card leaves its location";
    case Limit::GivenBack::When::TURNED_FACE_DOWN:
      return "the card is turned face down";
    case Limit::GivenBack::When::TURNED_FACE_DOWN_BY_OTHER:
      return "another card turns the card face down";
    case Limit::GivenBack::When::ACTIVATION_NEGATED:
      return "the activation is negated";
    case Limit::GivenBack::When::ATTACHED:
      return "the card is attached anew";
  }
  return {};
}

}  // namespace docket
