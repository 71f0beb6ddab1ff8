/// What is done for mattes at each quality: everything that trades time for accuracy, in one place.
struct RefinementPlan {
  /// The long side of the whole picture as the network sees it.
  var wholeLongSide: Int
  /// That of a single head; nil where heads are not looked at by themselves.
  var headLongSide: Int?
  /// Whether the network sees everything a second time in the mirror, and the two answers are averaged.
  var looksInMirror: Bool
  /// Whether brows and beards are cut out of skin strand by strand.
  var cutsStrands: Bool
  /// The last step, on the picture itself. What else takes a picture and planes to finer planes, as a learned upsampler,
  /// goes in its place.
  var band: BandRefinement?

  init(_ quality: MatteQuality) {
    switch quality {
    case .fast:
      self.init(wholeLongSide: 384, headLongSide: nil, looksInMirror: false, cutsStrands: false, band: nil)
    case .balanced:
      self.init(
        wholeLongSide: 512, headLongSide: 384, looksInMirror: false, cutsStrands: true,
        band: BandRefinement(channels: [.portrait], iterations: 8))
    case .accurate:
      self.init(
        wholeLongSide: 512, headLongSide: 384, looksInMirror: true, cutsStrands: true,
        band: BandRefinement(channels: [.portrait, .hair, .skin], iterations: 40))
    }
  }

  private init(wholeLongSide: Int, headLongSide: Int?, looksInMirror: Bool, cutsStrands: Bool, band: BandRefinement?) {
    self.wholeLongSide = wholeLongSide
    self.headLongSide = headLongSide
    self.looksInMirror = looksInMirror
    self.cutsStrands = cutsStrands
    self.band = band
  }
}
