import Batch

/// How soon somebody should look at a file; the first ones stand first on a sheet, each kind below its title.
enum SheetRank: String, CaseIterable {
  case failed = "Failed"
  case suspicious = "Suspicious"
  case warned = "With warnings"
  case other = "Without warnings"

  init(_ file: FileReport) {
    self =
      if file.status == .failed {
        .failed
      } else if !file.suspicions.isEmpty {
        .suspicious
      } else if !file.warnings.isEmpty {
        .warned
      } else {
        .other
      }
  }
}
