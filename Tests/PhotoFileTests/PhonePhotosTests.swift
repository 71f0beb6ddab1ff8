import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// The fixtures have the structure of the phones' photos that they represent.
@Suite(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
struct PhonePhotosTests {
  private func bytes(_ photos: PhonePhotos, _ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: photos.url(name)))
  }

  @Test(arguments: PhonePhotos.names.filter { $0.hasSuffix("heic") })
  func `a HEIC has the boxes, items and properties of its original`(name: String) throws {
    let (fixture, original) = (
      HEIFWalker(try bytes(.fixtures, name)), HEIFWalker(try bytes(.originals, name))
    )
    #expect(fixture.brands == original.brands && fixture.topLevel == original.topLevel)
    #expect(fixture.metaChildren == original.metaChildren && fixture.primary == original.primary)
    #expect(fixture.references.map { "\($0)" } == original.references.map { "\($0)" })
    #expect(fixture.properties.map(\.type) == original.properties.map(\.type))
    for (own, others) in zip(fixture.properties, original.properties) where !["hvcC", "ispe"].contains(own.type) {
      #expect(own.contents == others.contents, "\(own.type)")
    }
    #expect(Set(fixture.items.keys) == Set(original.items.keys))
    for (id, item) in fixture.items {
      let other = try #require(original.items[id])
      #expect(item.type == other.type && item.flags == other.flags && item.method == other.method)
      #expect(item.properties.map { "\($0)" } == other.properties.map { "\($0)" })
      if item.type == "mime" { #expect(fixture.data(id) == original.data(id)) }
      if item.type == "Exif" { #expect(item.length == other.length) }
    }
  }

  @Test(arguments: PhonePhotos.names.filter { $0.hasSuffix("jpg") })
  func `a JPEG has the pictures and segments of its original`(name: String) throws {
    let (fixture, original) = (try bytes(.fixtures, name), try bytes(.originals, name))
    let (index, originalIndex) = (MultiPictureWalker(fixture), MultiPictureWalker(original))
    #expect(index.attributes == originalIndex.attributes)
    for (picture, other) in zip(index.pictures, originalIndex.pictures) {
      #expect(segments(fixture, at: picture.lowerBound) == segments(original, at: other.lowerBound))
    }
    #expect(index.pictures.last?.upperBound == fixture.count)
  }

  /// The markers of a picture, each with the first bytes of its content.
  private func segments(_ bytes: [UInt8], at start: Int) -> [[UInt8]] {
    var (found, at): ([[UInt8]], Int) = ([], start + 2)
    while at + 4 < bytes.count, bytes[at] == 0xFF {
      let isApplication = 0xE0...0xEF ~= bytes[at + 1]
      found.append([bytes[at + 1]] + (isApplication ? bytes[at + 4..<at + 8] : []))
      if bytes[at + 1] == 0xDA { break }
      at += 2 + Int(bytes[at + 2]) * 256 + Int(bytes[at + 3])
    }
    return found
  }
}
