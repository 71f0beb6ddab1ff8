import Batch
import MatteKit
import SystemPackage

/// An input that an argument names: a file, an object, an address of the web, or standard input for `-`.
struct InputFile {
  private let argument: String
  /// The bytes already read from standard input or a pipe.
  private let start: [UInt8]
  /// The pipe that the argument names, if it is open already.
  private let pipe: FileDescriptor?
  /// The file, if the argument may not be its exact name.
  private let path: FilePath?
  /// The reader of remote inputs; nil if only files are read.
  private let remote: RemoteFiles?

  init(
    _ argument: String, startingWith start: [UInt8] = [], of pipe: FileDescriptor? = nil, remote: RemoteFiles? = nil
  ) {
    self.argument = argument
    self.start = start
    self.pipe = pipe
    self.remote = remote
    path = nil
  }

  /// A file that no argument names, whose name need not be UTF-8: messages then show it percent-encoded.
  init(_ path: FilePath) {
    argument = path.shown
    (start, pipe, remote, self.path) = ([], nil, nil, path)
  }

  private var filePath: FilePath { path ?? CommandLinePath.path(argument) }

  var isStandardInput: Bool { path == nil && argument == "-" }

  /// Whether reading has begun, so that it cannot be opened by its name.
  var isBegun: Bool { isStandardInput || pipe != nil }

  /// The name in messages and reports: a name that is not UTF-8 is percent-encoded.
  var name: String {
    if isStandardInput { return "standard input" }
    if isRemote { return FilePlace.shown(argument) }
    return filePath.isText ? argument : filePath.shown
  }

  var isRemote: Bool { path == nil && FilePlace.isRemote(argument) }

  /// The place of the file; nil for standard input.
  var place: FilePlace? {
    if isStandardInput { return nil }
    return isRemote ? try? FilePlace(argument) : .path(filePath)
  }

  /// The name without extension, for outputs, to the byte: names that are not UTF-8 stay distinct.
  private var stem: [UInt8] {
    if isStandardInput { return Array("stdin".utf8) }
    let place = try? FilePlace(argument, path: filePath)
    return place?.name.stemBytes ?? []
  }

  /// The name of an output made from it: its own without extension, and a suffix such as `.hair.png`.
  func outputName(_ suffix: String) -> FilePath { FilePath(bytes: stem + Array(suffix.utf8)) }

  /// The bytes of a photo's file.
  ///
  /// - Throws: as ``Photo/init(contentsOf:options:)`` for a file that cannot be read or is of an unknown format;
  ///   `S3Error` and `WebError` for others.
  func photoBytes() throws -> [UInt8] {
    if isBegun { return try PhotoBytes.read(pipe ?? .standardInput, name: name, startingWith: start) }
    if isRemote, let remote { return try remote.photoBytes(of: FilePlace(argument)) }
    try checkIsFile()
    return try PhotoBytes.read(filePath, name: name)
  }

  /// The bytes of a photo's file, with zeros in place of data that only decoders need, if these need not be read.
  ///
  /// - Throws: the errors of ``photoBytes()``.
  func structureBytes() throws -> [UInt8] {
    guard isRemote, let remote else { return try photoBytes() }
    return try remote.structureBytes(of: FilePlace(argument))
  }

  /// The bytes of a file of any kind, such as a list or a recipe.
  ///
  /// - Throws: `unreadable`, also if the file is longer than `limit` bytes.
  func bytes(atMost limit: Int = .max - 1) throws(PhotoFileError) -> [UInt8] {
    try checkIsFile()
    // Reading one byte more than allowed detects a file that is too long.
    let bytes =
      isStandardInput
      ? try PlainFile.read(.standardInput, name: name, atMost: limit + 1)
      : try PlainFile.read(filePath, atMost: limit + 1)
    guard bytes.count <= limit else { throw .unreadable(file: name, reason: "it is longer than \(limit) bytes") }
    return bytes
  }

  func photo(options: ReadingOptions = .default) throws -> Photo {
    try Photo(data: try photoBytes(), name: name, options: options)
  }

  /// The photo, decoded while the networks are loaded that a detector needs first.
  ///
  /// - Parameter makeDetector: called once the file has been read.
  /// - Throws: the errors of the photo's reader, then those of the detector.
  func photo(
    options: ReadingOptions = .default, whilePreparing makeDetector: () throws -> FaceDetector
  ) throws -> (photo: Photo, detector: FaceDetector) {
    let bytes = try photoBytes()
    let detector = try makeDetector()
    let (read, prepared) = concurrently {
      Result { try Photo(data: bytes, name: name, options: options) }
    } _: {
      Result { try detector.prepareSearch() }
    }
    let photo = try read.get()
    try prepared.get()
    return (photo, detector)
  }

  private func checkIsFile() throws(PhotoFileError) {
    guard !isRemote else {
      throw .unreadable(file: name, reason: "only files are read here; copy it to a file first")
    }
  }
}
