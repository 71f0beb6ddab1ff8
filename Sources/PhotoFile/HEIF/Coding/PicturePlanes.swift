/// The memory of a picture to be coded. Samples have one byte, or two if they have more than 8 bits. Strides are in
/// bytes.
struct PicturePlanes {
  /// The chroma planes, which have one stride.
  struct Chroma {
    let cb: UnsafeMutableRawPointer
    let cr: UnsafeMutableRawPointer
    let stride: Int
  }

  let luma: UnsafeMutableRawPointer
  let lumaStride: Int
  /// Nil in a gray picture.
  let chroma: Chroma?
}
