#pragma once

/// Gives what malloc holds and nobody uses back to the system.
void callocator_trim(void);

/// Lets threads share this many of malloc's arenas, to be called before there are threads: with one each, what one thread
/// has freed is of no use to the others.
void callocator_limit_arenas(int count);
