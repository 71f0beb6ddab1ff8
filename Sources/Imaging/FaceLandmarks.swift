/// The points of a face mesh: 468 of the canonical face, then 10 of the irises where they were measured.
///
/// Indices are those of MediaPipe's canonical face mesh (Kartynnik et al., "Real-time Facial Surface Geometry from
/// Monocular Video", 2019); 468...472 are the iris of the subject's right eye, 473...477 that of the left. In JSON they
/// are a list of points, each `[x, y, z]`.
public struct FaceLandmarks: Sendable, Hashable, Codable {
  /// Points of the upright picture: x and y as fractions of its width and height, z as depth in picture widths, smaller
  /// nearer to the camera.
  public var points: [SIMD3<Float>]

  /// Creates landmarks from points in the mesh's order.
  public init(points: [SIMD3<Float>]) { self.points = points }

  /// Reads a list of points, `[x, y, z]`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a point that has not three numbers.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    points = []
    while !list.isAtEnd {
      let point = try list.decode([Float].self)
      guard point.count == 3 else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "a point has three numbers, x, y and z, not \(point.count)")
      }
      points.append(SIMD3(point))
    }
  }

  /// Writes a list of points, `[x, y, z]`.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for point in points { try list.encode([point.x, point.y, point.z]) }
  }

  /// The points as reports write them, to a millionth of the picture.
  package var rounded: FaceLandmarks {
    func rounded(_ value: Float) -> Float { Float((Double(value) * 1e6).rounded() / 1e6) }
    return FaceLandmarks(points: points.map { SIMD3(rounded($0.x), rounded($0.y), rounded($0.z)) })
  }

  /// The outline of a part of the face, in order round it; nil where its points were not measured.
  public func outline(of part: FacePart) -> [NormalizedPoint]? {
    var outline: [NormalizedPoint] = []
    for index in part.meshIndices {
      guard index < points.count else { return nil }
      outline.append(NormalizedPoint(x: Double(points[index].x), y: Double(points[index].y)))
    }
    return outline
  }
}
