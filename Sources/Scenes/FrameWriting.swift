import FrameStream
import Imaging

extension FrameWriter {
  /// Writes all frames of a sequence, in order. It does not finish the file or stream; ``FrameWriter/finish()`` does.
  ///
  /// When the task is cancelled it returns after the frame in work, so that what was written can be finished.
  ///
  /// ```swift
  /// let movie = try MovieWriter(url: output, soundFrom: clip)
  /// try await movie.write(VideoFile(contentsOf: clip).frames.scenes(mattes: [.portrait]).applying(.blurBackground()))
  /// try movie.finish()
  /// ```
  /// - Throws: ``SceneError`` if a frame could not be made or written.
  public func write<Frames: AsyncSequence>(_ frames: Frames) async throws(SceneError) where Frames.Element == Frame {
    do {
      for try await frame in frames { try write(frame) }
    } catch {
      throw SceneError(error)
    }
  }

  /// Writes the rendered pictures of scenes, in order.
  ///
  /// - Throws: ``SceneError`` if a frame could not be made or written.
  public func write(_ scenes: SceneSequence) async throws(SceneError) { try await write(scenes.frames) }
}
