import CPixelKernels

/// The person's share of a pixel that a soft matte says is a mix, `I = aF + (1 - a)B`: the first input is the picture, the
/// next two are the colours that person and background have nearby, all three opaque, the last is the matte. The result is
/// transparent as far as the matte claims more than the colours show.
struct UnmixingOperation: PixelOperation {
  /// The square of a difference of colours below which they tell nothing.
  private static let noise: Float = 0.02
  /// Up to the first value of the matte the colours are believed, from the second on the matte.
  private static let doubt: (from: Float, to: Float) = (0.5, 0.95)

  var name: String { "unmix" }
  var changesAlpha: Bool { true }

  func components(of input: Int, for needed: Components) -> Components {
    // Each component depends on all colours, as the share does; alpha is made, not read.
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
  /// The person of this picture in their own colours, transparent as far as the matte claims more than the colours show; see
  /// ``UnmixingOperation``.
  ///
  /// - Parameters:
  ///   - own: the person's colours nearby.
  ///   - behind: the background's colours nearby.
  ///   - matte: how much of a pixel is the person's, in green, `0...1`.
  package func unmixed(own: Image, behind: Image, matte: Image) -> Image {
    Image(ImageNode(UnmixingOperation(), [node, own.node, behind.node, matte.node]))
  }
}
