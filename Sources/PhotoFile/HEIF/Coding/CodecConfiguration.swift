/// A decoder's configuration for a picture: the property `hvcC` or `av1C`.
enum CodecConfiguration: Hashable {
  case hevc(HEVCConfiguration)
  case av1(AV1Configuration)

  var codec: PictureCodec {
    switch self {
    case .hevc: .hevc
    case .av1: .av1
    }
  }

  var parameters: PictureParameters {
    switch self {
    case .hevc(let configuration): configuration.parameters.picture
    case .av1(let configuration): configuration.header.picture
    }
  }

  /// The type of the property's box.
  var boxType: FourCC {
    switch self {
    case .hevc: "hvcC"
    case .av1: "av1C"
    }
  }

  /// The contents of the property's box.
  var bytes: [UInt8] {
    switch self {
    case .hevc(let configuration): configuration.bytes
    case .av1(let configuration): configuration.bytes
    }
  }

  /// Reads the configuration of an item. AV1's may need the start of the item's data.
  ///
  /// - Returns: nil if none of the properties is the configuration of `codec`.
  init?(
    of id: UInt32, codec: PictureCodec, properties: [ItemProperty], in document: HEIFDocument
  ) throws(HEIFError) {
    for property in properties {
      switch (property, codec) {
      case (.hevcConfiguration(let contents), .hevc):
        self = .hevc(try HEVCConfiguration(contents))
        return
      case (.av1Configuration(let contents), .av1):
        self = .av1(
          try AV1Configuration(contents) { () throws(HEIFError) in
            try document.start(of: id, count: AV1SequenceHeader.longestPrefix)
          })
        return
      default: continue
      }
    }
    return nil
  }
}
