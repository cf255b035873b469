import type { Server, UsageReport } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aServer } from './fixtures/a-server.ts';
import { countStates, filterServers, usageByServer } from './server-list.ts';

const SERVERS: readonly Server[] = [
  aServer({ name: 'notes', server_info: { title: 'My Notes', version: '1.0' } }),
  aServer({ name: 'github', state: 'failed' }),
  aServer({ name: 'web', state: 'disabled' }),
];

describe('filterServers', () => {
  it.each([
    ['', [], ['notes', 'github', 'web']],
    ['not', [], ['notes']],
    ['my 1.0', [], ['notes']],
    ['MY', [], ['notes']],
    ['my web', [], []],
    ['', ['failed', 'disabled'], ['github', 'web']],
    ['git', ['ready'], []],
  ] as const)('searching %j in states %j', (words, states, expected) => {
    expect(filterServers(SERVERS, { words, states }).map(({ name }) => name)).toEqual(expected);
  });
});

describe('countStates', () => {
  it('counts servers by state', () => {
    expect(countStates(SERVERS)).toEqual({ ready: 1, connecting: 0, waiting: 0, failed: 1, disabled: 1, stopped: 0 });
  });
});

describe('usageByServer', () => {
  it("sums the usage of a server's tools", () => {
    const one = { total_tokens: 1, last_call: '2026-01-01T00:00:00.000Z' };
    const report: UsageReport = {
      from: one.last_call,
      to: one.last_call,
      usage: [
        { server: 'notes', tool: 'a', calls: 2, errors: 1, ...one },
        { server: 'web', tool: 'a', calls: 1, errors: 0, ...one },
        { server: 'notes', tool: 'b', calls: 3, errors: 0, ...one },
      ],
    };
    expect([...usageByServer(report)]).toEqual([
      ['notes', { calls: 5, errors: 1 }],
      ['web', { calls: 1, errors: 0 }],
    ]);
  });

  it('has no numbers without a record', () => {
    expect(usageByServer(undefined).size).toBe(0);
  });
});
