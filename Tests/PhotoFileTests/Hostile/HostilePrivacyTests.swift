import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Data that pretend to hold what private data are searched for take no long time, and nothing else.
@Suite struct HostilePrivacyTests {
  private let jpeg: [UInt8]

  init() throws { jpeg = try SamplePhoto.portrait(PixelSize(width: 40, height: 24)).data(as: .jpeg()) }

  @Test func `a million start markers of pictures are not followed`() throws {
    let starts = [[UInt8]](repeating: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1], count: 200_000).flatMap(\.self)
    let seconds = ThreadClock.seconds {
      #expect(EmbeddedPictures.find(in: starts).count <= 65)
      #expect(!JPEGTrailer(starts).pieces.isEmpty)
      let contents = SensitiveContent.contents(of: jpeg + starts)
      #expect(contents.contains { $0.kind == .unknown })
    }
    #expect(seconds < 20)
  }

  @Test func `data whose first box is too long are no movie`() {
    let odd: [UInt8] = [0, 0, 1, 0] + Array("ftypisom\0\0\0\0isom".utf8)
    #expect(JPEGTrailer(odd).pieces == [JPEGTrailer.Piece(kind: .unknown, range: 0..<odd.count)])
    let movie: [UInt8] = [0, 0, 0, 20] + Array("ftypisom\0\0\0\0isom".utf8)
    #expect(JPEGTrailer([0, 0, 0] + movie + [7]).pieces.map(\.kind) == [.padding, .movie, .unknown])
  }

  @Test func `entries of Samsung's data that overlap or point outside are ignored`() {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let block: [UInt8] = [0, 0, 0xA1, 0x0A] + number(8) + Array("MCC_Data204".utf8)
    func trailer(_ entries: [(offset: Int, size: Int)], count: Int? = nil) -> [UInt8] {
      let directory =
        Array("SEFH".utf8) + number(101) + number(count ?? entries.count)
        + entries.flatMap { [0, 0, 0xA1, 0x0A] + number($0.offset) + number($0.size) }
      return block + directory + number(directory.count) + Array("SEFT".utf8)
    }
    func isRead(_ bytes: [UInt8]) -> Bool { SamsungTrailer(bytes, in: bytes.indices) != nil }
    #expect(isRead(trailer([(block.count, block.count)])))
    #expect(!isRead(trailer([(block.count, block.count), (block.count, block.count)])))
    #expect(!isRead(trailer([(block.count + 1, block.count)])))
    #expect(!isRead(trailer([(block.count, block.count + 1)])))
    #expect(!isRead(trailer([(block.count, 7)])))
    #expect(!isRead(trailer([(block.count, block.count)], count: 0x7FFF_FFFF)))
    #expect(!isRead(Array("SEFT".utf8)) && !isRead([]))
  }

  @Test func `nesting of boxes is limited, and boxes that are too long are kept`() {
    var movie: [UInt8] = []
    for _ in 0..<200 { movie = BoxWriter.bytes { $0.box("moov") { $0.append(movie) } } }
    movie = BoxWriter.bytes { $0.box("ftyp") { $0.string("isom") } } + movie
    var (changed, removal) = (movie, MetadataRemoval([.location]))
    MoviePlaces.erase(in: changed.indices, of: &changed, by: &removal, name: "movie")
    #expect(changed == movie && removal.record.unknown == ["boxes deep in the movie"])
    for size: UInt8 in [0, 1, 7, 255] {
      var odd: [UInt8] = [0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8) + [0, 0, size, size] + Array("moov".utf8)
      MoviePlaces.erase(in: odd.indices, of: &odd, by: &removal, name: "movie")
      #expect(odd.count == 24)
    }
  }

  @Test(arguments: 0..<300) func `mutated private data are still reported`(seed: Int) throws {
    var document = try JPEGDocument(jpeg, file: "a", limits: .default).editable(file: "a")
    let movie = BoxWriter.bytes { writer in
      writer.box("ftyp") { $0.string("isomiso") }
      writer.box("moov") { moov in
        moov.box("udta") { $0.box("loci") { $0.string("place") } }
        moov.box("meta") { meta in
          meta.box("hdlr") { $0.append([UInt8](repeating: 0, count: 24)) }
          meta.box("keys") { keys in
            for number in [0, 1] { keys.uint32(number) }
            keys.box("mdta") { $0.append("com.apple.quicktime.location.ISO6709".utf8) }
          }
          meta.box("ilst") { list in list.box(FourCC(rawValue: 1)) { $0.box("data") { $0.string("+12+45/") } } }
        }
      }
    }
    document.trailer = movie
    let bytes = Mutation.mutated(try document.file(), seed: UInt64(seed))
    _ = SensitiveContent.contents(of: bytes)
    guard let stripped = try? StrippedPhoto(bytes, removing: [.location, .thumbnails], keepingUnknown: true) else {
      return
    }
    #expect(throws: Never.self) { try EncodedPhoto(data: stripped.data) }
  }
}
