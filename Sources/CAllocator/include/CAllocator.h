#pragma once

/// Returns memory that malloc holds and the program does not use to the system. May be called from any thread.
void callocator_trim(void);

/// Limits malloc to this number of arenas, which threads share. With one arena each, memory that one thread has freed
/// is unavailable to the others. Call it before the first thread is started.
void callocator_limit_arenas(int count);
