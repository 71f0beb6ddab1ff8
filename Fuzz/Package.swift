// swift-tools-version: 6.1
import PackageDescription

// The fuzz targets of PhotoFile and Codes in one program; `run` builds it with libFuzzer and AddressSanitizer.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "MatteKit", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "PhotoFile", package: "MatteKit"), .product(name: "Codes", package: "MatteKit"),
      ],
      // libFuzzer provides main.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
