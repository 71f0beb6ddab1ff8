import MatteKit
import ObjectStorage
import SystemPackage

/// The photos that arguments name, one after the other: one page of a thousand objects of a bucket is held at a time.
/// For one thread at a time.
package struct PhotoListing: Sendable {
  /// The arguments that are still to be listed, in reverse order.
  private var arguments: [FilePlace]
  private let isRecursive: Bool
  private let remote: RemoteFiles
  /// The prefix of the results; nil if results are not objects.
  private let output: S3Location?
  private var waiting: [ListedPhoto]
  /// The prefix that is being listed.
  private var prefix: S3Location?
  private var continuation: String?
  private var foundAny = false
  private var movies = 0
  private var others: (count: Int, first: [String]) = (0, [])

  /// Number of photos that were listed but not returned yet.
  var waitingCount: Int { waiting.count }
  /// Whether all photos have been returned.
  var hasEnded: Bool { waiting.isEmpty && prefix == nil && arguments.isEmpty }

  /// - Parameters:
  ///   - arguments: objects, prefixes and addresses of the web.
  ///   - files: files of a disk, with their places in the tree.
  ///   - output: the prefix of the results; nothing below it is listed.
  package init(
    _ arguments: [FilePlace], files: [BatchInput], isRecursive: Bool, output: S3Location?, remote: RemoteFiles
  ) {
    self.arguments = arguments.reversed()
    self.isRecursive = isRecursive
    self.output = output
    self.remote = remote
    // Whether an animated GIF becomes a movie is decided with its output.
    let photos = files.filter { MediaKind(of: $0.path, isPhotoWanted: true) != .movie }
    movies = files.count - photos.count
    waiting = photos.reversed().map { ListedPhoto(place: .path($0.path), relative: $0.relative) }
  }

  /// Warnings about skipped inputs, a sentence each; complete when the listing has ended.
  package var warnings: [String] {
    var warnings: [String] = []
    if movies > 0 {
      warnings.append(
        "\(movies) movie\(movies == 1 ? " is" : "s are") left out: object storage and the web are read for photos; copy "
          + "movies to files first")
    }
    if others.count > 0 {
      let rest = others.count > others.first.count ? " and \(others.count - others.first.count) more" : ""
      warnings.append(
        "\(others.count) object\(others.count == 1 ? " is not a photo" : "s are not photos"), and left out: "
          + others.first.joined(separator: ", ") + rest)
    }
    return warnings
  }

  /// The next photo; nil after the last.
  ///
  /// - Throws: ``S3Error`` where the store does not list.
  package mutating func next() throws -> ListedPhoto? {
    while waiting.isEmpty {
      if let prefix {
        try addPage(of: prefix)
      } else if let argument = arguments.popLast() {
        try begin(argument)
      } else {
        return nil
      }
    }
    return waiting.popLast()
  }

  private mutating func begin(_ argument: FilePlace) throws {
    guard case .object(let location) = argument else {
      let name = argument.name.names.last.map { FilePath(root: nil, [$0]) } ?? FilePath("photo")
      return add(ListedPhoto(place: argument, relative: name), isNamed: true)
    }
    var prefix = location
    if !prefix.key.isEmpty, !prefix.key.hasSuffix("/") {
      if let object = try remote.bucket(location.bucket).head(location.key) {
        let name = location.key.split(separator: "/").last.map(String.init) ?? location.key
        return add(
          ListedPhoto(place: argument, relative: FilePath(bytes: name.utf8), object: object), isNamed: true)
      }
      prefix.key += "/"
    }
    (self.prefix, continuation, foundAny) = (prefix, nil, false)
  }

  private mutating func addPage(of prefix: S3Location) throws {
    let page = try remote.bucket(prefix.bucket).page(
      prefix: prefix.key, isRecursive: isRecursive, continuation: continuation)
    continuation = page.continuation
    if continuation == nil { self.prefix = nil }
    foundAny = foundAny || !page.objects.isEmpty
    if !foundAny, continuation == nil {
      // An empty listing and a misspelt name cannot be distinguished.
      throw S3Error.noSuchObject(place: prefix.description)
    }
    for object in page.objects {
      guard !isResult(object.key, in: prefix.bucket), !object.key.hasSuffix("/") else { continue }
      let parts = object.key.dropFirst(prefix.key.count).split(separator: "/", omittingEmptySubsequences: false)
      let place = FilePlace.object(S3Location(bucket: prefix.bucket, key: object.key))
      // Names that begin with a dot are ignored, as in folders.
      if parts.contains(where: { $0.hasPrefix(".") && $0 != "." && $0 != ".." }) { continue }
      var photo = ListedPhoto(
        place: place, relative: FilePath(bytes: parts.joined(separator: "/").utf8), object: object)
      if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(0) }) {
        photo.fault =
          "\(place): its key has an empty part, . or .., which stands for no place in a tree; name it by itself"
      }
      add(photo, isNamed: false)
    }
    waiting.reverse()
  }

  private func isResult(_ key: String, in bucket: String) -> Bool {
    guard let output, output.bucket == bucket, !output.key.isEmpty else { return false }
    return key.hasPrefix(output.key)
  }

  /// Counts a returned GIF that is a movie.
  mutating func countMovie() { movies += 1 }

  /// - Parameter isNamed: whether it was named explicitly: it is then a photo unless its name is that of a movie.
  private mutating func add(_ photo: ListedPhoto, isNamed: Bool) {
    let ext = photo.relative.extension ?? ""
    switch MediaKind(pathExtension: ext) {
    case .photo: waiting.append(photo)
    // A GIF of one frame is a photo.
    case .movie where PhotoFormat(pathExtension: ext) == .gif: waiting.append(photo)
    case .movie: movies += 1
    case nil where isNamed: waiting.append(photo)
    case nil:
      others.count += 1
      if others.first.count < 3 { others.first.append(photo.place.description) }
    }
  }
}
