import { apiErrorSchema, gatewayStatusSchema, type RecordStatus, serverListSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { get } from './fixtures/api.ts';
import { noRecord, OK, UNREADABLE } from './fixtures/no-record.ts';

const READING = [
  '/sessions',
  '/sessions/x',
  '/sessions/x/tool-calls',
  '/tool-calls',
  '/tool-calls/x',
  '/tool-calls/export?format=csv',
  '/stats',
  '/tools/usage',
  '/tools/notes/list_notes/versions',
  '/approvals?status=all',
  '/approvals/x',
  '/events',
];

describe('without a record', () => {
  it.each(READING)('GET %s reports it', async (path) => {
    const { status, value } = await get(apiErrorSchema, path);
    expect([status, value.error]).toEqual([
      503,
      {
        code: 'record_unavailable',
        message:
          'Calls are not recorded. Set record.enabled to true in /home/ada/.toolmark/toolmark.json and restart the gateway.',
      },
    ]);
  });

  it.each(READING)('GET %s has a timeout for a record that hangs', async (path) => {
    const recorder = {
      ...noRecord({ state: 'failing', problem: 'The disk is full.' }),
      settled: () => new Promise<void>(() => {}),
    };
    const { status, value } = await get(apiErrorSchema, path, 'GET', { recorder, readWaitMs: 1 });
    expect([status, value.error.message]).toEqual([503, 'The disk is full.']);
  });

  it.each(READING.filter((path) => path !== '/events'))(
    'GET %s waits until everything recorded before is stored',
    async (path) => {
      const order: string[] = [];
      const reader = new Proxy(UNREADABLE, {
        get: (target, name, receiver) => {
          order.push('asked');
          return Reflect.get(target, name, receiver);
        },
      });
      const settled = async () => {
        await new Promise(setImmediate);
        order.push('settled');
      };
      await get(apiErrorSchema, path, 'GET', { recorder: { ...noRecord(), reader, settled } });
      expect(order.slice(0, 2)).toEqual(['settled', 'asked']);
    },
  );

  it.each<[string, Partial<RecordStatus>, string]>([
    ['off', { state: 'off', problem: 'Recording was turned off.' }, 'Recording was turned off.'],
    ['failing', { state: 'failing', problem: 'The disk is full.' }, 'The disk is full.'],
  ])('the reason is the status of the record: %s', async (_state, status, message) => {
    const { value } = await get(apiErrorSchema, '/sessions', 'GET', { recorder: noRecord(status) });
    expect(value.error).toEqual({ code: 'record_unavailable', message });
  });

  it('an unreadable record without a known problem is an incident, without details', async () => {
    const seen: [string, unknown][] = [];
    const onBug = (incident: string, error: unknown) => void seen.push([incident, error]);
    const { status, value } = await get(apiErrorSchema, '/sessions', 'GET', { recorder: noRecord(OK), onBug });
    expect([status, value.error.code]).toEqual([503, 'record_unavailable']);
    expect(seen).toEqual([[expect.any(String), new Error('there is no file')]]);
    expect(value.error.message).toContain(seen[0]?.[0]);
    expect(value.error.message).not.toContain('no file');
  });

  it('an invalid query is still rejected', async () => {
    expect((await get(apiErrorSchema, '/sessions?limit=101')).status).toBe(400);
  });
});

describe('GET /status', () => {
  it('shows the gateway and its record', async () => {
    const { value } = await get(gatewayStatusSchema, '/status', 'GET', { recorder: noRecord(OK) });
    expect(value).toEqual({
      version: '1.2.3',
      started_at: '2026-11-15T11:59:00.000Z',
      config_file: '/home/ada/.toolmark/toolmark.json',
      config_problem: null,
      passkey_problem: null,
      shared_token_file: null,
      record: OK,
      approvals_pending: 0,
      held_tools: 0,
      unreviewed_tools: 0,
    });
  });

  it('has the problem of a config that is not in use', async () => {
    const { value } = await get(gatewayStatusSchema, '/status', 'GET', { configProblem: () => 'It is no JSON.' });
    expect(value.config_problem).toBe('It is no JSON.');
  });
});

describe('GET /servers', () => {
  it.each<[Partial<RecordStatus>, string | undefined]>([
    [OK, undefined],
    [{ state: 'off' }, undefined],
    [{ state: 'failing', problem: 'The disk is full.' }, 'The disk is full.'],
  ])('reports a failing record: %j', async (status, problem) => {
    const { value } = await get(serverListSchema, '/servers', 'GET', { recorder: noRecord(status) });
    expect(value.record_problem).toBe(problem);
  });
});
