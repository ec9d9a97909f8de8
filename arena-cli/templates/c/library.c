/* In the place of the library to be measured. */
#include "library.h"

const char *@SYMBOL@_version(void) { return "0.0.0"; }
