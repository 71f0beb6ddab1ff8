import Imaging
import Support
import Testing

@testable import PhotoFile

/// Which data of a photo's file are in the file of an edited photo: each kind of data, from each format to each. The
/// page Documentation/Preservation.md shows the results.
@Suite struct PreservationTests {
  private static let formats = PhotoFormat.allCases.filter(\.isWritable)

  /// The text of a cell of the page.
  private enum Cell: String {
    case kept, converted, dropped
    case lost = "lost without a word"
    case none = "–"
  }

  /// A file of a format with the kinds of data of a group, of which the format may have no place for some.
  private static func file(_ format: PhotoFormat, group: Int) throws -> [UInt8] {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 80, height: 60)))
    for kind in PreservedKind.all where kind.group == group { kind.add(&photo) }
    return try photo.data(as: EncodingOptions.default(for: format))
  }

  /// The photo with a corner of its picture painted over.
  private static func edited(_ photo: Photo) -> Photo {
    func painted(_ pixels: PixelBuffer) -> PixelBuffer {
      var pixels = pixels
      let count = pixels.format.bytesPerPixel
      pixels.withUnsafeMutableBytes { bytes in
        for index in 0..<count { bytes[index] = 255 }
      }
      return pixels
    }
    return photo.with(
      pixels: painted(photo.pixels), mattes: nil, faces: nil, gainMap: photo.renewedGainMap(by: painted))
  }

  private static func cells() throws -> [String: [PhotoFormat: [PhotoFormat: Cell]]] {
    var cells: [String: [PhotoFormat: [PhotoFormat: Cell]]] = [:]
    for group in Set(PreservedKind.all.map(\.group)).sorted() {
      let kinds = PreservedKind.all.filter { $0.group == group }
      for source in formats {
        let original = try Photo(data: try file(source, group: group))
        let photo = edited(original)
        for target in formats {
          let options = EncodingOptions.default(for: target)
          let after = try Photo(data: try photo.data(as: options))
          let warnings = (photo.warnings + photo.warnings(writingAs: options)).map(\.message)
          for kind in kinds {
            // Something compared with itself is there, or the format has no place for it.
            let isPresent = kind.compare(original, original) != .missing
            let cell: Cell =
              switch kind.compare(photo, after) {
              case _ where !isPresent: .none
              case .same: .kept
              case .converted: .converted
              case .missing: warnings.contains { $0.contains(kind.warning) } ? .dropped : .lost
              }
            cells[kind.name, default: [:]][source, default: [:]][target] = cell
          }
        }
      }
    }
    return cells
  }

  @Test func `every loss is reported, and the page lists what is kept`() throws {
    let cells = try Self.cells()
    for (kind, rows) in cells {
      for (source, row) in rows {
        for (target, cell) in row {
          #expect(cell != .lost, "\(kind), \(source.name) to \(target.name)")
        }
      }
    }
    #expect(try GeneratedFile("Documentation/Preservation.md").staleness(Self.page(cells)) == nil)
  }

  private static func page(_ cells: [String: [PhotoFormat: [PhotoFormat: Cell]]]) -> String {
    var lines = [
      "# What an edited photo keeps", "",
      "For each kind of data: the result of editing a photo of one format (rows) and writing it in another (columns)."
        + " `PreservationTests` generates this page, and fails if data are lost without a warning.", "",
      "*kept*: the same data. *converted*: the same meaning in another form, or lossily coded. *dropped*: left out, with"
        + " a warning that names it. –: files of that format do not contain it.",
    ]
    for kind in PreservedKind.all {
      lines += ["", "## \(kind.name)", "", "| from, to | " + formats.map(\.name).joined(separator: " | ") + " |"]
      lines.append("|" + String(repeating: " --- |", count: formats.count + 1))
      for source in formats {
        let row = formats.map { cells[kind.name]?[source]?[$0]?.rawValue ?? "" }
        lines.append("| \(source.name) | " + row.joined(separator: " | ") + " |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
