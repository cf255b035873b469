/** The timeout for requests that a debugger answers immediately. */
export const REQUEST_MS = 10_000;
/** The timeout for requests that examine all loaded code. */
export const SURVEY_MS = 30_000;
/**
 * The maximum delay between a breakpoint hit and the report of it: when one arrives, the other is already on its way.
 */
export const HIT_REPORT_MS = 1_000;
/** The time for a debugger to detach by itself before its processes are killed. */
export const DETACH_MS = 8_000;

/** The time for killed processes to disappear. */
export const GONE_MS = 1_500;
