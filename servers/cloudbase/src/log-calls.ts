import { instrument, type Middleware } from '@toolmark/kit';

/**
 * Logs each call with its tool, outcome and duration. Arguments and results are never logged.
 *
 * @example
 * createCloudBaseServer({ services, consent, use: [logCalls(complain)] });
 */
export function logCalls(writeLine: (line: string) => void): Middleware {
  return instrument({
    record: ({ tool, outcome, errorCode, durationMs }) =>
      writeLine(`${tool}: ${outcome}${errorCode === undefined ? '' : ` (${errorCode})`}, ${Math.round(durationMs)} ms`),
  });
}
