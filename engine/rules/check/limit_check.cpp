#include "engine/rules/check/limit_check.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/limit_reach.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

class LimitCheck {
 public:
  LimitCheck(schema::Limit::Reader from, const Limit& limit, std::string path, Remarks& remarks)
      : from_(from), limit_(limit), path_(std::move(path)), remarks_(remarks) {}

  void check() {
    checkHolder();
    checkKeys();
    checkPeriod();
    checkMaximum();
    checkGivenBack();
    checkJudgedActs();
  }

 private:
  void error(const std::string& field, const std::string& message) {
    remarks_.error(path_ + "." + field, fmt::format("limit {}: {}", docket::quoted(limit_.name), message));
  }
  void note(const std::string& field, const std::string& message) {
    remarks_.note(path_ + "." + field, fmt::format("limit {}: {}", docket::quoted(limit_.name), message));
  }
  [[nodiscard]] bool ofCards() const { return isOnCards(limit_.counted); }

  /// Checks that the limit is on something that it can count.
  void checkHolder() {
    if (from_.getEveryAbility() && ofCards()) {
      error("everyAbility", fmt::format("it counts {}, which no ability has", enumerantName(limit_.counted)));
    }
    if (from_.getEveryCard() && !ofCards()) {
      error("everyCard", fmt::format("it counts {}, which are of abilities: \"everyAbility\" makes it hold for all",
                                     enumerantName(limit_.counted)));
    }
    if (from_.getPerInstance() && ofCards()) error("perInstance", "it is on cards, and only abilities stack");
  }

  void checkKeys() {
    const bool every = limit_.every_ability || limit_.every_card;
    for (unsigned i = 0; i < from_.getKeyedBy().size(); ++i) {
      const Limit::Key key = from_.getKeyedBy()[i];
      if (countsBy(limit_.counted, every, key)) continue;
      error(fmt::format("keyedBy[{}]", i),
            fmt::format("{} are not counted by {}", enumerantName(limit_.counted), enumerantName(key)));
    }
    const bool names_less = limit_.keyed(Limit::Key::TITLE) || limit_.keyed(Limit::Key::INSTANCE) ||
                            limit_.keyed(Limit::Key::ABILITY) || limit_.keyed(Limit::Key::GROUP);
    if (limit_.keyed(Limit::Key::WORDING) && names_less) {
      error("keyedBy",
            "\"wording\" already counts every card that names the limit; it cannot be combined with title, instance, "
            "ability or group");
    }
    if (limit_.counted == Limit::Counted::COPIES_IN_DECK && !limit_.keyed(Limit::Key::PLAYER)) {
      note("keyedBy", "a deck belongs to one player, so its copies are always counted by player");
    }
  }

  void checkPeriod() {
    if (isOfCopies(limit_.counted) && limit_.within != Within::game) {
      error("within", "copies are counted at all times: write \"game\" in \"within\"");
    }
    if (limit_.within == Within::trigger && !limit_.keyed(Limit::Key::TRIGGER)) {
      error("within", "a limit within one trigger needs \"trigger\" in \"keyedBy\"");
    }
    const bool turned = ranges::any_of(limit_.given_back, [](const GivenBack& back) {
      return back.when == GivenBack::When::TURNED_FACE_DOWN || back.when == GivenBack::When::TURNED_FACE_DOWN_BY_OTHER;
    });
    if (limit_.within == Within::face_up && !turned) {
      note("within", "nothing gives it back when the card is turned face down, so it counts as within \"game\"");
    }
  }

  void checkMaximum() {
    if (!from_.hasMaxIs()) return;
    if (from_.getMax() != 1) error("max", "\"maxIs\" gives the maximum: this number is ignored");
  }

  void checkGivenBack() {
    for (unsigned i = 0; i < from_.getGivenBack().size(); ++i) {
      const GivenBack::When when = from_.getGivenBack()[i].getWhen();
      if (isGivenBack(limit_.counted, limit_.keyed(Limit::Key::INSTANCE), when)) continue;
      const bool copies = isOfCopies(limit_.counted);
      error(fmt::format("givenBack[{}]", i),
            copies ? "copies are counted at all times: nothing is given back"
                   : fmt::format("{} is of one card: it gives nothing back where \"keyedBy\" has no \"instance\"",
                                 enumerantName(when)));
    }
  }

  void checkJudgedActs() {
    const auto lines = from_.getJudged();
    for (unsigned i = 0; i < lines.size(); ++i) {
      const schema::Event::Which act = limit_.judged.at(i).act;
      if (ranges::contains(judgedAt(limit_.counted), act)) continue;
      error(fmt::format("judged[{}].act", i),
            fmt::format("a {} event never adds to a count of {}", docket::quoted(view(lines[i].getAct())),
                        enumerantName(limit_.counted)));
    }
  }

  schema::Limit::Reader from_;
  const Limit& limit_;
  std::string path_;
  Remarks& remarks_;
};

}  // namespace

void checkLimits(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks) {
  for (unsigned i = 0; i < document.getLimits().size(); ++i) {
    LimitCheck(document.getLimits()[i], ruleset.limits.at(i), fmt::format("limits[{}]", i), remarks).check();
  }
}

}  // namespace docket
