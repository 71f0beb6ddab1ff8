import Imaging
import Testing

@testable import FaceMeta

@Suite struct FaceContinuityTests {
  /// A patch of texture, the face, that moves over another texture; 30 frames a second.
  private static let size = PixelSize(width: 320, height: 180)
  private static let side = 32

  private static func center(_ number: Int) -> (x: Int, y: Int) { (60 + 3 * number, 90 + number / 2) }

  /// - Parameter resembling: where something stands that correlates with the face by 0.7, from the face's place.
  private static func frame(
    _ number: Int, showsFace: Bool = true, scene: Int = 0, resembling: (x: Int, y: Int)? = nil
  ) -> Frame {
    var pixels = PixelBuffer(size: size, format: .rgba8)
    let center = center(number)
    func noise(_ x: Int, _ y: Int, _ seed: Int) -> UInt8 {
      var value = UInt32(truncatingIfNeeded: (x / 4) &* 374_761_393 &+ (y / 4) &* 668_265_263 &+ seed &* 974_711)
      value = (value ^ (value >> 13)) &* 1_274_126_177
      return UInt8(truncatingIfNeeded: value >> 24)
    }
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (u, v) = (x - center.x + side / 2, y - center.y + side / 2)
          let isFace = showsFace && (0..<side).contains(u) && (0..<side).contains(v)
          var value = isFace ? noise(u, v, 5) : noise(x, y, 77 + 1000 * scene) / 3 + UInt8(100 * (scene % 2))
          if let resembling {
            let (u, v) = (u - resembling.x, v - resembling.y)
            if (0..<side).contains(u), (0..<side).contains(v) { value = noise(u, v, 5) / 2 + noise(u, v, 6) / 2 }
          }
          for component in 0..<3 { bytes[4 * (y * size.width + x) + component] = value }
          bytes[4 * (y * size.width + x) + 3] = 255
        }
      }
    }
    return Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 30))
  }

  private static func face(_ number: Int, id: Int = 1) -> Face {
    let (x, y) = center(number)
    let bounds = NormalizedRect(
      x: Double(x - side / 2) / Double(size.width), y: Double(y - side / 2) / Double(size.height),
      width: Double(side) / Double(size.width), height: Double(side) / Double(size.height))
    return Face(id: id, bounds: bounds, confidence: 0.9)
  }

  /// The faces of all frames, when only those of `found` are given.
  private static func entries(
    _ count: Int, found: (Int) -> Bool, frame: (Int) -> Frame = { Self.frame($0) }
  ) throws -> [TrackedFrame] {
    let continuity = FaceContinuity(window: 1)
    var result: [TrackedFrame] = []
    for number in 0..<count {
      result += try continuity.add(frame(number), faces: found(number) ? [face(number)] : [])
    }
    return result + continuity.finish()
  }

  @Test func `faces that have left are forgotten`() throws {
    let continuity = FaceContinuity(window: 0.2)
    for number in 0..<60 {
      let passing = number % 10 == 0 ? [Self.face(number, id: number + 1)] : []
      _ = try continuity.add(Self.frame(number), faces: passing)
    }
    #expect(continuity.missingCount <= 1)
  }

  /// The distance of an entry's face from its true position, in sides of the face.
  private static func distance(_ entry: TrackedFrame, _ number: Int) throws -> Double {
    let face = try #require(entry.faces.first, "frame \(number) has no face")
    let truth = Self.face(number).bounds
    let dx = (face.bounds.midX - truth.midX) * Double(size.width)
    let dy = (face.bounds.midY - truth.midY) * Double(size.height)
    return (dx * dx + dy * dy).squareRoot() / Double(side)
  }

  @Test("a face is tracked into the frames before it was found and after it was lost, for a second")
  func bothWays() throws {
    let entries = try Self.entries(75) { (35..<40).contains($0) }
    #expect(entries.count == 75)
    for (number, entry) in entries.enumerated() {
      // The window ends a second before 35 and after 39.
      if (5...69).contains(number) {
        let distance = try Self.distance(entry, number)
        #expect(distance < 0.15, "frame \(number)")
        #expect(entry.heldFaces == ((35..<40).contains(number) ? [] : [1]), "frame \(number)")
      }
      if number < 5 || number > 70 { #expect(entry.faces.isEmpty, "frame \(number)") }
    }
  }

  @Test("between two detections a face is in every frame, also while it is hidden")
  func gap() throws {
    let entries = try Self.entries(
      60, found: { $0 < 15 || $0 > 40 }, frame: { Self.frame($0, showsFace: !(20...34).contains($0)) })
    for (number, entry) in entries.enumerated() {
      let distance = try Self.distance(entry, number)
      #expect(distance < 0.5, "frame \(number)")
      #expect(entry.faces.count == 1)
    }
  }

  @Test("a face that has left is held for a moment, not for a second")
  func departure() throws {
    let entries = try Self.entries(60, found: { $0 < 20 }, frame: { Self.frame($0, showsFace: $0 < 20) })
    #expect(entries[20].heldFaces == [1])
    #expect(entries[29...].allSatisfy { $0.faces.isEmpty })
  }

  @Test("a hidden face does not jump to something that resembles it")
  func resemblance() throws {
    let entries = try Self.entries(
      60, found: { $0 < 20 },
      frame: { $0 < 20 ? Self.frame($0) : Self.frame($0, showsFace: false, resembling: (-24, -12)) })
    for (number, entry) in entries.enumerated() where !entry.faces.isEmpty {
      let distance = try Self.distance(entry, number)
      #expect(distance < 0.3, "frame \(number)")
    }
    #expect(!entries[24].faces.isEmpty)
  }

  @Test("no face is tracked across a cut, in either direction")
  func cut() throws {
    let before = try Self.entries(
      40, found: { (10..<20).contains($0) }, frame: { Self.frame($0, scene: $0 < 20 ? 0 : 1) })
    #expect(before[19].faces.count == 1)
    #expect(before[20...].allSatisfy { $0.faces.isEmpty })
    let after = try Self.entries(40, found: { $0 >= 25 }, frame: { Self.frame($0, scene: $0 < 20 ? 0 : 1) })
    #expect(after[..<20].allSatisfy { $0.faces.isEmpty })
    #expect(after[20...].allSatisfy { $0.faces.count == 1 })
  }

  @Test("frames come out in order, once, with the faces that were found in them unchanged")
  func order() throws {
    let entries = try Self.entries(50) { $0 % 3 == 0 }
    #expect(entries.count == 50)
    for number in stride(from: 0, to: 50, by: 3) {
      #expect(entries[number].faces.first == Self.face(number))
    }
  }
}
