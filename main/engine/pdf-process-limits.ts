/** Memory limit of a process that works on PDFs, for its objects. */
export const PDF_HEAP_MEGABYTES = 1_024;
/** The whole process may have as much memory for bytes, outside of its objects, as this many times their limit. */
export const PDF_BYTES_PER_HEAP = 2;
