import Imaging

/// Selects the frame for each time of a movie with a constant frame rate: the last one at or before it. A value.
struct ConstantRateFrames {
  /// The duration of every frame.
  let frameDuration: MediaTime
  private var first: MediaTime?
  private var count: Int64 = 0
  private var current: Frame?

  init(frameDuration: MediaTime) { self.frameDuration = frameDuration }

  /// Takes the next frame, and returns the frames before it.
  ///
  /// - Parameter time: when it is shown.
  mutating func take(_ frame: Frame, at time: MediaTime) -> [Frame] {
    if first == nil { first = time }
    defer { current = frame }
    return frames(before: time)
  }

  /// The frames whose times precede the end.
  mutating func frames(before end: MediaTime) -> [Frame] {
    guard let first, var frame = current else { return [] }
    var result: [Frame] = []
    while true {
      let time = first + frameDuration * count
      guard time < end else { return result }
      frame.time = time
      result.append(frame)
      count += 1
    }
  }
}
