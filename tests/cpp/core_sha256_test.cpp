// SPDX-License-Identifier: Apache-2.0
// The examples of FIPS 180-2 (appendix B) and of NIST's Secure Hash Standard
// Validation System, whose monitored values end in a chain of a million bytes.
#include <gtest/gtest.h>

#include <string>

#include "core/sha256.h"

namespace tenorite {
namespace {

std::string hash(std::string_view text) { return to_hex(sha256(text)); }

TEST(Sha256Test, PublishedVectors) {
  EXPECT_EQ(hash(""),
            "e3b0c44298fc1c149afbf4c8996fb924"
            "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223"
            "b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039"
            "a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b049237"
            "0b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hash(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67"
            "f1809a48a497200e046d39ccc7112cd0");
  // Of the byte-oriented short messages: 8, 32 and 64 bits.
  EXPECT_EQ(hash("\xd3"),
            "28969cdfa74a12c82f3bad960b0b000a"
            "ca2ac329deea5c2328ebc6f2ba9802c1");
  EXPECT_EQ(hash("\x74\xba\x25\x21"),
            "b16aa56be3880d18cd41e68384cf1ec8"
            "c17680c45a02b1575dc1518923ae8b0e");
  EXPECT_EQ(hash("\x57\x38\xc9\x29\xc4\xf4\xcc\xb6"),
            "963bb88f27f512777aab6c8b1a02c70e"
            "c0ad651d428f870036e1917120fb48bf");
}

// Every length around the padding's edges, in pieces of every size.
TEST(Sha256Test, PiecesMakeNoDifference) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i * 37 + 11);
  for (size_t length = 0; length <= text.size(); ++length) {
    std::string_view whole(text.data(), length);
    Digest expected = sha256(whole);
    for (size_t piece : {1, 3, 55, 63, 64, 65}) {
      Sha256 hash;
      for (size_t i = 0; i < length; i += piece)
        hash.update(whole.substr(i, piece));
      EXPECT_EQ(hash.finish(), expected) << length << " in " << piece;
    }
  }
}

TEST(Sha256Test, FieldsAreKeptApart) {
  EXPECT_NE(Sha256().field("ab").field("c").finish(),
            Sha256().field("a").field("bc").finish());
  EXPECT_NE(Sha256().field("").field("a").finish(),
            Sha256().field("a").field("").finish());
  EXPECT_NE(Sha256().field("a").finish(), Sha256().update("a").finish());
}

}  // namespace
}  // namespace tenorite
