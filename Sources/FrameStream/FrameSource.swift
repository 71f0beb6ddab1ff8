import Imaging

/// A source from which ``FrameSequence/init(_:interval:)`` reads frames, one at a time: implement it for frames of your
/// own.
///
/// ```swift
/// struct Blinking: FrameSource {
///   var count: Int64 = 0
///
///   mutating func nextFrame() throws(FrameStreamError) -> Frame? {
///     guard count < 100 else { return nil }
///     defer { count += 1 }
///     let pixels = PixelBuffer(size: PixelSize(width: 640, height: 480), format: .rgba8) { bytes in
///       bytes.initializeMemory(as: UInt8.self, repeating: count % 2 == 0 ? 0 : 255)
///     }
///     return Frame(pixels: pixels, time: MediaTime(value: count, timescale: 25))
///   }
/// }
/// for try await scene in FrameSequence(Blinking()).scenes(SceneAnalysis(faces: FaceTracking())) { ... }
/// ```
public protocol FrameSource: Sendable {
  /// The next frame, or nil at the end. It may block, because it is called on a thread of its own, by one caller at a
  /// time; after nil or an error it is not called again.
  mutating func nextFrame() throws(FrameStreamError) -> Frame?
}
