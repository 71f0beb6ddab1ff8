import FoundationEssentials
import MatteKit
import SystemPackage

/// Writes what is found in photos: a JSON document for each, and their mattes as files beside it.
package final class AnalysisProcessor: MediaProcessor {
  /// The subject of the analysis.
  package enum Subject: Sendable, Hashable {
    case faces
    /// - Parameter isFullSize: whether mattes have the size of the photo instead of half of it.
    case mattes(Set<MatteKind>, isFullSize: Bool)
  }

  private struct NoMovies: Error, CustomStringConvertible {
    let description: String
  }

  private let subject: Subject
  private let options: ProcessingOptions
  private let networks: PhotoNetworks
  /// Makes the document of a photo.
  private let document: @Sendable (Photo, [Face], MatteSet) throws -> [UInt8]

  package let containers = ContainerChoice()
  package let product = PhotoProduct.document
  package let readFiles: [FilePath] = []

  /// - Parameter document: makes the document of a photo with its faces and upright mattes, which have the size that is
  ///   written.
  package init(
    _ subject: Subject, options: ProcessingOptions,
    document: @escaping @Sendable (Photo, [Face], MatteSet) throws -> [UInt8]
  ) {
    self.subject = subject
    self.options = options
    self.document = document
    networks = PhotoNetworks(for: options)
  }

  package var name: String {
    switch subject {
    case .faces: "faces"
    case .mattes: "mattes"
    }
  }

  package var companions: [MatteKind] {
    switch subject {
    case .faces: []
    case .mattes(let kinds, _): MatteKind.generated.filter(kinds.contains)
    }
  }

  package var recipe: String {
    var words = options.words + [WeightsDigest.digest(of: options.weights)]
    if case .mattes(let kinds, let isFullSize) = subject {
      words += kinds.map(\.rawValue).sorted() + ["\(isFullSize)"]
    }
    return RecipeDigest(path: { _ in FilePath() }).digest(
      effect: "analysis of \(name)", settings: [], coding: words, version: SoftwareVersion.current)
  }

  package var movieProcessor: any MovieFileProcessor { self }

  package var networkMemory: Int {
    switch subject {
    case .faces: MemoryEstimate.faceNetworks
    case .mattes: networks.memory
    }
  }

  package func prepare() throws {
    if case .faces = subject { return try networks.loadedDetector().prepare() }
    try networks.prepare()
  }

  package func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    MemoryEstimate.bytes(for: try PhotoSummary(data: data, name: name), fileBytes: data.count, as: .png)
  }

  package func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    let photo = try clock.time("decode") { () throws in
      try Photo(
        data: data, name: name,
        options: ReadingOptions(allowsIncomplete: options.allowsIncomplete, auxiliaryImages: .none))
    }
    let faces = try clock.time("faces") {
      try networks.loadedDetector().with(options.faces, maximumFaces: 1000).faces(in: photo)
    }
    var mattes = MatteSet()
    var warnings = photo.warnings.map { "\($0)" }
    if case .mattes(let kinds, let isFullSize) = subject {
      let largest = Array(faces.prefix(MatteGenerator.maximumCloseUps))
      let found = try networks.loadedGenerator().mattes(kinds, for: photo, faces: largest, in: .upright) {
        clock.add($1, to: $0.rawValue)
      }
      if found.isEmpty { warnings.append(found.reasonForNone(of: kinds, faces: faces)) }
      mattes = found
      if isFullSize {
        for matte in found {
          let pixels = try matte.pixels.resized(to: photo.uprightSize)
          mattes.insert(
            Matte(kind: matte.kind, pixels: pixels, coordinateSpace: .upright, confidence: matte.confidence))
        }
      }
    }
    return ProcessedPhoto(
      data: try document(photo, faces, mattes), faces: faces, mattes: mattes.kinds, separateMattes: mattes,
      confidence: mattes.confidence, warnings: warnings)
  }
}

extension AnalysisProcessor: MovieFileProcessor {
  package func requiredMemory(for movie: FilePath, as container: MovieContainer) throws -> Int { 0 }

  package func process(
    _ movie: FilePath, to output: FilePath, overwriting: Bool,
    reporting report: @escaping @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie {
    throw NoMovies(
      description: "\(movie.shown): it is a movie, and a batch of \(name) takes photos; `mattetool "
        + "\(name == "faces" ? "track" : "mattes")` takes a movie")
  }
}
