// swift-tools-version: 6.1
import PackageDescription

// The fuzz targets of PhotoFile and Codes in one program; see `run`, which builds it with libFuzzer and AddressSanitizer.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "MatteKit", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "PhotoFile", package: "MatteKit"), .product(name: "Codes", package: "MatteKit"),
      ],
      // libFuzzer brings main.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
