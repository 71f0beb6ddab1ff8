/// A box of `ipco`: its bytes, and their parsed value.
struct HEIFProperty: Hashable, Sendable {
  let box: RawBox
  /// Only the type, for an added box that cannot be parsed.
  let value: ItemProperty

  var type: FourCC { box.type }

  /// A box to be added.
  init(_ box: RawBox) {
    self.box = box
    value = (try? ItemProperty(box, limits: .default)) ?? .other(box.type)
  }

  /// A box of a file.
  ///
  /// - Throws: the errors of ``ItemProperty/init(_:limits:)``.
  init(_ box: RawBox, limits: ReadingLimits) throws(HEIFError) {
    self.box = box
    value = try ItemProperty(box, limits: limits)
  }

  /// The property with a copy of its box's contents, so that the file's bytes can be released.
  func detached() -> HEIFProperty { HEIFProperty(box.detached()) }
}
