import FoundationEssentials
import Glibc
import MatteKit
import Support
import Testing

/// The part of a running recording that is on the disk, as a power cut would leave it: a preloaded library records when
/// the program waits for the disk, and how much it has written by then.
@Suite struct CapturePowerCutTests {
  private static let notes = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/stat.h>

    static int note(const char *call, int descriptor) {
      struct stat status;
      FILE *file = fopen(getenv("NOTES"), "a");
      if (file != NULL && fstat(descriptor, &status) == 0)
        fprintf(file, "%s %s %ld\\n", call, S_ISDIR(status.st_mode) ? "folder" : "file", (long)status.st_size);
      if (file != NULL) fclose(file);
      return ((int (*)(int))dlsym(RTLD_NEXT, call))(descriptor);
    }
    int fsync(int descriptor) { return note("fsync", descriptor); }
    int fdatasync(int descriptor) { return note("fdatasync", descriptor); }
    """

  @Test func `statement 5.11: each fragment is on the disk soon, with the file's name`() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("notes.c", Array(Self.notes.utf8))
    let library = folder.file("notes.so")
    let compiler = try MatteTool.run(
      URL(filePath: "/usr/bin/env"), ["clang", "-shared", "-fPIC", "-o", library, source.path, "-ldl"])
    #expect(compiler.status == 0, "\(compiler.errors)")
    let film = folder.url.appending(path: "film.mp4")
    let writer = try MovieWriter(url: film, settings: MovieSettings())
    for index in 0..<60 {
      let pixels = PixelBuffer(size: PixelSize(width: 64, height: 48), format: .rgba8) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: UInt8(4 * index))
      }
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 25)))
    }
    try writer.finish()
    let file = folder.file("copy.mp4")
    let outcome = try MatteTool.run(
      MatteTool.executable, ["capture", film.path, "-o", file],
      environment: ["LD_PRELOAD": library, "NOTES": folder.file("notes")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = String(decoding: try Data(contentsOf: folder.url.appending(path: "notes")), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    let sizes = lines.filter { $0[0] == "fdatasync" }.compactMap { Int($0[2]) }
    // Of fragments of half a second in 2.4 s, of which one may be written while the disk is still at the one before.
    #expect(sizes.count >= 2 && sizes == sizes.sorted() && Set(sizes).count == sizes.count, "\(text)")
    let name = try #require(lines.firstIndex { $0[1] == "folder" })
    #expect(lines[name...].contains { $0[0] == "fdatasync" }, "\(text)")
  }
}
