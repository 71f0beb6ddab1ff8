extension CenterFace {
  /// The size of the network's input.
  struct Input: Sendable, Hashable {
    /// The side of the input, in pixels; a multiple of 32.
    var side: Int
    /// The width of the face in the input, in pixels: the network needs its surroundings.
    var faceSize: Float

    /// For single pictures.
    static let still = Input(side: 192, faceSize: 64)
    /// For frames, in about the time of a mesh, a quarter of that of ``still``. It detected each of 182 heads from
    /// profile to profile in front of other pictures, and one face in 700 squares of pictures without people.
    static let frame = Input(side: 96, faceSize: 48)
  }
}
