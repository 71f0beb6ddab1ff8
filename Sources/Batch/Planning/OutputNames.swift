import MatteKit
import SystemPackage

/// The checked output names of a list: each belongs to one input, and matches its kind of file.
///
/// A few bits of each name are stored. Names that several inputs may have are compared exactly.
struct OutputNames: Sendable {
  private var all = BloomFilter()
  /// Outputs of inputs that occur more than once; these count once.
  private var repeated: Set<FilePath> = []
  /// Folders whose inputs are not known.
  private(set) var unreadable: [UnreadableFolder] = []

  /// - Parameter warn: called with warnings of inputs that could not be found or searched.
  /// - Throws: ``BatchError``.
  init(of inputs: InputCollection, _ terms: BatchPlan.Terms, reporting warn: (String) -> Void) throws(BatchError) {
    var doubtful: Set<Int> = []
    var nameless = Examples<(output: FilePath, input: FilePath)>()
    var contradictory = Examples<(output: FilePath, format: PhotoFormat)>()
    var (moviesLeftOut, moviesKept) = (0, 0)
    var iterator = inputs.makeIterator()
    while let input = iterator.next() {
      for warning in iterator.takeWarnings() { warn(warning) }
      guard let file = terms.file(of: input) else {
        moviesLeftOut += 1
        continue
      }
      if file.format.isMovie { moviesKept += 1 }
      if Self.isNameless(file) { nameless.append((file.output, file.input)) }
      if let format = Self.contradictedFormat(file) { contradictory.append((file.output, format)) }
      for (place, _) in file.places {
        let hash = place.hashValue
        if all.insert(hash) { doubtful.insert(hash) }
      }
    }
    for warning in iterator.takeWarnings() { warn(warning) }
    // A folder that is named twice is reported once.
    var seen: Set<UnreadableFolder> = []
    unreadable = iterator.takeUnreadable().filter { seen.insert($0).inserted }
    if moviesLeftOut > 0 {
      warn(
        "\(moviesLeftOut) movie\(moviesLeftOut == 1 ? " is" : "s are") left out: a batch of \(terms.effect) takes photos"
      )
    }
    if moviesKept > 0, terms.format != .same {
      warn(
        "the format \(terms.format.rawValue) is for photos, and \(moviesKept == 1 ? "1 movie stays a movie" : "\(moviesKept) movies stay movies")"
      )
    }
    if !nameless.isEmpty { throw .namesNoMovie(nameless.first, count: nameless.count) }
    if !contradictory.isEmpty { throw .contradictsFormat(contradictory.first, count: contradictory.count) }
    if !doubtful.isEmpty { repeated = try Self.repeated(among: doubtful, inputs, terms) }
  }

  /// Movies are written in the container of their output's extension, so that each needs one.
  private static func isNameless(_ file: PlannedFile) -> Bool {
    file.format.isMovie && MovieContainer(pathExtension: file.output.extension ?? "") == nil
  }

  /// The format of a photo that differs from its name's; nil if they agree, or the name determines none.
  private static func contradictedFormat(_ file: PlannedFile) -> PhotoFormat? {
    guard case .photo(let format) = file.format, let ext = file.output.extension,
      MediaKind(pathExtension: ext) != nil, PhotoFormat(pathExtension: ext) != format
    else { return nil }
    return format
  }

  /// The inputs that claim one place.
  private struct Claims {
    struct Claim: Hashable {
      let file: Known
      /// Its matte there; nil for the output itself.
      let matte: MatteKind?
    }

    enum Known: Hashable {
      case file(FileIdentity)
      case missing(FilePath)
    }

    var inputs: [FilePath] = []
    var all: Set<Claim> = []
    var count = 0

    var isOfMattes: Bool { all.contains { $0.matte != nil } }

    mutating func add(_ input: FilePath, matte: MatteKind?) {
      count += 1
      let known = input.identity.map { Known.file($0) } ?? .missing(input)
      if all.insert(Claim(file: known, matte: matte)).inserted { inputs.append(input) }
    }
  }

  /// The places, among those with these hashes, of inputs that are named several times.
  ///
  /// - Throws: ``BatchError/clash(_:)`` or ``BatchError/matteClash(_:)`` if they are several inputs.
  private static func repeated(
    among hashes: Set<Int>, _ inputs: InputCollection, _ terms: BatchPlan.Terms
  ) throws(BatchError) -> Set<FilePath> {
    var known: [FilePath: Claims] = [:]
    for input in inputs {
      guard let file = terms.file(of: input) else { continue }
      for (place, matte) in file.places where hashes.contains(place.hashValue) {
        known[place, default: Claims()].add(input.path, matte: matte)
      }
    }
    let clashes = known.filter { $0.value.inputs.count > 1 }.sorted { FilePath.precedes($0.key, $1.key) }
    func named(_ clashes: [(key: FilePath, value: Claims)]) -> [(output: FilePath, inputs: [FilePath])] {
      clashes.map { (terms.folder.appending($0.key), $0.value.inputs) }
    }
    let outputs = clashes.filter { !$0.value.isOfMattes }
    // If outputs are the same, so are their mattes.
    guard outputs.isEmpty else { throw .clash(named(outputs)) }
    guard clashes.isEmpty else {
      // For inputs that conflict in mattes of several kinds, one conflict is reported.
      var reported: Set<[FilePath]> = []
      throw .matteClash(named(clashes.filter { reported.insert($0.value.inputs).inserted }))
    }
    return Set(known.lazy.filter { $0.value.count > 1 }.map(\.key))
  }

  func makeIterator() -> Iterator { Iterator(names: self) }

  /// Determines, in the order of the list, which inputs are skipped.
  struct Iterator: Sendable {
    fileprivate let names: OutputNames
    private var handedOut: Set<FilePath> = []

    fileprivate init(names: OutputNames) { self.names = names }

    /// Whether a file is in the list, as the first of its output.
    mutating func admit(_ file: PlannedFile) -> Bool {
      // A file added after the check might take another one's place.
      guard names.all.mayContain(file.relativeOutput.hashValue) else { return false }
      guard !names.repeated.isEmpty, names.repeated.contains(file.relativeOutput) else { return true }
      return handedOut.insert(file.relativeOutput).inserted
    }
  }
}
