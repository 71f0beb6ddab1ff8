import Imaging
import Testing

@testable import PhotoFile

/// Data after coded samples, within the length that the directory states.
@Suite struct TIFFUsedBytesTests {
  private typealias Tags = [(tag: Int, type: Int, values: [Int])]

  private static let secret = Array("GPS 48.1173 11.5167 SECRETCITY".utf8)

  private static func size(_ width: Int, _ height: Int) -> Tags {
    [(256, 3, [width]), (257, 3, [height]), (278, 3, [height])]
  }

  /// Gray pixels in codes of 9 bits: an end is said before there would be longer ones.
  private static func lzw() -> [UInt8] {
    let samples = (0..<200).map { $0 * 37 % 256 }
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for code in [256] + samples + [257] {
      (bits, count) = (bits << 9 | code, count + 9)
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> (count - 8)))
        count -= 8
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
    return SyntheticTIFF.file(
      size(20, 10) + [(258, 3, [8]), (259, 3, [5]), (262, 3, [1]), (277, 3, [1])], samples: bytes)
  }

  /// A file of one strip with other bytes behind its samples, and as many more in the length that it states.
  private static func adding(_ tail: [UInt8], to file: [UInt8]) throws -> [UInt8] {
    var structure = try #require(TIFFStructure(file))
    let directory = try #require(structure.firstDirectory)
    let (offsets, counts) = (try #require(directory[273]), try #require(directory[279]))
    let range = try #require(structure.samples(of: directory).first)
    let samples = Array(try #require(structure.bytes(at: range.lowerBound, count: range.count)))
    structure.erase(range)
    structure.setInteger(file.count, of: offsets)
    structure.setInteger(range.count + tail.count, of: counts)
    return structure.bytes + samples + tail
  }

  @Test(arguments: [true, false])
  func `bytes after compressed samples are not searched, and are removed with all metadata`(isDeflate: Bool) throws {
    let portrait = SamplePhoto.portrait(PixelSize(width: 40, height: 40))
    let bytes = isDeflate ? try portrait.data(as: .tiff) : Self.lzw()
    #expect(throws: Never.self) { try MetadataPolicy.safe.applied(to: bytes) }
    let claiming = try Self.adding(Self.secret, to: bytes)
    #expect(try Photo(data: claiming).pixels == (try Photo(data: bytes).pixels))
    SyntheticTIFF.expectUnsearched(claiming, Self.secret)
    // Bytes that close the coded data are kept for readers that check them.
    let stripped = try #require(TIFFStructure(try MetadataPolicy.strip.applied(to: claiming)))
    let samples = try #require(stripped.firstDirectory.flatMap { stripped.samples(of: $0).first })
    let before = try #require(TIFFStructure(bytes))
    let coded = try #require(before.firstDirectory.flatMap { before.samples(of: $0).first })
    #expect(
      stripped.bytes(at: samples.lowerBound, count: coded.count)
        == before.bytes(at: coded.lowerBound, count: coded.count))
  }

  @Test func `if coded data state their end, no byte after them stays`() throws {
    let jpeg = JPEGFixtures.bytes(.gray)
    let size = try PhotoSummary(data: jpeg).size
    let files = [
      Self.lzw(), try SamplePhoto.portrait(PixelSize(width: 40, height: 40)).data(as: .tiff),
      SyntheticTIFF.file(
        Self.size(size.width, size.height) + [(258, 3, [8]), (259, 3, [7]), (262, 3, [1]), (277, 3, [1])],
        samples: jpeg),
    ]
    for file in files {
      for count in [1, 7, 12] {
        let tail = Array("SECRETCITY48".utf8.prefix(count))
        let claiming = try Self.adding(tail, to: file)
        let coded = claiming.count - count
        let stripped = try MetadataPolicy.strip.applied(to: claiming)
        #expect(stripped[coded..<coded + count].allSatisfy { $0 == 0 }, "\(count)")
        #expect(stripped[coded - 4..<coded] == claiming[coded - 4..<coded])
        #expect(try Photo(data: stripped).pixels == (try Photo(data: file).pixels))
      }
    }
  }

  @Test func `bytes after samples of PackBits, JPEG and fax are not searched`() throws {
    let gray: Tags = [(262, 3, [1]), (277, 3, [1])]
    let jpeg = JPEGFixtures.bytes(.gray)
    let size = try PhotoSummary(data: jpeg).size
    let kinds: [(tags: Tags, samples: [UInt8])] = [
      (Self.size(3, 2) + gray + [(258, 3, [8]), (259, 3, [32773])], [5, 1, 2, 3, 4, 5, 6]),
      (Self.size(size.width, size.height) + gray + [(258, 3, [8]), (259, 3, [7])], jpeg),
      // Of Group 4 two white rows, each a V0, and the end.
      (Self.size(16, 2) + [(262, 3, [0]), (277, 3, [1]), (258, 3, [1]), (259, 3, [4])], [0xC0, 0x04, 0x00, 0x40]),
    ]
    for (tags, samples) in kinds {
      let bytes = SyntheticTIFF.file(tags, samples: samples)
      #expect(try MetadataPolicy.safe.applied(to: bytes) == bytes)
      let claiming = SyntheticTIFF.file(tags, samples: samples + Self.secret)
      #expect(try Photo(data: claiming).pixels == (try Photo(data: bytes).pixels))
      SyntheticTIFF.expectUnsearched(claiming, Self.secret)
    }
  }

  @Test func `bytes after samples of subsampled Y'CbCr are not searched`() throws {
    // Groups of four Y', Cb and Cr, and in one strip more than libtiff likes.
    for (side, sharing) in [(4, 2), (200, 2), (200, 1)] {
      let tags: Tags =
        Self.size(side, side) + [
          (258, 3, [8, 8, 8]), (259, 3, [1]), (262, 3, [6]), (277, 3, [3]), (530, 3, [sharing, sharing]),
        ]
      let samples = (0..<(sharing == 2 ? side * side / 4 * 6 : side * side * 3)).map { UInt8(100 + $0 % 41) }
      let bytes = SyntheticTIFF.file(tags, samples: samples)
      #expect(try MetadataPolicy.safe.applied(to: bytes) == bytes)
      SyntheticTIFF.expectUnsearched(SyntheticTIFF.file(tags, samples: samples + Self.secret), Self.secret)
    }
  }

  @Test func `a strip whose length covers metadata after it keeps none of them`() throws {
    let text = Array("An artist whose name is long".utf8)
    let tags: Tags = [
      (256, 3, [3]), (257, 3, [2]), (278, 3, [2]), (258, 3, [8]), (259, 3, [32773]), (262, 3, [1]), (277, 3, [1]),
      (273, 4, [8]), (315, 2, text.map(Int.init)),
    ]
    let samples: [UInt8] = [5, 1, 2, 3, 4, 5, 6, 128]
    let exact = SyntheticTIFF.file(tags + [(279, 4, [8])], samples: samples)
    let reaching = SyntheticTIFF.file(tags + [(279, 4, [exact.count - 8])], samples: samples)
    func holds(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: text) } }
    #expect(holds(reaching))
    let stripped = try MetadataPolicy.strip.applied(to: reaching)
    #expect(!holds(stripped))
    #expect(try Photo(data: stripped).pixels == (try Photo(data: exact).pixels))
  }

  @Test func `further pages and tiles are looked at, too`() throws {
    // The tile of 16 by 16 pixels has one run of 128 bytes twice.
    let tags: Tags = [
      (256, 3, [9]), (257, 3, [7]), (258, 3, [8]), (259, 3, [32773]), (262, 3, [1]), (277, 3, [1]), (322, 3, [16]),
      (323, 3, [16]), (324, 4, [8]),
    ]
    let samples: [UInt8] = [0x81, 50, 0x81, 60]
    let clean = SyntheticTIFF.file(tags + [(325, 4, [4])], samples: samples, isTiled: true)
    #expect(try MetadataPolicy.safe.applied(to: clean) == clean)
    let count = samples.count + Self.secret.count
    let tiled = SyntheticTIFF.file(tags + [(325, 4, [count])], samples: samples + Self.secret, isTiled: true)
    SyntheticTIFF.expectUnsearched(tiled, Self.secret)
    let first = SyntheticTIFF.file(
      Self.size(2, 1) + [(258, 3, [8]), (259, 3, [1]), (262, 3, [1]), (277, 3, [1])], samples: [9, 7])
    for (length, isHiding) in [(4, false), (count, true)] {
      let pages = try SyntheticTIFF.adding(
        tags.filter { $0.tag != 324 } + [(324, 4, [first.count]), (325, 4, [length])],
        samples: samples + (isHiding ? Self.secret : []), to: first)
      #expect(try PhotoSummary(data: pages).furtherItems == ["1 further page"])
      let structure = try #require(TIFFStructure(pages))
      #expect(TIFFUnreferencedBytes(structure).count == (isHiding ? Self.secret.count : 0))
    }
  }

  @Test func `damaged and hostile pieces end nothing`() throws {
    let bytes = Self.lzw()
    for cut in [1, 40, 150] {
      let damaged = Array(bytes.prefix(bytes.count - cut))
      guard let structure = TIFFStructure(damaged) else { continue }
      #expect((0...damaged.count).contains(TIFFUnreferencedBytes(structure).count))
    }
    // Strips that are the same bytes, of which each is coded by two.
    let rows = 200
    let length = 1 << 20
    let tags: Tags = [
      (256, 3, [8]), (257, 3, [rows]), (258, 3, [8]), (259, 3, [32773]), (262, 3, [1]), (277, 3, [1]), (278, 3, [1]),
      (273, 4, [Int](repeating: 8, count: rows)), (279, 4, [Int](repeating: length, count: rows)),
    ]
    let shared = SyntheticTIFF.file(tags, samples: [0xF9, 7] + [UInt8](repeating: 1, count: length - 2))
    let structure = try #require(TIFFStructure(shared))
    let unreferenced = TIFFUnreferencedBytes(structure)
    #expect(unreferenced.usedBytes.isIncomplete)
    // Kept bytes are reported, also if all metadata are removed.
    for policy in [MetadataPolicy.safe, .strip] {
      #expect(throws: PhotoFileError.self) { try policy.applied(to: shared) }
      #expect(throws: Never.self) { try policy.applied(to: shared, keepingUnknown: true) }
    }
  }
}
