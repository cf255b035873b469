import type { Problem, Result } from '@toolmark/annotations';
import type { PolicyReplay, PolicyReplayLine, PolicyReplayRequest } from '@toolmark/api-contract';
import { badRequest } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { explainFailure } from './explain-failure.ts';
import { createProgress, type Progress } from './progress.ts';
import { recordProblem } from './record-problem.ts';

export const NDJSON = 'application/x-ndjson';

/** Made when it is written, since a failure is logged then. */
type LastLine = () => PolicyReplayLine;

type Outcome = Result<PolicyReplay, readonly Problem[]>;

/** Answers with what came of it, or with lines that say how far it is until then. */
export async function replayPolicy(
  context: RestContext,
  deps: RestDeps,
  request: PolicyReplayRequest,
): Promise<Response> {
  // Everything that was recorded before is in it; and a record that cannot be read is said so at once.
  await askRecord(deps, (reader) => reader.lastEvent());
  const gone = new AbortController();
  const signal = AbortSignal.any([context.req.raw.signal, gone.signal]);
  const progress = createProgress();
  const outcome = deps.replayPolicy(request, { signal, onProgress: progress.report }).catch((error: unknown) => {
    // The record has failed on the way.
    if (recordProblem(deps) === undefined) throw error;
    throw new RecordUnreadable('The record did not answer.', { cause: error });
  });
  if (!(context.req.header('accept') ?? '').includes(NDJSON)) return toAnswer(context, await outcome);
  const last: Promise<LastLine> = outcome.then(
    (value) => () => toLastLine(value),
    // That it stopped because nobody wants it any more is no failure.
    (error: unknown) => () => ({ error: signal.aborted ? GONE : explainFailure(error, deps) }),
  );
  // What is wrong with the policy is found before the first call is looked at, and is no stream but an error.
  const first = await Promise.race([outcome, progress.next()]);
  if (first !== undefined && !first.ok) return toAnswer(context, first);
  return context.body(
    toStream(progress, last, () => gone.abort()),
    200,
    { 'content-type': NDJSON },
  );
}

const GONE = { code: 'unavailable', message: 'It was cancelled.' } as const;

const toAnswer = (context: RestContext, outcome: Outcome): Response =>
  outcome.ok ? context.json(outcome.value) : badRequest(context, outcome.error);

function toLastLine(outcome: Outcome): PolicyReplayLine {
  if (outcome.ok) return { replay: outcome.value };
  const message = outcome.error.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return { error: { code: 'bad_request', message, problems: outcome.error } };
}

/** Of what happened while nobody read, only the newest is written. */
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
