#include "tools/follow/served_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/log/note_lines.h"
#include "store/game_reader.h"
#include "tools/follow/served_game.h"
#include "tools/io/files.h"

namespace docket::follow {
namespace {

constexpr std::size_t kMaxListBytes = 64U << 20;

/// The text of a file of the folder; empty if there is none.
std::string textIn(const std::filesystem::path& path, std::size_t most) {
  std::error_code none;
  return std::filesystem::exists(path, none) ? readFile(path, most) : std::string();
}

class ServedFolder {
 public:
  using Write = std::function<void(const std::string&, std::string_view)>;

  ServedFolder(const Archive& archive, const std::filesystem::path& folder, const Write& write)
      : archive_(archive), log_(archive.log()), folder_(folder), write_(write), reader_(archive) {
    std::string text = textIn(folder / kGamesPath, kMaxListBytes);
    if (text.ends_with('\n')) text.pop_back();
    if (!text.empty()) served_ = numberOf(text).value_or(0);
  }

  void serve(const LoggedGame& game, std::uint64_t size) {
    if (game.last_leaf >= served_) serveNew(game, size);
    if (game.leaf < served_) serveErased(game);
  }
  [[nodiscard]] const ServedFiles& files() const { return files_; }

 private:
  /// The leaves that the folder lacks.
  void serveNew(const LoggedGame& game, std::uint64_t size) {
    std::uint32_t after = 0;
    for (const Log::OfGame& one : log_.leavesOf(reader_.open(game.number))) {
      if (one.leaf >= size) break;
      if (one.leaf >= served_) {
        const Game as_of =
            GameReader::asLogged(archive_, reader_.open(game.number),
                                 {.leaf = game.leaf, .last_leaf = one.leaf, .number = game.number, .count = one.last});
        write(gamePath(one.leaf), servedText(as_of, one.leaf, after));
        serveDocuments(as_of);
      }
      after = one.last;
    }
  }

  void serveDocuments(const Game& game) {
    for (const auto field : {game.header().getRulesetDigest(), game.header().getCatalogueDigest()}) {
      Digest digest{};
      if (field.size() != digest.size()) continue;
      std::copy(field.begin(), field.end(), digest.begin());
      if (!documents_.insert(digest).second) continue;
      const auto document = archive_.documents().get(digest);
      if (!document)
        throw DamagedArchive(fmt::format("game {}: a document that it is pinned to is missing", game.id()));
      write(documentPath(digest), document->text);
    }
  }

  /// Replaces the file of a game if it has a name that was erased.
  void serveErased(const LoggedGame& game) {
    Game stored = reader_.open(game.number);
    bool is_erased = false;
    for (const auto player : stored.header().getPlayers()) is_erased = is_erased || player.hasCommitment();
    if (!is_erased) return;
    const auto leaves = log_.leavesOf(stored);
    const std::uint32_t count = leaves.front().last;
    const std::string text = servedText(
        GameReader::asLogged(archive_, std::move(stored),
                             {.leaf = game.leaf, .last_leaf = game.leaf, .number = game.number, .count = count}),
        game.leaf, 0);
    const std::string path = gamePath(game.leaf);
    if (textIn(folder_ / path, kMaxGameBytes) == text) return;
    write_(std::string(kErasedPath), textIn(folder_ / kErasedPath, kMaxListBytes) + fmt::format("{}\n", game.leaf));
    write_(path, text);
    ++files_.replaced;
    files_.bytes += text.size();
  }

  void write(const std::string& path, const std::string& text) {
    if (text.size() > kMaxGameBytes)
      throw BadInput(fmt::format("{}: {} bytes, and no follower reads more than {}", path, text.size(), kMaxGameBytes));
    if (textIn(folder_ / path, kMaxGameBytes) == text) return;
    write_(path, text);
    ++files_.written;
    files_.bytes += text.size();
  }

  const Archive& archive_;
  const Log log_;
  const std::filesystem::path& folder_;
  const Write& write_;
  GameReader reader_;
  std::uint64_t served_ = 0;  // leaves of whose games there are files
  std::set<Digest> documents_;
  ServedFiles files_;
};

}  // namespace

bool servesGames(const std::filesystem::path& folder) {
  std::error_code none;
  return std::filesystem::exists(folder / kGamesPath, none);
}

ServedFiles serveGames(const Archive& archive, const Checkpoint& checkpoint, const std::filesystem::path& folder,
                       const std::function<void(const std::string&, std::string_view)>& write,
                       const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  ServedFolder served(archive, folder, write);
  const auto games = checkpoint.size == 0 ? std::vector<LoggedGame>{}
                                          : gamesOfLeaves(archive, 0, checkpoint.size - 1, checkpoint.size);
  std::uint64_t done = 0;
  for (const LoggedGame& game : games) {
    served.serve(game, checkpoint.size);
    progress(++done, games.size());
  }
  write(std::string(kGamesPath), fmt::format("{}\n", checkpoint.size));
  return served.files();
}

}  // namespace docket::follow
