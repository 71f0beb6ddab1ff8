import ArgumentParser
import Batch
import MatteKit

/// The target that `-o` of `mattes` names.
enum MattePlace: Equatable {
  case folder
  /// A file of one matte; nil for a movie.
  case file(PhotoFormat?)
  case standardOutput

  /// - Parameters:
  ///   - argument: the argument. A name with the extension of a picture or a movie is a file, unless it is that of a
  ///     folder.
  ///   - isOfMovie: whether the mattes are a movie's.
  ///   - kinds: the requested mattes.
  /// - Throws: `ValidationError` for a file that does not support them.
  init(_ argument: String, ofMovie isOfMovie: Bool, kinds: [MatteKind]) throws {
    if argument == "-" {
      self = .standardOutput
      return
    }
    let place = try FilePlace(argument, path: CommandLinePath.path(argument))
    let ext = place.name.extension ?? ""
    guard !argument.hasSuffix("/"), MediaKind(pathExtension: ext) != nil, !Self.isFolder(place) else {
      self = .folder
      return
    }
    if isOfMovie {
      guard MovieContainer(pathExtension: ext) != nil else {
        throw ValidationError(
          "\(argument): a movie's mattes are written as \(MovieContainer.writtenExtensions); for pictures give a folder, and "
            + "--format png")
      }
      self = .file(nil)
    } else {
      guard let format = PhotoFormat(pathExtension: ext), format.isWritable else {
        throw ValidationError("\(argument): a photo's matte is a picture; name it .png, or give a folder")
      }
      self = .file(format)
    }
    guard kinds.count == 1 else {
      throw ValidationError("\(argument): a file holds one matte; name it with --kinds, or give a folder for all")
    }
  }

  /// The format of a picture there.
  var format: PhotoFormat {
    if case .file(let format?) = self { return format }
    return .png
  }

  /// Whether an argument is the name of one picture.
  static func isPicture(_ argument: String) -> Bool {
    guard argument != "-", !argument.hasSuffix("/"), !FrameOutput.isPattern(argument),
      let place = try? FilePlace(argument, path: CommandLinePath.path(argument))
    else { return false }
    return PhotoFormat(pathExtension: place.name.extension ?? "")?.isWritable == true && !isFolder(place)
  }

  private static func isFolder(_ place: FilePlace) -> Bool {
    guard case .path(let path) = place else { return false }
    return path.isFolder
  }
}
