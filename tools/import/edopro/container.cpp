#include "tools/import/edopro/container.h"

#include <lzma.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <memory>

#include "tools/import/edopro/bytes.h"

namespace docket::edopro {
namespace {

constexpr std::uint32_t kMessages = 0x58707279;  // "yrpX"
constexpr std::uint32_t kAnswers = 0x31707279;   // "yrp1"
constexpr std::uint8_t kEmbeddedReplay = 231;
constexpr std::uint8_t kWin = 5;
constexpr std::uint64_t kMaxDecoderBytes = std::uint64_t{256} << 20U;

enum Flag : std::uint32_t {
  kCompressed = 0x1,
  kTag = 0x2,
  kPuzzle = 0x8,
  kCounts = 0x20,
  kHandTest = 0x40,
  kDirectSeed = 0x80,
  kLongOptions = 0x100,
  kExtended = 0x200,
};

struct FileHeader {
  std::uint32_t magic, flags;
  std::uint32_t unix_time;  // 0: not known
  std::uint32_t size;       // of the body where it is compressed; else any number
  std::array<std::byte, 5> properties;
};

void requireReadable(std::size_t body_size, const Bytes& bytes) {
  if (body_size > kMaxBodyBytes)
    bytes.fail(fmt::format("the body has {} bytes; the maximum is {}", body_size, kMaxBodyBytes));
}

FileHeader readHeader(Bytes& bytes, std::uint32_t expected) {
  FileHeader header{};
  header.magic = bytes.u32();
  if (header.magic != expected) {
    Bytes start = bytes;
    if (expected == kAnswers) start.fail("the embedded replay is not a \"yrp1\"");
    if (header.magic != kAnswers) start.fail("the file does not begin with \"yrpX\": it is not a replay of EDOPro");
    start.fail(
        "this is a replay in the old .yrp format. It holds the decks, a random seed and the players' answers, but not "
        "what happened: only the program that wrote it can replay it, with the cards and scripts of that time. Docket "
        "reads the .yrpX files that EDOPro saves");
  }
  bytes.u32();  // the client's version: the flags say what differs
  header.flags = bytes.u32();
  header.unix_time = bytes.u32();
  if ((header.flags & kDirectSeed) != 0) header.unix_time = 0;  // there the field is the seed of the engine's chance
  header.size = bytes.u32();
  if ((header.flags & kCompressed) != 0) requireReadable(header.size, bytes);
  bytes.u32();  // hash, unused
  const auto properties = bytes.take(8);
  std::copy_n(properties.begin(), header.properties.size(), header.properties.begin());
  if ((header.flags & kExtended) != 0) {
    bytes.u64();     // its version: what a later one adds is not known to come before the body
    bytes.take(32);  // the engine's random seed
  }
  return header;
}

/// The body, decompressed where it is compressed: an `.lzma` stream without its 13 bytes of header.
class Decompressor {
 public:
  Decompressor(Bytes& input, const FileHeader& header) : input_(input), header_(header) {
    if (lzma_alone_decoder(&stream_, kMaxDecoderBytes) != LZMA_OK) throw EnvironmentError("liblzma cannot start");
  }
  ~Decompressor() { lzma_end(&stream_); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  std::vector<std::byte> run() {
    std::array<std::uint8_t, 13> head{};
    for (std::size_t i = 0; i < 5; ++i) head[i] = std::to_integer<std::uint8_t>(header_.properties[i]);
    for (std::size_t i = 0; i < 4; ++i) head[5 + i] = static_cast<std::uint8_t>(header_.size >> (8 * i));
    feed(head.data(), head.size());
    const auto rest = input_.take(input_.left());
    feed(reinterpret_cast<const std::uint8_t*>(rest.data()), rest.size());
    if (!ended_) fail("the compressed body is cut short: copy the whole file from the program that wrote it");
    if (body_.size() != header_.size) fail("the compressed body ends too early");
    return std::move(body_);  // clients since 40.0 leave two bytes without meaning after it
  }

 private:
  /// The size in the header may be false, so it is not allocated at once: the body grows as it is decompressed.
  void feed(const std::uint8_t* bytes, std::size_t count) {
    stream_.next_in = bytes;
    stream_.avail_in = count;
    while (!ended_) {
      const std::size_t before = body_.size();
      body_.resize(std::min<std::size_t>(header_.size, before + (std::size_t{256} << 10U)));
      stream_.next_out = reinterpret_cast<std::uint8_t*>(body_.data()) + before;
      stream_.avail_out = body_.size() - before;
      const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
      body_.resize(body_.size() - stream_.avail_out);
      if (status == LZMA_STREAM_END)
        ended_ = true;
      else if (status == LZMA_BUF_ERROR || (status == LZMA_OK && stream_.avail_in == 0))
        return;
      else if (status != LZMA_OK)
        fail("the compressed body is damaged");
    }
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw BadInput(input_.file(), 0, 0, fmt::format("byte {} of the body: {}", body_.size(), message));
  }

  Bytes& input_;
  const FileHeader& header_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::vector<std::byte> body_;
  bool ended_ = false;
};

std::vector<std::byte> readBody(Bytes& bytes, const FileHeader& header) {
  if ((header.flags & kCompressed) != 0) return Decompressor(bytes, header).run();
  requireReadable(bytes.left(), bytes);
  const auto rest = bytes.take(bytes.left());
  return {rest.begin(), rest.end()};
}

void appendUtf8(std::string& text, std::uint32_t point) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(point), bytes.data());
  text.append(bytes.begin(), bytes.begin() + count);
}

/// 20 units of UTF-16, padded with zeros; half a surrogate pair becomes U+FFFD.
std::string readName(Bytes& bytes) {
  Bytes name(bytes.take(40), bytes.file(), bytes.part(), bytes.offset());
  std::string text;
  std::uint32_t high = 0;
  while (!name.done()) {
    const std::uint32_t unit = name.u16();
    if (high != 0 && (unit < 0xDC00 || unit > 0xDFFF)) appendUtf8(text, 0xFFFD);
    if (unit == 0) return text;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      high = unit;
      continue;
    }
    if (unit >= 0xDC00 && unit <= 0xDFFF) {
      appendUtf8(text, high == 0 ? 0xFFFD : 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
    } else {
      appendUtf8(text, unit);
    }
    high = 0;
  }
  if (high != 0) appendUtf8(text, 0xFFFD);
  return text;
}

std::array<std::string, 2> readPlayers(Bytes& bytes, const FileHeader& header) {
  std::array<std::string, 2> names;
  for (std::string& name : names) {
    if ((header.flags & kCounts) != 0) {
      if (const std::uint32_t count = bytes.u32(); count != 1) {
        bytes.fail(fmt::format("a side of {} players: only duels of one against one are read", count));
      }
    }
    name = readName(bytes);
  }
  return names;
}

/// Refuses, by name, anything but a duel of one player against another.
void requireDuel(const FileHeader& header, const Bytes& bytes) {
  const auto refuse = [&](std::string_view what) {
    bytes.fail(fmt::format("this is {}: only duels of one player against another are imported", what));
  };
  if ((header.flags & kTag) != 0) refuse("a tag duel, with more than two players");
  if ((header.flags & kPuzzle) != 0) refuse("a puzzle, which starts from a made-up position");
  if ((header.flags & kHandTest) != 0) refuse("a hand test, in which one player only draws hands");
}

std::uint64_t readOptions(Bytes& bytes, const FileHeader& header) {
  return (header.flags & kLongOptions) != 0 ? bytes.u64() : bytes.u32();
}

std::vector<std::uint32_t> readCodes(Bytes& bytes) {
  std::vector<std::uint32_t> codes(bytes.count(4));
  for (std::uint32_t& code : codes) code = bytes.u32();
  return codes;
}

/// The decks that the embedded `yrp1` registers; the answers after them say nothing that the messages do not.
std::array<DeckList, 2> readDecks(const Packet& packet, const std::string& file_name) {
  Bytes file(packet.body, file_name, "the body", packet.offset);
  const FileHeader header = readHeader(file, kAnswers);
  const std::vector<std::byte> body = readBody(file, header);
  Bytes bytes(body, file_name, "the embedded replay");
  readPlayers(bytes, header);
  bytes.take(12);  // starting life, starting hand, cards a draw: the messages say them too
  readOptions(bytes, header);
  std::array<DeckList, 2> decks;
  for (DeckList& deck : decks) {
    deck.main = readCodes(bytes);
    deck.extra = readCodes(bytes);
  }
  return decks;
}

/// At the end the writer repeats the packets of the last message that it processed. The longest such repeat is
/// dropped; a win without anything before it may follow it.
void dropClosingRepeat(std::vector<Packet>& packets) {
  constexpr std::size_t kMaxRepeated = 64;
  const auto same = [](const Packet& a, const Packet& b) {
    return a.message == b.message && std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end());
  };
  std::size_t end = packets.size();
  const bool win_last = end != 0 && packets.back().message == kWin;
  if (win_last && (end < 2 || packets[end - 2].message != kWin)) --end;
  for (std::size_t length = std::min(end / 2, kMaxRepeated); length != 0; --length) {
    const auto repeat = packets.begin() + static_cast<std::ptrdiff_t>(end - length);
    const auto first = repeat - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(first, repeat, repeat, same)) continue;
    packets.erase(repeat, repeat + static_cast<std::ptrdiff_t>(length));
    return;
  }
}

}  // namespace

Replay readReplay(std::span<const std::byte> file, const std::string& file_name) {
  Bytes bytes(file, file_name, "the file");
  const FileHeader header = readHeader(bytes, kMessages);
  requireDuel(header, bytes);
  Replay replay;
  replay.unix_time = header.unix_time;
  replay.body = readBody(bytes, header);
  Bytes body(replay.body, file_name, "the body");
  replay.players = readPlayers(body, header);
  replay.duel_options = readOptions(body, header);
  while (!body.done()) {
    const std::uint8_t message = body.u8();
    const std::uint32_t length = body.u32();
    const auto offset = static_cast<std::uint32_t>(body.offset());
    replay.packets.push_back({message, offset, body.take(length)});
  }
  if (!replay.packets.empty() && replay.packets.back().message == kEmbeddedReplay) {
    replay.decks = readDecks(replay.packets.back(), file_name);
    replay.packets.pop_back();
  }
  dropClosingRepeat(replay.packets);
  return replay;
}

}  // namespace docket::edopro
