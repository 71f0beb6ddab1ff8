import MatteKit

/// Sorts any number of records in bounded memory (external merge sort): sorted portions are stored in a temporary file,
/// and merged as they are read.
struct ExternalSort<Record: BitwiseCopyable & Comparable> {
  private let capacity: Int
  private var records: [Record] = []
  private var file: TemporaryFile?
  /// The ranges of the sorted portions in the file, in records.
  private var portions: [Range<Int>] = []

  /// - Parameter capacity: how many records are held.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// - Throws: `unwritable`.
  mutating func append(_ record: Record) throws(PhotoFileError) {
    if records.count == capacity {
      records.sort()
      let file = if let known = self.file { known } else { try TemporaryFile() }
      let first = portions.last?.upperBound ?? 0
      var failure: PhotoFileError?
      records.withUnsafeBytes { bytes in
        do throws(PhotoFileError) {
          try file.append(bytes)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      portions.append(first..<first + records.count)
      self.file = file
      records.removeAll(keepingCapacity: true)
    }
    records.append(record)
  }

  /// All records in order; equal ones in any order.
  func sorted() -> Sorted { Sorted(records.sorted(), portions, in: file) }

  /// Goes through sorted records.
  struct Sorted {
    /// A portion, of which some is held.
    private struct Source {
      var rest: Range<Int>
      /// The next ones, the last first.
      var records: [Record]
    }

    private var sources: [Source]
    private let file: TemporaryFile?
    private static var readAtOnce: Int { 2048 }

    fileprivate init(_ records: [Record], _ portions: [Range<Int>], in file: TemporaryFile?) {
      sources = portions.map { Source(rest: $0, records: []) } + [Source(rest: 0..<0, records: records.reversed())]
      self.file = file
    }

    /// The next record; nil after the last.
    ///
    /// - Throws: `unreadable`.
    mutating func next() throws(PhotoFileError) -> Record? {
      var least: (index: Int, record: Record)?
      var index = 0
      while index < sources.count {
        if sources[index].records.isEmpty {
          guard try fill(index) else {
            sources.remove(at: index)
            continue
          }
        }
        if let record = sources[index].records.last, least.map({ record < $0.record }) ?? true {
          least = (index, record)
        }
        index += 1
      }
      guard let least else { return nil }
      return sources[least.index].records.popLast()
    }

    /// - Returns: whether there was anything left.
    private mutating func fill(_ index: Int) throws(PhotoFileError) -> Bool {
      let wanted = sources[index].rest.prefix(Self.readAtOnce)
      guard let file, !wanted.isEmpty else { return false }
      var failure: PhotoFileError?
      let stride = MemoryLayout<Record>.stride
      let records = [Record](unsafeUninitializedCapacity: wanted.count) { buffer, count in
        do throws(PhotoFileError) {
          let bytes = UnsafeMutableRawBufferPointer(buffer)
          try file.read(at: Int64(wanted.lowerBound * stride), into: bytes)
          count = wanted.count
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      sources[index].rest = wanted.upperBound..<sources[index].rest.upperBound
      sources[index].records = records.reversed()
      return true
    }
  }
}
