import { instrument, type Middleware } from '@toolmark/kit';

/**
 * Writes a line for each call: its tool, how it ended and how long it took. Arguments and results are never written.
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
