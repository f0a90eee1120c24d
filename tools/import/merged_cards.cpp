#include "tools/import/merged_cards.h"

#include <capnp/dynamic.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <set>

#include "engine/rules/unread_texts.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

constexpr std::size_t kMaxExamples = 3;

/// A card, and which of the files it is from.
struct CardOfFile {
  schema::Card::Reader card;
  std::size_t file = 0;
};

bool saysTheSame(schema::Card::Reader one, schema::Card::Reader other) {
  const auto left = canonicalWords(one), right = canonicalWords(other);
  return left.size() == right.size() && std::memcmp(left.begin(), right.begin(), left.asBytes().size()) == 0;
}

/// The fields of two cards that are not the same: "text, stats".
std::string differences(schema::Card::Reader one, schema::Card::Reader other) {
  const capnp::DynamicStruct::Reader left(one), right(other);
  std::string names;
  for (const auto field : left.getSchema().getFields()) {
    const auto alone = [&](const capnp::DynamicStruct::Reader& from) {
      capnp::MallocMessageBuilder message;
      auto card = message.initRoot<schema::Card>();
      if (from.has(field)) capnp::DynamicStruct::Builder(card).set(field, from.get(field));
      return canonicalWords(card.asReader());
    };
    const auto here = alone(left), there = alone(right);
    if (here.size() == there.size() && std::memcmp(here.begin(), there.begin(), here.asBytes().size()) == 0) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", view(field.getProto().getName()));
  }
  return names;
}

/// Cards that several files have and say something else of, counted, with some of them.
class Conflicts {
 public:
  void add(const CardOfFile& before, const CardOfFile& later) {
    Found& found = found_[{before.file, later.file}];
    if (++found.count > kMaxExamples) return;
    found.examples += fmt::format("{}{} ({})", found.examples.empty() ? "" : "; ",
                                  docket::quoted(view(later.card.getTitle())), differences(before.card, later.card));
  }
  [[nodiscard]] std::vector<std::string> notes(std::span<const CatalogueOfFile> files) const {
    std::vector<std::string> notes;
    for (const auto& [between, found] : found_) {
      notes.push_back(fmt::format("{} between {} and {}; the latter is used: {}{}",
                                  found.count == 1 ? "1 card differs" : fmt::format("{} cards differ", found.count),
                                  files[between.first].file, files[between.second].file, found.examples,
                                  found.count > kMaxExamples ? "; ..." : ""));
    }
    return notes;
  }

 private:
  struct Found {
    std::size_t count = 0;
    std::string examples;
  };
  std::map<std::pair<std::size_t, std::size_t>, Found> found_;
};

/// True if a card of facts is a further printing of another and has no facts of its own.
bool isCopy(schema::Card::Reader card) {
  return card.hasAlias() && card.getTitle().size() == 0 && card.getTypes().size() == 0;
}

/// The identity of a word of a vocabulary: its text, or its canonical bytes.
std::string identityOf(const capnp::DynamicValue::Reader& item) {
  if (item.getType() == capnp::DynamicValue::TEXT) return item.as<capnp::Text>().cStr();
  const auto words = canonicalWords(capnp::AnyStruct::Reader(item.as<capnp::DynamicStruct>()));
  const auto bytes = words.asBytes();
  return {reinterpret_cast<const char*>(bytes.begin()), bytes.size()};
}

/// Merges vocabularies; each word is kept once.
void mergeVocabularies(std::span<const CatalogueOfFile> files, schema::Catalogue::Builder into) {
  capnp::DynamicStruct::Builder all(into.initVocabulary());
  for (const auto field : all.getSchema().getFields()) {
    std::vector<capnp::DynamicValue::Reader> items;
    std::set<std::string> seen;
    for (const CatalogueOfFile& one : files) {
      if (!one.catalogue.hasVocabulary()) continue;
      const capnp::DynamicStruct::Reader vocabulary(one.catalogue.getVocabulary());
      if (!vocabulary.has(field)) continue;
      for (const auto item : vocabulary.get(field).as<capnp::DynamicList>()) {
        if (seen.insert(identityOf(item)).second) items.push_back(item);
      }
    }
    if (items.empty()) continue;
    auto list = all.init(field, static_cast<unsigned>(items.size())).as<capnp::DynamicList>();
    for (unsigned i = 0; i < items.size(); ++i) list.set(i, items[i]);
  }
}

class CardMerger {
 public:
  CardMerger(std::span<const CatalogueOfFile> files, const std::function<Ruleset()>& ruleset)
      : files_(files), ruleset_(ruleset) {}

  MergedCards run() {
    gather();
    leaveOutCopies();
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    auto catalogue = message->initRoot<schema::Catalogue>();
    writeHead(catalogue);
    auto into = catalogue.initCards(static_cast<unsigned>(cards_.size()));
    for (unsigned i = 0; i < cards_.size(); ++i) write(cards_[i], into[i]);
    return {.catalogue = Document<schema::Catalogue>(std::move(message)), .notes = std::move(notes_)};
  }

 private:
  void gather() {
    Conflicts conflicts;
    for (std::size_t file = 0; file < files_.size(); ++file) {
      for (const auto card : files_[file].catalogue.getCards()) {
        const CardOfFile one{.card = card, .file = file};
        if (!isCopy(card)) originals_.insert_or_assign(textOf(card.getKey()), card);
        const auto [place, is_new] = places_.emplace(textOf(card.getKey()), cards_.size());
        if (is_new) {
          cards_.push_back(one);
          continue;
        }
        CardOfFile& before = cards_[place->second];
        if (saysTheSame(before.card, card)) continue;
        conflicts.add(before, one);
        before = one;
      }
    }
    notes_ = conflicts.notes(files_);
  }

  /// Leaves out further printings of cards that are not here: nothing is known of them.
  void leaveOutCopies() {
    std::size_t count = 0;
    std::string examples;
    std::erase_if(cards_, [&](const CardOfFile& one) {
      if (!isLost(one)) return false;
      if (++count <= kMaxExamples)
        examples += fmt::format("{}{} (of {})", examples.empty() ? "" : ", ", view(one.card.getKey()),
                                view(one.card.getAlias()));
      return true;
    });
    if (count == 0) return;
    notes_.push_back(
        fmt::format("{} left out, because the original is in none of the files: {}{}; add its file with --cards",
                    count == 1 ? "1 reprint was" : fmt::format("{} reprints were", count), examples,
                    count > kMaxExamples ? ", ..." : ""));
  }

  [[nodiscard]] bool isLost(const CardOfFile& one) const {
    return isOfFacts(one) && isCopy(one.card) && !original(one.card);
  }

  /// The card that a copy is a printing of.
  [[nodiscard]] std::optional<schema::Card::Reader> original(schema::Card::Reader copy) const {
    const auto found = originals_.find(textOf(copy.getAlias()));
    return found == originals_.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] bool isOfFacts(const CardOfFile& one) const { return files_[one.file].catalogue.getOfFacts(); }

  void writeHead(schema::Catalogue::Builder catalogue) const {
    const auto first = files_.front().catalogue;
    const auto is_other = [&](const CatalogueOfFile& one) {
      return view(one.catalogue.getName()) != view(first.getName());
    };
    catalogue.setName(ranges::any_of(files_, is_other) ? first.getRuleset() : first.getName());
    if (files_.size() == 1) catalogue.setVersion(first.getVersion());
    catalogue.setRuleset(first.getRuleset());
    catalogue.setOfFacts(ofFacts());
    if (ranges::any_of(files_, [](const CatalogueOfFile& one) { return one.catalogue.hasVocabulary(); }))
      mergeVocabularies(files_, catalogue);
  }

  [[nodiscard]] bool ofFacts() const {
    return ranges::any_of(files_, [](const CatalogueOfFile& one) { return one.catalogue.getOfFacts(); });
  }

  const Ruleset& askedRuleset() {
    if (!asked_) asked_ = ruleset_();
    return *asked_;
  }

  void write(const CardOfFile& one, schema::Card::Builder into) {
    if (!isOfFacts(one)) {
      copy(one.card, into);
      if (ofFacts()) declareUnread(unreadMatters(one.card, askedRuleset()), into);
      return;
    }
    if (!isCopy(one.card)) {
      copy(one.card, into);
      if (into.hasAlias() && !places_.contains(textOf(into.asReader().getAlias()))) into.disownAlias();
      return;
    }
    copy(*original(one.card), into);
    into.setKey(one.card.getKey());
    into.setPrintings(one.card.getPrintings());
  }

  static void copy(schema::Card::Reader from, schema::Card::Builder into) {
    const capnp::DynamicStruct::Reader all(from);
    capnp::DynamicStruct::Builder made(into);
    for (const auto field : all.getSchema().getFields()) {
      if (all.has(field)) made.set(field, all.get(field));
    }
  }

  std::span<const CatalogueOfFile> files_;
  const std::function<Ruleset()>& ruleset_;
  std::optional<Ruleset> asked_;  // of ruleset_, once it was
  std::vector<CardOfFile> cards_;
  std::map<std::string, schema::Card::Reader> originals_;  // all that are no further printings, by key
  std::map<std::string, std::size_t> places_;              // in cards_, by key, as they were gathered
  std::vector<std::string> notes_;
};

}  // namespace

MergedCards mergeCards(std::span<const CatalogueOfFile> files, const std::function<Ruleset()>& ruleset) {
  return CardMerger(files, ruleset).run();
}

}  // namespace docket
