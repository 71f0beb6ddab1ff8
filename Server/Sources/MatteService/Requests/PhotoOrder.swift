import Hummingbird

/// The parameters of a photo request: the query of its URL.
struct PhotoOrder: Sendable {
  /// An error in the query, with advice on what to write instead.
  struct Fault: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Without input and output.
  let job: PhotoJob

  /// The cases of `OutputFormat` in MatteKit's `Batch`, which the service does not link.
  private static let formats = ["same", "jpeg", "heic", "avif", "png", "webp", "tiff", "jxl"]
  private static let maximumSettings = 64

  /// - Parameters:
  ///   - query: names and values, decoded. Names may be repeated.
  ///   - effects: those that there are.
  /// - Throws: ``Fault``.
  init(query: some Sequence<(key: String, value: String)>, effects: EffectList) throws(Fault) {
    var job = PhotoJob(effect: "")
    for (key, value) in query { try Self.set(key, to: value, in: &job) }
    try Self.check(effect: job.effect, effects)
    try Self.check(settings: job.set, effects)
    self.job = job
  }

  private static func set(_ key: String, to value: String, in job: inout PhotoJob) throws(Fault) {
    switch key {
    case "effect":
      guard job.effect.isEmpty else { throw Fault(description: "effect is given twice; join several by +, as %2B") }
      // A + in a query is a space for some clients, and effects are joined by one.
      job.effect = value.replacing(" ", with: "+")
    case "set": job.set.append(value)
    case "only-face":
      guard let face = Int(value), face >= 0 else {
        throw Fault(description: "only-face takes the index of a face, from 0, and not '\(value)'")
      }
      job.onlyFaces.append(face)
    case "format":
      guard formats.contains(value) else {
        throw Fault(description: "format is one of \(formats.joined(separator: ", ")), and not '\(value)'")
      }
      job.format = value
    case "mattes":
      guard let mattes = PhotoJob.Mattes(rawValue: value) else {
        throw Fault(description: "mattes is one of embed, beside, none, and not '\(value)'")
      }
      job.mattes = mattes
    default:
      throw Fault(description: "there is no '\(key)', only effect, set, only-face, format, mattes")
    }
  }

  /// Checks that the effects are named: mattetool also takes paths of presets, which requests may not name.
  private static func check(effect: String, _ effects: EffectList) throws(Fault) {
    guard !effect.isEmpty else {
      throw Fault(description: "name an effect: /photo?effect=blur-background; GET /effects lists them")
    }
    for name in effect.split(separator: "+", omittingEmptySubsequences: false)
    where !effects.names.contains(String(name)) {
      throw Fault(description: "there is no effect '\(name)'; GET /effects lists them")
    }
  }

  private static func check(settings: [String], _ effects: EffectList) throws(Fault) {
    guard settings.count <= maximumSettings else {
      throw Fault(description: "there are more than \(maximumSettings) settings")
    }
    for setting in settings {
      guard !setting.utf8.contains(0) else {
        throw Fault(description: "set has a zero byte in it (%00), which no setting has; leave it out")
      }
      guard let equals = setting.firstIndex(of: "=") else {
        throw Fault(description: "set takes key=value, as set=strength%3D0.8, and not '\(setting)'")
      }
      // With several effects: name.key, 2.key.
      let name = setting[..<equals].split(separator: ".").last.map(String.init) ?? ""
      guard !effects.fileSettings.contains(name) else {
        throw Fault(description: "'\(name)' names a file on the server, which a request may not do")
      }
    }
  }
}
