import { err, ok } from '@toolmark/annotations';
import {
  apiErrorSchema,
  type PolicyReplay,
  type PolicyReplayLine,
  policyReplayLineSchema,
  policyReplaySchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { ReplayOptions, RestDeps } from './deps.ts';
import { ask, get } from './fixtures/api.ts';
import { expectDescribed } from './fixtures/described.ts';
import { NO_POLICY } from './fixtures/no-policy.ts';
import { noRecord, OK, UNREADABLE } from './fixtures/no-record.ts';
import { jsonRequest } from './fixtures/requests.ts';

const PATH = '/policy/replay';
const TALLY = { allow: 1, ask: 0, deny: 0, hold: 0, cached: 0 };
const REPLAY: PolicyReplay = {
  from: '2026-11-08T12:00:00Z',
  to: '2026-11-15T12:00:00Z',
  calls: 1,
  skipped: 0,
  recorded: TALLY,
  replayed: TALLY,
  prompts_saved: 1,
  changes: [{ server: 'notes', tool: 'x', was: 'ask', is: 'allow', rule: 'r', calls: 1, call_id: 'c' }],
};
const REQUEST = { from: '2026-11-08T12:00:00Z' };
const PROBLEMS = [{ path: 'policy.rules.0.decision', message: 'must be one of: allow, ask, deny, hold' }];

const readable = { ...noRecord({ state: 'ok' }), reader: { ...UNREADABLE, lastEvent: () => Promise.resolve(0) } };
const doing = (replay: RestDeps['policy']['replay']): Partial<RestDeps> => ({
  recorder: readable,
  policy: { ...NO_POLICY.policy, replay },
});
const lines = (deps: Partial<RestDeps>) =>
  ask(PATH, jsonRequest('POST', REQUEST, { accept: 'application/x-ndjson' }), deps);

const linesOf = async (response: Response): Promise<readonly PolicyReplayLine[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => policyReplayLineSchema.parse(JSON.parse(line)));

describe('POST /policy/replay', () => {
  it('is a single answer', async () => {
    const asked: unknown[] = [];
    const deps = doing((request, { onProgress }) => {
      asked.push(request);
      onProgress(1, 1);
      return Promise.resolve(ok(REPLAY));
    });
    const request = { ...REQUEST, to: '2026-11-15T12:00:00Z', policy: { risk: 'ask' }, cache: { notes: true } };
    const { status, value } = await get(policyReplaySchema, PATH, jsonRequest('POST', request), deps);
    expect([status, value, asked]).toEqual([200, REPLAY, [request]]);
  });

  it('is a stream of progress lines on request', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const deps = doing(async (_request, { onProgress }) => {
      onProgress(0, 2_000);
      await go;
      onProgress(1_000, 2_000);
      onProgress(2_000, 2_000);
      return ok(REPLAY);
    });
    const response = await lines(deps);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expectDescribed('POST', PATH, response, undefined);
    resolve();
    expect(await linesOf(response)).toEqual([
      // Only the newest report before the client read on.
      { progress: { calls: expect.any(Number), total: 2_000 } },
      { replay: REPLAY },
    ]);
  });

  it('reports progress when it changes', async () => {
    let report: ReplayOptions['onProgress'] = () => {};
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const response = await lines(
      doing(async (_request, { onProgress }) => {
        report = onProgress;
        onProgress(0, 2);
        await done;
        return ok(REPLAY);
      }),
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('{"progress":{"calls":0,"total":2}}\n');
    // The client waits for the next report now.
    await new Promise(setImmediate);
    report(1, 2);
    expect((await reader?.read())?.value).toBe('{"progress":{"calls":1,"total":2}}\n');
    resolve();
    expect((await reader?.read())?.value).toBe(`${JSON.stringify({ replay: REPLAY })}\n`);
    expect((await reader?.read())?.done).toBe(true);
  });

  it('is a stream also if it finishes at once', async () => {
    expect(await linesOf(await lines(doing(() => Promise.resolve(ok(REPLAY)))))).toEqual([{ replay: REPLAY }]);
  });

  it.each(['application/json', 'application/x-ndjson'])('reports the problems of a policy: %s', async (accept) => {
    const deps = doing(() => Promise.resolve(err(PROBLEMS)));
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', REQUEST, { accept }), deps);
    expect([status, value.error.problems]).toEqual([400, PROBLEMS]);
  });

  it('reports late problems in the last line', async () => {
    const deps = doing(async (_request, { onProgress }) => {
      onProgress(0, 2);
      return err(PROBLEMS);
    });
    expect((await linesOf(await lines(deps))).at(-1)).toMatchObject({
      error: { code: 'bad_request', problems: PROBLEMS },
    });
  });

  it.each(['application/json', 'application/x-ndjson'])('an internal error is an incident: %s', async (accept) => {
    const seen: unknown[] = [];
    const bug = new Error('secret detail');
    const deps = {
      ...doing(() => Promise.reject(bug)),
      onBug: (_incident: string, error: unknown) => seen.push(error),
    };
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', REQUEST, { accept }), deps);
    expect([status, value.error.code, seen]).toEqual([500, 'internal', [bug]]);
  });

  it('reports a record that fails midway', async () => {
    let status: Parameters<typeof noRecord>[0] = OK;
    const recorder = { ...readable, status: () => ({ ...OK, ...status }) };
    const { promise: go, reject } = Promise.withResolvers<never>();
    const response = await lines({
      ...doing((_request, { onProgress }) => {
        onProgress(0, 2);
        return go;
      }),
      recorder,
    });
    status = { state: 'failing', problem: 'The disk is full.' };
    reject(new Error('disk I/O error'));
    expect((await linesOf(response)).at(-1)).toEqual({
      error: { code: 'record_unavailable', message: 'The disk is full.' },
    });
  });

  it('stops when the client disconnects', async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const response = await lines(
      doing(async (_request, { signal, onProgress }) => {
        signal.addEventListener('abort', () => resolve());
        onProgress(0, 2);
        await stopped;
        throw signal.reason;
      }),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await stopped;
  });

  it('needs a record', async () => {
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', REQUEST), {
      ...doing(() => Promise.resolve(ok(REPLAY))),
      recorder: noRecord(),
    });
    expect([status, value.error.code]).toEqual([503, 'record_unavailable']);
  });

  it('starts after everything recorded before is stored', async () => {
    const order: string[] = [];
    const settled = async () => {
      await new Promise(setImmediate);
      order.push('settled');
    };
    const deps = doing(() => {
      order.push('started');
      return Promise.resolve(ok(REPLAY));
    });
    await get(policyReplaySchema, PATH, jsonRequest('POST', REQUEST), { ...deps, recorder: { ...readable, settled } });
    expect(order).toEqual(['settled', 'started']);
  });

  it.each<[unknown, string]>([
    [undefined, 'from must be a text'],
    [{ from: 'yesterday' }, 'from must be a UTC time such as 2026-11-15T12:00:00Z'],
    [{ ...REQUEST, to: REQUEST.from }, 'from must be before to'],
    [{ ...REQUEST, cache: true }, 'cache must be an object'],
    [{ ...REQUEST, since: '7d' }, 'since is not a known field'],
  ])('rejects %j', async (body, message) => {
    const deps = doing(() => Promise.reject(new Error('must not be called')));
    const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', body), deps);
    expect([status, value.error.message]).toEqual([400, message]);
  });
});
