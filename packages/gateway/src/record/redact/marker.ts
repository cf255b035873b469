/** What stands where a secret was. */
export const MARKER = '[redacted]';
