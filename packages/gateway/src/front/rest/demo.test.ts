import { err, ok } from '@toolmark/annotations';
import { apiErrorSchema, type Demo, demoSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RestDeps } from './deps.ts';
import { get } from './fixtures/api.ts';
import { post } from './fixtures/calling.ts';
import { NEVER, NO_DEMO } from './fixtures/no-demo.ts';

const RUNNING: Demo = {
  ...NEVER,
  state: 'running',
  started_at: '2026-11-15T12:00:00.000Z',
  session_id: 's1',
  steps: [
    {
      says: 'It wants to delete.',
      tool: 'delete_note',
      class: 'destructive',
      state: 'asking',
      call_id: 'c1',
      approval_id: 'a1',
      outcome: null,
    },
  ],
};

/** A demo that records the options it is started with. */
function startable(): { readonly deps: Partial<RestDeps>; readonly started: readonly unknown[] } {
  const started: unknown[] = [];
  const start: RestDeps['demo']['start'] = (options) => {
    started.push(options);
    return ok(RUNNING);
  };
  return { deps: { demo: { ...NO_DEMO, start } }, started };
}

describe('/demo', () => {
  it('returns the state', async () => {
    const deps = { demo: { ...NO_DEMO, view: () => RUNNING } };
    expect((await get(demoSchema, '/demo', 'GET', deps)).value).toEqual(RUNNING);
  });

  it.each<[string, RequestInit, unknown]>([
    ['without a body', { method: 'POST' }, { fast: false }],
    ['slowly', post({ fast: false }), { fast: false }],
    ['fast', post({ fast: true }), { fast: true }],
  ])('is started %s', async (_how, init, options) => {
    const { deps, started } = startable();
    const { status, value } = await get(demoSchema, '/demo', init, deps);
    expect([status, value, started]).toEqual([202, RUNNING, [options]]);
  });

  it.each<[string, RequestInit, number, string]>([
    ['gets unknown options', { method: 'POST' }, 409, 'conflict'],
    ['gets text', post({ fast: true, loud: true }), 400, 'bad_request'],
    ['gets text', post('fast', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
  ])('is not started if it %s', async (_why, init, code, name) => {
    const deps = { demo: { ...NO_DEMO, start: () => err(RUNNING) } };
    const { status, value } = await get(apiErrorSchema, '/demo', init, deps);
    expect([status, value.error.code]).toEqual([code, name]);
  });

  it('is stopped, and returns its state', async () => {
    const stopped: Demo = { ...RUNNING, state: 'stopped', ended_at: '2026-11-15T12:00:09.000Z' };
    const deps = { demo: { ...NO_DEMO, stop: () => Promise.resolve(stopped) } };
    const { status, value } = await get(demoSchema, '/demo', 'DELETE', deps);
    expect([status, value]).toEqual([200, stopped]);
  });
});
