import Foundation
import MatteKit
import ObjectStorage
import ObjectStore
import Support
import Testing

@testable import Batch

/// What of a file far away is asked for to say what it holds.
@Suite struct RemoteStructureTests {
  /// A photo of a megapixel with noise, so that its pictures are large beside all else.
  private static func photo(_ format: PhotoFormat) throws -> [UInt8] {
    var random = RepeatableRandomNumberGenerator(seed: 28)
    let size = PixelSize(width: 1200, height: 900)
    let samples = (0..<size.width * size.height * 4).map {
      $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    return try Photo(pixels: PixelBuffer(size: size, format: .rgba8, bytes: samples)).data(as: .default(for: format))
  }

  private func expectSame(_ part: [UInt8], _ whole: [UInt8]) throws {
    #expect(part.count == whole.count)
    #expect(try PhotoSummary(data: part, name: "x") == PhotoSummary(data: whole, name: "x"))
    #expect(SensitiveContent.contents(of: part, name: "x") == SensitiveContent.contents(of: whole, name: "x"))
  }

  /// How many bytes requests of the log asked for at most, of a file of this length.
  private func asked(_ requests: [String], of length: Int) -> Int {
    requests.reduce(0) { sum, request in
      guard
        let range = request.split(separator: "bytes=").dropFirst().first?.split(separator: "-").map({ Int($0) ?? 0 })
      else { return sum + length }
      return sum + min(range[1] + 1, length) - range[0]
    }
  }

  @Test(arguments: [PhotoFormat.heic, .avif]) func `little of a large photo is requested`(format: PhotoFormat) throws {
    let server = try ObjectStoreServer()
    let photo = try Self.photo(format)
    #expect(photo.count > 400_000)
    try server.bucket().put(photo, as: "large", type: "image/heic")
    let files = RemoteFiles(environment: server.environment)
    _ = try server.requests()
    try expectSame(try files.structureBytes(of: try FilePlace("s3://photos/large")), photo)
    let requests = try server.requests()
    #expect(asked(requests, of: photo.count) < 80_000 && requests.count <= 4, "\(requests)")
  }

  @Test func `data after and between pictures are requested too`() throws {
    let folder = ProjectFolder.root.appending(path: "Tests/Fixtures/Phones")
    for name in ["fidmaa_heic_depth_data.heic", "fidmaa_heic_face_data.heic", "pillow_pug.heic"] {
      let file = Array(try Data(contentsOf: folder.appending(path: name)))
      // As they are, and with a box that nobody knows behind so many pixels that it is far from everything.
      let pixels = [UInt8](repeating: 0x5A, count: 700_000)
      let behind = Self.box("mdat", pixels) + Self.box("what", Array("49.4 N, 11.1 E".utf8)) + Self.box("mdat", pixels)
      for (number, photo) in [file, file + behind].enumerated() {
        var (sum, count) = (0, 0)
        let structure = RemoteStructure(maximumBytes: 1 << 30) { range, version in
          #expect(version == (count == 0 ? nil : "v1"))
          let part = Array(photo[range.lowerBound..<min(range.upperBound, photo.count)])
          (sum, count) = (sum + part.count, count + 1)
          return FilePart(start: range.lowerBound, bytes: part, total: photo.count, version: "v1")
        }
        try expectSame(try #require(try structure.bytes()), photo)
        #expect(number == 0 ? sum == file.count : sum < 100_000, "\(name): \(sum) of \(photo.count) in \(count)")
        if number == 1 {
          #expect(SensitiveContent.contents(of: photo, name: "x").contains { $0.place.contains("what") })
        }
      }
    }
  }

  @Test func `if ranges are unavailable, or of several versions, the whole file is read`() throws {
    let photo = try Self.photo(.heic)
    func bytes(_ part: @escaping (Range<Int>, Int) -> FilePart?) throws -> [UInt8]? {
      var count = 0
      return try RemoteStructure(maximumBytes: 1 << 30) { range, _ in
        count += 1
        return part(range, count)
      }.bytes()
    }
    func part(_ range: Range<Int>, _ version: String) -> FilePart {
      FilePart(
        start: range.lowerBound, bytes: Array(photo[range.clamped(to: photo.indices)]), total: photo.count,
        version: version)
    }
    #expect(try bytes { _, _ in nil } == nil)
    #expect(try bytes { _, _ in FilePart(start: 0, bytes: photo, total: photo.count, version: nil) } == photo)
    let behind = photo + Self.box("mdat", [UInt8](repeating: 1, count: 200_000)) + Self.box("free", [1, 2, 3])
    func changing(_ range: Range<Int>, _ count: Int) -> FilePart {
      FilePart(
        start: range.lowerBound, bytes: Array(behind[range.clamped(to: behind.indices)]), total: behind.count,
        version: count == 1 ? "v1" : "v2")
    }
    #expect(try bytes(changing) == nil)
    // A JPEG's pictures end where their data say so.
    let jpeg = try Self.photo(.jpeg)
    #expect(
      try RemoteStructure(maximumBytes: 1 << 30) { range, _ in
        FilePart(
          start: range.lowerBound, bytes: Array(jpeg[range.clamped(to: jpeg.indices)]), total: jpeg.count, version: nil)
      }.bytes() == nil)
    // Nor is more held than is allowed.
    #expect(try RemoteStructure(maximumBytes: photo.count - 1) { range, _ in part(range, "v1") }.bytes() == nil)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let count = UInt32(content.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(type.utf8) + content
  }
}
