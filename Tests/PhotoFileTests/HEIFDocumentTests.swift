import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct HEIFDocumentTests {
  private func document(_ file: [UInt8]) throws -> HEIFDocument {
    try HEIFDocument(file, limits: .default).editable()
  }

  @Test func `a file that is parsed and written is the same byte for byte`() throws {
    for orientation in [Orientation.up, .leftMirrored] {
      let file = try SamplePhoto.portrait(PixelSize(width: 600, height: 520), orientation: orientation)
        .data(as: .heic())
      #expect(try document(file).file() == file)
    }
    let file = try HEIFEighteen.file()
    #expect(try document(file).file() == file)
  }

  @Test func `unknown data are kept, as another reader confirms`() throws {
    let walker = HEIFWalker(try HEIFEighteen.file())
    #expect(walker.topLevel == ["ftyp", "meta", "mdat", "uuid"])
    #expect(walker.metaChildren.suffix(2) == ["grpl", "quux"] || walker.metaChildren.contains("quux"))
    #expect(walker.property("xyzw", of: walker.primary) == [1, 2, 3])
    let styles = try #require(walker.items.first { $0.value.type == "uri " }?.key)
    #expect(walker.data(styles) == HEIFEighteen.styles)
    let toneMap = try #require(walker.items.first { $0.value.type == "tmap" }?.key)
    #expect(walker.data(toneMap) == HEIFEighteen.toneMap)
    #expect(walker.references.contains { $0.type == "auxl" && $0.to == [walker.primary, toneMap] })
  }

  @Test func `an item in several extents, in version 0 and after its box, becomes one extent`() throws {
    // Two items whose bytes interlace: a matte's item would be no different.
    var file = BoxWriter()
    file.box("ftyp") { $0.fourCC("mif1") }
    let meta = BoxWriter.bytes { writer in
      writer.fullBox("meta") {
        $0.fullBox("hdlr") {
          $0.uint32(0)
          $0.fourCC("pict")
          for _ in 0..<3 { $0.uint32(0) }
          $0.uint8(0)
        }
        $0.fullBox("pitm") { $0.uint16(3) }
        $0.fullBox("iinf") {
          $0.uint16(2)
          for id in [3, 9] { $0.box(ItemEntry(id: UInt32(id), type: "abcd", isHidden: id == 9).box) }
        }
        $0.fullBox("iloc") {
          $0.uint16(0x4440)
          $0.uint16(2)
          for (id, first) in [(3, 0), (9, 2)] {
            $0.uint16(id)
            $0.uint16(0)
            $0.uint32(12 + 8)
            $0.uint16(2)
            for piece in 0..<2 {
              $0.uint32(first + 4 * piece)
              $0.uint32(2)
            }
          }
        }
      }
    }
    // The data come before 'meta'.
    file.box("mdat") { $0.append([1, 2, 3, 4, 5, 6, 7, 8]) }
    file.append(meta)
    let document = try document(file.bytes)
    #expect(document.data(of: 3) == [1, 2, 5, 6] && document.data(of: 9) == [3, 4, 7, 8])
    let walker = HEIFWalker(document.file())
    #expect(walker.topLevel == ["ftyp", "mdat", "meta"])
    #expect(walker.data(3) == [1, 2, 5, 6] && walker.data(9) == [3, 4, 7, 8])
    #expect(walker.items[9]?.flags == 1 && walker.items[3]?.flags == 0)
  }

  @Test func `numbers beyond 16 bits are written with 32`() throws {
    var document = try HEIFEighteen.document()
    document.add(ItemEntry(id: 70_000, type: "mime", contentType: "a/b", isHidden: true), data: [1, 2])
    document.references.append(ItemReference(type: "cdsc", from: 70_000, to: [document.primaryID]))
    for index in 0..<200 {
      document.associate(RawBox("free", [UInt8(index)]), with: 70_000, isEssential: false)
    }
    let again = try self.document(document.file())
    #expect(again.data(of: 70_000) == [1, 2])
    #expect(again.item(70_000)?.entry.contentType == "a/b")
    #expect(again.properties(of: 70_000).count == 200)
    #expect(again.sources(of: "cdsc", to: document.primaryID).last == 70_000)
    #expect(again.file() == document.file())
  }

  @Test func `files that could not be written again are refused`() throws {
    let file = try HEIFEighteen.file()
    func reason(_ bytes: [UInt8]) -> String {
      do throws(HEIFError) {
        _ = try HEIFDocument(bytes, limits: .default).editable()
        return "none"
      } catch {
        return "\(error.fileError(in: "x"))"
      }
    }
    #expect(reason(file + BoxWriter.bytes { $0.box("moov") { _ in } }).contains("movie"))
    #expect(reason(Array(file.dropLast(60))).contains("damaged"))
    // An item's construction method 2: made of another item's bytes.
    var other = file
    let iloc = try #require(file.firstRange(of: Array("iloc".utf8)))
    // Version and flags, sizes, count, number; then the method.
    other[iloc.upperBound + 11] = 2
    #expect(reason(other).contains("made of parts of other items"))
  }

  @Test func `files that cannot be written again can still be read`() throws {
    let file = try HEIFEighteen.file()
    let photo = try Photo(data: file)
    for other in [file + BoxWriter.bytes { $0.box("moov") { _ in } }, file + [0, 0, 1, 0] + Array("free".utf8)] {
      #expect(try HEIFDocument(other, limits: .default).obstacle != nil)
      let read = try Photo(data: other)
      #expect(read.pixels == photo.pixels && read.metadata == photo.metadata)
      #expect(read.auxiliaryImages == photo.auxiliaryImages && read.furtherItems.isEmpty)
      #expect(read.warnings(writingAs: .heic()).count == 1)
      #expect(throws: PhotoFileError.self) { try EncodedPhoto(data: other) }
    }
    // Of a file that ends within its pixels the boxes are there.
    let cut = try HEIFDocument(Array(file.dropLast(60)), limits: .default)
    #expect(try cut.items.map(\.id) == HEIFDocument(file, limits: .default).items.map(\.id))
  }

  @Test func `overlapping items cannot enlarge a file`() throws {
    var document = try HEIFEighteen.document()
    document.boxes.removeLast()
    let file = document.file()
    let mdat = try #require(file.firstRange(of: Array("mdat".utf8)))
    var bytes = file
    // Every item that lies in 'mdat' is said to begin where the first does and to reach to the end, but for some bytes.
    let iloc = try #require(file.firstRange(of: Array("iloc".utf8)))
    let count = Int(file[iloc.upperBound + 6]) * 256 + Int(file[iloc.upperBound + 7])
    for index in 0..<count {
      let at = iloc.upperBound + 8 + 16 * index
      guard bytes[at + 3] == 0 else { continue }
      for (place, value) in [(8, mdat.upperBound), (12, file.count - mdat.upperBound - index)] {
        for byte in 0..<4 { bytes[at + place + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
      }
    }
    #expect(throws: HEIFError.self) { try self.document(bytes) }
  }
}
