#include "tools/words/limit_words.h"

#include <fmt/format.h>

#include "tools/words/text.h"

namespace docket {
namespace {

using Counted = schema::Limit::Counted;
using LimitKey = schema::Limit::Key;
using When = schema::Limit::GivenBack::When;

std::string_view countedOne(Counted counted) {
  switch (counted) {
    case Counted::ACTIVATIONS:
      return "activation";
    case Counted::PLAYS:
      return "play";
    case Counted::APPLICATIONS:
      return "application";
    case Counted::TRIGGERS:
      return "trigger";
    case Counted::COPIES_IN_PLAY:
      return "copy in play";
    case Counted::COPIES_ATTACHED:
      return "copy attached";
    case Counted::COPIES_IN_DECK:
      return "copy in a deck";
    case Counted::USES:
      return "use";
  }
  return "use";
}

std::string_view countedMany(Counted counted) {
  switch (counted) {
    case Counted::COPIES_IN_PLAY:
      return "copies in play";
    case Counted::COPIES_ATTACHED:
      return "copies attached";
    case Counted::COPIES_IN_DECK:
      return "copies in a deck";
    default:
      return {};
  }
}

std::string_view keyWords(LimitKey key) {
  switch (key) {
    case LimitKey::INSTANCE:
      return "for this very card";
    case LimitKey::ABILITY:
      return "for this ability";
    case LimitKey::TITLE:
      return "for all cards of this title";
    case LimitKey::PLAYER:
      return "for each player";
    case LimitKey::GROUP:
      return "shared by the abilities of its group";
    case LimitKey::WORDING:
      return "for all effects with these words";
    case LimitKey::TRIGGER:
      return "for each time its trigger occurs";
    case LimitKey::HOST:
      return "for each host";
    case LimitKey::VERSION:
      return "for all cards of this version";
    case LimitKey::CURRENT_TITLE:
      return "for all cards of the title that it has now";
  }
  return {};
}

}  // namespace

std::string limitWords(const ApplicableLimit& applicable, const Ruleset& ruleset) {
  const Limit& limit = *applicable.limit;
  const auto most = static_cast<std::uint64_t>(applicable.max < 0 ? 0 : applicable.max);
  std::string words = counted(most, countedOne(limit.counted), countedMany(limit.counted));
  switch (limit.within) {
    case Within::period:
      words += fmt::format(" per {}", printable(ruleset.periods[limit.period].name));
      break;
    case Within::game:
      if (limit.counted == Counted::COPIES_IN_PLAY || limit.counted == Counted::COPIES_ATTACHED) {
        words += " at a time";
      } else if (limit.counted != Counted::COPIES_IN_DECK) {
        words += " per game";
      }
      break;
    case Within::face_up:
      words += " while it is face up";
      break;
    case Within::trigger:
      words += " per trigger";
      break;
  }
  for (std::size_t key = 0; key < limit.keyed_by.size(); ++key) {
    if (limit.keyed_by.test(key)) words += fmt::format(", {}", keyWords(static_cast<LimitKey>(key)));
  }
  return words;
}

std::string usedOf(std::int32_t used, std::int32_t perhaps, std::int32_t max) {
  if (perhaps == 0) return fmt::format("{} of {}", used, max);
  return fmt::format("{} to {} of {}", used, used + perhaps, max);
}

std::string resetWords(const Limit& limit, const Ruleset& ruleset) {
  switch (limit.within) {
    case Within::period:
      return fmt::format("when the {} ends", printable(ruleset.periods[limit.period].name));
    case Within::game:
      return "only with a new game";
    case Within::face_up:
      return "when the card is no longer face up where it is";
    case Within::trigger:
      return "when its trigger occurs again";
  }
  return {};
}

std::string givenBackWords(When when) {
  switch (when) {
    case When::LEAVES_LOCATION:
      return "the card leaves its location";
    case When::TURNED_FACE_DOWN:
      return "the card is turned face down";
    case When::TURNED_FACE_DOWN_BY_OTHER:
      return "another card turns the card face down";
    case When::ACTIVATION_NEGATED:
      return "the activation is negated";
    case When::ATTACHED:
      return "the card is attached again";
  }
  return {};
}

}  // namespace docket
