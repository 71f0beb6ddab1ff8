// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MatteKit",
  products: [
    // All modules that MatteKit re-exports, so that a package which uses it is rebuilt when one of them changes.
    .library(
      name: "MatteKit",
      targets: [
        "MatteKit", "Imaging", "Models", "Kernels", "PhotoFile", "Inference", "FilterGraph", "FaceMeta", "Codes",
        "Segmentation", "FrameStream", "Effects", "Scenes",
      ]),
    .library(name: "PhotoFile", targets: ["PhotoFile"]),
    .library(name: "Codes", targets: ["Codes"]),
    .library(name: "Batch", targets: ["Batch"]),
    .library(name: "ObjectStorage", targets: ["ObjectStorage"]),
    .library(name: "Capture", targets: ["Capture"]),
    .executable(name: "mattetool", targets: ["mattetool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    // MARK: Modules, from the lowest to the highest

    // Value types.
    .target(name: "Imaging"),
    // This project's networks, as resources.
    .target(
      name: "Models", path: "Models", exclude: ["training", "worst-twenty.md", "bench-mattes.md"],
      sources: ["ModelWeights.swift"],
      resources: [.copy("Weights")]),

    // SHA-256 and MD5, and percent-encoding.
    .target(name: "Checksums", dependencies: ["CSHA256"]),

    // Algorithms on pixel buffers.
    .target(name: "Kernels", dependencies: ["Imaging", "COpenCV", "CMatting", "CPixelKernels", "CLCMS"]),

    // Files of photos, inference, the filter graph.
    .target(
      name: "PhotoFile",
      dependencies: [
        "Imaging", "Kernels", "Checksums", "CFFmpeg", "CHEIF", "CAOM", "CPixelKernels", "CJPEG", "CPNG",
        "CPictureCodecs", "CExempi", "CStandardError",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(name: "Inference", dependencies: ["Models", "Checksums", "COpenVINO"]),
    .target(
      name: "FilterGraph", dependencies: ["Imaging", "Kernels", "CPixelKernels", "CText", "CQRCode"],
      plugins: [.plugin(name: "FilterFactories")]),
    // Writes initialisers and factories of filters during the build.
    .plugin(name: "FilterFactories", capability: .buildTool(), dependencies: ["FilterFactoryWriter"]),
    .executableTarget(name: "FilterFactoryWriter"),

    // Faces, codes, mattes, frames of movies and pipes.
    .target(name: "FaceMeta", dependencies: ["Imaging", "Kernels", "Inference", "CPixelKernels"]),
    .target(name: "Codes", dependencies: ["Imaging", "Kernels", "Inference", "CZXing"]),
    .target(name: "Segmentation", dependencies: ["Imaging", "Kernels", "Inference", "Models"]),
    .target(name: "FrameStream", dependencies: ["Imaging", "Kernels", "PhotoFile", "CFFmpeg", "CPixelKernels"]),

    // Named effects on photos and frames.
    .target(name: "Effects", dependencies: ["Imaging", "Kernels", "FilterGraph"]),

    // Frames with their faces and mattes, analysed and drawn in concurrent stages.
    .target(
      name: "Scenes",
      dependencies: [
        "Imaging", "Kernels", "FilterGraph", "FaceMeta", "Codes", "Segmentation", "FrameStream", "Models", "Effects",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
    // Re-exports the modules above, and connects them.
    .target(
      name: "MatteKit",
      dependencies: [
        "Imaging", "Kernels", "PhotoFile", "Inference", "FilterGraph", "FaceMeta", "Codes", "Segmentation",
        "FrameStream", "Models", "Effects", "Scenes",
      ]),
    // Object storage with the interface of Amazon S3, and files from the web.
    .target(name: "ObjectStorage", dependencies: ["Checksums", "CCurl"]),
    // Many photos and movies, with a journal and a memory limit.
    .target(
      name: "Batch",
      dependencies: [
        "MatteKit", "Checksums", "ObjectStorage", "CAllocator",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // Sessions of cameras, or of movies in their place.
    .target(
      name: "Capture",
      dependencies: [
        "Imaging", "Kernels", "FilterGraph", "FaceMeta", "Codes", "Segmentation", "FrameStream", "PhotoFile", "Effects",
        "Scenes", "MatteKit", "CFFmpeg", "CPixelKernels", "CVideo4Linux",
      ]),
    .executableTarget(
      name: "mattetool",
      dependencies: [
        "MatteKit", "Batch", "Capture", "Checksums", "ObjectStorage", "CAllocator",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: C targets, with one narrow header each

    .target(
      name: "COpenCV", exclude: ["vendor"], cxxSettings: [.headerSearchPath("vendor")],
      linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]),
    .target(
      name: "CMatting", dependencies: ["COpenCV", "CPixelKernels"],
      cSettings: [.headerSearchPath("."), .headerSearchPath("../CPixelKernels")],
      cxxSettings: [
        .headerSearchPath("."), .headerSearchPath("../CPixelKernels"), .headerSearchPath("../COpenCV"),
        .headerSearchPath("../COpenCV/vendor"),
      ]),
    .target(name: "CSHA256"),
    // Suppresses what C++ libraries write to standard error.
    .target(name: "CStandardError"),
    // These open their libraries at first use: libcurl, zxing-cpp, OpenVINO, codecs, text, QR codes, FFmpeg.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CZXing", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPictureCodecs", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CText", dependencies: ["CFreeType"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CQRCode", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CFFmpeg", dependencies: ["CPixelKernels"], linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "CAllocator"),
    .target(name: "CAOM", linkerSettings: [.linkedLibrary("aom")]),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
    .target(name: "CPixelKernels"),
    .target(name: "CVideo4Linux"),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CExempi", pkgConfig: "exempi-2.0", providers: [.apt(["libexempi-dev"])]),

    // MARK: Tests, with a folder for each module

    .target(name: "Support", dependencies: ["CPixelKernels"], path: "Tests/Support"),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "Support"]),
    .testTarget(name: "ChecksumsTests", dependencies: ["Checksums"]),
    // A small object store that runs in a process of its own.
    .target(
      name: "ObjectStore", dependencies: ["ObjectStorage", "Support"], path: "Tests/ObjectStore",
      exclude: ["object-store.py", "unreliable-proxy.py", "many-photos.py", "long-listing.py"]),
    .testTarget(name: "ObjectStorageTests", dependencies: ["CCurl", "ObjectStorage", "ObjectStore", "Support"]),
    .testTarget(name: "KernelsTests", dependencies: ["Imaging", "Kernels", "CMatting", "CPixelKernels", "Support"]),
    // Reads files in a process of its own, so that time, memory and crashes can be measured.
    .executableTarget(name: "ReadingProbe", dependencies: ["PhotoFile"], path: "Tests/ReadingProbe"),
    // Opens and releases a camera that a test emulates.
    .executableTarget(name: "CameraProbe", dependencies: ["FrameStream"], path: "Tests/CameraProbe"),
    .testTarget(
      name: "PhotoFileTests", dependencies: ["Imaging", "Kernels", "Checksums", "PhotoFile", "ReadingProbe", "Support"]),
    .testTarget(name: "InferenceTests", dependencies: ["Checksums", "Imaging", "Inference", "Support"]),
    .testTarget(name: "FilterFactoryWriterTests", dependencies: ["FilterFactoryWriter"]),
    .testTarget(
      name: "FilterGraphTests", dependencies: ["Imaging", "FilterGraph", "CPixelKernels", "Support"],
      exclude: ["Registry/core-image-filter-attributes.tsv", "Goldens"]),
    .testTarget(
      name: "FaceMetaTests", dependencies: ["Imaging", "Kernels", "Inference", "FaceMeta", "PhotoFile", "Support"]),
    .testTarget(name: "CodesTests", dependencies: ["Imaging", "Kernels", "Codes", "Support"]),
    .testTarget(
      name: "SegmentationTests",
      dependencies: [
        "Imaging", "Models", "Kernels", "Inference", "Segmentation", "FaceMeta", "PhotoFile", "Support",
      ]),
    .testTarget(
      name: "FrameStreamTests", dependencies: ["Imaging", "Kernels", "FrameStream", "PhotoFile", "Support"]),
    // Emulates cameras by answering the kernel's calls.
    .target(name: "EmulatedVideo4Linux", path: "Tests/EmulatedVideo4Linux", linkerSettings: [.linkedLibrary("dl")]),
    .testTarget(
      name: "CaptureTests",
      dependencies: [
        "Imaging", "Kernels", "FilterGraph", "FrameStream", "PhotoFile", "Codes", "Effects", "Scenes", "Capture",
        "CVideo4Linux", "EmulatedVideo4Linux", "Support",
      ],
      exclude: ["Statements.md"]),
    .testTarget(
      name: "ScenesTests",
      dependencies: [
        "Imaging", "Kernels", "FilterGraph", "FrameStream", "Effects", "Segmentation", "Scenes", "Support",
      ]),
    .testTarget(name: "EffectsTests", dependencies: ["Imaging", "Kernels", "FilterGraph", "Effects", "Support"]),
    .testTarget(name: "MatteKitTests", dependencies: ["MatteKit", "Batch", "Support"]),
    .testTarget(
      name: "BatchTests", dependencies: ["Checksums", "MatteKit", "Batch", "ObjectStorage", "ObjectStore", "Support"]),
    .testTarget(
      name: "MatteToolTests", dependencies: ["mattetool", "Batch", "Capture", "MatteKit", "ObjectStorage", "Support"]),
    .testTarget(
      name: "EndToEnd",
      dependencies: ["mattetool", "CameraProbe", "MatteKit", "ObjectStorage", "ObjectStore", "Support"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

// MATTEKIT_TESTS="CodesTests FilterGraphTests" builds those tests and what they need, and nothing else;
// MATTEKIT_PRODUCTS="PhotoFile Codes" does the same for products of these names, which packages depend on.
let products = Context.environment["MATTEKIT_PRODUCTS"]?.split(separator: " ").map(String.init) ?? []
let tests = Context.environment["MATTEKIT_TESTS"]?.split(separator: " ").map(String.init) ?? []
if !(products + tests).isEmpty {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  func needed(by name: String) -> Set<String> {
    guard let target = targets[name] else { return [] }
    var names: Set<String> = [name]
    for dependency in target.dependencies {
      if case .byNameItem(let name, _) = dependency { names.formUnion(needed(by: name)) }
    }
    for case .plugin(let name, package: nil) in target.plugins ?? [] { names.formUnion(needed(by: name)) }
    return names
  }
  let kept = (products + tests).reduce(into: Set<String>()) { $0.formUnion(needed(by: $1)) }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !products.contains($0.name) }
}

// SwiftPM recompiles a target when one of its direct dependencies has changed. A type's size and layout are compiled
// into every module that uses the type, even through another module, whose own interface stays the same. So each target
// depends on every module below it; otherwise an incremental build links code for two layouts of one type, which
// crashes. Scripts/check-imports reads the targets without these additions, as they are written above.
if Context.environment["MATTEKIT_DECLARED_DEPENDENCIES"] == nil {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  func below(_ target: Target) -> Set<String> {
    target.dependencies.reduce(into: []) { names, dependency in
      guard case .byNameItem(let name, _) = dependency, let next = targets[name] else { return }
      names.formUnion(below(next).union([name]))
    }
  }
  for (target, names) in package.targets.map({ ($0, below($0)) }) {
    let declared = target.dependencies
    target.dependencies += names.sorted().filter { name in
      !declared.contains { if case .byNameItem(name, _) = $0 { true } else { false } }
    }.map { .byName(name: $0) }
  }
}

// Warnings are errors in this package's own Swift code. Scripts/check-warnings checks C and C++: SwiftPM does not build
// packages that depend on one with such a setting ("unknown argument: '-fPIC'").
for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}

// Scripts/test-build optimises the modules, but not their tests.
if Context.environment["MATTEKIT_OPTIMISED"] != nil {
  for target in package.targets where target.type == .test || target.path?.hasPrefix("Tests/") == true {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
}
