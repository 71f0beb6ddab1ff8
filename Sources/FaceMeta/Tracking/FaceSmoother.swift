import Imaging

/// Takes the tremor out of one face's bounds, angles and landmarks, from frame to frame. Each face has its own, which ends
/// with its identity.
struct FaceSmoother: Sendable {
  private var time: Double?
  private var box: [OneEuroFilter] = []
  private var angles: [OneEuroFilter?] = [nil, nil, nil]
  private var points: [OneEuroFilter] = []

  /// What counts as a quick turn, in degrees a second.
  private static let quickTurn = 30.0

  /// The sighting, smoothed by those before it.
  mutating func smoothed(_ sighting: FaceSighting, at now: Double) -> FaceSighting {
    var result = sighting
    let elapsed = time.map { now - $0 } ?? 0
    // What was before a gap has nothing to say about what is after it.
    if elapsed <= 0 || elapsed > Self.longestGap { self = FaceSmoother() }
    time = now
    let side = max(sighting.box.side, 1)
    let values = [sighting.box.middle.x, sighting.box.middle.y, sighting.box.extent.x, sighting.box.extent.y]
    Self.update(&box, with: values, elapsed: elapsed, unit: side)
    result.box = FaceBox(middle: SIMD2(box[0].value, box[1].value), extent: SIMD2(box[2].value, box[3].value))
    result.roll = smoothed(sighting.roll, 0, elapsed: elapsed)
    result.yaw = smoothed(sighting.yaw, 1, elapsed: elapsed)
    result.pitch = smoothed(sighting.pitch, 2, elapsed: elapsed)
    let coordinates = sighting.points.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
    Self.update(&points, with: coordinates, elapsed: elapsed, unit: side)
    result.points = sighting.points.indices.map { index in
      let first = index * 3
      return SIMD3(
        Float(points[first].value), Float(points[first + 1].value), Float(points[first + 2].value))
    }
    return result
  }

  /// Seconds.
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
