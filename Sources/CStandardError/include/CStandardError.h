// Holds back what libraries in C++ write to standard error: exempi does so for every packet that it cannot parse, without
// naming the file, which is no use to anybody.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// From here on what is written to std::cerr is lost, until standard_error_let_through. Not counted; by one thread at a time.
void standard_error_hold_back(void);
void standard_error_let_through(void);

#ifdef __cplusplus
}
#endif
