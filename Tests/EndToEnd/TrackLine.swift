import Foundation

/// The line of `mattetool track --json` for a frame.
struct TrackLine: Decodable {
  struct Found: Decodable {
    struct Bounds: Decodable {
      let x, y, width, height: Double
    }
    let id: Int
    let bounds: Bounds
    let roll, yaw, pitch, confidence: Double
  }
  let frame: Int
  let time: Double
  let faces: [Found]

  static func all(in output: String) throws -> [TrackLine] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(TrackLine.self, from: Data($0.utf8)) }
  }
}
