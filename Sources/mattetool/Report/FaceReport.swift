import MatteKit

/// A face as `faces --json` and `inspect --json` write it: bounds normalized from the top left of the upright picture,
/// angles in degrees.
struct FaceReport: Encodable {
  struct Bounds: Encodable {
    let x, y, width, height: Double
  }

  let id: Int?
  let bounds: Bounds
  let roll: Double?
  let yaw: Double?
  let pitch: Double?
  let confidence: Double
  /// Mesh points as [x, y, z], z in units of the picture's width.
  let landmarks: [[Double]]?
  /// The outlines of the face's parts by name, as [x, y]; parts that were not measured are omitted.
  let parts: [String: [[Double]]]?

  init(_ face: Face) { self.init(face, withParts: false) }

  init(_ face: Face, withParts: Bool) {
    func rounded(_ value: Double, _ scale: Double = 1e6) -> Double { (value * scale).rounded() / scale }
    id = face.id
    bounds = Bounds(
      x: rounded(face.bounds.x), y: rounded(face.bounds.y), width: rounded(face.bounds.width),
      height: rounded(face.bounds.height))
    roll = face.roll.map { rounded($0.degrees, 100) }
    yaw = face.yaw.map { rounded($0.degrees, 100) }
    pitch = face.pitch.map { rounded($0.degrees, 100) }
    confidence = rounded(face.confidence)
    landmarks = face.landmarks?.points.map { point in
      [rounded(Double(point.x)), rounded(Double(point.y)), rounded(Double(point.z))]
    }
    parts =
      withParts
      ? face.landmarks.map { landmarks in
        var parts: [String: [[Double]]] = [:]
        for part in FacePart.allCases {
          parts[part.rawValue] = landmarks.outline(of: part)?.map { [rounded($0.x), rounded($0.y)] }
        }
        return parts
      } : nil
  }

  /// A line of text for people.
  var line: String {
    func degrees(_ value: Double?) -> String { value.map { "\(Int($0.rounded()))°" } ?? "unknown" }
    func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
    let place =
      "at \(percent(bounds.x)), \(percent(bounds.y)), size \(percent(bounds.width)) x \(percent(bounds.height))"
    return
      "\(place), roll \(degrees(roll)), yaw \(degrees(yaw)), pitch \(degrees(pitch)), confidence \(percent(confidence))"
  }
}
