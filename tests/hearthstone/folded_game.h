// A recorded game that is imported and folded event by event, for tests of what each event did to the table.
#pragma once

#include <string>

#include "engine/fold/reduce.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone {

class FoldedGame {
 public:
  /// `rules` must outlive it.
  FoldedGame(const RecordedGame& game, const Rules& rules)
      : name_(game.file),
        rules_(rules),
        imported_(importGame({.text = gameFile(game.file), .name = game.file, .read = readXml})),
        state_(initialState(imported_.recording.header(), rules)) {}

 protected:
  /// Calls before and after each event, with its number and itself.
  template <class Before, class After>
  void fold(Before&& before, After&& after) {
    Step step;
    for (EventNumber number = 1; number <= imported_.recording.size(); ++number) {
      const HeldEvent held = imported_.recording.event(number);
      const schema::Event::Reader event = *held;
      before(number, event);
      reduce(state_, rules_, number, event, step);
      after(number, event);
    }
  }
  /// A name in an event that may introduce it; empty: none.
  [[nodiscard]] std::string nameOf(NameNumber name, schema::Event::Reader event) const {
    const auto known = state_.vocabulary->names.size();
    if (name <= known) return name == 0 ? std::string() : std::string(state_.vocabulary->names.text(name));
    return event.getContext().getNames()[static_cast<unsigned>(name - known - 1)];
  }

  const std::string& name_;
  Rules rules_;
  ReadGame imported_;
  State state_;
};

}  // namespace docket::hearthstone
