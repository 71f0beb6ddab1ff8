import Testing

@testable import PhotoFile

@Suite struct XMPScreeningTests {
  private func packet(_ properties: String, attributes: String = "") -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:e="http://example.com/e/" \(attributes)>\(properties)</rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func isParsed(_ packet: [UInt8]) -> Bool { XMPDocument.reading(packet) { _ in true } ?? false }

  @Test func `constructs that cost a parser more than their bytes are counted`() {
    func repeated(_ text: String, _ count: Int) -> [UInt8] {
      packet("<e:t>" + String(repeating: text, count: count) + "</e:t>")
    }
    // A long text is no burden, many short pieces are.
    #expect(isParsed(repeated("y", 500_000)))
    for piece in ["\n", "&lt;", "<?a?>"] {
      #expect(isParsed(repeated(piece, 10_000)), "\(piece)")
      #expect(!isParsed(repeated(piece, 100_001)), "\(piece)")
    }
    let lines = String(repeating: "\n", count: 100_001)
    #expect(!isParsed(repeated("<![CDATA[\(lines)]]>", 1)) && !isParsed(repeated("<!--\(lines)-->", 1)))
    let item = "<rdf:li>x</rdf:li>"
    #expect(isParsed(packet("<e:s><rdf:Bag>" + String(repeating: item, count: 10_000) + "</rdf:Bag></e:s>")))
    #expect(!isParsed(packet("<e:s><rdf:Bag>" + String(repeating: item, count: 50_001) + "</rdf:Bag></e:s>")))
    let names = (0..<10_001).map { "e:p\($0)=\"x\"" }
    #expect(isParsed(packet("<e:q/>", attributes: names.prefix(2_000).joined(separator: " "))))
    #expect(!isParsed(packet("<e:q/>", attributes: names.joined(separator: " "))))
  }

  @Test func `entities, document types, depth and other encodings are refused`() {
    let type = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
    #expect(!isParsed(Array(type.utf8) + packet("<e:t>&b;</e:t>")))
    func nested(_ depth: Int) -> [UInt8] {
      packet(
        String(repeating: "<e:x rdf:parseType=\"Resource\">", count: depth)
          + String(repeating: "</e:x>", count: depth))
    }
    #expect(isParsed(nested(50)))
    #expect(!isParsed(nested(101)))
    #expect(!isParsed(packet("<e:t>x</e:t>").flatMap { [0, $0] }))
  }

  @Test(.disabled(if: Probe.isSanitized, "a sanitizer takes memory of its own"))
  func `a packet of short lines takes memory in proportion`() async throws {
    let png = try Photo(pixels: SamplePhoto.pixels(.init(width: 8, height: 8))).data(as: .png)
    let files = ["y\n", "&lt;", "<rdf:li/>"].map { piece in
      let text = packet("<e:t>" + String(repeating: piece, count: 1_900_000 / piece.utf8.count) + "</e:t>")
      return Array(png[..<33]) + PNGPieces.chunk("iTXt", PNGMetadata.xmpKeyword + [0, 0, 0, 0] + text) + png[33...]
    }
    for (file, reading) in zip(files, try await Probe.read(files, pixels: 1_000)) {
      let reading = try #require(reading)
      #expect(reading.outcome == "picture")
      #expect(reading.bytes <= ReadingLimits.baseBytes + ReadingLimits.bytesPerFileByte * file.count)
    }
  }
}
