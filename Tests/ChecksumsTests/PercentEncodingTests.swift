import Checksums
import Testing

@Suite struct PercentEncodingTests {
  @Test func `letters, digits and the four marks of RFC 3986 stay, all other bytes are encoded`() {
    #expect(PercentEncoding.encoded("aZ09-._~") == "aZ09-._~")
    #expect(PercentEncoding.encoded("a b/ü+") == "a%20b%2F%C3%BC%2B")
    #expect(PercentEncoding.encoded("a b/ü+", keepingSlashes: true) == "a%20b/%C3%BC%2B")
  }

  @Test func `any bytes survive`() {
    let all = Array(UInt8.min...UInt8.max)
    for keepsSlashes in [false, true] {
      let text = PercentEncoding.encoded(all, keepingSlashes: keepsSlashes)
      #expect(text.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      #expect(PercentEncoding.decodedBytes(text) == all)
    }
  }

  @Test func `text is decoded only if it is valid`() {
    #expect(PercentEncoding.decoded("%C3%bc+") == "ü+" && PercentEncoding.decoded("a+b", plusIsSpace: true) == "a b")
    #expect(PercentEncoding.decoded("%FF") == nil && PercentEncoding.decodedBytes("%FF") == [255])
    for invalid in ["%", "%4", "%zz", "%+1"] { #expect(PercentEncoding.decodedBytes(invalid) == nil, "\(invalid)") }
  }
}
