import Imaging

/// Clean plates of a stream from its later frames: one background model for each time in which the camera stands still.
///
/// A person hides the wall behind them. Frames after they have left show it.
struct CleanPlates: Sendable {
  private struct Plate {
    var background: BackgroundModel
    let start: MediaTime
    var end: MediaTime
  }

  /// Oldest first. The next frame extends the last one.
  private var plates: [Plate] = []
  /// The time of the last call of ``background(at:beginsScene:)``; nil before the first.
  private var lastQuery: MediaTime?
  /// The number of plates in memory.
  var count: Int { plates.count }

  /// The shortest duration of a plate, in seconds, that is kept when the next one begins. Without this limit a moving
  /// camera would leave a plate of 2 MiB for each frame.
  private static let shortest = 0.4
  /// The longest time in seconds from the frame after a cut to the next frame that is added.
  private static let longestGap = 1.0

  /// Adds the observation of the next frame.
  mutating func add(_ observation: BackgroundObservation) {
    add(observation.cells, to: BackgroundModel(size: observation.size), at: observation.time)
  }

  /// - Parameter empty: an empty model of the frame's size.
  mutating func add(_ frame: FrameCells, to empty: BackgroundModel, at time: MediaTime) {
    if let last = plates.last, last.background.grid == empty.grid, time > last.end {
      var background = last.background
      // Without evidence the camera has moved, or there was a cut: the plate ends unchanged.
      if background.evidence(of: frame, elapsed: time.seconds - last.end.seconds) != nil {
        plates[plates.count - 1].background = background
        plates[plates.count - 1].end = time
        return
      }
    }
    // Times that run backwards are those of another stream, of which earlier plates show nothing.
    if let last = plates.last, time < last.end { (plates, lastQuery) = ([], nil) }
    if let last = plates.last, last.end.seconds - last.start.seconds < Self.shortest { plates.removeLast() }
    var background = empty
    _ = background.evidence(of: frame, elapsed: 0)
    plates.append(Plate(background: background, start: time, end: time))
  }

  /// The known background of a frame; nil if no plate shows its scene. A time before that of the last call discards all
  /// plates: they show earlier frames.
  ///
  /// - Parameter beginsScene: whether the frame is the first of its scene, which may precede the first added frame.
  mutating func background(at time: MediaTime, beginsScene: Bool) -> BackgroundModel? {
    if let lastQuery, time < lastQuery { plates = [] }
    lastQuery = time
    // Plates that have ended are not needed again; the last one may go on.
    plates.removeFirst(plates.dropLast().prefix { $0.end < time }.count)
    guard let plate = plates.first(where: { $0.end >= time }) else { return nil }
    let early = plate.start.seconds - time.seconds
    return early <= 0 || (beginsScene && early <= Self.longestGap) ? plate.background : nil
  }
}
