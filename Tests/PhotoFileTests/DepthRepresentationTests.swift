import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct DepthRepresentationTests {
  /// Ranges and bytes of three files that iPhones wrote.
  private static let originals: [(low: Float, high: Float, bytes: String)] = [
    (0.50830078125, 3.767578125, "351e78220103f89020"), (1.498046875, 4.3828125, "351f7bfc010bc62020"),
    (0.49365234375, 3.40234375, "351d7fcc0103ece020"),
  ]

  @Test(arguments: originals)
  func `ranges are written as Apple's, and read`(low: Float, high: Float, bytes: String) throws {
    let subtype = DepthRepresentation(quantity: .disparity, minimum: low, maximum: high).subtype
    let text = subtype.dropFirst(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(text == bytes)
    #expect(Array(subtype.prefix(12)) == [0, 0, 0, 17, 0, 0, 0, 13, 0x4E, 0x01, 0xB1, 0x09])
    let back = try #require(DepthRepresentation(subtype: subtype))
    #expect(back.quantity == .disparity)
    #expect(back.minimum == low && back.maximum == high)
    // What was read is written as it was.
    #expect(back.subtype == subtype)
  }

  @Test func `ranges of all quantities and sizes survive a round trip`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 4)
    for _ in 0..<300 {
      func value() -> Float {
        Float(Int.random(in: -0xFF_FFFF...0xFF_FFFF, using: &random))
          * Float(sign: .plus, exponent: .random(in: -30...30, using: &random), significand: 1)
      }
      let (a, b) = (value(), value())
      let quantity = Bool.random(using: &random) ? DepthRepresentation.Quantity.depth : .disparity
      let range = DepthRepresentation(quantity: quantity, minimum: min(a, b), maximum: max(a, b))
      let back = try #require(DepthRepresentation(subtype: range.subtype))
      #expect(back == range)
    }
  }

  /// By hand from H.265, G.14.2.3: flags, kind, and elements of sign, exponent, length of mantissa and mantissa.
  @Test func `inverse distances and messages of other kinds`() {
    func subtype(_ bits: String, type: UInt8 = 177) -> [UInt8] {
      let padded = bits + "1" + String(repeating: "0", count: 7 - bits.count % 8)
      let payload = stride(from: 0, to: padded.count, by: 8).map { start in
        UInt8(padded.dropFirst(start).prefix(8), radix: 2) ?? 0
      }
      let message = [0x4E, 0x01, type, UInt8(payload.count)] + payload
      return [0, 0, 0, UInt8(message.count + 4), 0, 0, 0, UInt8(message.count)] + message
    }
    // 0.5 and 4: exponents 30 and 33, mantissas of one bit 0.
    let (near, far) = ("0" + "0011110" + "00000" + "0", "0" + "0100001" + "00000" + "0")
    #expect(
      DepthRepresentation(subtype: subtype("1100" + "1" + near + far))
        == DepthRepresentation(quantity: .disparity, minimum: 0.25, maximum: 2))
    #expect(
      DepthRepresentation(subtype: subtype("1100" + "011" + near + far))
        == DepthRepresentation(quantity: .depth, minimum: 0.5, maximum: 4))
    // With all four, disparity takes its own two.
    #expect(
      DepthRepresentation(subtype: subtype("1111" + "010" + "1" + near + far + near + far))
        == DepthRepresentation(quantity: .disparity, minimum: 0.5, maximum: 4))
    // Nonlinear; only one end; an end that is not known; another message; nothing.
    #expect(DepthRepresentation(subtype: subtype("1100" + "00100" + near + far)) == nil)
    #expect(DepthRepresentation(subtype: subtype("0010" + "010" + "1" + near)) == nil)
    #expect(DepthRepresentation(subtype: subtype("1100" + "011" + "0" + "1111111" + "00000" + "0" + far)) == nil)
    #expect(DepthRepresentation(subtype: subtype("1100" + "011" + near + far, type: 178)) == nil)
    #expect(DepthRepresentation(subtype: []) == nil)
    for length in 0..<17 {
      #expect(DepthRepresentation(subtype: Array(subtype("1100" + "011" + near + far).prefix(length))) == nil)
    }
  }

  private func xmp(_ type: String, _ low: String, subtype: String = "") -> [UInt8] {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" \(subtype)
       apdi:AuxiliaryImageType="\(type)" apdi:FloatMinValue="\(low)" apdi:FloatMaxValue="2.5"/></rdf:RDF></x:xmpmeta>
      """
    return Array(text.utf8)
  }

  @Test func `only XMP of a disparity or depth map states a range`() throws {
    #expect(DepthRepresentation(xmp: nil) == nil)
    #expect(DepthRepresentation(xmp: [1, 2, 3]) == nil)
    #expect(DepthRepresentation(xmp: AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .heic)) == nil)
    #expect(
      DepthRepresentation(xmp: xmp("disparity", "0.5"))
        == DepthRepresentation(quantity: .disparity, minimum: 0.5, maximum: 2.5))
    #expect(
      DepthRepresentation(xmp: xmp("depth", "0.5"))
        == DepthRepresentation(quantity: .depth, minimum: 0.5, maximum: 2.5))
    let matte = xmp("depth", "0.5", subtype: "apdi:AuxiliaryImageSubType=\"portraiteffectsmatte\"")
    #expect(DepthRepresentation(xmp: matte) == nil)
    for (type, low) in [("hdrgainmap", "0.5"), ("disparity", "nan"), ("disparity", "3"), ("disparity", "x")] {
      #expect(DepthRepresentation(xmp: xmp(type, low)) == nil)
    }
  }

  @Test func `samples become metres`() {
    let disparity = DepthRepresentation(quantity: .disparity, minimum: 0, maximum: 2)
    #expect(disparity.value(of: UInt8(255)) == 2 && disparity.value(of: UInt8(0)) == 0)
    #expect(disparity.distance(of: 255) == 0.5 && disparity.distance(of: 0) == .infinity)
    let depth = DepthRepresentation(quantity: .depth, minimum: 1, maximum: 52)
    #expect(abs(depth.value(of: UInt8(5)) - 2) < 1e-5 && depth.distance(of: 255) == 52)
    #expect(depth.value(of: UInt16(65535)) == 52)
  }

  @Test func `extreme values do not trap`() {
    for value: Float in [0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan, 0x1.fffffep0] {
      let range = DepthRepresentation(quantity: .disparity, minimum: -value, maximum: value)
      #expect(range.subtype.count >= 21)
    }
  }

  @Test(arguments: [EncodingOptions.heic(), .jpeg()])
  func `a range without XMP is written and read in every format`(encoding: EncodingOptions) throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 64, height: 64)))
    let pixels = SamplePhoto.matte(.sky, PixelSize(width: 32, height: 32)).pixels
    for quantity in [DepthRepresentation.Quantity.disparity, .depth] {
      let range = DepthRepresentation(quantity: quantity, minimum: 0.5, maximum: 3.25)
      photo.auxiliaryImages = [AuxiliaryImage(type: .depth, pixels: pixels, depthRepresentation: range)]
      let back = try Photo(data: try photo.data(as: encoding))
      #expect(back.auxiliary(.depth)?.depthRepresentation == range)
    }
  }
}
