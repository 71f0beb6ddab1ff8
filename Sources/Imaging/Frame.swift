/// One picture of a stream, with its orientation and presentation time.
public struct Frame: Sendable, Hashable {
  private enum Content: Sendable {
    case pixels(PixelBuffer)
    case picture(any FramePicture)
    /// While the pixels are changed in place.
    case taken
  }

  private var content: Content
  /// The orientation that turns ``pixels`` upright.
  public var orientation: Orientation
  /// The presentation time that the source gave.
  public var time: MediaTime
  /// The metadata of the camera or the decoder.
  public var attachments = FrameAttachments()
  /// The lease that ends when the frame is released everywhere. It is not part of the frame's value.
  package var lease: FrameLease?

  /// Creates a frame.
  public init(pixels: PixelBuffer, orientation: Orientation = .up, time: MediaTime) {
    content = .pixels(pixels)
    self.orientation = orientation
    self.time = time
  }

  /// A frame whose pixels are made on demand.
  package init(picture: any FramePicture, orientation: Orientation = .up, time: MediaTime) {
    content = .picture(picture)
    self.orientation = orientation
    self.time = time
  }

  /// The pixels as stored. Those of a movie are converted on first use; ``size`` is known before.
  public var pixels: PixelBuffer {
    get {
      switch content {
      case .pixels(let pixels): pixels
      case .picture(let picture): picture.pixels
      case .taken: preconditionFailure("the pixels of a frame are being changed")
      }
    }
    _modify {
      var pixels = pixels
      // Otherwise the frame would share its storage, and be copied on writing.
      content = .taken
      defer { content = .pixels(pixels) }
      yield &pixels
    }
  }

  /// The size of ``pixels``.
  public var size: PixelSize {
    switch content {
    case .pixels(let pixels): pixels.size
    case .picture(let picture): picture.size
    case .taken: preconditionFailure("the pixels of a frame are being changed")
    }
  }

  /// The format of ``pixels``.
  package var format: PixelFormat { picture?.format ?? pixels.format }

  /// Whether ``pixels`` are opaque, as are all that are made on demand.
  package var isOpaque: Bool { picture != nil || pixels.alphaType == .opaque }

  /// The colour space of ``pixels``.
  package var colorSpace: ColorSpace { picture?.colorSpace ?? pixels.colorSpace }

  /// The picture from which the pixels are made; nil if there are only pixels.
  package var picture: (any FramePicture)? {
    if case .picture(let picture) = content { picture } else { nil }
  }

  public static func == (left: Frame, right: Frame) -> Bool {
    guard left.orientation == right.orientation, left.time == right.time, left.attachments == right.attachments else {
      return false
    }
    if let own = left.picture, let other = right.picture, own === other { return true }
    return left.pixels == right.pixels
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(pixels)
    hasher.combine(orientation)
    hasher.combine(time)
    hasher.combine(attachments)
  }
}
