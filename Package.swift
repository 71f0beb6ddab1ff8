// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "MatteKit",
  products: [
    .library(name: "MatteKit", targets: ["MatteKit"]),
    .library(name: "PhotoFile", targets: ["PhotoFile"]),
    .executable(name: "mattetool", targets: ["mattetool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // The vocabulary, and the weights that travel with the package.
    .target(name: "Imaging"),
    .target(
      name: "Models", path: "Models", exclude: ["training", "worst-twenty.md", "bench-mattes.md"],
      sources: ["ModelWeights.swift"],
      resources: [.copy("Weights")]),

    // Digests of bytes: networks, journals and metadata are checked by them.
    .target(name: "Checksums", dependencies: ["CSHA256"]),

    // Algorithms on buffers.
    .target(name: "Kernels", dependencies: ["Imaging", "COpenCV", "CMatting", "CPixelKernels", "CLCMS"]),

    // The second floor: files, networks, the filter graph.
    .target(
      name: "PhotoFile",
      dependencies: [
        "Imaging", "Kernels", "Checksums", "CFFmpeg", "CHEIF", "CAOM", "CPixelKernels", "CJPEG", "CPNG", "CExempi",
      ]),
    .target(name: "Inference", dependencies: ["Imaging", "Models", "Checksums", "COpenVINO"]),
    .target(name: "FilterGraph", dependencies: ["Imaging", "Kernels", "CPixelKernels"]),

    // The third floor: faces, mattes, frames.
    .target(name: "FaceMeta", dependencies: ["Imaging", "Kernels", "Inference"]),
    .target(name: "Segmentation", dependencies: ["Imaging", "Kernels", "Inference", "Models"]),
    .target(name: "FrameStream", dependencies: ["Imaging", "Kernels", "PhotoFile", "CFFmpeg", "CPixelKernels"]),

    .target(name: "Effects", dependencies: ["Imaging", "FilterGraph"]),
    .target(
      name: "MatteKit",
      dependencies: [
        "Imaging", "Kernels", "PhotoFile", "Inference", "FilterGraph", "FaceMeta", "Segmentation", "FrameStream",
        "Models",
        "Effects",
      ]),
    .executableTarget(
      name: "mattetool",
      dependencies: [
        "MatteKit", "Checksums", "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // C targets: one narrow header each.
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
    .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CAllocator"),
    .target(name: "CAOM", linkerSettings: [.linkedLibrary("aom")]),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
    .target(name: "CPixelKernels"),
    .target(name: "CFFmpeg", dependencies: ["CPixelKernels"], linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CExempi", pkgConfig: "exempi-2.0", providers: [.apt(["libexempi-dev"])]),

    // Tests, a folder a module.
    .target(name: "Support", dependencies: ["Imaging"], path: "Tests/Support"),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "Support"]),
    .testTarget(name: "ChecksumsTests", dependencies: ["Checksums"]),
    .testTarget(name: "KernelsTests", dependencies: ["Kernels", "CMatting", "CPixelKernels", "Support"]),
    // Reads files in a process of its own, where time, memory and crashes can be seen.
    .executableTarget(name: "ReadingProbe", dependencies: ["PhotoFile"], path: "Tests/ReadingProbe"),
    .testTarget(name: "PhotoFileTests", dependencies: ["PhotoFile", "Checksums", "ReadingProbe", "Support"]),
    .testTarget(name: "InferenceTests", dependencies: ["Inference", "Models", "Support"]),
    .testTarget(
      name: "FilterGraphTests", dependencies: ["FilterGraph", "CPixelKernels", "Support"],
      exclude: ["Registry/core-image-filter-attributes.tsv", "Goldens"]),
    .testTarget(name: "FaceMetaTests", dependencies: ["FaceMeta", "PhotoFile", "Support"]),
    .testTarget(
      name: "SegmentationTests", dependencies: ["Segmentation", "FaceMeta", "Inference", "PhotoFile", "Support"]),
    .testTarget(name: "FrameStreamTests", dependencies: ["FrameStream", "PhotoFile", "CFFmpeg", "Support"]),
    .testTarget(name: "EffectsTests", dependencies: ["Effects", "Support"]),
    .testTarget(name: "MatteKitTests", dependencies: ["MatteKit", "CPixelKernels", "Support"]),
    .testTarget(name: "MatteToolTests", dependencies: ["mattetool", "MatteKit", "Checksums", "Support"]),
    .testTarget(
      name: "EndToEnd", dependencies: ["mattetool", "MatteKit", "Support"], exclude: ["Camera/video4linux.c"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)
