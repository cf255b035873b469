import { callAnswerSchema } from '@toolmark/api-contract';
import { result } from '@toolmark/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../calls/refusals.ts';
import type { ApiCall, RestDeps } from './deps.ts';
import { get, NOW, OWNERS } from './fixtures/api.ts';
import { A_DELETE, aCall, aSession, type CallFacts, versions } from './fixtures/entries.ts';
import { openRecord, type TestRecord } from './fixtures/record.ts';
import { jsonRequest } from './fixtures/requests.ts';

let record: TestRecord;
let made: ApiCall[] = [];

beforeAll(async () => {
  record = await openRecord();
  await record.apply([aSession('s1', NOW), ...versions(NOW)]);
});
beforeEach(() => {
  made = [];
});
afterAll(() => record.close());

const store = async (facts: CallFacts = { begin: A_DELETE }): Promise<string> => {
  const { id, entries } = aCall('s1', NOW, facts);
  await record.apply(entries);
  return id;
};

const deps = (): Partial<RestDeps> => ({
  recorder: record.recorder,
  callTool: async (call) => {
    made.push(call);
    return { id: await store(), reply: result({ content: [] }) };
  },
});

const CALL = '/tools/notes/delete_note/call';

describe('a confirmation with the call', () => {
  it.each<[unknown, ApiCall['confirmed']]>([
    [undefined, undefined],
    [{}, undefined],
    [{ confirm: false }, undefined],
    [
      { confirm: true, arguments: { id: 'n-1' } },
      { route: 'cli', by: 'ada' },
    ],
  ])('%j', async (body, confirmed) => {
    await get(callAnswerSchema, CALL, jsonRequest('POST', body), deps());
    expect(made.map((call) => call.confirmed)).toEqual([confirmed]);
  });

  it.each<[unknown, string]>([
    [{ confirm: true }, ''],
    [undefined, '?confirm=true'],
  ])('of a replay also answers the policy: %j %s', async (body, query) => {
    const path = `/tool-calls/${await store()}/replay${query}`;
    await get(callAnswerSchema, path, jsonRequest('POST', body), deps());
    expect(made.map((call) => call.confirmed)).toEqual([{ route: 'cli', by: 'ada' }]);
  });

  it.each(OWNERS)('is recorded with the credential %j, ignoring other fields', async (credential, decider) => {
    const forged = { 'toolmark-client': 'web/1.0', 'x-toolmark-route': 'page' };
    await get(callAnswerSchema, CALL, jsonRequest('POST', { confirm: true }, forged), deps(), credential);
    expect(made.map((call) => call.confirmed)).toEqual([decider]);
  });

  it('is not assumed for a replay of a read-only call', async () => {
    const path = `/tool-calls/${await store({})}/replay`;
    await get(callAnswerSchema, path, jsonRequest('POST'), deps());
    expect(made.map(({ confirmed }) => confirmed)).toEqual([undefined]);
  });
});

it.each(['denied', 'expired'] as const)('a call that was %s is a normal answer', async (status) => {
  const decision = { kind: 'ask', rule: 'default: destructive', reason: 'It may destroy something.' } as const;
  const callTool = async () => ({
    id: await store({ begin: A_DELETE, end: { status, decision, result: null } }),
    reply: refusal('Nobody said yes. Ask a person.'),
  });
  const { status: got, value } = await get(callAnswerSchema, CALL, jsonRequest('POST', {}), { ...deps(), callTool });
  expect([got, value.tool_call?.status, value.reply]).toEqual([
    200,
    status,
    { result: { content: [{ type: 'text', text: 'Nobody said yes. Ask a person.' }], isError: true } },
  ]);
});
