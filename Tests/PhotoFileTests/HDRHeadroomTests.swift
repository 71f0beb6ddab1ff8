import FoundationEssentials
import Imaging
import Testing

@testable import PhotoFile

@Suite struct HDRHeadroomTests {
  private static let map = AuxiliaryImage(
    type: .hdrGainMap, pixels: PixelBuffer(size: PixelSize(width: 8, height: 8), format: .l8))

  private func xmp(_ headroom: String) -> [UInt8] {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:hdr="http://ns.apple.com/HDRGainMap/1.0/" hdr:HDRGainMapVersion="131072"
       hdr:HDRGainMapHeadroom="\(headroom)"/></rdf:RDF></x:xmpmeta>
      """
    return Array(text.utf8)
  }

  /// EXIF with an iPhone's maker note of two numbers, each a fraction of 10 000.
  private func exif(headroom: Int, gain: Int, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let order = Array((isBigEndian ? "MM" : "II").utf8)
    let start = Array("Apple iOS\0\0\u{1}".utf8) + order
    let entries = [(0x21, 10, 44), (0x30, 10, 52)].flatMap { tag, type, place in
      number(tag, 2) + number(type, 2) + number(1, 4) + number(place, 4)
    }
    let note =
      start + number(2, 2) + entries + number(0, 4) + number(headroom, 4) + number(10_000, 4) + number(gain, 4)
      + number(10_000, 4)
    let directory = number(1, 2) + number(0x8769, 2) + number(4, 2) + number(1, 4) + number(26, 4) + number(0, 4)
    let second = number(1, 2) + number(0x927C, 2) + number(7, 2) + number(note.count, 4) + number(44, 4) + number(0, 4)
    return order + number(42, 2) + number(8, 4) + directory + second + note
  }

  @Test func `the map's own metadata have priority`() {
    var map = Self.map
    #expect(map.hdrGainMapHeadroom == nil)
    map.xmp = xmp("4.5")
    #expect(map.hdrGainMapHeadroom == 4.5)
    for nonsense in ["nan", "x", "0.5", "-3", "inf"] {
      map.xmp = xmp(nonsense)
      #expect(map.hdrGainMapHeadroom == nil)
    }
    map.xmp = xmp("4.5")
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)), auxiliaryImages: [map])
    photo.metadata.exif = exif(headroom: 5_000, gain: 0, isBigEndian: true)
    #expect(photo.hdrHeadroom == 4.5)
    map.type = .semanticSegmentationHairMatte
    #expect(map.hdrGainMapHeadroom == nil)
  }

  /// Stops by hand from Apple's four lines.
  @Test(arguments: [
    (5_000, 0, 1.8), (5_000, 100, 1.6), (5_000, 10_000, 1.5), (15_000, 50, 2.65), (15_000, 20_000, 1.697),
    (15_000, 100_000, 0),
  ])
  func `a maker note's numbers become stops`(headroom: Int, gain: Int, stops: Double) throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)), auxiliaryImages: [Self.map])
    for isBigEndian in [false, true] {
      photo.metadata.exif = exif(headroom: headroom, gain: gain, isBigEndian: isBigEndian)
      let times = try #require(photo.hdrHeadroom)
      var expected = 1.0
      // 2 to a power by its series, with nothing in common with the library's function.
      var term = 1.0
      for n in 1...40 {
        term *= stops * 0.693147180559945 / Double(n)
        expected += term
      }
      #expect(abs(times - expected) < 1e-9)
    }
    let exif = try #require(photo.metadata.exif)
    for length in 0..<exif.count {
      photo.metadata.exif = Array(exif.prefix(length))
      #expect(photo.hdrHeadroom == nil)
    }
    photo.auxiliaryImages = []
    photo.metadata.exif = exif
    #expect(photo.hdrHeadroom == nil)
  }
}
