import Imaging

extension Photo {
  /// Retains everything that can be written again unchanged: the coded form of each auxiliary image, images that could
  /// not be decoded, and everything else in the file.
  mutating func retainSource(_ document: PhotoDocument, file: String, options: ReadingOptions) {
    guard let retained = PhotoSource.retained(of: document, for: self, file: file, limits: options.limits) else {
      return
    }
    source = retained.source
    let coded = retained.images.filter {
      // Alpha that became part of the pixels is written from them.
      options.auxiliaryImages.contains($0.type) && !($0.type.isAlpha && pixels.alphaType != .opaque)
    }
    for type in Set(coded.map(\.type)) {
      let originals = coded.filter { $0.type == type }
      let places = auxiliaryImages.indices.filter { auxiliaryImages[$0].type == type }
      if places.count == originals.count {
        for (place, original) in zip(places, originals) { auxiliaryImages[place].encoded.value = original }
      } else if places.isEmpty {
        undecodedImages += originals.map { UndecodedAuxiliaryImage(encoded: $0, reason: $0.reasonNotToDecode()) }
      }
    }
    undecodedImages.sort { $0.type.rawValue < $1.type.rawValue }
  }

  /// Names of further parts of the photo's file besides the picture, metadata and auxiliary images. They are retained,
  /// and written again to files of the same format while the picture keeps its size.
  public var furtherItems: [String] { source?.furtherItems ?? [] }
}

extension EncodedAuxiliaryImage {
  /// Why the image cannot be decoded.
  func reasonNotToDecode() -> String {
    do throws(PhotoFileError) {
      _ = try decoded()
      return "it is damaged"
    } catch {
      return "\(error)"
    }
  }
}
