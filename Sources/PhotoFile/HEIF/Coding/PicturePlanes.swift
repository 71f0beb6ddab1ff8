/// The memory of a picture to be coded, with samples of one or, for more than 8 bits, two bytes. Strides are in bytes.
struct PicturePlanes {
  let luma: UnsafeMutableRawPointer
  let lumaStride: Int
  /// Nil in a gray picture.
  let chroma: (cb: UnsafeMutableRawPointer, cr: UnsafeMutableRawPointer, stride: Int)?
}
