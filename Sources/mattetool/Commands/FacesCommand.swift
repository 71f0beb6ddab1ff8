import ArgumentParser
import MatteKit

struct FacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faces", abstract: "Find the faces in a photo.",
    discussion: """
      Bounds run from just above the eyebrows to just below the lips, as fractions of the upright picture, origin top left. \
      Roll is clockwise positive; yaw is 0 for a face that looks into the camera and about 315 for one turned 45 degrees to \
      the viewer's right; all angles are degrees in 0..<360.
      """)

  @Argument(help: "A HEIC, AVIF, JPEG or PNG file; - is standard input.", completion: .file()) var input: String
  @Flag(help: "Write one JSON document with bounds, angles and landmarks.") var json = false

  struct Report: Encodable {
    struct Picture: Encodable {
      let width, height, orientation: Int
    }

    let image: Picture
    let faces: [FaceReport]
  }

  func run() throws {
    try Failure.reporting {
      let photo = try InputFile(input).photo(options: ReadingOptions(auxiliaryImages: .none))
      let faces = try FaceDetector().faces(in: photo)
      if json {
        let size = photo.uprightSize
        let picture = Report.Picture(
          width: size.width, height: size.height, orientation: photo.orientation.rawValue)
        try Console.print(json: Report(image: picture, faces: faces.map(FaceReport.init)))
      } else {
        Console.print(faces.isEmpty ? "no faces" : "\(faces.count) face\(faces.count == 1 ? "" : "s")")
        for (index, face) in faces.enumerated() { Console.print("  \(index): \(FaceReport(face).line)") }
      }
    }
  }
}
