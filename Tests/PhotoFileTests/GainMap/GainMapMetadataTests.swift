import Imaging
import Testing

@testable import PhotoFile

@Suite struct GainMapMetadataTests {
  private static let three = GainMapMetadata(
    channels: [
      .init(minimum: 0, maximum: 1.5, gamma: 1), .init(minimum: -1, maximum: 2, gamma: 0.5),
      .init(minimum: 0.25, maximum: 2.5, gamma: 2, baseOffset: 0, alternateOffset: 0),
    ], baseHeadroom: 0.5, alternateHeadroom: 2.25)

  @Test func `numbers survive a round trip through the binary form`() throws {
    for metadata in [GainMapSample.metadata, Self.three] {
      let bytes = GainMapBinary.bytes(try #require(metadata))
      #expect(GainMapBinary.metadata(bytes[...]) == metadata)
      #expect(bytes.count == 5 + 8 * (2 + 5 * (metadata?.channels.count ?? 0)))
      for count in bytes.indices { #expect(GainMapBinary.metadata(bytes[..<count]) == nil) }
    }
  }

  /// As Google's libultrahdr writes them, and with its one denominator for all.
  @Test func `the binary form follows the standard`() throws {
    func big(_ numbers: [UInt32]) -> [UInt8] {
      numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) } }
    }
    let numbers: [UInt32] = [0, 1, 5_895_489, 1_048_576, 0, 1, 5_895_489, 1_048_576, 1, 1, 0, 1, 0, 1]
    let metadata = try #require(GainMapBinary.metadata(([0, 0, 0, 0, 0x40] + big(numbers))[...]))
    #expect(abs(metadata.alternateHeadroom - 5.6224) < 1e-4 && metadata.baseHeadroom == 0)
    #expect(metadata.channels.count == 1 && metadata.channels[0].gamma == 1 && metadata.channels[0].baseOffset == 0)
    let common = GainMapBinary.metadata(
      ([0, 0, 0, 0, 0x48] + big([10, 0, 20, UInt32(bitPattern: -5), 20, 10, 1, 2]))[...])
    #expect(
      common
        == GainMapMetadata(
          channels: [.init(minimum: -0.5, maximum: 2, gamma: 1, baseOffset: 0.1, alternateOffset: 0.2)],
          alternateHeadroom: 2))
    // A later version, a denominator of 0, a gamma of 0, a range upside down.
    #expect(GainMapBinary.metadata(([0, 1, 0, 1, 0x40] + big(numbers))[...]) == nil)
    for (place, value) in [(1, 0), (8, 0), (9, 0), (4, 7_000_000)] as [(Int, UInt32)] {
      var wrong = numbers
      wrong[place] = value
      #expect(GainMapBinary.metadata(([0, 0, 0, 0, 0x40] + big(wrong))[...]) == nil, "\(place)")
    }
  }

  @Test func `numbers survive a round trip through XMP`() throws {
    for metadata in [GainMapSample.metadata, Self.three] {
      let metadata = try #require(metadata)
      let packet = try #require(GainMapXMP.packet(metadata))
      #expect(GainMapXMP.metadata(packet) == metadata)
      #expect(GainMapXMP.packet(metadata, in: packet) == packet)
      #expect(JPEGAuxiliaryType.type(in: packet) == .isoGainMap)
    }
  }

  private func packet(_ properties: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \(properties)
      </rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  @Test func `XMP may omit values with a default`() throws {
    let least = #"hdrgm:Version="1.0" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="1.5"/>"#
    #expect(
      GainMapXMP.metadata(packet(least)) == GainMapMetadata(channels: [.init(maximum: 2)], alternateHeadroom: 1.5))
    // As Lightroom writes three numbers.
    let list =
      "><hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>"
    let three = #"hdrgm:Version="1.0" hdrgm:HDRCapacityMax="3""# + list + "</rdf:Description>"
    #expect(GainMapXMP.metadata(packet(three))?.channels.map(\.maximum) == [1, 2, 3])
    // What the picture itself has, and what no map can have.
    for text in [
      #"hdrgm:Version="1.0"/>"#, #"hdrgm:Version="1.0" hdrgm:GainMapMax="2"/>"#,
      #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="1.5"/>"#,
      #"hdrgm:Version="1.0" hdrgm:GainMapMax="nan" hdrgm:HDRCapacityMax="1.5"/>"#,
      #"hdrgm:Version="1.0" hdrgm:GainMapMax="2" hdrgm:Gamma="0" hdrgm:HDRCapacityMax="1.5"/>"#,
      #"hdrgm:Version="1.0" hdrgm:GainMapMax="1e300" hdrgm:HDRCapacityMax="1.5"/>"#,
    ] { #expect(GainMapXMP.metadata(packet(text)) == nil, "\(text)") }
  }

  @Test func `the base picture may have high dynamic range`() throws {
    let text = #"""
      hdrgm:Version="1.0" hdrgm:GainMapMax="2" hdrgm:OffsetSDR="0.1" hdrgm:OffsetHDR="0.2" hdrgm:HDRCapacityMax="1.5"
       hdrgm:BaseRenditionIsHDR="True"/>
      """#
    let metadata = try #require(GainMapXMP.metadata(packet(text)))
    #expect(!metadata.leadsToHDR && metadata.baseHeadroom == 1.5 && metadata.channels[0].baseOffset == 0.2)
    #expect(HDRExpansion(GainMapSample.image(PixelSize(width: 4, height: 4), metadata: metadata), headroom: nil) == nil)
  }

  @Test func `samples convert to gains and back`() {
    for formula in [GainMapFormula(headroom: 4), GainMapSample.metadata.map { GainMapFormula($0) }].compactMap(\.self) {
      let channel = formula.channel(0)
      for sample in stride(from: Float(0.05), through: 1, by: 0.05) {
        let back = channel.sample(from: 0.5, to: channel.alternate(0.5, sample))
        #expect(abs(back - sample) < 0.005, "\(sample)")
      }
      #expect(channel.sample(from: 0, to: 0).isFinite && channel.sample(from: 1, to: -1).isFinite)
    }
    // By hand: the curve of BT.709 has 0.5 at a light of 0.2597; 2 to the power of 1 at the middle of two stops.
    #expect(abs(GainMapFormula(headroom: 5).channel(0).alternate(1, 0.5) - (1 + 4 * 0.2597)) < 0.002)
    let two = GainMapMetadata(channels: [.init(maximum: 2, baseOffset: 0, alternateOffset: 0)], alternateHeadroom: 2)
    #expect(two.map { abs(GainMapFormula($0).channel(2).alternate(0.25, 0.5) - 0.5) < 0.001 } == true)
  }
}
