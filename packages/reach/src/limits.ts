/** How long a server gets to leave by itself once its stdin has ended. */
export const STDIN_GRACE_MS = 1_000;

/** How long SIGTERM gets to work when there is time, and how long any signal gets when it is up. */
export const SIGNAL_GRACE_MS = 500;
export const HURRIED_SIGNAL_GRACE_MS = 200;

/** How many lines of stderr a failure shows, and how long each may be. */
export const STDERR_LINES = 40;
export const STDERR_LINE_LENGTH = 500;
