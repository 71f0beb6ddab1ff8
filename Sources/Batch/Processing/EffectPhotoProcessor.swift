import CAllocator
import Dispatch
import MatteKit
import Synchronization

/// Applies effects to photos. May be shared by threads.
final class EffectPhotoProcessor: PhotoProcessor {
  private let stack: EffectStack
  private let options: ProcessingOptions
  private let networks: PhotoNetworks
  /// The movie that a setting names as its picture; nil for none.
  private let runningPicture: String?
  private let codeDetector = Mutex<CodeDetector?>(nil)

  /// The faces, codes and mattes of a photo.
  private struct Findings {
    let photo: Photo
    let faces: [Face]
    let codes: [MachineReadableCode]
    let mattes: MatteSet

    /// A face may be found without a matte, and is hidden too.
    var isWithoutPeople: Bool { mattes.isEmpty && faces.isEmpty }
  }

  /// - Parameters:
  ///   - networks: those of `options`. Each is released after its use unless they stay loaded.
  ///   - runningPicture: the movie that a setting names as its picture; nil for none.
  init(
    _ stack: EffectStack, options: ProcessingOptions, networks: PhotoNetworks, runningPicture: String?
  ) {
    self.stack = stack
    self.options = options
    self.networks = networks
    self.runningPicture = runningPicture
  }

  /// The memory of the networks in bytes; 0 if none is needed.
  var networkMemory: Int { searchesPeople ? networks.memory : 0 }

  /// Loads the networks now; none for effects that do not need people.
  func prepare() throws(ProcessingError) {
    if searchesPeople { try networks.prepare() }
  }

  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    MemoryEstimate.bytes(for: try PhotoSummary(data: data, name: name), fileBytes: data.count, as: format)
  }

  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    if let runningPicture { throw ProcessingError.stillPictureNeeded(input: name, picture: runningPicture) }
    // Done while the photo is decoded, which mostly takes one core.
    let background = DispatchGroup()
    defer { background.wait() }
    if searchesPeople { networks.beginLoadingDetector(in: background) }
    let found = try findings(in: data, name: name, as: format, background: background, measuring: &clock)
    if searchesPeople, found.isWithoutPeople, options.requiresPerson {
      throw ProcessingError.noPersonFound(input: name)
    }
    let warnings = warnings(of: found)
    let result = try clock.time("render") { () throws in try rendered(found) }
    var processed = description(of: result, found, as: format)
    let isCopy = copiesFile(of: found, as: format)
    // The coder needs the memory of the original pixels.
    _ = consume found
    let (bytes, losses) = try clock.time("encode") { () throws in
      // The file's own bytes are the best copy of an unchanged photo.
      let (bytes, losses) = try isCopy ? (data, []) : encoded(result, as: format)
      return (try options.metadata.applied(to: bytes, name: name, keepingUnknown: options.keepsUnknown), losses)
    }
    processed.data = bytes
    processed.warnings = warnings + losses
    return processed
  }

  /// A result without its file and warnings.
  private func description(of result: Photo, _ found: Findings, as format: PhotoFormat) -> ProcessedPhoto {
    ProcessedPhoto(
      data: [], faces: searchesPeople ? found.faces : [], codes: found.codes,
      mattes: carriesMattes(format)
        ? found.mattes.kinds.filter { result.auxiliary(AuxiliaryImageType($0)) != nil } : [],
      separateMattes: separate(found.mattes, of: found.photo), confidence: found.mattes.confidence,
      suspicious: searchesPeople
        ? SuspiciousResult(found.mattes, faces: found.faces, orientation: found.photo.orientation).reasons : [],
      warnings: [])
  }

  /// Whether the effects have nothing to work on.
  private func leavesUnchanged(_ found: Findings) -> Bool {
    (!searchesPeople || found.isWithoutPeople) && found.codes.isEmpty
  }

  private func expands(_ photo: Photo) -> Bool { options.expandsToHDR && photo.isExpandableToHDR }

  /// The photo with the effects. It keeps its metadata if they have nothing to work on.
  private func rendered(_ found: Findings) throws -> Photo {
    let photo = expands(found.photo) ? try found.photo.expandedToHDR() : found.photo
    var result = photo
    if !leavesUnchanged(found) {
      result = try photo.applying(stack, mattes: found.mattes, faces: found.faces, codes: found.codes)
      result.keepsUnknown = options.keepsUnknown
    }
    return options.embedsMattes ? result : result.with(mattes: [])
  }

  /// The file of a result, with a warning for each thing that it loses.
  private func encoded(_ result: Photo, as format: PhotoFormat) throws -> (bytes: [UInt8], losses: [String]) {
    let encoding = options.encoding(as: format)
    // New mattes cause no warning in formats that do not support them: that is documented.
    let losses = result.warnings + result.with(mattes: []).warnings(writingAs: encoding)
    // In a JPEG XL the profile cannot be changed later.
    let written = options.metadata == .strip ? result.withoutProfileTexts() : result
    return (try written.data(as: encoding), losses.map(\.message))
  }

  /// Whether faces and mattes are searched for.
  private var searchesPeople: Bool { stack.needsPeople || options.mattes == .beside }

  private func carriesMattes(_ format: PhotoFormat) -> Bool { options.embedsMattes && format.holds(.auxiliaryImages) }

  private func findings(
    in data: [UInt8], name: String, as format: PhotoFormat, background: DispatchGroup,
    measuring clock: inout StageClock
  ) throws -> Findings {
    let photo = try clock.time("decode") { () throws in
      try Photo(data: data, name: name, options: ReadingOptions(allowsIncomplete: options.allowsIncomplete))
    }
    let codes = stack.usesCodes ? try clock.time("codes") { try loadedCodeDetector().codes(in: photo) } : []
    // Effects that do not search for people keep the file's metadata of them.
    guard searchesPeople else { return Findings(photo: photo, faces: photo.faces, codes: codes, mattes: photo.mattes) }
    let faces = try clock.time("faces") { try self.faces(in: photo) }
    if !networks.keepsNetworks { networks.beginReducingDetector(in: background) }
    let mattes = try mattes(of: photo, as: format, faces: faces, measuring: &clock)
    return Findings(photo: photo, faces: faces, codes: codes, mattes: mattes)
  }

  private var nothingFound: String {
    let missing = searchesPeople ? (stack.usesCodes ? "no person and no code" : "no person") : "no code"
    return "\(missing) was found; the picture is written as it is"
  }

  /// Warnings of what was not found, and of a gain map that cannot be used, one sentence each.
  private func warnings(of found: Findings) -> [String] {
    var warnings = leavesUnchanged(found) ? [nothingFound] : unmetNeeds(found)
    let photo = found.photo
    if options.expandsToHDR, !expands(photo), photo.auxiliaryImages.contains(where: \.type.isGainMap) {
      warnings.append("the gain map does not say how bright it makes the picture, which stays in standard range")
    }
    return warnings
  }

  /// The effects, and the selected faces, for which nothing was found, one sentence each.
  private func unmetNeeds(_ found: Findings) -> [String] {
    let faces = found.faces
    let absent = faces.isEmpty ? [] : stack.selectedFaces.filter { !faces.indices.contains($0) }.sorted()
    guard absent.isEmpty else {
      return absent.map { "there is no face \($0): `mattetool faces` lists \(faces.count), counted from 0" }
    }
    let subject = EffectSubject(found.photo, mattes: found.mattes, faces: faces, codes: found.codes)
    return stack.inapplicable(to: subject).map(Self.warning)
  }

  private static func warning(thatInapplicable effect: String) -> String {
    // A caller's own effects are not in the registry.
    guard let known = try? EffectRegistry.effect(named: effect) else {
      return "\(effect) changes nothing: what it needs was not found"
    }
    return "\(effect) changes nothing: it needs \(EffectReference.needs(of: known)), which was not found"
  }

  /// Whether the result is the file itself: nothing changes the picture, and no other coding was requested.
  private func copiesFile(of found: Findings, as format: PhotoFormat) -> Bool {
    let photo = found.photo
    guard leavesUnchanged(found), !expands(photo) else { return false }
    // Other frames of an animation were not read, and therefore not searched for what must be hidden. Missing parts of
    // a damaged photo stay gray.
    guard photo.warnings.isEmpty || !(stack.hidesOriginal || options.allowsIncomplete) else { return false }
    return photo.sourceFormat == format && options.quality == nil && options.bitDepth == nil && options.embedsMattes
  }

  /// The detected faces, and those that the caller added.
  private func faces(in photo: Photo) throws -> [Face] {
    let maximum = max(stack.maximumFaces, MatteGenerator.maximumCloseUps)
    let found = try networks.loadedDetector().with(options.faces, maximumFaces: maximum).faces(in: photo)
    return found + options.knownFaces.map { Face(bounds: $0, confidence: 1) }
  }

  /// The mattes that effects use and the result carries: those of the file, and those that are made.
  private func mattes(
    of photo: Photo, as format: PhotoFormat, faces: [Face], measuring clock: inout StageClock
  ) throws -> MatteSet {
    var wanted = kinds(in: format, faces: faces)
    wanted.formIntersection(stack.mattes.union(stack.hideableMattes))
    let carried =
      options.matteSource == .make || !stack.keepsCarriedMattes
      ? [] : photo.mattes.filter { wanted.contains($0.kind) }
    let missing = options.matteSource == .file ? [] : wanted.subtracting(carried.map(\.kind))
    var found = MatteSet()
    if !missing.isEmpty {
      let generator = try clock.time("load") { try networks.loadedGenerator() }
      found = try generator.mattes(missing, for: photo, faces: faces) { clock.add($1, to: $0.rawValue) }
      if !networks.keepsNetworks {
        // Not in the background: coding needs the memory at once.
        networks.releaseGenerator()
        callocator_trim()
      }
    }
    for matte in carried { found.insert(matte) }
    return found
  }

  /// The mattes to make: those for the file, otherwise those that the effects use. If there is no face, the portrait
  /// too, which may show a person.
  private func kinds(in format: PhotoFormat, faces: [Face]) -> Set<MatteKind> {
    if carriesMattes(format) || options.mattes == .beside { return Set(MatteKind.generated) }
    return faces.isEmpty ? stack.mattes.union([.portrait]) : stack.mattes
  }

  /// The upright mattes beside the result, without those that show what an effect hides.
  private func separate(_ mattes: MatteSet, of photo: Photo) -> MatteSet {
    guard options.mattes == .beside else { return MatteSet() }
    return MatteSet(
      mattes.filter { stack.hideableMattes.contains($0.kind) }
        .map { $0.transformed(to: .upright, orientation: photo.orientation) })
  }

  private func loadedCodeDetector() throws -> CodeDetector {
    try codeDetector.withLock { detector in
      if let detector { return detector }
      let made = try CodeDetector(types: MachineReadableCode.allTypes, maximumCodes: .max, effort: .thorough)
      detector = made
      return made
    }
  }
}
