import Glibc
import Imaging
import Synchronization

/// Codes the tiles of a picture while others still decide what becomes of it, as faces are looked for and mattes made: what
/// stays as it was need not be coded again. A tile's bytes depend on its pixels and the settings alone, so that files are the
/// same with it and without.
///
/// Its threads have the lowest priority and take what the decision leaves of the cores. May be shared by threads.
package final class TilesAhead: Sendable {
  private enum Tile: Sendable {
    case open, inWork, failed
    case coded(CodedPicture)
  }

  private struct State: Sendable {
    var tiles: [Tile]
    /// Tiles that nobody has begun, the next one last.
    var order: [Int]
  }

  private let encoder: ColorTileEncoder
  private let state: Mutex<State>
  /// Threads that have not been waited for.
  private let threads = Mutex<[pthread_t]>([])

  /// Begins to code a photo's picture.
  ///
  /// - Parameters:
  ///   - photo: opaque, as a rule.
  ///   - options: what the file will be written with.
  /// - Returns: nil where there is nothing to gain: a format that has no tiles or one core.
  package static func begin(_ photo: Photo, as options: EncodingOptions) -> TilesAhead? {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let depth = options.bitDepth ?? (photo.pixels.format.bitsPerComponent > 8 ? 10 : 8)
    guard options.format == .heic, cores > 1, [8, 10, 12].contains(depth), photo.pixels.alphaType != .premultiplied,
      let encoder = try? ColorTileEncoder(
        pixels: photo.pixels, codec: .hevc, quality: options.quality, depth: depth, speed: options.speed),
      encoder.grid.tileCount >= leastTiles
    else { return nil }
    let ahead = TilesAhead(encoder)
    for _ in 0..<min(cores, encoder.grid.tileCount) { ahead.startThread() }
    return ahead
  }

  /// Fewer are coded in no time.
  private static let leastTiles = 12

  private init(_ encoder: ColorTileEncoder) {
    self.encoder = encoder
    let grid = encoder.grid
    // People stand in the middle, and with them what changes.
    func distance(_ tile: Int) -> Double {
      let (x, y) = (Double(tile % grid.columns) + 0.5, Double(tile / grid.columns) + 0.5)
      return max(abs(x / Double(grid.columns) - 0.5), abs(y / Double(grid.rows) - 0.5))
    }
    let order = (0..<grid.tileCount).sorted { (distance($0), $0) < (distance($1), $1) }
    state = Mutex(State(tiles: [Tile](repeating: .open, count: grid.tileCount), order: order))
  }

  private func startThread() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        // Of Linux's threads each has a priority of its own. x265's threads get that of their maker.
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19)
        Unmanaged<TilesAhead>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
    if status == 0 { threads.withLock { $0.append(thread) } } else { context.release() }
  }

  private func work() {
    while true {
      let next = state.withLock { state -> Int? in
        guard let tile = state.order.popLast() else { return nil }
        state.tiles[tile] = .inWork
        return tile
      }
      guard let next else { return }
      let coded = try? encoder.encode(tile: next)
      state.withLock { $0.tiles[next] = coded.map { .coded($0) } ?? .failed }
    }
  }

  /// Begins no further tile.
  package func stop() { state.withLock { $0.order = [] } }

  /// Begins no further tile, and waits for those in work. To be called before the process ends.
  package func finish() {
    stop()
    waitForAll()
  }

  /// Waits until all tiles are done, or after ``stop()`` those in work.
  func waitForAll() {
    threads.withLock { threads in
      for thread in threads { pthread_join(thread, nil) }
      threads = []
    }
  }

  /// Whether a tile is being coded.
  func isInWork(_ index: Int) -> Bool {
    state.withLock { state in
      if state.tiles.indices.contains(index), case .inWork = state.tiles[index] { true } else { false }
    }
  }

  /// A tile as an encoder would code it; nil if that has not been done. Waits for one in work.
  func tile(_ index: Int, for other: ColorTileEncoder) -> CodedPicture? {
    guard encoder.settings == other.settings, encoder.tileSize == other.tileSize, showsSame(index, as: other) else {
      return nil
    }
    if isInWork(index) { finish() }
    return state.withLock { state in
      if case .coded(let picture) = state.tiles[index] { picture } else { nil }
    }
  }

  /// Whether a tile's pixels are the same in both pictures.
  private func showsSame(_ index: Int, as other: ColorTileEncoder) -> Bool {
    let (own, pixels) = (encoder.pixels, other.pixels)
    guard own.size == pixels.size, own.format == pixels.format, encoder.grid == other.grid else { return false }
    let origin = encoder.grid.origin(ofTile: index, tileSize: encoder.tileSize)
    let rows = origin.y..<min(own.height, origin.y + encoder.tileSize.height)
    let count = (min(own.width, origin.x + encoder.tileSize.width) - origin.x) * own.format.bytesPerPixel
    let start = origin.x * own.format.bytesPerPixel
    return own.withUnsafeBytes { first in
      pixels.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return false }
        return rows.allSatisfy { y in
          memcmp(first + y * own.rowBytes + start, second + y * pixels.rowBytes + start, count) == 0
        }
      }
    }
  }
}
