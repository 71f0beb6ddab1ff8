import Batch
import Checksums
import MatteKit
import SystemPackage

/// The thumbnails of a sheet: for each file the photo before and after, and its mattes in one row. May be shared by
/// threads.
struct SheetThumbnails: Sendable {
  /// The subject of a thumbnail.
  enum Subject: String, CaseIterable {
    case before, after, mattes
  }

  /// The sheet's folder.
  let folder: FilePath

  /// The longer side in pixels: twice the displayed size.
  private static let longestSide = 320
  private static let matteHeight = 96

  /// The path of a picture below the sheet's folder. It is derived from the output's path, so that parts of a list
  /// share a folder; file names are never part of it.
  static func place(of file: FileReport, _ subject: Subject) -> String {
    let name = SHA256(file.outputPath.bytes).description.prefix(20)
    return "pictures/\(name.prefix(2))/\(name.dropFirst(2))-\(subject.rawValue).jpg"
  }

  /// The subjects for which a file has a thumbnail.
  func present(of file: FileReport) -> Set<Subject> {
    Set(Subject.allCases.filter { (try? path(of: file, $0).stat()) != nil })
  }

  /// Makes the pictures of a photo. Unreadable files have none.
  ///
  /// - Parameter renewing: whether pictures newer than the output are made again.
  /// - Throws: `PhotoFileError` if the folder cannot be written to.
  func make(of file: FileReport, renewing: Bool) throws(PhotoFileError) {
    guard !file.isMovie else { return }
    if !renewing, let before = try? path(of: file, .before).stat(),
      let output = try? file.outputPath.stat(), before.modified >= output.modified
    {
      return
    }
    try write(file, .before, picture(file.inputPath))
    guard file.status != .failed, (try? file.outputPath.stat()) != nil else { return }
    let output = read(file.outputPath)
    try write(file, .after, output.flatMap(Self.jpeg))
    var mattes = output?.mattes ?? MatteSet()
    if mattes.isEmpty { mattes = mattesBeside(file.outputPath) }
    try write(file, .mattes, Self.row(mattes, of: output?.orientation ?? .up))
  }

  private func path(of file: FileReport, _ subject: Subject) -> FilePath {
    folder.appending(FilePath(Self.place(of: file, subject)))
  }

  private func write(_ file: FileReport, _ subject: Subject, _ picture: [UInt8]?) throws(PhotoFileError) {
    guard let picture else { return }
    let path = path(of: file, subject)
    try Folder.make(path.removingLastComponent())
    try AtomicFile.write(picture, to: path, overwriting: true)
  }

  private func read(_ path: FilePath) -> Photo? {
    guard let bytes = try? PhotoBytes.read(path) else { return nil }
    return try? Photo(
      data: bytes, options: ReadingOptions(maximumPixelSize: Self.longestSide, allowsIncomplete: true))
  }

  private func picture(_ path: FilePath) -> [UInt8]? { read(path).flatMap(Self.jpeg) }

  /// Upright, without metadata.
  private static func jpeg(_ photo: Photo) -> [UInt8]? {
    let pixels = photo.pixels.oriented(by: photo.orientation)
    return try? Photo(pixels: pixels).data(as: EncodingOptions(format: .jpeg, quality: 0.75))
  }

  private func mattesBeside(_ output: FilePath) -> MatteSet {
    let stem = output.stemBytes
    return MatteSet(
      MatteKind.generated.compactMap { kind in
        let name = FilePath(bytes: stem + Array(".\(kind.rawValue).png".utf8))
        guard let photo = read(output.removingLastComponent().appending(name)), photo.pixels.format == .l8 else {
          return nil
        }
        return Matte(kind: kind, pixels: photo.pixels, coordinateSpace: .upright)
      })
  }

  /// Mattes side by side, with a gap of one gray pixel; nil if there are none.
  private static func row(_ mattes: MatteSet, of orientation: Orientation) -> [UInt8]? {
    let planes = mattes.compactMap { matte -> PixelBuffer? in
      let upright = matte.transformed(to: .upright, orientation: orientation).pixels
      let width = max(upright.width * matteHeight / max(upright.height, 1), 1)
      return try? upright.resized(to: PixelSize(width: min(width, 4 * matteHeight), height: matteHeight))
    }
    guard !planes.isEmpty else { return nil }
    let width = planes.reduce(planes.count - 1) { $0 + $1.width }
    let row = PixelBuffer(size: PixelSize(width: width, height: matteHeight), format: .l8) { target in
      target.initializeMemory(as: UInt8.self, repeating: 128)
      var left = 0
      for plane in planes {
        plane.withUnsafeBytes { source in
          for y in 0..<matteHeight {
            for x in 0..<plane.width { target[y * width + left + x] = source[y * plane.rowBytes + x] }
          }
        }
        left += plane.width + 1
      }
    }
    return try? Photo(pixels: row).data(as: EncodingOptions(format: .jpeg, quality: 0.75))
  }
}
