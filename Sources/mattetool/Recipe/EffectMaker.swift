import MatteKit
import Synchronization

/// Applies one effect to photos. Networks are loaded once, when they are first needed.
final class EffectMaker: PhotoMaker {
  private let effect: any Effect
  private let coding: CodingOptions
  private let detector: FaceDetector
  private let generator = Mutex<MatteGenerator?>(nil)

  init(_ effect: any Effect, coding: CodingOptions) throws {
    self.effect = effect
    self.coding = coding
    detector = try FaceDetector()
  }

  /// Loads the networks now.
  func load() throws { _ = try loadedGenerator() }

  private func loadedGenerator() throws -> MatteGenerator {
    try generator.withLock { generator in
      if let generator { return generator }
      let made = try coding.choice.generator()
      generator = made
      return made
    }
  }

  func memory(for data: [UInt8], name: String, format: PhotoFormat) throws -> Int {
    MemoryEstimate.bytes(for: try PhotoSummary(data: data, name: name), fileBytes: data.count, as: format)
  }

  func make(
    from data: [UInt8], name: String, as format: PhotoFormat, clock: inout StageClock
  ) throws -> MadePhoto {
    let photo = try clock.time("decode") { () throws in try Photo(data: data, name: name) }
    let faces = try clock.time("faces") { try detector.faces(in: photo) }
    let generator = try clock.time("load") { try loadedGenerator() }
    let found = try generator.mattes(for: photo, faces: faces) { clock.add($1, to: $0.rawValue) }
    var warnings: [String] = []
    let kinds = type(of: effect).mattes
    if found.isEmpty {
      if coding.requirePerson { throw NobodyFound(input: name) }
      warnings.append("nobody was found; the picture is written as it is")
    } else if !kinds.isEmpty, kinds.allSatisfy({ found[$0] == nil }) {
      let names = kinds.map(\.rawValue).sorted().joined(separator: ", ")
      warnings.append("no \(names) matte was found, which \(type(of: effect).name) works through; nothing is changed")
    }

    let embeds = coding.mattes == .embed
    let result = try clock.time("render") {
      // Where nobody was found the photo keeps what it says of itself.
      guard !found.isEmpty else { return embeds ? photo : photo.with(mattes: []) }
      let image = effect.image(of: EffectSubject(photo, mattes: found, faces: faces))
      return try photo.with(image: image, mattes: embeds ? found : [], faces: faces)
    }
    let bytes = try clock.time("encode") { () throws in
      // With nothing to change and no other coding asked for, the file's own bytes are the best copy.
      if found.isEmpty, photo.sourceFormat == format, coding.quality == nil, coding.bitDepth == nil, embeds {
        return try coding.metadata.applied(to: data, name: name)
      }
      let options = coding.encoding(as: format)
      let bytes = try result.data(as: options)
      // That the new mattes do not go into PNG, the help says.
      warnings += (result.warnings + result.with(mattes: []).warnings(writingAs: options)).map(\.message)
      return try coding.metadata.applied(to: bytes, name: name)
    }
    return MadePhoto(
      bytes: bytes, faces: faces, mattes: format == .png || !embeds ? [] : found.kinds, warnings: warnings)
  }
}
