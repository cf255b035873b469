import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../base/src/fixtures/fake-clock.ts';
import type { Discovery } from './discover.ts';
import { createFlows, type Flow, type Flows } from './flows.ts';
import { FLOW_MS, MOST_FLOWS } from './limits.ts';

const start = (server: string): Omit<Flow, 'id' | 'expiresAt'> => ({
  server,
  url: 'https://mcp.example.com/mcp',
  // Not read in these tests.
  discovery: {} as Discovery,
  metadataUrl: undefined,
  client: { kind: 'registered', id: 'x', redirectUrl: 'http://127.0.0.1:1/oauth/callback' },
  codeVerifier: 'v',
  scopes: [],
});

function setUp(): {
  readonly flows: Flows;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly told: string[];
} {
  const clock = createFakeClock();
  const told: string[] = [];
  return { clock, told, flows: createFlows(clock, (server) => told.push(server)) };
}

describe('sign-ins in progress', () => {
  it('have unique, unguessable states', () => {
    const { flows } = setUp();
    const states = Array.from({ length: 100 }, flows.newState);
    expect(new Set(states).size).toBe(100);
    for (const state of states) expect(state).toMatch(/^[\w-]{43}$/);
  });

  it('can be completed once', () => {
    const { flows } = setUp();
    const flow = flows.add('s', start('notes'));
    expect([flows.take('t'), flows.take('s'), flows.take('s')]).toEqual([undefined, flow, undefined]);
  });

  it('expire', async () => {
    const { flows, clock } = setUp();
    const flow = flows.add('s', start('notes'));
    await clock.advance(FLOW_MS);
    expect([flows.take('s'), flows.attempt('notes')]).toEqual([
      undefined,
      {
        id: flow?.id,
        state: 'failed',
        problem: expect.stringMatching(/^The sign-in timed out/),
        expiresAt: flow?.expiresAt,
      },
    ]);
  });

  it('are limited in number until old ones expire', async () => {
    const { flows, clock } = setUp();
    for (let index = 0; index < MOST_FLOWS; index++) expect(flows.add(`s${index}`, start('notes'))).toBeDefined();
    expect(flows.add('one more', start('notes'))).toBeUndefined();
    await clock.advance(FLOW_MS);
    expect(flows.add('one more', start('notes'))).toBeDefined();
  });

  it('can be found by server when only a code is known', () => {
    const { flows } = setUp();
    flows.add('a', start('notes'));
    const last = flows.add('b', start('notes'));
    flows.add('c', start('issues'));
    expect([flows.takeLast('notes'), flows.take('b')]).toEqual([last, undefined]);
    expect(flows.takeLast('nobody')).toBeUndefined();
  });

  it("report the outcome of a server's last one", () => {
    const { flows, told } = setUp();
    const first = flows.add('a', start('notes'));
    const second = flows.add('b', start('notes'));
    if (first === undefined || second === undefined) throw new Error('too many');
    flows.end(first, 'no');
    expect(flows.attempt('notes')).toMatchObject({ id: second.id, state: 'waiting' });
    flows.end(second, undefined);
    expect(flows.attempt('notes')).toMatchObject({ id: second.id, state: 'done', problem: undefined });
    expect(told).toEqual(['notes', 'notes', 'notes']);
  });

  it('are dropped together for a server', () => {
    const { flows } = setUp();
    flows.add('a', start('notes'));
    flows.add('b', start('notes'));
    const other = flows.add('c', start('issues'));
    flows.drop('notes', 'Gone.');
    expect([flows.take('a'), flows.take('b'), flows.take('c')]).toEqual([undefined, undefined, other]);
    expect(flows.attempt('notes')).toMatchObject({ state: 'failed', problem: 'Gone.' });
  });
});
