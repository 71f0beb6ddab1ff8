import ArgumentParser
import Capture

/// The zoom options of `capture`.
struct CaptureZoomOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Zoom by a factor from the first frame on.", valueName: "factor")) var zoom: Double?
  @Option(help: ArgumentHelp("Ramp the zoom to a factor, from the first frame on.", valueName: "factor"))
  var zoomTo: Double?
  @Option(
    help: ArgumentHelp(
      "The speed of --zoom-to and of the keys, in powers of two a second; 1 to 3 are comfortable.", valueName: "rate"))
  var zoomRate = 1.0
  @Flag(help: "Zoom so that the tallest face stays as tall as it is at first.") var keepFaceSize = false

  func validate() throws {
    if let zoom, !(zoom >= 1 && zoom.isFinite) {
      throw RefusedValue.error("--zoom", takes: "a factor from 1", not: zoom)
    }
    if let zoomTo, !(zoomTo >= 1 && zoomTo.isFinite) {
      throw RefusedValue.error("--zoom-to", takes: "a factor from 1", not: zoomTo)
    }
    guard zoomRate > 0, zoomRate.isFinite else {
      throw RefusedValue.error("--zoom-rate", takes: "a number above 0", not: zoomRate)
    }
    guard zoomTo == nil || !keepFaceSize else {
      throw ValidationError("--zoom-to and --keep-face-size cannot both be given")
    }
  }

  /// Sets the zoom of a camera.
  func apply(to camera: CaptureDevice) throws(CaptureError) {
    try camera.configure { (device) throws(CaptureError) in
      if let zoom { try device.setVideoZoomFactor(zoom) }
      if let zoomTo { try device.ramp(toVideoZoomFactor: zoomTo, withRate: zoomRate) }
    }
  }
}
