// Labels that people gave to some words of Yu-Gi-Oh! cards (tests/reading/labels), compared with the readings.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/rules/wordings/card_reading.h"
#include "schemas/card.capnp.h"
#include "tests/reading/yugioh_table.h"

namespace docket::reading {

struct Label {
  std::string effect, part, says;
  std::size_t begin = 0, end = 0;  ///< bytes of the text that it is of

  [[nodiscard]] std::string field() const { return effect.starts_with("P") ? "pendulum" : "text"; }
};

/// By card. Throws std::runtime_error with the invalid line.
[[nodiscard]] std::map<std::string, std::vector<Label>> readLabels(const std::filesystem::path& file);

/// Counts the parts of a card that are read as labelled. Ends may differ by two words.
void compareLabels(const std::vector<Label>& labels, const wordings::CardReading& reading, schema::Card::Reader card,
                   YugiohFigures& figures);

}  // namespace docket::reading
