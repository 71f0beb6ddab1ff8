import Imaging
import Testing

@testable import PhotoFile

@Suite struct ExtendedXMPTests {
  /// A packet with a title in two languages, a list, and `count` bytes of text in one property.
  private func packet(count: Int) -> [UInt8] {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:e="http://example.com/e/">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li></rdf:Alt></dc:title>
      <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
      <e:Data rdf:parseType="Resource"><e:Mime>text/plain</e:Mime><e:Text>\(String(repeating: "abcdefgh", count: count / 8))</e:Text></e:Data>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return Array(text.utf8)
  }

  private func values(_ packet: [UInt8]?) -> [String?]? {
    packet.flatMap {
      XMPDocument.reading($0) { document in
        let dc = XMPNamespace(uri: "http://purl.org/dc/elements/1.1/", suggestedPrefix: "dc")
        let example = XMPNamespace(uri: "http://example.com/e/", suggestedPrefix: "e")
        return [
          document.text(dc, "dc:title[1]"), document.text(dc, "dc:title[2]"),
          document.text(dc, "dc:title[2]/?xml:lang"), document.text(dc, "dc:subject[2]"),
          document.text(example, "e:Data/e:Mime"), document.text(example, "e:Data/e:Text"),
          document.text(.note, "xmpNote:HasExtendedXMP"),
        ]
      }
    }
  }

  @Test func `a long packet is divided among segments and joined again`() throws {
    let packet = packet(count: 200_000)
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.xmp = packet
    let bytes = try photo.data(as: .jpeg())
    let picture = try JPEGPicture(bytes, file: "test")
    #expect(picture.payloads(0xE1, JPEGIdentifier.xmp).count == 1)
    #expect(picture.payloads(0xE1, JPEGIdentifier.extendedXMP).count == 4)
    let back = try Photo(data: bytes).metadata.xmp
    #expect(values(back) == values(packet))
    #expect(values(back)?[2] == "de")
  }

  @Test func `missing or foreign pieces leave the standard packet`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.xmp = packet(count: 200_000)
    let bytes = try photo.data(as: .jpeg())
    let picture = try JPEGPicture(bytes, file: "test")
    let pieces = picture.payloads(0xE1, JPEGIdentifier.extendedXMP)
    let standard = try #require(picture.payloads(0xE1, JPEGIdentifier.xmp).first)
    let second = try #require(pieces.dropFirst().first)
    var missing = bytes
    missing.removeSubrange(second.startIndex - JPEGIdentifier.extendedXMP.count - 4..<second.endIndex)
    #expect(try Photo(data: missing).metadata.xmp == Array(standard))
    var foreign = bytes
    foreign[second.startIndex] = UInt8(ascii: "x")
    #expect(try Photo(data: foreign).metadata.xmp == Array(standard))
  }

  @Test func `a long text that is no packet is an error`() {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.xmp = [UInt8](repeating: 0x20, count: 70_000)
    #expect(encodingFailure(of: photo, as: .jpeg())?.contains("XMP") == true)
  }
}
