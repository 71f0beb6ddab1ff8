import CPixelKernels

/// Planes of Y'CbCr of 8 bits with samples of all values, of which RGB holds few.
public struct RandomPlanes: Sendable {
  public let width: Int
  public let height: Int
  public var isWhole = false
  /// Whether there are as many rows of chroma as of luma (4:2:2).
  public var hasAllRows = false
  public var isCenteredX = false
  public var isCenteredY = true
  public var luma: [UInt8]
  public var cb: [UInt8]
  public var cr: [UInt8]

  public init(
    width: Int, height: Int, isWhole: Bool = false, hasAllRows: Bool = false, isCenteredX: Bool = false,
    isCenteredY: Bool = true, seed: UInt64
  ) {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    func samples(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
    (self.width, self.height, self.isWhole, self.hasAllRows) = (width, height, isWhole, hasAllRows)
    (self.isCenteredX, self.isCenteredY) = (isCenteredX, isCenteredY)
    luma = samples(width * height)
    let count = (isWhole ? width : (width + 1) / 2) * (isWhole || hasAllRows ? height : (height + 1) / 2)
    cb = samples(count)
    cr = samples(count)
  }

  public var chromaWidth: Int { isWhole ? width : (width + 1) / 2 }

  /// Calls `body` with the planes, valid during the call.
  public func withPlanes<Result>(_ body: (PKYCbCrPlanes) throws -> Result) rethrows -> Result {
    try luma.withUnsafeBytes { luma in
      try cb.withUnsafeBytes { cb in
        try cr.withUnsafeBytes { cr in
          try body(
            PKYCbCrPlanes(
              width: Int32(width), height: Int32(height), depth: 8, luma: luma.baseAddress, cb: cb.baseAddress,
              cr: cr.baseAddress, lumaStride: width, cbStride: chromaWidth, crStride: chromaWidth,
              halvesWidth: isWhole ? 0 : 1, halvesHeight: isWhole || hasAllRows ? 0 : 1,
              isCenteredX: isCenteredX ? 1 : 0,
              isCenteredY: isCenteredY ? 1 : 0, kr: 0.2126, kb: 0.0722, isFullRange: 0))
        }
      }
    }
  }

  /// Calls `body` with the same planes to be written to.
  public mutating func withTarget(_ body: (PKYCbCrTarget) -> Void) {
    let copy = self
    luma.withUnsafeMutableBytes { luma in
      cb.withUnsafeMutableBytes { cb in
        cr.withUnsafeMutableBytes { cr in
          body(
            PKYCbCrTarget(
              width: Int32(copy.width), height: Int32(copy.height), depth: 8, luma: luma.baseAddress,
              cb: cb.baseAddress, cr: cr.baseAddress, alpha: nil, lumaStride: copy.width, cbStride: copy.chromaWidth,
              crStride: copy.chromaWidth, alphaStride: 0, isWhole: copy.isWhole ? 1 : 0,
              hasAllRows: copy.hasAllRows ? 1 : 0,
              isCenteredX: copy.isCenteredX ? 1 : 0, isCenteredY: copy.isCenteredY ? 1 : 0, kr: 0.2126, kb: 0.0722,
              isFullRange: 0))
        }
      }
    }
  }
}
