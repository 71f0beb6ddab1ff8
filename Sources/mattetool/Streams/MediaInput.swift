import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// An input that an argument names: one photo, or the frames of a movie, an image sequence, a camera or a y4m stream.
enum MediaInput {
  case photo(InputFile)
  case frames(MovieSource)

  /// Opens an argument. The first bytes of standard input and of a pipe are read to distinguish y4m from a photo.
  ///
  /// - Parameters:
  ///   - frameRate: frames per second of an image sequence; nil if not given.
  ///   - start: the start of the required part of a movie file; nil for its beginning.
  ///   - end: the end of the required part; nil for its end.
  ///   - isPhotoWanted: whether an animated GIF is read as a photo (its first frame).
  ///   - remote: reads photos that are not on a disk.
  init(
    _ argument: String, frameRate: FrameRateArgument?, from start: MediaTime? = nil, to end: MediaTime? = nil,
    isPhotoWanted: Bool = false, remote: RemoteFiles
  ) throws {
    if FilePlace.isRemote(argument), Self.isPhoto(argument, orAnimation: isPhotoWanted) {
      let place = try FilePlace(argument)
      // For an input that is named as a photo, the first frame is read.
      if !isPhotoWanted, MediaKind(pathExtension: place.name.extension ?? "") != .photo, try remote.isAnimation(place) {
        throw FrameStreamError.unreadable(
          file: FilePlace.shown(argument),
          reason:
            "an animated GIF is a movie, and movies are read from files; copy it to a file first, or name an output "
            + "that is a photo, for its first frame")
      }
      self = .photo(InputFile(argument, remote: remote))
      return
    }
    let pipe = try DevicePath.openPipe(argument)
    guard argument == "-" || pipe != nil else {
      self =
        Self.isPhoto(argument, orAnimation: isPhotoWanted)
        ? .photo(InputFile(argument))
        : .frames(try Self.frames(argument, frameRate: frameRate, from: start, to: end))
      return
    }
    let (stream, name) = (pipe ?? .standardInput, pipe == nil ? "standard input" : argument)
    let first = try PlainFile.read(stream, name: name, atMost: Self.y4mSignature.count)
    guard first == Self.y4mSignature else {
      self = .photo(InputFile(argument, startingWith: first, of: pipe))
      return
    }
    if frameRate != nil { throw FrameRateArgument.needless(for: name) }
    self = .frames(
      MovieSource(try Y4MStream(fileDescriptor: stream.rawValue, name: name, startingWith: first), name: name))
  }

  /// The frames of an argument, also of a single photo.
  ///
  /// - Throws: `ValidationError` for a frame rate of an input with times of its own.
  static func frames(
    _ argument: String, frameRate: FrameRateArgument?, from start: MediaTime? = nil, to end: MediaTime? = nil
  ) throws -> MovieSource {
    let (isDevice, isPipe) = (DevicePath.isDevice(argument), DevicePath.isPipe(argument))
    let hasOwnTimes = argument == "-" || isDevice || isPipe
    if frameRate != nil, hasOwnTimes { throw FrameRateArgument.needless(for: argument) }
    if argument == "-" { return MovieSource(try Y4MStream(), name: "standard input") }
    guard !FilePlace.isRemote(argument) else {
      throw FrameStreamError.unreadable(
        file: argument, reason: "movies are read from files; copy it to a file first, or give a pipe (-)")
    }
    if DevicePath.isMemory(argument) {
      throw FrameStreamError.unreadable(file: argument, reason: "it is neither a file nor a camera")
    }
    if isDevice { return MovieSource(try Camera(device: argument)) }
    if let pipe = try DevicePath.openPipe(argument) {
      return MovieSource(try Y4MStream(fileDescriptor: pipe.rawValue, name: argument), name: argument)
    }
    guard isImageSequence(argument) else {
      let source = try MovieSource(movie: movie(argument), from: start, to: end)
      if frameRate != nil { throw FrameRateArgument.needless(for: argument) }
      return source
    }
    let rate = frameRate ?? .default
    return MovieSource(try imageSequence(argument, frameRate: rate), name: argument)
  }

  /// The pictures that an argument names. One alone is a picture by its content, whatever its name.
  static func imageSequence(
    _ argument: String, frameRate: FrameRateArgument
  ) throws(FrameStreamError) -> ImageSequence {
    let isOne = (try? CommandLinePath.path(argument).stat())?.type == .regular
    return isOne
      ? try ImageSequence(files: [url(argument)], frameRate: frameRate.rate)
      : try ImageSequence(matching: argument, frameRate: frameRate.rate)
  }

  /// The file of a movie that an argument names.
  ///
  /// - Throws: `FrameStreamError.unreadable` for a path that is not UTF-8: FFmpeg opens files by strings.
  static func movie(_ argument: String) throws(FrameStreamError) -> URL {
    let path = CommandLinePath.path(argument)
    guard path.isText else {
      throw .unreadable(
        file: path.shown, reason: "its path is not UTF-8, as that of a movie has to be; rename the file")
    }
    return url(argument)
  }

  /// The file that an argument names. A name that begins with a tilde is that of a file here: the shell has replaced
  /// those that stand for home folders.
  static func url(_ argument: String) -> URL { URL(filePath: argument.hasPrefix("~") ? "./\(argument)" : argument) }

  private static let y4mSignature = Array("YUV4MPEG2".utf8)

  /// Whether a file begins as photos do. An unreadable or unknown file is classified by its name, so that a damaged
  /// photo is reported as one.
  ///
  /// - Parameter orAnimation: whether an animated GIF, which is a movie elsewhere, counts as a photo: its first frame.
  ///   A remote one always does, because it must be read to be detected.
  static func isPhoto(_ argument: String, orAnimation: Bool = false) -> Bool {
    if DevicePath.isDevice(argument) { return false }
    // Bytes that are read from a pipe to detect its format would be lost.
    if DevicePath.isPipe(argument) { return true }
    if FilePlace.isRemote(argument) {
      // Remote files are not requested only to detect their format: without the extension of a movie they are read as
      // photos.
      let ext = (try? FilePlace(argument))?.name.extension ?? ""
      return MediaKind(pathExtension: ext) != .movie || PhotoFormat(pathExtension: ext) == .gif
    }
    let path = CommandLinePath.path(argument)
    guard let start = try? PlainFile.read(path, atMost: MediaKind.signatureLength) else {
      return PhotoFormat(pathExtension: path.extension ?? "") != nil && !ImageSequence.isPattern(argument)
    }
    if PhotoFormat(signature: start) == .gif { return orAnimation || MediaKind.isSingleFrame(path) }
    return (MediaKind(signature: start) ?? MediaKind(pathExtension: path.extension ?? "")) == .photo
  }

  /// Whether the input is a folder, a picture, or a pattern that is not the name of a file.
  static func isImageSequence(_ argument: String) -> Bool {
    let status = try? CommandLinePath.path(argument).stat()
    if status?.isFolder == true { return true }
    return status != nil ? isPhoto(argument) : ImageSequence.isPattern(argument)
  }
}
