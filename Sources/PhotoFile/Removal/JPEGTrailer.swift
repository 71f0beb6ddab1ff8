/// The data after a picture of a JPEG file that are not segments, classified by their first bytes.
struct JPEGTrailer {
  enum Kind: Hashable {
    /// Zeros.
    case padding
    /// A JPEG that is not in the index.
    case picture
    /// The movie of a motion photo.
    case movie
    case samsung
    case unknown
  }

  struct Piece: Hashable {
    let kind: Kind
    let range: Range<Int>
  }

  private(set) var bytes: [UInt8]
  let pieces: [Piece]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var pieces: [Piece] = []
    let samsung = SamsungTrailer(bytes, in: bytes.indices)
    let end = samsung?.start ?? bytes.count
    var position = 0
    func add(_ kind: Kind, to next: Int) {
      if next > position { pieces.append(Piece(kind: kind, range: position..<next)) }
      position = max(position, next)
    }
    while position < end {
      add(.padding, to: bytes[position..<end].firstIndex { $0 != 0 } ?? end)
      guard position < end else { break }
      // A movie's first size begins with a zero, too.
      if let first = pieces.last, first.kind == .padding, first.range.count < 4 || position >= 4 {
        for start in max(first.range.lowerBound, position - 3)..<position
        where MoviePlaces.isMovie(bytes, at: start..<end) {
          pieces[pieces.count - 1] = Piece(kind: .padding, range: first.range.lowerBound..<start)
          if first.range.lowerBound == start { pieces.removeLast() }
          position = start
          break
        }
      }
      let movieEnd =
        MoviePlaces.isMovie(bytes, at: position..<end) ? MoviePlaces.end(of: bytes, in: position..<end) : position
      if movieEnd > position {
        add(.movie, to: movieEnd)
      } else if let picture = EmbeddedPictures.picture(in: bytes, at: position..<end) {
        add(.picture, to: picture.upperBound)
      } else {
        add(.unknown, to: end)
      }
    }
    if let samsung {
      add(.samsung, to: samsung.end)
      add(.padding, to: bytes.count)
    }
    self.pieces = pieces
  }

  /// The names of the pieces in messages.
  var names: [String] {
    pieces.map { piece in
      switch piece.kind {
      case .movie, .samsung, .picture: Self.name(of: piece)
      case .padding, .unknown: "\(piece.range.count) bytes behind the last picture"
      }
    }
  }

  /// Applies a removal in place.
  mutating func clean(by removal: inout MetadataRemoval) {
    guard removal.isSearching else { return }
    for piece in pieces {
      switch piece.kind {
      case .padding: break
      case .picture:
        removal.eraseMetadata(
          of: EmbeddedPictures.Finding(range: piece.range, isComplete: true), in: &bytes,
          name: "data behind the picture")
      case .movie: MoviePlaces.erase(in: piece.range, of: &bytes, by: &removal, name: "movie")
      case .samsung: SamsungTrailer(bytes, in: piece.range)?.clean(&bytes, by: &removal)
      case .unknown: removal.noteUnknown(Self.name(of: piece))
      }
    }
  }

  /// The bytes without everything that shows the photo, or may; known parts are recorded.
  ///
  /// - Parameter unknown: receives the names of the remaining parts.
  func withoutPictures(record: inout RemovalRecord) -> [UInt8] {
    var kept: [UInt8] = []
    for piece in pieces {
      switch piece.kind {
      case .padding: break
      case .picture, .movie, .samsung: record.note(.picture, Self.name(of: piece))
      case .unknown:
        record.note(.unknown, Self.name(of: piece))
        kept += bytes[piece.range]
      }
    }
    return kept
  }

  private static func name(of piece: Piece) -> String {
    switch piece.kind {
    case .padding: "padding"
    case .picture: "picture behind the last of the index"
    case .movie: "movie"
    case .samsung: "Samsung's data behind the picture"
    case .unknown: "\(piece.range.count) bytes behind the picture"
    }
  }
}
