import Imaging

@testable import PhotoFile

extension HEIFAssembler {
  /// Adds a coded picture with the properties that it needs.
  ///
  /// - Parameter size: nil for the picture's own.
  mutating func add(_ picture: CodedPicture, size: PixelSize? = nil, isHidden: Bool = false) -> Int {
    let configuration = picture.configuration
    let item = add(type: configuration.codec.itemType, isHidden: isHidden, data: picture.data)
    associate(.imageSize(size ?? configuration.parameters.size), with: item, isEssential: false)
    associate(.configuration(configuration), with: item, isEssential: true)
    return item
  }
}
