import Imaging

/// The background behind the people of a stream, as later frames show it: a clean plate for each time in which the
/// camera stands still.
///
/// Somebody hides the wall behind them until they go. A look ahead knows the wall before that.
struct CleanPlates: Sendable {
  private struct Plate {
    var history: FrameHistory
    let start: MediaTime
    var end: MediaTime
  }

  /// Oldest first. The last one goes on with the next frame.
  private var plates: [Plate] = []

  /// The longest time in seconds from the frame after a cut to the next one that was looked at.
  private static let longestGap = 1.0

  /// Takes in the next of the frames that are looked at.
  ///
  /// - Parameters:
  ///   - time: of the frame.
  ///   - size: of the upright half-size picture.
  ///   - learn: what the frame teaches a history; whether the camera still stands where it stood.
  mutating func add(
    at time: MediaTime, size: PixelSize,
    learning learn: (inout FrameHistory) throws(SegmentationError) -> Bool
  ) throws(SegmentationError) {
    if let last = plates.last, last.history.regions.size == size, time > last.end {
      var history = last.history
      history.elapsed = time.seconds - last.end.seconds
      if try learn(&history) {
        plates[plates.count - 1].history = history
        plates[plates.count - 1].end = time
        return
      }
    }
    var history = FrameHistory(size: size)
    _ = try learn(&history)
    plates.append(Plate(history: history, start: time, end: time))
  }

  /// The known background of a frame; nil if no plate shows its scene.
  ///
  /// - Parameter beginsScene: whether the frame is the first of its scene, which may lie before the first look at it.
  mutating func background(at time: MediaTime, beginsScene: Bool) -> BackgroundModel? {
    // Nothing more is asked of those that have ended; the last one may go on.
    plates.removeFirst(plates.dropLast().prefix { $0.end < time }.count)
    guard let plate = plates.first(where: { $0.end >= time }) else { return nil }
    let early = plate.start.seconds - time.seconds
    return early <= 0 || (beginsScene && early <= Self.longestGap) ? plate.history.background : nil
  }
}
