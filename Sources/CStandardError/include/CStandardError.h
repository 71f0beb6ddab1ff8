// Suppresses what C++ libraries write to std::cerr. exempi writes there for every packet that it cannot parse, without
// naming the file.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Discards what is written to std::cerr until standard_error_let_through. Calls do not nest, and only one thread at a
// time may be between the two.
void standard_error_hold_back(void);
void standard_error_let_through(void);

#ifdef __cplusplus
}
#endif
