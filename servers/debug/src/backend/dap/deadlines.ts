/** How long a debugger may take for what it does at once; far more than it needs, far less than anybody would wait. */
export const REQUEST_MS = 10_000;
/** For what walks through everything that is loaded. */
export const SURVEY_MS = 30_000;
/** From an arrival at a breakpoint to the news of it: both are under way when one of them is here. */
export const ARRIVAL_MS = 1_000;
/** For a debugger to let go by itself before its processes are ended. */
export const DETACH_MS = 8_000;

/** For processes that were killed to be gone. */
export const GONE_MS = 1_500;
