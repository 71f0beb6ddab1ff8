import CAllocator
import Glibc

/// Settings of the process that keep its memory from growing over thousands of photos of different shapes.
public enum SteadyMemory {
  /// Sets up the process. Call it at the start, before threads are started, networks loaded or movies opened. Further calls
  /// change nothing.
  ///
  /// It limits glibc's allocator to one arena, and sets the environment variable `ONEDNN_PRIMITIVE_CACHE_CAPACITY` to 0
  /// unless it is set.
  public static func prepare() {
    // With an arena for each thread, memory grows by what networks of changing shapes leave behind: by a tenth in a
    // hundred photos, while with one arena it stays the same. Movies take 40 MiB more with two arenas. A single photo
    // takes a tenth more time with one, for which its threads wait.
    callocator_limit_arenas(1)
    // oneDNN, on which OpenVINO runs, keeps what it has compiled for a thousand shapes of layers beside what OpenVINO keeps
    // itself: 3.5 MiB for each shape of photos, where making it again takes 15 ms. Who sets it otherwise knows why.
    setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "0", 0)
  }
}
