import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// The target of a command's frames: a movie by its extension, standard output as y4m, or a folder of pictures.
enum FrameOutput {
  /// The target that an argument names.
  ///
  /// - Throws: `ValidationError` for a name that is none of them.
  static func target(_ argument: String) throws -> MovieTarget {
    if argument == "-" { return .y4m(fileDescriptor: 1) }
    guard !FilePlace.isRemote(argument) else {
      throw ValidationError("\(argument): movies and sequences are written to files; copy them afterwards")
    }
    let url = MediaInput.url(argument)
    if MovieContainer(pathExtension: url.pathExtension) != nil { return .movie(url) }
    if argument.hasSuffix("/") || FilePath(argument).isFolder { return try images(in: url, .png) }
    if let format = PhotoFormat(pathExtension: url.pathExtension) {
      guard isPattern(argument) else {
        throw ValidationError(
          "\(argument): the input has many frames; name a movie (.mp4, .mov, .mkv, .webm), a folder ending in / or "
            + "FOLDER/%06d.\(url.pathExtension) for pictures, or - for y4m")
      }
      return try images(in: url.deletingLastPathComponent(), format)
    }
    throw ValidationError(
      "\(argument): the output's name must end in \(MovieContainer.writtenExtensions); a name ending in / is a folder for "
        + "pictures, - is y4m on standard output")
  }

  /// Refuses a format of photos where frames are written in another one.
  ///
  /// - Parameter format: that of --format; nil if it is not given.
  /// - Throws: `ValidationError`.
  static func check(_ format: PhotoFormat?, for argument: String) throws {
    guard let format, !isPattern(argument) else { return }
    if argument == "-" {
      throw ValidationError(
        "the input has many frames, which standard output gets as y4m: leave --format out, or name a folder ending in / "
          + "for pictures")
    }
    if isMovie(argument) {
      throw ValidationError("--format is for photos; the kind of a movie follows from the name after -o")
    }
    guard format == .png else {
      let folder = argument.hasSuffix("/") ? argument : argument + "/"
      throw ValidationError(
        "\(argument): the pictures in a folder are PNG files; name \(folder)%06d.\(format.rawValue) for others")
    }
  }

  /// Refuses a name that is not that of a movie.
  ///
  /// - Parameter extensions: those that can be written.
  /// - Throws: `ValidationError`; not for a folder, which ``movie(_:)`` refuses with the code of outputs.
  static func checkMovieName(
    _ argument: String, in extensions: [String] = MovieContainer.allCases.map(\.rawValue)
  ) throws {
    let path = CommandLinePath.path(argument)
    let kind = path.extension?.lowercased() ?? ""
    guard argument.hasSuffix("/") || path.isFolder || extensions.contains(kind) else {
      throw ValidationError(
        "\(argument): the output's name must end in \(WordList.joined(extensions.map { ".\($0)" }, by: "or"))")
    }
  }

  /// The file of a movie to write.
  ///
  /// - Throws: `unwritable` for a folder.
  static func movie(_ argument: String) throws(FrameStreamError) -> URL {
    // A path loses a slash at its end.
    if argument.hasSuffix("/") {
      throw .unwritable(file: argument, reason: "it names a folder; name a file in it")
    }
    if CommandLinePath.path(argument).isFolder { throw .unwritable(file: argument, reason: "it is a folder") }
    return try MediaInput.movie(argument)
  }

  /// Pictures in a folder, which is created if necessary.
  static func images(in folder: URL, _ format: PhotoFormat) throws -> MovieTarget {
    try Folder.make(FilePath(folder.path))
    return .images(folder: folder, format: format)
  }

  /// - Parameter sources: what is read beside the main input, which may be edited in its place.
  /// - Throws: `unwritable` if what an argument names would replace one of them.
  static func check(_ argument: String, against sources: SourceFiles) throws {
    guard argument != "-" else { return }
    let place = try FilePlace(argument, path: CommandLinePath.path(argument))
    guard case .path(let path) = place else { return try sources.check(place) }
    if argument.hasSuffix("/") || path.isFolder {
      try sources.check(picturesIn: path)
    } else if isPattern(argument) {
      try sources.check(picturesIn: path.folder)
    } else {
      try sources.check(place)
    }
  }

  /// Whether a name stands for many pictures: `FOLDER/%06d.png`.
  static func isPattern(_ argument: String) -> Bool {
    ["%06d", "*"].contains(URL(filePath: argument).deletingPathExtension().lastPathComponent)
  }

  /// Whether a name is that of a movie.
  static func isMovie(_ argument: String) -> Bool {
    MovieContainer(pathExtension: URL(filePath: argument).pathExtension) != nil
  }
}
