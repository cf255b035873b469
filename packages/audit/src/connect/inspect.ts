import { err, ok, type Result } from '@toolmark/annotations';
import type { ServerTarget } from '@toolmark/reach';
import { type AttemptFailure, clearerFailure, firstAttempt, nextAttempt } from './attempts.ts';
import { createDeadline } from './deadline.ts';
import type { InspectionFailure } from './failure.ts';
import { CANCELLED } from './faults.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import { CLOSE_RESERVE_MS, DEFAULT_LIMITS, DEFAULT_TIMEOUT_MS } from './limits.ts';
import { createRedactor } from './redact.ts';
import { type AttemptContext, runAttempt } from './run-attempt.ts';

/**
 * Connects to an MCP server and reads its tools exactly as sent. Supports both eras of the protocol, leaves no process
 * behind, and returns the tools or a failure within `timeoutMs`.
 *
 * @example
 * const inspected = await inspectServer({ kind: 'command', command: 'node', args: ['server.js'] });
 * if (inspected.ok) console.log(inspected.value.tools.map((tool) => tool.name));
 * else console.error(inspected.error.message);
 */
export async function inspectServer(
  target: ServerTarget,
  options: InspectOptions = {},
): Promise<Result<Inspection, InspectionFailure>> {
  const started = performance.now();
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  // The timeout includes closing, so reserve time for it.
  const reserveMs = Math.min(CLOSE_RESERVE_MS, timeoutMs / 4);
  // A server may print its secrets, and its output may appear in a report.
  const redactor = createRedactor(target, process.env);
  const deadline = createDeadline(timeoutMs - reserveMs, options.signal);
  const context: AttemptContext = {
    timeoutMs,
    deadline,
    elapsedMs: () => performance.now() - started,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    report: (event) => options.onProgress?.(event),
  };
  try {
    let failure: AttemptFailure | undefined;
    // Only an attempt closes given streams, so run one even when it is too late; start no other target then.
    const isWanted = deadline.expired() === undefined || target.kind === 'streams';
    let attempt = isWanted ? firstAttempt(target, options.protocol ?? 'auto') : undefined;
    while (attempt !== undefined) {
      const outcome = await runAttempt(target, attempt, context);
      if (outcome.ok) return ok({ ...outcome.value, problems: outcome.value.problems.map(redactor.problem) });
      failure = clearerFailure(failure, outcome.error, attempt);
      attempt = deadline.expired() === undefined ? nextAttempt(target, attempt, outcome.error) : undefined;
    }
    const { code, message, stderrTail } = failure ?? { ...CANCELLED, stderrTail: [] };
    return err(redactor.failure({ code, message, stderrTail }));
  } finally {
    deadline.dispose();
  }
}
