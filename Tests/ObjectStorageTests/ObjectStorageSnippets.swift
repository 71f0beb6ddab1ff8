import ObjectStorage

/// The example of ObjectStorage.docc, compiled.
enum ObjectStorageSnippets {
  static func copy() async throws {
    let bucket = S3Bucket("photos", try S3Configuration())
    for try await objects in bucket.pages(prefix: "shoot/") {
      for object in objects { print(object.key, object.size) }
    }
    let bytes = try bucket.get("shoot/portrait.heic").bytes
    switch try bucket.create(bytes, as: "copy.heic", type: "image/heic") {
    case .made(let etag): print("made", etag)
    case .exists: print("somebody else was faster")
    }
  }
}
