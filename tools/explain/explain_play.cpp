#include "tools/explain/explain_play.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace docket {
namespace {

/// "Ward Golem #3 says that it cannot", "the rules say that it may".
std::string sayingWords(const Words& words, const Saying& saying) {
  if (saying.standing) return fmt::format("by default it {}", saysWords(saying.says));
  const std::string who = saying.source == kNone ? "the rules say" : words.card(saying.source) + " says";
  std::string text = saying.attempt ? fmt::format("an effect of {} does it", words.card(saying.source))
                                    : fmt::format("{} that it {}", who, saysWords(saying.says));
  if (saying.where) text += fmt::format(", where {}", clipped(saying.where->source, 200));
  if (saying.own_text && !saying.attempt) text += ", of itself";
  if (saying.ended) text += ", which ended at the same time";
  if (!saying.certain) text += " (perhaps)";
  return text;
}

void addSayings(const Words& words, const std::vector<Saying>& sayings, std::size_t holds, Explanation& node) {
  for (std::size_t i = 0; i < sayings.size(); ++i) {
    const Saying& saying = sayings[i];
    node.children.push_back({.what = sayingWords(words, saying),
                             .value = i == holds ? "this holds" : "",
                             .clause = saying.clause,
                             .event = saying.event});
  }
}

void explainPermission(const Words& words, const Finding& finding, Explanation& node) {
  const std::string who = finding.card != kNone ? words.card(finding.card) : words.player(finding.player);
  const std::string act = clipped(finding.act);
  switch (finding.breach) {
    case Finding::Breach::must:
      node.what = fmt::format("{} had to \"{}\" by now", who, act);
      break;
    case Finding::Breach::unpaid:
      node.what = "a cost that cannot be done, or that pays for what cannot be done, is not paid";
      break;
    case Finding::Breach::irreplaceable:
      node.what = fmt::format("{} cannot \"{}\", so nothing happens instead of it", who, act);
      break;
    default:
      node.what = fmt::format("{} may not \"{}\"", who, act);
  }
  addSayings(words, finding.sayings, finding.holds, node);
}

std::string boundsWords(const Finding& finding) {
  if (finding.most == std::numeric_limits<std::int64_t>::max()) return fmt::format("at least {}", finding.least);
  return fmt::format("from {} to {}", finding.least, finding.most);
}

}  // namespace

std::string_view saysWords(Says says) {
  constexpr std::array<std::string_view, 3> kWords = {"may", "cannot", "must"};
  return kWords[static_cast<std::size_t>(says)];
}

Explanation explainSayings(const Words& words, const std::string& who, const PermissionReading& reading,
                           const std::string& act) {
  Explanation node{.what = fmt::format("{} {} \"{}\"", who, reading.may ? "may" : "may not", clipped(act)),
                   .value = reading.known ? "" : "perhaps",
                   .clause = reading.clause};
  addSayings(words, reading.sayings, reading.holds, node);
  return node;
}

void explainPlay(const Words& words, const Finding& finding, Explanation& node) {
  switch (finding.kind) {
    case Finding::Kind::number:
      node.what =
          fmt::format("{} chooses a number that has to be {}", words.player(finding.player), boundsWords(finding));
      node.value = std::to_string(finding.number);
      return;
    case Finding::Kind::outcome:
      if (finding.breach == Finding::Breach::over) {
        node.what = "the game was over by then";
      } else if (finding.everybody != schema::Everybody::NO) {
        node.what =
            finding.everybody == schema::Everybody::WINS ? "by the rules all have won" : "by the rules all have lost";
      } else if (finding.player == 0) {
        node.what = "by the rules nobody has won so";
      } else {
        node.what = fmt::format("by the rules {} has won", words.player(finding.player));
      }
      return;
    default:
      explainPermission(words, finding, node);
  }
}

}  // namespace docket
