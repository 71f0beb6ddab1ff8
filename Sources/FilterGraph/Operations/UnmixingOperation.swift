import CPixelKernels

/// The person's share of a pixel at a soft matte, by the mix `I = aF + (1 - a)B`: the first input is the picture, the
/// next two are the nearby colours of person and background, all three opaque, the last is the matte. The result is
/// transparent where the matte exceeds the share that the colours show.
struct UnmixingOperation: PixelOperation {
  /// The squared difference of colours below which they are not evidence.
  private static let noise: Float = 0.02
  /// The matte's value up to which the colours decide, and that from which the matte does.
  private static let doubt: (from: Float, to: Float) = (0.5, 0.95)

  var name: String { "unmix" }
  var changesAlpha: Bool { true }

  func components(of input: Int, for needed: Components) -> Components {
    // Each component depends on all colours, as the share does; alpha is computed, not read.
    input == 3 ? .green : .color
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let (own, behind, matte) = (others[0], others[1], others[2])
    pk_unmix(
      row.red, row.green, row.blue, row.alpha, own.red, own.green, own.blue, behind.red, behind.green, behind.blue,
      matte.green, row.count, Self.noise, Self.doubt.from, Self.doubt.to)
  }
}

extension Image {
  /// The person of this picture in their own colours, transparent where the matte exceeds the share that the colours
  /// show; see ``UnmixingOperation``.
  ///
  /// - Parameters:
  ///   - own: the person's colours nearby.
  ///   - behind: the background's colours nearby.
  ///   - matte: the person's share of each pixel, in green, `0...1`.
  package func unmixed(own: Image, behind: Image, matte: Image) -> Image {
    Image(ImageNode(UnmixingOperation(), [node, own.node, behind.node, matte.node]))
  }
}
