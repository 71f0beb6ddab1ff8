/// A box of `ipco`: as it stands in the file, and what it says.
struct HEIFProperty: Hashable, Sendable {
  let box: RawBox
  /// Of a box that was put in and cannot be parsed only its type.
  let value: ItemProperty

  var type: FourCC { box.type }

  /// A box that is put in.
  init(_ box: RawBox) {
    self.box = box
    value = (try? ItemProperty(box, limits: .default)) ?? .other(box.type)
  }

  /// A box of a file.
  ///
  /// - Throws: what ``ItemProperty/init(_:limits:)`` throws.
  init(_ box: RawBox, limits: ReadingLimits) throws(HEIFFault) {
    self.box = box
    value = try ItemProperty(box, limits: limits)
  }

  /// The property with a copy of its box's contents, so that the file's bytes can be released.
  func detached() -> HEIFProperty { HEIFProperty(box.detached()) }
}
