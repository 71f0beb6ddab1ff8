import FoundationEssentials
import MatteKit

/// Places of faces in a JSON file.
enum FaceBoxes {
  private struct Face: Decodable {
    struct Bounds: Decodable {
      let x, y, width, height: Double
    }
    let bounds: Bounds
  }

  private struct Report: Decodable {
    let faces: [Face]
    let stored: Bool?
  }

  private static let longest = 1 << 24

  /// The boxes of a report of `faces --json`, or of a list of lists of four numbers, as fractions of the upright
  /// picture.
  ///
  /// - Throws: `unreadable`.
  static func read(_ argument: String) throws(PhotoFileError) -> [NormalizedRect] {
    let file = InputFile(argument)
    let bytes = try file.bytes(atMost: longest)
    let numbers: [[Double]]
    if let report = try? JSONDecoder().decode(Report.self, from: Data(bytes)) {
      guard report.stored != true else {
        throw .unreadable(
          file: file.name, reason: "its faces are in the stored orientation; write it without --stored")
      }
      numbers = report.faces.map { [$0.bounds.x, $0.bounds.y, $0.bounds.width, $0.bounds.height] }
    } else if let list = try? JSONDecoder().decode([[Double]].self, from: Data(bytes)) {
      numbers = list
    } else {
      throw .unreadable(
        file: file.name,
        reason: "it is neither what `mattetool faces --json` writes nor a list of [x, y, width, height]")
    }
    var boxes: [NormalizedRect] = []
    for (index, box) in numbers.enumerated() {
      // The box of a face cut by the picture's edge may reach a little beyond the edge.
      guard box.count == 4, box.allSatisfy({ (-1...2).contains($0) }), box[2] > 0, box[3] > 0 else {
        throw .unreadable(
          file: file.name, reason: "face \(index) is not [x, y, width, height] in fractions of the picture, 0 to 1")
      }
      boxes.append(NormalizedRect(x: box[0], y: box[1], width: box[2], height: box[3]))
    }
    return boxes
  }
}
