import Imaging

/// Smooths one face's bounds, angles and landmarks from frame to frame with one-euro filters. Each face has its own.
struct FaceSmoother: Sendable {
  private var time: Double?
  private var box: [OneEuroFilter] = []
  private var angles: [OneEuroFilter?] = [nil, nil, nil]
  private var points: [OneEuroFilter] = []

  /// The unit of turning speed for the filters, in degrees per second.
  private static let quickTurn = 30.0

  /// The observation, smoothed with earlier ones.
  ///
  /// - Parameter now: the time of the frame, in seconds.
  mutating func smoothed(_ observation: FaceObservation, at now: Double) -> FaceObservation {
    var result = observation
    let elapsed = time.map { now - $0 } ?? 0
    // Values from before a gap do not predict those after it.
    if elapsed <= 0 || elapsed > Self.longestGap { self = FaceSmoother() }
    time = now
    let side = max(observation.box.side, 1)
    let values = [
      observation.box.center.x, observation.box.center.y, observation.box.extent.x, observation.box.extent.y,
    ]
    Self.update(&box, with: values, elapsed: elapsed, unit: side)
    result.box = FaceBox(center: SIMD2(box[0].value, box[1].value), extent: SIMD2(box[2].value, box[3].value))
    result.roll = smoothed(observation.roll, 0, elapsed: elapsed)
    result.yaw = smoothed(observation.yaw, 1, elapsed: elapsed)
    result.pitch = smoothed(observation.pitch, 2, elapsed: elapsed)
    let coordinates = observation.points.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
    Self.update(&points, with: coordinates, elapsed: elapsed, unit: side)
    result.points = observation.points.indices.map { index in
      let first = index * 3
      return SIMD3(
        Float(points[first].value), Float(points[first + 1].value), Float(points[first + 2].value))
    }
    return result
  }

  /// The longest time between two frames that are smoothed together, in seconds.
  private static let longestGap = 0.5

  private static func update(_ filters: inout [OneEuroFilter], with values: [Double], elapsed: Double, unit: Double) {
    guard filters.count == values.count else {
      filters = values.map(OneEuroFilter.init)
      return
    }
    for index in values.indices { filters[index].update(values[index], elapsed: elapsed, unit: unit) }
  }

  private mutating func smoothed(_ angle: Angle?, _ index: Int, elapsed: Double) -> Angle? {
    guard let angle else {
      angles[index] = nil
      return nil
    }
    guard var filter = angles[index] else {
      angles[index] = OneEuroFilter(angle.degrees)
      return angle
    }
    // The short way round.
    let turn = (angle - Angle(degrees: filter.value)).signed.degrees
    filter.update(filter.value + turn, elapsed: elapsed, unit: Self.quickTurn)
    angles[index] = filter
    return Angle(degrees: filter.value).normalized
  }
}
