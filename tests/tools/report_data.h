// The boards of a report, read back from its page as its script reads them (tools/report/board_story.h).
#pragma once

#include <map>
#include <string>

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
      for (const auto& [key, item] : data_["steps"].items().at(i).members()) items[key] = item;
    }
    return items;
  }
  /// The name of a stat by its number, and a text by its own.
  [[nodiscard]] std::string stat(const Json& number) const { return at("stats", number); }
  [[nodiscard]] std::string text(const Json& number) const { return at("texts", number); }

 private:
  [[nodiscard]] std::string at(std::string_view list, const Json& number) const {
    return data_[list].items().at(std::stoul(number.text())).text();
  }

  Json data_;
};

}  // namespace docket::test
