import Testing

@testable import PhotoFile

/// TIFF files that are put together tag by tag.
enum SyntheticTIFF {
  typealias Tags = [(tag: Int, type: Int, values: [Int])]

  /// A little-endian file.
  ///
  /// - Parameter samples: those of the only strip, unless the tags state strips or tiles; they begin at 8.
  static func file(_ tags: Tags, samples: [UInt8], isTiled: Bool = false) -> [UInt8] {
    let strips: Tags =
      isTiled || tags.contains { $0.tag == 273 } ? [] : [(273, 4, [8]), (279, 4, [samples.count])]
    return Array("II".utf8) + number(42, 2) + number(8 + samples.count, 4) + samples
      + directory(tags + strips, at: 8 + samples.count)
  }

  /// A file of one page with a further one, whose samples begin at its end.
  static func adding(_ tags: Tags, samples: [UInt8], to file: [UInt8]) throws -> [UInt8] {
    var structure = try #require(TIFFStructure(file))
    let first = try #require(structure.firstDirectory)
    structure.setInteger(file.count + samples.count, at: first.nextPosition, size: 4)
    return structure.bytes + samples + directory(tags, at: file.count + samples.count)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A directory with its values, the last of the file.
  static func directory(_ tags: Tags, at place: Int) -> [UInt8] {
    let tags = tags.sorted { $0.tag < $1.tag }
    var (directory, values) = (number(tags.count, 2), [UInt8]())
    for (tag, type, numbers) in tags {
      // Of fractions both numbers are given.
      let bytes = numbers.flatMap { number($0, type == 3 ? 2 : [4, 5, 13].contains(type) ? 4 : 1) }
      directory += number(tag, 2) + number(type, 2) + number(type == 5 ? numbers.count / 2 : numbers.count, 4)
      if bytes.count <= 4 {
        directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        directory += number(place + 2 + 12 * tags.count + 4 + values.count, 4)
        values += bytes
      }
    }
    return directory + number(0, 4) + values
  }

  /// Checks that bytes are reported as not searched, and are removed with all metadata.
  static func expectUnsearched(_ file: [UInt8], _ secret: [UInt8]) {
    func holds(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: secret) } }
    #expect(holds(file))
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: file) }
    #expect(throws: Never.self) {
      let stripped = try MetadataPolicy.strip.applied(to: file)
      #expect(!holds(stripped))
      #expect(try Photo(data: stripped).pixels == (try Photo(data: file).pixels))
    }
  }
}
