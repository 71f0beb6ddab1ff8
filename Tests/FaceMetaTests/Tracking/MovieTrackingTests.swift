import FoundationEssentials
import Imaging
import Inference
import Kernels
import PhotoFile
import Support
import Testing

@testable import FaceMeta

/// A face of a photo in movies made of it, seen with the networks.
@Suite struct MovieTrackingTests {
  static let sample = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")
  static let canRun =
    NetworkStore.default.canFind("face_landmark.tflite") && FileManager.default.fileExists(atPath: sample.path)

  private static let size = PixelSize(width: 240, height: 240)
  /// The center of the face in the photo, as the detector's test has it.
  private static let center = (x: 224.0, y: 124.0)

  /// Beyond the head's radius the picture is gray, so that the head rotates and not the camera.
  private func behind(_ frame: Frame) -> Frame {
    var frame = frame
    frame.pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<240 {
        for x in 0..<240 where (x - 120) * (x - 120) + (y - 120) * (y - 120) > 95 * 95 {
          for channel in 0..<3 { bytes[(y * 240 + x) * 4 + channel] = 110 }
        }
      }
    }
    return frame
  }

  /// The photo seen through maps from the frames' pixels to its own, 25 frames a second.
  private func movie(_ maps: [AffineTransform2D], orientation: Orientation = .up) throws -> [Frame] {
    let picture = try Photo(contentsOf: Self.sample).pixels.converted(to8Bit: .rgba8)
    return try maps.enumerated().map { number, map in
      let pixels = try picture.warped(by: map, to: Self.size)
      return Frame(
        pixels: pixels.oriented(by: orientation.inverse), orientation: orientation,
        time: MediaTime(value: Int64(number), timescale: 25))
    }
  }

  /// The face in the center of the frame, turned clockwise.
  private func map(turn: Double, scale: Double = 1) -> AffineTransform2D {
    AffineTransform2D.translation(x: -120, y: -120).then(.rotation(.degrees(-turn)))
      .then(.scale(x: scale, y: scale)).then(.translation(x: Self.center.x, y: Self.center.y))
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a face that rotates by a full turn is one face, with its roll`() throws {
    let tracker = try FaceTracker()
    var first: Angle?
    for (number, frame) in try movie((0...24).map { map(turn: Double($0) * 15) }).enumerated() {
      let faces = try tracker.update(behind(frame))
      #expect(faces.map(\.id) == [1], "\(number)")
      let face = try #require(faces.first)
      let roll = try #require(face.roll)
      let start = first ?? roll
      first = start
      // 375 degrees a second; smoothed, the roll may be some behind.
      #expect(abs((roll - start - .degrees(Double(number) * 15)).signed.degrees) < 9, "\(number)")
      #expect(abs(face.bounds.midX - 0.5) < 0.1 && abs(face.bounds.midY - 0.5) < 0.1, "\(number)")
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a full roll of the camera keeps the face's identity`() throws {
    let tracker = try FaceTracker()
    // Still at first, so that the rotation begins abruptly.
    let turns = [0, 0, 0, 0, 0] + (0...24).map { Double($0) * 15 }
    for (number, frame) in try movie(turns.map { map(turn: $0) }).enumerated() {
      #expect(try tracker.update(frame).map(\.id) == [1], "\(number)")
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `faces of frames that are stored rotated are tracked upright`() throws {
    let maps = (0..<4).map { map(turn: 0, scale: 1 + 0.05 * Double($0)) }
    let tracker = try FaceTracker()
    let upright = try movie(maps).map { try tracker.update($0) }
    let other = try FaceTracker()
    let lying = try movie(maps, orientation: .right).map { try other.update($0) }
    for (a, b) in zip(upright, lying) {
      #expect(a.map(\.id) == [1] && b.map(\.id) == [1])
      let (p, q) = (try #require(a.first), try #require(b.first))
      #expect(p.bounds.intersectionOverUnion(q.bounds) > 0.97)
      #expect(p.landmarks?.points.count == 468)
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `about half a face at the picture's edge is tracked continuously`() throws {
    let picture = try Photo(contentsOf: Self.sample).pixels.converted(to8Bit: .rgba8)
    let size = PixelSize(width: 320, height: 320)
    // The face is 92 wide round x 224. Pixels of the photo a pixel of the frame, and how much of the face is in.
    let cuts: [(scale: Double, share: Double, isAtLeft: Bool)] = [
      (0.5, 0.44, false), (0.5, 0.48, true), (0.7, 0.54, true), (1, 0.51, true), (1, 0.51, false), (1.4, 0.54, true),
    ]
    var seen = 0
    for cut in cuts {
      let x = cut.isAtLeft ? 270 - 92 * cut.share : 178 + 92 * cut.share - 320 * cut.scale
      let map = AffineTransform2D.scale(x: cut.scale, y: cut.scale).then(.translation(x: x, y: 40))
      let pixels = try picture.warped(by: map, to: size)
      let tracker = try FaceTracker()
      for number in 0..<8 {
        let ids = try tracker.update(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))).map(
          \.id)
        #expect(ids.isEmpty || ids == [1], "\(cut), \(number)")
        seen += ids.count
      }
    }
    // A face that is not sure is reported from its second frame on.
    #expect(seen >= 36, "in \(seen) of 48 frames")
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a face that leaves is no longer reported`() throws {
    var frames = try movie((0..<3).map { _ in map(turn: 0) })
    // A flat gray covers it: not a cut, because half of the picture stays.
    for index in 3..<6 {
      var pixels = frames[0].pixels
      pixels.withUnsafeMutableBytes { bytes in
        for y in 30..<210 {
          for x in 60..<180 {
            for channel in 0..<3 { bytes[(y * 240 + x) * 4 + channel] = 120 }
          }
        }
      }
      frames.append(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 25)))
    }
    frames.append(Frame(pixels: frames[0].pixels, time: MediaTime(value: 6, timescale: 25)))
    let tracker = try FaceTracker()
    let ids = try frames.map { try tracker.update($0).map(\.id) }
    #expect(ids == [[1], [1], [1], [], [], [], [1]])
  }
}
