/// The location of the chroma samples of 4:2:0 and 4:2:2 (Core Video's `kCVImageBufferChromaLocation`).
public enum ChromaLocation: Int32, Sendable, Hashable, CaseIterable {
  /// Not stated; as ``left``.
  case unspecified = 0
  /// In the column of the even luma samples, between two rows: MPEG-2, H.264.
  case left = 1
  /// In the centre of four luma samples: JPEG, MPEG-1.
  case center = 2
  /// At the even luma samples of even rows: BT.2020, Ultra HD.
  case topLeft = 3
  /// Between the columns, at the even rows.
  case top = 4
  /// In the column of the even luma samples, at the odd rows.
  case bottomLeft = 5
  /// Between the columns, at the odd rows.
  case bottom = 6
}
