import MatteKit
import SystemPackage

/// The files that are read for a result: its photo, and all others. The result must not replace them, by any path or
/// link.
package struct SourceFiles {
  /// The role of a file for a result, for messages.
  package enum Part: String {
    case input = "the input"
    case effect = "a file that the effect reads"
    case recipe = "the recipe"
    case filter = "a filter's definition"
    case colorCube = "a table that the recipe reads"
    case image = "an image that is read"
    case sound = "the sound that is read"
    case report = "a report"
  }

  private var parts: [FilePlace: Part] = [:]
  private var partsOnDisk: [FileIdentity: Part] = [:]

  /// - Parameters:
  ///   - input: the photo; nil if it comes from nowhere that is written to, or may be replaced.
  ///   - read: the files that the effect reads.
  package init(input: FilePlace?, read: [FileVersion] = []) {
    if let input { add(input, as: .input) }
    for file in read { add(file.identity, as: .effect) }
  }

  package mutating func add(_ place: FilePlace, as part: Part) {
    if parts[place] == nil { parts[place] = part }
    if let identity = Self.identity(of: place) { add(identity, as: part) }
  }

  private mutating func add(_ file: FileIdentity, as part: Part) {
    if partsOnDisk[file] == nil { partsOnDisk[file] = part }
  }

  /// The source file at a place; nil if there is none.
  package func part(at place: FilePlace) -> Part? {
    parts[place] ?? Self.identity(of: place).flatMap { partsOnDisk[$0] }
  }

  /// - Throws: `unwritable` if a source file is at the place, where a result would be.
  package func check(_ place: FilePlace) throws(PhotoFileError) {
    guard let part = part(at: place) else { return }
    throw .unwritable(file: place.description, reason: "it is \(part.rawValue); name another file")
  }

  /// - Throws: `unwritable` if a source file is one of a folder's numbered pictures, which a movie's frames would
  ///   replace.
  package func check(picturesIn folder: FilePath) throws(PhotoFileError) {
    guard !partsOnDisk.isEmpty else { return }
    var names = FolderNames(in: folder)
    while let name = names.next()?.name {
      guard name.stem.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { continue }
      let place = FilePlace.path(folder.appending(name))
      guard let part = part(at: place) else { continue }
      throw .unwritable(file: "\(place)", reason: "it is \(part.rawValue); name another folder")
    }
  }

  /// The identity of a file on a disk, whatever its name; nil for others.
  private static func identity(of place: FilePlace) -> FileIdentity? {
    if case .path(let path) = place { path.identity } else { nil }
  }
}
