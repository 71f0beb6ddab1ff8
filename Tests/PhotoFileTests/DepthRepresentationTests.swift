import Testing

@testable import PhotoFile

@Suite struct DepthRepresentationTests {
  /// Ranges and bytes of three files that iPhones wrote.
  @Test(
    arguments: [
      (0.508301, 3.767578, "351e78220103f89020"), (1.498047, 4.382812, "351f7bfc010bc62020"),
      (0.493652, 3.402344, "351d7fcc0103ece020"),
    ] as [(Double, Double, String)])
  func `ranges are written as Apple's`(low: Double, high: Double, bytes: String) {
    let subtype = DepthRepresentation(range: low...high).subtype
    let text = subtype.dropFirst(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(text == bytes)
    #expect(Array(subtype.prefix(12)) == [0, 0, 0, 17, 0, 0, 0, 13, 0x4E, 0x01, 0xB1, 0x09])
  }

  @Test func `only XMP of a disparity map states a range`() throws {
    #expect(DepthRepresentation(xmp: nil) == nil)
    #expect(DepthRepresentation(xmp: [1, 2, 3]) == nil)
    #expect(DepthRepresentation(xmp: AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .heic)) == nil)
    func xmp(_ type: String, _ low: String) -> [UInt8] {
      let text = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
         apdi:AuxiliaryImageType="\(type)" apdi:FloatMinValue="\(low)" apdi:FloatMaxValue="2.5"/></rdf:RDF></x:xmpmeta>
        """
      return Array(text.utf8)
    }
    #expect(DepthRepresentation(xmp: xmp("disparity", "0.5")) == DepthRepresentation(range: 0.5...2.5))
    for (type, low) in [("depth", "0.5"), ("disparity", "nan"), ("disparity", "3"), ("disparity", "x")] {
      #expect(DepthRepresentation(xmp: xmp(type, low)) == nil)
    }
  }

  @Test func `extreme values do not trap`() {
    for value in [0, 1e-300, 1e300, 0x1p95, 0x1.ffffffp0] {
      #expect(DepthRepresentation(range: -value...value).subtype.count == 21)
    }
  }
}
