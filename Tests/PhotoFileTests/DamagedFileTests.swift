import Imaging
import Support
import Testing

@testable import PhotoFile

/// Whatever happens to a file's bytes, reading ends in a picture or in an error that names the file.
@Suite struct DamagedFileTests {
  private static func photo() -> Photo {
    var photo = SamplePhoto.portrait(PixelSize(width: 16, height: 12), orientation: .right)
      .with(faces: [Face(bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3))])
    photo.pixels.colorSpace = .displayP3
    return photo
  }

  private func readAll(
    _ options: EncodingOptions, seed: UInt64, _ damage: (inout [UInt8], inout RepeatableRandomNumberGenerator) -> Void
  )
    throws
  {
    let original = try Self.photo().data(as: options)
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    var pictures = 0
    for round in 0..<80 {
      var bytes = original
      damage(&bytes, &generator)
      do throws(PhotoFileError) {
        let photo = try Photo(data: bytes, name: "damaged")
        #expect(photo.pixels.bytes.count == photo.pixels.rowBytes * photo.pixels.height)
        // What was read can be written.
        _ = try photo.data(as: .png)
        pictures += 1
      } catch {
        let isOfReading =
          switch error {
          case .encodingFailed, .unwritable, .outputExists, .unreadable: false
          default: true
          }
        #expect(isOfReading, "round \(round): \(error)")
        #expect(error.description.contains("damaged"))
      }
    }
    // Damage to metadata does not cost the picture.
    #expect(pictures < 80)
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `changed bytes`(options: EncodingOptions) throws {
    try readAll(options, seed: 11) { bytes, generator in
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
    }
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `pieces taken out, doubled and moved`(options: EncodingOptions) throws {
    try readAll(options, seed: 12) { bytes, generator in
      let start = Int.random(in: 4..<bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 1...400, using: &generator))
      let piece = bytes[start..<end]
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: piece, at: start)
      default:
        bytes.removeSubrange(start..<end)
        bytes.insert(contentsOf: piece, at: Int.random(in: 4...bytes.count, using: &generator))
      }
    }
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `lengths and offsets of extreme values`(options: EncodingOptions) throws {
    try readAll(options, seed: 13) { bytes, generator in
      let values: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 0], [0xFF, 0xFF], [0, 1],
        [0, 0],
      ]
      let value = values[Int.random(in: values.indices, using: &generator)]
      // The headers come first: most of the damage goes there.
      let end = Bool.random(using: &generator) ? bytes.count / 3 : bytes.count
      let place = Int.random(in: 2..<end - 4, using: &generator)
      bytes.replaceSubrange(place..<place + value.count, with: value)
    }
  }
}
