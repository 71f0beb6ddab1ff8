// swift-tools-version: 6.1
import PackageDescription

// Benchmarks that run inside a process. A package of its own, so that users of MatteKit do not build them.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "MatteKit", path: "..")],
  targets: [
    .executableTarget(name: "photo-benchmark", dependencies: [.product(name: "MatteKit", package: "MatteKit")]),
    .executableTarget(name: "matte-benchmark", dependencies: [.product(name: "MatteKit", package: "MatteKit")]),
    .executableTarget(name: "filter-benchmark", dependencies: [.product(name: "MatteKit", package: "MatteKit")]),
    .executableTarget(name: "stream-benchmark", dependencies: [.product(name: "MatteKit", package: "MatteKit")]),
    .executableTarget(
      name: "capture-benchmark",
      dependencies: [
        .product(name: "MatteKit", package: "MatteKit"), .product(name: "Capture", package: "MatteKit"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
