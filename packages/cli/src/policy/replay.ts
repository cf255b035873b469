import { type Result, toMessage } from '@toolmark/annotations';
import { type PolicyReplay, type PolicyReplayRequest, policyReplayLineSchema } from '@toolmark/api-contract';
import { toPrintable } from '@toolmark/reach';
import { parseJson } from '../find-gateway.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type CommandFailure, output } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { toOptionProblems } from '../options/option-names.ts';
import { readPolicyFile } from './policy-file.ts';
import { createReplayProgress, type ReplayProgress } from './replay-progress.ts';
import { renderReplay } from './replay-text.ts';

export interface ReplayPolicyOptions extends AskOptions {
  readonly since: string;
  readonly until?: string;
  readonly policy?: string;
}

/** A gateway reports its progress from time to time. */
const SILENCE_MS = 120_000;

/** `toolmark policy replay`: shows what a policy would have decided for recorded calls. */
export async function replayPolicy(options: ReplayPolicyOptions, io: Io): Promise<ExitCode> {
  const { since, until, policy: file } = options;
  const given = file === undefined ? undefined : await readPolicyFile(file, io.cwd);
  if (given?.ok === false) {
    io.stderr.write(`${given.error}\n`);
    return EXIT.couldNotRun;
  }
  const request: PolicyReplayRequest = {
    from: since,
    ...(until === undefined ? {} : { to: until }),
    ...given?.value,
  };
  return await ask(options, io, async (gateway) => {
    const progress = createReplayProgress(io.stderr);
    const replayed = await replay(request, gateway, progress);
    progress.done();
    if (!replayed.ok) return replayed;
    const { value, json } = replayed.value;
    return output({ json, lines: (screen) => renderReplay(value, screen) });
  });
}

interface Replayed {
  readonly value: PolicyReplay;
  readonly json: unknown;
}

async function replay(
  request: PolicyReplayRequest,
  gateway: GatewayClient,
  progress: ReplayProgress,
): Promise<Result<Replayed, CommandFailure>> {
  const opened = await gateway.open('/policy/replay', {
    accept: 'application/x-ndjson',
    body: request,
    silenceMs: SILENCE_MS,
  });
  if (!opened.ok) return opened;
  const fail = (message: string): Result<never, CommandFailure> => ({
    ok: false,
    error: { status: undefined, message },
  });
  try {
    for await (const line of linesOf(opened.value)) {
      const json = parseJson(line);
      const parsed = policyReplayLineSchema.safeParse(json);
      // Skip lines of an unknown type, which a newer gateway may send.
      if (!parsed.success) continue;
      if ('progress' in parsed.data) progress.report(parsed.data.progress);
      // The schema guarantees that there is one.
      else if ('replay' in parsed.data)
        return { ok: true, value: { value: parsed.data.replay, json: (json as { replay: unknown }).replay } };
      else {
        const { message, problems = [] } = parsed.data.error;
        return fail(toPrintable(toOptionProblems(problems) ?? message, 1_000));
      }
    }
  } catch (error) {
    return fail(`The gateway at ${gateway.origin} broke off: ${toPrintable(toMessage(error))}`);
  }
  return fail(`The gateway at ${gateway.origin} ended without a result. Its log may say why.`);
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
