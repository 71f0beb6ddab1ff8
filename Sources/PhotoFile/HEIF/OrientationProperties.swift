import Imaging

/// `irot` and `imir` as an ``Orientation``: a counterclockwise rotation, then a mirroring.
struct OrientationProperties: Hashable {
  /// Quarter turns counterclockwise, as in `irot`.
  let quarterTurns: Int
  /// 0 exchanges top and bottom, 1 left and right, as in `imir`; nil for neither.
  let mirrorAxis: Int?

  /// The properties of an orientation, chosen as in Apple's files.
  init(_ orientation: Orientation) {
    (quarterTurns, mirrorAxis) =
      switch orientation {
      case .up: (0, nil)
      case .upMirrored: (0, 1)
      case .down: (2, nil)
      case .downMirrored: (0, 0)
      case .leftMirrored: (1, 0)
      case .right: (3, nil)
      case .rightMirrored: (3, 0)
      case .left: (1, nil)
      }
  }

  /// The orientation of the `irot` and `imir` among an item's properties, applied in their order.
  static func orientation(of properties: [ItemProperty]) -> Orientation {
    var orientation = Orientation.up
    for property in properties {
      switch property {
      case .rotation(let quarterTurns):
        let turns: [Orientation] = [.up, .left, .down, .right]
        orientation = compose(orientation, turns[quarterTurns & 3])
      case .mirror(let axis): orientation = compose(orientation, axis == 0 ? .downMirrored : .upMirrored)
      default: break
      }
    }
    return orientation
  }

  /// The composition of `first` and then `second`, determined by its effect on a point off every axis.
  private static func compose(_ first: Orientation, _ second: Orientation) -> Orientation {
    let probe = NormalizedPoint(x: 0.125, y: 0.25)
    let goal = second.apply(to: first.apply(to: probe))
    return Orientation.allCases.first { $0.apply(to: probe) == goal } ?? .up
  }
}
