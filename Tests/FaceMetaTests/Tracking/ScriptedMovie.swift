import Imaging
import Support

@testable import FaceMeta

/// Frames of noise that is constant from cut to cut, with the requested times.
struct ScriptedMovie {
  /// The size of the frames for the tracker; the pixels are smaller, as they are used only for cuts.
  static let size = PixelSize(width: 320, height: 240)
  var times: [MediaTime]
  /// The numbers of the frames that begin a new shot.
  var cuts: Set<Int> = []

  /// 25 frames a second.
  static func seconds(_ length: Double, cuts: Set<Int> = []) -> ScriptedMovie {
    ScriptedMovie(times: (0..<Int(length * 25)).map { MediaTime(value: Int64($0), timescale: 25) }, cuts: cuts)
  }

  var frames: [Frame] {
    var shot: UInt64 = 1
    var pixels = Self.noise(seed: shot)
    return times.enumerated().map { number, time in
      if cuts.contains(number) {
        shot += 1
        pixels = Self.noise(seed: shot)
      }
      return Frame(pixels: pixels, time: time)
    }
  }

  private static func noise(seed: UInt64) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    let bytes = (0..<16 * 12).flatMap { _ in
      let value = UInt8.random(in: 0...255, using: &random)
      return [value, value, value, 255]
    }
    return PixelBuffer(size: PixelSize(width: 16, height: 12), format: .rgba8, bytes: bytes)
  }

  /// The tracker's report for each frame.
  func tracked(_ faces: [ScriptedFace], tileCount: Int = 1, maximumFaces: Int = 10, hidden: Double = 1) throws
    -> [[Face]]
  {
    let tracker = FaceTracker(
      backend: ScriptedFaceBackend(faces: faces, tileCount: tileCount),
      settings: FaceAnalysisSettings(for: .stream, maximumFaces: maximumFaces), maximumHiddenTime: hidden)
    return try frames.map { try tracker.update($0) }
  }
}
