// swift-tools-version: 6.1
import PackageDescription

// What is measured from inside a process, apart from the package itself so that nobody who uses it builds this.
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
