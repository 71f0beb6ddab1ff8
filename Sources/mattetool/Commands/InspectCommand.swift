import ArgumentParser
import MatteKit

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract:
      "Show what a photo's file contains: size, colour, metadata, faces, auxiliary images, and what is private in it.",
    discussion: """
      Only the file's structure is read. No picture is decoded; from object storage and the web, pictures of HEIC and AVIF \
      files are not even downloaded.

      The last part of the report lists private contents: locations and serial numbers, thumbnails, previews and \
      movies that show the photo before an edit, signatures, and data that cannot be searched. `mattetool strip` \
      removes them. It does not remove further pictures of a HEIC, which are listed as further items.

      Example: mattetool inspect portrait.heic --json
      """)

  @Argument(
    help: ArgumentHelp("A \(PhotoFormat.names()) file; - for standard input.", valueName: "input"), completion: .file())
  var file: String
  @Flag(help: "Write a JSON document.") var json = false
  @OptionGroup var remote: RemoteOptions

  struct Report: Encodable {
    struct Auxiliary: Encodable {
      let type: String
      let matte: String?
      let width, height, bitsPerComponent, components: Int
      /// Why the image cannot be decoded here.
      let obstacle: String?
    }

    let format: String
    /// The size of the upright picture, in pixels.
    let width, height: Int
    let storedWidth, storedHeight, orientation: Int
    let colorSpace: String
    let bitsPerComponent: Int
    let metadata: [String]
    let faces: [FaceReport]
    let auxiliaryImages: [Auxiliary]
    /// Items of the file that are not decoded.
    let furtherItems: [String]
    let sensitiveContents: [SensitiveContentReport]

    init(_ summary: PhotoSummary, _ contents: [SensitiveContent]) {
      format = summary.format.rawValue
      (width, height) = (summary.uprightSize.width, summary.uprightSize.height)
      (storedWidth, storedHeight) = (summary.size.width, summary.size.height)
      orientation = summary.orientation.rawValue
      colorSpace = summary.colorSpaceName
      bitsPerComponent = summary.bitsPerComponent
      metadata = summary.metadata.map(\.rawValue)
      faces = summary.faces.map { FaceReport($0) }
      auxiliaryImages = summary.auxiliaryImages.map { image in
        Auxiliary(
          type: image.type.rawValue, matte: image.type.matteKind?.rawValue, width: image.size.width,
          height: image.size.height, bitsPerComponent: image.bitsPerComponent, components: image.componentCount,
          obstacle: image.obstacle)
      }
      furtherItems = summary.furtherItems
      sensitiveContents = contents.map(SensitiveContentReport.init)
    }
  }

  func run() throws {
    try Failure.reporting {
      let source = InputFile(file, remote: remote.files)
      let bytes = try source.structureBytes()
      let contents = SensitiveContent.contents(of: bytes, name: source.name)
      let report = Report(try PhotoSummary(data: bytes, name: source.name), contents)
      guard !json else { return try Console.print(json: report) }
      let turned = report.orientation == 1 ? "" : ", stored \(report.storedWidth)x\(report.storedHeight)"
      Console.print("\(source.name): \(report.format), \(report.width)x\(report.height)\(turned)")
      Console.print("  orientation: \(report.orientation)")
      Console.print("  colour: \(report.colorSpace), \(report.bitsPerComponent) bits a component")
      Console.print("  metadata: \(report.metadata.isEmpty ? "none" : report.metadata.joined(separator: ", "))")
      Console.print("  faces recorded: \(report.faces.count)")
      for found in report.faces { Console.print("    \(found.face.id.map { "ID \($0), " } ?? "")\(found.line)") }
      Console.print("  auxiliary images: \(report.auxiliaryImages.count)")
      for image in report.auxiliaryImages {
        let depth = "\(image.bitsPerComponent) bits, \(image.components) component\(image.components == 1 ? "" : "s")"
        let kind = image.matte.map { " (\($0) matte)" } ?? ""
        let obstacle = image.obstacle.map { "; cannot be decoded: \($0)" } ?? ""
        Console.print("    \(image.type)\(kind): \(image.width)x\(image.height), \(depth)\(obstacle)")
      }
      if !report.furtherItems.isEmpty {
        Console.print("  further items: \(report.furtherItems.count)")
        for item in report.furtherItems { Console.print("    \(item)") }
      }
      Console.print("  private: \(contents.isEmpty ? "nothing" : "\(contents.count)")")
      for content in contents { Console.print("    \(content)") }
    }
  }
}
