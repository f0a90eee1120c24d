// Signed notes: those that C2SP and Go published, our own, cosignatures, and everything that is not a note.
#include "events/log/signed_note.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "events/digest.h"
#include "events/errors.h"
#include "tests/expect_error.h"

namespace docket::signed_note_test {
namespace {

using test::expectError;

// From the page of C2SP signed-note.
const std::string kExampleKey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const std::string kExampleNote =
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

// From the page of Go's sumdb/note.
const std::string kGoSigner = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const std::string kGoVerifier = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const std::string kGoText =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const std::string kGoNote =
    kGoText +
    "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

std::array<std::uint8_t, 32> seed(std::uint8_t byte) {
  std::array<std::uint8_t, 32> seed{};
  seed.fill(byte);
  return seed;
}

std::vector<VerifierKey> keys(const std::vector<std::string>& texts) {
  std::vector<VerifierKey> keys;
  for (const std::string& text : texts) keys.push_back(verifierKeyOf(text, "key"));
  return keys;
}

TEST(SignedNotes, PublishedByOtherLogsVerifyWithTheirKeys) {
  EXPECT_TRUE(isSignedBy(signedNoteOf(kExampleNote, "note"), keys({kExampleKey})));
  EXPECT_TRUE(isSignedBy(signedNoteOf(kGoNote, "note"), keys({kGoVerifier, kExampleKey})));
  EXPECT_FALSE(isSignedBy(signedNoteOf(kGoNote, "note"), keys({kExampleKey})));
  EXPECT_FALSE(isSignedBy(signedNoteOf(kGoNote, "note"), {}));
}

TEST(SignedNotes, AreSignedAsGoSignsThem) {
  const SignerKey key = signerKeyOf(kGoSigner, "key");
  EXPECT_EQ(textOf(key), kGoSigner);
  EXPECT_EQ(textOf(key.verifier), kGoVerifier);
  EXPECT_EQ(textOf(SignedNote{.text = kGoText, .signatures = {sign(kGoText, key)}}), kGoNote);
}

TEST(SignedNotes, AreWrittenBackByteForByte) {
  const std::string many = "one\n\nan empty line above\n\n— a AAAAAAA=\n— b/\xC3\xA9 AAAAAAE=\n— a AAAAAAI=\n";
  for (const std::string& text : {kExampleNote, kGoNote, many}) EXPECT_EQ(textOf(signedNoteOf(text, "note")), text);
  EXPECT_EQ(signedNoteOf(many, "note").text, "one\n\nan empty line above\n");
  EXPECT_EQ(signedNoteOf(many, "note").signatures.size(), 3);
}

TEST(SignedNotes, WithAnyByteAlteredDoNotVerify) {
  const auto known = keys({kGoVerifier});
  for (std::size_t at = 0; at < kGoNote.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string altered = kGoNote;
      altered[at] = static_cast<char>(altered[at] ^ (1 << bit));
      try {
        ASSERT_FALSE(isSignedBy(signedNoteOf(altered, "note"), known)) << altered;
      } catch (const BadInput& refused) {
        ASSERT_TRUE(std::string(refused.what()).starts_with("note:")) << refused.what();
      }
    }
  }
}

TEST(SignedNotes, WithOneWrongSignatureOfAKnownKeyDoNotVerify) {
  const SignerKey good = signerKeyFrom("good", KeyType::note, seed(1));
  const SignerKey bad = signerKeyFrom("bad", KeyType::note, seed(2));
  SignedNote note{.text = "text\n", .signatures = {sign("text\n", good), sign("another text\n", bad)}};
  const std::vector both{good.verifier, bad.verifier};
  EXPECT_FALSE(isSignedBy(note, both));
  EXPECT_TRUE(isSignedBy(note, std::vector{good.verifier}));  // the other is unknown, and ignored
  const auto known = knownSignatures(note, both);
  ASSERT_EQ(known.size(), 2);
  EXPECT_TRUE(known[0].good);
  EXPECT_FALSE(known[1].good);
  EXPECT_EQ(known[1].key, bad.verifier);
  // The same name with another key is another key.
  const SignerKey namesake = signerKeyFrom("good", KeyType::note, seed(3));
  EXPECT_FALSE(isSignedBy(note, std::vector{namesake.verifier}));
  // A signature of the right name and id, by another key.
  note.signatures[0].bytes = sign("text\n", namesake).bytes;
  EXPECT_FALSE(isSignedBy(note, std::vector{good.verifier}));
}

TEST(SignedNotes, AreCosignedWithASignedTime) {
  const SignerKey key = signerKeyFrom("witness.example/w1", KeyType::cosignature, seed(4));
  const std::string text = "example.com/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
  SignedNote note{.text = text, .signatures = {cosign(text, key, 1'679'315'147)}};
  const std::vector known{key.verifier};
  ASSERT_TRUE(isSignedBy(note, known));
  EXPECT_EQ(knownSignatures(note, known).front().seconds, 1'679'315'147);
  EXPECT_EQ(note.signatures.front().bytes.size(), 72);
  EXPECT_EQ(hex(std::span(note.signatures.front().bytes).first(8)),
            "000000006418"
            "50cb");
  for (std::size_t at = 0; at < 72; ++at) {
    SignedNote altered = note;
    altered.signatures.front().bytes[at] ^= 1U;
    EXPECT_FALSE(isSignedBy(altered, known)) << at;
  }
  // The same private key as a key of notes has another id, and its signatures are over other bytes.
  const SignerKey as_note = signerKeyFrom("witness.example/w1", KeyType::note, seed(4));
  EXPECT_NE(as_note.verifier.id, key.verifier.id);
  note.signatures.front() = sign(text, as_note);
  note.signatures.front().key_id = key.verifier.id;
  EXPECT_FALSE(isSignedBy(note, known));
}

TEST(SignedNotes, OfAnyOtherFormAreRefusedWithTheirPlace) {
  const std::string tail = "text\n\n— a AAAAAAA=\n";
  EXPECT_NO_THROW(static_cast<void>(signedNoteOf(tail, "n")));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "n:1: expected a signed note"},
      {"text\n", "n:1: expected a signed note"},
      {"text\n\n", "n:3:1: expected a line with a signature"},
      {"text\n\n— a AAAAAAA=", "n:3:15: expected a newline"},
      {"text\n\n- a AAAAAAA=\n", "n:3:1: expected a line with a signature"},
      {"text\n\n—  AAAAAAA=\n", "n:3:5: \"\" is not a key name"},
      {"text\n\n— a+b AAAAAAA=\n", "n:3:5: \"a+b\" is not a key name"},
      {"text\n\n— a\xC2\xA0 AAAAAAA=\n", "is not a key name"},
      {"text\n\n— a\n", "n:3:1: expected a line"},
      {"text\n\n— a AAAAAA==\n", "n:3:7: expected at least 5 bytes"},  // 4 bytes: an id and no signature
      {"text\n\n— a AAAAAAB=\n", "n:3:7: expected at least 5 bytes"},  // bits of the last character are left over
      {"text\n\n— a AAAAAAA\n", "n:3:7: expected"},
      {"text\n\n— a AAAA AAA=\n", "n:3:7: expected"},
      {"text\n\n— a AAAAAAA=\n\nmore\n", "n:5:1: expected a line"},
      {"text\n\n— a AAAAAAA=\n— b AAAAAAA=\n— a AAAAAAA=\n", "n:5:1: this signature appears here twice"},
      {"te\txt\n\n— a AAAAAAA=\n", "n:1:3: a note has no control character"},
      {"t\n\xFFxt\n\n— a AAAAAAA=\n", "n:2:1: expected UTF-8"},
      {"text\r\n\n— a AAAAAAA=\n", "n:1:5: a note has no control character"},
  };
  for (const auto& [text, message] : cases)
    expectError<BadInput>([&, &text = text] { static_cast<void>(signedNoteOf(text, "n")); }, message);
  expectError<BadInput>([&] { static_cast<void>(signedNoteOf("text\n\n—", "n", 10)); }, "n:12:4:");
}

TEST(SignedNotes, HaveLimitsOfSignaturesAndOfSize) {
  std::string text = "text\n\n";
  for (std::size_t i = 0; i < kMaxSignatures; ++i) text += fmt::format("— a{} AAAAAAA=\n", i);
  EXPECT_EQ(signedNoteOf(text, "n").signatures.size(), kMaxSignatures);
  expectError<BadInput>([&] { static_cast<void>(signedNoteOf(text + "— a AAAAAAA=\n", "n")); }, "too many signatures");
  expectError<BadInput>([&] { static_cast<void>(signedNoteOf(std::string(kMaxNoteBytes, 'a') + text, "n")); },
                        "the maximum of a note is 1000000");
}

TEST(NoteKeys, AreReadStrictly) {
  for (const std::string& text : {kExampleKey, kGoVerifier}) {
    EXPECT_EQ(textOf(verifierKeyOf(text, "key")), text);
    EXPECT_EQ(textOf(verifierKeyOf(text + "\n", "key")), text);
  }
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "key:1:1: expected a verifier key"},
      {"example.com/foo", "key:1:1: expected a verifier key"},
      {"example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "key:1:17: the key's id is 530d903a"},
      {"example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "key:1:17: the key's id is 530d903a"},
      {"example.com/fop+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "the key's id is"},
      {"example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "expected a verifier key"},  // type 2
      {"example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U", "expected a verifier key"},
      {kExampleKey + "\n\n", "expected a verifier key"},
      {kGoSigner, "found a signer key, which is secret"},
  };
  for (const auto& [text, message] : cases)
    expectError<BadInput>([&, &text = text] { static_cast<void>(verifierKeyOf(text, "key")); }, message);
}

TEST(NoteKeys, AreNotShownInAnErrorIfSecret) {
  for (std::size_t at = 0; at < kGoSigner.size(); ++at) {
    std::string altered = kGoSigner;
    altered[at] = altered[at] == 'x' ? 'y' : 'x';
    for (const std::string& text : {altered, kGoSigner.substr(0, at)}) {
      try {
        static_cast<void>(signerKeyOf(text, "key"));
        ADD_FAILURE() << text;
      } catch (const BadInput& refused) {
        EXPECT_EQ(std::string(refused.what()).find("AYEKFALV"), std::string::npos) << refused.what();
      }
    }
  }
}

TEST(NoteKeys, AreDifferentEachTimeOneIsGenerated) {
  for (const KeyType type : {KeyType::note, KeyType::cosignature}) {
    const SignerKey one = newSignerKey("example.com/archive", type), two = newSignerKey("example.com/archive", type);
    EXPECT_NE(one.seed, two.seed);
    EXPECT_EQ(textOf(signerKeyOf(textOf(one), "key")), textOf(one));
    EXPECT_EQ(verifierKeyOf(textOf(one.verifier), "key"), one.verifier);
  }
  for (const std::string name : {"", "a b", "a+b",
                                 "a\xE2\x80\xAF"
                                 "b",
                                 "\xFF", "a\x1b",
                                 "a\xE2\x80\xAE"
                                 "b",
                                 "a\n"})
    expectError<BadInput>([&] { static_cast<void>(newSignerKey(name, KeyType::note)); }, "cannot be the name of a key");
}

}  // namespace
}  // namespace docket::signed_note_test
