// A record without the places in its file and without skipped items, to be compared with that of another file.
#pragma once

#include <capnp/message.h>

#include <sstream>
#include <string>
#include <vector>

#include "engine/rules/ids.h"
#include "events/json/jsonl.h"
#include "events/recording.h"

namespace docket::hearthstone {

inline std::string plainRecord(const Recording& recording) {
  Recording plain;
  plain.setHeader(recording.header());
  std::vector<EventNumber> plain_numbers{0};
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const HeldEvent held = recording.event(number);
    plain_numbers.push_back(plain.size() + (held->isSkipped() ? 0 : 1));
    if (held->isSkipped()) continue;
    capnp::MallocMessageBuilder message;
    message.setRoot(*held);
    auto event = message.getRoot<schema::Event>();
    event.setGroup(plain_numbers[event.getGroup()]);
    event.getContext().setSource(0);
    auto causes = event.getContext().getCauses();
    for (unsigned i = 0; i < causes.size(); ++i) causes.set(i, plain_numbers[causes[i]]);
    plain.add(event.asReader());
  }
  std::ostringstream out;
  writeJsonLines(plain, out);
  return out.str();
}

}  // namespace docket::hearthstone
