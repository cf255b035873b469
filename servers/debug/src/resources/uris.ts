export const SESSION_URI = 'debugger://session';
export const BREAKPOINTS_URI = 'debugger://breakpoints';
export const THREADS_URI = 'debugger://threads';
export const SOURCE_TEMPLATE = 'debugger://source/{+file}';

/** The resource URI of a source file. */
export const sourceUri = (file: string): string =>
  `debugger://source/${encodeURI(file).replaceAll(/[?#]/g, encodeURIComponent)}`;
