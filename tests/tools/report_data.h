// The boards of a report, read back from its page as its script reads them (tools/report/board_story.h).
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/tools/json.h"

namespace docket::test {

class ReportData {
 public:
  /// The text of the page.
  explicit ReportData(const std::string& page) {
    const std::size_t script = page.find("id=\"data\"");
    EXPECT_NE(script, std::string::npos) << page.substr(0, 500);
    data_ = Json::of(std::string_view(page).substr(page.find('>', script) + 1));
  }

  /// The items of the board after an event.
  [[nodiscard]] std::map<std::string, Json> board(std::size_t event) const {
    std::map<std::string, Json> items;
    for (std::size_t i = 0; i <= event; ++i) {
      for (const auto& [key, item] : data_["steps"].items().at(i).members()) {
        if (key.starts_with('+')) {
          changeZone(items[key.substr(1)], item);
        } else {
          items[key] = item;
        }
      }
    }
    return items;
  }
  /// The name of a stat by its number, and a text by its own.
  [[nodiscard]] std::string stat(const Json& number) const { return at("stats", number); }
  [[nodiscard]] std::string text(const Json& number) const { return at("texts", number); }

 private:
  /// Does what Story.changeZone() does in the page.
  static void changeZone(Json& zone, const Json& change) {
    const auto& told = change.items();
    const auto& was = zone.items().at(2).items();
    const auto from = static_cast<std::ptrdiff_t>(std::stoul(told.at(2).text()));
    const auto gone = static_cast<std::ptrdiff_t>(std::stoul(told.at(3).text()));
    std::vector<std::string> cards;
    for (auto card = was.begin(); card != was.begin() + from; ++card) cards.push_back(card->text());
    for (const Json& card : told.at(4).items()) cards.push_back(card.text());
    for (auto card = was.begin() + from + gone; card != was.end(); ++card) cards.push_back(card->text());
    zone = Json::valueOf(fmt::format("[{},{},[{}]]", told.at(0).text(), told.at(1).text(), fmt::join(cards, ",")));
  }

  [[nodiscard]] std::string at(std::string_view list, const Json& number) const {
    return data_[list].items().at(std::stoul(number.text())).text();
  }

  Json data_;
};

}  // namespace docket::test
