import type { Problem, Result } from '@toolmark/annotations';
import type { PolicyReplay, PolicyReplayLine, PolicyReplayRequest } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { explainFailure, recordProblem } from './explain-failure.ts';
import { createProgress, type Progress } from './progress.ts';

export const NDJSON = 'application/x-ndjson';

/** A function, because creating it logs a failure. */
type LastLine = () => PolicyReplayLine;

type Outcome = Result<PolicyReplay, readonly Problem[]>;

/** Answers with the result, or with a stream of progress lines and the result. */
export async function replayPolicy(
  context: RestContext,
  deps: RestDeps,
  request: PolicyReplayRequest,
): Promise<Response> {
  // Wait until everything recorded before is stored, and fail at once if the record is unreadable.
  await askRecord(deps, (reader) => reader.lastEvent());
  const disconnected = new AbortController();
  const signal = AbortSignal.any([context.req.raw.signal, disconnected.signal]);
  const progress = createProgress();
  const outcome = deps.policy.replay(request, { signal, onProgress: progress.report }).catch((error: unknown) => {
    // The record failed midway.
    if (recordProblem(deps) === undefined) throw error;
    throw new RecordUnreadable('The record did not answer.', { cause: error });
  });
  if (!(context.req.header('accept') ?? '').includes(NDJSON)) return toAnswer(context, await outcome);
  const last: Promise<LastLine> = outcome.then(
    (value) => () => toLastLine(value),
    // A cancellation by the client is not a failure.
    (error: unknown) => () => ({ error: signal.aborted ? CANCELLED : explainFailure(error, deps) }),
  );
  // Problems of the policy are found before the first call is replayed, and are an error response instead of a stream.
  const first = await Promise.race([outcome, progress.next()]);
  if (first !== undefined && !first.ok) return toAnswer(context, first);
  return context.body(
    toStream(progress, last, () => disconnected.abort()),
    200,
    { 'content-type': NDJSON },
  );
}

const CANCELLED = { code: 'unavailable', message: 'It was cancelled.' } as const;

const toAnswer = (context: RestContext, outcome: Outcome): Response =>
  outcome.ok ? context.json(outcome.value) : badRequest(context, outcome.error);

function toLastLine(outcome: Outcome): PolicyReplayLine {
  if (outcome.ok) return { replay: outcome.value };
  const message = outcome.error.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return { error: { code: 'bad_request', message, problems: outcome.error } };
}

/** Skips reports that were superseded before the client read them. */
function toStream(progress: Progress, last: Promise<LastLine>, cancel: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await Promise.race([progress.next(), last]);
        const now = progress.take();
        const line = now === undefined ? (await last)() : { progress: now };
        controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        if (now === undefined) controller.close();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
