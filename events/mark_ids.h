// The ids of the annotations in schemas/marks.capnp, for which no names are generated.
#pragma once

#include <cstdint>

namespace docket::mark_id {

inline constexpr std::uint64_t kAbout = 0x8dd8b6f3b314aef9;
inline constexpr std::uint64_t kAssumes = 0xe7d9b1c25f3a8046;
inline constexpr std::uint64_t kCard = 0xf8459cc8dfb36868;
inline constexpr std::uint64_t kClaim = 0xf06ad2ef2a65dda4;
inline constexpr std::uint64_t kDeclares = 0x90fc8fc51cf77ada;
inline constexpr std::uint64_t kDiscretion = 0xed5be4978285fbed;
inline constexpr std::uint64_t kEntity = 0xb271abc1db1ed62c;
inline constexpr std::uint64_t kEvent = 0xdae49d8217d42192;
inline constexpr std::uint64_t kExpression = 0xdb4252089481c1f5;
inline constexpr std::uint64_t kHidden = 0xef1a0df1f2fdf99b;
inline constexpr std::uint64_t kJson = 0xc3a7d1f04e9b5826;
inline constexpr std::uint64_t kJudge = 0xbbeebe4b0440af26;
inline constexpr std::uint64_t kName = 0x994c40a0df637455;
inline constexpr std::uint64_t kNames = 0xef22a8c4f83a54c5;
inline constexpr std::uint64_t kNeeded = 0xb3c9bf5f083b5c70;
inline constexpr std::uint64_t kNewCard = 0xa97c2aa7ec1736c5;
inline constexpr std::uint64_t kOnce = 0xcf7b42de2b85893d;
inline constexpr std::uint64_t kOrNone = 0xd1238c9eba526759;
inline constexpr std::uint64_t kPeople = 0x800c09de5b11f781;
inline constexpr std::uint64_t kReadWith = 0x83028aa7f105cc17;
inline constexpr std::uint64_t kRepeats = 0xff8b6ca7461e6257;
inline constexpr std::uint64_t kSeat = 0xd21d5a63a6b54d11;
inline constexpr std::uint64_t kWord = 0xa30974974dc64119;

}  // namespace docket::mark_id
