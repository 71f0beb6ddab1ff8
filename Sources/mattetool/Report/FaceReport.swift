import MatteKit

/// A face as `faces --json` writes it: a ``Face`` as reports have it, with its parts on request.
struct FaceReport: Encodable {
  let face: Face
  /// The outlines of the face's parts by name, as [x, y]; parts that were not measured are omitted.
  private let parts: [String: [[Double]]]?

  private enum CodingKeys: CodingKey {
    case parts
  }

  init(_ face: Face, withParts: Bool = false) {
    self.face = face.reported(withLandmarks: true)
    parts = withParts ? face.landmarks.map(Self.parts) : nil
  }

  private static func parts(_ landmarks: FaceLandmarks) -> [String: [[Double]]] {
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    var parts: [String: [[Double]]] = [:]
    for part in FacePart.allCases {
      parts[part.rawValue] = landmarks.outline(of: part)?.map { [rounded($0.x), rounded($0.y)] }
    }
    return parts
  }

  func encode(to encoder: any Encoder) throws {
    try face.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(parts, forKey: .parts)
  }

  /// A line of text for people.
  var line: String {
    func degrees(_ value: Angle?) -> String { value.map { "\(Int($0.degrees.rounded()))°" } ?? "unknown" }
    func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
    let bounds = face.bounds
    let place =
      "at \(percent(bounds.x)), \(percent(bounds.y)), size \(percent(bounds.width)) x \(percent(bounds.height))"
    return "\(place), roll \(degrees(face.roll)), yaw \(degrees(face.yaw)), pitch \(degrees(face.pitch)), confidence "
      + percent(face.confidence)
  }
}
