import ArgumentParser
import MatteKit

struct FacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faces", abstract: "Detect the faces in a photo.",
    discussion: """
      Bounds reach from just above the eyebrows to just below the lips, as fractions of the upright picture from the top \
      left. Angles are degrees in 0..<360: roll is clockwise positive; yaw is 0 for a face that looks into the camera and \
      about 315 for one turned 45 degrees to the viewer's right. --stored reports everything in the stored orientation.

      Examples:
        mattetool faces portrait.heic
        mattetool faces group.jpg --json --maximum-faces 50
      """)

  @Argument(help: "A \(PhotoFormat.names()) file; - for standard input.", completion: .file()) var input: String
  @Flag(help: "Write a JSON document with bounds, angles and landmarks.") var json = false
  @Flag(help: "With --json, include the outlines of eyes, brows, lips, irises and face.") var parts =
    false
  @Flag(help: "Report bounds and angles in the stored orientation, not upright.") var stored = false
  @OptionGroup var options: FaceOptions
  @OptionGroup var damage: DamagedOption
  @OptionGroup var remote: RemoteOptions

  struct Report: Encodable {
    struct Picture: Encodable {
      let width, height, orientation: Int
    }

    let image: Picture
    let faces: [FaceReport]
    /// Whether everything is in the stored orientation; nil if it is upright.
    var stored: Bool?

    init(image: Picture, faces: [FaceReport]) { (self.image, self.faces) = (image, faces) }

    /// - Parameter faces: in coordinates of the upright picture.
    init(_ photo: Photo, faces: [Face]) {
      let size = photo.uprightSize
      image = Picture(width: size.width, height: size.height, orientation: photo.orientation.rawValue)
      self.faces = faces.map { FaceReport($0) }
    }
  }

  func run() throws {
    try Failure.reporting(damage) {
      let file = InputFile(input, remote: remote.files)
      let (photo, detector) = try file.photo(options: damage.reading(.none)) {
        try FaceDetector(options.search, maximumFaces: options.maximumFaces)
      }
      for warning in photo.warnings { Console.warning("\(file.name): \(warning)") }
      var faces = try detector.faces(in: photo)
      if stored {
        let frame = FrameGeometry.stored(size: photo.pixels.size, orientation: photo.orientation)
        faces = faces.map { $0.transformed(to: frame) }
      }
      if json {
        let size = stored ? photo.pixels.size : photo.uprightSize
        let picture = Report.Picture(
          width: size.width, height: size.height, orientation: photo.orientation.rawValue)
        var report = Report(image: picture, faces: faces.map { FaceReport($0, withParts: parts) })
        report.stored = stored ? true : nil
        try Console.print(json: report)
      } else {
        Console.print(faces.isEmpty ? "no faces" : "\(faces.count) face\(faces.count == 1 ? "" : "s")")
        for (index, face) in faces.enumerated() { Console.print("  \(index): \(FaceReport(face).line)") }
      }
      ProcessEnd.now()
    }
  }
}
