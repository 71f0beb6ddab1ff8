import Testing

@testable import Checksums

@Suite struct MD5Tests {
  @Test(arguments: [
    ("", "D41D8CD98F00B204E9800998ECF8427E"), ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57EDF4A22BE3C955AC49DA2E2107B67A"
    ),
  ])
  func `digests are those of RFC 1321`(text: String, digest: String) {
    #expect(MD5.text(of: Array(text.utf8)) == digest)
  }
}
