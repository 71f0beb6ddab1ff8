import CAllocator
import MatteKit
import Synchronization

/// Applies the same effects to photos. Networks are loaded once, when they are first needed.
final class EffectMaker: PhotoMaker {
  private let stack: EffectStack
  private let coding: CodingOptions
  private let detector: Mutex<FaceDetector?>
  private let isForOnePhoto: Bool
  private let generator = Mutex<MatteGenerator?>(nil)

  /// - Parameter isForOnePhoto: whether networks are let go as soon as they have been asked, so that their memory is there
  ///   for what comes next.
  init(_ stack: EffectStack, coding: CodingOptions, isForOnePhoto: Bool = false) throws {
    self.stack = stack
    self.coding = coding
    self.isForOnePhoto = isForOnePhoto
    detector = Mutex(try Self.detector(for: stack))
  }

  /// The mattes to make: those that the file is to hold, or else those that the effects work through, and where no face
  /// tells that somebody is there, the portrait, which may.
  private func kinds(in format: PhotoFormat, faces: [Face]) -> Set<MatteKind> {
    if coding.mattes == .embed, format != .png { return Set(MatteKind.generated) }
    return faces.isEmpty ? stack.mattes.union([.portrait]) : stack.mattes
  }

  /// Loads the networks now.
  func load() throws { _ = try loadedGenerator() }

  private static func detector(for stack: EffectStack) throws -> FaceDetector {
    try FaceDetector(maximumFaces: max(stack.maximumFaces, MatteGenerator.maximumCloseUps))
  }

  /// Lets networks go that will not be asked again.
  private func letGo<Networks>(of networks: borrowing Mutex<Networks?>) {
    guard isForOnePhoto else { return }
    networks.withLock { $0 = nil }
    callocator_trim()
  }

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
    let faces = try clock.time("faces") {
      try (detector.withLock { $0 } ?? Self.detector(for: stack)).faces(in: photo)
    }
    letGo(of: detector)
    let wanted = kinds(in: format, faces: faces)
    var found = MatteSet()
    if !wanted.isEmpty {
      let generator = try clock.time("load") { try loadedGenerator() }
      found = try generator.mattes(wanted, for: photo, faces: faces) { clock.add($1, to: $0.rawValue) }
    }
    letGo(of: generator)
    let subject = EffectSubject(photo, mattes: found, faces: faces)
    var warnings: [String] = []
    // A face may be found where no matte is, and is hidden all the same.
    let isNobody = found.isEmpty && faces.isEmpty
    if isNobody {
      if coding.requirePerson { throw NobodyFound(input: name) }
      warnings.append("nobody was found; the picture is written as it is")
    } else {
      for effect in stack.inapplicable(to: subject) {
        let needs = try EffectReference.needs(of: EffectRegistry.effect(named: effect))
        warnings.append("\(effect) changes nothing: it needs \(needs), which was not found")
      }
    }

    let embeds = coding.mattes == .embed
    let result = try clock.time("render") {
      // Where nobody was found the photo keeps what it says of itself.
      guard !isNobody else { return embeds ? photo : photo.with(mattes: []) }
      let result = try photo.applying(stack, mattes: found, faces: faces)
      return embeds ? result : result.with(mattes: [])
    }
    let bytes = try clock.time("encode") { () throws in
      // With nothing to change and no other coding asked for, the file's own bytes are the best copy.
      if isNobody, photo.sourceFormat == format, coding.quality == nil, coding.bitDepth == nil, embeds {
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
