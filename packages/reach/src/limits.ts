/** The time for a server to exit by itself after the end of its stdin. */
export const STDIN_GRACE_MS = 1_000;

/** The time for SIGTERM to take effect, and the shorter time for any signal once the deadline has passed. */
export const SIGNAL_GRACE_MS = 500;
export const HURRIED_SIGNAL_GRACE_MS = 200;

/** The number of stderr lines in a failure message, and their maximum length. */
export const STDERR_LINES = 40;
export const STDERR_LINE_LENGTH = 500;
