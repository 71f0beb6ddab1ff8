import Batch
import Dispatch
import FoundationEssentials
import MatteKit

/// The examples of the README and of the articles, compiled. `DocumentationTests` finds each of them here, line by
/// line.
enum Snippets {
  static func readme(input: URL, output: URL) throws {
    let photo = try Photo(contentsOf: input)
    let faces = try FaceDetector().faces(in: photo)
    let mattes = try MatteGenerator().mattes([.hair, .skin, .teeth, .portrait], for: photo, faces: faces)

    let white = photo.image.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    let clown = white.blended(over: photo.image, mask: mattes[.skin])
    try photo.with(image: clown, mattes: mattes, faces: faces).write(to: output, as: .heic(quality: 0.6))
  }

  static func mattes(of photo: Photo, in folder: URL) throws {
    let generator = try MatteGenerator(weights: .permissive, quality: .accurate)
    let faces = try FaceDetector().faces(in: photo)
    let mattes = try generator.mattes([.hair, .portrait], for: photo, faces: faces, in: .upright)
    for matte in mattes {
      print(matte.kind, matte.pixels.size, matte.confidence ?? 0)
      let file = folder.appending(path: "\(matte.kind.rawValue).png")
      try Photo(pixels: matte.pixels).write(to: file, as: .png)
    }
  }

  static func ownMatte(in file: URL, for photo: Photo) throws -> Photo {
    let hair = try Matte(kind: .hair, contentsOf: file)
    let others = photo.mattes.filter { $0.kind != .hair }
    let edited = photo.with(mattes: MatteSet(others + [hair]))
    return edited
  }

  static func mattes(
    of photo: Photo, by generator: MatteGenerator, with detector: FaceDetector
  ) async throws -> MatteSet {
    let mattes = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { try generator.mattes([.portrait], for: photo, faces: detector.faces(in: photo)) })
      }
    }
    return mattes
  }

  static func codes(photo: Photo) throws {
    let detector = try CodeDetector(types: [.qr, .ean13, .dataMatrix], effort: .thorough)
    for code in try detector.codes(in: photo) {
      print(code.type.rawValue, code.stringValue ?? "not read", code.corners)
    }
  }

  static func codes(clip: URL) async throws {
    let tracker = try CodeTracker(types: [.qr])
    for try await frame in try VideoFile(contentsOf: clip).frames {
      for code in try tracker.update(frame) { print(frame.time.seconds, code.id ?? 0, code.stringValue ?? "") }
    }
  }

  static func effect(photo: Photo, mattes: MatteSet, faces: [Face]) throws -> Photo {
    let blue = Color(red: 0.2, green: 0.4, blue: 0.8)
    let result = try photo.applying(.hairColor(blue, strength: 0.9), mattes: mattes, faces: faces)
    let subject = EffectSubject(photo, mattes: mattes, faces: faces)
    let image = subject.applying(.smoothSkin()).applying(.hairColor(blue)).applying(.blurBackground()).image
    _ = image
    return result
  }

  static func preset(_ file: URL, photo: Photo, mattes: MatteSet, faces: [Face]) throws -> Photo {
    let preset = try EffectPreset(contentsOf: file)
    return try photo.applying(preset.stack, mattes: mattes, faces: faces)
  }

  static func namedEffects(_ blue: Color) throws -> EffectPreset {
    var preset = try EffectPreset(named: "smooth-skin+hair-color")
    try preset.set(0.9, for: "smooth-skin.strength")
    try preset.set(.color(blue), for: "hair-color.color")
    return preset
  }

  static func ownEffect(photo: Photo, mattes: MatteSet) throws -> Photo {
    let silver = try photo.applying(SilverHair(), mattes: mattes)
    return silver
  }

  static func slowMotion(clip: URL, start: MediaTime, end: MediaTime, output: URL) async throws {
    let slow = TimeScaling(start: start, end: end, rate: PlaybackRate(numerator: 1, denominator: 4))
    try await MovieRetimer(clip, MovieRetiming([slow])).write(to: output)
  }

  static func readMattes(of file: URL) throws -> Int {
    let photo = try Photo(contentsOf: file)
    var bytes = 0
    for matte in photo.mattes {
      bytes += matte.pixels.bytes.count
    }
    if let hair = photo.auxiliary(.semanticSegmentationHairMatte)?.matte {
      bytes += hair.pixels.bytes.count
    }
    return bytes
  }

  static func readPhoto(_ file: URL) throws -> (Matte?, PixelSize) {
    let photo = try Photo(contentsOf: file)
    let hair = photo.auxiliary(.semanticSegmentationHairMatte)?.matte
    let size = photo.uprightSize
    return (hair, size)
  }

  static func edit(_ photo: Photo, image: Image, mattes: MatteSet, faces: [Face], output: URL) throws -> [UInt8] {
    let edited = try photo.with(image: image, mattes: mattes, faces: faces)
    try edited.write(to: output, as: .heic(quality: 0.6))
    let bytes = try edited.data(as: .jpeg())
    return bytes
  }

  static func expand(_ photo: Photo, output: URL) throws {
    let bright = try photo.expandedToHDR()
    try bright.write(to: output, as: .heic())
  }

  static func strip(_ file: URL, output: URL) throws {
    var encoded = try EncodedPhoto(contentsOf: file)
    try encoded.strip([.location, .mattes])
    try encoded.write(to: output)
  }

  static func withoutPlaces(_ bytes: [UInt8]) throws -> [UInt8] {
    let stripped = try StrippedPhoto(bytes, removing: [.location, .serialNumbers])
    for content in stripped.contents { print(content) }
    return stripped.data
  }

  static func hide(_ photo: Photo, showing pixels: PixelBuffer) throws -> [UInt8] {
    var hidden = photo.with(pixels: pixels).withoutOriginalPictures()
    hidden.keepsUnknown = false
    let file = try hidden.data(as: .jpeg())
    return file
  }

  static func frames(of clip: URL) async throws -> [MediaTime] {
    var times: [MediaTime] = []
    let detector = try FaceDetector()
    for try await frame in try VideoFile(contentsOf: clip).frames {
      let faces = try detector.faces(in: frame.pixels, orientation: frame.orientation)
      if !faces.isEmpty { times.append(frame.time) }
    }
    return times
  }

  static func facesInMovie(_ clip: URL) async throws {
    let tracker = try FaceTracker()
    for try await frame in try VideoFile(contentsOf: clip).frames {
      for face in try tracker.update(frame) {
        print(frame.time.seconds, face.id ?? 0, face.bounds)
      }
    }
  }

  static func blurredMovie(of clip: URL, to output: URL) async throws {
    let scenes = try VideoFile(contentsOf: clip).frames.scenes(mattes: [.portrait], quality: .fast)
    let movie = try MovieWriter(url: output, settings: MovieSettings(), copying: MovieCopy(clip))
    try await movie.write(scenes.applying(.blurBackground()))
    try movie.finish()
  }

  static func scenesWithLaterFrames(of clip: URL) throws -> SceneSequence {
    let file = try VideoFile(contentsOf: clip)
    let analysis = SceneAnalysis(mattes: [.portrait], quality: .fast)
    let scenes = file.frames.scenes(analysis, lookingAheadIn: file.frames(every: 0.25))
    return scenes
  }

  static func printScenes(of clip: URL) async throws {
    for try await scene in try VideoFile(contentsOf: clip).frames.scenes(faces: FaceTracking(), mattes: [.hair]) {
      print(scene.time.seconds, scene.faces.map(\.id), scene.mattes.kinds)
    }
  }

  static func markedScenes(of clip: URL) throws -> SceneSequence {
    let scenes = try VideoFile(contentsOf: clip).frames.scenes(faces: FaceTracking(), mattes: [.skin])
    let marked = scenes.mapped { scene in
      var scene = scene
      scene.faces = scene.faces.filter { $0.id == 1 }
      return scene.applying(.sticker(.glasses))
    }
    return marked
  }

  static func hideFaces(in clip: URL) async throws {
    let stack = EffectStack([.hideFaces()])
    let hidden = try VideoFile(contentsOf: clip).frames.scenes(SceneAnalysis(for: stack)).applying(stack)
    for try await scene in hidden where !scene.heldFaces.isEmpty {
      print(scene.time.seconds, "hidden where they should be: \(scene.heldFaces)")
    }
  }

  static func presence(in clip: URL, tracker: FaceTracker) async throws -> [Int: (first: MediaTime, last: MediaTime)] {
    var seen: [Int: (first: MediaTime, last: MediaTime)] = [:]
    for try await frame in try VideoFile(contentsOf: clip).frames {
      for case let (id?, time?) in try tracker.update(frame).map({ ($0.id, $0.time) }) {
        seen[id] = (seen[id]?.first ?? time, time)
      }
    }
    return seen
  }

  static func mattes(of clip: URL, tracker: FaceTracker) async throws {
    let stream = MatteStream(generator: try MatteGenerator(quality: .fast))
    for try await frame in try VideoFile(contentsOf: clip).frames {
      let mattes = try stream.mattes([.hair, .portrait], for: frame, faces: try tracker.update(frame))
      print(frame.time.seconds, mattes.kinds)
    }
  }

  static func latest(_ frames: FrameSequence, tracker: FaceTracker) async throws {
    let counts = FrameCounts()
    for try await frame in frames.delivered(.latest, counting: counts) {
      _ = try tracker.update(frame)
    }
    print(counts.delivered, counts.dropped(for: .late))
  }

  static func planes(of clip: URL) async throws {
    for try await frame in try VideoFile(contentsOf: clip).frames {
      guard let planes = frame.yCbCrPlanes else { continue }
      print(planes.chromaSubsampling, planes.bitsPerComponent, planes.luma.rowBytes)
    }
  }

  static func edited(_ photo: Photo) async throws -> [PixelBuffer] {
    let edited = photo.image
      .applying(.exposureAdjust(ev: 0.3))
      .applying(.colorControls(saturation: 1.2))
      .applying(.gammaAdjust(power: 0.9))
    print(edited.renderPlan)
    let pixels = try Renderer().render(edited, as: .rgba8, colorSpace: .displayP3)

    let softened = try photo.image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": .number(4)])

    var blur = BoundFilter(.gaussianBlur())
    blur.inputImage = photo.image
    blur.radius = 12
    let soft = blur.outputImage

    let render = Task { try Renderer().render(edited) }
    render.cancel()

    let size = photo.pixels.size
    var frame = PixelBuffer(size: size, format: .rgba8)
    try Renderer().render(edited, into: &frame)
    if case .success(let whole) = await render.result { return [whole, frame] }
    return try [pixels] + [softened, soft ?? softened].map { try Renderer().render($0, in: PixelRect(size)) }
  }

  static func render(recipe json: [UInt8], of photo: Photo, mattes: MatteSet) throws -> Photo {
    let recipe = try Recipe(json: json)
    let inputs = RecipeInputs(images: ["photo": photo.uprightImage], mattes: ["photo": mattes])
    let edited = try photo.with(uprightImage: recipe.image(of: inputs), extent: recipe.extent)
    return edited
  }

  static func recipe(_ json: [UInt8], _ definition: [UInt8]) throws -> Recipe {
    let glow = try FilterDescription(json: definition)
    let glowing = try Recipe(json: json, filters: [glow])
    return glowing
  }

  static func batch(_ shoot: FilePath, _ results: FilePath) async throws -> BatchSummary {
    let processor = try EffectProcessor(named: "blur-background", settings: ["strength": 0.8])

    var batch = MediaBatch(inputs: [shoot], output: results)
    batch.options.isRecursive = true
    batch.options.format = .heic
    batch.options.resumes = true
    let summary = try await batch.run(processor) { file in
      if let error = file.error { print(error) }
    }
    print("\(summary.done) done, \(summary.unchanged) done before, \(summary.failed) failed")
    return summary
  }

  static func movieProcessor() throws -> EffectProcessor {
    var movies = MovieOptions()
    movies.matteQuality = .fast
    movies.fittingSize = PixelSize(width: 1280, height: 720)
    let processor = try EffectProcessor(named: "hide-faces", movies: movies)
    return processor
  }

  static func batchOfMovies(_ batch: MediaBatch, _ processor: EffectProcessor) async throws -> BatchSummary {
    let summary = try await batch.run(processor) { file in
      if case .movie(let movie) = file { print(movie.output, movie.frames ?? 0, movie.certainty ?? []) }
    } reportingFrames: { movie, progress in
      print(movie, progress.frameCount, progress.totalFrameCount ?? 0)
    }
    return summary
  }

  static func cancelledBatch(_ processor: EffectProcessor, _ batch: MediaBatch) async throws {
    let work = Task { try await batch.run(processor) }
    work.cancel()
    let summary = try await work.value
    print("\(summary.notStarted) left")
  }

  static func batchOnOneOfEight(_ shoot: MediaBatch) -> MediaBatch {
    var batch = shoot
    batch.options.shard = Shard("2/8")
    batch.options.memory = 4 << 30
    return batch
  }

  static func ownEffectProcessor() -> EffectProcessor {
    let effects = IdentifiedEffects(EffectStack([SilverHair()]), identifier: "silver hair, 3")
    let processor = EffectProcessor(effects)
    return processor
  }

  static func serve(_ upload: [UInt8]) throws -> [UInt8] {
    let processor = try EffectProcessor(named: "blur-background", settings: ["strength": 0.8])
    let processed = try processor.process(upload, as: .jpeg)
    for warning in processed.warnings { print(warning) }
    return processed.data
  }

  static func solarized(_ photo: Photo) throws -> PixelBuffer {
    struct Solarize: PixelKernel {
      let threshold: Float
      func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
        let turned = SIMD4(1 - pixel.x, 1 - pixel.y, 1 - pixel.z, pixel.w)
        return pixel.replacing(with: turned, where: SIMD4(pixel.x, pixel.y, pixel.z, 0) .> threshold)
      }
    }
    let solarized = photo.image.applying(Solarize(threshold: 0.5))
    return try Renderer().render(solarized)
  }

  static func crossed(_ photo: Photo) throws -> PixelBuffer {
    struct Cross: NeighborhoodKernel {
      var reach: Int { 1 }
      func process(_ pixels: PixelNeighborhood) -> SIMD4<Float> {
        (pixels[0, 0] + pixels[-1, 0] + pixels[1, 0] + pixels[0, -1] + pixels[0, 1]) / 5
      }
    }
    let softened = photo.image.clampedToExtent().applying(Cross()).cropped(to: PixelRect(photo.pixels.size))
    return try Renderer().render(softened)
  }

  static func tinted(_ photo: Photo) throws -> PixelBuffer {
    struct Tint: Filter {
      var amount = 0.5
      static let declaration = FilterDeclaration<Tint>(
        "tint", coreImageName: nil, .colorEffect, "More red.",
        parameters: [.number("amount", \.amount, in: 0...1, "How much.")], make: { Tint() })
      func output(for input: Image) -> Image { input.applying(Red(amount: Float(amount))) }

      struct Red: PixelKernel {
        let amount: Float
        func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> { pixel + SIMD4(amount, 0, 0, 0) }
      }
    }
    let tinted = photo.image.applying(Tint(amount: 0.2))
    return try Renderer().render(tinted)
  }
}

struct SilverHair: Effect {
  static let name = "silver-hair"
  static let summary = "Take the colour out of the hair."
  static let strength = NumberParameter(
    "strength", default: 0.8, in: 0...1, "Fraction of the saturation that is removed.")
  static let parameters: [EffectParameter] = [.number(strength)]
  static let mattes: Set<MatteKind> = [.hair]

  var strength: Double

  init(strength: Double = Self.strength.defaultValue) { self.strength = strength }
  init(settings: EffectSettings) { strength = settings[Self.strength] }

  func recipe(for subject: EffectSubject) -> Image {
    subject.image.applying(.colorControls(saturation: 1 - strength)).applying(.exposureAdjust(ev: 0.4 * strength))
      .blended(over: subject.image, mask: subject.mattes[.hair])
  }
}
