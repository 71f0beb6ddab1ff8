import CAllocator
import Glibc

/// Settings of the process that keep its memory constant over thousands of photos of different shapes.
public enum SteadyMemory {
  /// Sets up the process. Call it at the start, before threads are started, networks loaded or movies opened. Further
  /// calls change nothing.
  ///
  /// It limits glibc's allocator to one arena, and sets the environment variable `ONEDNN_PRIMITIVE_CACHE_CAPACITY` to 0
  /// unless it is set.
  public static func prepare() {
    // With an arena for each thread, memory grows by fragments of networks of changing shapes: by a tenth in a hundred
    // photos, while with one arena it is constant. Movies take 40 MiB more with two arenas. A single photo takes a
    // tenth more time with one, because its threads contend for it.
    callocator_limit_arenas(1)
    // oneDNN, on which OpenVINO runs, caches compiled layers of a thousand shapes in addition to OpenVINO's own cache:
    // 3.5 MiB for each shape of photos, where compiling again takes 15 ms. A caller's own setting is kept.
    setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "0", 0)
  }
}
