/* In the place of the library's public header. */
#ifndef LIBRARY_H
#define LIBRARY_H

const char *@SYMBOL@_version(void);

#endif
